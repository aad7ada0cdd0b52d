"""What four corners in a picture may look like. Plain numbers: the house asks this too, and it has
no OpenCV.
"""

import math
from collections.abc import Sequence
from itertools import chain

from vision.reading import Point

STEEPEST = 4.0  # near side against far side of a mat seen at a slant


def plausible(quad: Sequence[Point]) -> bool:
    """A mat seen from above: convex, not mirrored, not absurdly slanted."""
    if not all(map(math.isfinite, chain.from_iterable(quad))):
        return False
    sides = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(quad, (*quad[1:], quad[0]), strict=True)]
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in zip(sides, (*sides[1:], sides[0]), strict=True)]
    lengths = [math.hypot(*side) for side in sides]
    if min(turns) <= 0 or min(lengths) <= 0:
        return False
    return all(
        1 / STEEPEST < near / far < STEEPEST
        for near, far in zip(lengths[:2], lengths[2:], strict=True)
    )
