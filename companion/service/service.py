"""The service, built from the configuration: started in order, stopped in reverse, each part
failing by itself.
"""

import logging
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.config import Config
from companion.errors import SetupError
from companion.journal import Journal, journal_to_look_at
from companion.packs import Shelf
from companion.records.access import FILE, TableAccess
from companion.records.records import Records
from companion.records.store import RecordStore
from companion.service.addresses import short_address
from companion.service.broadcasting import tell_others
from companion.service.camera_display import AWAY
from companion.service.camera_service import CameraService
from companion.service.found_devices import cameras_found
from companion.service.hardware_choice import HardwareChoice
from companion.service.lock import DataLock
from companion.service.maintenance import Maintenance, version
from companion.service.monitor import Monitor
from companion.service.newer_version import NewerVersion
from companion.service.panel.connection import open_panel, panel_config
from companion.service.panel.panel_service import PanelService
from companion.service.record_keeping import RecordKeeping
from companion.service.status import Device, Note, Status
from companion.service.supervisor import Supervisor
from companion.service.teaching import Teaching
from companion.service.virtual.messages import heard
from companion.service.virtual.panel import press
from companion.service.virtual.plug import pull_the_plug
from companion.table.table import Table
from web.app import create_app
from web.permissions import Permissions
from web.server import WebServer

log = logging.getLogger(__name__)


WELL_S = 10.0  # a part that shows no sign of life for longer is stuck
BADGES = ("camera", "panel")  # parts that people see the state of
STUCK_S = 60.0  # the owner may wait for a slow disk, but not for ever


