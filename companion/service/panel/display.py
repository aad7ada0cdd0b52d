"""The panel's display: the ask, what is being dialled, the main figures. Strings in, lines out;
pure.
"""

from collections.abc import Callable, Mapping, Sequence

from companion.kit.asks import Ask, Count
from companion.kit.say import Say, say
from companion.kit.trackers import Counter, Gauge, Track, Tracker
from companion.service.panel import dial
from companion.service.panel.actions import PanelFocus, PanelScene, in_front
from firmware_bridge.text import wrap

UNDO_TURN = say("panel.undo_turn")
UNDO_TURN_HOW = say("panel.undo_turn_how")
BIG = 2


def lines(scene: PanelScene, focus: PanelFocus, columns: int, rows: int) -> tuple[str, ...]:
    """Exactly `rows` lines: on four, two for the ask and two for dial and figures; on two, one
    each.
    """
    if rows == 0:
        return ()
    if focus.asks_undo_turn:
        return _fill(
            (*_wrapped(scene.speak(UNDO_TURN), columns, rows - 1), scene.speak(UNDO_TURN_HOW)), rows
        )
    ask = in_front(scene, focus)
    below = (*_dialled(scene, ask, focus, columns), *scene.figures)
    most_above = rows - min(len(below), rows // 2)
    above = _wrapped(scene.speak(ask.say), columns, most_above) if ask else ()
    if len(scene.asks) > 1 and above:
        place = next(at for at, other in enumerate(scene.asks, 1) if other is ask)
        mark = f" {place}/{len(scene.asks)}"
        above = (above[0][: columns - len(mark)].ljust(columns - len(mark)) + mark, *above[1:])
    return _fill((*above, *below[: rows - len(above)]), rows)


def _wrapped(text: str, columns: int, rows: int) -> tuple[str, ...]:
    return tuple(line for line in wrap(text, columns, max(1, rows)) if line)


def _fill(given: tuple[str, ...], rows: int) -> tuple[str, ...]:
    return (given + ("",) * rows)[:rows]


def _dialled(
    scene: PanelScene, ask: Ask | None, focus: PanelFocus, columns: int
) -> tuple[str, ...]:
    if isinstance(ask, Count):
        return (f"- {focus.number} +".center(columns).rstrip(),)
    run = dial.items(ask, focus.taken) if ask else ()
    if not run:
        return ()
    label = run[focus.number % len(run)].label
    text = scene.speak(label) if isinstance(label, Say) else label
    taken = f"{len(focus.taken)}+" if focus.taken else ""
    return (f"{taken}>{text}"[:columns],)


def figures(
    trackers: Sequence[Tracker],
    seats: Sequence[str],
    names: Mapping[str, str],
    speak: Callable[[Say], str],
    columns: int,
) -> tuple[str, ...]:
    """The numbers that matter: each seat's, packed into lines, then those of the middle."""
    parts = [
        f"{names[seat][:4]} {numbers}" for seat in seats if (numbers := _of_seat(trackers, seat))
    ]
    parts += [
        f"{speak(tracker.say)} {value}"[:columns]
        for tracker in trackers
        if tracker.seat is None and tracker.size >= BIG and (value := _value(tracker))
    ]
    return _packed(parts, columns)


def _of_seat(trackers: Sequence[Tracker], seat: str) -> str:
    own = [
        value
        for tracker in trackers
        if tracker.seat == seat and (value := _value(tracker)) and _is_main(tracker)
    ]
    tracks = (
        tracker for tracker in trackers if isinstance(tracker, Track) and tracker.seat is None
    )
    marked = [str(marker.at) for track in tracks for marker in track.markers if marker.seat == seat]
    return "|".join(own or marked)  # a track on the table repeats what the seat has as a number


def _is_main(tracker: Tracker) -> bool:
    return tracker.size >= BIG or (isinstance(tracker, Counter) and tracker.counts)


def _value(tracker: Tracker) -> str:
    match tracker:
        case Counter():
            return str(tracker.value)
        case Gauge():
            return f"{tracker.value}/{tracker.most}"
        case _:
            return ""


def _packed(parts: Sequence[str], columns: int) -> tuple[str, ...]:
    packed: list[str] = []
    for part in parts:
        if packed and len(packed[-1]) + 2 + len(part) <= columns:
            packed[-1] += "  " + part
        else:
            packed.append(part[:columns])
    return tuple(packed)
