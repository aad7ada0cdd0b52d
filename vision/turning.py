"""How a camera's picture is turned before anything looks at it, for one that hangs upside down or
sideways: `rotate=180&flip=across`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.errors import CameraError

QUARTERS = {
    "90": cv2.ROTATE_90_CLOCKWISE,
    "180": cv2.ROTATE_180,
    "270": cv2.ROTATE_90_COUNTERCLOCKWISE,
}
FLIPS = {"across": 1, "down": 0, "both": -1}


@dataclass(frozen=True, slots=True)
class Turning:
    """`rotate`: degrees clockwise; `flip`: across (left is right), down, or both."""

    rotate: str = "0"
    flip: str = ""

    @classmethod
    def of(cls, options: Mapping[str, str]) -> "Turning":
        rotate, flip = options.get("rotate", "0"), options.get("flip", "")
        if rotate not in ("0", *QUARTERS):
            raise CameraError(f"camera option rotate={rotate!r}: give 0, 90, 180 or 270")
        if flip not in ("", *FLIPS):
            raise CameraError(f"camera option flip={flip!r}: give across, down or both")
        return cls(rotate, flip)

    def __call__(self, pixels: Pixels) -> Pixels:
        if self.rotate in QUARTERS:
            pixels = np.asarray(cv2.rotate(pixels, QUARTERS[self.rotate]), np.uint8)
        if self.flip:
            pixels = np.asarray(cv2.flip(pixels, FLIPS[self.flip]), np.uint8)
        return pixels
