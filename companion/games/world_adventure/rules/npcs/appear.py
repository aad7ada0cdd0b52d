"""Who appears on the map: Brigand (TB), Government (TG), a Legendary (TL)."""

from msgspec.structs import replace

from companion.games.world_adventure.pack.atlas import atlas
from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import (
    ask_id,
    choose_ask,
    spot_options,
    territory_say,
)
from companion.games.world_adventure.rules.board import legendary_spot
from companion.games.world_adventure.rules.changes import log, pop, push, put
from companion.games.world_adventure.rules.drawing import draw_outer
from companion.games.world_adventure.rules.effects import apply_all, renew
from companion.games.world_adventure.rules.refusals import bend_if
from companion.games.world_adventure.rules.remember import remember_symbol
from companion.games.world_adventure.state import Frame, GameStory, HunterPiece, MonsterPiece, State
from companion.kit.asks import CardKnown, Show
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def _hunter_due(story: GameStory, frame: Frame) -> None:
    """At most one of each is on the map; if it lives, nothing happens."""
    kind = "brigand" if frame.step == "TB" else "government"
    here = getattr(story.state, kind).territory
    if here:
        log(
            story, "hunter_stays", what=say(f"wa.npc.{kind}"), spot=territory_say(story.state, here)
        )
    else:
        draw_outer(story, Frame("TBp", what=kind))


def _hunter_placed(story: GameStory, frame: Frame) -> None:
    put(story, **{frame.what: HunterPiece(frame.names[0])})
    spot = territory_say(story.state, frame.names[0])
    log(story, "hunter_comes", what=say(f"wa.npc.{frame.what}"), spot=spot, sound="medium")


def legendaries_left(state: State) -> int | None:
    """Cards still in the deck; None where not all of them are known."""
    if not state.pack.complete:
        return None
    deck = [card for card in state.pack.monsters if card.tier == "legendary"]
    return len(deck) - len(state.legendaries_used)


def _legendary_due(story: GameStory, _frame: Frame) -> None:
    if legendaries_left(story.state) == 0:
        log(story, "no_legendary")
    else:
        push(story, Frame("TLa"))


def _ask_legendary(state: State, _frame: Frame) -> Asks:
    """The top card of the deck; where the deck's number is unknown the table may say that none is
    left.
    """
    known = _legendary_cards(state)
    needs = ("color", *(fact for fact in shelf.NEEDS["monsters"] if fact != "tier"))
    needs = (*needs, "item_name", "event")
    least = 0 if legendaries_left(state) is None else 1
    return (
        Show(
            id=ask_id(state, "TLa"),
            say=say("wa.ask.TLa"),
            zone="middle",
            cards="monsters",
            deck="monsters",
            known=known,
            least=least,
            new=True,
            needs=needs,
        ),
    )


def _legendary_cards(state: State) -> tuple[CardKnown, ...]:
    from_pack = {card.id: card for card in state.pack.monsters if card.tier == "legendary"}
    taught = {card.id: card for card in state.learned.monsters.values() if card.tier == "legendary"}
    both = {**from_pack, **taught}
    return tuple(
        CardKnown(card.id, card.name or card.id, card.source)
        for card in both.values()
        if card.id not in state.legendaries_used
    )


def _legendary_drawn(story: GameStory, _frame: Frame, reply: Reply) -> None:
    pop(story)
    shown = reply.cards
    if not shown:
        log(story, "no_legendary")
        return
    seen = shown[0]
    known = shelf.find(story.state, "monsters", seen.id)
    card = (
        known
        if known is not None and not seen.facts
        else shelf.meet(story, "monsters", seen, tier="legendary")
    )
    again = card.id in story.state.legendaries_used
    bend_if(story, again, "not_in_deck", card=card.name or card.id)
    put(story, legendaries_used=(*story.state.legendaries_used, card.id))
    spot = legendary_spot(story.state, card.color)
    push(story, Frame("TLp", what=card.id, names=(spot,)) if spot else Frame("TLw", what=card.id))


def _ask_spot(state: State, frame: Frame) -> Asks:
    taken = set(state.learned.legendary.values())
    spots = tuple(spot for spot in atlas(state.pack).outer if spot not in taken)
    card = shelf.monster(state, frame.what)
    return (
        choose_ask(
            state, "TLw", spot_options(state, spots), color=card.color, card=card.name or card.id
        ),
    )


def _told_spot(story: GameStory, frame: Frame, reply: Reply) -> None:
    learned = story.state.learned
    color = shelf.monster(story.state, frame.what).color
    pop(story)
    put(story, learned=replace(learned, legendary={**learned.legendary, color: reply.choice}))
    remember_symbol(story, reply.choice, legendary=color)
    push(story, Frame("TLp", what=frame.what, names=(reply.choice,)))


def _legendary_placed(story: GameStory, frame: Frame) -> None:
    """Its event, if any, rules from now on. Legendaries do not replace each other, unless the table
    plays that.
    """
    old = story.state.legendaries
    if story.state.options["legendary_replace"] == "yes" and old:
        put(story, legendaries=())
        log(story, "legendary_vanishes", card=shelf.title(story.state, "monsters", old[-1].card))
        old = ()
    put(story, legendaries=(*old, MonsterPiece(frame.names[0], frame.what)))
    spot = territory_say(story.state, frame.names[0])
    log(
        story,
        "legendary_comes",
        card=shelf.title(story.state, "monsters", frame.what),
        spot=spot,
        sound="loud",
    )
    renew(story)
    if shelf.monster(story.state, frame.what).event:
        apply_all(story, f"monsters:{frame.what}")


STEPS = {
    "TB": Step(run=_hunter_due),
    "TG": Step(run=_hunter_due),
    "TBp": Step(run=_hunter_placed),
    "TL": Step(run=_legendary_due),
    "TLp": Step(run=_legendary_placed),
    "TLa": Step(_ask_legendary, _legendary_drawn),
    "TLw": Step(_ask_spot, _told_spot),
}
