"""Hands at the virtual table: they put, move, turn and take pieces, and sweep everything away.

Their messages come from a browser: everything in them is checked here.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import SetupError
from companion.kit.asks import Count, Place, Show
from companion.service.virtual.stage import Stage, free_spot, is_in, middle
from companion.service.virtual.surface import Surface
from vision.mats.layout import Box
from vision.reading import Point
from vision.virtual.pieces import SIZES_MM, VirtualPiece

CARDS = ("card", "sheet", "back")
REACH_MM = 22.0  # around a cell: 44 px of a tablet, and the nearest free cell takes the piece


class Hands:
    """`sweep_dice`: thrown dice lie on no one's list, but are swept away with the rest."""

    def __init__(self, surface: Surface, sweep_dice: Callable[[], None]) -> None:
        self._surface, self._sweep_dice = surface, sweep_dice

    def put(self, message: dict[str, Any]) -> None:
        """A piece from the supply: into a cell of an ask, or wherever it was let go."""
        stage, kind, look = (
            self._surface.staged(),
            str(message.get("kind")),
            str(message.get("look", ""))[:80],
        )
        if kind not in SIZES_MM:
            raise SetupError(f"There is no {kind!r} to put on the virtual table.")
        parts = tuple(str(part)[:40] for part in message.get("parts") or ())
        piece = self._surface.made(
            kind, look, str(message.get("title") or "")[:80], int(message.get("turn", 0)), parts
        )
        self._surface.lay(self._settled(piece, self._wish(stage, message)))

    def move(self, message: dict[str, Any]) -> None:
        piece = self._piece(message)
        self._surface.lay(self._settled(piece, self._wish(self._surface.staged(), message)))

    def turn(self, message: dict[str, Any]) -> None:
        piece = self._piece(message)
        self._surface.lay(replace(piece, turn_deg=piece.turn_deg + 90.0))

    def take(self, message: dict[str, Any]) -> None:
        self._surface.take_away([self._piece(message)])

    def sweep(self, _message: dict[str, Any]) -> None:
        self._surface.take_away(self._surface.pieces.values())
        self._sweep_dice()

    # Where a hand means

    def _piece(self, message: dict[str, Any]) -> VirtualPiece:
        piece = self._surface.pieces.get(str(message.get("id")))
        if piece is None:
            raise SetupError("That piece is not on the virtual table any more.")
        return piece

    def _wish(self, stage: Stage, message: dict[str, Any]) -> Point:
        if "cell" in message:
            ask = next((ask for ask in self._surface.asks if ask.id == message.get("ask")), None)
            cells = stage.cells(ask, self._surface.pieces.values()) if ask is not None else {}
            if message["cell"] not in cells:
                raise SetupError("That place is not on the table now.")
            return middle(cells[message["cell"]])
        return stage.at(_fraction(message, "x"), _fraction(message, "y"))

    def _settled(self, piece: VirtualPiece, wish: Point) -> VirtualPiece:
        """Into the nearest cell with room that a finger can mean: a card straight in its slot, a
        token beside the others. Far from all cells it lies where it was let go.
        """
        others = [one for one in self._surface.pieces.values() if one.id != piece.id]
        cells = sorted(self._cells_for(piece, others), key=lambda one: _away(one.box, wish))
        near = [one for one in cells if self._may_mean(piece, one.box, wish)]
        chosen = next((one for one in near if one.has_room(others)), near[0] if near else None)
        if chosen is None:
            return replace(piece, x_mm=wish[0], y_mm=wish[1])
        spot = free_spot(chosen.box, piece.kind, others, wish if piece.kind == "token" else None)
        return replace(piece, x_mm=spot[0], y_mm=spot[1])

    def _may_mean(self, piece: VirtualPiece, cell: Box, wish: Point) -> bool:
        """A cell that is near; but a token let go in another place of a mat is meant to lie there:
        beside a card, not on it.
        """
        here = [area.box_mm for area in self._surface.staged().layout.areas().values()]
        around = [box for box in here if _away(box, wish) == 0]
        is_beside = piece.kind == "token" and any(_away(box, middle(cell)) > 0 for box in around)
        return _away(cell, wish) <= (0.0 if is_beside else REACH_MM)

    def _cells_for(self, piece: VirtualPiece, others: list[VirtualPiece]) -> Iterator["DropTarget"]:
        stage = self._surface.staged()
        for ask in (*self._surface.asks, *self._surface.tracks):
            shows = isinstance(ask, Show) or (isinstance(ask, Count) and ask.piece == "card")
            if shows == (piece.kind in CARDS) or isinstance(ask, Place):
                most = ask.per_cell if isinstance(ask, Place) else None
                for cell in stage.cells(ask, others).values():
                    yield DropTarget(cell, most)


@dataclass(frozen=True, slots=True)
class DropTarget:
    """A cell of an open question; `most` pieces may lie in it."""

    box: Box
    most: int | None

    def has_room(self, others: list[VirtualPiece]) -> bool:
        there = sum(one.kind != "sheet" and is_in(self.box, one) for one in others)
        return self.most is None or there < self.most


def _away(cell: Box, wish: Point) -> float:
    """How far a spot is from a cell, in millimetres; 0 inside it."""
    x, y, width, height = cell
    across = max(x - wish[0], wish[0] - x - width, 0.0)
    down = max(y - wish[1], wish[1] - y - height, 0.0)
    return math.hypot(across, down)


def _fraction(message: dict[str, Any], name: str) -> float:
    try:
        value = float(message[name])
    except (KeyError, TypeError, ValueError):
        raise SetupError("Say where on the virtual table.") from None
    return min(max(value, 0.0), 1.0)
