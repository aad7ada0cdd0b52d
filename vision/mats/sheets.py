"""Which part of which mat comes onto which sheet of paper, in millimetres. Pure; nothing is drawn
here.

Nothing lies within the margin that home printers cannot reach. A mat larger than the paper is cut
into tiles that overlap; several small ones share a sheet. Each sheet has a footer with a bar of 100
mm, below the mats or beside them.
"""

import math
from dataclasses import dataclass
from itertools import product

from vision.mats.layout import Mat

PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN_MM = 8.0  # what home printers cannot reach
OVERLAP_MM = 10.0
FOOTER_MM = 8.0
BETWEEN_MM = 6.0  # two mats on a sheet: room for the knife
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tile:
    """Part of a mat, from `start_mm` on it, and where that comes to lie within the margins."""

    mat: Mat
    start_mm: tuple[float, float]
    at_mm: tuple[float, float]
    size_mm: Size
    is_part: bool


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One page. `footer_beside`: the footer runs up the right edge."""

    page_mm: Size
    tiles: tuple[Tile, ...]
    footer_beside: bool = False

    @property
    def room_mm(self) -> Size:
        return inside(self.page_mm)


def inside(page: Size) -> Size:
    return page[0] - 2 * MARGIN_MM, page[1] - 2 * MARGIN_MM


@dataclass(frozen=True, slots=True)
class Paper:
    """A page as it lies, and on which side of it the footer is."""

    page_mm: Size
    footer_beside: bool

    @property
    def room_mm(self) -> Size:
        """What is left for mats."""
        wide, high = inside(self.page_mm)
        return (wide - FOOTER_MM, high) if self.footer_beside else (wide, high - FOOTER_MM)


def sheets(mats: tuple[Mat, ...], paper: str) -> list[PrintedSheet]:
    """All pages, in the order of the mats; a small mat goes onto the last sheet if it fits."""
    found: list[PrintedSheet] = []
    for mat in mats:
        shared = _joined(found[-1], mat) if found else None
        if shared is not None:
            found[-1] = shared
        else:
            found += _of_its_own(mat, paper_for(mat, paper))
    return found


def paper_for(mat: Mat, paper: str) -> Paper:
    """Upright or on its side, the footer below or beside: whichever needs fewer sheets."""
    wide, high = PAPERS_MM[paper]
    pages = ((wide, high), (high, wide))
    ways = [Paper(page, beside) for page, beside in product(pages, (False, True))]
    return min(ways, key=lambda way: len(tiles(mat, way)))


def tiles(mat: Mat, way: Paper) -> list[tuple[float, float]]:
    """Top-left corners of the tiles, in millimetres of the mat; they overlap so that sheets can be
    glued.
    """
    columns, rows = (
        _starts(side, room) for side, room in zip(mat.size_mm, way.room_mm, strict=True)
    )
    return [(x, y) for y, x in product(rows, columns)]


def _starts(length: float, room: float) -> list[float]:
    """As few tiles as go, all of one size."""
    count = max(1, math.ceil((length - OVERLAP_MM) / (room - OVERLAP_MM) - 1e-9))
    return [at * (length - OVERLAP_MM) / count for at in range(count)]


def _of_its_own(mat: Mat, way: Paper) -> list[PrintedSheet]:
    starts = tiles(mat, way)
    found = []
    last = starts[-1]
    size = mat.size_mm[0] - last[0], mat.size_mm[1] - last[1]
    for x, y in starts:
        tile = Tile(mat, (x, y), (0.0, 0.0), size, len(starts) > 1)
        found.append(PrintedSheet(way.page_mm, (tile,), way.footer_beside))
    return found


def _joined(sheet: PrintedSheet, mat: Mat) -> PrintedSheet | None:
    """The sheet with this mat below the others, if there is room."""
    if sheet.footer_beside or any(tile.is_part for tile in sheet.tiles):
        return None
    wide, high = sheet.room_mm
    last = sheet.tiles[-1]
    top = last.at_mm[1] + last.size_mm[1] + BETWEEN_MM
    if mat.size_mm[0] > wide or top + mat.size_mm[1] > high - FOOTER_MM:
        return None
    tile = Tile(mat, (0.0, 0.0), (0.0, top), mat.size_mm, False)
    return PrintedSheet(sheet.page_mm, (*sheet.tiles, tile))
