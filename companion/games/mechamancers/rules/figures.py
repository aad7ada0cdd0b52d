"""Numbers that follow from the state: health, swords, damage, blockers, shields, costs. Nothing is
stored here.
"""

from companion.games.mechamancers.pack import DRAWN, Effect, MechCard, RoleCard, Stats
from companion.games.mechamancers.state import (
    HAND_LIMIT,
    Lasting,
    Mech,
    Player,
    State,
    hand_size,
    mech_card,
    playing,
    standing,
)
from companion.kit.memo import by_identity


def corner(state: State, mech: Mech) -> Stats:
    """The stats now at the top left of the card."""
    return mech_card(state, mech.card).stats[mech.d]


def health(state: State, mech: Mech) -> int:
    return mech_card(state, mech.card).max_health - mech.d


def blocks(state: State, card: MechCard) -> bool:
    """Whether such a mech guards its owner's base while it stands."""
    if card.type == "bulwark":
        return state.options["bulwark_blocks"] == "yes"
    return card.type == "defense" if card.blocks is None else card.blocks


def blockers(state: State, seat: str) -> list[str]:
    """The slots of the mechs that guard this base."""
    field = standing(state.players[seat])
    return [slot for slot, mech in field if blocks(state, mech_card(state, mech.card))]


@by_identity
def _standing_effects(mechs: tuple[MechCard, ...]) -> dict[str, tuple[Effect, ...]]:
    """By card, what such a mech does by merely standing there; cards that do nothing so are left
    out.
    """
    effects = {card.id: _passive_effects(card) for card in mechs}
    return {card: found for card, found in effects.items() if found}


def _passive_effects(card: MechCard) -> tuple[Effect, ...]:
    found: list[Effect] = []
    for ability in card.abilities:
        if ability.trigger == "passive":
            found += [effect for effect in ability.effects if effect.do != "manual"]
    return tuple(found)


@by_identity
def passives(state: State) -> list[tuple[str, str, Effect]]:
    """What standing mechs do by merely standing: owner, slot, effect."""
    known = _standing_effects(state.pack.mechs)
    found: list[tuple[str, str, Effect]] = []
    for seat, player in state.players.items() if known else ():
        for slot, mech in standing(player):
            if mech.card in known:
                found += [(seat, slot, effect) for effect in known[mech.card]]
    return found


def reaches(state: State, effect: Effect, owner: str, slot: str, seat: str, at: str) -> bool:
    """Whether a standing mech's effect concerns the mech of `seat` in slot `at`."""
    match effect.mechs:
        case "self":
            near = (owner, slot) == (seat, at)
        case "own_mech":
            near = owner == seat
        case "foe_mech":
            near = owner != seat
        case _:
            near = effect.mechs == "any_mech"
    return near and fits(state, effect, state.players[seat].field[at])


def fits(state: State, effect: Effect, mech: Mech) -> bool:
    """Whether the mech is of the kind the effect asks for."""
    card = mech_card(state, mech.card)
    if effect.type and card.type != effect.type:
        return False
    if (effect.damaged or effect.do == "heal") and mech.d == 0:
        return False
    return not effect.blocker or blocks(state, card)


def bonus(state: State, seat: str, slot: str, what: str) -> int:
    """Extra swords or damage of a mech: given for a while, and by standing mechs."""
    mech = state.players[seat].field[slot]
    now = [boost for boost in mech.boosts if boost.until != "next_round"]
    total = sum(boost.n for boost in now if boost.what == what)
    do = "add_attacks" if what == "attacks" else "add_damage"
    for owner, at, effect in passives(state):
        if effect.do == do and reaches(state, effect, owner, at, seat, slot):
            total += effect.n
    return total


def attacks_of(state: State, seat: str, slot: str) -> int:
    """How many attacks the mech may make in its owner's turn."""
    mech = state.players[seat].field[slot]
    if mech_card(state, mech.card).type != "attack":
        return 0
    return max(0, corner(state, mech).attacks + bonus(state, seat, slot, "attacks"))


def attacks_left(state: State, seat: str, slot: str) -> int:
    return max(0, attacks_of(state, seat, slot) - state.players[seat].field[slot].attacks_made)


def damage_now(state: State, seat: str, slot: str) -> int:
    mech = state.players[seat].field[slot]
    return max(0, corner(state, mech).damage + bonus(state, seat, slot, "damage"))


