"""The worker: orders in, readings out, and a camera that dies is noticed."""

import multiprocessing
import os
import signal
import threading

import numpy as np
import pytest

from vision.arrays import Pixels
from vision.camera import Camera, Frame
from vision.cameras import open_camera
from vision.capture import Capture
from vision.errors import CameraError
from vision.pipeline import Recogniser, VisionPipeline, zone_of
from vision.privacy import Curtain
from vision.protocol import (
    CameraHealth,
    CameraMessage,
    CountMarks,
    MarksCounted,
    StopWorker,
    Watch,
    WatchOrder,
    ZoneReading,
    order_of,
    packed,
    report_of,
)
from vision.reading import Decision, Finding, Reading, Why, box_corners
from vision.worker import Reporter, is_lost
from vision.worker_client import VisionClient
from vision.zones.zone_map import ZoneMap

LEFT = ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))


def blobs(kind: str) -> Recogniser:
    """A working recogniser of bright squares, so that these tests need no network."""

    def read(pixels: Pixels, order: WatchOrder) -> Reading:
        rows, columns = np.nonzero(pixels[..., 0] > 150)
        if not rows.size:
            return Reading("", kind, (), Decision.ASK, Why("sight.no_dice"), 0.0)
        corners = box_corners(
            float(columns.min()), float(rows.min()), float(columns.max()), float(rows.max())
        )
        return Reading(
            "", kind, (Finding("die", 1, corners, 0.999),), Decision.ACCEPT, Why("sight.sure"), 0.0
        )

    return read


def frames(square_x: int | None, count: int, first: int) -> list[Frame]:
    rng, made = np.random.default_rng(first), []
    for i in range(count):
        pixels = rng.integers(50, 54, (200, 400, 3)).astype(np.uint8)
        if square_x is not None:
            pixels[80:110, square_x : square_x + 30] = 220
        made.append(Frame(pixels, (first + i) / 30, first + i))
    return made


def seen(pipeline: VisionPipeline, pictures: list[Frame]) -> list[str]:
    return [
        report.ask
        for frame in pictures
        for report in pipeline.see(frame)
        if isinstance(report, ZoneReading)
    ]


def test_only_what_is_asked_for_is_seen() -> None:
    pipeline = VisionPipeline(blobs)
    assert seen(pipeline, frames(None, 5, 0) + frames(50, 10, 5)) == []
    pipeline.watch(Watch((WatchOrder("roll-1", "left", corners=LEFT),)))
    assert seen(pipeline, frames(None, 8, 20) + frames(50, 10, 30)) == ["roll-1"]
    assert seen(pipeline, frames(None, 8, 40) + frames(300, 10, 50)) == []


def test_dice_from_an_earlier_ask_do_not_answer_the_next() -> None:
    pipeline = VisionPipeline(blobs)
    pipeline.watch(Watch((WatchOrder("first", "tray"),)))
    assert seen(pipeline, frames(None, 6, 0) + frames(50, 12, 6)) == ["first"]
    pipeline.watch(Watch((WatchOrder("second", "tray"),)))
    assert seen(pipeline, frames(50, 20, 20)) == []
    assert seen(pipeline, frames(200, 20, 50)) == ["second"]
    assert pipeline.states() == {"tray": "at rest"}


def test_dice_left_lying_while_something_else_was_asked_are_no_roll() -> None:
    pipeline = VisionPipeline(blobs)
    pipeline.watch(Watch((WatchOrder("first", "tray"),)))
    assert seen(pipeline, frames(None, 6, 0) + frames(50, 12, 6)) == ["first"]
    pipeline.watch(Watch())
    assert seen(pipeline, frames(50, 5, 20)) == []
    pipeline.watch(Watch((WatchOrder("later", "tray"),)))
    assert seen(pipeline, frames(50, 20, 30)) == []
    assert seen(pipeline, frames(200, 20, 60)) == ["later"]


def test_dice_that_nobody_saw_come_are_no_roll_until_somebody_says_so() -> None:
    pipeline = VisionPipeline(blobs)
    pipeline.watch(Watch((WatchOrder("first", "tray"),)))
    assert seen(pipeline, frames(50, 20, 0)) == []
    pipeline.look(laid_only=True)
    assert seen(pipeline, frames(50, 20, 20)) == []
    pipeline.look()
    assert seen(pipeline, frames(50, 20, 40)) == ["first"]


def test_a_closed_zone_is_black_before_anything_looks() -> None:
    pipeline = VisionPipeline(blobs)
    pipeline.watch(Watch((WatchOrder("peek", "tray"),), closed=(LEFT,)))
    assert seen(pipeline, frames(50, 20, 0)) == []
    picture = np.full((10, 20, 3), 200, np.uint8)
    curtain = Curtain()
    curtain.close((LEFT,))
    assert curtain.drawn(picture)[:, :9].max() == 0
    assert picture.min() == 200


def test_a_zone_is_cut_out_flat() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[:, 100:] = 90
    assert zone_of(picture, LEFT).shape == (100, 100, 3)
    assert zone_of(picture, LEFT)[:, :95].max() == 0
    assert zone_of(picture, None) is picture


@pytest.mark.parametrize(
    "message",
    [
        Watch((WatchOrder("a", "tray", "dice", 2, ("red", "gold"), LEFT),), (LEFT,)),
        CameraMessage({"do": "throw", "values": [1]}),
        StopWorker(),
    ],
)
def test_orders_survive_the_pipe(message: Watch | CameraMessage | StopWorker) -> None:
    assert order_of(packed(message)) == message


def test_reports_survive_the_pipe() -> None:
    report = CameraHealth(True, 29.5, {"tray": "empty"})
    assert report_of(packed(report)) == report


