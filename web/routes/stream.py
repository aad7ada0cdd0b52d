"""Server-sent events: one stream per device. A device that was away is caught up from the number it
saw last.
"""

from collections.abc import Iterator

import msgspec
from flask import Blueprint, Response, g, request

from companion.table import Table
from web.endpoints import EVENT_STREAM, endpoint
from web.errors import problem
from web.routes.devices import spoken_devices
from web.services import Services, services
from web.snapshots import spoken_line
from web.viewer import LANGUAGE, SEAT, choose_language, seat_of_viewer

stream_routes = Blueprint("stream", __name__, url_prefix="/api")
stream_routes.before_request(choose_language)

BEAT_S = 0.7  # a device that hears nothing for three of these says that it is cut off


@stream_routes.get("/events")
@endpoint(
    "look",
    "server-sent events: line, table, beat; the id is the journal number",
    SEAT,
    LANGUAGE,
    answer="the stream",
    media=EVENT_STREAM,
)
def events() -> Response:
    slots = services().stream_slots
    if not slots.acquire(blocking=False):
        return problem(
            503, "too_many_screens", "Too many screens are open.", "Close one that nobody looks at."
        )
    last = request.headers.get("Last-Event-ID", request.args.get("last", ""))
    last_seen = int(last) if last.isascii() and last.isdigit() else None
    told = _told(services(), seat_of_viewer(), g.language, last_seen)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = Response(told, mimetype=EVENT_STREAM, headers=headers)
    response.call_on_close(slots.release)  # also when the device was gone before the first word
    return response


def _told(given: Services, seat: str | None, language: str, last: int | None) -> Iterator[bytes]:
    """Each missed line as `line`, then the table as it is as `table`; `around` for badges and
    sights; else a `beat`.
    """
    yield b"retry: 1000\n\n"
    table, changes = given.table, given.table.changes
    seen = game_seen = devices_seen = -1
    while table.owner.is_running and not given.stopping.is_set():
        now = changes.version if seen < 0 else changes.wait(seen, BEAT_S)
        if now == seen:
            yield b"event: beat\ndata: {}\n\n"
        seen = now
        if changes.game_version != game_seen:
            game_seen = changes.game_version
            seq, table_json = given.snapshots.spoken(seat, language)
            if last is not None and seq > last:
                yield from _missed(table, last, seat, language)
            last = seq
            yield b"id: %d\nevent: table\ndata: %s\n\n" % (seq, table_json)
        if given.devices.version != devices_seen:
            devices_seen = given.devices.version
            yield b"event: around\ndata: %s\n\n" % spoken_devices(given, language)


def _missed(table: Table, last: int, seat: str | None, language: str) -> Iterator[bytes]:
    if table.live is None:
        return
    seats, lines = table.reading(lambda live: (live.state.seats, live.told.since(last, seat)))
    for line in lines:
        plain = msgspec.json.encode(spoken_line(line, seats, language))
        yield b"id: %d\nevent: line\ndata: %s\n\n" % (line.seq, plain)
