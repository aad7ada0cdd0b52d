"""Tokens for the watch process: one zone's pixels and its order in, one reading out. A finding's value is its cell."""

from vision.orders import WatchOrder
from vision.picture import Pixels
from vision.reading import Decision, Finding, Point, Reading, Why, box_corners
from vision.tokens.grid import Grid
from vision.tokens.loose import Piece, read_zone
from vision.tokens.reader import read_grid

PLAIN = ("white", "black")


def recognise(pixels: Pixels, order: WatchOrder) -> Reading:
    """The zone is the grid when the order has rows and columns; otherwise its pieces are counted."""
    colours = list(order.colours or PLAIN)
    findings, why = _cells(pixels, order, colours) if order.rows * order.cols > 1 else _loose(pixels, colours)
    if why is None and order.count is not None and len(findings) != order.count:
        why = Why("sight.other_count", {"seen": len(findings), "expected": order.count})
    decision = Decision.ASK if why else Decision.ACCEPT
    return Reading(order.zone, "tokens", findings, decision, why or Why("sight.sure"), 0.0)


def _cells(pixels: Pixels, order: WatchOrder, colours: list[str]) -> tuple[tuple[Finding, ...], Why | None]:
    height, width = (float(side) for side in pixels.shape[:2])
    grid = Grid(((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)), order.rows, order.cols)
    wide, high = width / order.cols, height / order.rows
    cells = read_grid(pixels, grid, colours)
    findings = tuple(
        Finding(
            "token",
            f"{cell.row + 1},{cell.col + 1}",
            box_corners(cell.col * wide, cell.row * high, (cell.col + 1) * wide, (cell.row + 1) * high),
            cell.confidence,
            cell.colour,
        )
        for cell in cells
    )
    asked = sum(not cell.accept for cell in cells)
    return findings, Why("sight.unsure_pieces", {"count": asked}) if asked else None


def _loose(pixels: Pixels, colours: list[str]) -> tuple[tuple[Finding, ...], Why | None]:
    seen = read_zone(pixels, colours)
    sure = 0.9 if seen.accept else 0.4
    findings = tuple(Finding("token", None, _around(piece), sure, piece.colour) for piece in seen.pieces)
    return findings, None if seen.accept else Why("sight.unsure_count")


def _around(piece: Piece) -> tuple[Point, ...]:
    r = piece.radius
    return box_corners(piece.x - r, piece.y - r, piece.x + r, piece.y + r)


class TokenRecogniser:
    """Keeps nothing between frames."""

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading:
        return recognise(pixels, order)


def recogniser() -> TokenRecogniser:
    return TokenRecogniser()
