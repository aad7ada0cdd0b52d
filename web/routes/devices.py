"""What stands around the table, as the page sees it: badges, sights, pictures, and the virtual
table's strings.
"""

from typing import Any

import msgspec
from flask import Blueprint, Response, g

from web.endpoints import JPEG, endpoint
from web.errors import as_json, problem
from web.services import services
from web.viewer import choose_language

device_routes = Blueprint("devices", __name__, url_prefix="/api")
device_routes.before_request(choose_language)


@device_routes.get("/around")
@endpoint("look", "camera, panel, and what the camera sees now")
def show() -> Response:
    """Badges, sights and hints."""
    return Response(services().around.spoken(g.language), mimetype="application/json")


@device_routes.get("/picture")
@endpoint(
    "play", "the camera's newest picture; 204: none has come yet", media=JPEG, problems=(404,)
)
def picture() -> Response:
    """Closed zones are black in it. A camera that has just started has none yet."""
    devices = services().devices
    jpeg = devices.picture()
    if jpeg is None and devices.shown()["camera"].state != "none":
        return Response(status=204, headers={"Cache-Control": "no-store"})
    return _jpeg(jpeg)


@device_routes.get("/evidence/<name>")
@endpoint("play", "the picture of a reading", media=JPEG, problems=(404,))
def evidence(name: str) -> Response:
    return _jpeg(services().devices.evidence(name))


def _jpeg(jpeg: bytes | None) -> Response:
    if jpeg is None:
        return problem(
            404, "no_picture", "There is no picture.", "Start with a camera, or with --virtual."
        )
    return Response(jpeg, mimetype=JPEG, headers={"Cache-Control": "no-store"})


@device_routes.post("/virtual")
@endpoint("play", "a string of the virtual table", answer="told", problems=(400,))
def virtual(body: dict[str, Any]) -> Response:
    """Throw dice, dim the light, press a button, pull the cable."""
    services().devices.tell(body)
    return as_json({"told": True})


class JudgeCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    calls: bool


@device_routes.post("/judge")
@endpoint("play", "call for the judge, or no longer", answer="told", problems=(400,))
def judge(body: JudgeCall) -> Response:
    """Shown in the hall, told by broker and webhook."""
    call = services().devices.judge
    if call is None:
        hint = "Name a broker or a webhook in config.toml first."
        return problem(400, "nobody_told", "This table tells nobody.", hint)
    call(body.calls)
    return as_json({"told": True})
