"""Mats that many games need alike, by name: `tray`, `seat docks`, `grid 5x5`. A game that lays its
pieces otherwise describes its mats itself.
"""

import re

from vision.errors import VisionSetupError
from vision.mats.layout import MARK_MM, MARKS_PER_MAT, QUIET_MM, Mat, Zone

TRAY_MM, DOCK_MM = (190.0, 262.0), (190.0, 152.0)
CELL_MM = 36.0  # a token of 30 mm lies in it without touching a line
BESIDE_MM = MARK_MM + 2 * QUIET_MM + 2  # a board lies between the marks
ABOVE_MM = 24.0  # the patches that tell the light
LEAST_HIGH_MM = 2 * (MARK_MM + 2 * QUIET_MM)
DOCKS, MOST_CELLS = 8, 12
GRID_MARK = (DOCKS + 1) * MARKS_PER_MAT
NAMES = "tray, seat docks, grid RxC (as in grid 5x5)"


def standard_mats(names: tuple[str, ...], source: str) -> tuple[Mat, ...]:
    """`source` says whose they are where a name is wrong."""
    mats = tuple(mat for name in names for mat in _named(name, source))
    if len({mat.first_mark for mat in mats}) < len(mats):
        raise VisionSetupError(f"{source}: a standard mat is named twice; there are: {NAMES}")
    return mats


def _named(name: str, source: str) -> tuple[Mat, ...]:
    if name == "tray":
        return (Mat("tray", "Dice tray", TRAY_MM, 0, (_tray(),)),)
    if name == "seat docks":
        return tuple(_dock(seat) for seat in range(1, DOCKS + 1))
    size = re.fullmatch(r"grid (\d+)x(\d+)", name)
    if size is None or not all(1 <= int(one) <= MOST_CELLS for one in size.groups()):
        raise VisionSetupError(f"{source}: there is no standard mat {name!r}; there are: {NAMES}")
    return (_grid(int(size[1]), int(size[2])),)


def _tray() -> Zone:
    return Zone("tray", (12.0, 43.0, 166.0, 176.0), note="roll here")


def _dock(seat: int) -> Mat:
    zone = Zone("dock", (46.0, 24.0, 98.0, 100.0))
    return Mat(f"dock:{seat}", f"Seat {seat}", DOCK_MM, seat * MARKS_PER_MAT, (zone,))


def _grid(rows: int, cols: int) -> Mat:
    """A cell for each piece, without gaps, so that the board is read as a whole."""
    wide, high = cols * CELL_MM, rows * CELL_MM
    zone = Zone("board", (BESIDE_MM, ABOVE_MM, wide, high), rows=rows, cols=cols, tone=0.55)
    size = wide + 2 * BESIDE_MM, max(high + ABOVE_MM + QUIET_MM, LEAST_HIGH_MM)
    return Mat("board", "Board", size, GRID_MARK, (zone,))
