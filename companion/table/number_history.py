"""How a number on the page came about. Pure, and no secrets: only what a spectator sees.

Most numbers are one value of the state, whose events say why. Some are a sum or a count of cards:
those are read off the view again, after each line that touched a part of them.
"""

from collections.abc import Iterator
from typing import Any

from companion.kit.events import touches
from companion.kit.say import Say
from companion.kit.story import refuse
from companion.kit.trackers import Counter, Gauge, Tracker
from companion.table.live_game import LiveGame

Told = tuple[int, tuple[Say, ...], Any]  # the line, why, and the number after it


def number_told(live: LiveGame, tracker_id: str, since: int = 0) -> tuple[Told, ...]:
    """Every line after that journal number which changed it."""
    tracker = _tracker(live, live.state, tracker_id)
    if tracker is None or not (tracker.made_of or tracker.handle):
        raise refuse("no_such_handle", "kit.refused.no_such_handle", handle=tracker_id)
    if tracker.made_of:
        return tuple(_read_off(live, tracker, since))
    told = live.history(tracker.handle or "")
    return tuple((seq, (why,), value) for seq, why, value in told if seq > since)


def _read_off(live: LiveGame, tracker: Tracker, since: int) -> Iterator[Told]:
    """The number is looked at only after lines that touched a part of it: drawing a view takes its
    time.
    """
    first = next((at for at, line in enumerate(live.lines) if line.seq > since), len(live.lines))
    was = _number(_tracker(live, live.state_at(first), tracker.id))
    for at, line in enumerate(live.lines[first:], first + 1):
        touching = [
            one for one in line.events if any(touches(one, path) for path in tracker.made_of)
        ]
        if touching:
            now = _number(_tracker(live, live.state_at(at), tracker.id))
            if now != was:
                yield (
                    line.seq,
                    tuple(one.why for one in touching if one.why and one.only is None),
                    now,
                )
            was = now


def _tracker(live: LiveGame, state: Any, tracker_id: str) -> Tracker | None:
    return next((one for one in live.game.view(state, None).trackers if one.id == tracker_id), None)


def _number(tracker: Tracker | None) -> int | None:
    return tracker.value if isinstance(tracker, Counter | Gauge) else None
