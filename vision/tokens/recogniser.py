"""Tokens for the watch process: one zone's pixels and its order in, one reading out.

A finding is so many tokens of one colour: in a cell of a grid, in a box of a sheet, or in the zone
as a whole.
"""

from collections import Counter

import numpy as np

from vision.arrays import Pixels
from vision.protocol import WatchOrder
from vision.reading import Decision, Finding, Likely, Reading, Why, box_corners
from vision.tokens.colours import ALIASES, TYPICAL
from vision.tokens.detector import let_go
from vision.tokens.grid import TokenGrid
from vision.tokens.loose import LooseCount, read_zone
from vision.tokens.reader import read_grid
from vision.tokens.tabletop import BARE, alike_to_table, foreground, white_of, zone_look

SURE, UNSURE = 0.99, 0.4
Doubt = Why | None


def recognise(pixels: Pixels, order: WatchOrder) -> Reading:
    """The zone is a grid when the order has rows and columns, cells when it has those; else its
    pieces are counted.
    """
    colours = _known(order.colours)
    if order.rows * order.cols > 1:
        findings, why = _grid(pixels, order, list(colours or ("white", "black")))
    elif order.cells:
        findings, why = _cells(pixels, order, colours)
    else:
        findings, why = counted(pixels, colours, order.tone)
    let_go()
    seen = sum(finding.count for finding in findings)
    if why is None and order.count is not None and seen != order.count:
        why = Why("sight.other_count", {"seen": seen, "expected": order.count})
    decision = Decision.ASK if why else Decision.ACCEPT
    return Reading(order.zone, "tokens", findings, decision, why or Why("sight.sure"), 0.0)


def _known(colours: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Colours a token can be told by; None where tokens of any colour are just counted."""
    named = [name for name in dict.fromkeys(colours or ()) if ALIASES.get(name, name) in TYPICAL]
    return tuple(named) if colours and len(named) == len(set(colours)) else None


def _grid(
    pixels: Pixels, order: WatchOrder, colours: list[str]
) -> tuple[tuple[Finding, ...], Doubt]:
    height, width = (float(side) for side in pixels.shape[:2])
    grid = TokenGrid(
        ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)), order.rows, order.cols
    )
    wide, high = width / order.cols, height / order.rows
    cells = read_grid(pixels, grid, colours)
    findings = tuple(
        Finding(
            "token",
            cell.colour,
            box_corners(
                cell.col * wide, cell.row * high, (cell.col + 1) * wide, (cell.row + 1) * high
            ),
            cell.confidence,
            cell.colour,
            cell=f"{cell.row + 1},{cell.col + 1}",
            sure=cell.accept,
        )
        for cell in cells
    )
    asked = sum(not cell.accept for cell in cells)
    return findings, Why("sight.unsure_pieces", {"count": asked}) if asked else None


def _cells(
    pixels: Pixels, order: WatchOrder, colours: tuple[str, ...] | None
) -> tuple[tuple[Finding, ...], Doubt]:
    """Each cell is a small zone of its own."""
    found: list[Finding] = []
    doubt: Doubt = None
    height, width = pixels.shape[:2]
    for name, (x, y, wide, high) in order.cells.items():
        left, top = round(x * width), round(y * height)
        part = np.ascontiguousarray(
            pixels[top : top + round(high * height), left : left + round(wide * width)]
        )
        here, why = counted(part, colours, order.tone, cell=name, at=(left, top))
        found += here
        doubt = doubt or why
    return tuple(found), doubt


def counted(
    pixels: Pixels,
    colours: tuple[str, ...] | None,
    tone: float = BARE,
    *,
    cell: str | None = None,
    at: tuple[int, int] = (0, 0),
) -> tuple[tuple[Finding, ...], Doubt]:
    """Loose pieces by colour; with no colours given, all of them together."""
    seen = read_zone(pixels, list(colours or _unlike_table(pixels, tone)), tone, _others(colours))
    accept = seen.accept or (colours is None and seen.why == "a colour is doubtful")
    accept = accept and (colours is None or {piece.colour for piece in seen.pieces} <= set(colours))
    names = Counter(piece.colour if colours else None for piece in seen.pieces)
    findings = tuple(_heap(seen, name, number, accept, cell, at) for name, number in names.items())
    if not findings and not accept:
        corners = box_corners(at[0], at[1], at[0] + pixels.shape[1], at[1] + pixels.shape[0])
        findings = (Finding("token", None, corners, 0.0, cell=cell, count=0, sure=False),)
    return findings, None if accept else Why("sight.unsure_count")


def _others(colours: tuple[str, ...] | None) -> tuple[str, ...]:
    """Where one colour alone is counted, every piece would be of it."""
    alone = colours is not None and len(colours) == 1
    return (
        tuple(name for name in ("white", "black") if name not in (colours or ())) if alone else ()
    )


def _heap(
    seen: LooseCount,
    name: str | None,
    number: int,
    accept: bool,
    cell: str | None,
    at: tuple[int, int],
) -> Finding:
    mine = [piece for piece in seen.pieces if name in (None, piece.colour)]
    left, top = min(one.x - one.radius for one in mine), min(one.y - one.radius for one in mine)
    right, bottom = max(one.x + one.radius for one in mine), max(one.y + one.radius for one in mine)
    corners = box_corners(at[0] + left, at[1] + top, at[0] + right, at[1] + bottom)
    numbers = () if accept else dict.fromkeys((number, *(seen.doubt or ()), number + 1))
    likely = tuple(Likely(one, UNSURE) for one in numbers)
    return Finding(
        "token", name, corners, SURE if accept else UNSURE, name, likely, cell, None, number, accept
    )


def _unlike_table(pixels: Pixels, tone: float) -> list[str]:
    """Every colour but the table's own: where any token counts, one like the table cannot
    be meant.
    """
    names = [name for name in TYPICAL if name not in ("grey", "silver")]
    look = zone_look(pixels)
    mask = foreground(look, names)
    own = alike_to_table(look, mask, names, white_of(look, mask, tone))
    return [name for name in names if name not in own]


class TokenRecogniser:
    """Keeps nothing between frames."""

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading:
        return recognise(pixels, order)


def recogniser() -> TokenRecogniser:
    return TokenRecogniser()
