"""Mats laid side by side on the virtual table, and where each of their places is in the picture.
Pure geometry.
"""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.mats.layout import Area, Box, Corners, Mat, areas, box
from vision.reading import Point

GAP_MM = 12.0
EDGE_MM = 18.0
WIDEST_MM = 1020.0  # a camera that sees more of the table cannot make out its marks
HARDLY = 1.02  # times as wide: what nobody needs may cost no more
SLANT = 0.025  # of the picture: the camera does not hang quite straight
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LaidMat:
    """A mat and where its top left lies, in millimetres of the table."""

    mat: Mat
    x_mm: float
    y_mm: float

    def place(self, corners: Corners) -> tuple[Point, ...]:
        return tuple((x + self.x_mm, y + self.y_mm) for x, y in corners)


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The part of the table that the camera sees, and the mats on it."""

    spots: tuple[LaidMat, ...]
    size_mm: tuple[float, float]

    def matrix(self, size_px: tuple[int, int]) -> Matrix:
        """From millimetres of the table to pixels, as the camera hangs."""
        width, height = size_px
        across, down = SLANT * width, SLANT * height
        seen = [[across, down], [width - across, down], [width + across, height], [-across, height]]
        flat = np.array(box(0, 0, *self.size_mm), np.float32)
        return np.asarray(cv2.getPerspectiveTransform(flat, np.array(seen, np.float32)), np.float64)

    def areas(self) -> dict[str, Area]:
        """Every place by the name asks use for it, in millimetres of the table."""
        return {
            name: _moved(area, spot.x_mm, spot.y_mm)
            for spot in self.spots
            for name, area in areas(spot.mat).items()
        }


def _moved(area: Area, x_mm: float, y_mm: float) -> Area:
    def there(place: Box) -> Box:
        x, y, width, height = place
        return x + x_mm, y + y_mm, width, height

    cells = {name: there(cell) for name, cell in area.cells_mm.items()}
    return replace(area, box_mm=there(area.box_mm), cells_mm=cells)


def through(matrix: Matrix, points: tuple[Point, ...]) -> NDArray[np.float32]:
    """Points of the table in the picture."""
    return np.asarray(
        cv2.perspectiveTransform(np.array([points], np.float32), matrix)[0], np.float32
    )


def laid_out(mats: tuple[Mat, ...], aspect: float) -> TableLayout:
    """As many as fit under the camera, the first before the last."""
    layout = packed(mats[:1], aspect)
    for mat in mats[1:]:
        wider = packed((*(spot.mat for spot in layout.spots), mat), aspect)
        widest = HARDLY * layout.size_mm[0] if mat.extra else WIDEST_MM
        layout = wider if wider.size_mm[0] <= widest else layout
    return layout


def packed(mats: tuple[Mat, ...], aspect: float) -> TableLayout:
    """The largest first, each into the corner between others where the picture grows least."""
    spots: list[LaidMat] = []
    for mat in sorted(mats, key=lambda mat: -mat.size_mm[0] * mat.size_mm[1]):
        free = [
            spot
            for spot in _corners(mat, spots)
            if not any(_overlap(spot, other) for other in spots)
        ]
        spots.append(
            min(free, key=lambda spot: (_needs([*spots, spot], aspect), spot.y_mm + spot.x_mm))
        )
    return _centred(spots, aspect)


def _corners(mat: Mat, spots: list[LaidMat]) -> list[LaidMat]:
    across = [0.0, *(spot.x_mm + spot.mat.size_mm[0] + GAP_MM for spot in spots)]
    down = [0.0, *(spot.y_mm + spot.mat.size_mm[1] + GAP_MM for spot in spots)]
    return [LaidMat(mat, x, y) for x, y in product(across, down)]


def _overlap(one: LaidMat, other: LaidMat) -> bool:
    return all(
        a < b + size_b + GAP_MM and b < a + size_a + GAP_MM
        for a, size_a, b, size_b in (
            (one.x_mm, one.mat.size_mm[0], other.x_mm, other.mat.size_mm[0]),
            (one.y_mm, one.mat.size_mm[1], other.y_mm, other.mat.size_mm[1]),
        )
    )


def _extent(spots: list[LaidMat]) -> tuple[float, float]:
    right = max(spot.x_mm + spot.mat.size_mm[0] for spot in spots) + 2 * EDGE_MM
    return right, max(spot.y_mm + spot.mat.size_mm[1] for spot in spots) + 2 * EDGE_MM


def _needs(spots: list[LaidMat], aspect: float) -> float:
    """The width of the part of the table that must be seen."""
    right, bottom = _extent(spots)
    return max(right, bottom * aspect)


def _centred(spots: list[LaidMat], aspect: float) -> TableLayout:
    right, bottom = _extent(spots)
    width = _needs(spots, aspect)
    size = (width, width / aspect)
    dx, dy = (size[0] - right) / 2 + EDGE_MM, (size[1] - bottom) / 2 + EDGE_MM
    return TableLayout(
        tuple(LaidMat(spot.mat, spot.x_mm + dx, spot.y_mm + dy) for spot in spots), size
    )
