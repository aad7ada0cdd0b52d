"""The HTTP face of the table. Bytes in, intents to the one owner, plain answers out."""

from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, current_app, g, request

from companion import games, texts
from companion.kit.game import Game
from companion.kit.intents import Correct, Intent
from companion.kit.say import Say
from companion.kit.seats import Seat
from companion.kit.story import refuse
from companion.table.exports import FORMATS
from companion.table.number_history import number_told
from companion.table.statistics import curves
from companion.table.table import Accepted, Duplicate, Refused, Table
from web.errors import as_json, problem, refused
from web.history import face_at
from web.snapshots import SnapshotCache, names_of, plain_face, spoken_line

api = Blueprint("api", __name__, url_prefix="/api")
T = TypeVar("T")
_INTENT = msgspec.json.Decoder(Intent)


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What set-up sends. Seats clockwise; options left out have their default."""

    game: str
    seats: tuple[Seat, ...]
    options: dict[str, int | str] = {}
    pack: str | dict[str, Any] | None = None
    position: dict[str, Any] | None = None


def table() -> Table:
    found: Table = current_app.config["TABLE"]
    return found


def faces() -> SnapshotCache:
    found: SnapshotCache = current_app.config["FACES"]
    return found


@api.before_request
def choose_language() -> None:
    """Per device: `lang` in the address, else what its browser asks for."""
    wanted = request.args.get("lang") or request.accept_languages.best_match(texts.LANGUAGES)
    g.language = wanted if wanted in texts.LANGUAGES else texts.LANGUAGES[0]


def seat_asked() -> str | None:
    """Whose things this device may see. Who only looks sees what everybody sees; who joined as a
    seat, that seat's.
    """
    wanted, who = request.args.get("seat") or None, g.who
    if who.role == "look":
        return None
    return wanted if not who.seat or wanted is None else who.seat


def body(kind: type[T]) -> T:
    return msgspec.json.decode(request.get_data(), type=kind)


@api.get("/table")
def show_table() -> Response:
    if request.args.get("as") == "position":
        return as_json(table().position())
    at = request.args.get("at", type=int)
    if at is not None:
        return as_json(plain_face(face_at(table(), at), g.language))
    return Response(faces().face(seat_asked(), g.language)[1], mimetype="application/json")


@api.post("/intents")
def take_intent() -> Response:
    reply = table().submit(_INTENT.decode(request.get_data()))
    if isinstance(reply, Accepted):
        return as_json({"accepted": reply.seq})
    if isinstance(reply, Duplicate):
        return as_json({"duplicate": reply.seq})
    return _refused(reply)


def _refused(reply: Refused) -> Response:
    hint = say(reply.hint) if reply.hint else ""
    return refused(reply.code, say(reply.say), hint, may_force=reply.may_force)


def say(words: Say) -> str:
    live = table().live
    return texts.sentence(words, g.language, names_of(live.state.seats) if live else {})


@api.post("/preview")
def preview() -> Response:
    """What a correction would change, before anybody makes it."""
    return _spoken(table().preview(body(Correct)))


def _spoken(value: Any) -> Response:
    live = table().live
    names = names_of(live.state.seats) if live else {}
    return as_json(texts.spoken(msgspec.to_builtins(value), g.language, names))


@api.get("/history/<path:handle>")
def history(handle: str) -> Response:
    """How a number came about."""
    told = table().reading(lambda live: live.history(handle))
    return _spoken([{"seq": seq, "why": why, "value": value} for seq, why, value in told])


@api.get("/numbers/<path:tracker>")
def number(tracker: str) -> Response:
    """How a number on the page came about; only what came after line `since`."""
    since = request.args.get("since", 0, int)
    told = table().reading(lambda live: number_told(live, tracker, since))
    return _spoken([{"seq": seq, "why": why, "value": value} for seq, why, value in told])


@api.get("/handles")
def handles() -> Response:
    """Every value that may be set by hand, with its bounds and what it is now."""
    return _spoken(table().reading(lambda live: live.handles()))


@api.get("/where")
def where() -> Response:
    """Where every real piece should be."""
    return _spoken(table().reading(lambda live: list(live.game.where(live.state).values())))


@api.get("/curves")
def show_curves() -> Response:
    """How the large numbers went, and how the dice fell."""
    return _spoken(table().reading(curves))


@api.get("/export/<kind>")
def export(kind: str) -> Response:
    """The live game for other programs, the same as `companion export`."""
    if kind not in FORMATS:
        return problem(
            404,
            "no_such_format",
            f"There is no format {kind!r}.",
            f"There are: {', '.join(FORMATS)}.",
        )
    owner = table()
    text = owner.reading(lambda live: FORMATS[kind](owner.journal.game(owner.number), live))
    name = f"tableside-{owner.number}.{'csv' if kind == 'csv' else 'json'}"
    media = "text/csv" if kind == "csv" else "application/json"
    return Response(
        text, mimetype=media, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@api.get("/log")
def log() -> Response:
    """The whole log, oldest first."""
    lines = table().reading(lambda live: [(line, live.state.seats) for line in live.log()])
    return as_json([spoken_line(line, seats, g.language) for line, seats in lines])


@api.get("/lines/<int:seq>")
def line(seq: int) -> Response:
    """One line with its ask and its answer, so that it can be corrected."""
    found = table().reading(lambda live: live.asked_in(seq))
    if found is None:
        raise refuse("no_such_line", "kit.refused.no_such_line", line=seq)
    ask, answer = found
    return _spoken({"ask": ask, "answer": answer})


@api.get("/games")
def list_games() -> Response:
    return as_json([_described(game) for game in games.every()])


def _described(game: Game[Any]) -> dict[str, Any]:
    """A game and its options in plain words."""
    return {
        "id": game.id,
        "title": game.title,
        "about": text_or(f"{game.prefix}.about", ""),
        "players": game.seats,
        "colours": game.colours,
        "suggested": {str(n): game.suggested(n) for n in range(game.seats[0], game.seats[1] + 1)},
        "packs": [{"id": name, "say": text_or(f"web.pack.{name}", name)} for name in game.packs],
        "options": [
            {
                "name": spec.name,
                "say": text_or(f"{game.prefix}.option.{spec.name}", spec.name),
                "why": text_or(f"{game.prefix}.option.{spec.name}.why", ""),
                "default": spec.default,
                "least": spec.least,
                "most": spec.most,
                "values": [
                    {
                        "id": value,
                        "say": text_or(f"{game.prefix}.option.{spec.name}.{value}", value),
                    }
                    for value in spec.values
                ],
            }
            for spec in game.options
        ],
    }


def text_or(key: str, otherwise: str) -> str:
    return texts.texts(g.language).get(key, otherwise)


@api.post("/games")
def begin() -> Response:
    wanted = body(NewGame)
    number = table().begin(
        wanted.game, wanted.seats, dict(wanted.options), wanted.pack, wanted.position
    )
    return as_json({"number": number}, 201)


@api.get("/journal")
def journal() -> Response:
    """Every game kept: running, finished and interrupted."""
    return as_json(table().kept())


@api.post("/games/<int:number>/resume")
def resume(number: int) -> Response:
    table().resume(number)
    return as_json({"number": number})


@api.post("/leave")
def leave() -> Response:
    table().leave()
    return as_json({"number": None})


@api.get("/texts/<language>")
def page_texts(language: str) -> Response:
    """The page's own words."""
    if language not in texts.LANGUAGES:
        return problem(404, "no_such_language", f"There is no language {language!r}.")
    known = texts.texts(language)
    return as_json(
        {key: text for key, text in known.items() if key.startswith(("web.", "kit.colour."))}
    )
