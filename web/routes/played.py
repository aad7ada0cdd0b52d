"""Every game that was played: the list, its stories, what can be shared of it, and taking games
away.
"""

from typing import Any

import msgspec
import segno
from flask import Blueprint, Response, g

from companion.kit.names import plain
from companion.kit.seats import Seat
from companion.kit.story import refuse
from companion.records import bgstats, filing
from companion.records import games as game_list
from companion.records.evening import evening_of, winners_of
from companion.records.exports import FORMATS
from companion.records.games import SHELVES, PaperGame, Search
from companion.records.pace import pace
from companion.records.records import Records
from companion.records.statistics import best_lists
from companion.records.telling import figure_words, told_game, told_story
from web.endpoints import QueryParameter, endpoint
from web.errors import as_json, problem
from web.exports import exported_file
from web.services import services
from web.snapshots import plain_snapshot, spoken_line
from web.viewer import LANGUAGE, choose_language

played_routes = Blueprint("played", __name__, url_prefix="/api/played")
played_routes.before_request(choose_language)

AT_ONCE = 2  # games summarised while somebody waits; the rest is caught up with beside
WORDS = QueryParameter("words", str, "of the game or of people")
GAME = QueryParameter("game", str)
PERSON = QueryParameter("person", int)
MONTH = QueryParameter("month", str, "2026-11")
STATE = QueryParameter("state", str, choices=("finished", "going"))
SHELF = QueryParameter("shelf", str, choices=SHELVES)
PAGE = QueryParameter("page", int)
AT = QueryParameter("at", int, "as it was after that line")


class Hidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hidden: bool


