"""No pixel of a closed zone reaches any other part of the program, or any file."""

import numpy as np
import pytest

from vision.arrays import Pixels
from vision.camera import Frame
from vision.capture import Capture
from vision.pipeline import VisionPipeline
from vision.privacy import Curtain
from vision.protocol import Watch, WatchOrder, ZoneReading
from vision.reading import Decision, Finding, Reading, Why, box_corners
from vision.zones.zone_map import ZoneMap

SECRET = (7, 201, 93)
DOCK = ((0.1, 0.1), (0.4, 0.12), (0.42, 0.5), (0.08, 0.48))


def table(secret: tuple[int, int, int] = SECRET) -> Pixels:
    """A table whose closed dock, and only that, has a colour found nowhere else."""
    pixels = np.full((240, 320, 3), 128, np.uint8)
    pixels[30:110, 35:125] = secret
    return pixels


def laid(closed: tuple[tuple[tuple[float, float], ...], ...]) -> ZoneMap:
    zone_map = ZoneMap()
    zone_map.lay(Watch(closed=closed))
    return zone_map


def shows_secret(pixels: Pixels) -> bool:
    return bool((pixels == SECRET).all(axis=-1).any())


class Lens:
    """A camera that gives the same table for ever."""

    def __init__(self) -> None:
        self.number = 0

    def frame(self) -> Frame | None:
        self.number += 1
        pixels = table()
        pixels[0, 0] = self.number % 250
        return Frame(pixels, self.number / 30, self.number)

    def lock(self) -> None: ...

    def close(self) -> None: ...


def test_before_the_game_has_spoken_the_whole_picture_is_closed() -> None:
    assert not Curtain().drawn(table()).any()


def test_a_closed_zone_is_black_and_the_rest_untouched() -> None:
    curtain = Curtain()
    curtain.close((DOCK,))
    covered = curtain.drawn(table())
    assert not shows_secret(covered)
    assert (covered[150:, 200:] == 128).all()


def test_what_leaves_the_camera_is_covered_before_it_is_kept() -> None:
    capture = Capture(Lens, 5.0, laid((DOCK,)))
    try:
        frames = [capture.newest(2.0) for _ in range(5)]
        kept = [value for value in vars(capture).values() if isinstance(value, np.ndarray)]
        waiting = vars(capture)["_frame"]
    finally:
        capture.close()
    assert any(frames)
    assert not any(shows_secret(frame.pixels) for frame in frames if frame)
    assert not any(shows_secret(array) for array in kept if array.ndim == 3)
    assert waiting is None or not shows_secret(waiting.pixels)


def test_a_zone_closed_after_a_frame_was_taken_is_covered_when_it_is_given_out() -> None:
    zone_map = laid(())
    capture = Capture(Lens, 5.0, zone_map)
    try:
        assert capture.newest(2.0) is not None
        zone_map.lay(Watch(closed=(DOCK,)))
        frames = [capture.newest(2.0) for _ in range(3)]
    finally:
        capture.close()
    assert not any(shows_secret(frame.pixels) for frame in frames if frame)


@pytest.mark.parametrize("zone", [None, ((0.0, 0.0), (0.5, 0.0), (0.5, 0.6), (0.0, 0.6))])
def test_recognisers_evidence_and_reports_never_hold_a_closed_pixel(
    zone: tuple[tuple[float, float], ...] | None,
) -> None:
    given: list[Pixels] = []

    def recognise(pixels: Pixels, order: WatchOrder) -> Reading:
        given.append(pixels.copy())
        finding = Finding("dice", 4, box_corners(1, 1, 9, 9), 0.99)
        return Reading(
            order.zone, "dice", (finding,), Decision.ACCEPT, Why(""), 0.0, evidence=pixels.tobytes()
        )

    pipeline = VisionPipeline(lambda kind: recognise)
    pipeline.watch(Watch((WatchOrder("1:roll", "dock:1", corners=zone),), closed=(DOCK,)))
    reports = [report for number in range(40) for report in pipeline.see(moving(number))]
    assert given, "the recogniser must have been asked, or this proves nothing"
    assert not any(shows_secret(pixels) for pixels in given)
    for report in reports:
        assert isinstance(report, ZoneReading)
        assert bytes(SECRET) not in (report.reading.evidence or b"")


def moving(number: int) -> Frame:
    """Something rolls in at first, then lies still, so that a reading is made."""
    pixels = table()
    x = 200 + min(number, 8) * 8
    pixels[120:150, x : x + 30] = 240 if number else 128
    pixels[100:120, 20 + min(number, 8) * 4 : 50 + min(number, 8) * 4] = 250 if number else 128
    return Frame(pixels, number / 30, number)


def test_open_zones_are_seen_again_once_the_game_opens_them() -> None:
    curtain = Curtain()
    curtain.close((DOCK,))
    assert not shows_secret(curtain.drawn(table()))
    curtain.close(())
    assert shows_secret(curtain.drawn(table()))
