"""Where in a picture something printed lies that no outline explains: only there is a close look
worth its time.
"""

from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad
from vision.cards.appearance import PicturePyramid, sides, stands_out
from vision.cards.outline import TURNS, middle

CARD_SIDE_PX = 56  # about: the size of a card in the small picture that is looked at
BUSY = 2.5  # times as much detail as the table shows
LEAST_BUSY = 5.0  # grey levels a pixel
# percent of what is unexplained that is table: usually, and however many cards lie on it
OPEN, PACKED = (50, 20)
PART_OF_CARD = 0.25  # less than this much of a card left uncovered cannot be named anyway
SMALLEST, LARGEST = 0.6, 1.6  # of the usual card, seen nearer or farther away
OWN_SHAPE = 1.25
# cosine of the corners of a box printed on a card, seen a little from aside; woven diamonds have
# more
SQUARE = 0.2
SMALLEST_BOX = 0.1  # of a card
AROUND_BOX = 0.8  # of a card's height: from the middle of a box to the far end of its card


def to_look_at(
    picture: PicturePyramid,
    named: list[Quad],
    strange: list[Quad],
    ratio: float,
    table_part: int = OPEN,
) -> NDArray[np.uint8]:
    """0 where to look closely, 255 elsewhere. `ratio`: height of this deck's cards against their
    width.

    Outlines of a card's own shape and size in `strange` are cards nobody taught: they are explained
    as well.
    """
    height, width = picture.whole.shape[:2]
    if not named:
        return np.zeros((height, width), np.uint8)
    usual = float(np.median([cv2.contourArea(quad) for quad in named]))
    level = int(np.clip(round(np.log2(np.sqrt(usual) / CARD_SIDE_PX)), 0, len(picture.levels) - 1))
    small = picture.levels[level]
    explained = _filled(small.shape[:2], _explaining(named, strange, usual, ratio), 2.0**level)
    busy = _busy(small, explained, np.sqrt(usual) / 2**level, table_part)
    wide = np.asarray(
        cv2.resize(busy, (width, height), interpolation=cv2.INTER_NEAREST), dtype=np.uint8
    )
    wide[_filled((height, width), named, 1.0) > 0] = 0
    return np.asarray(255 - wide, dtype=np.uint8)


def around_boxes(
    picture: PicturePyramid,
    named: list[Quad],
    strange: list[Quad],
    unnamed: list[Quad],
    ratio: float,
) -> NDArray[np.uint8]:
    """The same around outlines with square corners that fit nothing: boxes printed on a card.

    On a table as busy as a card, a rug, the card's own outline may be lost in the pattern and no
    detail stands out.
    """
    shape = picture.whole.shape[:2]
    covered = np.full(shape, 255, np.uint8)
    usual = float(np.median([cv2.contourArea(quad) for quad in named]))
    explained = _filled(shape, _explaining(named, strange, usual, ratio), 1.0)
    for quad in unnamed:
        x, y = (int(part) for part in middle(quad))
        free = 0 <= x < shape[1] and 0 <= y < shape[0] and not explained[y, x]
        large = SMALLEST_BOX < cv2.contourArea(quad) / usual < LARGEST
        if free and large and _is_square(quad) and stands_out(picture, quad):
            cv2.circle(covered, (x, y), round(AROUND_BOX * sqrt(usual * ratio)), 0, cv2.FILLED)
    covered[_filled(shape, named, 1.0) > 0] = 255
    return covered


def _is_square(quad: Quad) -> bool:
    steps = quad[TURNS[1]] - quad
    along = steps / np.hypot(steps[:, 0], steps[:, 1])[:, None]
    return bool(np.abs((along * along[TURNS[1]]).sum(axis=1)).max() < SQUARE)


def _explaining(
    named: list[Quad], strange: list[Quad], usual_area: float, ratio: float
) -> list[Quad]:
    return [*named, *(quad for quad in strange if is_like_a_card(quad, usual_area, ratio))]


def is_like_a_card(quad: Quad, usual_area: float, ratio: float) -> bool:
    across, down = sides(quad)
    shape = max(across, down) / max(1.0, min(across, down)) / ratio
    return (
        SMALLEST < cv2.contourArea(quad) / usual_area < LARGEST
        and 1 / OWN_SHAPE < shape < OWN_SHAPE
    )


def _filled(shape: tuple[int, ...], outlines: list[Quad], shrink: float) -> NDArray[np.uint8]:
    mask = np.zeros(shape[:2], np.uint8)
    for quad in outlines:
        middle = quad.mean(axis=0)
        # its shadow, its sleeve and the blur of its edge are its own
        grown = middle + 1.12 * (quad - middle)
        cv2.fillConvexPoly(mask, np.rint(grown / shrink).astype(np.int32), 255)
    return mask


def _busy(
    small: Pixels, explained: NDArray[np.uint8], card_px: float, table_part: int
) -> NDArray[np.uint8]:
    """255 around whatever shows more detail than the table does, over a good part of a card."""
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    steps = np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.25))
    steps += np.abs(cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.25))
    free = np.asarray((explained == 0) * 1.0, dtype=np.float32)
    reach = max(3, round(card_px / 4))
    share = cv2.blur(free, (reach, reach))
    detail = cv2.blur(np.asarray(steps, dtype=np.float32) * free, (reach, reach)) / (share + 1e-3)
    table = (
        float(np.percentile(detail[explained == 0], table_part)) if (explained == 0).any() else 0.0
    )
    found = np.asarray(
        ((detail > max(LEAST_BUSY, BUSY * table)) & (explained == 0)) * 255, dtype=np.uint8
    )
    count, labels, stats, _ = cv2.connectedComponentsWithStats(found)
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] > PART_OF_CARD * card_px**2]
    around = 2 * round(card_px / 2) + 1
    kept = np.asarray(np.isin(labels, large) * 255, dtype=np.uint8)
    return np.asarray(cv2.dilate(kept, np.ones((around, around), np.uint8)), dtype=np.uint8)
