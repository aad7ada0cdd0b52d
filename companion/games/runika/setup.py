"""The state a game starts from."""

from msgspec.structs import replace

from companion.games.runika.options import has_masteries
from companion.games.runika.pack import Pack
from companion.games.runika.state import Mastery, Player, Space, State
from companion.kit.game import Options, Seats
from companion.kit.story import refuse


def setup(options: Options, seats: Seats, pack: Pack) -> State:
    if not 2 <= len(seats) <= 4:
        raise refuse("E-PLAYERS", "rk.refused.players", n=len(seats))
    bag: dict[str, int] = {spec.id: spec.count for spec in pack.dice}
    state = State(
        seats=seats,
        options=dict(options),
        pack=pack,
        step="S2",
        players={seat.id: Player() for seat in seats},
        bag=bag,
        row=(Space(),) * (len(seats) + 1),
        masteries={},
    )
    if not has_masteries(state):
        return state
    masteries = [rune.id for rune in pack.runes if rune.kind == "mastery"]
    return replace(state, masteries=dict.fromkeys(masteries, Mastery()))
