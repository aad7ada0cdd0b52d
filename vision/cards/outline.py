"""Finding four-sided outlines that may be cards, at any place and rotation. Knows shapes only,
never identities.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad

Points = NDArray[np.float32]
Line = tuple[float, float, float, float]

WORK_SIDE_PX = 512
TEACH_SIDE_PX = 420
SMALLEST_AREA = 0.002  # of the picture: a card smaller than this has too few pixels to name anyway
LARGEST_AREA = 0.97
LEVELS, TEACH_LEVELS = 6, 7
RIM_PX = 4
# of what is seen of a card beyond the rim: four sides, and along the rim between them
MOST_ENDS = 8
MOST_BEYOND = 1.3  # of what is seen: a card that lies further beyond the picture cannot be told
MOST_POINTS = 240  # of a contour, for fitting its sides
TURNS = np.array([[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]])


@dataclass(frozen=True, slots=True)
class _Rough:
    """A four-sided contour before its sides are fitted."""

    quad: Quad
    contour: NDArray[np.int32]


def quads(picture: Pixels) -> list[Quad]:
    """Outlines of card-like shape, clockwise, a short side first; near-duplicates are merged, inner
    frames are kept.
    """
    groups, scale = _seen_groups(picture)
    merged = (_witnessed(group) for group in groups)
    return [np.asarray(quad / scale, dtype=np.float32) for quad in merged if quad is not None]


def largest_first(picture: Pixels, explained: Callable[[Quad], bool]) -> Iterator[Quad]:
    """The same from the largest down; sides are not fitted where something taken before explains
    the outline.
    """
    groups, scale = _seen_groups(picture)
    for group in sorted(groups, key=lambda group: -cv2.contourArea(group[len(group) // 2].quad)):
        if explained(np.asarray(group[len(group) // 2].quad / scale, dtype=np.float32)):
            continue
        quad = _witnessed(group)
        if quad is not None:
            yield np.asarray(quad / scale, dtype=np.float32)


def _seen_groups(picture: Pixels) -> tuple[list[list[_Rough]], float]:
    work, scale = _worked(picture, WORK_SIDE_PX, 3)
    return _groups(list(_all_rough_quads(work, LEVELS))), scale


def _all_rough_quads(work: Pixels, levels: int) -> Iterator[_Rough]:
    for mask in _masks(work, levels):
        yield from _rough_quads(mask)


def careful_quads(picture: Pixels) -> list[Quad]:
    """The same for teaching, where time is no matter: all contours are fitted, and the middle of
    those that agree.
    """
    work, scale = _worked(picture, TEACH_SIDE_PX, 5)
    found = []
    for rough in _all_rough_quads(work, TEACH_LEVELS):
        quad = _refined(rough.quad, rough.contour)
        if quad is not None and card_like(quad):
            found.append(_Rough(_clockwise(quad), rough.contour))
    merged = (
        np.median([_turned_to(one.quad, group[0].quad) for one in group], axis=0)
        for group in _groups(found)
    )
    return [_clockwise(np.asarray(quad / scale, dtype=np.float32)) for quad in merged]


def _worked(picture: Pixels, side_px: int, smallest_px: int) -> tuple[Pixels, float]:
    """The picture in working size, its grain taken out."""
    scale = min(2.0, side_px / max(picture.shape[:2]))
    smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=smooth)
    return np.asarray(cv2.medianBlur(resized, smallest_px), dtype=np.uint8), scale


def _rough_quads(mask: Pixels) -> Iterator[_Rough]:
    area = float(mask.shape[0] * mask.shape[1])
    shortest = 3 * np.sqrt(SMALLEST_AREA * area)
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        if len(contour) < shortest:
            continue
        _, _, width, height = cv2.boundingRect(contour)
        if width * height < SMALLEST_AREA * area:
            continue
        hull = np.asarray(cv2.convexHull(contour), dtype=np.int32)
        hull_area = cv2.contourArea(hull)
        if not SMALLEST_AREA * area < hull_area < LARGEST_AREA * area:
            continue
        quad = _beyond_rim(hull, hull_area, mask.shape)
        if quad is None:
            quad = _four_sided(hull, hull_area)
        if quad is not None and card_like(quad):
            yield _Rough(quad, np.asarray(contour, dtype=np.int32))


def _masks(work: Pixels, levels: int) -> Iterator[Pixels]:
    """Edges and level sets of lightness and of the two colour axes: a card differs from its table
    in at least one.
    """
    lightness, green_red, blue_yellow = cv2.split(cv2.cvtColor(work, cv2.COLOR_BGR2LAB))
    yield from _edges(np.asarray(lightness, dtype=np.uint8), (0.12, 0.3, 0.6))
    yield from _level_sets(np.asarray(lightness, dtype=np.uint8), levels)
    for colour in (green_red, blue_yellow):
        plane = np.asarray(colour, dtype=np.uint8)
        yield from _edges(plane, (0.25, 0.6))
        level, _ = cv2.threshold(plane, 0, 255, cv2.THRESH_OTSU)
        yield _lighter(plane, level)


def _edges(plane: Pixels, strengths: tuple[float, ...]) -> Iterator[Pixels]:
    low, top = np.percentile(plane[::4, ::4], (2, 98))
    spread = float(top - low)
    if spread < 12:
        return
    for strength in strengths:
        high = max(12.0, strength * spread * 2)
        yield np.asarray(
            cv2.dilate(cv2.Canny(plane, high * 0.4, high), np.ones((3, 3), np.uint8)),
            dtype=np.uint8,
        )


def _level_sets(plane: Pixels, levels: int) -> Iterator[Pixels]:
    """Lighter than a level, for levels over the whole range; a dark card is a hole in such
    a mask.
    """
    low, high = (float(level) for level in np.percentile(plane[::4, ::4], (2, 98)))
    otsu, _ = cv2.threshold(plane, 0, 255, cv2.THRESH_OTSU)
    kernel = np.ones((5, 5), np.uint8)
    for level in [*np.linspace(low, high, levels + 2)[1:-1], otsu]:
        yield np.asarray(
            cv2.morphologyEx(_lighter(plane, level), cv2.MORPH_OPEN, kernel), dtype=np.uint8
        )


def _lighter(plane: Pixels, level: float) -> Pixels:
    return np.asarray(cv2.threshold(plane, level, 255, cv2.THRESH_BINARY)[1], dtype=np.uint8)


def _four_sided(hull: NDArray[np.int32], hull_area: float) -> Quad | None:
    """The quadrilateral a hull is, if it is one: worn and rounded corners cost only a few percent
    of the area.
    """
    length = cv2.arcLength(hull, True)
    for tolerance in (0.02, 0.035, 0.05, 0.07):
        shape = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(shape) == 4:
            quad = np.asarray(shape.reshape(4, 2), dtype=np.float32)
            return quad if 0.9 < cv2.contourArea(quad) / hull_area < 1.1 else None
        if len(shape) < 4:
            return None
    return None


def _beyond_rim(hull: NDArray[np.int32], hull_area: float, shape: tuple[int, ...]) -> Quad | None:
    """The quadrilateral of a card with a corner or two beyond the picture: what runs along its rim
    is no side.
    """
    x, y, width, height = cv2.boundingRect(hull)
    if min(x, y) > RIM_PX and x + width < shape[1] - RIM_PX and y + height < shape[0] - RIM_PX:
        return None
    ends = np.asarray(
        cv2.approxPolyDP(hull, 0.02 * cv2.arcLength(hull, True), True), dtype=np.float32
    ).reshape(-1, 2)
    if not 4 < len(ends) <= MOST_ENDS:
        return None
    following = np.roll(ends, -1, axis=0)
    own = np.flatnonzero(~_on_rim(ends, following, shape))
    if len(own) != 4:
        return None
    lines = [_through(ends[i], following[i]) for i in own]
    corners = [_crossing(lines[i - 1], lines[i]) for i in range(4)]
    if any(c is None for c in corners):
        return None
    quad = np.asarray(corners, dtype=np.float32)
    return quad if cv2.contourArea(quad) < MOST_BEYOND * hull_area else None


def _on_rim(some: Points, others: Points, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    last = np.array([shape[1] - 1, shape[0] - 1], dtype=np.float32)
    low, high = np.maximum(some, others) < RIM_PX, np.minimum(some, others) > last - RIM_PX
    return np.asarray((low | high).any(axis=1), dtype=np.bool_)


def _through(one: Points, two: Points) -> Line:
    along = (two - one) / np.hypot(*(two - one))
    return float(along[0]), float(along[1]), float(one[0]), float(one[1])


def _refined(quad: Quad, contour: NDArray[np.int32]) -> Quad | None:
    """Sides fitted to the contour's middle stretches, corners where they meet: rounding no longer
    pulls corners in.
    """
    every = max(1, len(contour) // MOST_POINTS)
    points = contour.reshape(-1, 2)[::every].astype(np.float32)
    along = quad[TURNS[1]] - quad
    length = np.hypot(along[:, 0], along[:, 1])
    if length.min() < 8:
        return None
    along /= length[:, None]
    rel = points[None] - quad[:, None]
    place = np.einsum("ijk,ik->ij", rel, along) / length[:, None]
    off = np.abs(rel[:, :, 0] * along[:, None, 1] - rel[:, :, 1] * along[:, None, 0])
    near = (place > 0.12) & (place < 0.88) & (off < np.maximum(2.5, 0.04 * length)[:, None])
    if (near.sum(axis=1) < 0.4 * length / every).any():
        return None
    lines = _lines_through(points, near)
    corners = [_crossing(lines[i - 1], lines[i]) for i in range(4)]
    if any(c is None for c in corners):
        return None
    return np.asarray(corners, dtype=np.float32)


def _lines_through(points: Points, near: NDArray[np.bool_]) -> list[Line]:
    """Direction and a point of the line nearest to most points that are near it; the farthest
    quarter does not count.

    All four sides at once: a contour's points are few, and a side at a time took five times as
    long.
    """
    for _ in range(2):
        weight = near / near.sum(axis=1, keepdims=True)
        middle = weight @ points
        off = points[None] - middle[:, None]
        spread = np.matmul((off * weight[:, :, None]).transpose(0, 2, 1), off)
        angle = 0.5 * np.arctan2(2 * spread[:, 0, 1], spread[:, 0, 0] - spread[:, 1, 1])
        cos, sin = np.cos(angle), np.sin(angle)
        apart = np.where(
            near, np.abs(off[:, :, 0] * sin[:, None] - off[:, :, 1] * cos[:, None]), np.inf
        )
        last = np.take_along_axis(
            np.sort(apart, axis=1), 3 * near.sum(axis=1, keepdims=True) // 4, axis=1
        )
        near = apart <= last
    return list(zip(cos.tolist(), sin.tolist(), *middle.T.tolist(), strict=True))


def _crossing(one: Line, two: Line) -> tuple[float, float] | None:
    (ax, ay, px, py), (bx, by, qx, qy) = one, two
    det = ax * by - ay * bx
    if abs(det) < 0.2:
        return None
    along = ((qx - px) * by - (qy - py) * bx) / det
    return px + along * ax, py + along * ay


def card_like(quad: Quad) -> bool:
    """Convex, no sharp corner, opposite sides not too unequal, sides as cards have them in
    perspective.
    """
    sides = quad[TURNS[1]] - quad
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    if lengths.min() < 12:
        return False
    following, next_lengths = sides[TURNS[1]], lengths[TURNS[1]]
    turn = (sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]) / (
        lengths * next_lengths
    )
    if np.abs(turn).min() < 0.6 or abs(np.sign(turn).sum()) != 4:
        return False
    a, b, c, d = (float(length) for length in lengths)
    short, long = sorted((a + c, b + d))
    return long / short < 2.4 and max(a / c, c / a, b / d, d / b) < 1.8


def _clockwise(quad: Quad) -> Quad:
    """Clockwise as seen in the picture (y down), starting with a short side."""
    if cv2.contourArea(quad.reshape(-1, 1, 2), oriented=True) < 0:
        quad = quad[::-1]
    sides = quad[TURNS[1]] - quad
    a, b, c, d = np.hypot(sides[:, 0], sides[:, 1])
    return np.ascontiguousarray(quad[TURNS[1]] if a + c > b + d else quad, dtype=np.float32)


def _groups(found: list[_Rough]) -> list[list[_Rough]]:
    """Outlines that agree within a few percent together, those first that most masks agree on."""
    if not found:
        return []
    outlines = np.stack([_clockwise(rough.quad) for rough in found])
    reach = 0.05 * np.sqrt([cv2.contourArea(quad) for quad in outlines])
    same = apart(outlines, outlines) < reach[:, None]
    groups, left = [], np.ones(len(found), dtype=np.bool_)
    while left.any():
        first = int(left.argmax())
        members = np.flatnonzero(same[first] & left)
        left[members] = left[first] = False
        groups.append([found[i] for i in members])
    return sorted(groups, key=len, reverse=True)


def middle(quad: Quad) -> tuple[float, float]:
    """Between its corners; a dozen of them are asked for with every card, so by hand."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4


def apart(some: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far the worst corner of each outline lies from that of each other one, turned as it fits
    best.
    """
    steps = some[:, None, None] - others[:, TURNS][None]
    return np.asarray(np.sqrt((steps**2).sum(axis=-1).max(axis=-1).min(axis=-1)), dtype=np.float32)


def _witnessed(group: list[_Rough]) -> Quad | None:
    """The sides fitted to one of the contours that agree, from the middle of the masks outwards."""
    half = len(group) // 2
    for rough in (group[half], group[0], group[-1]):
        quad = _refined(rough.quad, rough.contour)
        if quad is not None and card_like(quad):
            return _clockwise(quad)
    return None


def _turned_to(quad: Quad, other: Quad) -> Quad:
    off = np.abs(quad[TURNS] - other).sum(axis=(1, 2))
    return np.asarray(quad[TURNS[int(off.argmin())]], dtype=np.float32)
