"""Numbers that follow from the state: health, swords, damage, blockers, shields, costs. Nothing is
stored here.
"""

from companion.games.mechamancers.pack import DRAWN, Effect, MechCard, RoleCard, Stats
from companion.games.mechamancers.state import (
    HAND_LIMIT,
    Mech,
    Player,
    State,
    hand_size,
    mech_card,
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
    effects = {
        card.id: tuple(
            e
            for one in card.abilities
            if one.trigger == "passive"
            for e in one.effects
            if e.do != "manual"
        )
        for card in mechs
    }
    return {card: found for card, found in effects.items() if found}


@by_identity
def passives(state: State) -> list[tuple[str, str, Effect]]:
    """What standing mechs do by merely standing: owner, slot, effect."""
    known = _standing_effects(state.pack.mechs)
    if not known:
        return []
    return [
        (seat, slot, effect)
        for seat, player in state.players.items()
        for slot, mech in standing(player)
        if mech.card in known
        for effect in known[mech.card]
    ]


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
    given = sum(
        boost.n for boost in mech.boosts if boost.what == what and boost.until != "next_round"
    )
    do = "add_attacks" if what == "attacks" else "add_damage"
    return given + sum(
        effect.n
        for owner, at, effect in passives(state)
        if effect.do == do and reaches(state, effect, owner, at, seat, slot)
    )


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
    slots = [
        slot
        for slot, mech in standing(state.players[seat])
        if mech_card(state, mech.card).type == "attack"
    ]
    return sum(attacks_left(state, seat, slot) * damage_now(state, seat, slot) for slot in slots)


def blocker_health(state: State, seat: str) -> int:
    return sum(health(state, state.players[seat].field[slot]) for slot in blockers(state, seat))


def total_shield(state: State, defender: str, attacker: str) -> int:
    """What the attacker must exceed to take victory points from this base."""
    return blocker_health(state, defender) + state.players[defender].shield_left.get(attacker, 0)


def cost_now(state: State, seat: str, card: MechCard) -> int:
    """The price of a mech for this player, never below nothing."""
    change = sum(
        last.n
        for last in state.players[seat].lasting
        if last.what == "cost" and last.until != "next_round" and last.part in ("", card.type)
    )
    for owner, _slot, effect in passives(state):
        if (
            effect.do == "change_cost"
            and effect.type in ("", card.type)
            and concerns(state, effect, owner, seat)
        ):
            change += effect.n
    return max(0, card.cost + change)


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
    best = max(player.vp for player in state.players.values() if player.status == "playing")
    return [
        seat
        for seat, player in state.players.items()
        if player.vp == best and player.status == "playing"
    ]


def trailers(state: State) -> list[str]:
    least = min(player.vp for player in state.players.values() if player.status == "playing")
    return [
        seat
        for seat, player in state.players.items()
        if player.vp == least and player.status == "playing"
    ]


def pierces(state: State, seat: str, what: str) -> bool:
    """Whether this player's next attack passes by base shields, or by blockers."""
    for last in state.players[seat].lasting:
        if last.what == "pierce" and last.until != "next_round" and last.part in (what, "both"):
            return True
    return any(
        effect.do == "pierce" and effect.what in (what, "both") and owner == seat
        for owner, _slot, effect in passives(state)
    )


def skips(state: State, seat: str, phase: str) -> bool:
    """Whether an effect makes this player pass over the phase."""
    for last in state.players[seat].lasting:
        if last.what == "skip" and last.until != "next_round" and last.part == phase:
            return True
    return any(
        effect.do == "skip_phase" and effect.phase == phase and concerns(state, effect, owner, seat)
        for owner, _slot, effect in passives(state)
    )


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
    if sum(player.drawn_this_turn.values()) >= sum(
        allowance.count for allowance in role.draw or ()
    ):
        return 0
    if len(role.draw or ()) == 1:
        allowance = (role.draw or ())[0]
        return (
            allowance.count - sum(player.drawn_this_turn.values()) if kind in allowance.types else 0
        )
    drawn, more = player.drawn_this_turn, 0
    while may_draw(role, {**drawn, kind: drawn.get(kind, 0) + more + 1}):
        more += 1
    return more


def in_pile(state: State, kind: str) -> int | None:
    """How many cards can be drawn, the discard shuffled in if that is played; None: nobody knows."""
    pile = state.pile[kind]
    if pile is None:
        return None
    return pile + (state.discard[kind] if state.options["empty_pile"] == "reshuffle" else 0)


def over_limit(player: Player) -> int:
    return max(0, hand_size(player) - HAND_LIMIT)
