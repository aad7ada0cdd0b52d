"""Closed zones on mats: the curtain hangs on corner marks, moves with them, and covers everything
when in doubt.
"""

from functools import cache

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.camera import Frame
from vision.capture import Capture
from vision.mats.layout import Mat, Zone, areas
from vision.mats.picture import mat_picture
from vision.pipeline import VisionPipeline
from vision.protocol import CameraPicture, Watch, WatchOrder, ZoneReading
from vision.reading import Decision, Reading, Why
from vision.zones.zone_map import FIRST_LOOKS, ZoneMap

SECRET = (7, 201, 93)
DOCK = Mat("dock:1", "Seat 1", (190, 152), 4, (Zone("card", (46, 24, 70, 100)),))
TRAY = Mat("tray", "Tray", (190, 152), 0, (Zone("tray", (46, 24, 90, 100)),))
CLOSED = Watch(mats=(DOCK, TRAY), closed_places=("dock:1",))
OPEN = Watch(mats=(DOCK, TRAY))


@cache
def printed(name: str) -> Pixels:
    return mat_picture(DOCK if name == DOCK.name else TRAY, 2.0)


def table(
    dock: tuple[int, int] = (40, 40),
    tray: tuple[int, int] = (420, 60),
    covered: tuple[int, ...] = (),
) -> Pixels:
    """Both mats on a table; the dock's card zone, and only that, has a colour found nowhere
    else.
    """
    pixels = np.full((480, 860, 3), 90, np.uint8)
    for mat, (x, y) in ((DOCK, dock), (TRAY, tray)):
        flat = printed(mat.name).copy()
        if mat is DOCK:
            flat[48:248, 92:232] = SECRET
        for number, corners in mat.marks().items():
            if number in covered:
                (x0, y0), _, (x1, y1), _ = corners
                flat[
                    round(2 * y0) - 8 : round(2 * y1) + 8, round(2 * x0) - 8 : round(2 * x1) + 8
                ] = (110, 140, 190)
        pixels[y : y + flat.shape[0], x : x + flat.shape[1]] = flat
    return pixels


def shows_secret(pixels: Pixels) -> bool:
    return bool((np.abs(pixels.astype(int) - SECRET).max(axis=-1) < 30).any())


def seen(zone_map: ZoneMap, pixels: Pixels, frames: int = 1) -> list[Frame]:
    return [zone_map.seen(Frame(pixels, number / 30, number)) for number in range(frames)]


def settled(watch: Watch, pixels: Pixels) -> ZoneMap:
    zone_map = ZoneMap()
    zone_map.lay(watch)
    seen(zone_map, pixels, FIRST_LOOKS + 3)
    return zone_map


def test_a_closed_mat_is_covered_from_the_first_frame_on_and_followed() -> None:
    zone_map = ZoneMap()
    zone_map.lay(CLOSED)
    assert not any(shows_secret(frame.pixels) for frame in seen(zone_map, table(), 12))
    (last,) = seen(zone_map, table())
    assert last.pixels[200, 600].any(), "the tray must be visible, or this proves nothing"
    assert "tray" in (last.places or {})


def test_its_marks_stay_visible_so_that_it_can_be_followed() -> None:
    zone_map = settled(CLOSED, table())
    (frame,) = seen(zone_map, table())
    again = settled(CLOSED, frame.pixels)
    assert again.knows("card:1")


@pytest.mark.parametrize("bump", [(90, 70), (44, 46), (300, 90)])
def test_a_bumped_closed_mat_never_shows_a_pixel_while_it_moves(bump: tuple[int, int]) -> None:
    zone_map = settled(CLOSED, table(tray=(420, 60)))
    shifted = (
        table(dock=bump, tray=(440, 90))
        if bump != (300, 90)
        else table(dock=(60, 70), tray=(440, 90))
    )
    frames = seen(zone_map, shifted, 20)
    assert not any(shows_secret(frame.pixels) for frame in frames)
    assert frames[-1].pixels.any(), "healed: the rest is seen again"


def test_a_closed_mat_with_hidden_marks_stays_covered_where_it_was() -> None:
    zone_map = settled(CLOSED, table())
    frames = seen(zone_map, table(covered=(4, 5, 6, 7)), 6)
    assert not any(shows_secret(frame.pixels) for frame in frames)
    assert frames[-1].pixels[200, 600].any()


def test_when_the_camera_is_bumped_and_the_closed_mat_s_marks_are_hidden_all_is_black() -> None:
    zone_map = settled(CLOSED, table())
    frames = seen(zone_map, table(dock=(90, 90), tray=(460, 100), covered=(4, 5, 6, 7)), 8)
    assert not any(shows_secret(frame.pixels) for frame in frames)


