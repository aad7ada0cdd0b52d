"""Finding four-sided outlines that may be cards, at any place and rotation. Knows shapes only, never identities."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Quad = NDArray[np.float32]

WORK_SIDE_PX = 1000
SMALLEST_AREA = 0.002  # of the picture: a card smaller than this has too few pixels to name anyway
LARGEST_AREA = 0.97
LEVELS = 7


def quads(picture: Picture, work_side_px: int = WORK_SIDE_PX) -> list[Quad]:
    """Outlines of card-like shape, clockwise, a short side first; near-duplicates are merged, inner frames are kept."""
    scale = min(2.0, work_side_px / max(picture.shape[:2]))
    smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=smooth)
    work = np.asarray(cv2.medianBlur(resized, 5), dtype=np.uint8)
    found: list[Quad] = []
    area = float(work.shape[0] * work.shape[1])
    shortest = 3 * np.sqrt(SMALLEST_AREA * area)
    for mask in _masks(work):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) < shortest:
                continue
            quad = _quad_of(np.asarray(contour, dtype=np.int32), area)
            if quad is not None and card_like(quad):
                found.append(quad)
    return [np.asarray(quad / scale, dtype=np.float32) for quad in _merged(found)]


def _masks(work: Picture) -> Iterator[Picture]:
    """Edges and level sets of lightness and of the two colour axes: a card differs from its table in at least one."""
    lightness, green_red, blue_yellow = cv2.split(cv2.cvtColor(work, cv2.COLOR_BGR2LAB))
    yield from _edges(np.asarray(lightness, dtype=np.uint8), (0.12, 0.3, 0.6))
    yield from _level_sets(np.asarray(lightness, dtype=np.uint8))
    for colour in (green_red, blue_yellow):
        plane = np.asarray(colour, dtype=np.uint8)
        yield from _edges(plane, (0.25, 0.6))
        level, _ = cv2.threshold(plane, 0, 255, cv2.THRESH_OTSU)
        yield np.asarray((plane > level) * 255, dtype=np.uint8)


def _edges(plane: Picture, strengths: tuple[float, ...]) -> Iterator[Picture]:
    low, top = np.percentile(plane[::4, ::4], (2, 98))
    spread = float(top - low)
    if spread < 12:
        return
    for strength in strengths:
        high = max(12.0, strength * spread * 2)
        yield np.asarray(cv2.dilate(cv2.Canny(plane, high * 0.4, high), np.ones((3, 3), np.uint8)), dtype=np.uint8)


def _level_sets(plane: Picture) -> Iterator[Picture]:
    """Lighter than a level, for levels over the whole range; a dark card is a hole in such a mask."""
    low, high = (float(level) for level in np.percentile(plane[::4, ::4], (2, 98)))
    otsu, _ = cv2.threshold(plane, 0, 255, cv2.THRESH_OTSU)
    kernel = np.ones((5, 5), np.uint8)
    for level in [*np.linspace(low, high, LEVELS + 2)[1:-1], otsu]:
        mask = np.asarray((plane > level) * 255, dtype=np.uint8)
        yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel), dtype=np.uint8)


def _quad_of(contour: NDArray[np.int32], picture_area: float) -> Quad | None:
    hull = np.asarray(cv2.convexHull(contour), dtype=np.int32)
    hull_area = cv2.contourArea(hull)
    if not SMALLEST_AREA * picture_area < hull_area < LARGEST_AREA * picture_area:
        return None
    quad = _four_sided(hull, hull_area)
    return None if quad is None else _refined(quad, contour)


def _four_sided(hull: NDArray[np.int32], hull_area: float) -> Quad | None:
    """The quadrilateral a hull is, if it is one: worn and rounded corners cost only a few percent of the area."""
    length = cv2.arcLength(hull, True)
    for tolerance in (0.02, 0.035, 0.05, 0.07):
        shape = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(shape) == 4:
            quad = np.asarray(shape.reshape(4, 2), dtype=np.float32)
            return quad if 0.9 < cv2.contourArea(quad) / hull_area < 1.1 else None
        if len(shape) < 4:
            return None
    return None


def _refined(quad: Quad, contour: NDArray[np.int32]) -> Quad | None:
    """Sides fitted to the contour's middle stretches, corners where they meet: rounding no longer pulls corners in."""
    points = contour.reshape(-1, 2).astype(np.float32)
    lines = []
    for i in range(4):
        start, end = quad[i], quad[(i + 1) % 4]
        along = end - start
        length = float(np.hypot(*along))
        if length < 8:
            return None
        rel = points - start
        place = rel @ along / length**2
        off = np.abs(rel[:, 0] * along[1] - rel[:, 1] * along[0]) / length
        near = points[(place > 0.12) & (place < 0.88) & (off < max(2.5, 0.04 * length))]
        if len(near) < 0.4 * length:
            return None
        lines.append(cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
    corners = [_crossing(lines[i - 1], lines[i]) for i in range(4)]
    if any(c is None for c in corners):
        return None
    return np.asarray(corners, dtype=np.float32)


def _crossing(one: NDArray[np.float32], two: NDArray[np.float32]) -> tuple[float, float] | None:
    (ax, ay, px, py), (bx, by, qx, qy) = one, two
    det = float(ax * by - ay * bx)
    if abs(det) < 0.2:
        return None
    along = ((qx - px) * by - (qy - py) * bx) / det
    return float(px + along * ax), float(py + along * ay)


def card_like(quad: Quad) -> bool:
    """Convex, no sharp corner, opposite sides not too unequal, sides as cards have them in perspective."""
    sides = np.roll(quad, -1, axis=0) - quad
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    if lengths.min() < 12 or not cv2.isContourConvex(quad.astype(np.int32).reshape(-1, 1, 2)):
        return False
    following = np.roll(sides, -1, axis=0)
    turn = (sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]) / (lengths * np.roll(lengths, -1))
    if np.abs(turn).min() < 0.6:
        return False
    pairs = sorted(((lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2))
    unequal = max(lengths[0] / lengths[2], lengths[2] / lengths[0], lengths[1] / lengths[3], lengths[3] / lengths[1])
    return bool(pairs[1] / pairs[0] < 2.4 and unequal < 1.8)


def _clockwise(quad: Quad) -> Quad:
    """Clockwise as seen in the picture (y down), starting with a short side."""
    if cv2.contourArea(quad.reshape(-1, 1, 2), oriented=True) < 0:
        quad = quad[::-1]
    lengths = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    if lengths[0] + lengths[2] > lengths[1] + lengths[3]:
        quad = np.roll(quad, -1, axis=0)
    return np.asarray(quad, dtype=np.float32)


def _merged(found: list[Quad]) -> list[Quad]:
    """One outline for all that agree within a few percent, the one most of them agree with."""
    groups: list[list[Quad]] = []
    middles = np.zeros((len(found), 2), dtype=np.float32)  # of each group, so that only near ones are compared
    for quad in (_clockwise(quad) for quad in found):
        reach = 0.05 * float(np.sqrt(cv2.contourArea(quad)))
        middle = quad.mean(axis=0)
        near = np.flatnonzero(np.hypot(*(middles[: len(groups)] - middle).T) < reach)
        for group in (groups[int(index)] for index in near):
            fitted = _turned_to(quad, group[0])
            if np.hypot(*(fitted - group[0]).T).max() < reach:
                group.append(fitted)
                break
        else:
            middles[len(groups)] = middle
            groups.append([quad])
    groups.sort(key=len, reverse=True)
    return [_clockwise(np.asarray(np.median(np.stack(group), axis=0), dtype=np.float32)) for group in groups]


def _turned_to(quad: Quad, other: Quad) -> Quad:
    turns = [np.roll(quad, k, axis=0) for k in range(4)]
    return min(turns, key=lambda turn: float(np.hypot(*(turn - other).T).sum()))
