"""The resource phase: draws, the discard for the hand limit, and the five privileges."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.mechamancers.damage import boost, heal
from companion.games.mechamancers.figures import corner, draws_left, over_limit
from companion.games.mechamancers.goods import (
    discard_cards,
    discarded_from_hand,
    draw_cards,
    gain_mana,
    limit_hand,
    type_name,
)
from companion.games.mechamancers.pack import DRAWN, Effect, title
from companion.games.mechamancers.state import (
    HAND_LIMIT,
    Boost,
    State,
    Told,
    forbid,
    hand_size,
    mech_card,
    mech_in,
    no,
    role_card,
    standing,
    with_player,
)
from companion.games.mechamancers.turn import allowed
from companion.kit.say import name_of


def privilege_of(state: State) -> Effect:
    return role_card(state, state.players[state.current].role).privilege


def draw(story: Told, kind: str, n: int) -> None:
    """So many cards of one type, within what the role allows."""
    state = story.state
    player = state.players[state.current]
    role = role_card(state, player.role)
    if kind not in {kind for allowance in role.draw or () for kind in allowance.types}:
        raise no("E_DRAW_TYPE", type=type_name(kind), allowed=allowed(state))
    if not 1 <= n <= draws_left(player, role, kind):
        raise no("E_DRAW_COUNT", allowed=allowed(state))
    if state.options["hand_limit"] == "stop_drawing":
        surplus = hand_size(player) + n - HAND_LIMIT
        forbid(story, surplus > 0, "E_HAND_LIMIT", n=surplus, most=HAND_LIMIT)
    drawn = draw_cards(story, state.current, kind, n)
    before = player.drawn_this_turn
    counted = {**before, kind: before.get(kind, 0) + drawn}
    story.keep(with_player(story.state, state.current, drawn_this_turn=counted))
    limit_hand(story, state.current)


def discard(story: Told, kind: str, n: int) -> None:
    """Down to the hand limit, and no further."""
    state = story.state
    player = state.players[state.current]
    surplus = over_limit(player)
    if n > surplus:
        raise no("E_DISCARD_NEEDLESS", n=surplus)
    if not 1 <= n <= player.hand.get(kind, 0):
        raise no("E_NOT_IN_HAND", type=type_name(kind))
    discard_cards(story, state.current, kind, n)


# Privileges


def healable(state: State) -> list[str]:
    """The damaged mechs the Barricade may repair."""
    seats = [state.current] if state.options["barricade_target"] == "own" else list(state.players)
    return [
        f"{seat}:{slot}"
        for seat in seats
        for slot, mech in standing(state.players[seat])
        if mech.d > 0
    ]


def armed(state: State) -> list[str]:
    """Own mechs that show a sword now."""
    field = standing(state.players[state.current])
    return [f"{state.current}:{slot}" for slot, mech in field if corner(state, mech).attacks > 0]


def names_in_combat(state: State) -> bool:
    return state.options["warlock_target"] == "name_in_combat"


def privilege_targets(state: State) -> list[str]:
    """What the current player's privilege can be used on now; nothing: it is not offered."""
    match privilege_of(state).do:
        case "event_peek":
            most = privilege_of(state).bury_max
            return [str(moved) for moved in range(most + 1)] if state.event_pile else []
        case "heal":
            return healable(state)
        case "add_attacks":
            return ["announce"] if names_in_combat(state) else armed(state)
        case "transmute":
            return ["hand"] if hand_size(state.players[state.current]) else []
        case _:
            return []  # the Ruler's works by holding the role


def use_privilege(story: Told, target: str) -> None:
    state = story.state
    check_privilege(state, target)
    effect, seat = privilege_of(state), state.current
    story.keep(with_player(state, seat, privilege_used=True))
    match effect.do:
        case "event_peek":
            looked = min(effect.n, state.event_pile)
            peeked(story, seat, looked, int(target))
        case "heal":
            heal(story, [target], effect.n)
        case _ if names_in_combat(state):
            after = replace(story.state, unnamed_attacks=effect.n)
            story.tell(after, "mm.log.attack_announced", about=(seat,), seat=name_of(seat))
        case _:
            boost(story, [target], Boost("attacks", effect.n, "turn"))


def peeked(story: Told, seat: str, looked: int, moved: int) -> None:
    """Told are only the numbers: nobody else learns what lay there."""
    key = (
        "mm.log.peeked"
        if story.state.options["quirk_return"] == "same_order"
        else "mm.log.peeked_any_order"
    )
    story.tell(story.state, key, about=(seat,), seat=name_of(seat), n=looked, moved=moved)


def check_privilege(state: State, target: str) -> None:
    """Refuses in the order of the rules file: used, nothing to use it on, not that target."""
    player = state.players[state.current]
    role = title(role_card(state, player.role))
    if player.privilege_used:
        raise no("E_PRIV_USED", role=role)
    targets = privilege_targets(state)
    if not targets:
        raise no("E_PRIV_NONE", role=role)
    if target in targets:
        return
    raise _not_that(state, target, role)


def _not_that(state: State, target: str, role: str) -> Exception:
    effect = privilege_of(state)
    if effect.do == "event_peek":
        return no("E_QUIRK", n=effect.bury_max)
    mech = mech_in(state, target)
    if (
        effect.do == "heal"
        and any(f"{gone.seat}:{gone.slot}" == target for gone in state.gone)
        and mech is None
    ):
        return no("E_HEAL_DEAD")
    own = target.partition(":")[0] == state.current or state.options["barricade_target"] == "any"
    if effect.do == "heal" and mech is not None and own:
        return no("E_HEAL_FULL", mech=title(mech_card(state, mech.card)))
    return no("E_PRIV_TARGET", role=role)


def transmute(story: Told, seat: str, numbers: Mapping[str, int], rate: int) -> None:
    """Hand cards of the player's choice into mana, in one go."""
    hand = story.state.players[seat].hand
    for kind, n in numbers.items():
        if not 0 <= n <= hand.get(kind, 0):
            raise no("E_TRANSMUTE", n=hand.get(kind, 0), type=type_name(kind))
    total = sum(numbers.values())
    story.keep(discarded_from_hand(story.state, seat, dict(numbers)))
    gain_mana(story, seat, rate * total, "mm.log.transmuted", cards=total)


def use_transmute(story: Told, numbers: Mapping[str, int]) -> None:
    """The Cabalist's privilege."""
    check_privilege(story.state, "hand")
    seat, rate = story.state.current, privilege_of(story.state).n
    story.keep(with_player(story.state, seat, privilege_used=True))
    transmute(story, seat, numbers, rate)


def name_attacker(story: Told, slot: str) -> None:
    """The Warlock's extra attack, announced before, goes to a mech now."""
    state = story.state
    ref = f"{state.current}:{slot}"
    if ref not in armed(state):
        raise no("E_PRIV_TARGET", role=title(role_card(state, state.players[state.current].role)))
    given = Boost("attacks", state.unnamed_attacks, "turn")
    story.keep(replace(state, unnamed_attacks=0))
    boost(story, [ref], given)


def draw_options(state: State) -> list[tuple[str, int]]:
    """Every draw the role still allows: type and number."""
    player = state.players[state.current]
    role = role_card(state, player.role)
    return [(kind, n) for kind in DRAWN for n in range(1, draws_left(player, role, kind) + 1)]
