"""The table before the first round: options, starting goods, piles."""

from companion.games.mechamancers.pack import DRAWN, TYPES, MechamancersPack, check_pack
from companion.games.mechamancers.state import SLOTS, START_MANA, START_VP, Mech, Player, State, no
from companion.kit.game import Options, OptionSpec, Seats

FEWEST, MOST = 2, 4


def _option(name: str, *values: str) -> OptionSpec:
    return OptionSpec(name, values, values[0])


OPTIONS = (
    _option("ruler_privilege", "picks_first", "acts_first", "both"),
    _option("fallback_first_picker", "first_to_act", "first_to_pick"),
    _option("base_shield_mode", "pool", "single_hit"),
    _option("vp_source", "defender", "supply"),
    _option("vp_shortfall", "capped", "topped_up"),
    _option("bulwark_blocks", "yes", "no"),
    _option("blockers_guard", "base", "base_and_mechs"),
    _option("overkill", "lost", "spills"),
    _option("quirk_return", "same_order", "any_order"),
    _option("removed_triggers", "off", "on"),
    _option("hand_limit", "discard_at_end_of_resource", "discard_at_once", "stop_drawing"),
    _option("draw_mode", "up_to", "exact"),
    _option("warlock_target", "resource_phase", "name_in_combat"),
    _option("barricade_target", "own", "any"),
    _option("summoning_delay", "off", "on"),
    _option("ability_use", "once_per_turn", "unlimited"),
    _option("empty_pile", "reshuffle", "skip"),
    _option("end_timing", "extra_round", "at_once"),
    _option("tie_break", "shared", "mana", "field_health"),
    _option("roles_face", "open", "secret_until_all"),
    _option("piles_face", "down", "up"),
)


def set_up(options: Options, seats: Seats, pack: MechamancersPack) -> State:
    if not FEWEST <= len(seats) <= MOST:
        raise no("E_PLAYERS", n=len(seats))
    for problem in check_pack(pack):
        raise no("E_PACK", what=problem.message)
    bulwark = next(mech.id for mech in pack.mechs if mech.type == "bulwark")
    players = {seat.id: _player(bulwark) for seat in seats}
    return State(
        seats=seats,
        options=dict(options),
        pack=pack,
        step="SU1",
        mech_at={mech.id: at for at, mech in enumerate(pack.mechs)},
        role_at={role.id: at for at, role in enumerate(pack.roles)},
        event_at={event.id: at for at, event in enumerate(pack.events)},
        players=players,
        pile={kind: _copies(pack, kind) for kind in DRAWN},
        discard=dict.fromkeys(TYPES, 0),
        vp_supply=(pack.victory_tokens or START_VP * len(seats)) - START_VP * len(seats),
        mana_supply=(pack.mana_tokens or START_MANA * len(seats)) - START_MANA * len(seats),
        first_picker=seats[0].id,
        first_actor=seats[0].id,
        vp_total=pack.victory_tokens or START_VP * len(seats),
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
