"""Abilities used by choice, in the activation and the combat phase."""

from msgspec.structs import replace

from companion.games.mechamancers.pack import EMPTY, Ability, MechCard, title
from companion.games.mechamancers.rules import choices
from companion.games.mechamancers.rules.naming import named
from companion.games.mechamancers.rules.refusals import forbid, no
from companion.games.mechamancers.rules.targets import does_something
from companion.games.mechamancers.state import GameStory, Mech, State, Work, mech_card, with_mech
from companion.kit.asks import Option
from companion.kit.seats import with_player


def ability_of(card: MechCard) -> Ability | None:
    return next((ability for ability in card.abilities if ability.trigger == "turn"), None)


def ability_option(state: State, slot: str) -> Option:
    seat = state.current
    used = int(state.players[seat].field[slot].ability_used)
    return choices.mech(state, f"ability:{slot}", "mm.do.ability", f"{seat}:{slot}", used)


def waits(state: State, mech: Mech) -> bool:
    """Whether a mech that has just come must wait a turn, if the table plays it so."""
    return mech.fresh and state.options["summoning_delay"] == "on"


def use_ability(story: GameStory, slot: str) -> None:
    state = story.state
    seat = state.current
    mech = state.players[seat].field[slot]
    if mech.card == EMPTY:
        raise no("E_TARGET")
    card = mech_card(state, mech.card)
    ability = ability_of(card)
    once = state.options["ability_use"] == "once_per_turn"
    cost = ability.cost_mana if ability else 0
    mana = state.players[seat].mana
    forbid(story, cost > mana, "E_MANA", mech=title(card), cost=cost, mana=mana)
    forbid(story, waits(state, mech), "E_FRESH", mech=title(card))
    forbid(story, once and mech.ability_used, "E_ABILITY_USED", mech=title(card))
    if ability is None:
        raise no("E_ABILITY_NONE", mech=title(card))
    _check_targets(state, slot, ability, title(card))
    _start(story, slot, ability, min(cost, mana))


def _check_targets(state: State, slot: str, ability: Ability, mech: str) -> None:
    """An ability that could do nothing at all is not spent."""
    works = [Work(effect, state.current, slot) for effect in ability.effects]
    if any(does_something(state, work) for work in works):
        return
    if any(work.effect.do == "heal" for work in works):
        raise no("E_HEAL_FULL", mech=mech)
    raise no("E_TARGET")


def _start(story: GameStory, slot: str, ability: Ability, cost: int) -> None:
    state = story.state
    seat = state.current
    mech = replace(state.players[seat].field[slot], ability_used=True)
    state = with_mech(state, seat, slot, mech)
    state = with_player(state, seat, mana=state.players[seat].mana - cost)
    works = tuple(Work(effect, seat, slot, mech.card) for effect in ability.effects)
    state = replace(state, queue=(*state.queue, *works), mana_supply=state.mana_supply + cost)
    story.tell(state, "mm.log.ability", about=(seat,), n=cost, **named(state, f"{seat}:{slot}"))