def test_one_mark_alone_is_not_enough_to_show_the_rest() -> None:
    zone_map = ZoneMap()
    zone_map.lay(CLOSED)
    frames = seen(zone_map, table(covered=(4, 5, 6)), 12)
    assert not any(frame.pixels.any() for frame in frames)


def test_an_open_mat_is_seen_again() -> None:
    zone_map = settled(CLOSED, table())
    zone_map.lay(OPEN)
    assert shows_secret(seen(zone_map, table())[0].pixels)
    zone_map.lay(CLOSED)
    assert not shows_secret(seen(zone_map, table())[0].pixels)


def test_a_closed_zone_drawn_by_hand_is_covered() -> None:
    drawn = {"dock:1": ((0.04, 0.06), (0.5, 0.06), (0.5, 0.75), (0.04, 0.75))}
    zone_map = ZoneMap()
    zone_map.lay(Watch(drawn=drawn, closed_places=("dock:1",)))
    (frame,) = seen(zone_map, table())
    assert not shows_secret(frame.pixels)
    assert frame.pixels[200, 600].any()


class Lens:
    """A camera over the table; the mat is bumped now and then."""

    def __init__(self) -> None:
        self.number = 0

    def frame(self) -> Frame | None:
        self.number += 1
        pixels = table(dock=(40, 40) if self.number % 20 < 10 else (80, 90))
        pixels[0, 0] = self.number % 250
        return Frame(pixels, self.number / 30, self.number)

    def lock(self) -> None: ...

    def close(self) -> None: ...


def test_nothing_that_leaves_the_capture_step_or_the_eye_ever_held_a_closed_pixel() -> None:
    given: list[Pixels] = []

    def recognise(pixels: Pixels, order: WatchOrder) -> Reading:
        given.append(pixels.copy())
        return Reading(order.zone, "dice", (), Decision.ASK, Why("sight.no_dice"), 0.0)

    pipeline = VisionPipeline(lambda kind: recognise)
    orders = (
        WatchOrder("1:roll", "tray", anywhere=True),
        WatchOrder("1:show", "card:1", "cards", anywhere=True),
    )
    pipeline.watch(Watch(orders, mats=(DOCK, TRAY), closed_places=("dock:1",), pictures_per_s=30))
    capture = Capture(Lens, 5.0, pipeline.zone_map)
    pictures: list[bytes] = []
    try:
        for _ in range(60):
            frame = capture.newest(2.0)
            assert frame is not None
            assert not shows_secret(frame.pixels)
            for report in pipeline.see(frame):
                pictures += (
                    [report.reading.evidence or b""] if isinstance(report, ZoneReading) else []
                )
                pictures += [report.jpeg] if isinstance(report, CameraPicture) else []
        kept = [value for value in vars(capture).values() if isinstance(value, np.ndarray)]
    finally:
        capture.close()
    assert given, "the recogniser must have been asked, or this proves nothing"
    assert not any(shows_secret(pixels) for pixels in (*given, *kept))
    for jpeg in filter(None, pictures):
        shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert not shows_secret(np.asarray(shown, np.uint8))


def test_places_have_the_names_asks_use() -> None:
    tokens = (
        Zone("vp", (46, 24, 40, 40), part_of="tokens"),
        Zone("mana", (100, 24, 40, 40), part_of="tokens"),
    )
    found = areas(
        Mat("dock:2", "Two", (190, 152), 8, (*tokens, Zone("grid", (50, 70, 40, 40), 2, 2)))
    )
    assert set(found) == {"dock:2", "vp:2", "mana:2", "tokens:2", "grid:2"}
    assert found["tokens:2"].box_mm == (46, 24, 94, 40)
    assert found["tokens:2"].cells()["vp"] == pytest.approx((0, 0, 40 / 94, 1))
    assert found["grid:2"].cells()["2,2"] == pytest.approx((0.5, 0.5, 0.5, 0.5))


def test_a_zone_hidden_is_said_to_be_and_not_read() -> None:
    pipeline = VisionPipeline(
        lambda kind: (
            lambda pixels, order: Reading("", kind, (), Decision.ASK, Why("sight.no_dice"), 0.0)
        )
    )
    pipeline.watch(Watch((WatchOrder("1:roll", "tray", anywhere=True),), mats=(TRAY,)))
    for number in range(14):
        pipeline.see(Frame(table(), number / 30, number))
    assert pipeline.states() == {"tray": "empty"}
    bumped = table(tray=(430, 90))
    states = []
    for number in range(14, 30):
        pipeline.see(Frame(bumped, number / 30, number))
        states.append(pipeline.states()["tray"])
    assert "hidden" in states
    assert states[-1] != "hidden", "healed within half a second"
    assert pipeline.zone_map.placed()["tray"].sight == "located"
