"""The live game over HTTP. Bytes in, intents to the one owner, plain answers out."""

from typing import Any

from flask import Blueprint, Response, g

from companion.kit.intents import Correct, Intent
from companion.kit.story import refuse
from companion.table import (
    FORMATS,
    Accepted,
    Duplicate,
    Refused,
    Table,
    curves,
    exported,
    number_told,
    position_now,
    snapshot_at,
)
from web.endpoints import QueryParameter, endpoint
from web.errors import as_json, problem, refused
from web.services import services
from web.snapshots import plain_snapshot, spoken_line
from web.viewer import LANGUAGE, SEAT, choose_language, say, seat_of_viewer, spoken_json

table_routes = Blueprint("table", __name__, url_prefix="/api")
table_routes.before_request(choose_language)

AS = QueryParameter("as", str, choices=("position",))
AT = QueryParameter("at", int, "as it was after that line")
SINCE = QueryParameter("since", int, "only what came after that line")


def table() -> Table:
    return services().table


@table_routes.get("/table")
@endpoint("look", "the table as one seat sees it", SEAT, LANGUAGE, AS, AT, problems=(409,))
def show_table() -> Response:
    if AS.value() == "position":
        return as_json(table().reading(position_now))
    at = AT.value()
    if at is not None:
        return as_json(plain_snapshot(snapshot_at(table(), at), g.language))
    _, whole = services().snapshots.spoken(seat_of_viewer(), g.language)
    return Response(whole, mimetype="application/json")


@table_routes.post("/intents")
@endpoint("play", "one intent", answer="accepted, or known as a repeat", problems=(400, 409))
def take_intent(body: Intent) -> Response:
    reply = table().submit(body)
    match reply:
        case Accepted():
            return as_json({"accepted": reply.seq})
        case Duplicate():
            return as_json({"duplicate": reply.seq})
        case Refused():
            hint = say(reply.hint) if reply.hint else ""
            return refused(reply.code, say(reply.say), hint, may_force=reply.may_force)


@table_routes.post("/preview")
@endpoint("play", "what a correction would change", answer="the changes", problems=(400, 409))
def preview(body: Correct) -> Response:
    """Before anybody makes it."""
    return spoken_json(table().reading(lambda live: live.preview(body)))


@table_routes.get("/history/<path:handle>")
@endpoint("look", "how a number came about", problems=(409, 404))
def history(handle: str) -> Response:
    told = table().reading(lambda live: live.history(handle))
    return spoken_json([{"seq": seq, "why": why, "value": value} for seq, why, value in told])


@table_routes.get("/numbers/<path:tracker>")
@endpoint("look", "how a shown number came about", SINCE, LANGUAGE, problems=(409, 404))
def number(tracker: str) -> Response:
    told = table().reading(lambda live: number_told(live, tracker, SINCE.value() or 0))
    return spoken_json([{"seq": seq, "why": why, "value": value} for seq, why, value in told])


@table_routes.get("/handles")
@endpoint("look", "values that may be set by hand", LANGUAGE, problems=(409,))
def handles() -> Response:
    """Each with its bounds and what it is now."""
    return spoken_json(table().reading(lambda live: live.handles()))


@table_routes.get("/where")
@endpoint("look", "where every piece should be", LANGUAGE, problems=(409,))
def where() -> Response:
    return spoken_json(table().reading(lambda live: list(live.game.where(live.state).values())))


@table_routes.get("/curves")
@endpoint("look", "how the numbers went and the dice fell", LANGUAGE, problems=(409,))
def show_curves() -> Response:
    return spoken_json(table().reading(curves))


@table_routes.get("/log")
@endpoint("look", "the whole log", LANGUAGE, problems=(409,))
def log() -> Response:
    """Oldest first."""
    lines = table().reading(lambda live: [(line, live.state.seats) for line in live.log()])
    return as_json([spoken_line(line, seats, g.language) for line, seats in lines])


@table_routes.get("/lines/<int:seq>")
@endpoint("look", "one line, its ask and answer", problems=(404, 409))
def line(seq: int) -> Response:
    """So that it can be corrected."""
    found: tuple[Any, Any] | None = table().reading(lambda live: live.asked_in(seq))
    if found is None:
        raise refuse("no_such_line", "kit.refused.no_such_line", line=seq)
    ask, answer = found
    return spoken_json({"ask": ask, "answer": answer})


@table_routes.get("/export/<kind>")
@endpoint("play", "the live game, for other programs", problems=(404, 409))
def export(kind: str) -> Response:
    """The same as `companion export`."""
    if kind not in FORMATS:
        known = f"There are: {', '.join(FORMATS)}."
        return problem(404, "no_such_format", f"There is no format {kind!r}.", known)
    text, name = exported(table(), kind)
    media = "text/csv" if kind == "csv" else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype=media, headers=headers)
