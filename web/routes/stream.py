"""Server-sent events: one stream per device. A device that was away is caught up from the number it
saw last.
"""

from collections.abc import Iterator

from flask import Blueprint, Response, g, request

from web.endpoints import EVENT_STREAM, QueryParameter, endpoint
from web.services import Services, services
from web.streams import BEAT, BEAT_S, FIRST_WORD, TAKES_OVER, Stream, StreamWanted, shown_to
from web.viewer import LANGUAGE, SEAT, choose_language, seat_of_viewer

stream_routes = Blueprint("stream", __name__, url_prefix="/api")
stream_routes.before_request(choose_language)

LAST = QueryParameter("last", str, "the journal number seen last, as Last-Event-ID")
CHANGES = QueryParameter("changes", int, "1: after the first table only what changed of it")


@stream_routes.get("/events")
@endpoint(
    "look",
    "server-sent events: line, table, change, around, beat; the id is the journal number",
    SEAT,
    LANGUAGE,
    LAST,
    CHANGES,
    answer="the stream",
    media=EVENT_STREAM,
    problems=(503,),
)
def events() -> Response:
    """The server sends it, all devices' from one place; where none does, a thread per stream."""
    last = request.headers.get("Last-Event-ID", LAST.value() or "")
    seen = int(last) if last.isascii() and last.isdigit() else None
    wanted = StreamWanted(seat_of_viewer(), g.language, seen, CHANGES.value() == 1)
    take_over = request.environ.get(TAKES_OVER)
    if take_over is not None:
        take_over(wanted)
    told = _told(services(), wanted) if take_over is None else ()
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(told, mimetype=EVENT_STREAM, headers=headers)


def _told(given: Services, wanted: StreamWanted) -> Iterator[bytes]:
    yield FIRST_WORD
    stream, changes, seen = Stream(given, wanted), given.table.changes, -1
    while given.table.owner.is_running and not given.stopping.is_set():
        now = changes.version if seen < 0 else changes.wait(seen, BEAT_S)
        yield stream.news(shown_to(given, wanted)) or (BEAT if now == seen else b"")
        seen = now
