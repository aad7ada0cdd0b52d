"""The eye as its own process: takes watch orders, posts readings, and reopens a camera that froze or died.

Processes and threads of vision are made here and nowhere else. If this process stalls, whoever started it ends it
and starts another: it holds nothing that matters.
"""

import importlib
import multiprocessing
import os
import socket
import struct
import threading
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import cv2
import msgspec

from companion.errors import SightError
from vision.camera import Camera, open_camera
from vision.capture import Capture
from vision.eye import Eye, Recogniser, zone_of
from vision.lessons import lesson
from vision.orders import Health, Look, Report, Stop, Teach, Tell, Watch, order_of, packed, report_of

__all__ = ["Eye", "Recogniser", "Watcher", "run", "zone_of"]

FROZEN_S = 2.0  # a camera that stalls must be known as such within three seconds
STALLED_S, STARTS_S = 4.0, 30.0  # an eye that says nothing: once it has spoken, and while a slow Pi still starts it
LOST_S = 20.0  # one look that takes longer is none: the eye falls silent, and is replaced
REPORT_EVERY_S = 1.0
RELEASE_AFTER_S = 5.0
UNLIT = ("sight.light.dark", "sight.light.bright")
LOCK_AFTER_S = 2.0  # of everything in its place, in good light: long enough for a camera to have adjusted itself


def recogniser(kind: str) -> Recogniser:
    made: Recogniser = importlib.import_module(f"vision.{kind}.watching").recogniser()
    return made


def run(pipe: Connection, camera_url: str) -> None:
    """The process itself: until told to stop, or until nobody listens any more."""
    cv2.setNumThreads(1)  # the other cores belong to the game
    eye = Eye(recogniser)
    capture = Capture(lambda: open_camera(camera_url), FROZEN_S, eye.ground)
    exposure, voice = Exposure(capture), Voice(pipe, capture)
    reported_s, frames, worked = time.monotonic(), 0, False
    try:
        while obey(pipe, eye, capture, voice):
            frame = capture.newest(wait_s=0.1)
            frames += frame is not None
            for report in eye.see(frame) if frame is not None else ():
                voice.say(report)
            now_s = time.monotonic()
            if now_s - reported_s >= REPORT_EVERY_S or capture.works != worked:
                report = health(capture, eye, frames / max(now_s - reported_s, 1e-3))
                exposure.mind(report, eye.ground.is_settled, now_s)
                voice.say(msgspec.structs.replace(report, is_locked=exposure.is_locked))
                reported_s, frames, worked = now_s, 0, report.camera_works
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the table has gone; so do we
    finally:
        voice.end()
        capture.close()


class Voice:
    """Says things to the table. A long look, on a slow or busy machine, must not pass for a dead eye: while the loop
    is in one, a thread goes on saying how the camera is, until the look has taken so long that something is wrong."""

    def __init__(self, pipe: Connection, capture: Capture) -> None:
        self._pipe, self._capture = pipe, capture
        self._last: Health | None = None
        self._said_s = self._turned_s = time.monotonic()
        self._lock, self._ended = threading.Lock(), threading.Event()
        threading.Thread(target=self._go_on, name="voice", daemon=True).start()

    def say(self, report: Report) -> None:
        with self._lock:
            self._pipe.send_bytes(packed(report))
            if isinstance(report, Health):
                self._last, self._said_s = report, time.monotonic()

    def turned(self) -> None:
        """The loop has come round."""
        self._turned_s = time.monotonic()

    def end(self) -> None:
        self._ended.set()

    def _go_on(self) -> None:
        while not self._ended.wait(REPORT_EVERY_S / 4):
            now_s = time.monotonic()
            if self._last is None or now_s - self._said_s < REPORT_EVERY_S or now_s - self._turned_s > LOST_S:
                continue
            works = self._capture.works
            try:
                self.say(msgspec.structs.replace(self._last, camera_works=works, why=wrong_with(self._capture)))
            except OSError:
                return  # nobody listens; the loop notices too


