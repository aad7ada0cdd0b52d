"""A mat as a flat picture: its corner marks and patches in place, nothing else printed."""

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.mats.layout import QUIET_MM, Mat


def mat_picture(mat: Mat, px_per_mm: float) -> Pixels:
    """The mat flat, marks and patches in place."""
    width, height = (round(side * px_per_mm) for side in mat.size_mm)
    flat = np.full((height, width, 3), 245, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, ((x0, y0), _, (x1, _), _) in mat.marks().items():
        side = round((x1 - x0) * px_per_mm)
        mark = cv2.aruco.generateImageMarker(dictionary, number, side)
        left, top = round(x0 * px_per_mm), round(y0 * px_per_mm)
        flat[top : top + side, left : left + side] = np.asarray(mark)[:, :, None]
    grey, _ = mat.patches()
    (left, top), (right, bottom) = ((round(v * px_per_mm) for v in grey[i]) for i in (0, 2))
    flat[top:bottom, left:right] = 128
    cv2.rectangle(
        flat,
        (0, 0),
        (width - 1, height - 1),
        (180, 180, 180),
        max(1, round(QUIET_MM * px_per_mm / 20)),
    )
    return flat