class TableLocation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where this table stands, for those who log their plays."""

    location: str


def caught_up() -> Records:
    records = services().records
    records.catch_up(AT_ONCE)
    return records


@played_routes.get("")
@endpoint("look", "games, newest first", WORDS, GAME, PERSON, MONTH, STATE, SHELF, PAGE, LANGUAGE)
def played() -> Response:
    """One page of them, with how many there are."""
    records = caught_up()
    search = Search(
        WORDS.value() or "",
        GAME.value() or "",
        PERSON.value() or 0,
        MONTH.value() or "",
        STATE.value() or "",
        SHELF.value() or "shown",
    )
    page = game_list.page_of(records.store, search, PAGE.value() or 1)
    found = [told_game(records, row, g.language) for row in page.rows]
    months = game_list.months(records.store)
    return as_json({"games": found, "total": page.total, "pages": page.pages, "months": months})


@played_routes.get("/going")
@endpoint("look", "the newest games to go on with", LANGUAGE)
def going() -> Response:
    records = caught_up()
    rows = game_list.to_go_on_with(records.store, 4)
    return as_json([told_game(records, row, g.language) for row in rows])


@played_routes.get("/best")
@endpoint("look", "the best ever, by game and figure", LANGUAGE)
def best() -> Response:
    records = caught_up()
    lists = best_lists(records.store)
    for one in lists:
        one["say"] = figure_words(records, one["best"][0][0], one["figure"], g.language)
        one["best"] = [_best_game(records, number, value) for number, value in one["best"]]
    return as_json(lists)


def _best_game(records: Records, number: int, value: int) -> dict[str, Any]:
    game = told_game(records, filing.played_row(records.store, number), g.language)
    return {"value": value, **game}


@played_routes.get("/pace")
@endpoint("look", "dice and turns of the live game, by seat", LANGUAGE, problems=(409,))
def show_pace() -> Response:
    records = services().records
    number = records.journal.live()
    if not number:
        raise refuse("no_game", "kit.refused.no_game")
    kept = records.read(number)
    return as_json(pace(kept.live, kept.started))


@played_routes.get("/<int:number>")
@endpoint("look", "the story of a game", LANGUAGE, problems=(409,))
def story(number: int) -> Response:
    return as_json(told_story(caught_up(), number, g.language))


@played_routes.get("/<int:number>/log")
@endpoint("look", "the whole log of a kept game", LANGUAGE, problems=(400, 409))
def kept_log(number: int) -> Response:
    lines = services().replays.log(number)
    seats = services().replays.table_at(number, 0).seats
    return as_json([spoken_line(line, seats, g.language) for line in lines])


@played_routes.get("/<int:number>/table")
@endpoint("look", "a kept game as a spectator saw it", AT, LANGUAGE, problems=(400, 409))
def kept_table(number: int) -> Response:
    snapshot = services().replays.table_at(number, AT.value() or 0)
    return as_json(plain_snapshot(snapshot, g.language))


@played_routes.get("/<int:number>/evening")
@endpoint("look", "the games around this one, and who won the evening", LANGUAGE, problems=(409,))
def evening(number: int) -> Response:
    records = caught_up()
    rows = evening_of(records.store, number)
    found = [told_game(records, row, g.language) for row in rows]
    return as_json({"games": found, "people": winners_of(records, rows)})


# Sharing


@played_routes.get("/<int:number>/export/<kind>")
@endpoint("play", "a game, for other programs", problems=(400, 404, 409))
def export_kept(number: int, kind: str) -> Response:
    """The same as `companion export`."""
    if kind not in FORMATS:
        known = f"There are: {', '.join(FORMATS)}."
        return problem(404, "no_such_format", f"There is no format {kind!r}.", known)
    return exported_file(number, kind)


@played_routes.get("/<int:number>/bgstats")
@endpoint("play", "a play for BG Stats", answer="its link, as a QR code too", problems=(409,))
def bg_stats(number: int) -> Response:
    link = bgstats.link(bgstats.play(caught_up(), number))
    code = segno.make(link, error="l", micro=False, mask=3)  # any mask is read; trying all is slow
    picture = code.svg_data_uri(border=4, scale=2)
    location = services().records.store.fact("location")
    return as_json({"link": link, "picture": picture, "location": location})


@played_routes.post("/location")
@endpoint("host", "say where this table stands", answer="where")
def set_location(body: TableLocation) -> Response:
    location = plain(" ".join(body.location.split()))[:60]
    services().records.store.note("location", location)
    return as_json({"location": location})


# Changing the list


@played_routes.post("/<int:number>/hide")
@endpoint("host", "take a game out of the list, or put it back", problems=(400, 409))
def hide(number: int, body: Hidden) -> Response:
    game_list.hide(caught_up(), number, hidden=body.hidden)
    return as_json({"number": number})


@played_routes.post("/<int:number>/delete")
@endpoint("host", "delete a game; for a day it can be brought back", problems=(409,))
def delete(number: int) -> Response:
    game_list.delete(caught_up(), number)
    services().replays.forget()
    return as_json({"number": number})


@played_routes.post("/<int:number>/bring_back")
@endpoint("host", "bring a deleted game back", problems=(409,))
def bring_back(number: int) -> Response:
    game_list.bring_back(caught_up(), number)
    return as_json({"number": number})


@played_routes.post("/paper")
@endpoint("host", "enter a game scored on paper", status=201, problems=(400, 409))
def paper(body: PaperGame) -> Response:
    return as_json({"number": game_list.enter_paper_game(caught_up(), body)}, 201)


@played_routes.post("/<int:number>/again")
@endpoint("host", "play again, everyone one seat on", status=201, problems=(400, 409))
def again(number: int) -> Response:
    """The same game with the same people and options; whoever sat second sits first."""
    given = services()
    game, header = given.records.begun(number)
    seats = tuple(msgspec.convert(seat, Seat) for seat in header.seats)
    turned = (*seats[1:], *seats[:1])
    with given.records.holding():
        begun = given.table.begin(game, turned, header.options, header.pack)
        given.records.mark_guests(begun, tuple(given.records.guests(number)))
    return as_json({"number": begun}, 201)
