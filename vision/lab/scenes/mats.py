"""A printed mat on a made-up table, for trying localisation: drawn from its layout, photographed
like the rest.
"""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.photo import View, developed, lit, view
from vision.lab.scenes.surfaces import Random, tabletop
from vision.mats.layout import Mat
from vision.mats.picture import mat_picture

FLAT_PX = (1600, 900)
PICTURE_PX = (1280, 720)


def mat_placed(random: Random, mat: Mat, surface: str) -> tuple[Pixels, NDArray[np.float64], float]:
    """The mat in the middle of a flat table: the table, where the mat's top left lies, and pixels
    to a millimetre.
    """
    width, height = FLAT_PX
    flat = tabletop(random, surface, height, width)
    (left, top), (wide, high), scale = _middle(mat)
    flat[top : top + high, left : left + wide] = mat_picture(mat, scale)
    return flat, np.array([left, top], dtype=np.float64), scale


def mat_on_table(
    random: Random, mat: Mat, surface: str, light: str, place: View | None = None
) -> tuple[Pixels, View]:
    """The mat photographed; `place` maps the flat table to the photograph."""
    flat, _, _ = mat_placed(random, mat, surface)
    camera = place or view(random, FLAT_PX, PICTURE_PX)
    return developed(random, lit(random, camera.take(flat), light), light), camera


def corners_in_picture(mat: Mat, camera: View) -> NDArray[np.float32]:
    """The truth for `mat_on_table`: the mat's outer corners in the photograph."""
    (left, top), (wide, high), _ = _middle(mat)
    x1, y1 = left + wide, top + high
    return camera.point(np.array([[left, top], [x1, top], [x1, y1], [left, y1]], dtype=np.float32))


def _middle(mat: Mat) -> tuple[tuple[int, int], tuple[int, int], float]:
    """Where the mat's top left lies on the flat table, its size there, and pixels to a
    millimetre.
    """
    width, height = FLAT_PX
    scale = min(0.8 * width / mat.size_mm[0], 0.8 * height / mat.size_mm[1])
    wide, high = (round(side * scale) for side in mat.size_mm)
    return ((width - wide) // 2, (height - high) // 2), (wide, high), scale
