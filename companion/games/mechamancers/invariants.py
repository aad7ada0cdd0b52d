"""What must always be true."""

from collections.abc import Iterator

from companion.games.mechamancers.pack import EMPTY, TYPES
from companion.games.mechamancers.state import (
    BULWARKS,
    HAND_LIMIT,
    ROUND_STEPS,
    SLOTS,
    Player,
    State,
    hand_size,
    mech_card,
)
from companion.kit.game import Name

NOBODY = Player(0, 0, {}, {})


def names(state: State) -> Iterator[Name]:
    """Every seat and card a state names, and which ones there are."""
    seats = tuple(state.players)
    for field in ("picker", "current", "youngest", "first_picker", "first_actor", "ruler_holder"):
        yield field, getattr(state, field), (*seats, "")
    yield from (("turn_order", seat, seats) for seat in state.turn_order)
    yield from (("acted", seat, seats) for seat in state.acted)
    yield from (("events_used", card, state.event_at) for card in state.events_used)
    for seat, player in state.players.items():
        if player.role:
            yield f"players.{seat}.role", player.role, state.role_at
        yield from ((f"players.{seat}.field", slot, SLOTS) for slot in player.field)
        for slot, mech in player.field.items():
            yield f"players.{seat}.field.{slot}.card", mech.card, (*state.mech_at, EMPTY)


def broken(state: State) -> tuple[str, ...]:
    found = []
    if sum(player.vp for player in state.players.values()) + state.vp_supply != state.vp_total:
        found.append("vp_sum")
    if not 0 <= state.event_pile <= 99:
        found.append("event_pile")
    roles = [player.role for player in state.players.values() if player.role]
    if len(set(roles)) != len(roles) or any(role not in state.role_at for role in roles):
        found.append("roles")
    if not _somebody_is_meant(state):
        found.append("step")
    if state.step == "E1" and state.event_pile < 1:
        found.append("event_left")
    for seat, player in state.players.items():
        found += _broken_player(state, seat, player)
    if _bulwarks(state) > min(BULWARKS, len(state.players)):
        found.append("bulwarks")
    if any(n is not None and n < 0 for n in (*state.pile.values(), *state.discard.values())):
        found.append("piles")
    return tuple(found)


def _somebody_is_meant(state: State) -> bool:
    """A step that waits for somebody names who; a turn is of a player in this round's order."""
    if state.step not in ROUND_STEPS:
        return False
    if state.step == "P2":
        return state.picker in state.players
    if state.step == "T2" and not state.players.get(state.current, NOBODY).role:
        return False
    return not state.step.startswith("T") or state.current in state.turn_order


def _broken_player(state: State, seat: str, player: Player) -> list[str]:
    found = []
    if player.vp < 0 or player.mana < 0 or any(player.hand[kind] < 0 for kind in TYPES):
        found.append(f"negative:{seat}")
    due = any(question.kind == "discard" and question.seat == seat for question in state.questions)
    at_leisure = due or (state.step in ("T1", "T2") and state.current == seat)
    if hand_size(player) > HAND_LIMIT and not at_leisure:
        found.append(f"hand:{seat}")
    if len(player.field) != len(SLOTS) or any(slot not in player.field for slot in SLOTS):
        found.append(f"field:{seat}")
    if any(not _sound(state, mech.card, mech.d) for mech in player.field.values()):
        found.append(f"damage:{seat}")
    if any(not 0 <= cell <= player.base_shield_now for cell in player.shield_left.values()):
        found.append(f"shield:{seat}")
    return found


def _sound(state: State, card: str, d: int) -> bool:
    if card == EMPTY:
        return d == 0
    return card in state.mech_at and 0 <= d < mech_card(state, card).max_health


def _bulwarks(state: State) -> int:
    """On fields and in hands; those gone or never used make up the rest of the four."""
    number = 0
    for player in state.players.values():
        cards = [mech.card for mech in player.field.values() if mech.card in state.mech_at]
        number += sum(mech_card(state, card).type == "bulwark" for card in cards)
        number += player.hand["bulwark"]
    return number
