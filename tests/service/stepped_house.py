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

import cv2
import msgspec
import numpy as np

from companion.journal import Journal
from companion.packs import Shelf
from companion.service.camera_service import CameraService
from companion.service.status import Status
from companion.service.virtual.table import VirtualTable
from companion.table.table import Table
from vision.arrays import Pixels
from vision.cameras.virtual import VirtualCamera, open_camera
from vision.capture import Capture
from vision.pipeline import Learner, Recogniser, VisionPipeline
from vision.protocol import Order, Report, VirtualMessage, WatchOrder, packed, report_of
from vision.reading import Reading
from vision.worker import Reporter, health, obey, recogniser
from vision.worker_client import VisionClient

FPS = 3
CAMERA = {"fast": "1", "fps": str(FPS), "felt": "wood"}
HEALTH_EVERY = 4  # frames
GLANCE_PX, NOISE, KEPT_READS = (64, 64), 9, 12
STARTING = 2  # frames: a worker that was started says nothing for a moment, and is away so long


class QuickReader:
    """A recogniser that reads what looks the same only once: most frames show what the one before
    showed. Everything it says was read from a picture.
    """

    def __init__(self, reader: Recogniser) -> None:
        self._reader = reader
        self._read: dict[object, list[tuple[Pixels, Reading]]] = {}

    def is_ready(self, order: WatchOrder) -> bool:
        return not isinstance(self._reader, Learner) or self._reader.is_ready(order)

    def learned(self) -> tuple[int, int]:
        return self._reader.learned() if isinstance(self._reader, Learner) else (0, 0)

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading:
        taught = Path(order.taught) if order.taught else None
        stamp = taught.stat().st_mtime_ns if taught is not None and taught.exists() else 0
        plain = msgspec.structs.replace(order, ask="", occasion=0)
        known = self._read.setdefault((stamp, msgspec.json.encode(plain)), [])
        look = np.asarray(cv2.resize(pixels, GLANCE_PX, interpolation=cv2.INTER_AREA), np.uint8)
        for seen, reading in known:
            if int(cv2.absdiff(seen, look).max()) < NOISE:
                return reading
        reading = self._reader(pixels, order)
        known[:] = [(look, reading), *known[: KEPT_READS - 1]]
        return reading


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
        self._frames, self._starting = 0, STARTING
        self.pipeline = VisionPipeline(self._recogniser)
        self._waiting.clear()
        self._has_spoken = False
        self.watch(self._orders)

    def _recogniser(self, kind: str) -> Recogniser:
        if kind not in self._known:
            self._known[kind] = QuickReader(recogniser(kind))
        return self._known[kind]

    @property
    def is_away(self) -> bool:
        return not self._has_spoken or not self.camera.table.is_plugged

    def send(self, order: Order) -> None:
        self._waiting.append(packed(order))

    def reports(self, wait_s: float = 0.1) -> list[Report]:
        if self._starting:
            self._starting -= 1
            self.clock_s += 1 / FPS
            return []
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
