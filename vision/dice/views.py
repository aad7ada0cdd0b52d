"""Other looks at a die for a second opinion: closer, in the mirror, and with stronger colours."""

import cv2
import numpy as np

from vision.dice.networks import Candidate, cropped
from vision.picture import Pixels

CLOSER_REACH = 1.35
VIEWS = 4
DIM, LIFT = 0.7, 30.0  # light and dark made weaker, so that colour has room


def views(pixels: Pixels, die: Candidate, crop: Pixels) -> list[Pixels]:
    """Red pips on dark blue are hardly darker than it: two of the four views let only the colours speak."""
    closer = cropped(pixels, die.x, die.y, die.size * CLOSER_REACH)
    return [crop, mirrored(closer), vivid(crop, 2.0), mirrored(vivid(crop, 3.0))]


def vivid(pixels: Pixels, more: float) -> Pixels:
    """The colours so many times stronger."""
    share = (DIM - more) / 3
    mix = np.full((3, 3), share, np.float32) + np.eye(3, dtype=np.float32) * np.float32(more)
    return np.asarray(cv2.transform(pixels, np.hstack([mix, np.full((3, 1), LIFT, np.float32)])), np.uint8)


def mirrored(crop: Pixels) -> Pixels:
    return np.ascontiguousarray(crop[:, ::-1])
