"""The eye: orders in, readings out, and a camera that dies is noticed."""

import multiprocessing
import os
import signal
import threading

import numpy as np
import pytest

from companion.errors import SightError
from vision.camera import Camera, Frame
from vision.cameras import open_camera
from vision.capture import Capture
from vision.picture import Pixels
from vision.pipeline import Eye, Recogniser, zone_of
from vision.privacy import Curtain
from vision.protocol import (
    Count,
    Counted,
    Health,
    Seen,
    Stop,
    Tell,
    Watch,
    WatchOrder,
    order_of,
    packed,
    report_of,
)
from vision.reading import Decision, Finding, Reading, Why, box_corners
from vision.worker import Voice, is_lost
from vision.worker_client import Watcher
from vision.zones.zone_map import Ground

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


def seen(eye: Eye, pictures: list[Frame]) -> list[str]:
    return [
        report.ask for frame in pictures for report in eye.see(frame) if isinstance(report, Seen)
    ]


def test_only_what_is_asked_for_is_seen() -> None:
    eye = Eye(blobs)
    assert seen(eye, frames(None, 5, 0) + frames(50, 10, 5)) == []
    eye.watch(Watch((WatchOrder("roll-1", "left", corners=LEFT),)))
    assert seen(eye, frames(None, 8, 20) + frames(50, 10, 30)) == ["roll-1"]
    assert seen(eye, frames(None, 8, 40) + frames(300, 10, 50)) == []


def test_dice_from_an_earlier_ask_do_not_answer_the_next() -> None:
    eye = Eye(blobs)
    eye.watch(Watch((WatchOrder("first", "tray"),)))
    assert seen(eye, frames(None, 6, 0) + frames(50, 12, 6)) == ["first"]
    eye.watch(Watch((WatchOrder("second", "tray"),)))
    assert seen(eye, frames(50, 20, 20)) == []
    assert seen(eye, frames(200, 20, 50)) == ["second"]
    assert eye.states() == {"tray": "at rest"}


def test_dice_left_lying_while_something_else_was_asked_are_no_roll() -> None:
    eye = Eye(blobs)
    eye.watch(Watch((WatchOrder("first", "tray"),)))
    assert seen(eye, frames(None, 6, 0) + frames(50, 12, 6)) == ["first"]
    eye.watch(Watch())
    assert seen(eye, frames(50, 5, 20)) == []
    eye.watch(Watch((WatchOrder("later", "tray"),)))
    assert seen(eye, frames(50, 20, 30)) == []
    assert seen(eye, frames(200, 20, 60)) == ["later"]


def test_dice_that_nobody_saw_come_are_no_roll_until_somebody_says_so() -> None:
    eye = Eye(blobs)
    eye.watch(Watch((WatchOrder("first", "tray"),)))
    assert seen(eye, frames(50, 20, 0)) == []
    eye.look(laid_only=True)
    assert seen(eye, frames(50, 20, 20)) == []
    eye.look()
    assert seen(eye, frames(50, 20, 40)) == ["first"]


def test_a_closed_zone_is_black_before_anything_looks() -> None:
    eye = Eye(blobs)
    eye.watch(Watch((WatchOrder("peek", "tray"),), closed=(LEFT,)))
    assert seen(eye, frames(50, 20, 0)) == []
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
        Tell({"do": "throw", "values": [1]}),
        Stop(),
    ],
)
def test_orders_survive_the_pipe(message: Watch | Tell | Stop) -> None:
    assert order_of(packed(message)) == message


def test_reports_survive_the_pipe() -> None:
    report = Health(True, 29.5, {"tray": "empty"})
    assert report_of(packed(report)) == report


class Stubborn:
    """A camera that gives one picture for ever, or nothing at all, as a jammed one does."""

    def __init__(self, answers: bool) -> None:
        self._answers, self.closed = answers, threading.Event()

    def frame(self) -> Frame | None:
        if not self._answers or self.closed.wait(0.01):
            self.closed.wait(10)
            raise SightError("gone")
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

    ground = Ground()
    ground.lay(Watch())
    capture = Capture(opener, 0.2, ground)
    while len(opened) < 2 or not capture.works:
        capture.newest(0.05)
    assert isinstance(opened[0], Stubborn)
    assert opened[0].closed.is_set()
    capture.close()


def test_the_eye_runs_as_a_process_of_its_own_and_ends_without_a_word(
    capfd: pytest.CaptureFixture[str],
) -> None:
    watcher = Watcher(
        "virtual:?fps=100"
    )  # nearly always inside a picture, also when it is told to stop
    watcher.start()
    healthy: list[Health] = []
    while not healthy or not healthy[-1].frames_per_s:
        healthy += [report for report in watcher.reports(0.2) if isinstance(report, Health)]
    watcher.stop()
    assert healthy[-1].camera_works
    assert capfd.readouterr().err == ""


def test_a_long_look_does_not_pass_for_a_dead_eye() -> None:
    ours, theirs = multiprocessing.Pipe()
    capture = Capture(lambda: open_camera("virtual:?width=64&height=64&die=20"), 5.0, Ground())
    voice = Voice(theirs, capture)
    voice.say(Health(True, 30.0, {"tray": "empty"}))
    told = [
        report_of(ours.recv_bytes()) for _ in range(3) if ours.poll(30)
    ]  # nobody turns the loop meanwhile
    voice.end()
    capture.close()
    assert [report.states for report in told if isinstance(report, Health)] == [
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
    watcher = Watcher("virtual:?width=320&height=180&die=30&fps=10")
    watcher.start()
    while not any(isinstance(report, Health) for report in watcher.reports(0.2)):
        pass
    before = watcher.pid
    assert before is not None
    os.kill(before, signal.SIGSTOP)
    for _ in range(400):  # far more than a pipe holds
        watcher.tell(Tell({"do": "light", "name": "day" * 1000}))
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
    capture = Capture(lambda: camera, 0.5, Ground(), lambda: camera.now_s)
    while camera.now_s < 1.5:  # three times as long as a frozen one would be given
        capture.newest(0.05)
    assert capture.works
    assert capture.is_black
    capture.close()


def test_a_camera_that_stands_still_is_told_also_while_the_eye_is_in_a_long_look() -> None:
    ours, theirs = multiprocessing.Pipe()
    capture = Capture(lambda: Stubborn(answers=True), 0.5, Ground())
    voice = Voice(theirs, capture)
    while not capture.works:
        capture.newest(0.05)
    voice.say(Health(True, 30.0, {}))
    told = report_of(ours.recv_bytes())
    while (
        isinstance(told, Health) and told.camera_works and ours.poll(30)
    ):  # nobody takes frames meanwhile
        told = report_of(ours.recv_bytes())
    voice.end()
    capture.close()
    assert isinstance(told, Health)
    assert (told.camera_works, told.why) == (False, "sight.no_camera")


def test_the_marks_before_the_camera_are_counted_when_asked() -> None:
    watcher = Watcher("virtual:?width=320&height=180&die=30&fps=30")
    watcher.start()
    watcher.count(Count(7))
    counted: list[Counted] = []
    while not counted:
        counted += [report for report in watcher.reports(0.2) if isinstance(report, Counted)]
    watcher.stop()
    assert counted == [Counted(7, 0)]
