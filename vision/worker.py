"""The worker process: takes watch orders, posts readings, and reopens a camera that froze or
died.

Threads of vision are made here and in the capture step, nowhere else. If this process stalls,
whoever started it (`vision.worker_client`) ends it and starts another: it holds nothing that
matters.
"""

import importlib
import os
import sys
import threading
import time
from multiprocessing.connection import Connection

import cv2
import msgspec

from vision.camera import Camera
from vision.cameras import open_camera
from vision.capture import Capture
from vision.pipeline import Recogniser, VisionPipeline, learn_ahead, learned
from vision.protocol import (
    CameraHealth,
    CameraMessage,
    CountMarks,
    LookAgain,
    MarksCounted,
    Report,
    StopWorker,
    Teach,
    Watch,
    order_of,
    packed,
)
from vision.teaching import lesson
from vision.zones.marks import MarkFinder

FROZEN_S = 1.5  # a camera that stalls must be known as such within three seconds, also on a busy Pi
# a look that works longer goes round in circles: the worker falls silent, and is replaced
LOST_S = 20.0
# of the time, spent working: one that gets less than this waits for something that will not come
STILL = 0.01
REPORT_EVERY_S, BEAT_S = 1.0, 0.25
RELEASE_AFTER_S = 5.0
UNLIT = ("sight.light.dark", "sight.light.bright")
# of everything in its place, in good light: long enough for a camera to have adjusted itself
LOCK_AFTER_S = 2.0


def recogniser(kind: str) -> Recogniser:
    made: Recogniser = importlib.import_module(f"vision.{kind}.recogniser").recogniser()
    return made


def run(pipe: Connection, camera_url: str) -> None:
    """The process itself: until told to stop, or until nobody listens any more."""
    cv2.setNumThreads(1)  # the other cores belong to the game
    pipeline = VisionPipeline(recogniser)
    capture = Capture(lambda: open_camera(camera_url), FROZEN_S, pipeline.zone_map)
    exposure, voice = ExposureLock(capture), Reporter(pipe, capture)
    reported_s, frames, worked = time.monotonic(), 0, False
    try:
        while obey(pipe, pipeline, capture, voice):
            frame = capture.newest(wait_s=0.1)
            frames += frame is not None
            for report in pipeline.see(frame) if frame is not None else ():
                voice.say(report)
            learn_ahead(pipeline)
            now_s = time.monotonic()
            if now_s - reported_s >= REPORT_EVERY_S or capture.works != worked:
                report = health(capture, pipeline, frames / max(now_s - reported_s, 1e-3))
                exposure.mind(report, pipeline.zone_map.is_settled, now_s)
                voice.say(msgspec.structs.replace(report, is_locked=exposure.is_locked))
                reported_s, frames, worked = now_s, 0, report.camera_works
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the table has gone; so do we
    finally:
        voice.end()
        capture.close()


def marks_before(pipeline: VisionPipeline) -> int:
    pixels = pipeline.frame.pixels
    return len(MarkFinder().find(pixels, closely=True)) if pixels.size else 0


class Reporter:
    """Says things to the table. A long look, on a slow or busy machine, must not pass for a dead
    pipeline, nor hide a dead camera: a thread goes on saying how the camera is, until something is
    wrong with the look itself.
    """

    def __init__(self, pipe: Connection, capture: Capture) -> None:
        self._pipe, self._capture = pipe, capture
        self._last: CameraHealth | None = None
        self._looker = time.pthread_getcpuclockid(threading.get_ident())
        self._said_s = time.monotonic()
        self.turned()
        self._lock, self._ended = threading.Lock(), threading.Event()
        threading.Thread(target=self._go_on, name="voice", daemon=True).start()

    def say(self, report: Report) -> None:
        with self._lock:
            self._pipe.send_bytes(packed(report))
            if isinstance(report, CameraHealth):
                self._last, self._said_s = report, time.monotonic()

    def turned(self) -> None:
        """The loop has come round."""
        self._turned_s, self._worked_s = time.monotonic(), time.clock_gettime(self._looker)

    def end(self) -> None:
        self._ended.set()

    def _go_on(self) -> None:
        while not self._ended.wait(BEAT_S):
            now_s, last = time.monotonic(), self._last
            worked_s = time.clock_gettime(self._looker) - self._worked_s
            if last is None or is_lost(now_s - self._turned_s, worked_s):
                continue
            if now_s - self._said_s < 2 * BEAT_S and self._capture.works == last.camera_works:
                continue
            try:
                self.say(still(last, self._capture))
            except OSError:
                return  # nobody listens; the loop notices too


