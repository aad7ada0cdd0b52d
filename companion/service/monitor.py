"""Minds the device itself: disk, clock, silence. What people should know becomes a note on every
screen. One thread.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from companion.errors import CompanionError
from companion.journal import KEEP_BYTES, trim
from companion.kit.say import Say
from companion.service.power import low_voltage
from companion.service.status import Device, Note, Status
from companion.table.table import Table

EVERY_S = 0.5
TRIM_EVERY_S = 3600.0
SILENT_S = 2.2  # whoever minds the eye speaks all the time; with EVERY_S this is shown within three
SLOW_S = 1.5
FREE_BYTES = 32 * 2**20
JUMP_S = 60.0
JUMP_SHOWN_S = 120.0
NOISY_FRAMES, NOISY_S = 2, 5.0  # so many damaged frames within so long are no single spark


class Monitor:
    """`wall` and `steady` are the two clocks: only the first can be set, so a jump is where they
    part.
    """

    def __init__(
        self,
        table: Table,
        status: Status,
        data: Path,
        standing: tuple[Note, ...] = (),
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        *,
        keep_bytes: int = KEEP_BYTES,
    ) -> None:
        self._table, self._status, self._data, self._standing = table, status, data, standing
        self._wall, self._steady = wall, steady
        self._apart_s = wall() - steady()
        self._jumped_s, self._jump = float("-inf"), ""
        # When looked, and how many frames were damaged until then.
        self._damaged: deque[tuple[float, int]] = deque()
        self._keep_bytes, self._trimmed_s, self._forgotten = keep_bytes, float("-inf"), 0

    def run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            self.look()
            self._trim()
            stop.wait(EVERY_S)

    def look(self) -> None:
        shown = self._status.shown()
        if shown["camera"].state == "on" and self._status.silent_s("camera") > SILENT_S:
            self._status.show(camera=Device("away", Say("sight.starting")))
        around = (
            *self._disk(),
            *self._room(),
            *self._journal(),
            *self._clock(),
            *self._lens(),
            *self._cable(),
            *shown["desk"],
            *shown["newer"],
        )
        self._status.show(notes=(*self._standing, *around))

    def _trim(self) -> None:
        """Once an hour the oldest finished games make room; never on a disk that takes nothing."""
        own = self._table.journals.own
        if self._steady() - self._trimmed_s < TRIM_EVERY_S or own.journal.looks_only:
            return
        self._trimmed_s = self._steady()
        if any(True for _ in self._disk()):
            return
        with suppress(CompanionError):  # the table is closing, or the disk is full after all
            count = self._table.owner.ask(lambda: trim(own.journal, self._keep_bytes))
            self._forgotten += count

    def _room(self) -> Iterator[Note]:
        if self._forgotten:
            yield Note("games_forgotten", str(self._forgotten))

    def _disk(self) -> Iterator[Note]:
        try:
            found = os.statvfs(self._data)
        except OSError as error:
            yield Note("disk_gone", str(error))
            return
        if found.f_flag & os.ST_RDONLY:
            yield Note("disk_read_only")
        elif found.f_bavail * found.f_frsize < FREE_BYTES:
            yield Note("disk_full", str(found.f_bavail * found.f_frsize // 2**20))
        if low_voltage():
            yield Note("power_low")

    def _journal(self) -> Iterator[Note]:
        busy_since_s = self._table.owner.busy_since_s
        if busy_since_s is not None and self._steady() - busy_since_s > SLOW_S:
            yield Note("disk_slow")
        if self._table.journals.held.trouble:
            yield Note("disk_refused", self._table.journals.held.trouble)

    def _clock(self) -> Iterator[Note]:
        apart_s = self._wall() - self._steady()
        if abs(apart_s - self._apart_s) > JUMP_S:
            self._jumped_s = self._steady()
            self._jump = f"{(apart_s - self._apart_s) / 60:+.0f}"
        self._apart_s = apart_s
        if self._steady() - self._jumped_s < JUMP_SHOWN_S:
            yield Note("clock_jumped", self._jump)

    def _lens(self) -> Iterator[Note]:
        """A covered lens or a lamp that went out gives pictures, but black ones."""
        camera = self._status.shown()["camera"]
        if camera.state == "on" and camera.figures.get("black"):
            yield Note("camera_black")

    def _cable(self) -> Iterator[Note]:
        """Damaged frames are sent again, so nothing is lost; but presses come late, and a cable can
        be changed.
        """
        figures, now_s = self._status.shown()["panel"].figures, self._steady()
        count = sum(int(figures.get(name, 0)) for name in ("bad_frames", "panel_bad_frames"))
        if self._damaged and count < self._damaged[-1][1]:
            self._damaged.clear()  # another panel, counting anew
        self._damaged.append((now_s, count))
        while now_s - self._damaged[0][0] > NOISY_S:
            self._damaged.popleft()
        if count - self._damaged[0][1] >= NOISY_FRAMES:
            yield Note("panel_noisy")
