"""The eye as its own process: takes watch orders, posts readings, and reopens a camera that froze or died.

Processes and threads of vision are made here and nowhere else. If this process stalls, whoever started it ends it
and starts another: it holds nothing that matters.
"""

import importlib
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Protocol

import cv2
import msgspec
import numpy as np

from companion.errors import SightError
from vision.camera import Camera, Frame, open_camera
from vision.capture import Capture
from vision.orders import (
    Health,
    Look,
    Picture,
    Report,
    Seen,
    Stop,
    Tell,
    Watch,
    WatchOrder,
    order_of,
    packed,
    report_of,
)
from vision.picture import Pixels
from vision.privacy import Curtain
from vision.reading import Point, Reading
from vision.settle import Settle

FROZEN_S = 3.0
REPORT_EVERY_S = 1.0
SHOWN_WIDTH = 640


class Recogniser(Protocol):
    """What each kind brings as `vision.<kind>.watching.recogniser()`: one zone's pixels in, one reading out."""

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading: ...


@dataclass(slots=True)
class Post:
    """One order being watched. Kept while its zone and kind stay, so that dice left from before are no new roll."""

    order: WatchOrder
    settle: Settle


@dataclass(slots=True)
class Eye:
    """Frames in, reports out; no process, no pipe and no clock of its own, so that tests can drive it."""

    recognisers: Callable[[str], Recogniser]
    posts: dict[tuple[str, str], Post] = field(default_factory=dict)
    curtain: Curtain = field(default_factory=Curtain)
    pictures_per_s: float = 0.0
    shown_s: float = 0.0

    def watch(self, orders: Watch) -> None:
        kept: dict[tuple[str, str], Post] = {}
        for order in orders.orders:
            post = self.posts.get((order.zone, order.kind)) or Post(order, self._settle(order))
            if post.order.ask != order.ask:
                post.settle.again()
            post.order = order
            kept[order.zone, order.kind] = post
        self.posts, self.pictures_per_s = kept, orders.pictures_per_s
        self.curtain.close(orders.closed)

    def look(self) -> None:
        """Forgets what was seen before, so that dice left lying are offered too."""
        for post in self.posts.values():
            post.settle = self._settle(post.order)

    def _settle(self, order: WatchOrder) -> Settle:
        recognise, key = self.recognisers(order.kind), (order.zone, order.kind)
        return Settle(lambda pixels: recognise(pixels, self.posts[key].order))

    def see(self, frame: Frame) -> list[Report]:
        seen: list[Report] = []
        pixels = self.curtain.drawn(frame.pixels)
        for post in self.posts.values():
            reading = post.settle.see(Frame(zone_of(pixels, post.order.corners), frame.taken_at_s, frame.number))
            if reading is not None:
                named = msgspec.structs.replace(reading, zone=post.order.zone, ask=post.order.ask)
                seen.append(Seen(post.order.ask, named))
        if self.pictures_per_s and frame.taken_at_s - self.shown_s >= 1 / self.pictures_per_s:
            self.shown_s = frame.taken_at_s
            seen.append(Picture(small(pixels)))
        return seen

    def states(self) -> dict[str, str]:
        return {post.order.zone: post.settle.state.value for post in self.posts.values()}


def small(pixels: Pixels) -> bytes:
    """For people to look at; never for reading."""
    shrunk = cv2.resize(
        pixels, (SHOWN_WIDTH, pixels.shape[0] * SHOWN_WIDTH // pixels.shape[1]), interpolation=cv2.INTER_AREA
    )
    return cv2.imencode(".jpg", shrunk, [cv2.IMWRITE_JPEG_QUALITY, 70])[1].tobytes()


def zone_of(pixels: Pixels, corners: tuple[Point, ...] | None) -> Pixels:
    """The zone seen flat, at about the camera's own resolution."""
    if corners is None:
        return pixels
    quad = np.array(corners, np.float32) * np.array([pixels.shape[1], pixels.shape[0]], np.float32)
    wide = max(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[2] - quad[3])), 16)
    high = max(float(np.linalg.norm(quad[3] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])), 16)
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    size = (int(min(wide, 4096)), int(min(high, 4096)))
    return np.asarray(cv2.warpPerspective(pixels, cv2.getPerspectiveTransform(quad, flat), size), np.uint8)


