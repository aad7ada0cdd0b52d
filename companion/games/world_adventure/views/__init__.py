"""What the tablet draws: the table, the battle, the map, each player's mat. Drawing only."""

from msgspec.structs import replace

from companion.games.world_adventure.state import State
from companion.games.world_adventure.views import table
from companion.games.world_adventure.views.arrangement import IN_BATTLE, ON_THE_MAP
from companion.games.world_adventure.views.battle import arena
from companion.games.world_adventure.views.map import map_of
from companion.games.world_adventure.views.seats import mat
from companion.kit.scoreboard import seat_trackers
from companion.kit.trackers import Tracker, View

__all__ = ["view"]


def view(state: State, _seat: str | None) -> View:
    """All of it is public; only what people look at before choosing is not told to us at all."""
    trackers: list[Tracker] = [
        table.phase(state),
        table.order(state),
        table.stage(state),
        table.events(state),
    ]
    around: list[Tracker] = [
        map_of(state),
        *table.tokens(state),
        table.stock(state),
        table.wanted(state),
        table.runes(state),
    ]
    if state.battle is not None:  # the rest waits until it is over
        trackers += [replace(one, front=True) for one in arena(state, state.battle)]
        around = [replace(one, quiet=True) for one in around]
    mats = seat_trackers(state, state.players, mat)
    arrangement = ON_THE_MAP if state.battle is None else IN_BATTLE
    return View(table.headline(state), (*trackers, *around, *mats), stage=arrangement)
