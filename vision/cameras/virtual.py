"""A camera that is not there, over a table that is drawn: `virtual:?dice=5&seed=1&light=lamp`.
Messages move the table.

`fast=1` gives frames as quickly as they are asked for, on a clock of their own: for tests and
benchmarks.
`table=NAME` looks at a table that stays as it is when this camera is closed and opened again, as a
real one would.
"""

import threading
import time

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.camera import Frame, whole_number
from vision.errors import CameraError
from vision.protocol import VirtualMessage
from vision.virtual.commands import obey
from vision.virtual.table import DrawnTable
from vision.virtual.thrown_dice import DiceThrower

NOISES = 5
UNPLUGGED_S = 0.05

# A table outlives the cameras that look at it: one whose cable was pulled is closed and opened
# anew.
_KEPT: dict[str, DrawnTable] = {}


class VirtualCamera:
    """Draws its table at camera rate. `tell` takes the messages that the page and the tests
    send.
    """

    def __init__(self, table: DrawnTable, fps: int, seed: int, fast: bool) -> None:
        self.table, self._fps, self._fast = table, max(fps, 1), fast
        self._rng = np.random.default_rng(seed)
        grain = self._grain(4.0)
        self._noise = [np.roll(grain, (37 * n, 91 * n), axis=(0, 1)) for n in range(NOISES)]
        width, height = table.size
        self._offset = np.full((height, width, 3), 16, np.uint8)
        self._started_s, self._count, self._open = time.monotonic(), 0, True
        self._turn = threading.Lock()  # the table is not changed while it is being drawn

    @property
    def dice(self) -> DiceThrower:
        return self.table.dice

    def _grain(self, strength: float) -> Pixels:
        """Sensor noise around 16, so that it can be added and 16 taken away without leaving
        bytes.
        """
        width, height = self.table.size
        spread = self._rng.standard_normal((height, width, 3), np.float32) * strength
        return np.asarray(np.clip(spread + 16, 0, 32), np.uint8)

    def now_s(self) -> float:
        return self._count / self._fps if self._fast else time.monotonic()

    def frame(self) -> Frame | None:
        self._wait_for_the_cable()
        if not self._open:
            return None
        self._count += 1
        if not self._fast:
            self._keep_time()
        return Frame(self._seen(self.now_s()), self.now_s(), self._count)

    def _wait_for_the_cable(self) -> None:
        while not self.table.is_plugged:
            if not self._open:
                raise CameraError("the virtual camera's cable is pulled: plug it in again")
            time.sleep(UNPLUGGED_S)
            self._started_s, self._count = time.monotonic(), 0

    def _keep_time(self) -> None:
        late_s = time.monotonic() - (self._started_s + self._count / self._fps)
        if late_s < 0:
            time.sleep(-late_s)
        elif late_s > 1:  # the machine was busy: go on from here, never in a hurry to catch up
            self._started_s += late_s

    def _seen(self, now_s: float) -> Pixels:
        noise = self._noise[self._count % NOISES]
        with self._turn:
            drawn = self.table.drawn(now_s)
        return np.asarray(cv2.subtract(cv2.add(drawn, noise), self._offset), np.uint8)

    def tell(self, message: VirtualMessage) -> None:
        """A message as `vision.virtual.commands` knows them; CameraError for any other."""
        with self._turn:
            obey(self.table, message, self.now_s(), self._rng, seed=self._count)

    def lock(self) -> None:
        """Nothing here adjusts itself."""

    def close(self) -> None:
        self._open = False


def open_camera(address: str, options: dict[str, str]) -> VirtualCamera:
    if address:
        raise CameraError(
            f"virtual:{address}: options come after a question mark, such as virtual:?dice=5"
        )
    size = whole_number(options, "width", 1280), whole_number(options, "height", 720)
    seed, name = whole_number(options, "seed", 1), options.get("table", "")
    kept = _KEPT.get(name)
    table = kept or DrawnTable(size, seed, whole_number(options, "die", 56))
    if name:
        _KEPT[name] = table
    camera = VirtualCamera(
        table, whole_number(options, "fps", 30), seed, options.get("fast") == "1"
    )
    if kept is None:
        _arrange(camera, options)
    return camera


def _arrange(camera: VirtualCamera, options: dict[str, str]) -> None:
    for what in ("light", "felt"):
        if what in options:
            camera.tell({"do": what, "name": options[what]})
    if "dice" in options:
        seed = whole_number(options, "seed", 1)
        camera.tell({"do": "throw", "count": whole_number(options, "dice", 2), "seed": seed})
