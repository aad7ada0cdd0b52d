"""Phase 3: today's Beast is opened, and one die says who strikes first."""

import msgspec

from companion.games.spell_from_the_future.pack import (
    Beast,
    Stats,
    beast_of,
    taught_beast,
    with_card,
)
from companion.games.spell_from_the_future.rules.deck import tier_mix
from companion.games.spell_from_the_future.rules.wording import ask_id
from companion.games.spell_from_the_future.rules.words import choosing_step
from companion.games.spell_from_the_future.state import (
    BeastToday,
    GameStory,
    Modifier,
    State,
    replace,
)
from companion.kit.asks import CardKnown, DieWanted, Roll, Show
from companion.kit.intents import Rolled, Shown
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of, say
from companion.kit.steps import Asks, PlainStep, Reply, Step
from companion.kit.story import refuse

MAGES_STRIKE_FIRST_UP_TO = 3


BEAST_FACTS = ("mystic", "health", "attack", "damage", "if_defeated", "if_not_defeated")


def column(beast: Beast, players: int, how: str) -> Stats | None:
    """The numbers for this many players. Two players without a column of their own: two thirds of
    three, rounded up.
    """
    own = beast.stats.get(str(players))
    three = beast.stats.get("3")
    if players != 2 or three is None:
        return own
    if how == "three_player_column":
        return three
    return own or Stats(_two_thirds(three.health), _two_thirds(three.attack), three.damage)


def _two_thirds(number: int) -> int:
    return -(-2 * number // 3)


def _beast(state: State, _frame: PlainStep) -> Asks:
    players, how = len(state.seats), str(state.in_force["two_player_stats"])

    def known(beast: Beast) -> CardKnown:
        missing = () if column(beast, players, how) else BEAST_FACTS
        return CardKnown(beast.id, beast.title, beast.source, needs=missing)

    ask = Show(
        id=ask_id(state, "P3.1"),
        say=say("sf.ask.P3.1", name=name_of(state.first_player)),
        seats=(state.first_player,),
        zone="middle",
        cards="beast",
        deck="beasts",
        known=tuple(
            known(beast) for beast in state.pack.beasts if beast.id not in state.beasts_met
        ),
        new=True,
        needs=BEAST_FACTS,
    )
    return (ask,)


def beast_opened(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """P3.1."""
    assert isinstance(reply.value, Shown)
    seen = reply.value.cards[0]
    state = story.state
    if seen.id in state.beasts_met:
        day = state.beasts_met.index(seen.id) + 1
        raise refuse("SF-E07", "sf.refused.beast_again", beast=_title(state, seen.id), day=day)
    beast = _known_or_taught(story, seen)
    stats = column(beast, len(state.seats), str(state.in_force["two_player_stats"]))
    if stats is None:
        raise refuse("SF-E08", "sf.refused.no_column", beast=beast.title, players=len(state.seats))
    today = _today(beast, stats, story.state.pending_modifiers)
    story.tell(
        replace(
            story.state,
            current_beast=today,
            beasts_met=(*state.beasts_met, beast.id),
            beast_deck_count=state.beast_deck_count - 1,
            mystic_round=beast.mystic,
            step="P3.2",
        ),
        "sf.log.mystic_opened" if beast.mystic else "sf.log.beast_opened",
        sound="mystic" if beast.mystic else "beast",
        beast=beast.title,
        health=today.health,
        attack=today.attack,
        damage=today.damage,
    )
    _remark_on_tier(story, beast)


def _title(state: State, card_id: str) -> str:
    beast = beast_of(state.pack, card_id)
    return beast.title if beast else card_id


def _known_or_taught(story: GameStory, seen: CardSeen) -> Beast:
    known = beast_of(story.state.pack, seen.id)
    if not seen.facts:
        if known is None:
            raise refuse("SF-E08", "sf.refused.unknown_beast", beast=seen.id)
        return known
    beast = taught_beast(known, seen.id, seen.facts, len(story.state.seats))
    pack = msgspec.structs.replace(
        story.state.pack, beasts=with_card(story.state.pack.beasts, beast)
    )
    story.tell(replace(story.state, pack=pack), "sf.log.taught", card=beast.title)
    return beast


def _today(beast: Beast, stats: Stats, modifiers: tuple[Modifier, ...]) -> BeastToday:
    def with_effects(stat: str, number: int) -> int:
        effects = (m.effect for m in modifiers if m.effect.do == "beast_stat")
        return max(0, number + sum(effect.n for effect in effects if effect.stat == stat))

    health, attack = with_effects("health", stats.health), with_effects("attack", stats.attack)
    return BeastToday(beast.id, health, attack, with_effects("damage", stats.damage), beast.mystic)


def _remark_on_tier(story: GameStory, beast: Beast) -> None:
    """A Beast that cannot belong to the chosen mix is taken all the same, with a word."""
    if beast.tier is None:
        return
    met = [beast_of(story.state.pack, one) for one in story.state.beasts_met]
    of_tier = sum(other is not None and other.tier == beast.tier for other in met)
    planned = tier_mix(story.state)[beast.tier - 1]
    if of_tier > planned:
        story.tell(story.state, "sf.log.odd_tier", beast=beast.title, tier=beast.tier, n=planned)


def _roll(state: State, _frame: PlainStep) -> Asks:
    first = state.first_player
    ask_say = say("sf.ask.P3.2", name=name_of(first))
    return (
        Roll(
            id=ask_id(state, "P3.2"), say=ask_say, seats=(first,), zone="tray", dice=(DieWanted(),)
        ),
    )


def initiative_rolled(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """P3.2: up to 3 the Mages strike first, above it the Beast."""
    assert isinstance(reply.value, Rolled)
    face = reply.value.dice[0].pips
    who = "mages" if face <= MAGES_STRIKE_FIRST_UP_TO else "beast"
    state = story.state
    step = choosing_step(state) if state.in_force["phase_order"] == "spell_first" else "P2.1"
    story.tell(
        replace(state, initiative_roll=face, initiative=who, step=step),
        "sf.log.initiative",
        sound="initiative",
        face=face,
        who=say(f"sf.initiative.{who}"),
    )


STEPS = {
    "P3.1": Step(_beast, beast_opened),
    "P3.2": Step(_roll, initiative_rolled),
}
