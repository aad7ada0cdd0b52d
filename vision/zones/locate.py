"""From marks to places: the mapping from a mat's millimetres to the picture, believed only when it
is plausible.
"""

from dataclasses import dataclass
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Quad
from vision.mats.layout import Mat, PointMm
from vision.zones.quad_shape import plausible

Matrix = NDArray[np.float64]
WORST_FIT = 0.06  # of a mark's side: how far a mark may lie from where the mat says it is


@dataclass(frozen=True, slots=True)
class LocatedMat:
    """A mat in the picture. `matrix` maps millimetres of the mat to pixels; `hidden`: marks that
    were not seen.
    """

    mat: Mat
    matrix: Matrix
    hidden: tuple[int, ...]

    def corners(self, place: tuple[PointMm, ...] | None = None) -> Quad:
        points = np.array([self.mat.outline() if place is None else place], dtype=np.float32)
        return np.asarray(cv2.perspectiveTransform(points, self.matrix)[0], dtype=np.float32)


def locate(mat: Mat, marks: dict[int, Quad]) -> LocatedMat | None:
    """The mat from whichever of its marks are seen; two are enough when they fit the layout."""
    wanted = mat.marks()
    seen = [number for number in wanted if number in marks]
    if len(seen) < 2:
        return None
    corners = chain.from_iterable(wanted[number] for number in seen)
    flat = np.array(list(corners), dtype=np.float32)
    pixels = np.concatenate([marks[number] for number in seen]).astype(np.float32)
    matrix, _ = cv2.findHomography(flat.reshape(-1, 1, 2), pixels.reshape(-1, 1, 2), 0)
    if np.shape(matrix) != (3, 3):  # degenerate points give none
        return None
    found = LocatedMat(
        mat, np.asarray(matrix, dtype=np.float64), tuple(n for n in wanted if n not in marks)
    )
    return found if _fits(flat, pixels, found) and _is_plausible(found.corners()) else None


def _fits(flat: NDArray[np.float32], pixels: NDArray[np.float32], found: LocatedMat) -> bool:
    there = cv2.perspectiveTransform(flat.reshape(-1, 1, 2), found.matrix).reshape(-1, 2)
    off = np.hypot(*(there - pixels).T).reshape(-1, 4).max(axis=1)
    quads = pixels.reshape(-1, 4, 2)
    sides = np.hypot(*(quads[:, 1] - quads[:, 0]).T)
    return bool((off < WORST_FIT * sides + 0.8).all())


def _is_plausible(quad: Quad) -> bool:
    return plausible(tuple((float(x), float(y)) for x, y in quad))


def without_layout(marks: dict[int, Quad]) -> dict[int, tuple[Quad, tuple[int, ...]]]:
    """Mats whose layout is not known, by the number of their first mark: outer corners of the marks
    that are seen.

    With one mark of four hidden its corner follows from the other three; with more hidden there is
    no outline.
    """
    mats: dict[int, tuple[Quad, tuple[int, ...]]] = {}
    for first in sorted({number - number % 4 for number in marks}):
        seen = {i: marks[first + i][i] for i in range(4) if first + i in marks}
        hidden = tuple(first + i for i in range(4) if i not in seen)
        if len(seen) == 3:
            gone = hidden[0] - first
            seen[gone] = _fourth(marks, first, gone)
        corners = np.array([seen[i] for i in sorted(seen)], dtype=np.float32)
        if len(seen) < 4 or _is_plausible(corners):
            mats[first] = corners, hidden
    return mats


def _fourth(marks: dict[int, Quad], first: int, gone: int) -> Quad:
    """Where the outer edges of the two neighbouring marks meet: they run along the mat, towards the
    hidden corner.
    """
    before, after = (gone - 1) % 4, (gone + 1) % 4
    one, two = marks[first + before], marks[first + after]
    a, b = one[before], one[gone]
    c, d = two[after], two[gone]
    along_one, along_two = b - a, d - c
    det = along_one[0] * along_two[1] - along_one[1] * along_two[0]
    if abs(det) < 1e-6:
        return np.asarray(b + (d - c), dtype=np.float32)
    step = ((c[0] - a[0]) * along_two[1] - (c[1] - a[1]) * along_two[0]) / det
    return np.asarray(a + step * along_one, dtype=np.float32)
