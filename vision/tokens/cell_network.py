"""Pieces on the cells of a grid as the network sees them: a second witness beside contrast and
rims.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.tokens.detector import USUAL_PX, found_at
from vision.tokens.grid import TokenGrid

RIM_CELLS = 1.0
PERHAPS = 0.35  # how likely a second piece in a cell is to be counted
FITTING = 1.6  # times the pieces' own size: what is larger or smaller is none


@dataclass(frozen=True, slots=True)
class Witness:
    """Per cell: how likely the network finds a piece in it, how far from its middle and of which
    radius, in cells, and how many there may be.
    """

    chance: Floats
    offsets: Floats
    radii: Floats
    count: Floats


def witnessed(picture: Pixels, grid: TokenGrid, radius: float) -> Witness:
    """`radius`, in cells: of the grid's pieces."""
    flat, cell_px = _flat(picture, grid, radius)
    rows = found_at(flat)
    first = RIM_CELLS + (0.0 if grid.on_crossings else 0.5)
    chance = np.zeros((grid.rows, grid.cols), np.float32)
    offsets = np.zeros((grid.rows, grid.cols, 2), np.float32)
    radii, count = np.zeros_like(chance), np.zeros_like(chance)
    for x, y, wide, high, heat in rows:
        place = np.array([x, y]) / cell_px - first
        col, row = (int(part) for part in np.rint(place))
        fits = 1 / FITTING < max(wide, high) / USUAL_PX < FITTING
        if not (fits and 0 <= row < grid.rows and 0 <= col < grid.cols):
            continue
        count[row, col] += heat >= PERHAPS
        if heat > chance[row, col]:
            chance[row, col], offsets[row, col] = heat, place - (col, row)
            radii[row, col] = max(wide, high) / cell_px
    return Witness(chance.ravel(), offsets.reshape(-1, 2), radii.ravel(), count.ravel())


def _flat(picture: Pixels, grid: TokenGrid, radius: float) -> tuple[Pixels, float]:
    """The grid from straight above, its pieces as large as the network knows them best."""
    cell_px = USUAL_PX / radius
    across, down = (grid.cols - 1, grid.rows - 1) if grid.on_crossings else (grid.cols, grid.rows)
    start = RIM_CELLS * cell_px
    x1, y1 = start + across * cell_px, start + down * cell_px
    target = np.array([[start, start], [x1, start], [x1, y1], [start, y1]], dtype=np.float32)
    corners = np.asarray(grid.corners, dtype=np.float32)
    shrink = (
        max(
            np.hypot(*(corners[1] - corners[0])) / across,
            np.hypot(*(corners[3] - corners[0])) / down,
        )
        / cell_px
    )
    if shrink > 1.3:  # average before sampling
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * float(shrink)), dtype=np.uint8)
    size = (round(x1 + start), round(y1 + start))
    matrix = cv2.getPerspectiveTransform(corners, target)
    return np.asarray(
        cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
    ), cell_px
