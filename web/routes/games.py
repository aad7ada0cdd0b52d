"""The games there are, the games kept, and beginning one; and the page's own words."""

from typing import Any

import msgspec
from flask import Blueprint, Response, g

from companion import games, texts
from companion.kit.game import Game, OptionSpec
from companion.kit.names import check_names
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.languages import LANGUAGES
from companion.texts.catalogues import counted_forms
from web.endpoints import QueryParameter, endpoint
from web.errors import as_json, problem
from web.forms import asked_on_the_page
from web.services import services
from web.viewer import LANGUAGE, choose_language, text_or

game_routes = Blueprint("games", __name__, url_prefix="/api")
game_routes.before_request(choose_language)


NEWEST = QueryParameter("newest", int, "only so many games")


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What set-up sends. Seats clockwise; options left out have their default."""

    game: str
    seats: tuple[Seat, ...]
    options: dict[str, int | str] = {}
    pack: str | dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    guests: tuple[str, ...] = ()  # seats of those who want nothing remembered of them


@game_routes.get("/games")
@endpoint("look", "the games and their options", LANGUAGE)
def list_games() -> Response:
    return as_json([_described(game) for game in games.every()])


def _described(game: Game[Any]) -> dict[str, Any]:
    """A game and its options in plain words."""
    least, most = game.seats
    return {
        "id": game.id,
        "title": game.title,
        "about": text_or(f"{game.prefix}.about", ""),
        "players": game.seats,
        "colours": game.colours,
        "suggested": {str(n): game.suggested(n) for n in range(least, most + 1)},
        "packs": [{"id": name, "say": text_or(f"web.pack.{name}", name)} for name in game.packs],
        "options": [_option(f"{game.prefix}.option.{spec.name}", spec) for spec in game.options],
    }


def _option(key: str, spec: OptionSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "say": text_or(key, spec.name),
        "why": text_or(f"{key}.why", ""),
        "default": spec.default,
        "least": spec.least,
        "most": spec.most,
        "values": [{"id": one, "say": text_or(f"{key}.{one}", one)} for one in spec.values],
    }


@game_routes.post("/games/under-way")
@endpoint("host", "what is asked of a game that is already under way", problems=(400, 409))
def under_way(body: NewGame) -> Response:
    """Asked for with the people, options and cards it is played with: a form, and what it says at
    first. What it says in the end is the `position` to begin with, `fixed` added to it.
    """
    game, pack = games.find(body.game), services().table.shelf.pack
    start = arranged(game, body.options, body.seats, pack(game, body.pack), body.position)
    asked = game.under_way(start)
    if asked is None:
        return problem(404, "not_asked", f"{game.title} can only be begun from its start.")
    return as_json(asked_on_the_page(game, asked, body.seats, g.language))


@game_routes.post("/games")
@endpoint("host", "begin a game", answer="its number", status=201, problems=(400, 409))
def begin(body: NewGame) -> Response:
    options = dict(body.options)
    for seat in body.seats:
        check_names(seat.name, seat.id, seat.colour, seat.team)
    table, records = services().table, services().records
    with records.holding():
        number = table.begin(body.game, body.seats, options, body.pack, body.position)
        records.mark_guests(number, body.guests)
    return as_json({"number": number}, 201)


@game_routes.get("/journal")
@endpoint("look", "every game kept, newest first", NEWEST)
def journal() -> Response:
    """Running, finished and interrupted."""
    newest = NEWEST.value()
    count = None if newest is None else max(0, newest)
    return as_json(services().table.reading_own(lambda own: own.kept(count)))


@game_routes.post("/games/<int:number>/resume")
@endpoint("host", "make a kept game the live one", problems=(400, 404))
def resume(number: int) -> Response:
    services().table.resume(number)
    return as_json({"number": number})


@game_routes.post("/leave")
@endpoint("host", "no game is live any more")
def leave() -> Response:
    services().table.leave()
    return as_json({"number": None})


@game_routes.get("/texts/<language>")
@endpoint("look", "the page's words", problems=(404,))
def page_texts(language: str) -> Response:
    if language not in LANGUAGES:
        return problem(404, "no_such_language", f"There is no language {language!r}.")
    known = {**texts.texts(language), **texts.forms(language)}
    ours = {key: text for key, text in known.items() if key.startswith(("web.", "kit.colour."))}
    return as_json({**ours, "plural": counted_forms(texts.plural(language))})
