"""Where to look closely: around boxes printed on cards whose own outline is lost in a busy
table.
"""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.arrays import Quad
from vision.cards.appearance import seen
from vision.cards.unexplained import around_boxes

RATIO = 1.4
NAMED = [np.array([[40, 40], [140, 40], [140, 180], [40, 180]], dtype=np.float32)]
BOX = np.array([[400, 200], [470, 200], [470, 260], [400, 260]], dtype=np.float32)
DIAMOND = np.array([[435, 180], [485, 250], [435, 320], [385, 250]], dtype=np.float32)


def looked_at(outline: Quad, strange: list[Quad], drawn: bool = True) -> NDArray[np.bool_]:
    picture = np.full((500, 700, 3), 90, np.uint8)
    if drawn:
        cv2.fillConvexPoly(picture, outline.astype(np.int32), (205, 222, 228))
    covered = around_boxes(seen(picture), NAMED, strange, [outline], RATIO)
    return np.asarray(covered == 0, dtype=np.bool_)


def test_a_square_box_that_fits_nothing_is_looked_at_as_far_as_its_card_may_reach() -> None:
    found = looked_at(BOX, [])
    assert found[230, 435]
    assert found[230, 435 + 100]
    assert not found[230, 435 + 140]


def test_a_card_found_already_is_not_looked_at_again() -> None:
    near = np.asarray(NAMED[0] + (130, 0), dtype=np.float32)
    assert not looked_at(near, [])[100, 100]


@pytest.mark.parametrize(
    ("outline", "strange", "drawn"),
    [
        (DIAMOND, [], True),
        (BOX, [np.asarray(NAMED[0] + (390, 150), dtype=np.float32)], True),
        (BOX, [], False),
    ],
    ids=["woven diamond", "printed on a strange card", "no other than what lies around it"],
)
def test_what_is_no_box_of_a_lost_card_is_not_looked_at(
    outline: Quad, strange: list[Quad], drawn: bool
) -> None:
    assert not looked_at(outline, strange, drawn).any()
