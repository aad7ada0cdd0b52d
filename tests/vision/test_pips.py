"""Pips by geometry: right on clear faces, silent where there are none."""

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.dice.pips import SIDE_PX, count
from vision.virtual.die_render import REACH, DieLook, Lighting, Viewpoint, place, resting, sprite


def crop(value: int, look: DieLook, yaw_deg: float, tilt_deg: float = 8.0) -> Pixels:
    """A die drawn on a table, cut out as the reader would."""
    side = round(90 * REACH)
    table = np.full((side, side, 3), 0.35, np.float32)
    die = sprite(
        look, resting(value, yaw_deg), Viewpoint(tilt_deg, 20.0), Lighting((0.3, 0.2, 1.0)), side
    )
    place(table, die, 0, 0)
    x0, y0, x1, y1 = die.box
    reach = 1.2 * max(x1 - x0, y1 - y0) / 2
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    cut = table[round(y - reach) : round(y + reach), round(x - reach) : round(x + reach)]
    return cv2.resize(
        (cut * 255).astype(np.uint8), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA
    )


LOOKS = {
    "white": DieLook((0.9, 0.9, 0.9), (0.05, 0.05, 0.05)),
    "red": DieLook((0.1, 0.1, 0.7), (0.95, 0.95, 0.95)),
    "black": DieLook((0.08, 0.08, 0.08), (0.9, 0.9, 0.9)),
    "grey, with red pips as dark as it": DieLook((0.3, 0.3, 0.3), (0.08, 0.22, 0.75), gloss=0.0),
}


@pytest.mark.parametrize("name", sorted(LOOKS))
@pytest.mark.parametrize("value", range(1, 7))
def test_clear_pips_are_counted_whatever_the_colour_and_turn(name: str, value: int) -> None:
    counts = [count(crop(value, LOOKS[name], yaw)).value for yaw in (0.0, 25.0, 60.0)]
    assert counts.count(value) >= 2


def test_a_cube_without_pips_fits_no_face() -> None:
    assert (
        count(crop(3, DieLook((0.2, 0.5, 0.7), (0.0, 0.0, 0.0), pips=False, gloss=0.0), 20.0)).fit
        < 0.75
    )


def test_an_empty_table_fits_no_face() -> None:
    noise = np.random.default_rng(1).normal(120, 3, (SIDE_PX, SIDE_PX, 3))
    assert count(noise.astype(np.uint8)).fit < 0.75
