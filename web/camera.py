"""Setting the camera up from the page: zones drawn by hand, dice, cards and sheets taught. The
house does it.
"""

import base64
import binascii
from typing import Any, Protocol

import msgspec
from flask import Blueprint, Response, current_app, g, request

from companion import texts
from web.api import body, choose_language, table
from web.errors import as_json, problem
from web.snapshots import names_of

camera = Blueprint("camera", __name__, url_prefix="/api")
camera.before_request(choose_language)
Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
Box = tuple[float, float, float, float]


class CameraSetup(Protocol):
    """What the house offers; the web knows neither cameras nor folders."""

    def zones(self) -> dict[str, Any]: ...

    def draw(self, zone: str, corners: Corners | None) -> None: ...

    def look(self) -> None: ...

    def taught(self) -> dict[str, Any]: ...

    def teach_die(
        self, die: str, symbol: str, zone: str, picture: bytes | None
    ) -> dict[str, Any]: ...

    def teach_card(self, card: str, zone: str, picture: bytes | None) -> dict[str, Any]: ...

    def mark(self, card: str, boxes: dict[str, Box]) -> dict[str, Any]: ...

    def forget(self, card: str = "", die: str = "", symbol: str = "") -> None: ...

    def picture(self, card: str = "", die: str = "", symbol: str = "") -> bytes | None: ...


class DrawnZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Four corners clockwise from the zone's own top left, as fractions of the picture; none: drawn
    no more.
    """

    name: str
    corners: Corners | None = None


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One face of a die, or one card. `picture`: a photograph in base64; without one the camera
    looks into `zone`.
    """

    card: str = ""
    die: str = ""
    symbol: str = ""
    zone: str = ""
    picture: str = ""


class Boxes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Boxes marked on a taught card: x, y, width, height in fractions of its picture."""

    card: str
    boxes: dict[str, Box]


class Forgotten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: str = ""
    die: str = ""
    symbol: str = ""


def desk() -> CameraSetup | None:
    found: CameraSetup | None = current_app.config["DESK"]
    return found


@camera.before_request
def needs_a_camera() -> Response | None:
    if desk() is None:
        return problem(
            404, "no_camera", "This table has no camera.", "Start with --camera, or with --virtual."
        )
    return None


def at_desk() -> CameraSetup:
    found = desk()
    assert found is not None  # needs_a_camera has looked
    return found


def _spoken(value: Any) -> Response:
    live = table().live
    names = names_of(live.state.seats) if live else {}
    return as_json(texts.spoken(msgspec.to_builtins(value), g.language, names))


@camera.get("/zones")
def zones() -> Response:
    """The places of the live game, and which of them were drawn by hand."""
    return _spoken(at_desk().zones())


@camera.post("/zones")
def draw_zone() -> Response:
    wanted = body(DrawnZone)
    at_desk().draw(wanted.name, wanted.corners)
    return _spoken(at_desk().zones())


@camera.post("/look")
def look() -> Response:
    """It lies there now: read what is at rest, whether it moved or not."""
    at_desk().look()
    return as_json({"told": True})


@camera.get("/taught")
def taught() -> Response:
    """What could be taught for the open asks, and what was."""
    return _spoken(at_desk().taught())


@camera.post("/taught")
def teach() -> Response:
    lesson = body(Lesson)
    try:
        picture = base64.b64decode(lesson.picture, validate=True) if lesson.picture else None
    except binascii.Error:
        return problem(400, "not_base64", "The picture is not in base64.")
    if lesson.card:
        return _spoken(at_desk().teach_card(lesson.card, lesson.zone, picture))
    return _spoken(at_desk().teach_die(lesson.die, lesson.symbol, lesson.zone, picture))


@camera.post("/taught/boxes")
def mark_boxes() -> Response:
    marked = body(Boxes)
    return _spoken(at_desk().mark(marked.card, marked.boxes))


@camera.post("/taught/forget")
def forget() -> Response:
    gone = body(Forgotten)
    at_desk().forget(gone.card, gone.die, gone.symbol)
    return _spoken(at_desk().taught())


@camera.get("/taught/picture")
def taught_picture() -> Response:
    """A card's taught picture, or the newest one of a die's face."""
    asked = request.args
    jpeg = at_desk().picture(asked.get("card", ""), asked.get("die", ""), asked.get("symbol", ""))
    if jpeg is None:
        return problem(404, "no_picture", "Nothing was taught there yet.")
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})
