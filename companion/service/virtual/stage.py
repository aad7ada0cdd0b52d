"""Where things are on the virtual table: places for open asks, free spots in them, millimetres and
fractions. Pure.
"""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from msgspec.structs import replace

from companion.kit.asks import Ask, Count, Place
from companion.service.places import TablePlaces
from companion.table.table import TableSnapshot
from vision.mats.layout import Area, Box, box
from vision.reading import Point
from vision.virtual.faces import boxes_of
from vision.virtual.layout import LaidMat, TableLayout, laid_out, through
from vision.virtual.pieces import SIZES_MM, VirtualPiece

SIZE_PX = (1280, 720)
ASPECT = SIZE_PX[0] / SIZE_PX[1]
ROOMY_MM, CLEAR_MM = (8.0, 5.0, 2.5), 0.4  # between pieces
MANY = 10  # a place for so many is large
PiecesByMat = dict[str, tuple[VirtualPiece, ...]]


@dataclass(frozen=True, slots=True)
class Stage:
    """The mats of one game under the camera."""

    ground: TablePlaces
    layout: TableLayout

    @classmethod
    def of(cls, face: TableSnapshot, first: tuple[str, ...] = ()) -> "Stage | None":
        """`first`: mats that must be under the camera now; the others as far as they fit."""
        ground = TablePlaces.of(face.game, face.seats)
        asked = [replace(mat, extra=False) for mat in ground.mats if mat.name in first]
        others = sorted(
            (mat for mat in ground.mats if mat.name not in first), key=lambda mat: mat.extra
        )
        mats = (*asked, *others)
        return cls(ground, laid_out(mats, ASPECT)) if mats else None

    def names(self) -> list[str]:
        return [spot.mat.name for spot in self.layout.spots]

    def missing(self, asks: Iterable[Ask]) -> tuple[str, ...]:
        """Mats that these asks look at and that do not lie under the camera."""
        wanted = {self.ground.mat_of(place) for ask in asks if (place := self.ground.place_of(ask))}
        known = {mat.name for mat in self.ground.mats}
        return tuple(sorted(wanted & known - set(self.names())))

    def is_hidden(self, closed: Iterable[str]) -> bool:
        """Whether anything that the game keeps closed lies under the camera; hands have no place of
        their own there.
        """
        return any(
            self.ground.place(zone) in {*self.names(), *self.layout.areas()} for zone in closed
        )

    def area(self, ask: Ask) -> Area | None:
        place = self.ground.place_of(ask)
        return self.layout.areas().get(place) if place else None

    def cells(self, ask: Ask, pieces: Iterable[VirtualPiece]) -> dict[str, Box]:
        """The cells of an ask on the table: printed on the mat, on the sheet that lies there, or
        the whole place.
        """
        area = self.area(ask)
        if area is None:
            return {}
        if not isinstance(ask, Place):
            return {name: area.cells_mm[name] for name in area.cells_mm} or {"": area.box_mm}
        ids = [cell.id for cell in ask.cells]
        if set(ids) <= set(area.cells_mm):
            return {one: area.cells_mm[one] for one in ids}
        if len(ids) == len(area.cells_mm):
            return dict(zip(ids, area.cells_mm.values(), strict=True))
        sheet = self.sheet(ask, pieces)
        if sheet is not None:
            boxes = boxes_on(sheet)
            return {one: boxes[one] for one in ids if one in boxes}
        return {ids[0]: area.box_mm} if len(ids) == 1 else {}

    def sheet(self, ask: Ask, pieces: Iterable[VirtualPiece]) -> VirtualPiece | None:
        """The card with boxes that lies where this ask looks."""
        area = self.area(ask)
        return next(
            (one for one in pieces if one.kind == "sheet" and area and is_in(area.box_mm, one)),
            None,
        )

    # Pieces and the mats under them

    def by_mat(self, pieces: Iterable[VirtualPiece]) -> "PiecesByMat":
        """Pieces as they lie on each mat, from its top left; those beside all mats under no
        name.
        """
        found: PiecesByMat = {}
        for piece in pieces:
            spot = next((one for one in self.layout.spots if is_in(box_of(one), piece)), None)
            name, x, y = ("", 0.0, 0.0) if spot is None else (spot.mat.name, spot.x_mm, spot.y_mm)
            moved = dataclasses.replace(piece, x_mm=piece.x_mm - x, y_mm=piece.y_mm - y)
            found[name] = (*found.get(name, ()), moved)
        return found

    def laid(self, by_mat: "PiecesByMat") -> list[VirtualPiece]:
        """The same pieces where their mats lie now; those of mats that are away stay with them."""
        origins = {spot.mat.name: (spot.x_mm, spot.y_mm) for spot in self.layout.spots}
        return [
            dataclasses.replace(piece, x_mm=piece.x_mm + x, y_mm=piece.y_mm + y)
            for name, (x, y) in ({"": (0.0, 0.0)} | origins).items()
            for piece in by_mat.get(name, ())
        ]

    # Between the table's millimetres and fractions of the picture

    def seen(self, points: tuple[Point, ...]) -> list[tuple[float, float]]:
        pixels = through(self.layout.matrix(SIZE_PX), points)
        return [
            (round(float(x) / SIZE_PX[0], 4), round(float(y) / SIZE_PX[1], 4)) for x, y in pixels
        ]

    def at(self, x: float, y: float) -> Point:
        back = np.linalg.inv(self.layout.matrix(SIZE_PX))
        point = np.array([[[x * SIZE_PX[0], y * SIZE_PX[1]]]], np.float32)
        (there,) = cv2.perspectiveTransform(point, back)[0]
        return float(there[0]), float(there[1])

    def outline(self, piece: VirtualPiece) -> list[tuple[float, float]]:
        wide, high = SIZES_MM[piece.kind]
        c, s = np.cos(np.radians(piece.turn_deg)), np.sin(np.radians(piece.turn_deg))
        own = [(x * wide / 2, y * high / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return self.seen(
            tuple((piece.x_mm + x * c - y * s, piece.y_mm + x * s + y * c) for x, y in own)
        )


def boxes_on(sheet: VirtualPiece) -> dict[str, Box]:
    """The boxes of a sheet as it lies; one that lies askew has none that could be told."""
    wide, high = SIZES_MM["sheet"]
    left, top = sheet.x_mm - wide / 2, sheet.y_mm - high / 2
    return {
        name: (left + x * wide, top + y * high, width * wide, height * high)
        for name, (x, y, width, height) in boxes_of(sheet.parts).items()
    }


def is_counted(ask: Ask) -> bool:
    """Whether pieces laid down answer it by their number."""
    return isinstance(ask, Count) and bool(ask.piece)


def is_in(place: Box, piece: VirtualPiece) -> bool:
    x, y, width, height = place
    return x <= piece.x_mm <= x + width and y <= piece.y_mm <= y + height


def box_of(spot: LaidMat) -> Box:
    """A mat as it lies."""
    return (spot.x_mm, spot.y_mm, *spot.mat.size_mm)


def middle(place: Box) -> Point:
    x, y, width, height = place
    return x + width / 2, y + height / 2


def free_spot(
    place: Box, kind: str, pieces: Iterable[VirtualPiece], wish: Point | None = None
) -> Point:
    """The spot nearest to the wish (or to the middle) where a piece of this kind lies on no other
    of its kind.

    As people lay them: with a finger's room between them on a large place, close together on a
    small one.
    """
    centre = wish or middle(place)
    others = [(one.x_mm, one.y_mm) for one in pieces if one.kind == kind]
    for clear_mm, least in (*((roomy_mm, MANY) for roomy_mm in ROOMY_MM), (CLEAR_MM, 1)):
        wide, high = (side + clear_mm for side in SIZES_MM[kind])
        spots = _spots(place, wide, high)
        free = [spot for spot in spots if all(_apart(spot, other, wide, high) for other in others)]
        if free and len(spots) >= least:
            return min(free, key=lambda spot: abs(spot[0] - centre[0]) + abs(spot[1] - centre[1]))
    return centre


def room_for(place: Box, kind: str) -> int:
    """How many pieces of a kind lie there beside each other."""
    return len(_spots(place, *SIZES_MM[kind]))


def _spots(place: Box, wide: float, high: float) -> list[Point]:
    x, y, width, height = place
    across, down = max(1, int(width // wide)), max(1, int(height // high))
    return [
        (
            x + width / 2 + (col - (across - 1) / 2) * wide,
            y + height / 2 + (row - (down - 1) / 2) * high,
        )
        for row in range(down)
        for col in range(across)
    ]


def _apart(one: Point, other: Point, wide: float, high: float) -> bool:
    return abs(one[0] - other[0]) >= wide * 0.98 or abs(one[1] - other[1]) >= high * 0.98


def corners_of(place: Box) -> tuple[Point, ...]:
    return box(*place)
