"""The web application: built from a table, as often as wanted. No globals."""

import mimetypes
import threading
from pathlib import Path

from flask import Flask, Response, abort, request, send_from_directory

from companion.table.table import Table
from web import assets, bundle, errors, request_guard
from web.api import api
from web.camera import CameraSetup, camera
from web.devices import Devices
from web.devices import around as routes
from web.maintenance import MaintenanceService
from web.maintenance import care as care_routes
from web.openapi import described
from web.packs import packs
from web.permissions import Permissions
from web.snapshots import SnapshotCache
from web.stream import MOST_STREAMS, StreamSlots, stream

STATIC = Path(__file__).parent / "static"
MOST_BYTES = 1_000_000
mimetypes.add_type("application/manifest+json", ".webmanifest")  # not every system knows it
POLICY = (
    f"default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self' {assets.boot_mark(STATIC)}; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def create_app(
    table: Table,
    around: Devices,
    gate: Permissions | None = None,
    names: tuple[str, ...] = (),
    care: MaintenanceService | None = None,
    desk: CameraSetup | None = None,
) -> Flask:
    """`desk`: where zones are drawn and things are taught; a table without a camera has none."""
    app = Flask(__name__, static_folder=None)
    app.config.update(
        TABLE=table, FACES=SnapshotCache(table), AROUND=around, STOPPING=threading.Event()
    )
    app.config.update(
        MAX_CONTENT_LENGTH=MOST_BYTES,
        GATE=gate or Permissions(None),
        CARE=care,
        DESK=desk,
        PLACES=StreamSlots(MOST_STREAMS),
    )
    errors.install(app)
    request_guard.install(app, names)
    assets.install(app)
    for blueprint in (api, stream, routes, care_routes, camera, packs):
        app.register_blueprint(blueprint)
    app.after_request(dressed)
    _add_pages(app, assets.page_of(STATIC))
    return app


def _add_pages(app: Flask, whole: str) -> None:
    @app.get("/")
    def page() -> Response:
        return Response(whole, mimetype="text/html")

    @app.get("/static/<path:name>")
    def static_file(name: str) -> Response:
        return send_from_directory(STATIC, name)

    @app.get(f"{bundle.PIECES}/<path:name>")
    def piece(name: str) -> Response:
        text = bundle.pieces(STATIC).get(name) or abort(404)
        response = Response(text, mimetype=mimetypes.guess_type(name)[0])
        response.add_etag()
        response.make_conditional(request)
        return response

    @app.get("/api/openapi.json")
    def openapi() -> Response:
        return errors.as_json(described())


def dressed(response: Response) -> Response:
    """Every answer, whatever it is, with what keeps a browser from being led astray."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    if not response.headers.get("Cache-Control"):
        response.headers["Cache-Control"] = "no-cache"
    return response
