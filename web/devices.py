"""What stands around the table, as the page sees it: badges, sights, pictures, and the virtual
table's strings.
"""

from typing import Any, Protocol

import msgspec
from flask import Blueprint, Response, current_app, g, request

from companion import texts
from companion.table.table import Table
from web.api import choose_language, table
from web.errors import as_json, problem
from web.snapshots import names_of

around = Blueprint("around", __name__, url_prefix="/api")
around.before_request(choose_language)


class Devices(Protocol):
    """The house gives this to the web; the web knows neither cameras nor panels."""

    version: int

    def shown(self) -> dict[str, Any]: ...

    def picture(self) -> bytes | None: ...

    def evidence(self, name: str) -> bytes | None: ...

    def tell(self, message: dict[str, Any]) -> None: ...


def things() -> Devices:
    found: Devices = current_app.config["AROUND"]
    return found


def spoken_around(owner: Table, around: Devices, language: str) -> bytes:
    """Badges, sights and hints, said in the device's language."""
    names = names_of(owner.live.state.seats) if owner.live else {}
    return msgspec.json.encode(texts.spoken(msgspec.to_builtins(around.shown()), language, names))


@around.get("/around")
def show() -> Response:
    return Response(spoken_around(table(), things(), g.language), mimetype="application/json")


@around.get("/picture")
def picture() -> Response:
    """The camera's newest picture; closed zones are black in it. From a camera that has just
    started, none yet.
    """
    jpeg = things().picture()
    if jpeg is None and things().shown()["camera"].state != "none":
        return Response(status=204, headers={"Cache-Control": "no-store"})
    return _jpeg(jpeg)


@around.get("/evidence/<name>")
def evidence(name: str) -> Response:
    """The picture a reading was made from."""
    return _jpeg(things().evidence(name))


def _jpeg(jpeg: bytes | None) -> Response:
    if jpeg is None:
        return problem(
            404, "no_picture", "There is no picture.", "Start with a camera, or with --virtual."
        )
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@around.post("/virtual")
def virtual() -> Response:
    """A string to pull on the virtual table: throw dice, dim the light, press a button, pull the
    cable.
    """
    things().tell(msgspec.json.decode(request.get_data(), type=dict[str, Any]))
    return as_json({"told": True})
