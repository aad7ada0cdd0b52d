"""What lies still under everything: the cloth with the mats on it, seen by the camera, before any
lamp.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.mats.layout import BLEED_MM, QUIET_MM, Corners, Mat, Zone
from vision.mats.picture import mat_picture
from vision.virtual.blend import fallen
from vision.virtual.layout import Matrix, TableLayout, through
from vision.virtual.light import FELT

FINER = 2.0  # than the camera sees, so that marks keep their edges
PAPER = (232, 240, 243)
INK = (105, 116, 124)
TRAY = "green"  # the cloth in a tray, whatever the table is covered with
LINE = (150, 163, 170)  # faint: a strong outline would look like a card that lies there
SHEET = (176, 190, 196)  # a middle tone, so that white and black pieces both stand out


def ground(
    bare: NDArray[np.float32], layout: TableLayout | None, matrix: Matrix | None
) -> NDArray[np.float32]:
    """The bare cloth, and the mats where the layout has them."""
    if layout is None or matrix is None:
        return bare
    seen = bare.copy()
    fine = FINER * bare.shape[1] / layout.size_mm[0]
    scale = np.diag([1 / fine, 1 / fine, 1.0])
    for spot in layout.spots:
        flat = printed(spot.mat, fine, FELT[TRAY])
        move = np.array([[1, 0, spot.x_mm], [0, 1, spot.y_mm], [0, 0, 1]])
        _lay(seen, flat, matrix @ move @ scale)
    return seen


def _lay(seen: NDArray[np.float32], flat: Pixels, matrix: Matrix) -> None:
    high, wide = flat.shape[:2]
    corners = through(matrix, ((0, 0), (wide, 0), (wide, high), (0, high)))
    left, top = (max(0, int(edge) - 12) for edge in corners.min(axis=0))
    right, bottom = (int(edge) + 12 for edge in corners.max(axis=0))
    seen = seen[top:bottom, left:right]  # a view: only the part of the picture that the mat covers
    onto = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ matrix
    size = seen.shape[1], seen.shape[0]
    soft = cv2.GaussianBlur(flat, (0, 0), FINER / 2.5)  # softened first by as much as it shrinks
    over = cv2.warpPerspective(soft, onto, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.full(flat.shape[:2], 255, np.uint8), onto, size)
    part = np.asarray(mask, np.float32)[..., None] / 255
    seen *= 1 - 0.35 * fallen(np.asarray(part[..., 0], np.float32), 3, 3)[..., None]
    seen[:] = seen * (1 - part) + over * part


def printed(mat: Mat, px_per_mm: float, felt: tuple[int, int, int]) -> Pixels:
    """A mat as it comes out of the printer: marks, patches, places with their names; a tray has
    cloth in it.
    """
    flat = mat_picture(mat, px_per_mm)
    white = np.asarray((flat > 200).all(axis=2))
    flat[white] = SHEET
    for corners in mat.marks().values():
        _whiten(flat, white, corners, px_per_mm, QUIET_MM)
    _whiten(flat, white, mat.patches()[1], px_per_mm, 0.0)
    for zone in mat.zones:
        _draw_zone(flat, zone, px_per_mm, felt)
    return flat


def _whiten(
    flat: Pixels, white: NDArray[np.bool_], corners: Corners, px_per_mm: float, around_mm: float
) -> None:
    """White paper here: marks stand on it, because a thin border is why marks are missed; and it
    shows the light.
    """
    (left, top), (right, bottom) = (
        (round((corners[i][0] + grow) * px_per_mm), round((corners[i][1] + grow) * px_per_mm))
        for i, grow in ((0, -around_mm), (2, around_mm))
    )
    part = np.s_[max(top, 0) : bottom, max(left, 0) : right]
    flat[part][white[part]] = PAPER


def _draw_zone(flat: Pixels, zone: Zone, px_per_mm: float, felt: tuple[int, int, int]) -> None:
    for name, corners in zone.cells().items():
        first, last = (
            (round(x * px_per_mm), round(y * px_per_mm)) for x, y in (corners[0], corners[2])
        )
        rolled = "roll" in zone.note
        if rolled:
            cv2.rectangle(flat, first, last, felt, cv2.FILLED)
        if zone.tone < 1:
            bleed = round(BLEED_MM * px_per_mm)
            around = (first[0] - bleed, first[1] - bleed), (last[0] + bleed, last[1] + bleed)
            cv2.rectangle(flat, *around, (255 * zone.tone,) * 3, cv2.FILLED)
        else:
            cv2.rectangle(flat, first, last, LINE, max(1, round(0.5 * px_per_mm)), cv2.LINE_AA)
        if not rolled:
            text = zone.label(name)
            start = (first[0] + round(2.5 * px_per_mm), last[1] - round(2.5 * px_per_mm))
            size = 0.16 * px_per_mm
            cv2.putText(
                flat,
                text,
                start,
                cv2.FONT_HERSHEY_SIMPLEX,
                size,
                INK,
                max(1, round(px_per_mm / 3)),
                cv2.LINE_AA,
            )
