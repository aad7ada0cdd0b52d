"""The curtain: parts of the picture closed by the game are black before anyone else can touch the frame.

Call it in the capture step, the moment a frame leaves the camera and before it is kept anywhere:

    curtain = Curtain()
    curtain.close(zones)          # corners as fractions of the picture, whenever the game opens or closes zones
    curtain.draw(frame.pixels)    # in place, so that no uncovered copy exists

Nothing here looks at pixels; nothing else in the program may take a frame that has not passed here.
"""

import threading

import cv2
import numpy as np

from vision.picture import Pixels
from vision.reading import Point

MARGIN = 0.01  # of the picture's longer side: a card that peeps out of its zone by a finger's breadth stays covered


class Curtain:
    """Closed zones, changed by the table's thread and drawn by the camera's; fully closed until told otherwise."""

    def __init__(self, start_open: bool = False) -> None:
        self._lock = threading.Lock()
        self._zones: tuple[tuple[Point, ...], ...] | None = () if start_open else None

    def close(self, zones: tuple[tuple[Point, ...], ...]) -> None:
        """From the next frame on just these zones are closed. Before the first call the whole picture is."""
        with self._lock:
            self._zones = zones

    def draw(self, pixels: Pixels) -> None:
        """Blackens closed zones in the frame itself."""
        with self._lock:
            zones = self._zones
        if zones is None:
            pixels[:] = 0
            return
        height, width = pixels.shape[:2]
        for corners in zones:
            outline = np.round(np.array(corners) * (width, height)).astype(np.int32)
            cv2.fillPoly(pixels, [outline], (0, 0, 0))
            margin = max(1, round(2 * MARGIN * max(width, height)))
            cv2.polylines(pixels, [outline], True, (0, 0, 0), thickness=margin)
