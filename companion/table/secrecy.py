"""What a viewer (a seat, or nobody) may be told. Every way out of the table looks through here.

What a game hides is said once, by its `known_to`. What a line did to a hidden value stays hidden
with it: until a later line has laid it open, and for ever if it is undone before.
"""

from collections.abc import Iterable
from typing import Any

from companion.kit.events import Event, Path, diff, touches
from companion.kit.game import Game
from companion.table.lines import Line
from companion.table.timeline import Timeline

NOBODY = ""  # how a spectator is written among seats


def blanked(game: Game[Any], state: Any, seat: str | None) -> tuple[Path, ...]:
    """The values of the state that this viewer does not know."""
    known = game.known_to(state, seat)
    return () if known is state else tuple(change.path for change in diff(state, known))


def kept_from(game: Game[Any], state: Any, events: Iterable[Event]) -> tuple[str, ...]:
    """Who may not know what these events, just told, have led to."""
    told = tuple(events)
    viewers = (NOBODY, *(seat.id for seat in state.seats))
    return tuple(viewer for viewer in viewers if _meets(told, blanked(game, state, viewer or None)))


def _meets(events: tuple[Event, ...], paths: tuple[Path, ...]) -> bool:
    return any(touches(event, path) for event in events for path in paths)


def is_public(line: Line) -> bool:
    """Whether everybody reads the same of it."""
    return not line.kept_from and all(event.only is None for event in line.events)


def is_open_to(game: Game[Any], timeline: Timeline, line: Line, seat: str | None) -> bool:
    """Whether this viewer may know what was answered in that line."""
    if (seat or NOBODY) not in line.kept_from:
        return True
    after = next((at for at, one in enumerate(timeline.lines, 1) if one is line), None)
    if after is None:
        return False
    counts = (len(timeline.lines), *range(after, len(timeline.lines)))
    states = (timeline.state_at(count) for count in counts)
    return not all(_meets(line.events, blanked(game, state, seat)) for state in states)


def words_for(events: Iterable[Event], seat: str | None) -> tuple[Event, ...]:
    """The events whose words this viewer may read."""
    return tuple(
        event
        for event in events
        if event.why is not None and (event.only is None or seat in event.only)
    )
