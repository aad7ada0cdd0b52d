"""The web application: built from a table, as often as wanted. No globals."""

import threading

from flask import Flask, Response, request

from companion.records.access import TableAccess
from companion.records.records import Records
from companion.records.replaying import Replays
from companion.records.store import RecordStore
from companion.table import Table
from web import assets, errors, request_guard
from web.assets import STATIC
from web.endpoints import HeldNumber
from web.permissions import Permissions
from web.routes.camera import camera_routes
from web.routes.devices import device_routes
from web.routes.games import game_routes
from web.routes.guide import guide_routes
from web.routes.hardware import hardware_routes
from web.routes.maintenance import maintenance_routes
from web.routes.packs import pack_routes
from web.routes.pages import page_routes
from web.routes.pairing import pairing_routes
from web.routes.people import people_routes
from web.routes.played import played_routes
from web.routes.stream import stream_routes
from web.routes.table import table_routes
from web.services import (
    EXTENSION,
    CameraSetup,
    Devices,
    HardwareSetup,
    MaintenanceService,
    Services,
)
from web.snapshots import SnapshotCache, SpokenDevices

MOST_BYTES = 1_000_000
ROUTES = (
    table_routes,
    game_routes,
    played_routes,
    people_routes,
    stream_routes,
    device_routes,
    camera_routes,
    hardware_routes,
    pack_routes,
    maintenance_routes,
    pairing_routes,
    page_routes,
    guide_routes,
)
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; "
    f"script-src 'self' {assets.boot_mark(STATIC)}; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def create_app(
    table: Table,
    devices: Devices,
    permissions: Permissions | None = None,
    names: tuple[str, ...] = (),
    maintenance: MaintenanceService | None = None,
    camera: CameraSetup | None = None,
    records: Records | None = None,
    hardware: HardwareSetup | None = None,
) -> Flask:
    """Without records of a folder, what is counted lasts as long as the application."""
    kept = records or Records(RecordStore(":memory:"), TableAccess(table))
    app = Flask(__name__, static_folder=None)
    app.url_map.converters["int"] = HeldNumber
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.extensions[EXTENSION] = Services(
        table,
        kept,
        Replays(kept),
        SnapshotCache(table),
        SpokenDevices(table, devices),
        devices,
        permissions or Permissions(None),
        maintenance,
        camera,
        threading.Event(),
        hardware,
        any(not is_loopback(name) for name in names),
    )
    errors.install(app)
    request_guard.install(app, names)
    assets.install(app)
    for routes in ROUTES:
        app.register_blueprint(routes)
    app.after_request(with_safe_headers)
    return app


def is_loopback(name: str) -> bool:
    return name in ("localhost", "::1") or name.startswith("127.")


def with_safe_headers(response: Response) -> Response:
    """Every answer, whatever it is, with what keeps a browser from being led astray."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if not response.headers.get("Cache-Control"):
        response.headers["Cache-Control"] = "no-cache"
    return response
