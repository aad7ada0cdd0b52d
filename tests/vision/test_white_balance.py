"""The patches printed on a mat tell what white is; what does not look like them is not believed."""

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.camera import Frame
from vision.dice.colour import face_colour, named
from vision.lab.scenes.mats import mat_on_table
from vision.mats.layout import Mat, Zone
from vision.protocol import Watch
from vision.zones.locate import LocatedMat
from vision.zones.mat_tracking import MatTracker
from vision.zones.white_balance import balanced, white_of
from vision.zones.zone_map import ZoneMap

MAT = Mat("tray", "Dice tray", (262, 190), 0, (Zone("dice", (60, 50, 140, 90)),))
CASTS = ("lamp", "evening", "candle", "two lamps")


def photographed(light: str) -> tuple[Pixels, LocatedMat]:
    picture, _ = mat_on_table(np.random.default_rng((7, CASTS.index(light))), MAT, "wood", light)
    follower = MatTracker((MAT,))
    for _ in range(4):
        follower.see(picture)
    found = follower.followed["tray"].now
    assert found is not None
    return picture, found


def middle_of(
    pixels: Pixels, mat: LocatedMat, place: int
) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    x, y = mat.corners(mat.mat.patches()[place]).mean(axis=0).astype(int)
    return np.asarray(pixels[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(axis=0))


@pytest.mark.parametrize("light", CASTS)
def test_grey_is_grey_again_whatever_the_lamp(light: str) -> None:
    picture, mat = photographed(light)
    assert white_of(picture, mat) is not None
    grey = middle_of(balanced(picture, white_of(picture, mat)), mat, 0)
    assert np.ptp(grey) < 0.1 * grey.mean()


def test_white_by_candlelight_has_no_hue() -> None:
    picture, mat = photographed("candle")
    x, y = mat.corners().mean(axis=0).astype(int)
    paper = picture[y - 16 : y + 16, x - 16 : x + 16]
    assert named(face_colour(paper)) in ("brown", "gold", "orange")
    assert named(face_colour(balanced(paper, white_of(picture, mat)))) in (
        "white",
        "grey",
        "silver",
    )


@pytest.mark.parametrize("colour", [(40, 40, 190), (120, 150, 190), (255, 255, 255), (0, 0, 0)])
def test_what_lies_on_the_patches_is_not_taken_for_white(colour: tuple[int, int, int]) -> None:
    picture, mat = photographed("lamp")
    for patches in (mat.mat.patches(), mat.mat.patches()[1:], mat.mat.patches()[:1]):
        covered = picture.copy()
        for patch in patches:
            cv2.fillConvexPoly(covered, mat.corners(patch).astype(np.int32), colour)
        assert white_of(covered, mat) is None
    assert balanced(picture, None) is picture


def test_each_place_of_a_mat_knows_its_white_and_a_closed_mat_shows_none() -> None:
    picture, _ = photographed("evening")
    for closed, known in (((), {"dice", "tray"}), (("tray",), set())):
        zone_map = ZoneMap()
        zone_map.lay(Watch((), mats=(MAT,), closed_places=closed))
        for number in range(9):
            frame = zone_map.seen(Frame(picture, number / 30, number))
        assert set(frame.whites) == known


def test_light_that_is_white_already_changes_no_pixel() -> None:
    picture, _ = photographed("lamp")
    assert balanced(picture, (200.0, 204.0, 202.0)) is picture
