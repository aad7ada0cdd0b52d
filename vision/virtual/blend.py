"""Laying a small picture over a large one, in bytes: its colour, and what is left of the table
under it.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels

Mask = NDArray[np.float32]


def laid(surface: Pixels, layers: Pixels, left: int, top: int) -> None:
    """`layers`: premultiplied blue, green, red, and how much of the table shows through; may hang
    over the edges.
    """
    high, wide = layers.shape[:2]
    x0, y0, x1, y1 = (
        max(left, 0),
        max(top, 0),
        min(left + wide, surface.shape[1]),
        min(top + high, surface.shape[0]),
    )
    if x0 >= x1 or y0 >= y1:
        return
    part = layers[y0 - top : y1 - top, x0 - left : x1 - left]
    under = surface[y0:y1, x0:x1]
    through = cv2.cvtColor(np.ascontiguousarray(part[..., 3]), cv2.COLOR_GRAY2BGR)
    shown = cv2.multiply(under, through, scale=1 / 255)
    surface[y0:y1, x0:x1] = cv2.add(shown, np.ascontiguousarray(part[..., :3]))


def fallen(mask: Mask, by: int, softness: float) -> Mask:
    """The shadow of a shape: the same, a little to the right and below, and soft."""
    shifted = cv2.warpAffine(mask, np.array([[1, 0, by], [0, 1, by]], np.float32), mask.shape[::-1])
    return np.asarray(cv2.GaussianBlur(shifted, (0, 0), softness), np.float32)
