"""The curtain: parts of the picture closed by the game are black before anyone else can touch the
frame.

The capture thread passes every frame through `Curtain.drawn` before keeping it anywhere, and again
when it gives it out, because the game may have closed a zone in between. Only the camera itself
ever holds an uncovered picture.
"""

import threading

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.reading import Point

# of the picture's longer side: a card that peeps out of its zone by a finger's breadth stays
# covered
MARGIN = 0.01


class Curtain:
    """Closed zones, changed by one thread and drawn by another; everything is closed until the game
    has spoken.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._zones: tuple[tuple[Point, ...], ...] | None = None

    def close(self, zones: tuple[tuple[Point, ...], ...]) -> None:
        """From the next frame on just these zones are closed. Before the first call the whole
        picture is.
        """
        with self._lock:
            self._zones = zones

    def drawn(self, pixels: Pixels) -> Pixels:
        """The frame with closed zones black: a covered copy, or the frame itself when nothing is
        closed.
        """
        with self._lock:
            zones = self._zones
        if zones is None:
            return np.zeros_like(pixels)
        if not zones:
            return pixels
        covered = pixels.copy()
        height, width = covered.shape[:2]
        margin = max(1, round(2 * MARGIN * max(width, height)))
        for corners in zones:
            outline = np.round(np.array(corners) * (width, height)).astype(np.int32)
            cv2.fillPoly(covered, [outline], (0, 0, 0))
            cv2.polylines(covered, [outline], True, (0, 0, 0), thickness=margin)
        return covered
