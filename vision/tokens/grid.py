"""A grid seen flat, and what differs from its own empty cells. Knows cells and colours of light, no
pieces yet.
"""

from dataclasses import dataclass

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels

CELL_PX = 32
RIM_CELLS = 1
MOST_CELLS = 64  # rows or columns: more is a mistake in a file
COLOUR_WEIGHT = 1.5
# printed lines cross where a piece would lie; squares only have their grain
LINE_PX, GRAIN_PX = (7, 3)
Plane = NDArray[np.float32]
Points = NDArray[np.float32]


class TokenGrid(msgspec.Struct, frozen=True):
    """Where the cells lie in a picture: outer corners of squares, or outermost crossings, clockwise
    from top left.
    """

    corners: tuple[
        tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]
    ]
    rows: int
    cols: int
    kind: str = "squares"

    @property
    def on_crossings(self) -> bool:
        return self.kind == "intersections"


def checked(grid: TokenGrid) -> TokenGrid:
    """The grid itself, or a ValueError that says what is wrong with it: from people's files, so
    anything may be.
    """
    least = 2 if grid.on_crossings else 1
    if grid.kind not in ("squares", "intersections"):
        raise ValueError(f"kind {grid.kind!r} is neither squares nor intersections")
    if not (least <= grid.rows <= MOST_CELLS and least <= grid.cols <= MOST_CELLS):
        raise ValueError(
            f"{grid.rows} rows and {grid.cols} columns; from {least} to {MOST_CELLS} are possible"
        )
    corners = np.asarray(grid.corners, dtype=np.float32)
    if (
        not np.isfinite(corners).all()
        or not cv2.isContourConvex(corners)
        or cv2.contourArea(corners) < 1
    ):
        raise ValueError("the corners enclose no four-sided area, clockwise from the top left")
    return grid


@dataclass(frozen=True, slots=True)
class FlatGrid:
    """The grid from straight above, a rim of one cell around it. `centres` has one row per cell,
    row by row.
    """

    grid: TokenGrid
    look: Plane
    centres: Points


def flatten(picture: Pixels, grid: TokenGrid) -> FlatGrid:
    across, down = (grid.cols - 1, grid.rows - 1) if grid.on_crossings else (grid.cols, grid.rows)
    start = RIM_CELLS * CELL_PX
    x1, y1 = start + across * CELL_PX, start + down * CELL_PX
    target = np.array([[start, start], [x1, start], [x1, y1], [start, y1]], dtype=np.float32)
    corners = np.asarray(grid.corners, dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(corners, target)
    shrink = (
        max(
            np.hypot(*(corners[1] - corners[0])) / across,
            np.hypot(*(corners[3] - corners[0])) / down,
        )
        / CELL_PX
    )
    if shrink > 1.3:  # average before sampling
        picture = np.asarray(
            cv2.GaussianBlur(picture, (0, 0), 0.35 * float(shrink)), dtype=np.uint8
        )
    size = (x1 + start, y1 + start)
    flat = cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    first = start if grid.on_crossings else start + CELL_PX / 2
    rows, cols = np.mgrid[0 : grid.rows, 0 : grid.cols]
    centres = np.stack(
        [first + cols.ravel() * CELL_PX, first + rows.ravel() * CELL_PX], axis=1
    ).astype(np.float32)
    look = look_of(np.asarray(flat, dtype=np.uint8), LINE_PX if grid.on_crossings else GRAIN_PX)
    return FlatGrid(grid, look, centres)


def look_of(flat: Pixels, smallest_px: int) -> Plane:
    """Lightness and weighted colour; thin printed lines are taken out by a median, pieces stay."""
    smooth = cv2.medianBlur(flat, smallest_px)
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), dtype=np.float32)
    lab[:, :, 1:] = (lab[:, :, 1:] - 128) * COLOUR_WEIGHT
    return lab


def sample(plane: Plane, points: Points) -> Plane:
    whole = np.rint(points).astype(np.intp)
    height, width = plane.shape[:2]
    return np.asarray(
        plane[whole[..., 1].clip(0, height - 1), whole[..., 0].clip(0, width - 1)], dtype=np.float32
    )


def empty_looks(flat: FlatGrid) -> Plane:
    """How each cell would look empty: the median of its own corners and those of the cells diagonal
    to it.

    No round piece covers a cell's corners, and diagonal neighbours share the square's colour on a
    chequered board, so this holds for full boards and near-empty ones, under any light that changes
    slowly over the board.
    """
    grid = flat.grid
    reach = 0.5 if grid.on_crossings else 0.36
    diagonals = np.array([(1, 1), (-1, 1), (1, -1), (-1, -1)], dtype=np.float32)
    corners = sample(flat.look, flat.centres[:, None] + reach * CELL_PX * diagonals)
    padded = np.full((grid.rows + 2, grid.cols + 2, 4, 3), np.nan, dtype=np.float32)
    padded[1:-1, 1:-1] = corners.reshape(grid.rows, grid.cols, 4, 3)
    around = [
        padded[1 + dy : 1 + dy + grid.rows, 1 + dx : 1 + dx + grid.cols]
        for dy, dx in ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
    ]
    return np.asarray(np.nanmedian(np.concatenate(around, axis=2), axis=2), dtype=np.float32)


def unlike_empty(flat: FlatGrid) -> Plane:
    """The flat picture minus the empty look of the cell each pixel belongs to: printing and light
    gone, pieces left.
    """
    grid, empty = flat.grid, empty_looks(flat)
    height, width = flat.look.shape[:2]
    shift = 0.5 if grid.on_crossings else 0.0
    rows = (
        np.floor(np.arange(height) / CELL_PX - RIM_CELLS + shift)
        .astype(np.intp)
        .clip(0, grid.rows - 1)
    )
    cols = (
        np.floor(np.arange(width) / CELL_PX - RIM_CELLS + shift)
        .astype(np.intp)
        .clip(0, grid.cols - 1)
    )
    return np.asarray(flat.look - empty[rows][:, cols], dtype=np.float32)
