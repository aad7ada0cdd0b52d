"""A thread that keeps the newest frame, and notices a camera that froze or died. A real sensor
never gives the same frame twice: identical pictures for longer than `frozen_s` are a frozen camera.
"""

import contextlib
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable

from vision.camera import Camera, Frame
from vision.errors import CameraError
from vision.protocol import VirtualMessage
from vision.zones.zone_map import ZoneMap

BLACK = 10.0
MOST_WAITING = 400  # messages: a full table, told anew
OPENING = 4  # times as long as a picture may take: some cameras start slowly


class WaitingMessages:
    """Messages for a camera that takes them; kept while none is open yet."""

    def __init__(self) -> None:
        self._waiting: deque[VirtualMessage] = deque(maxlen=MOST_WAITING)

    def add(self, message: VirtualMessage) -> None:
        self._waiting.append(message)

    def deliver(self, camera: Camera | None) -> None:
        while camera is not None and self._waiting:
            tell = getattr(camera, "tell", None)
            message = self._waiting.popleft()
            if tell is not None:
                # nobody waits here to be told what it cannot do
                with contextlib.suppress(CameraError):
                    tell(message)


class Capture:
    """`newest` never blocks longer than asked, whatever the camera does."""

    def __init__(
        self,
        opener: Callable[[], Camera],
        frozen_s: float,
        zone_map: ZoneMap,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._opener, self._frozen_s, self._zone_map, self._clock = (
            opener,
            frozen_s,
            zone_map,
            clock,
        )
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._changed_s = clock()
        self._trace = -1
        # a thread of an earlier life, stuck in a dead camera, may not touch anything
        self._life = 0
        self.camera: Camera | None = None
        self.ended = False
        self.is_black = False  # the lens is covered, or the lamp went out
        self._gave = False  # pictures, since it was opened last
        self._is_opening = True
        self._messages = WaitingMessages()
        self._start()

    def _start(self) -> None:
        self._life += 1
        self._changed_s, self._is_opening = self._clock(), True
        threading.Thread(target=self._pump, args=(self._life,), name="capture", daemon=True).start()

    def _pump(self, life: int) -> None:
        try:
            camera = self._opener()
            if not self._adopt(camera, life):
                camera.close()
                return
            while life == self._life:
                frame = camera.frame()
                if frame is None:
                    # A camera closed for being dead ends too, but in an earlier life.
                    self.ended = self.ended or life == self._life
                    return
                self._take(frame, life)
        except CameraError:
            with self._fresh:
                if life == self._life:
                    self._gave = self._is_opening = False

    def _adopt(self, camera: Camera, life: int) -> bool:
        with self._fresh:
            if life == self._life:
                self.camera, self._changed_s = camera, self._clock()
                self._messages.deliver(camera)
            return life == self._life

    def _take(self, frame: Frame, life: int) -> None:
        sample = frame.pixels[::8, ::8]
        # Two numbers that tell whether it changed and whether it is black, and nothing of what it
        # shows.
        trace, is_black = zlib.crc32(sample.tobytes()), float(sample.mean()) < BLACK
        frame = self._zone_map.seen(frame)
        with self._fresh:
            if life != self._life:
                return
            self._is_opening = False
            self.is_black = is_black
            # in the dark a sensor may give the same picture again and again
            if trace != self._trace or is_black:
                self._changed_s, self._gave, self._trace = self._clock(), True, trace
            self._frame = frame
            self._fresh.notify_all()

    def tell(self, message: VirtualMessage) -> None:
        """A message for a camera that takes them, as the virtual one does; kept while none is open
        yet.
        """
        with self._fresh:
            self._messages.add(message)
        self._messages.deliver(self.camera)

    @property
    def works(self) -> bool:
        """At this moment, whoever asks: also while the loop that takes the frames is busy with one
        of them.
        """
        return self._gave and (self.ended or not self._is_stale())

    @property
    def newest_s(self) -> float:
        """When the last picture came that was not the one before again."""
        return self._changed_s

    def _is_stale(self) -> bool:
        # Some cameras take seconds to open: one that is still at it is not yet a dead one.
        patience_s = OPENING * self._frozen_s if self._is_opening else self._frozen_s
        return self._clock() - self._changed_s > patience_s

    def newest(self, wait_s: float) -> Frame | None:
        """The newest frame not yet given out, or None; reopens the camera when it has been dead too
        long.
        """
        with self._fresh:
            if self._frame is None:
                self._fresh.wait(wait_s)
            frame, self._frame = self._frame, None
        if not self.ended and self._is_stale():
            self._gave = False
            self.reopen()
        # a zone may have closed since it was taken
        return None if frame is None else self._zone_map.covered(frame)

    def reopen(self) -> None:
        """Closes the camera and opens it anew: it froze, or should adjust itself to another
        light.
        """
        old, self.camera = self.camera, None
        self._life += 1
        if old is not None:
            old.close()
        self._start()

    def close(self) -> None:
        self._life += 1
        if self.camera is not None:
            self.camera.close()
