"""Server-sent events: one stream per device. A device that was away is caught up from the number it
saw last.
"""

import threading
from collections.abc import Iterator

import msgspec
from flask import Blueprint, Response, current_app, g, request

from companion.table.table import Table
from web.api import choose_language, faces, seat_asked, table
from web.devices import Devices, spoken_around, things
from web.errors import problem
from web.snapshots import SnapshotCache, spoken_line

stream = Blueprint("stream", __name__, url_prefix="/api")
stream.before_request(choose_language)

MOST_STREAMS = 72  # of the server's 96 threads
BEAT_S = 0.7  # a device that hears nothing for three of these says that it is cut off


class StreamSlots:
    """Every open stream holds a thread; so many that taps always find one free."""

    def __init__(self, most: int) -> None:
        self._free = threading.BoundedSemaphore(most)

    def take(self) -> bool:
        return self._free.acquire(blocking=False)

    def leave(self) -> None:
        self._free.release()


@stream.get("/events")
def events() -> Response:
    places: StreamSlots = current_app.config["PLACES"]
    if not places.take():
        return problem(
            503, "too_many_screens", "Too many screens are open.", "Close one that nobody looks at."
        )
    last = request.headers.get("Last-Event-ID", request.args.get("last", ""))
    last_seen = int(last) if last.isascii() and last.isdigit() else None
    stopping = current_app.config["STOPPING"]
    told = _told(table(), faces(), things(), stopping, seat_asked(), g.language, last_seen)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = Response(told, mimetype="text/event-stream", headers=headers)
    response.call_on_close(places.leave)  # also when the device was gone before the first word
    return response


def _told(
    owner: Table,
    shown: SnapshotCache,
    things: Devices,
    stopping: threading.Event,
    seat: str | None,
    language: str,
    last: int | None,
) -> Iterator[bytes]:
    """Each missed line as `line`, then the table as it is as `table`; `around` for badges and
    sights; else a `beat`.
    """
    yield b"retry: 1000\n\n"
    stir = tick = version = -1
    while owner.is_running and not stopping.is_set():
        now = owner.stir if stir < 0 else owner.wait(stir, BEAT_S)
        if now == stir:
            yield b"event: beat\ndata: {}\n\n"
        stir = now
        if owner.tick != tick:
            tick = owner.tick
            seq, table_json = shown.face(seat, language)
            if last is not None and seq > last:
                yield from _missed(owner, last, language)
            last = seq
            yield b"id: %d\nevent: table\ndata: %s\n\n" % (seq, table_json)
        if things.version != version:
            version = things.version
            yield b"event: around\ndata: %s\n\n" % spoken_around(owner, things, language)


def _missed(owner: Table, last: int, language: str) -> Iterator[bytes]:
    if owner.live is None:
        return
    seats, lines = owner.reading(lambda live: (live.state.seats, live.log_since(last)))
    for line in lines:
        plain = msgspec.json.encode(spoken_line(line, seats, language))
        yield b"id: %d\nevent: line\ndata: %s\n\n" % (line.seq, plain)
