"""Taking care of the device from the page: is it well, what to do, a backup, a file for whoever
helps.
"""

import time

from flask import Blueprint, Response, g

from web.endpoints import ZIP, endpoint
from web.errors import as_json, problem
from web.services import services
from web.viewer import LANGUAGE, choose_language

maintenance_routes = Blueprint("maintenance", __name__, url_prefix="/api")
maintenance_routes.before_request(choose_language)


@maintenance_routes.get("/health")
@endpoint("look", "whether every part of the service lives")
def health() -> Response:
    """For the update's check and for monitors."""
    found = services().maintenance
    return as_json(found.health() if found is not None else {"well": True, "stuck": []})


@maintenance_routes.get("/selftest")
@endpoint("play", "each part of the device, and what to do", LANGUAGE)
def selftest() -> Response:
    """Camera, light, panel, disk, power, clock, network."""
    found = services().maintenance
    return as_json(found.examine(g.language) if found is not None else [])


@maintenance_routes.get("/backup")
@endpoint("admin", "games, cards and configuration", media=ZIP, problems=(404,))
def backup() -> Response:
    """In one file. No pictures, no PINs."""
    found = services().maintenance
    return _file(found.backup(), "backup") if found is not None else _nobody()


@maintenance_routes.get("/support")
@endpoint("admin", "a file for whoever helps", media=ZIP, problems=(404,))
def support() -> Response:
    """What they need to know. No pictures, no PINs, no names."""
    found = services().maintenance
    return _file(found.bundle(), "support") if found is not None else _nobody()


def _file(content: bytes, name: str) -> Response:
    stamp = time.strftime("%Y-%m-%d-%H%M")
    headers = {
        "Content-Disposition": f'attachment; filename="tableside-{name}-{stamp}.zip"',
        "Cache-Control": "no-store",
    }
    return Response(content, mimetype=ZIP, headers=headers)


def _nobody() -> Response:
    return problem(
        404, "no_device", "There is no device to take care of.", "Start it with companion serve."
    )
