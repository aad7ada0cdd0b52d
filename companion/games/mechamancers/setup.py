"""The table before the first round: starting goods, piles."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.pack import DRAWN, TYPES, MechamancersPack, check_pack
from companion.games.mechamancers.rules.pledge import take_role
from companion.games.mechamancers.rules.refusals import no
from companion.games.mechamancers.state import SLOTS, START_MANA, START_VP, Mech, Player, State
from companion.kit.game import Options, Seats

FEWEST, MOST = 2, 4


def setup(options: Options, seats: Seats, pack: MechamancersPack) -> State:
    if not FEWEST <= len(seats) <= MOST:
        raise no("E_PLAYERS", n=len(seats))
    for problem in check_pack(pack):
        raise no("E_PACK", what=problem.message)
    bulwark = next(mech.id for mech in pack.mechs if mech.type == "bulwark")
    vp_total = pack.victory_tokens or START_VP * len(seats)
    mana_total = pack.mana_tokens or START_MANA * len(seats)
    return State(
        seats=seats,
        options=dict(options),
        pack=pack,
        step="SU1",
        mech_at={mech.id: at for at, mech in enumerate(pack.mechs)},
        role_at={role.id: at for at, role in enumerate(pack.roles)},
        event_at={event.id: at for at, event in enumerate(pack.events)},
        players={seat.id: _player(bulwark) for seat in seats},
        pile={kind: _copies(pack, kind) for kind in DRAWN},
        discard=dict.fromkeys(TYPES, 0),
        vp_supply=vp_total - START_VP * len(seats),
        mana_supply=mana_total - START_MANA * len(seats),
        first_picker=seats[0].id,
        first_actor=seats[0].id,
        vp_total=vp_total,
    )


def _player(bulwark: str) -> Player:
    """One Bulwark already in play, nothing in hand."""
    field = {slot: Mech() for slot in SLOTS}
    return Player(START_VP, START_MANA, dict.fromkeys(TYPES, 0), {**field, "1": Mech(bulwark)})


def _copies(pack: MechamancersPack, kind: str) -> int | None:
    """The size of a pile, if the pack knows it for every card of the type."""
    copies = [mech.copies for mech in pack.mechs if mech.type == kind]
    known = [number for number in copies if number is not None]
    return sum(known) if known and len(known) == len(copies) else None


def derived(state: State, position: Mapping[str, Any]) -> State:
    """A role brings its shield; points that nobody has lie in the supply; a pledge begins with
    the first picker.
    """
    for seat, given in position.get("players", {}).items():
        if given.get("role") and not given.keys() & {"base_shield_now", "shield_left"}:
            state = take_role(state, seat, given["role"])
    if state.step == "P2" and not state.picker:
        state = replace(state, picker=state.first_picker)
    if "vp_supply" not in position:
        held = sum(player.vp for player in state.players.values())
        state = replace(state, vp_supply=state.vp_total - held)
    return state
