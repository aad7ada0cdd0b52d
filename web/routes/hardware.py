"""Choosing camera and panel from the page: what is plugged in, by name, and which of it is used."""

import msgspec
from flask import Blueprint, Response

from web.endpoints import endpoint
from web.errors import as_json, problem
from web.services import services
from web.viewer import choose_language

hardware_routes = Blueprint("hardware", __name__, url_prefix="/api")
hardware_routes.before_request(choose_language)


class HardwareChosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`camera` and `panel` as `GET /api/hardware` names them, empty for none; `turn` in degrees."""

    camera: str = ""
    panel: str = ""
    turn: int = 0


@hardware_routes.get("/hardware")
@endpoint("play", "cameras and panels that are plugged in, and those in use", problems=(404,))
def hardware() -> Response:
    found = services().hardware
    return as_json(found.shown()) if found is not None else _nobody()


@hardware_routes.post("/hardware")
@endpoint(
    "admin",
    "use this camera and this panel; the service begins anew with them",
    answer="told",
    problems=(400, 404),
)
def choose(body: HardwareChosen) -> Response:
    found = services().hardware
    if found is None:
        return _nobody()
    found.choose(body.camera, body.panel, body.turn)
    return as_json({"told": True})


def _nobody() -> Response:
    return problem(
        404, "no_hardware", "This table has no devices to choose.", "Start the companion's service."
    )
