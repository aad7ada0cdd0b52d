"""The table's end of the worker: starts its process, sends orders, takes reports, and replaces one
that died or stalled.

No OpenCV here: whoever keeps the game needs no pictures, and a Pi has no memory to hold that twice.
"""

import os
import socket
import struct
import subprocess
import sys
import threading
import time
from multiprocessing.connection import Connection

from vision.errors import CameraError
from vision.protocol import (
    LookAgain,
    Order,
    Report,
    StopWorker,
    Watch,
    packed,
    report_of,
)

# A worker speaks twice a second, whatever it does. Silence: shown to people, then taken for death;
# and while it starts.
SILENT_S, STALLED_S, STARTS_S = 1.8, 3.0, 30.0
DEAD = float("-inf")
# For glibc, which else keeps what large pictures took, up to 32 MB of it, for the next ones.
FRUGAL = {
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "1000000",
    "MALLOC_TRIM_THRESHOLD_": "1000000",
}


class VisionClient:
    """`reports` must be called again and again: it is what notices and replaces a dead worker."""

    def __init__(self, camera_url: str, stalled_s: float = STALLED_S) -> None:
        self._url, self._stalled_s = camera_url, stalled_s
        self._has_spoken = False
        self._orders = Watch()
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._heard_s = 0.0
        self._sending = threading.Lock()

    def start(self) -> None:
        near, far = socket.socketpair()
        # A worker that stands still takes no orders: sending must fail then, and not wait with it
        # for ever.
        near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", 1, 0))
        with far:
            command = [sys.executable, "-P", "-m", "vision.worker", self._url, str(far.fileno())]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[far.fileno()],
                env=_around(),
            )
        self._pipe = Connection(near.detach())
        self._heard_s, self._has_spoken = time.monotonic(), False
        self.watch(self._orders)

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def is_away(self) -> bool:
        """It has not spoken yet, or says nothing now: perhaps not long enough to replace it, but
        people should know.
        """
        return not self._has_spoken or time.monotonic() - self._heard_s > SILENT_S

    def watch(self, orders: Watch) -> None:
        self._orders = orders
        self.send(orders)

    def look(self, *, laid_only: bool = False) -> None:
        self.send(LookAgain(laid_only))

    def send(self, order: Order) -> None:
        """One that is dead is not told anything more: the next `reports` starts another."""
        if self._pipe is None or self._heard_s == DEAD:
            return
        try:
            with self._sending:
                self._pipe.send_bytes(packed(order))
        except OSError:
            self._heard_s = DEAD

    def reports(self, wait_s: float = 0.1) -> list[Report]:
        """What has come since; a process that died or says nothing for long is replaced."""
        if self._pipe is None or self._process is None:
            raise CameraError("the camera worker was not started: call start() first")
        found: list[Report] = []
        try:
            while self._pipe.poll(0 if found else wait_s):
                found.append(report_of(self._pipe.recv_bytes()))
        except (EOFError, OSError):
            self._heard_s = DEAD
        now_s = time.monotonic()
        if found:
            self._heard_s, self._has_spoken = now_s, True
        elif now_s - self._heard_s > self._patience_s or self._process.poll() is not None:
            self.stop(wait_s=0.0)
            self.start()
        return found

    @property
    def _patience_s(self) -> float:
        return self._stalled_s if self._has_spoken else max(STARTS_S, self._stalled_s)

    def stop(self, wait_s: float = 2.0) -> None:
        if self._process is None or self._pipe is None:
            return
        if wait_s:
            self.send(StopWorker())
        try:
            self._process.wait(wait_s)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        self._pipe.close()
        self._process = self._pipe = None

    def kill(self) -> None:
        """From any thread, at once: it holds nothing that matters."""
        process = self._process
        if process is not None:
            process.kill()


def _around() -> dict[str, str]:
    """The worker finds the same modules as we do, wherever we were started; and gives back what a
    picture took of memory.
    """
    path = os.pathsep.join(os.path.abspath(folder) for folder in sys.path)
    return {**FRUGAL, **os.environ, "PYTHONPATH": path}