class Exposure:
    """Holds exposure and white balance once everything lies in its place; lets go when the light has changed."""

    def __init__(self, capture: Capture) -> None:
        self._capture = capture
        self._camera: Camera | None = None  # the one that was locked; another one was opened since
        self._well_since_s: float | None = None
        self._ill_since_s: float | None = None

    @property
    def is_locked(self) -> bool:
        return self._camera is not None and self._camera is self._capture.camera

    def mind(self, health: Health, is_settled: bool, now_s: float) -> None:
        lit = health.light is not None and not any(why.key in UNLIT for why in health.light.advice)
        well = health.camera_works and is_settled and lit
        self._well_since_s = (self._well_since_s or now_s) if well else None
        self._ill_since_s = None if lit or not health.camera_works else self._ill_since_s or now_s
        if not self.is_locked and self._well_since_s is not None and now_s - self._well_since_s >= LOCK_AFTER_S:
            self._camera = self._capture.camera
            if self._camera is not None:
                self._camera.lock()
        if self.is_locked and self._ill_since_s is not None and now_s - self._ill_since_s >= RELEASE_AFTER_S:
            self._capture.reopen()  # the lamp was switched: the camera adjusts itself anew
            self._ill_since_s = None


def health(capture: Capture, eye: Eye, frames_per_s: float) -> Health:
    light = eye.light() if capture.works else None
    frames_per_s = round(frames_per_s, 1)
    return Health(capture.works, frames_per_s, eye.states(), wrong_with(capture), eye.ground.placed(), light)


def wrong_with(capture: Capture) -> str:
    return "" if capture.works else "sight.no_camera"


def obey(pipe: Connection, eye: Eye, capture: Capture, voice: Voice) -> bool:
    """Takes every order that has come; False when it is time to stop."""
    voice.turned()
    while pipe.poll():
        match order_of(pipe.recv_bytes()):
            case Watch() as orders:
                eye.watch(orders)
            case Tell(message):
                capture.tell(message)
            case Look(laid_only):
                eye.look(laid_only=laid_only)
            case Teach() as wanted:
                voice.say(lesson(wanted, eye.zone))
            case Stop():
                return False
    return True


def _give_up_sending(pipe: Connection) -> None:
    """An eye that stands still takes no orders: sending must fail then, and not wait with it for ever."""
    with socket.socket(fileno=os.dup(pipe.fileno())) as near:
        near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", 1, 0))


class Watcher:
    """The table's end: starts the process, sends orders, takes reports, restarts it when it stalls."""

    def __init__(self, camera_url: str, stalled_s: float = STALLED_S) -> None:
        self._url, self._stalled_s = camera_url, stalled_s
        self._has_spoken = False
        self._orders = Watch()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._heard_s = 0.0
        self._sending = threading.Lock()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy the table's threads and locks
        self._pipe, theirs = context.Pipe()
        _give_up_sending(self._pipe)
        self._process = context.Process(target=run, args=(theirs, self._url), name="eye", daemon=True)
        self._process.start()
        theirs.close()
        self._heard_s, self._has_spoken = time.monotonic(), False
        self.watch(self._orders)

    def watch(self, orders: Watch) -> None:
        self._orders = orders
        self._send(packed(orders))

    def look(self, *, laid_only: bool = False) -> None:
        self._send(packed(Look(laid_only)))

    def tell(self, message: Tell) -> None:
        self._send(packed(message))

    def teach(self, wanted: Teach) -> None:
        self._send(packed(wanted))

    def _send(self, data: bytes) -> None:
        if self._pipe is not None and self._heard_s != float("-inf"):  # one that is dead is not told anything more
            try:
                with self._sending:
                    self._pipe.send_bytes(data)
            except (BrokenPipeError, ConnectionResetError, OSError):
                self._heard_s = float("-inf")  # dead: the next `reports` starts another

    def reports(self, wait_s: float = 0.1) -> list[Report]:
        """What has come since; a process that died or says nothing for long is replaced."""
        if self._pipe is None or self._process is None:
            raise SightError("the eye was not started: call start() first")
        found: list[Report] = []
        try:
            while self._pipe.poll(0 if found else wait_s):
                found.append(report_of(self._pipe.recv_bytes()))
        except (EOFError, ConnectionResetError, OSError):
            self._heard_s = float("-inf")
        now_s = time.monotonic()
        if found:
            self._heard_s, self._has_spoken = now_s, True
        elif now_s - self._heard_s > self._patience_s or not self._process.is_alive():
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
            self._send(packed(Stop()))
            self._process.join(wait_s)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._pipe.close()
        self._process = self._pipe = None