def attack_points(state: State, seat: str) -> int:
    """What a player can still deal this turn."""
    field = standing(state.players[seat])
    armed = [slot for slot, mech in field if mech_card(state, mech.card).type == "attack"]
    return sum(attacks_left(state, seat, slot) * damage_now(state, seat, slot) for slot in armed)


def blocker_health(state: State, seat: str) -> int:
    return sum(health(state, state.players[seat].field[slot]) for slot in blockers(state, seat))


def total_shield(state: State, defender: str, attacker: str) -> int:
    """What the attacker must exceed to take victory points from this base."""
    return blocker_health(state, defender) + state.players[defender].shield_left.get(attacker, 0)


def cost_now(state: State, seat: str, card: MechCard) -> int:
    """The price of a mech for this player, never below nothing."""
    change, meant = 0, ("", card.type)
    for last in lasting_now(state.players[seat], "cost"):
        change += last.n if last.part in meant else 0
    for owner, _slot, effect in passives(state):
        if effect.do == "change_cost" and effect.type in meant:
            change += effect.n if concerns(state, effect, owner, seat) else 0
    return max(0, card.cost + change)


def lasting_now(player: Player, what: str) -> list[Lasting]:
    """What holds for this player already, not only from the next round on."""
    return [last for last in player.lasting if last.what == what and last.until != "next_round"]


def concerns(state: State, effect: Effect, owner: str, seat: str) -> bool:
    """Whether a standing mech's effect on players reaches this one."""
    match effect.who:
        case "me":
            return seat == owner
        case "each":
            return True
        case "each_foe":
            return seat != owner
        case "leader":
            return seat in leaders(state)
        case "last":
            return seat in trailers(state)
        case _:
            return False


def leaders(state: State) -> list[str]:
    points = {seat: state.players[seat].vp for seat in playing(state)}
    best = max(points.values())
    return [seat for seat, vp in points.items() if vp == best]


def trailers(state: State) -> list[str]:
    points = {seat: state.players[seat].vp for seat in playing(state)}
    least = min(points.values())
    return [seat for seat, vp in points.items() if vp == least]


def pierces(state: State, seat: str, what: str) -> bool:
    """Whether this player's next attack passes by base shields, or by blockers."""
    meant = (what, "both")
    if any(last.part in meant for last in lasting_now(state.players[seat], "pierce")):
        return True
    own = [effect for owner, _slot, effect in passives(state) if owner == seat]
    return any(effect.do == "pierce" and effect.what in meant for effect in own)


def skips(state: State, seat: str, phase: str) -> bool:
    """Whether an effect makes this player pass over the phase."""
    if any(last.part == phase for last in lasting_now(state.players[seat], "skip")):
        return True
    for owner, _slot, effect in passives(state):
        is_meant = effect.do == "skip_phase" and effect.phase == phase
        if is_meant and concerns(state, effect, owner, seat):
            return True
    return False


def bulwarks_of(state: State, seat: str) -> int:
    """How many Bulwarks stand on this field."""
    field = standing(state.players[seat])
    return sum(mech_card(state, mech.card).type == "bulwark" for _slot, mech in field)


def may_draw(role: RoleCard, drawn: dict[str, int]) -> bool:
    """Whether all cards drawn can be shared out among the role's allowances: every set of types has
    room (Hall).
    """
    allowances = role.draw or ()
    for mask in range(1, 1 << len(DRAWN)):
        types = {kind for at, kind in enumerate(DRAWN) if mask >> at & 1}
        room = sum(allowance.count for allowance in allowances if types & set(allowance.types))
        if sum(drawn.get(kind, 0) for kind in types) > room:
            return False
    return True


def draws_left(player: Player, role: RoleCard, kind: str) -> int:
    """How many more cards of that type the role allows this turn."""
    drawn, allowances = player.drawn_this_turn, role.draw or ()
    total = sum(drawn.values())
    if total >= sum(allowance.count for allowance in allowances):
        return 0
    if len(allowances) == 1:
        allowance = allowances[0]
        return allowance.count - total if kind in allowance.types else 0
    more = 0
    while may_draw(role, {**drawn, kind: drawn.get(kind, 0) + more + 1}):
        more += 1
    return more


def in_pile(state: State, kind: str) -> int | None:
    """How many cards can be drawn, the discard shuffled in if played so; None: nobody knows."""
    pile = state.pile[kind]
    if pile is None:
        return None
    return pile + (state.discard[kind] if state.options["empty_pile"] == "reshuffle" else 0)


def over_limit(player: Player) -> int:
    return max(0, hand_size(player) - HAND_LIMIT)
