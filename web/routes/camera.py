"""Setting the camera up from the page: zones drawn by hand, dice, cards and sheets taught. The
service does it.
"""

import base64

import msgspec
from flask import Blueprint, Response

from web.endpoints import JPEG, QueryParameter, endpoint
from web.errors import as_json, problem
from web.services import Box, CameraSetup, Corners, services
from web.viewer import choose_language, spoken_json

camera_routes = Blueprint("camera", __name__, url_prefix="/api")
camera_routes.before_request(choose_language)

CARD = QueryParameter("card", str)
DIE = QueryParameter("die", str)
SYMBOL = QueryParameter("symbol", str)


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


class CardBoxes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Boxes marked on a taught card: x, y, width, height in fractions of its picture."""

    card: str
    boxes: dict[str, Box]


class ForgetRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: str = ""
    die: str = ""
    symbol: str = ""


@camera_routes.before_request
def needs_a_camera() -> Response | None:
    if services().camera is None:
        return problem(
            404, "no_camera", "This table has no camera.", "Start with --camera, or with --virtual."
        )
    return None


def camera() -> CameraSetup:
    found = services().camera
    assert found is not None  # needs_a_camera has looked
    return found


@camera_routes.get("/zones")
@endpoint("look", "places of the game, and those drawn by hand", problems=(404,))
def zones() -> Response:
    return spoken_json(camera().zones())


@camera_routes.post("/zones")
@endpoint(
    "host", "draw a zone, or give it back to its mat", answer="the zones", problems=(400, 404)
)
def draw_zone(body: DrawnZone) -> Response:
    camera().draw(body.name, body.corners)
    return spoken_json(camera().zones())


@camera_routes.post("/look")
@endpoint("play", "read what lies there now", answer="told", problems=(404,))
def look() -> Response:
    """Whether it moved or not."""
    camera().look()
    return as_json({"told": True})


@camera_routes.get("/taught")
@endpoint("look", "what was taught, and what could be", problems=(404, 409))
def taught() -> Response:
    """For the open asks."""
    return spoken_json(camera().taught())


@camera_routes.post("/taught")
@endpoint("play", "teach a face or a card", answer="what is known of it", problems=(400, 404, 409))
def teach(body: Lesson) -> Response:
    try:
        picture = base64.b64decode(body.picture, validate=True) if body.picture else None
    except ValueError:  # also where it is not even ASCII
        return problem(400, "not_base64", "The picture is not in base64.")
    if body.card:
        return spoken_json(camera().teach_card(body.card, body.zone, picture))
    return spoken_json(camera().teach_die(body.die, body.symbol, body.zone, picture))


@camera_routes.post("/taught/boxes")
@endpoint("play", "boxes of a sheet", answer="the card", problems=(400, 404, 409))
def mark_boxes(body: CardBoxes) -> Response:
    return spoken_json(camera().mark(body.card, body.boxes))


@camera_routes.post("/taught/forget")
@endpoint("host", "forget what was taught", answer="what is left", problems=(404, 409))
def forget(body: ForgetRequest) -> Response:
    camera().forget(body.card, body.die, body.symbol)
    return spoken_json(camera().taught())


@camera_routes.get("/taught/picture")
@endpoint("play", "a taught picture", CARD, DIE, SYMBOL, media=JPEG, problems=(404, 409))
def taught_picture() -> Response:
    """A card's, or the newest one of a die's face."""
    jpeg = camera().picture(CARD.value() or "", DIE.value() or "", SYMBOL.value() or "")
    if jpeg is None:
        return problem(404, "no_picture", "Nothing was taught there yet.")
    return Response(jpeg, mimetype=JPEG, headers={"Cache-Control": "no-store"})