def is_lost(look_s: float, worked_s: float) -> bool:
    """Whether a look will never end, by how long it lasts and how much of that it worked. On a
    machine that is busy with other things a sound one may take minutes; replaced, it would only
    begin again."""
    return look_s > LOST_S and not STILL * look_s < worked_s < LOST_S


class ExposureLock:
    """Holds exposure and white balance once everything lies in its place; lets go when the light
    has changed.
    """

    def __init__(self, capture: Capture) -> None:
        self._capture = capture
        self._camera: Camera | None = None  # the one that was locked; another one was opened since
        self._well_since_s: float | None = None
        self._ill_since_s: float | None = None

    @property
    def is_locked(self) -> bool:
        return self._camera is not None and self._camera is self._capture.camera

    def mind(self, health: CameraHealth, is_settled: bool, now_s: float) -> None:
        lit = health.light is not None and not any(why.key in UNLIT for why in health.light.advice)
        well = health.camera_works and is_settled and lit
        self._well_since_s = (self._well_since_s or now_s) if well else None
        self._ill_since_s = None if lit or not health.camera_works else self._ill_since_s or now_s
        if (
            not self.is_locked
            and self._well_since_s is not None
            and now_s - self._well_since_s >= LOCK_AFTER_S
        ):
            self._camera = self._capture.camera
            if self._camera is not None:
                self._camera.lock()
        if (
            self.is_locked
            and self._ill_since_s is not None
            and now_s - self._ill_since_s >= RELEASE_AFTER_S
        ):
            self._capture.reopen()  # the lamp was switched: the camera adjusts itself anew
            self._ill_since_s = None


def health(capture: Capture, pipeline: VisionPipeline, frames_per_s: float) -> CameraHealth:
    light = pipeline.light() if capture.works else None
    report = CameraHealth(
        capture.works,
        round(frames_per_s, 1),
        pipeline.states(),
        places=pipeline.zone_map.placed(),
        light=light,
        begun=pipeline.begun(),
        learned=learned(pipeline),
    )
    return still(report, capture)


def still(report: CameraHealth, capture: Capture) -> CameraHealth:
    """The report, with how the camera is at this moment."""
    works = capture.works
    why = "" if works else "sight.no_camera"
    is_black, newest_s = works and capture.is_black, capture.newest_s
    return msgspec.structs.replace(
        report, camera_works=works, why=why, newest_s=newest_s, is_black=is_black
    )


def obey(pipe: Connection, pipeline: VisionPipeline, capture: Capture, voice: Reporter) -> bool:
    """Takes every order that has come; False when it is time to stop."""
    voice.turned()
    while pipe.poll():
        match order_of(pipe.recv_bytes()):
            case Watch() as orders:
                pipeline.watch(orders)
            case CameraMessage(message):
                capture.tell(message)
            case LookAgain(laid_only):
                pipeline.look(laid_only=laid_only)
            case Teach() as wanted:
                voice.say(lesson(wanted, pipeline.zone))
            case CountMarks(number):
                voice.say(MarksCounted(number, marks_before(pipeline)))
            case StopWorker():
                return False
    return True


def main() -> None:
    """`python -m vision.worker URL HANDLE`: as the table's end starts it, its end of the pipe
    already open.
    """
    url, handle = sys.argv[1:]
    run(Connection(int(handle)), url)
    # At once: the capture thread may be inside a camera, and an interpreter that ends under it
    # aborts.
    os._exit(0)


if __name__ == "__main__":
    main()
