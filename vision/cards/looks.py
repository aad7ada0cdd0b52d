"""How a card looks, as numbers to compare: flattened out of a picture, freed from the light. Knows no names."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outline import TURNS, Picture, Quad

WIDTH_PX = 96  # of a flattened card: what tells cards apart is still there, and a comparison costs a millisecond
THUMB = (24, 33)
COLOUR_WEIGHT = 1.6
MARGIN = 0.1  # of an outline: how far around and within it the table and the card are compared
LEAST_STEP = 6.0  # in weighted Lab units
FEW = 0.08  # of a bare frame: its printed number, grain
Plane = NDArray[np.float32]
GREY = np.array([0, 128, 128], dtype=np.float32)
WEIGHTS = np.array([1, COLOUR_WEIGHT, COLOUR_WEIGHT], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture with its halves, quarters and so on: fine print is averaged once, not for every card anew."""

    levels: tuple[Picture, ...]

    @property
    def whole(self) -> Picture:
        return self.levels[0]


def seen(picture: Picture) -> Seen:
    levels = [picture]
    while min(levels[-1].shape[:2]) > 2 * WIDTH_PX:
        levels.append(np.asarray(cv2.pyrDown(levels[-1]), dtype=np.uint8))
    return Seen(tuple(levels))


def sides(quad: Quad) -> tuple[float, float]:
    """Mean width and mean height of an outline, in its own order of corners."""
    steps = quad[TURNS[1]] - quad
    a, b, c, d = np.hypot(steps[:, 0], steps[:, 1])
    return float((a + c) / 2), float((b + d) / 2)


def flatten(picture: Picture, quad: Quad, size: tuple[int, int]) -> Picture:
    """One part of a picture, seen flat."""
    return flattened(seen(picture), quad, size)


def flattened(picture: Seen, quad: Quad, size: tuple[int, int]) -> Picture:
    """The same for many parts of one picture."""
    width, height = size
    across, down = sides(quad)
    shrink = max(across / width, down / height)
    level = min(len(picture.levels) - 1, max(0, round(np.log2(max(shrink, 1e-3)) - 0.2)))
    start = (np.asarray(quad, dtype=np.float32) + 0.5) / 2**level - 0.5
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(start.astype(np.float32), target)
    flat = cv2.warpPerspective(picture.levels[level], matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, dtype=np.uint8)


def comparable_grey(flat: Picture) -> Picture:
    """Grey with the slow changes of light taken out, for following points from card to card."""
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    near, far = _odd(0.26 * flat.shape[1]), _odd(0.38 * flat.shape[1])
    centred = grey - cv2.blur(grey, (near, near))
    spread = np.sqrt(np.maximum(cv2.blur(centred * centred, (far, far)), 0)) + 8  # a running sum may fall below zero
    return np.asarray(np.clip(128 + 42 * centred / spread, 0, 255), dtype=np.uint8)


def _odd(size: float) -> int:
    return 2 * round((size - 1) / 2) + 1


def look_of(flat: Picture) -> Plane:
    """Lightness and colour as numbers to compare: a little blurred, so that one pixel of misfit is no difference."""
    lab = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), dtype=np.float32)
    lab = (lab - GREY) * WEIGHTS
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), 0.0095 * flat.shape[1]), dtype=np.float32)


def thumb_of(look: Plane) -> NDArray[np.float32]:
    """A coarse view as one unit vector; the dot product of two is their likeness."""
    small = np.asarray(cv2.resize(look, THUMB, interpolation=cv2.INTER_AREA), dtype=np.float32)
    small = small - cv2.blur(small, (11, 11))
    flat = small.ravel()
    return np.asarray(flat / (float(np.linalg.norm(flat)) + 1e-3), dtype=np.float32)


def stands_out(picture: Seen, quad: Quad) -> bool:
    """Whether what lies there differs from the table on all four sides, as gaps between cards do not."""
    size = (48, 48)
    middle = quad.mean(axis=0)
    wide = np.asarray(middle + (quad - middle) * (1 + 2 * MARGIN), dtype=np.float32)
    look = look_of(flattened(picture, wide, size))
    rim = round(MARGIN * size[0])
    for _ in range(4):
        outside, inside = look[:rim, rim:-rim], look[rim + 2 : 2 * rim + 2, rim:-rim]
        step = np.median(inside.reshape(-1, 3), axis=0) - np.median(outside.reshape(-1, 3), axis=0)
        if float(np.linalg.norm(step)) < LEAST_STEP:
            return False
        look = np.rot90(look)
    return True


def is_bare_frame(picture: Seen, quad: Quad) -> bool:
    """Whether it is a printed frame with nothing in it: plain inside, and beyond its lines the same paper again."""
    side = 60
    middle = quad.mean(axis=0)
    wide = np.asarray(middle + (quad - middle) * (1 + 6 * MARGIN), dtype=np.float32)
    look = look_of(flattened(picture, wide, (side, side)))
    edge = round(side * 3 * MARGIN / (1 + 6 * MARGIN))
    inside = look[edge + 4 : -edge - 4, edge + 4 : -edge - 4].reshape(-1, 3)
    paper = np.median(inside, axis=0)
    if float((np.linalg.norm(inside - paper, axis=1) > LEAST_STEP).mean()) > FEW:
        return False
    far = edge // 2
    strips = (look[:far, edge:-edge], look[-far:, edge:-edge], look[edge:-edge, :far], look[edge:-edge, -far:])
    steps = [float(np.linalg.norm(np.median(strip.reshape(-1, 3), axis=0) - paper)) for strip in strips]
    return min(steps) < LEAST_STEP / 2
