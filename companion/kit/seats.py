"""Who sits at the table, clockwise seen from above."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import msgspec


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`id` is what rules and positions use, usually the colour; `name` is what people call the
    player.
    """

    id: str
    name: str = ""
    colour: str = ""
    team: str = ""


def after(order: tuple[str, ...], seat: str, steps: int = 1) -> str:
    """The seat `steps` places further along the order (clockwise), going round."""
    return order[(order.index(seat) + steps) % len(order)]


def starting_with(order: tuple[str, ...], seat: str) -> tuple[str, ...]:
    """The whole order, beginning with this seat."""
    at = order.index(seat)
    return order[at:] + order[:at]


class Seated(Protocol):
    """A state with people in it."""

    @property
    def seats(self) -> tuple[Seat, ...]: ...

    @property
    def players(self) -> Mapping[str, Any]: ...


S = TypeVar("S", bound=msgspec.Struct)


def order_of(state: Seated) -> tuple[str, ...]:
    """Everybody, as they sit."""
    return tuple(seat.id for seat in state.seats)


def with_player(state: S, seat: str, /, **changes: Any) -> S:
    """The state with these facts of one player changed."""
    players: Mapping[str, msgspec.Struct] = state.players  # type: ignore[attr-defined]
    changed = msgspec.structs.replace(players[seat], **changes)
    return msgspec.structs.replace(state, players={**players, seat: changed})
