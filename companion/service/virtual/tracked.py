"""What the tracker has lies on the virtual table too: after a resume, in the demo, and when
somebody taps.

Only cells of which the tracker says something new are touched. What hands laid there otherwise
stays, for the eye to notice: that is a difference between table and tracker, and people should see
it said.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from companion.kit.asks import Ask, PieceWanted, Place
from companion.kit.pieces import Cells
from companion.kit.pieces import Piece as Tracked
from companion.service.virtual.stage import free_spot, is_in
from companion.service.virtual.surface import Surface
from vision.mats.layout import Box
from vision.virtual.pieces import SIZES_MM, VirtualPiece

Sheet = tuple[str, str]  # zone and sheet of an ask


class Look(NamedTuple):
    """What a piece is to the tracker, wherever in its cell it lies. No `face`, or no `quarter`: it
    does not matter.
    """

    kind: str
    look: str
    face: str
    quarter: int | None
    parts: tuple[str, ...]

    def is_of(self, piece: VirtualPiece) -> bool:
        return (piece.kind, piece.look) == (self.kind, self.look) and self.face in ("", piece.title)

    def is_turned_as(self, piece: VirtualPiece) -> bool:
        return self.quarter is None or round(piece.turn_deg / 90) % 4 == self.quarter


class Tracker:
    """Remembers what the tracker had at the last look, and brings the table after it."""

    def __init__(self) -> None:
        self._had: dict[Sheet, Cells] = {}

    def forget(self) -> None:
        """The mats were laid anew: nothing lies there any more."""
        self._had.clear()

    def follow(self, surface: Surface, asks: Iterable[Ask]) -> None:
        for ask in asks:
            if not isinstance(ask, Place) or ask.zone is None:
                continue
            had = self._had.get((ask.zone, ask.sheet))
            if had == ask.now or not cells_on(surface, ask) or not can_lay(ask, ask.now):
                continue
            self._had[ask.zone, ask.sheet] = ask.now
            changed = {
                cell.id
                for cell in ask.cells
                if (had or {}).get(cell.id, ()) != ask.now.get(cell.id, ())
            }
            lay_cells(surface, ask, ask.now, changed, slides=had is not None)


def lay_cells(
    surface: Surface,
    ask: Place,
    wanted: Cells,
    only: set[str] | None = None,
    *,
    slides: bool = True,
) -> None:
    """Makes the cells of an ask hold what is wanted; what lies there already stays as it lies."""
    kinds = {piece.id: piece for piece in ask.pieces}
    for name, cell in cells_on(surface, ask).items():
        if only is None or name in only:
            looks = [
                _look(kinds[one.id], one) for one in wanted.get(name, ()) for _ in range(one.count)
            ]
            _lay_cell(surface, cell, looks, slides=slides)


def can_lay(ask: Place, wanted: Cells) -> bool:
    """Whether the virtual table has such pieces."""
    kinds = {piece.id: piece.kind for piece in ask.pieces}
    return all(kinds.get(one.id) in SIZES_MM for pieces in wanted.values() for one in pieces)


def cells_on(surface: Surface, ask: Place) -> dict[str, Box]:
    return surface.stage.cells(ask, surface.pieces.values()) if surface.stage is not None else {}


def _look(kind: PieceWanted, one: Tracked) -> Look:
    look = one.id if kind.kind == "card" else kind.colour or one.id
    face = "" if one.face is None else str(one.face)
    return Look(kind.kind, look, face, one.turn % 4 if kind.turns else None, tuple(kind.sides))


def _lay_cell(surface: Surface, cell: Box, missing: list[Look], *, slides: bool) -> None:
    others = []
    for piece in [
        one for one in surface.pieces.values() if one.kind != "sheet" and is_in(cell, one)
    ]:
        as_it_is = next(
            (look for look in missing if look.is_of(piece) and look.is_turned_as(piece)), None
        )
        if as_it_is is None:
            others.append(piece)
        else:
            missing.remove(as_it_is)
    for piece in others:
        turned = next((look for look in missing if look.is_of(piece)), None)
        if turned is None:
            surface.take_away([piece])
        else:
            missing.remove(turned)
            surface.lay(replace(piece, turn_deg=90.0 * (turned.quarter or 0)), slides=slides)
    for look in missing:
        if not surface.has_room:
            return
        made = surface.made(look.kind, look.look, look.face, look.quarter or 0, look.parts)
        x, y = free_spot(cell, look.kind, surface.pieces.values())
        surface.lay(replace(made, x_mm=x, y_mm=y), slides=slides)
