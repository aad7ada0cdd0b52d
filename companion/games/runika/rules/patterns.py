"""Rune patterns on the grid: every rotation, every offset, never mirrored. Sets of cells are 16-bit
masks.

Nothing here knows who claims, or what a claim earns.
"""

from functools import lru_cache
from typing import NamedTuple

from companion.games.runika.pack import ELEMENTS
from companion.games.runika.rules.grid import Grid, cell_at
from companion.games.runika.state import EMPTY, SIZE

Cellset = int
Masks = dict[str, Cellset]


class Placement(NamedTuple):
    """One way to lay a frame on the grid: the cells that need a die, and the grey ones."""

    need: Cellset
    grey: Cellset


class Match(NamedTuple):
    """Dice that form the pattern; they would all be used."""

    element: str
    cells: tuple[int, ...]


def bits(cells: tuple[int, ...]) -> Cellset:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


@lru_cache(maxsize=4096)
def cells_of(mask: Cellset) -> tuple[int, ...]:
    return tuple(cell for cell in range(SIZE * SIZE) if mask >> cell & 1)


def masks_of(grid: Grid) -> Masks:
    """Where the dice of each element lie."""
    masks = dict.fromkeys(ELEMENTS, 0)
    bit = 1
    for die in grid:
        if die != EMPTY:
            masks[die[0]] |= bit
        bit <<= 1
    return masks


def turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    """A quarter turn clockwise: row r, column c goes to row c, column h + 1 - r."""
    return tuple("".join(column) for column in zip(*rows[::-1], strict=True))


def mirrored(frame: str) -> str:
    return "/".join(row[::-1] for row in frame.split("/"))


def _rotations(frame: str) -> tuple[tuple[str, ...], ...]:
    rows = tuple(frame.split("/"))
    found = [rows]
    for _ in range(3):
        found.append(turned(found[-1]))
    return tuple(found)


def _laid(rows: tuple[str, ...], sign: str, down: int, right: int) -> Cellset:
    cells: list[int] = []
    for r, row in enumerate(rows, start=1):
        cells += [
            cell_at(down + r, right + c) for c, mark in enumerate(row, start=1) if mark == sign
        ]
    return bits(tuple(cells))


@lru_cache(maxsize=512)
def placements(frame: str, grey_fixed: bool = False) -> tuple[Placement, ...]:
    """Every distinct way to lay the frame wholly inside the grid. `grey_fixed`: on a 4x4, only the
    dice cells turn.
    """
    unturned = tuple(frame.split("/"))
    found: dict[Placement, None] = {}
    for rows in _rotations(frame):
        height, width = len(rows), len(rows[0])
        for down in range(SIZE + 1 - height):
            for right in range(SIZE + 1 - width):
                need = _laid(rows, "#", down, right)
                greys = unturned if grey_fixed and height == width == SIZE else rows
                found[Placement(need, _laid(greys, "x", down, right))] = None
    return tuple(found)


def matches(
    frame: str,
    element: str | None,
    masks: Masks,
    counts_as: tuple[str, ...] = (),
    grey_fixed: bool = False,
) -> tuple[Match, ...]:
    """Every distinct choice of dice that forms the pattern, in one element (the given one, or any
    one of the four).

    `counts_as` holds pairs of letters: "AF" lets air dice count as fire. Grey cells look at true
    elements alone.
    """
    found: dict[Match, None] = {}
    for wanted in (element,) if element else ELEMENTS:
        true = masks[wanted]
        lying = true
        for pair in counts_as:
            if pair[1] == wanted:
                lying |= masks[pair[0]]
        for need, grey in placements(frame, grey_fixed):
            if lying & need == need and not true & grey:
                found[Match(wanted, cells_of(need))] = None
    return tuple(sorted(found))


def is_shape(frame: str, cells: tuple[int, ...]) -> bool:
    """Whether these cells are a placement of the frame, whatever lies on them."""
    mask = bits(cells)
    return any(need == mask for need, _ in placements(frame))


def nearest_fit(frame: str, element: str | None, masks: Masks) -> tuple[int, ...]:
    """The cells that lack a right die in the placement closest to complete."""
    best: tuple[int, ...] | None = None
    for wanted in (element,) if element else ELEMENTS:
        for need, _ in placements(frame):
            lacking = cells_of(need & ~masks[wanted])
            if best is None or len(lacking) < len(best):
                best = lacking
    return best or ()
