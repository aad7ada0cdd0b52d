"""Small pieces in large cells: found in their cells first, then each cell cut out closely around
what was found, so that a piece fills it as pieces usually do.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.tokens.cell_network import FITTING, Witness, witnessed
from vision.tokens.discs import RADII, Discs, PlacedDiscs, small_discs
from vision.tokens.grid import CELL_PX, FlatGrid, TokenGrid

SMALLEST, LARGEST = 0.12, 0.29  # radius in cells: a smaller one is print, a larger one needs none
STANDS_OUT = 20.0  # in weighted Lab units: the step at a rim that needs no network
CLEARER = 2.5  # times as clear as pieces of the usual size: else it is a spot on one of them
FILLS = 0.4  # of the cell cut out: the radius of its piece
FOUND = 0.35  # how likely the network finds a piece: there the cell is cut out
LIKELY = 0.5
BETWEEN = 0.42  # cells off the middle: whose piece it is cannot be said


@dataclass(frozen=True, slots=True)
class CloseUp:
    """The cells side by side, each cut out around its piece, and those to be asked about."""

    picture: Pixels
    grid: TokenGrid
    doubtful: NDArray[np.bool_]


def close_up(picture: Pixels, flat: FlatGrid, usual: Discs) -> CloseUp | None:
    """None where pieces fill their cells as usual (`usual`: what was found on that belief), or none
    is seen.
    """
    if flat.grid.on_crossings:  # stones fill their places; what is small there is print
        return None
    small = small_discs(flat)
    stands_out = _clear(small) >= STANDS_OUT
    fits = usual.radius > RADII[0] and _clear(usual) >= STANDS_OUT
    if (fits or stands_out) and _clear(small) < (CLEARER if fits else 1.0) * _clear(usual):
        return None
    radius = small.radius if stands_out else SMALLEST * FITTING
    witness = witnessed(picture, flat.grid, radius)
    likely = witness.chance >= LIKELY
    if not likely.any():  # a printed number stands out too, and is no piece to the network
        return None
    radius = float(np.median(witness.radii[likely]))
    if not SMALLEST < radius < LARGEST:
        return None
    offsets = np.where((witness.chance >= FOUND)[:, None], witness.offsets, small.offsets)
    grid, seen = _side_by_side(picture, flat.grid, offsets, radius / FILLS)
    return CloseUp(seen, grid, _doubtful(witness))


def _clear(found: Discs | PlacedDiscs) -> float:
    """The step at the rim of the clearest piece."""
    return float(found.evidence.max())


def _doubtful(witness: Witness) -> NDArray[np.bool_]:
    """Two pieces in one cell, or one between two."""
    between = (witness.chance >= FOUND) & (np.abs(witness.offsets).max(axis=1) > BETWEEN)
    return np.asarray(between | (witness.count > 1), dtype=np.bool_)


def _side_by_side(
    picture: Pixels, grid: TokenGrid, offsets: Floats, part: float
) -> tuple[TokenGrid, Pixels]:
    """`part`: of a cell that is cut out, around its middle and `offsets`."""
    own = (np.arange(CELL_PX) + 0.5) / CELL_PX - 0.5
    shift = 0.0 if grid.on_crossings else 0.5
    rows, cols = np.divmod(np.arange(grid.rows * grid.cols), grid.cols)
    x, y = (
        (at + shift + offsets[:, axis])[:, None] + own * part
        for axis, at in enumerate((cols, rows))
    )
    across = np.broadcast_to(x[:, None, :], (len(x), CELL_PX, CELL_PX))
    down = np.broadcast_to(y[:, :, None], (len(y), CELL_PX, CELL_PX))
    places = np.stack([across, down], axis=-1)
    sheet = places.reshape(grid.rows, grid.cols, CELL_PX, CELL_PX, 2).transpose(0, 2, 1, 3, 4)
    board = sheet.reshape(grid.rows * CELL_PX, grid.cols * CELL_PX, 2).astype(np.float32)
    there = cv2.perspectiveTransform(board.reshape(-1, 1, 2), _to_picture(grid))
    at = there.reshape(board.shape)
    seen = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    high, wide = (float(side) for side in seen.shape[:2])
    corners = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high))
    return TokenGrid(corners, grid.rows, grid.cols), np.asarray(seen, dtype=np.uint8)


def _to_picture(grid: TokenGrid) -> NDArray[np.float64]:
    across, down = (grid.cols - 1, grid.rows - 1) if grid.on_crossings else (grid.cols, grid.rows)
    flat = np.array([[0, 0], [across, 0], [across, down], [0, down]], dtype=np.float32)
    there = np.asarray(grid.corners, dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(flat, there), dtype=np.float64)
