"""Powers of claimed runes: which may be used now, and what using one costs. What they do is in
`pending.py` and `effects.py`.
"""

from msgspec.structs import replace

from companion.games.runika.options import has_powers
from companion.games.runika.pack import Effect, Power
from companion.games.runika.rules.pending import begin, can_do_anything
from companion.games.runika.rules.turns import deed
from companion.games.runika.state import (
    NO_DIE,
    Claimed,
    GameStory,
    State,
    turn_ask_id,
    with_turn,
)
from companion.kit.asks import Choose, Option
from companion.kit.say import Say, name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step
from companion.kit.zones import replaced

NEEDS_ROLL = ("reroll_stored", "set_face", "discard_stored", "draw_dice")
MANUAL = (Effect("manual"),)
USED_BY_HAND = ("once_per_round", "discard_on_turn")


def names_of(runes: tuple[Claimed, ...]) -> tuple[str, ...]:
    """A name for each claimed card; a second copy of a rune is told apart by its number."""
    seen: dict[str, int] = {}
    names: list[str] = []
    for card in runes:
        seen[card.rune] = seen.get(card.rune, 0) + 1
        names.append(card.rune if seen[card.rune] == 1 else f"{card.rune}#{seen[card.rune]}")
    return tuple(names)


def effects_of(power: Power) -> tuple[Effect, ...]:
    """What the engine carries out: a power that touches other players is left to the table."""
    return power.effects if power.affects == "self" and power.effects else MANUAL


def is_awake(state: State, card: Claimed) -> bool:
    """Whether a card claimed this turn already works."""
    return not card.fresh or state.on("fresh_power_same_turn")


def why_not(state: State, card: Claimed) -> tuple[str, Say] | None:
    """Why the active player may not use this card of theirs now: code and words."""
    rune = state.pack.rune(card.rune)
    effects = effects_of(rune.power)
    if rune.power.timing not in USED_BY_HAND or not is_awake(state, card):
        return "E-STEP", say("rk.refused.no_power_now", name=rune.name)
    if card.flipped:
        return "E-POWER-FLIPPED", say("rk.refused.flipped", name=rune.name)
    if card.used:
        return "E-POWER-USED", say("rk.refused.used", name=rune.name)
    if not state.me.rolled and any(effect.do in NEEDS_ROLL for effect in effects):
        return "E-NOT-ROLLED", say("rk.refused.not_rolled")
    if not can_do_anything(state, effects):
        return "E-NO-EFFECT", say("rk.refused.no_effect")
    return None


def power_asks(state: State) -> Asks:
    """Beside rolling, resolving and claiming, never in the midst of something."""
    if not state.me.runes or not has_powers(state) or not _is_free(state):
        return ()
    names = names_of(state.me.runes)
    usable = [
        (name, card)
        for name, card in zip(names, state.me.runes, strict=True)
        if why_not(state, card) is None
    ]
    if not usable:
        return ()
    return (
        Choose(
            id=turn_ask_id(state, "power"),
            say=say("rk.ask.power", seat=name_of(state.active)),
            seats=(state.active,),
            options=tuple(_power_option(state, name, card) for name, card in usable),
            optional=True,
        ),
    )


def _is_free(state: State) -> bool:
    turn = state.turn
    is_busy = turn.pending or turn.offer or turn.claiming or state.me.reroll
    return state.step in ("T1", "T2", "T3") and not is_busy


def _power_option(state: State, name: str, card: Claimed) -> Option:
    what = say("rk.option.power", name=state.pack.rune(card.rune).name)
    return Option(name, what, power_say(state, card), card=card.rune)


def power_say(state: State, card: Claimed) -> Say:
    """The power in words: the card's own text, or what its effects do."""
    power = state.pack.rune(card.rune).power
    if power.text:
        return say("rk.power.text", text=power.text)
    effects = tuple(effect_say(effect) for effect in effects_of(power))
    return say("rk.power.effects", what=effects)


def effect_say(effect: Effect) -> Say:
    return say(f"rk.effect.{effect.do}", n=effect.n)


def use_power(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    state, seat = story.state, story.state.active
    at = names_of(state.me.runes).index(reply.choice)
    card = state.me.runes[at]
    rune = state.pack.rune(card.rune)
    flips = rune.power.timing == "discard_on_turn"
    spent = replace(card, flipped=True) if flips else replace(card, used=True)
    runes = replaced(state.me.runes, at, spent)
    state = with_player(with_turn(state, aim=NO_DIE), seat, runes=runes)
    key = "rk.log.power_flipped" if flips else "rk.log.power_used"
    what = say(key, seat=name_of(seat), name=rune.name, what=power_say(state, card))
    story.tell(state, what, about=(seat,))
    begin(story, effects_of(rune.power), rune.id, exact=False)


def always_on(state: State, deed: str) -> tuple[Effect, ...]:
    """The active player's continuous effects of one kind; every copy counts."""
    if not has_powers(state):
        return ()
    found: list[Effect] = []
    for card in state.me.runes:
        power = state.pack.rune(card.rune).power
        if power.timing == "continuous" and not card.flipped and is_awake(state, card):
            found += [effect for effect in effects_of(power) if effect.do == deed]
    return tuple(found)


def counts_as(state: State) -> tuple[str, ...]:
    """Pairs of elements: dice of the first may count as the second when claiming."""
    lasting = tuple(effect.instead_of + effect.element for effect in always_on(state, "substitute"))
    return state.turn.counts_as + lasting


STEPS: dict[str, Step[State, PlainStep]] = {"power": Step(take=deed(use_power))}
