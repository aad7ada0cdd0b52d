"""Who sits at the table, clockwise seen from above."""

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
