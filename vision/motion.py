"""Stillness, measured: how much of a zone changed since the last frame. Light that comes and goes
is no motion.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels

Cells = NDArray[np.bool_]

WIDTH_PX = 160
FEWEST_CELLS = 3  # a moving 16 mm die in a 300 mm tray covers over 20
OTHER_STUFF = 0.1  # of its grey: noise, averaged over a cell, changes it by a tenth of that
QUIETEST = 2.5  # grey levels; below this even a dark, noiseless camera jitters
LOUDEST = 8.0  # the edge of a moving die changes by four times this, in any light it can be read in


@dataclass(frozen=True, slots=True)
class ZoneSample:
    """How a zone looks at one moment, small: its grey, and its essence, which is the grey without
    slow shading.

    Lamps and soft shadows fall out of the essence, edges of dice and hands stay.
    """

    grey: Floats
    essence: Floats

    @classmethod
    def of(cls, pixels: Pixels) -> "ZoneSample":
        height = max(8, round(WIDTH_PX * pixels.shape[0] / pixels.shape[1]))
        # skipping pixels first costs a sixth of averaging them all
        stride = max(1, pixels.shape[1] // (WIDTH_PX * 4))
        small = cv2.resize(
            pixels[::stride, ::stride], (WIDTH_PX, height), interpolation=cv2.INTER_AREA
        )
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
        slow = cv2.blur(grey, (25, 25))
        # Divided by the local brightness, a dimmed lamp changes nothing.
        return cls(grey, np.asarray((grey - slow) / np.maximum(slow, 12) * 100, np.float32))


class Motion:
    """Compares each frame with the one before, and learns the camera's noise, loud in dim light."""

    def __init__(self) -> None:
        self._before: Floats | None = None
        self._noise = QUIETEST

    @property
    def has_seen(self) -> bool:
        return self._before is not None

    def moved(self, now: Floats) -> bool:
        """Whether something moved since the last frame; the first frame counts as moved."""
        before, self._before = self._before, now
        if before is None or before.shape != now.shape:
            return True
        change = np.abs(now - before)
        cells = int((cv2.blur(change, (3, 3)) > 4 * self._noise).sum())
        # Of half the cells at least, what changes is noise: dice that roll, and most hands, cover
        # less.
        noise = 1.8 * float(np.median(change))
        self._noise += 0.1 * (min(max(QUIETEST, noise), LOUDEST) - self._noise)
        return cells >= FEWEST_CELLS


def differing(a: ZoneSample, b: ZoneSample) -> float:
    """The share of the zone that looks different between two moments."""
    return float(_apart(a, b).mean()) if a.grey.shape == b.grey.shape else 1.0


def _apart(a: ZoneSample, b: ZoneSample) -> Cells:
    return np.asarray(cv2.blur(np.abs(a.essence - b.essence), (5, 5)) > 4 * QUIETEST)


def reaches_in(now: ZoneSample, before: ZoneSample, least_share: float) -> bool:
    """Whether something large came in over the zone's edge between two moments: a hand or an arm,
    not a piece.
    """
    if now.grey.shape != before.grey.shape:
        return True
    changed = (_apart(now, before) & _is_other_stuff(now.grey, before.grey)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(changed)
    rim = set(np.concatenate(_sides(labels)).tolist()) - {0}
    return any(
        stats[part, cv2.CC_STAT_AREA] > least_share * changed.size
        for part in range(1, count)
        if part in rim
    )


def _is_other_stuff(now: Floats, before: Floats) -> Cells:
    """Cells whose own grey changed. Around a large dark piece the essence of bare paper changes
    too: its average does.

    What the lamp did to all of the zone is told from its rim, of which even an arm covers less than
    half.
    """
    ratio = (now + 12) / (before + 12)
    return np.asarray(np.abs(ratio / np.median(np.concatenate(_sides(ratio))) - 1) > OTHER_STUFF)


def _sides(cells: NDArray[Any]) -> list[NDArray[Any]]:
    return [cells[0], cells[-1], cells[:, 0], cells[:, -1]]
