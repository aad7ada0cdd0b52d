"""The live game over HTTP. Bytes in, intents to the one owner, plain answers out."""

from typing import Any

from flask import Blueprint, Response, g

from companion.kit.intents import Correct, Intent
from companion.kit.story import refuse
from companion.records.exports import FORMATS
from companion.table import (
    Accepted,
    Duplicate,
    Refused,
    Table,
    curves,
    number_told,
    position_now,
    snapshot_at,
    value_told,
)
from web.card_faces import listed_cards
from web.endpoints import QueryParameter, endpoint
from web.errors import as_json, problem, refused
from web.exports import exported_file
from web.forms import kinds
from web.services import services
from web.snapshots import plain_snapshot
from web.viewer import LANGUAGE, SEAT, choose_language, say, seat_of_viewer, spoken_json

table_routes = Blueprint("table", __name__, url_prefix="/api")
table_routes.before_request(choose_language)

AS = QueryParameter("as", str, choices=("position",))
AT = QueryParameter("at", int, "as it was after that line")
NEWEST = QueryParameter("newest", int, "only so many lines, from the end")
SINCE = QueryParameter("since", int, "only what came after that line")


def table() -> Table:
    return services().table


@table_routes.get("/table")
@endpoint("look", "the table as one seat sees it", SEAT, LANGUAGE, AS, AT, problems=(409,))
def show_table() -> Response:
    if AS.value() == "position":
        seat = seat_of_viewer()
        return as_json(table().reading(lambda live: position_now(live, seat)))
    at = AT.value()
    if at is not None:
        return as_json(plain_snapshot(snapshot_at(table(), at, seat_of_viewer()), g.language))
    told = services().snapshots.spoken(seat_of_viewer(), g.language)
    return Response(told.whole, mimetype="application/json")


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
            return refused(
                reply.code, say(reply.say), hint, may_force=reply.may_force, line=reply.line
            )


@table_routes.post("/preview")
@endpoint("play", "what a correction would change", SEAT, answer="the changes", problems=(400, 409))
def preview(body: Correct) -> Response:
    """Before anybody makes it."""
    seat = seat_of_viewer()
    return spoken_json(table().reading(lambda live: live.preview(body, seat)))


@table_routes.get("/history/<path:handle>")
@endpoint("look", "how a number came about", SEAT, problems=(409, 404))
def history(handle: str) -> Response:
    seat = seat_of_viewer()
    told = table().reading(lambda live: value_told(live, handle, seat))
    return spoken_json([{"seq": seq, "why": why, "value": value} for seq, why, value in told])


@table_routes.get("/numbers/<path:tracker>")
@endpoint("look", "how a shown number came about", SINCE, SEAT, LANGUAGE, problems=(409, 404))
def number(tracker: str) -> Response:
    since, seat = SINCE.value() or 0, seat_of_viewer()
    told = table().reading(lambda live: number_told(live, tracker, since, seat))
    return spoken_json([{"seq": seq, "why": why, "value": value} for seq, why, value in told])


@table_routes.get("/handles")
@endpoint("look", "values that may be set by hand", SEAT, LANGUAGE, problems=(409,))
def handles() -> Response:
    """Each with its bounds and what it is now."""
    seat = seat_of_viewer()
    return spoken_json(table().reading(lambda live: live.handles(seat)))


@table_routes.get("/cards/<deck>")
@endpoint("look", "the cards of a deck, as a list draws them", SEAT, LANGUAGE, problems=(404, 409))
def cards(deck: str) -> Response:
    """As far as that viewer knows them: one typed in behind a screen is nobody else's."""
    seat = seat_of_viewer()
    game, pack = table().reading(lambda live: (live.game, live.known(seat).pack))
    item = dict(kinds(game)).get(deck)
    if item is None:
        return problem(404, "no_such_deck", f"{game.title} has no cards called {deck}.")
    held = getattr(pack, deck, ())
    return as_json(listed_cards(game.id, item, held, g.language))


@table_routes.get("/where")
@endpoint("look", "where every piece should be", SEAT, LANGUAGE, problems=(409,))
def where() -> Response:
    seat = seat_of_viewer()
    pieces = table().reading(lambda live: live.game.where(live.known(seat)))
    return spoken_json(list(pieces.values()))


@table_routes.get("/curves")
@endpoint("look", "how the numbers went and the dice fell", LANGUAGE, problems=(409,))
def show_curves() -> Response:
    return spoken_json(table().reading(curves))


@table_routes.get("/log")
@endpoint("look", "the whole log", NEWEST, SEAT, LANGUAGE, problems=(409,))
def log() -> Response:
    """Oldest first."""
    newest = NEWEST.value()
    count = None if newest is None else max(0, newest)
    told = services().snapshots.log(seat_of_viewer(), g.language, count)
    return Response(told, mimetype="application/json")


@table_routes.get("/lines/<int:seq>")
@endpoint("look", "one line, its ask and answer", SEAT, problems=(404, 409))
def line(seq: int) -> Response:
    """So that it can be corrected."""
    seat = seat_of_viewer()
    found: tuple[Any, Any] | None = table().reading(lambda live: live.asked_in(seq, seat))
    if found is None:
        raise refuse("no_such_line", "kit.refused.no_such_line", line=seq)
    ask, answer = found
    return spoken_json({"ask": ask, "answer": answer})


@table_routes.get("/export/<kind>")
@endpoint("play", "the live game, for other programs", SEAT, problems=(404, 409))
def export(kind: str) -> Response:
    """The same as `companion export`."""
    if kind not in FORMATS:
        known = f"There are: {', '.join(FORMATS)}."
        return problem(404, "no_such_format", f"There is no format {kind!r}.", known)
    number = table().reading_own(lambda own: own.number)
    if not number:
        raise refuse("no_game", "kit.refused.no_game")
    return exported_file(number, kind, seat_of_viewer())
