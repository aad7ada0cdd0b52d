"""Where in a picture something printed lies that no outline explains: only there is a close look worth its time."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.looks import Seen, sides
from vision.cards.outline import Picture, Quad

CARD_SIDE_PX = 56  # about: the size of a card in the small picture that is looked at
BUSY = 2.5  # times as much detail as the table shows
LEAST_BUSY = 5.0  # grey levels a pixel
OPEN, PACKED = 50, 20  # percent of what is unexplained that is table: usually, and however many cards lie on it
PART_OF_CARD = 0.25  # less than this much of a card left uncovered cannot be named anyway
OWN_SHAPE = 1.25


def to_look_at(
    picture: Seen, named: list[Quad], others: list[Quad], ratio: float, table_part: int = OPEN
) -> NDArray[np.uint8]:
    """0 where to look closely, 255 elsewhere. `ratio`: height of this deck's cards against their width.

    Outlines of a card's own shape and size that got no name are cards nobody taught: they are explained as well.
    """
    height, width = picture.whole.shape[:2]
    if not named:
        return np.zeros((height, width), np.uint8)
    usual = float(np.median([cv2.contourArea(quad) for quad in named]))
    strange = [quad for quad in others if _like_a_card(quad, usual, ratio)]
    level = int(np.clip(round(np.log2(np.sqrt(usual) / CARD_SIDE_PX)), 0, len(picture.levels) - 1))
    small = picture.levels[level]
    explained = _filled(small.shape[:2], [*named, *strange], 2.0**level)
    busy = _busy(small, explained, np.sqrt(usual) / 2**level, table_part)
    wide = np.asarray(cv2.resize(busy, (width, height), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)
    wide[_filled((height, width), named, 1.0) > 0] = 0
    return np.asarray(255 - wide, dtype=np.uint8)


def _like_a_card(quad: Quad, usual_area: float, ratio: float) -> bool:
    across, down = sides(quad)
    shape = max(across, down) / max(1.0, min(across, down)) / ratio
    return 0.6 < cv2.contourArea(quad) / usual_area < 1.6 and 1 / OWN_SHAPE < shape < OWN_SHAPE


def _filled(shape: tuple[int, ...], outlines: list[Quad], shrink: float) -> NDArray[np.uint8]:
    mask = np.zeros(shape[:2], np.uint8)
    for quad in outlines:
        middle = quad.mean(axis=0)
        grown = middle + 1.12 * (quad - middle)  # its shadow, its sleeve and the blur of its edge are its own
        cv2.fillConvexPoly(mask, np.rint(grown / shrink).astype(np.int32), 255)
    return mask


def _busy(small: Picture, explained: NDArray[np.uint8], card_px: float, table_part: int) -> NDArray[np.uint8]:
    """255 around whatever shows more detail than the table does, over a good part of a card."""
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    steps = np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.25))
    steps += np.abs(cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.25))
    free = np.asarray((explained == 0) * 1.0, dtype=np.float32)
    reach = max(3, round(card_px / 4))
    share = cv2.blur(free, (reach, reach))
    detail = cv2.blur(np.asarray(steps, dtype=np.float32) * free, (reach, reach)) / (share + 1e-3)
    table = float(np.percentile(detail[explained == 0], table_part)) if (explained == 0).any() else 0.0
    found = np.asarray(((detail > max(LEAST_BUSY, BUSY * table)) & (explained == 0)) * 255, dtype=np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(found)
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] > PART_OF_CARD * card_px**2]
    around = 2 * round(card_px / 2) + 1
    kept = np.asarray(np.isin(labels, large) * 255, dtype=np.uint8)
    return np.asarray(cv2.dilate(kept, np.ones((around, around), np.uint8)), dtype=np.uint8)
