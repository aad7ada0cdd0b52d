"""Whom an effect concerns: players, and mechs seen from a player's side of the table."""

from companion.games.mechamancers.pack import Effect
from companion.games.mechamancers.rules.figures import blockers, fits, leaders, trailers
from companion.games.mechamancers.state import (
    State,
    Work,
    hand_size,
    in_turn_order,
    mech_in,
    standing,
)
from companion.kit.seats import order_of

ON_MECHS = (
    "damage",
    "destroy",
    "heal",
    "add_attacks",
    "add_damage",
    "prevent_damage",
    "return_to_hand",
)


def possible_foes(state: State, effect: Effect, owner: str) -> tuple[str, ...]:
    """Opponents an effect can be aimed at: a physical blow only at a base nobody guards."""
    if not owner:
        return ()
    foes = [seat for seat in in_turn_order(state) if seat != owner]
    if effect.do == "damage_base" and effect.kind == "physical":
        foes = [seat for seat in foes if not blockers(state, seat)]
    return tuple(foes)


def whose(state: State, work: Work) -> tuple[str, ...]:
    """The players concerned, in turn order. An event has no owner: "me" is then nobody's side."""
    seats = _whoever(state, work)
    least = work.effect.hand_from
    if not least:
        return seats
    return tuple(seat for seat in seats if seat and hand_size(state.players[seat]) >= least)


def _whoever(state: State, work: Work) -> tuple[str, ...]:
    order = in_turn_order(state)
    match work.effect.who:
        case "me":
            return (work.owner,)
        case "chosen_foe":
            foes = (work.foe,) if work.foe else possible_foes(state, work.effect, work.owner)
            return foes[:1]
        case "each_foe":
            return tuple(seat for seat in order if seat != work.owner)
        case "each":
            return order
        case "leader":
            first = leaders(state)
            return tuple(seat for seat in order if seat in first)
        case "last":
            last = trailers(state)
            return tuple(seat for seat in order if seat in last)


def candidates(state: State, work: Work, side: str) -> tuple[str, ...]:
    """The mechs the effect may be applied to, seen from one player's side."""
    effect = work.effect
    if effect.mechs == "attacking_mech":
        refs = [work.attacker]
    elif effect.mechs == "self":
        refs = [f"{work.owner}:{work.slot}"]
    else:
        refs = _mechs_beside(state, effect, side)
    found = [(ref, mech_in(state, ref)) for ref in refs]
    return tuple(ref for ref, mech in found if mech is not None and fits(state, effect, mech))


def _mechs_beside(state: State, effect: Effect, side: str) -> list[str]:
    own, foes = effect.mechs != "foe_mech", effect.mechs != "own_mech"
    refs: list[str] = []
    for seat in _everybody(state):
        if own if seat == side else foes:
            refs += [f"{seat}:{slot}" for slot, _mech in standing(state.players[seat])]
    return refs


def _everybody(state: State) -> tuple[str, ...]:
    """Mechs of whoever left stay and can be hit."""
    order = in_turn_order(state)
    return order + tuple(seat for seat in order_of(state) if seat not in order)


def does_something(state: State, work: Work) -> bool:
    """Whether the effect would find anybody, or any mech, to work on."""
    if work.effect.who == "chosen_foe" and not possible_foes(state, work.effect, work.owner):
        return False
    if work.effect.do not in ON_MECHS:
        return True
    return any(candidates(state, work, side) for side in whose(state, work))