class Service:
    """`camera` and `panel` are URLs, or empty for none. `virtual` opens both to the page's virtual
    table.

    `safe`: no camera, no panel, none of the owner's packs. What is left starts whatever is wrong
    with those.
    """

    def __init__(
        self,
        data: Path,
        config: Config,
        *,
        camera: str = "",
        panel: str = "",
        virtual: bool = False,
        safe: bool = False,
    ) -> None:
        self._lock = DataLock(data)
        self._scratch = tempfile.TemporaryDirectory(prefix="tableside-", ignore_cleanup_errors=True)
        try:
            self.journal = _journal(data / "journal.sqlite", Path(self._scratch.name))
        except BaseException:
            self._lock.release()
            raise
        self.table = Table(self.journal, Shelf(None if safe else data / "packs"))
        self.records = _records(data, Path(self._scratch.name), self.table)
        self.status = Status(data / "evidence", self.table.changes.announce)
        self.gate = Permissions(data / "secrets.json")
        self._data, self._config, self._safe = data, config, safe
        # Drawn cards are no photographs: what the virtual table teaches must never be taken for an
        # owner's.
        self._taught = data / ("taught_virtual" if virtual else "taught")
        self._camera, self._panel = ("", "") if safe else (camera, panel)
        self._virtual = virtual and not safe
        # The file decides only where nobody named something else at the start.
        is_fixed = virtual or safe or (camera, panel) != (config.camera, config.panel)
        self.hardware = HardwareChoice(data, camera, panel, is_fixed=is_fixed)
        self._supervisor = Supervisor(self._show_away)
        self._server: WebServer | None = None
        self._address = ""
        self._camera_service: CameraService | None = None
        self._talks: dict[str, Callable[[dict[str, Any]], None]] = {}

    def let_power_be_cut(self, cut: Callable[[int], None]) -> None:
        """The page's virtual table may pull the plug. `cut` gets the port, to be there again;
        nothing is put away.
        """
        server = self._server
        if self._virtual and server is not None:
            self._talks["power"] = lambda message: pull_the_plug(
                message, self._die, lambda: cut(server.port)
            )

    def _die(self) -> None:
        """As without power: the eye is gone at once, and what was not durable is lost."""
        if self._camera_service is not None:
            self._camera_service.link.kill()
        self._scratch.cleanup()

    def start(self, host: str, port: int) -> str:
        self.table.start()
        desk = self._make_camera_service() if self._camera else None
        marks = (
            self._camera_service.link.count_marks
            if self._camera_service is not None
            else lambda: None
        )
        care = Maintenance(self._data, self._config, self.status, self.stuck, marks)
        names = (host, *(name.lower() for name in self._config.names))
        app = create_app(
            self.table, self.status, self.gate, names, care, desk, self.records, self.hardware
        )
        server = WebServer(app, host, port, self._data / "tls" if self._config.tls else None)
        self._address = address = server.start()
        care.config = msgspec.structs.replace(self._config, host=host, port=server.port)
        self._server = server
        if self._camera_service is not None:
            self._supervisor.start("camera", self._camera_service.run)
        if self._panel:
            self._supervisor.start("panel", self._mind_panel)
        if self._virtual and self._camera_service is not None:
            self._set_virtual_table(self._camera_service)
        if self._virtual:
            self.status.talk = lambda message: tell(self._talks, message)
        keep_bytes = self._config.keep_megabytes * 2**20
        monitor = Monitor(
            self.table, self.status, self._data, tuple(self._standing()), keep_bytes=keep_bytes
        )
        self._supervisor.start("monitor", monitor.run)
        self._supervisor.start("records", RecordKeeping(self.table, self.records).run)
        if not self._safe:
            around = (self.table, self.status, self._config, self._data, address)
            tell_others(self._supervisor, self.records, *around)
        if self._config.newest and not self._safe:
            asked = NewerVersion(self._config.newest, version(), self.status)
            self._supervisor.start("newer", asked.run)
        return address

    def _standing(self) -> Iterator[Note]:
        """What was known at the start and stays true until the next."""
        if self._safe:
            yield Note("safe_mode")
        elif not self._camera and cameras_found():
            yield Note("camera_waits")
        if self.journal.looks_only:
            yield Note("looks_only", self.journal.looks_only)
        if self.journal.recovered:
            yield Note("recovered", self.journal.recovered)
        if self.table.journals.own.unopened:
            yield Note("game_unopened", self.table.journals.own.unopened)
        if self.gate.is_damaged:
            yield Note("secrets_damaged")

    def _make_camera_service(self) -> Teaching:
        """Not running yet: the web needs it for zones and teaching."""
        self.status.pictures_per_s = 8.0 if self._virtual else 3.0
        self._camera_service = CameraService(self.table, self.status, self._camera, self._taught)
        self.status.show(camera=AWAY)  # there is one, though it sees nothing yet
        return Teaching(self.table, self._camera_service, self._taught)

    def _set_virtual_table(self, camera: CameraService) -> None:
        # Drawing needs OpenCV: a real table never pays for it.
        from companion.service.virtual.dealer import Dealer
        from companion.service.virtual.demo import Demo
        from companion.service.virtual.table import VirtualTable

        stand = VirtualTable(
            self.table, self.status, camera.link.tell, self._taught, camera.link.look_again
        )

        def press_panel(message: dict[str, Any]) -> None:
            tell(self._talks, {"to": "panel", **message})

        demo = Demo(self.table, self.status, stand, press_panel, Path(self._scratch.name))
        dealer = Dealer(self.table, stand, random.Random())
        self._talks |= {"table": stand.hear, "demo": demo.hear, "dealer": dealer.hear}
        self._supervisor.start("virtual", stand.run)
        self._supervisor.start("demo", demo.run)

    def _mind_panel(self, stop: threading.Event) -> None:
        config = panel_config(self._config, self._data)
        panel = open_panel(self._panel, config)
        self._talks["panel"] = lambda message: press(panel, config, message)
        language, at_rest = self._config.language, short_address(self._address)
        PanelService(self.table, self.status, panel, config, language, self._look, at_rest).run(
            stop
        )

    def _look(self) -> None:
        if self._camera_service is not None:
            self._camera_service.link.look()

    def _show_away(self, name: str, why: str) -> None:
        if name in BADGES:
            self.status.show(**{name: Device("away", why)})

    def stuck(self) -> list[str]:
        """The parts that died or no longer move: the watchdog is fed only while there are none."""
        busy_since_s = self.table.owner.busy_since_s
        busy_s = 0.0 if busy_since_s is None else time.monotonic() - busy_since_s
        parts = {
            "table": not self.table.owner.is_running or busy_s > STUCK_S,
            "web": self._server is None or not self._server.is_running,
        }
        # While the owner waits for a slow disk, whoever hands something in waits with it.
        parts |= self._supervisor.stuck(WELL_S + busy_s)
        return [name for name, is_stuck in parts.items() if is_stuck]

    def stop(self) -> None:
        self._supervisor.ask_to_stop()
        if self._server is not None:
            self._server.stop()
        self.table.stop()
        self._supervisor.wait()
        self.records.store.close()
        if self._camera_service is not None:
            self._camera_service.link.kill()
        self._lock.release()
        self._scratch.cleanup()


def _journal(path: Path, scratch: Path) -> Journal:
    """The journal, or where the disk takes nothing a copy to look at: a page that says why beats no
    page.
    """
    try:
        return Journal(path)
    except SetupError as error:
        log.error("%s", error)
        return journal_to_look_at(path, scratch, str(error))


def _records(data: Path, scratch: Path, table: Table) -> Records:
    """Where the disk takes nothing, or the file is damaged, they are counted anew from the journal
    for as long as the service runs.
    """
    try:
        store = RecordStore(data / FILE)
    except SetupError as error:
        log.error("%s", error)
        store = RecordStore(scratch / FILE)
    return Records(store, TableAccess(table))


def tell(talks: dict[str, Callable[[dict[str, Any]], None]], message: dict[str, Any]) -> None:
    """A message of the virtual table, to the part it is for."""
    words = heard(message)
    what = words.pop("to")
    if what not in talks:
        raise SetupError(f"The virtual table has no {what!r}; there are: {', '.join(talks)}.")
    talks[what](words)
