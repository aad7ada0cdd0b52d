"""Two looks side by side: how like they are, and where they agree."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.cards.appearance import Plane, look_of

STRIDE = 2  # pixels between the middles of windows
WINDOW = 6  # strides: a window is about an eighth of the card's width
FLAT_SPREAD = 9.0  # grey levels: less variation than this in a window is no structure to compare
MOST_SPREAD = 60.0
ALIKE = 0.5
NEARLY_OPEN = 0.9
Grid = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class CardLook:
    """A flat card's look with its windows' means and variances, so that each is computed once."""

    flat: Pixels
    plane: Plane
    mean: Grid
    variance: Grid


def looked(flat: Pixels) -> CardLook:
    plane = look_of(flat)
    mean = _windows(plane)
    variance = np.maximum(_windows(_summed(plane * plane)) - _summed(mean * mean), 0)
    return CardLook(flat, plane, mean, variance)


def detail(look: CardLook) -> float:
    """How fine what is seen changes, against how much it changes at all."""
    light = np.ascontiguousarray(look.plane[:, :, 0])
    fine = float(np.abs(cv2.Laplacian(light, cv2.CV_32F)).mean())
    return fine / (float(light.std()) + 1)


def _summed(plane: Plane) -> Grid:
    return np.asarray(cv2.transform(plane, np.ones((1, 3), np.float32)), dtype=np.float32)


def _windows(plane: Plane) -> Grid:
    """Means over windows, every few pixels."""
    height, width = plane.shape[:2]
    small = cv2.resize(plane, (width // STRIDE, height // STRIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(
        cv2.blur(small, (WINDOW, WINDOW), borderType=cv2.BORDER_REFLECT), dtype=np.float32
    )


@lru_cache(maxsize=8)
def _within(width: int, height: int) -> Plane:
    """1 inside the card, 0 along its rim: there the table shows, in the taught picture or in the
    seen one.
    """
    rim = max(1, round(0.04 * width))
    inside = np.zeros((height, width), np.float32)
    inside[rim:-rim, rim:-rim] = 1
    return inside


def likeness(taught: CardLook, now: CardLook, shown: Plane | None = None) -> tuple[float, float]:
    """Likeness over windows (lightness and colour together), and the share of windows with
    structure that agree. `shown`: 1 where the card shows, 0 where something lies over it.
    """
    both = _windows(_summed(taught.plane * now.plane)) - _summed(taught.mean * now.mean)
    # a flatter picture of the card
    gain = float(np.sqrt((taught.variance.mean() + 1) / (now.variance.mean() + 1)))
    theirs = now.variance * gain**2
    larger = np.maximum(taught.variance, theirs)
    local = both * gain / (0.5 * larger + 0.5 * np.sqrt(taught.variance * theirs) + FLAT_SPREAD**2)
    spread = np.sqrt(larger)
    weight = np.where(spread > FLAT_SPREAD, np.minimum(spread, MOST_SPREAD), 0) * _within(
        *spread.shape[::-1]
    )
    if shown is not None:  # a window half under another card shows that one, too
        weight = np.where(_windows(shown) > NEARLY_OPEN, weight, 0)
    total = float(weight.sum()) + 1e-6
    return float((weight * local).sum() / total), float(weight[local > ALIKE].sum() / total)
