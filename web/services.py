"""What the web application is given when it is built: all it works with, in one frozen value.

It knows neither cameras nor panels nor folders: what it needs of them is said here, and the service
brings it.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask, current_app

from companion.records.records import Records
from companion.records.replaying import Replays
from companion.table import Table
from web.permissions import Permissions
from web.snapshots import SnapshotCache, SpokenDevices

EXTENSION = "tableside"
Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
Box = tuple[float, float, float, float]


class Devices(Protocol):
    """Badges, sights and pictures; and the virtual table's strings."""

    version: int
    judge: Callable[[bool], None] | None  # none at a table that tells nobody

    def shown(self) -> dict[str, Any]: ...

    def picture(self) -> bytes | None: ...

    def evidence(self, name: str) -> bytes | None: ...

    def tell(self, message: dict[str, Any]) -> None: ...


class CameraSetup(Protocol):
    """Where zones are drawn and things are taught."""

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


class HardwareSetup(Protocol):
    """Which camera and which panel are used."""

    def shown(self) -> dict[str, Any]: ...

    def choose(self, camera: str, panel: str, turn: int) -> None: ...


class MaintenanceService(Protocol):
    """Whether the device is well, what to do, a backup, a file for whoever helps."""

    def health(self) -> dict[str, Any]: ...

    def examine(self, language: str) -> list[dict[str, Any]]: ...

    def bundle(self) -> bytes: ...

    def backup(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Services:
    """`camera`: none at a table without one."""

    table: Table
    records: Records
    replays: Replays
    snapshots: SnapshotCache
    around: SpokenDevices
    devices: Devices
    permissions: Permissions
    maintenance: MaintenanceService | None
    camera: CameraSetup | None
    stopping: threading.Event
    hardware: HardwareSetup | None = None
    in_network: bool = False  # other devices reach this table


def services_of(app: Flask) -> Services:
    found: Services = app.extensions[EXTENSION]
    return found


def services() -> Services:
    """Those of the application that answers this request."""
    return services_of(current_app)