def recogniser(kind: str) -> Recogniser:
    made: Recogniser = importlib.import_module(f"vision.{kind}.watching").recogniser()
    return made


def run(pipe: Connection, camera_url: str) -> None:
    """The process itself: until told to stop, or until nobody listens any more."""
    cv2.setNumThreads(1)  # the other cores belong to the game
    eye = Eye(recogniser)
    capture = Capture(lambda: open_camera(camera_url), FROZEN_S, eye.curtain)
    reported_s, frames = time.monotonic(), 0
    try:
        while obey(pipe, eye, capture.camera):
            frame = capture.newest(wait_s=0.1)
            frames += frame is not None
            for report in eye.see(frame) if frame is not None else ():
                pipe.send_bytes(packed(report))
            now_s = time.monotonic()
            if now_s - reported_s >= REPORT_EVERY_S:
                pipe.send_bytes(packed(health(capture, eye, frames / (now_s - reported_s))))
                reported_s, frames = now_s, 0
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the table has gone; so do we
    finally:
        capture.close()


def health(capture: Capture, eye: Eye, frames_per_s: float) -> Health:
    why = "" if capture.works else "sight.no_camera"
    return Health(capture.works, round(frames_per_s, 1), eye.states(), why)


def obey(pipe: Connection, eye: Eye, camera: Camera | None) -> bool:
    """Takes every order that has come; False when it is time to stop."""
    while pipe.poll():
        match order_of(pipe.recv_bytes()):
            case Watch() as orders:
                eye.watch(orders)
            case Tell(message):
                tell = getattr(camera, "tell", None)
                if tell is not None:
                    tell(message)
            case Look():
                eye.look()
            case Stop():
                return False
    return True


class Watcher:
    """The table's end: starts the process, sends orders, takes reports, restarts it when it stalls."""

    def __init__(self, camera_url: str, stalled_s: float = 15.0) -> None:
        self._url, self._stalled_s = camera_url, stalled_s
        self._orders = Watch()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._heard_s = 0.0

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy the table's threads and locks
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=run, args=(theirs, self._url), name="eye", daemon=True)
        self._process.start()
        theirs.close()
        self._heard_s = time.monotonic()
        self.watch(self._orders)

    def watch(self, orders: Watch) -> None:
        self._orders = orders
        self._send(packed(orders))

    def look(self) -> None:
        self._send(packed(Look()))

    def tell(self, message: Tell) -> None:
        self._send(packed(message))

    def _send(self, data: bytes) -> None:
        if self._pipe is not None:
            try:
                self._pipe.send_bytes(data)
            except (BrokenPipeError, ConnectionResetError, OSError):
                self._heard_s = -self._stalled_s  # dead: the next `reports` starts another

    def reports(self, wait_s: float = 0.1) -> list[Report]:
        """What has come since; a process that died or says nothing for long is replaced."""
        if self._pipe is None or self._process is None:
            raise SightError("the eye was not started: call start() first")
        found: list[Report] = []
        try:
            while self._pipe.poll(0 if found else wait_s):
                found.append(report_of(self._pipe.recv_bytes()))
        except (EOFError, ConnectionResetError, OSError):
            self._heard_s = -self._stalled_s
        now_s = time.monotonic()
        if found:
            self._heard_s = now_s
        elif now_s - self._heard_s > self._stalled_s or not self._process.is_alive():
            self.stop()
            self.start()
        return found

    def stop(self) -> None:
        if self._process is None or self._pipe is None:
            return
        self._send(packed(Stop()))
        self._process.join(2.0)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._pipe.close()
        self._process = self._pipe = None