class Stubborn:
    """A camera that gives one picture for ever, or nothing at all, as a jammed one does."""

    def __init__(self, answers: bool) -> None:
        self._answers, self.closed = answers, threading.Event()

    def frame(self) -> Frame | None:
        if not self._answers or self.closed.wait(0.01):
            self.closed.wait(10)
            raise CameraError("gone")
        return Frame(np.full((64, 64, 3), 90, np.uint8), 0.0, 1)

    def lock(self) -> None: ...

    def close(self) -> None:
        self.closed.set()


@pytest.mark.parametrize("answers", [True, False])
def test_a_frozen_or_silent_camera_is_reopened(answers: bool) -> None:
    opened: list[Stubborn | Camera] = []

    def opener() -> Stubborn | Camera:
        opened.append(
            Stubborn(answers) if not opened else open_camera("virtual:?width=64&height=64&die=20")
        )
        return opened[-1]

    zone_map = ZoneMap()
    zone_map.lay(Watch())
    capture = Capture(opener, 0.2, zone_map)
    while len(opened) < 2 or not capture.works:
        capture.newest(0.05)
    assert isinstance(opened[0], Stubborn)
    assert opened[0].closed.is_set()
    capture.close()


def test_the_eye_runs_as_a_process_of_its_own_and_ends_without_a_word(
    capfd: pytest.CaptureFixture[str],
) -> None:
    watcher = VisionClient(
        "virtual:?fps=100"
    )  # nearly always inside a picture, also when it is told to stop
    watcher.start()
    healthy: list[CameraHealth] = []
    while not healthy or not healthy[-1].frames_per_s:
        healthy += [report for report in watcher.reports(0.2) if isinstance(report, CameraHealth)]
    watcher.stop()
    assert healthy[-1].camera_works
    assert capfd.readouterr().err == ""


def test_a_long_look_does_not_pass_for_a_dead_eye() -> None:
    ours, theirs = multiprocessing.Pipe()
    capture = Capture(lambda: open_camera("virtual:?width=64&height=64&die=20"), 5.0, ZoneMap())
    voice = Reporter(theirs, capture)
    voice.say(CameraHealth(True, 30.0, {"tray": "empty"}))
    told = [
        report_of(ours.recv_bytes()) for _ in range(3) if ours.poll(30)
    ]  # nobody turns the loop meanwhile
    voice.end()
    capture.close()
    assert [report.states for report in told if isinstance(report, CameraHealth)] == [
        {"tray": "empty"}
    ] * 3


@pytest.mark.parametrize(
    ("look_s", "worked_s", "lost"),
    [
        (10, 0, False),
        (10, 10, False),
        (30, 29, True),
        (30, 0.1, True),
        (300, 15, False),
        (300, 25, True),
    ],
    ids=[
        "short",
        "busy",
        "in circles",
        "waiting in vain",
        "sound, on a busy machine",
        "in circles, on a busy machine",
    ],
)
def test_a_look_is_given_up_by_its_work_and_not_by_the_clock(
    look_s: float, worked_s: float, lost: bool
) -> None:
    assert is_lost(look_s, worked_s) == lost


def test_an_eye_that_stands_still_does_not_hold_up_who_gives_it_orders() -> None:
    watcher = VisionClient("virtual:?width=320&height=180&die=30&fps=10")
    watcher.start()
    while not any(isinstance(report, CameraHealth) for report in watcher.reports(0.2)):
        pass
    before = watcher.pid
    assert before is not None
    os.kill(before, signal.SIGSTOP)
    for _ in range(400):  # far more than a pipe holds
        watcher.send(CameraMessage({"do": "light", "name": "day" * 1000}))
    while watcher.pid == before:
        watcher.reports(0.1)
    assert watcher.pid is not None
    watcher.stop()


class Dark:
    """A covered lens whose camera smooths all noise away: the same black picture again and again,
    ten in a second.
    """

    def __init__(self) -> None:
        self.now_s = 0.0

    def frame(self) -> Frame | None:
        self.now_s += 0.1
        return Frame(np.full((64, 64, 3), 2, np.uint8), 0.0, 1)

    def lock(self) -> None: ...

    def close(self) -> None: ...


def test_a_covered_lens_is_black_and_not_frozen() -> None:
    camera = Dark()
    capture = Capture(lambda: camera, 0.5, ZoneMap(), lambda: camera.now_s)
    while camera.now_s < 1.5:  # three times as long as a frozen one would be given
        capture.newest(0.05)
    assert capture.works
    assert capture.is_black
    capture.close()


def test_a_camera_that_stands_still_is_told_also_while_the_eye_is_in_a_long_look() -> None:
    ours, theirs = multiprocessing.Pipe()
    capture = Capture(lambda: Stubborn(answers=True), 0.5, ZoneMap())
    voice = Reporter(theirs, capture)
    while not capture.works:
        capture.newest(0.05)
    voice.say(CameraHealth(True, 30.0, {}))
    told = report_of(ours.recv_bytes())
    while (
        isinstance(told, CameraHealth) and told.camera_works and ours.poll(30)
    ):  # nobody takes frames meanwhile
        told = report_of(ours.recv_bytes())
    voice.end()
    capture.close()
    assert isinstance(told, CameraHealth)
    assert (told.camera_works, told.why) == (False, "sight.no_camera")


def test_the_marks_before_the_camera_are_counted_when_asked() -> None:
    watcher = VisionClient("virtual:?width=320&height=180&die=30&fps=30")
    watcher.start()
    watcher.send(CountMarks(7))
    counted: list[MarksCounted] = []
    while not counted:
        counted += [report for report in watcher.reports(0.2) if isinstance(report, MarksCounted)]
    watcher.stop()
    assert counted == [MarksCounted(7, 0)]
