"""How a card looks, as numbers to compare: flattened out of a picture, freed from the light. Knows
no names.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import dist, log2, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad

# of a flattened card: what tells cards apart is still there, and a comparison costs a millisecond
WIDTH_PX = 96
THUMB = (24, 33)
COLOUR_WEIGHT = 1.6
MARGIN = 0.1  # of an outline: how far around and within it the table and the card are compared
LEAST_STEP = 6.0  # in weighted Lab units
AT_THE_RIM = 0.02  # of the picture's shorter side
FEW = 0.08  # of a bare frame: its printed number, grain
Plane = NDArray[np.float32]
# From stored Lab to lightness and weighted colour, 0 where grey: in one pass, for a card is looked
# at dozens of times.
WEIGHED = np.array(
    [
        [1, 0, 0, 0],
        [0, COLOUR_WEIGHT, 0, -128 * COLOUR_WEIGHT],
        [0, 0, COLOUR_WEIGHT, -128 * COLOUR_WEIGHT],
    ],
    dtype=np.float32,
)


@dataclass(frozen=True, slots=True)
class PicturePyramid:
    """A picture with its halves, quarters and so on: fine print is averaged once, not for every
    card anew.
    """

    levels: tuple[Pixels, ...]

    @property
    def whole(self) -> Pixels:
        return self.levels[0]


def seen(picture: Pixels) -> PicturePyramid:
    levels = [picture]
    while min(levels[-1].shape[:2]) > 2 * WIDTH_PX:
        levels.append(np.asarray(cv2.pyrDown(levels[-1]), dtype=np.uint8))
    return PicturePyramid(tuple(levels))


def sides(quad: Quad) -> tuple[float, float]:
    """Mean width and mean height of an outline, in its own order of corners."""
    one, two, three, four = quad.tolist()
    return (dist(one, two) + dist(three, four)) / 2, (dist(two, three) + dist(four, one)) / 2


def flatten(picture: Pixels, quad: Quad, size: tuple[int, int]) -> Pixels:
    """One part of a picture, seen flat."""
    return flattened(seen(picture), quad, size)


def flattened(picture: PicturePyramid, quad: Quad, size: tuple[int, int]) -> Pixels:
    """The same for many parts of one picture."""
    width, height = size
    across, down = sides(quad)
    shrink = max(across / width, down / height)
    level = min(len(picture.levels) - 1, max(0, round(log2(max(shrink, 1e-3)) - 0.2)))
    start = (np.asarray(quad, dtype=np.float32) + 0.5) / 2**level - 0.5
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(start.astype(np.float32), target)
    flat = cv2.warpPerspective(picture.levels[level], matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, dtype=np.uint8)


def comparable_grey(flat: Pixels) -> Pixels:
    """Grey with the slow changes of light taken out, for following points from card to card."""
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    near, far = _odd(0.26 * flat.shape[1]), _odd(0.38 * flat.shape[1])
    centred = grey - cv2.blur(grey, (near, near))
    # a running sum may fall below zero
    spread = np.sqrt(np.maximum(cv2.blur(centred * centred, (far, far)), 0)) + 8
    return np.asarray(np.clip(128 + 42 * centred / spread, 0, 255), dtype=np.uint8)


def _odd(size: float) -> int:
    return 2 * round((size - 1) / 2) + 1


def look_of(flat: Pixels) -> Plane:
    """Lightness and colour as numbers to compare: a little blurred, so that one pixel of misfit is
    no difference.
    """
    lab = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), dtype=np.float32)
    return np.asarray(
        cv2.GaussianBlur(cv2.transform(lab, WEIGHED), (0, 0), 0.0095 * flat.shape[1]),
        dtype=np.float32,
    )


def thumb_of(look: Plane) -> NDArray[np.float32]:
    """A coarse view as one unit vector; the dot product of two is their likeness."""
    return _thumb(
        np.asarray(cv2.resize(look, THUMB, interpolation=cv2.INTER_AREA), dtype=np.float32)
    )


def inset_thumbs(look: Plane, parts: tuple[float, ...]) -> list[NDArray[np.float32]]:
    """The same of what lies within a look when so much is left off all around: one look for all of
    them.
    """
    across, down = _inset_places(look.shape[1], look.shape[0], parts)
    small = cv2.remap(
        cv2.blur(look, (2, 2)), across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return [_thumb(np.asarray(part, dtype=np.float32)) for part in np.vsplit(small, len(parts))]


@lru_cache(maxsize=16)
def _inset_places(width: int, height: int, parts: tuple[float, ...]) -> tuple[Plane, Plane]:
    """For each pixel of the thumbs, one below the other, where it lies in the look."""
    places = []
    for part in parts:
        x, y = (
            size * (0.5 + ((np.arange(small) + 0.375) / small - 0.5) * (1 - part)) + 0.5
            for size, small in zip((width, height), THUMB, strict=True)
        )
        places.append(np.stack(np.meshgrid(x, y)))
    across, down = np.concatenate(places, axis=1).astype(np.float32)
    return across, down


def _thumb(small: Plane) -> NDArray[np.float32]:
    flat = (small - cv2.blur(small, (11, 11))).ravel()
    return np.asarray(flat / (sqrt(float(np.vdot(flat, flat))) + 1e-3), dtype=np.float32)


def stands_out(picture: PicturePyramid, quad: Quad) -> bool:
    """Whether what lies there differs from the table on all four sides, as gaps between cards do
    not.
    """
    size = (48, 48)
    middle = quad.mean(axis=0)
    wide = np.asarray(middle + (quad - middle) * (1 + 2 * MARGIN), dtype=np.float32)
    look = look_of(flattened(picture, wide, size))
    rim = round(MARGIN * size[0])
    for _ in range(4):
        outside, inside = look[:rim, rim:-rim], look[rim + 2 : 2 * rim + 2, rim:-rim]
        if dist(_usual(inside), _usual(outside)) < LEAST_STEP:
            return False
        look = np.rot90(look)
    return True


def is_bare_frame(picture: PicturePyramid, quad: Quad) -> bool:
    """Whether it is a printed frame with nothing in it: plain inside, and beyond its lines the same
    paper again.
    """
    side = 60
    middle = quad.mean(axis=0)
    wide = np.asarray(middle + (quad - middle) * (1 + 6 * MARGIN), dtype=np.float32)
    look = look_of(flattened(picture, wide, (side, side)))
    edge = round(side * 3 * MARGIN / (1 + 6 * MARGIN))
    inside = look[edge + 4 : -edge - 4, edge + 4 : -edge - 4].reshape(-1, 3)
    paper = _usual(inside)
    if float((np.linalg.norm(inside - paper, axis=1) > LEAST_STEP).mean()) > FEW:
        return False
    far = edge // 2
    strips = (
        look[:far, edge:-edge],
        look[-far:, edge:-edge],
        look[edge:-edge, :far],
        look[edge:-edge, -far:],
    )
    return min(dist(_usual(strip), paper) for strip in strips) < LEAST_STEP / 2


def is_bare_to_the_rim(picture: PicturePyramid, quad: Quad) -> bool:
    """Whether nothing is printed in an outline that runs along the picture's own edge: a mat's line
    and the zone's end, or where a mirrored window ends. What is beyond cannot be seen.
    """
    height, width = picture.whole.shape[:2]
    across, down = quad[:, 0], quad[:, 1]
    reach = AT_THE_RIM * min(width, height)
    beyond = ((across < reach).sum(), (across > width - 1 - reach).sum())
    below = ((down < reach).sum(), (down > height - 1 - reach).sum())
    return max(*beyond, *below) >= 2 and printed_part(picture, quad) < FEW


def printed_part(picture: PicturePyramid, quad: Quad) -> float:
    """How much of it differs from what is around it, whatever the light does: its print."""
    side = 60
    look = look_of(flattened(picture, quad, (side, side)))
    print_ = (look - cv2.blur(look, (side // 4, side // 4)))[4:-4, 4:-4].reshape(-1, 3)
    return float((np.linalg.norm(print_, axis=1) > LEAST_STEP).mean())


def _usual(look: Plane) -> NDArray[np.float32]:
    """The median of each of its three planes; numpy's own takes five times as long on a strip this
    small.
    """
    every = look.reshape(-1, 3)
    return np.asarray(np.sort(every, axis=0)[len(every) // 2], dtype=np.float32)
