"""From the empty table to the first month: seats, teams, needs, heroes, status points, caravans,
starting cities.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.world_adventure.pack.contents import Pack
from companion.games.world_adventure.rules.constants import SEATS_FOR
from companion.games.world_adventure.rules.refusals import refused
from companion.games.world_adventure.state import (
    GOODS,
    OBJECTIVES,
    TOKENS,
    Player,
    State,
)
from companion.kit.game import Options, Seats
from companion.kit.say import say


def setup(options: Options, seats: Seats, pack: Pack) -> State:
    allowed = SEATS_FOR[str(options["mode"])]
    if len(seats) not in allowed:
        raise refused(
            "seats", mode=say(f"wa.option.mode.{options['mode']}"), n=len(seats), allowed=allowed
        )
    seats = _with_teams(seats) if str(options["mode"]).startswith("coop") else seats
    goods = dict.fromkeys(GOODS, 0)
    runes = dict.fromkeys(OBJECTIVES, 0)
    players = {seat.id: Player(team=seat.team, goods=goods, runes=runes) for seat in seats}
    return State(
        seats=seats,
        options=dict(options),
        pack=pack,
        players=players,
        stock=dict.fromkeys(GOODS, len(seats)),
        need=dict.fromkeys((nation.id for nation in pack.nations), ""),
        wanted_order=tuple(players),
        turn_order=tuple(players),
    )


def _with_teams(seats: Seats) -> Seats:
    """Teams as given, or every other seat; both must be equally large."""
    if not any(seat.team for seat in seats):
        seats = tuple(replace(seat, team="AB"[at % 2]) for at, seat in enumerate(seats))
    sizes = list(Counter(seat.team for seat in seats).values())
    if len(sizes) != 2 or sizes[0] != sizes[1]:
        raise refused("teams", n=len(seats) // 2)
    return seats


def derived(state: State, position: Mapping[str, Any]) -> State:
    """Goods that nobody has aboard lie in stock, tokens that are nowhere on their track; a
    Legendary that stands has been drawn.
    """
    for field in ("merchant_x", "monster_x"):
        out = getattr(state, field)
        state = replace(state, **{field: (*out, *("",) * (TOKENS - len(out)))})
    if "legendaries_used" not in position:
        state = replace(state, legendaries_used=tuple(one.card for one in state.legendaries))
    if "stock" in position:
        return state
    return replace(state, stock={good: len(state.seats) - _aboard(state, good) for good in GOODS})


def _aboard(state: State, good: str) -> int:
    """In all caravans together."""
    return sum(one.goods.get(good, 0) for one in state.players.values())
