"""What the tablet draws: the table in the middle, and each player's goods, hand, role, field and
base.
"""

from companion.games.mechamancers.rules.pledge import roles_are_secret
from companion.games.mechamancers.rules.privileges import privilege_of
from companion.games.mechamancers.state import State
from companion.games.mechamancers.views.arrangement import ARRANGEMENT
from companion.games.mechamancers.views.combat import combat_trackers
from companion.games.mechamancers.views.middle import course_sheet, table_trackers
from companion.games.mechamancers.views.seats import player_trackers
from companion.games.mechamancers.views.secrets import is_hidden, known_to
from companion.kit.say import Say, name_of, say
from companion.kit.scoreboard import seat_trackers
from companion.kit.trackers import Tracker, View

__all__ = ["known_to", "view"]


def view(state: State, seat: str | None) -> View:
    def of_seat(state: State, who: str) -> list[Tracker]:
        return player_trackers(state, who, hidden=is_hidden(state, who, seat))

    trackers = (*table_trackers(state, seat), *seat_trackers(state, state.players, of_seat))
    if state.step == "T4":
        trackers += tuple(combat_trackers(state))
    if state.step == "G1":
        trackers += (course_sheet(state),)
    return View(_headline(state), trackers, _closed(state), stage=ARRANGEMENT)


def _closed(state: State) -> tuple[str, ...]:
    """Hands are never looked into; nor roles that lie face down, nor the event pile while somebody
    looks at it.
    """
    hands = tuple(f"hand:{seat}" for seat in state.players)
    if roles_are_secret(state):
        hands += tuple(f"role:{seat}" for seat in state.players)
    looks = state.step == "T2" and privilege_of(state).do == "event_peek"
    looks = looks or any(question.kind == "peek" for question in state.questions)
    return (*hands, "event") if looks else hands


def _headline(state: State) -> Say:
    who = state.picker if state.step == "P2" else state.current
    seat: Say | str = say("mm.name", seat=name_of(who)) if who else ""
    return say(f"mm.head.{state.step}", seat=seat, round=state.round)
