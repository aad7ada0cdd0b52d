"""What white is in the light of this moment: read off the patches printed on a mat.

Grey and white lie side by side. Whatever else may lie there, a hand, a card, a lamp's mirror image,
does not show the same two tones in the same hue, so it is not believed; then colours stay as the
camera made them.
"""

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.mats.layout import Corners
from vision.zones.locate import LocatedMat

# of a patch: its rim may be off, or be a printed line
SAMPLES = np.linspace(0.3, 0.7, 7, dtype=np.float32)
# of white: below, grain tells more than light; above, it is clipped
DARKEST, LIGHTEST = (45.0, 250.0)
GREYEST, PALEST = 0.3, 0.8  # what grey is of white, as printers and cameras have it
ONE_HUE = 0.08  # how much that may differ between the colours
EVEN = 12.0  # the spread within one patch
NEUTRAL = 0.08  # a cast weaker than this is left alone
MOST = 1.8  # a channel is strengthened no further: what is left of it would be grain
White = tuple[float, float, float]


def white_of(pixels: Pixels, mat: LocatedMat) -> White | None:
    """Blue, green and red of the mat's white patch; None where the patches are not plainly seen."""
    grey, white = (_seen(pixels, mat, patch) for patch in mat.mat.patches())
    if grey is None or white is None:
        return None
    share = grey / white
    of_one_light = share.min() > GREYEST and share.max() < PALEST and np.ptp(share) < ONE_HUE
    bright_enough = white.max() > DARKEST and white.max() < LIGHTEST
    if not (of_one_light and bright_enough):
        return None
    blue, green, red = (float(part) for part in white)
    return blue, green, red


def _seen(pixels: Pixels, mat: LocatedMat, patch: Corners) -> NDArray[np.float64] | None:
    """The colour of a patch; None where it is not all of one colour, or not all in the picture."""
    (x0, y0), _, (x1, y1), _ = patch
    at = np.array(
        [[x0 + a * (x1 - x0), y0 + b * (y1 - y0)] for a, b in product(SAMPLES, SAMPLES)],
        dtype=np.float32,
    )
    cols, rows = np.rint(cv2.perspectiveTransform(at[None], mat.matrix)[0]).astype(np.intp).T
    height, width = pixels.shape[:2]
    if cols.min() < 0 or rows.min() < 0 or cols.max() >= width or rows.max() >= height:
        return None
    colours = pixels[rows, cols].astype(np.float64)
    middle = np.median(colours, axis=0)
    return None if np.abs(colours - middle).mean(axis=0).max() > EVEN else np.maximum(middle, 1.0)


def balanced(pixels: Pixels, white: White | None) -> Pixels:
    """As it would look in white light of the same strength; as it is where white is not known, or
    is white already.
    """
    if white is None:
        return pixels
    seen = np.array(white)
    gains = seen.mean() / seen
    if np.abs(gains - 1).max() < NEUTRAL:
        return pixels
    steps = np.arange(256)[:, None] * np.minimum(gains, MOST)
    return np.asarray(
        cv2.LUT(pixels, np.clip(np.rint(steps), 0, 255).astype(np.uint8)[None]), dtype=np.uint8
    )
