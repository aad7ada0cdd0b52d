"""The whole house before a virtual lens, turned by hand: table, journal, camera service, virtual
table, and the camera worker's own loop and pictures, all on the virtual camera's clock. Nothing
runs by itself, so that every random game can be played again exactly.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from companion.journal import Journal
from companion.packs import Shelf
from companion.service.camera_service import CameraService
from companion.service.status import Status
from companion.service.virtual.table import VirtualTable
from companion.table.table import Table
from vision.cameras.virtual import VirtualCamera, open_camera
from vision.capture import Capture
from vision.pipeline import Recogniser, VisionPipeline
from vision.protocol import Order, Report, VirtualMessage, packed, report_of
from vision.worker import Reporter, health, obey, recogniser
from vision.worker_client import VisionClient

FPS = 5
CAMERA = {"fast": "1", "fps": str(FPS), "felt": "wood"}
HEALTH_EVERY = 4  # frames


class SteppedEye(VisionClient):
    """The camera worker without its process: each `reports` looks at one picture."""

    def __init__(self) -> None:
        super().__init__("")
        self._known: dict[str, Recogniser] = {}  # learned once, whatever is started anew
        self._waiting: deque[bytes] = deque()
        self.clock_s = 0.0
        camera = open_camera("", CAMERA)
        assert isinstance(camera, VirtualCamera)
        self.camera = camera
        self.start()

    def start(self) -> None:
        """A new worker before a bare table: it knows nothing."""
        self.camera.tell({"do": "mats", "names": []})
        self.camera.tell({"do": "plug"})
        self._frames = 0
        self.pipeline = VisionPipeline(self._recogniser)
        self._waiting.clear()
        self._has_spoken = False
        self.watch(self._orders)

    def _recogniser(self, kind: str) -> Recogniser:
        return self._known.setdefault(kind, recogniser(kind))

    @property
    def is_away(self) -> bool:
        return not self._has_spoken or not self.camera.table.is_plugged

    def send(self, order: Order) -> None:
        self._waiting.append(packed(order))

    def reports(self, wait_s: float = 0.1) -> list[Report]:
        said: list[Report] = []
        pipe = SimpleNamespace(poll=lambda: bool(self._waiting), recv_bytes=self._waiting.popleft)
        voice = SimpleNamespace(turned=lambda: None, say=said.append)
        capture = SimpleNamespace(tell=self.camera.tell, works=True, is_black=False, newest_s=0.0)
        obey(cast(Connection, pipe), self.pipeline, cast(Capture, capture), cast(Reporter, voice))
        frame = self.camera.frame() if self.camera.table.is_plugged else None
        self.clock_s += 1 / FPS
        if frame is None:
            self._frames = 0  # one that is plugged in again counts its pictures anew
            return []
        self._frames += 1
        said += self.pipeline.see(replace(frame, number=self._frames))
        if self._frames % HEALTH_EVERY == 1:
            said.append(health(cast(Capture, capture), self.pipeline, FPS))
        self._has_spoken = True
        return [report_of(packed(report)) for report in said]

    def stop(self, wait_s: float = 2.0) -> None:
        """Nothing to end."""


class House:
    def __init__(self, folder: Path, heard: Callable[[VirtualMessage], None]) -> None:
        self._folder, self._heard = folder, heard
        self.table = Table(Journal(folder / "journal.sqlite"), Shelf(None))
        self.table.start()
        self.eye = SteppedEye()
        self.begin_anew()

    def begin_anew(self) -> None:
        """As after a power cut: all but the journal is made anew; what is on disk is there."""
        taught = self._folder / "taught"
        self.status = Status(self._folder / "evidence")
        self.eye.start()
        self.camera = CameraService(self.table, self.status, "", taught, self.eye)
        self.stand = VirtualTable(
            self.table, self.status, self._tell, taught, self.camera.link.look_again
        )

    def _tell(self, message: VirtualMessage) -> None:
        self._heard(message)
        self.camera.link.tell(message)

    def hear(self, **message: Any) -> None:
        self.stand.hear(message)

    def close(self) -> None:
        self.table.stop()
