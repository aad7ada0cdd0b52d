"""Taking care of the device from the page: is it well, what to do, a backup, a file for whoever
helps.
"""

import time
from typing import Any, Protocol

from flask import Blueprint, Response, current_app, g

from web.api import choose_language
from web.errors import as_json, problem

care = Blueprint("care", __name__, url_prefix="/api")
care.before_request(choose_language)


class MaintenanceService(Protocol):
    """The house gives this to the web."""

    def health(self) -> dict[str, Any]: ...

    def examine(self, language: str) -> list[dict[str, Any]]: ...

    def bundle(self) -> bytes: ...

    def backup(self) -> bytes: ...


def carer() -> MaintenanceService | None:
    found: MaintenanceService | None = current_app.config["CARE"]
    return found


@care.get("/health")
def health() -> Response:
    """Whether every part lives; for the update's check and for monitors."""
    found = carer()
    return as_json(found.health() if found is not None else {"well": True, "stuck": []})


@care.get("/selftest")
def selftest() -> Response:
    """Camera, light, panel, disk, power, clock, network: each ok, or what to do."""
    found = carer()
    return as_json(found.examine(g.language) if found is not None else [])


@care.get("/backup")
def backup() -> Response:
    """Games, cards and configuration in one file. No pictures, no PINs."""
    found = carer()
    return _file(found.backup(), "backup") if found is not None else _nobody()


@care.get("/support")
def support() -> Response:
    """What somebody who helps needs to know. No pictures, no PINs, no names."""
    found = carer()
    return _file(found.bundle(), "support") if found is not None else _nobody()


def _file(content: bytes, name: str) -> Response:
    stamp = time.strftime("%Y-%m-%d-%H%M")
    headers = {
        "Content-Disposition": f'attachment; filename="tableside-{name}-{stamp}.zip"',
        "Cache-Control": "no-store",
    }
    return Response(content, mimetype="application/zip", headers=headers)


def _nobody() -> Response:
    return problem(
        404, "no_device", "There is no device to take care of.", "Start it with companion serve."
    )
