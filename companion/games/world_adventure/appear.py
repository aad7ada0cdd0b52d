"""Who appears on the map: Brigand (TB), Government (TG), a Legendary (TL)."""

from msgspec.structs import replace

from companion.games.world_adventure import cards as shelf
from companion.games.world_adventure.atlas import atlas
from companion.games.world_adventure.board import legendary_spot
from companion.games.world_adventure.draws import (
    choose_ask,
    draw_outer,
    spot_options,
    territory_say,
)
from companion.games.world_adventure.effects import apply_all, renew
from companion.games.world_adventure.remember import remember_symbol
from companion.games.world_adventure.state import Frame, HunterPiece, MonsterPiece, State
from companion.games.world_adventure.tale import (
    Tale,
    ask_id,
    bend_if,
    cards,
    choice,
    log,
    pop,
    push,
    put,
)
from companion.kit.asks import Ask, CardKnown, Show
from companion.kit.intents import Answer
from companion.kit.say import say


def _hunter_due(tale: Tale, frame: Frame) -> None:
    """At most one of each is on the map; if it lives, nothing happens."""
    kind = "brigand" if frame.step == "TB" else "government"
    here = getattr(tale.state, kind).territory
    if here:
        log(tale, "hunter_stays", what=say(f"wa.npc.{kind}"), spot=territory_say(tale.state, here))
    else:
        draw_outer(tale, Frame("TBp", what=kind))


def _hunter_placed(tale: Tale, frame: Frame) -> None:
    put(tale, **{frame.what: HunterPiece(frame.names[0])})
    spot = territory_say(tale.state, frame.names[0])
    log(tale, "hunter_comes", what=say(f"wa.npc.{frame.what}"), spot=spot, sound="medium")


def legendaries_left(state: State) -> int | None:
    """Cards still in the deck; None where not all of them are known."""
    if not state.pack.complete:
        return None
    deck = [card for card in state.pack.monsters if card.tier == "legendary"]
    return len(deck) - len(state.legendaries_used)


def _legendary_due(tale: Tale, _frame: Frame) -> None:
    if legendaries_left(tale.state) == 0:
        log(tale, "no_legendary")
    else:
        push(tale, Frame("TLa"))


def _ask_legendary(state: State, _frame: Frame) -> tuple[Ask, ...]:
    """The top card of the deck; where the deck's number is unknown the table may say that none is
    left.
    """
    known = _legendary_cards(state)
    needs = ("color", *(fact for fact in shelf.NEEDS["monsters"] if fact != "tier"), "item_name")
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


def _legendary_drawn(tale: Tale, _frame: Frame, _part: str, answer: Answer) -> None:
    pop(tale)
    shown = cards(answer)
    if not shown:
        log(tale, "no_legendary")
        return
    seen = shown[0]
    known = shelf.find(tale.state, "monsters", seen.id)
    card = (
        known
        if known is not None and not seen.facts
        else shelf.meet(tale, "monsters", seen, tier="legendary")
    )
    again = card.id in tale.state.legendaries_used
    bend_if(tale, again, "not_in_deck", card=card.name or card.id)
    put(tale, legendaries_used=(*tale.state.legendaries_used, card.id))
    spot = legendary_spot(tale.state, card.color)
    push(tale, Frame("TLp", what=card.id, names=(spot,)) if spot else Frame("TLw", what=card.id))


def _ask_spot(state: State, frame: Frame) -> tuple[Ask, ...]:
    taken = set(state.learned.legendary.values())
    spots = tuple(spot for spot in atlas(state.pack).outer if spot not in taken)
    card = shelf.monster(state, frame.what)
    return (
        choose_ask(
            state, "TLw", spot_options(state, spots), color=card.color, card=card.name or card.id
        ),
    )


def _told_spot(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    learned = tale.state.learned
    color = shelf.monster(tale.state, frame.what).color
    pop(tale)
    put(tale, learned=replace(learned, legendary={**learned.legendary, color: choice(answer)}))
    remember_symbol(tale, choice(answer), legendary=color)
    push(tale, Frame("TLp", what=frame.what, names=(choice(answer),)))


def _legendary_placed(tale: Tale, frame: Frame) -> None:
    """Its event, if any, rules from now on. Legendaries do not replace each other, unless the table
    plays that.
    """
    old = tale.state.legendaries
    if tale.state.options["legendary_replace"] == "yes" and old:
        put(tale, legendaries=())
        log(tale, "legendary_vanishes", card=shelf.title(tale.state, "monsters", old[-1].card))
        old = ()
    put(tale, legendaries=(*old, MonsterPiece(frame.names[0], frame.what)))
    spot = territory_say(tale.state, frame.names[0])
    log(
        tale,
        "legendary_comes",
        card=shelf.title(tale.state, "monsters", frame.what),
        spot=spot,
        sound="loud",
    )
    renew(tale)
    if shelf.monster(tale.state, frame.what).event:
        apply_all(tale, f"monsters:{frame.what}")


AUTO = {
    "TB": _hunter_due,
    "TG": _hunter_due,
    "TBp": _hunter_placed,
    "TL": _legendary_due,
    "TLp": _legendary_placed,
}
ASKS = {"TLa": _ask_legendary, "TLw": _ask_spot}
ANSWERS = {"TLa": _legendary_drawn, "TLw": _told_spot}
