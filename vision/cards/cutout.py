"""The card in a picture taken to teach it: cut out along its box, straightened by hand, or lying on
some table.
"""

from itertools import product

import cv2
import numpy as np

from vision.arrays import Pixels, Quad
from vision.cards.appearance import look_of, seen, sides, stands_out
from vision.cards.outline import TURNS, careful_quads

SMALLEST_TAUGHT = 0.2  # of the teaching picture
NEARLY = 0.8  # of the largest outline: among those as large the one that most masks agree on
# of its width: an outline this near to the picture's own is the frame put around it
THE_PICTURE = 0.02
# of its width: a print's own lines run along a card cut out straight, a card's edges seldom do
ASKEW = 0.02
STRANGE_STEP = 25.0  # in weighted Lab units: more than grain
PLAIN = 0.02  # of what lies around an outline may be no table


def own_outline(picture: Pixels) -> Quad:
    """The card's outline, or the whole picture when the card fills it."""
    height, width = picture.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    margin = max(8, width // 12)
    table = _table_colour(picture)
    framed = np.asarray(
        cv2.copyMakeBorder(
            picture, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=table
        ),
        dtype=np.uint8,
    )
    around, fitting = seen(framed), []
    for quad in careful_quads(framed):
        inside = _upright(np.asarray(quad - margin, dtype=np.float32), whole)
        if _is_taught(picture, inside, whole) and stands_out(around, quad):
            fitting.append(inside)
    largest = max((cv2.contourArea(quad) for quad in fitting), default=0.0)
    return next((quad for quad in fitting if cv2.contourArea(quad) > NEARLY * largest), whole)


def _is_taught(picture: Pixels, quad: Quad, whole: Quad) -> bool:
    height, width = picture.shape[:2]
    if (
        cv2.contourArea(quad) < SMALLEST_TAUGHT * width * height
        or np.abs(quad - whole).max() < THE_PICTURE * width
    ):
        return False
    if (
        not _rectangular(quad)
        or _printed_frame(quad, width, height)
        or _printed_around(picture, quad)
    ):
        return False
    return _lies_as_taught(quad, width, height)


def _table_colour(picture: Pixels) -> tuple[float, float, float]:
    """The colour in the picture's corners: the table, when the card was cut out a little tilted."""
    part = max(2, min(picture.shape[:2]) // 40)
    ends = (slice(0, part), slice(-part, None))
    corners = np.concatenate([picture[part].reshape(-1, 3) for part in product(ends, ends)])
    blue, green, red = np.median(corners, axis=0)
    return float(blue), float(green), float(red)


def _rectangular(quad: Quad) -> bool:
    """Cards are taught from above: an outline that leans is half a card and half its print."""
    steps = quad[TURNS[1]] - quad
    along = steps / np.hypot(steps[:, 0], steps[:, 1])[:, None]
    opposite = np.abs(along[:2, 0] * along[2:, 1] - along[:2, 1] * along[2:, 0])
    return bool(
        opposite.max() < 0.07 and np.abs((along * along[TURNS[1]]).sum(axis=1)).max() < 0.12
    )


def _insets(quad: Quad, width: int, height: int) -> tuple[float, float, float, float]:
    """How far within the picture an outline lies: left, top, right, bottom, of its width and
    height.
    """
    left, top = (float(part) for part in quad.min(axis=0) / (width, height))
    right, bottom = (float(part) for part in 1 - quad.max(axis=0) / (width, height))
    return left, top, right, bottom


def _printed_frame(quad: Quad, width: int, height: int) -> bool:
    """An outline just inside every edge of the picture is the card's printed frame; one far outside
    is none.
    """
    left, top, right, bottom = insets = _insets(quad, width, height)
    even = abs(left - right) < 0.02 and abs(top - bottom) < 0.02
    inside = min(insets) > 0.012
    return bool(
        min(insets) < -0.03 or (inside and (max(insets) < 0.09 or (even and max(insets) < 0.13)))
    )


def _askew(quad: Quad, width: int) -> bool:
    """Turned as a whole: a print's lines that were found badly lean this way and that."""
    (_, top), (right, _), (_, bottom), (left, _) = (quad[TURNS[1]] - quad) * (
        (1, 1),
        (-1, 1),
        (1, -1),
        (1, 1),
    )
    return bool(abs(top + right + bottom + left) / 4 > ASKEW * width)


def _printed_around(picture: Pixels, quad: Quad) -> bool:
    """Along the picture and printed outside it too: a box of art or for tokens, on a card cut out
    straight.
    """
    height, width = picture.shape[:2]
    if _askew(quad, width) or min(_insets(quad, width, height)) < 0.012:
        return False
    outside, middle = np.full((height, width), 255, np.uint8), quad.mean(axis=0)
    cv2.fillConvexPoly(outside, np.rint(middle + 1.03 * (quad - middle)).astype(np.int32), 0)
    around = look_of(picture)[outside > 0]
    off = np.linalg.norm(around - np.median(around, axis=0), axis=1)
    return bool((off > STRANGE_STEP).mean() > PLAIN)


def _lies_as_taught(quad: Quad, width: int, height: int) -> bool:
    """A card on some table, taken to teach it, lies about the middle and along the picture; a box
    of art does not.
    """
    across, down = np.ptp(quad, axis=0) / (width, height)
    if min(across, down) > 0.88:
        return True
    off = np.abs(quad.mean(axis=0) / (width, height) - 0.5).max()
    wide, high = sides(quad)
    return bool(off < 0.12 and (wide < high) == (width < height))


def _upright(quad: Quad, whole: Quad) -> Quad:
    turns = [np.roll(quad, k, axis=0) for k in range(4)]
    return np.asarray(
        min(turns, key=lambda turn: float(np.abs(turn - whole).sum())), dtype=np.float32
    )
