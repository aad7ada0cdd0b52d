"""What the tablet draws, and how much of the state each seat knows."""

from functools import partial

from companion.games.runika.state import State
from companion.games.runika.views.arrangement import ARRANGEMENT
from companion.games.runika.views.grid import active_grid
from companion.games.runika.views.middle import table_trackers
from companion.games.runika.views.seats import sees_merits, trackers_of
from companion.kit.say import say
from companion.kit.scoreboard import seat_trackers
from companion.kit.seats import order_of, with_player
from companion.kit.trackers import View


def view(state: State, seat: str | None) -> View:
    """The middle of the table before the players' own; what is looked at most comes first."""
    shown = known_to(state, seat)
    step = say(f"rk.step.{shown.step}")
    headline = say("rk.headline", round=shown.round, step=step)
    own = seat_trackers(shown, order_of(shown), partial(trackers_of, viewer=seat))
    trackers = (*active_grid(shown), *table_trackers(shown), *own)
    return View(headline, trackers, stage=ARRANGEMENT)


def known_to(state: State, seat: str | None) -> State:
    """Merits kept secret count as nothing for those who have not seen them."""
    for owner, player in state.players.items():
        if player.merits and not sees_merits(state, seat, owner):
            state = with_player(state, owner, merits=(0,) * len(player.merits))
    return state
