"""The 4x4 spell grid and the disk: lanes, pushes, shifts. Pure arithmetic; who may push when is
decided elsewhere.

A grid is a tuple of 16 dice, row by row, as seen with the printed top of that board up.
"""

from functools import lru_cache
from itertools import product

from companion.games.runika.pack import ELEMENTS
from companion.games.runika.state import EMPTY, SIZE

SIDES = ("T", "R", "B", "L")
SIDE_WORDS = {"T": "top", "R": "right", "B": "bottom", "L": "left"}

Grid = tuple[str, ...]


def cell_at(row: int, col: int) -> int:
    return (row - 1) * SIZE + col - 1


def cell_name(cell: int) -> str:
    return f"{cell // SIZE + 1},{cell % SIZE + 1}"


CELL_NAMES = tuple(cell_name(cell) for cell in range(SIZE * SIZE))
CELL_OF = {name: cell for cell, name in enumerate(CELL_NAMES)}


def _lane(side: str, number: int) -> tuple[int, ...]:
    """The lane's cells in order of entry."""
    down = tuple(cell_at(row, number) for row in range(1, SIZE + 1))
    right = tuple(cell_at(number, col) for col in range(1, SIZE + 1))
    return {"T": down, "B": down[::-1], "L": right, "R": right[::-1]}[side]


LANES = {
    f"{side}{number}": _lane(side, number) for side, number in product(SIDES, range(1, SIZE + 1))
}


def _way_out(cell: int, side: str) -> tuple[int, ...]:
    """The cells a die passes on its way from `cell` towards that side's edge, nearest first."""
    number = cell % SIZE + 1 if side in "TB" else cell // SIZE + 1
    inward = LANES[f"{side}{number}"]
    return inward[: inward.index(cell)][::-1]


WAYS_OUT = {(cell, side): _way_out(cell, side) for cell, side in product(range(SIZE * SIZE), SIDES)}


def pushed_along(grid: Grid, die: str, cells: tuple[int, ...]) -> tuple[Grid, str]:
    """The die enters the first of the cells; each die met moves one on, up to the first gap. Also
    who fell off.
    """
    after = list(grid)
    carried = die
    for cell in cells:
        after[cell], carried = carried, after[cell]
        if carried == EMPTY:
            return tuple(after), ""
    return tuple(after), carried


def push(grid: Grid, die: str, lane: str) -> tuple[Grid, str]:
    return pushed_along(grid, die, LANES[lane])


def shift(grid: Grid, cell: int, side: str) -> tuple[Grid, str]:
    """A die of the grid moves one cell towards that side, pushing what it meets; from the edge it
    leaves itself.
    """
    without = (*grid[:cell], EMPTY, *grid[cell + 1 :])
    return pushed_along(without, grid[cell], WAYS_OUT[cell, side])


def cleared(grid: Grid, cells: tuple[int, ...]) -> Grid:
    return tuple(EMPTY if cell in cells else die for cell, die in enumerate(grid))


def swapped(grid: Grid, one: int, other: int) -> Grid:
    after = list(grid)
    after[one], after[other] = after[other], after[one]
    return tuple(after)


def occupied(grid: Grid) -> tuple[int, ...]:
    return tuple(cell for cell, die in enumerate(grid) if die != EMPTY)


@lru_cache(maxsize=256)
def sides(order_clockwise: tuple[str, ...], start_top: str, turns: int) -> dict[str, str]:
    """Which side belongs to each element after so many quarter turns clockwise."""
    top = order_clockwise.index(start_top)
    return {
        element: SIDES[(order_clockwise.index(element) - top + turns) % len(SIDES)]
        for element in ELEMENTS
    }
