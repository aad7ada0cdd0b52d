"""Powers of claimed runes: which may be used now, and what using one costs. What they do is in
`effects.py`.
"""

from msgspec.structs import replace

from companion.games.runika.pack import Effect, Power
from companion.games.runika.rules.asking import turn_id
from companion.games.runika.rules.effects import begin, can_do_anything
from companion.games.runika.state import (
    NO_DIE,
    Claimed,
    State,
    Telling,
    has_powers,
    with_player,
    with_turn,
)
from companion.kit.asks import Ask, Choose, Option
from companion.kit.intents import Answer, Chosen
from companion.kit.say import Say, name_of, say
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


def asks(state: State) -> tuple[Ask, ...]:
    if not has_powers(state) or not state.me.runes:
        return ()
    options = tuple(
        Option(
            name,
            say("rk.option.power", name=state.pack.rune(card.rune).name),
            power_say(state, card),
            card=card.rune,
        )
        for name, card in zip(names_of(state.me.runes), state.me.runes, strict=True)
        if why_not(state, card) is None
    )
    if not options:
        return ()
    what = say("rk.ask.power", seat=name_of(state.active))
    return (
        Choose(
            id=turn_id(state, "power"),
            say=what,
            seats=(state.active,),
            options=options,
            optional=True,
        ),
    )


def power_say(state: State, card: Claimed) -> Say:
    """The power in words: the card's own text, or what its effects do."""
    power = state.pack.rune(card.rune).power
    if power.text:
        return say("rk.power.text", text=power.text)
    return say("rk.power.effects", what=tuple(effect_say(effect) for effect in effects_of(power)))


def effect_say(effect: Effect) -> Say:
    return say(f"rk.effect.{effect.do}", n=effect.n)


def use(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Chosen)
    state, seat = story.state, story.state.active
    at = names_of(state.me.runes).index(answer.answer.options[0])
    card = state.me.runes[at]
    rune = state.pack.rune(card.rune)
    flips = rune.power.timing == "discard_on_turn"
    spent = replace(card, flipped=True) if flips else replace(card, used=True)
    state = with_player(
        with_turn(state, aim=NO_DIE), seat, runes=replaced(state.me.runes, at, spent)
    )
    key = "rk.log.power_flipped" if flips else "rk.log.power_used"
    story.tell(
        state, key, about=(seat,), seat=name_of(seat), name=rune.name, what=power_say(state, card)
    )
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
