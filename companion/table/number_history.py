"""How a number on the page came about: pure, and only what the viewer may know of it.

Most numbers are one value of the state, whose events say why. Some are a sum or a count of cards:
those are read off the view again, after each line that touched a part of them.
"""

from collections.abc import Iterator
from typing import Any, cast

from companion.kit.events import touches
from companion.kit.say import Say
from companion.kit.story import refuse
from companion.kit.trackers import Counter, Gauge, Tracker
from companion.table.live_game import LiveGame
from companion.table.secrecy import words_for

Told = tuple[int, tuple[Say, ...], Any]  # the line, why, and the number after it
ValueTold = tuple[int, Say, Any]


def value_told(live: LiveGame, handle_id: str, seat: str | None = None) -> tuple[ValueTold, ...]:
    """How a value that may be set by hand came about: every event that touched it."""
    handles = live.game.handles(live.known(seat))
    handle = next((handle for handle in handles if handle.id == handle_id), None)
    if handle is None:
        raise refuse("no_such_handle", "kit.refused.no_such_handle", handle=handle_id)
    told: list[ValueTold] = []
    for line in live.lines:
        touching = [event for event in words_for(line.events, seat) if touches(event, handle.path)]
        for event in touching if touching and live.told.is_told(line, seat) else ():
            exact = (change.to for change in event.changes if change.path == handle.path)
            told.append((line.seq, cast(Say, event.why), next(exact, None)))
    return tuple(told)


def number_told(
    live: LiveGame, tracker_id: str, since: int = 0, seat: str | None = None
) -> tuple[Told, ...]:
    """Every line after that journal number which changed it."""
    tracker = _tracker(live, live.state, tracker_id, seat)
    if tracker is None or not (tracker.made_of or tracker.handle):
        raise refuse("no_such_handle", "kit.refused.no_such_handle", handle=tracker_id)
    if tracker.made_of:
        return tuple(_read_off(live, tracker, since, seat))
    told = value_told(live, tracker.handle or "", seat)
    return tuple((seq, (why,), value) for seq, why, value in told if seq > since)


def _read_off(live: LiveGame, tracker: Tracker, since: int, seat: str | None) -> Iterator[Told]:
    """The number is looked at only after lines that touched a part of it: drawing a view takes its
    time.
    """
    first = next((at for at, line in enumerate(live.lines) if line.seq > since), len(live.lines))
    was = _number(_tracker(live, live.state_at(first), tracker.id, seat))
    for at, line in enumerate(live.lines[first:], first + 1):
        touching = [
            one for one in line.events if any(touches(one, path) for path in tracker.made_of)
        ]
        if touching:
            now = _number(_tracker(live, live.state_at(at), tracker.id, seat))
            if now != was:
                says = tuple(cast(Say, one.why) for one in words_for(touching, seat))
                yield line.seq, says, now
            was = now


def _tracker(live: LiveGame, state: Any, tracker_id: str, seat: str | None) -> Tracker | None:
    shown = live.game.view(live.game.known_to(state, seat), seat).trackers
    return next((one for one in shown if one.id == tracker_id), None)


def _number(tracker: Tracker | None) -> int | None:
    return tracker.value if isinstance(tracker, Counter | Gauge) else None
