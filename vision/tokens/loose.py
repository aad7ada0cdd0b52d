"""Loose round pieces in a zone, counted by colour. Two counts must agree, by shape and by area; else it is asked."""

from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tokens.colours import ALIASES, TYPICAL, named, nearest_within
from vision.tokens.grid import COLOUR_WEIGHT, Picture, Plane

WORK_SIDE_PX, LEAST_SIDE_PX = 720, 360  # small zones are grown: a rim of a pixel would be much of a small piece
LEAST_CONTRAST = 16.0  # weighted Lab units
CLEAR_COLOUR = 0.25
SHARP = 0.1  # of the contrast, per pixel
ROUND = 38  # votes for a circle
SMALLEST, LARGEST = 0.03, 0.09  # radius of a piece, in zone sides
PLAIN_CONTRAST = 2 * LEAST_CONTRAST
PERHAPS_ANOTHER = "perhaps another piece"
BARE, WHITE_L = 1.0, 95.0  # paper without a print, and how light it is
MISSED = 1.25 * LEAST_CONTRAST
ALIKE = 0.48  # in the colours' own measure: white to grey is about 0.6
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: centre and radius in pixels of the zone's picture."""

    x: float
    y: float
    radius: float
    colour: str


@dataclass(frozen=True, slots=True)
class Loose:
    """The count per colour. `doubt`: for a heap that may be several numbers, the numbers it may be ("2 or 3?")."""

    count: dict[str, int]
    pieces: tuple[Piece, ...]
    accept: bool
    why: str
    doubt: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Heap:
    """Pieces that touch: centres found in it, and how many its area makes."""

    centres: NDArray[np.float32]
    by_area: float


def zone_look(zone: Picture) -> Plane:
    """The zone as the counting sees it."""
    return _look(_working_size(zone)[0])


def _working_size(zone: Picture) -> tuple[Picture, float]:
    side = max(zone.shape[:2])
    scale = WORK_SIDE_PX / side if side > WORK_SIDE_PX else max(1.0, LEAST_SIDE_PX / side)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(zone, None, fx=scale, fy=scale, interpolation=how), dtype=np.uint8), scale


def read_zone(zone: Picture, colours: list[str], tone: float = BARE, others: tuple[str, ...] = ()) -> Loose:
    """`tone`: how light the table's own print is, where that is known; else what is brightest passes for white.
    `others`: colours that nobody looks for, but that a piece may be told by.
    """
    work, scale = _working_size(zone)
    look = _look(work)
    mask = without_soft_parts(look, foreground(look, colours))
    radius = _usual_radius(mask)
    if radius is None:
        alike = alike_to_table(look, mask, colours, white_of(look, mask, tone))
        why = PERHAPS_ANOTHER if any_circles(work) else _hard_to_see(*alike)
        return Loose({}, (), not why, why)
    heaps = _heaps(mask, radius)
    centres = np.concatenate([heap.centres for heap in heaps]) if heaps else np.zeros((0, 2), np.float32)
    looks = np.array([_middle(look, x, y, radius) for x, y in centres], dtype=np.float32).reshape(-1, 3)
    white = max(white_of(look, mask, tone), float(looks[:, 0].max(initial=0)))  # nothing is lighter than white
    alike = alike_to_table(look, mask, colours, white)
    names = named(looks, white, [*colours, *others])
    pieces = tuple(
        Piece(float(x / scale), float(y / scale), radius / scale, name)
        for (x, y), name in zip(centres, names.names, strict=True)
    )
    why, doubt = _doubts(heaps, names.clear)
    if not why and unexplained_circles(work, centres, radius):
        why = PERHAPS_ANOTHER
    plain = _plainly_seen(look, mask, looks, names.names)
    why = why or _hard_to_see(*(name for name in alike if name not in plain))
    return Loose(dict(Counter(names.names)), pieces, not why, why, doubt)


def _plainly_seen(look: Plane, mask: Mask, looks: NDArray[np.float32], names: tuple[str, ...]) -> set[str]:
    """Colours of which a piece was found that stands out well: they are not hard to see here, whatever the table."""
    table = np.median(look[mask == 0], axis=0) if (mask == 0).any() else np.zeros(3)
    apart = np.linalg.norm(looks - table, axis=1)
    return {name for name, far in zip(names, apart, strict=True) if far > PLAIN_CONTRAST}


def any_circles(work: Picture) -> int:
    """Round edges of any size a piece may have, where none was found at all."""
    side = max(work.shape[:2])
    return len(_circles(work, SMALLEST * side, LARGEST * side))


def _circles(work: Picture, least_px: float, most_px: float) -> NDArray[np.float32]:
    grey = cv2.createCLAHE(3.0, (6, 6)).apply(cv2.medianBlur(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), 5))
    apart = 1.25 * (least_px + most_px) / 2
    found = cv2.HoughCircles(grey, cv2.HOUGH_GRADIENT, 1.5, apart, None, 90, ROUND, round(least_px), round(most_px))
    if found is None or np.size(found) == 0:
        return np.zeros((0, 2), np.float32)
    return np.asarray(found, dtype=np.float32).reshape(-1, 3)[:, :2]


def unexplained_circles(work: Picture, centres: NDArray[np.float32], radius: float) -> int:
    """Round edges of the pieces' own size where no piece was found: the second, independent look."""
    seen = _circles(work, 0.85 * radius, 1.2 * radius)
    if len(centres) == 0:
        return len(seen)
    return int((np.hypot(*(seen[:, None] - centres[None]).transpose(2, 0, 1)).min(axis=1) > radius).sum())


def _hard_to_see(*colours: str) -> str:
    return f"{colours[0]} pieces are hard to see on this table" if colours else ""


def alike_to_table(look: Plane, mask: Mask, colours: list[str], white: float) -> tuple[str, ...]:
    """Expected colours that are nearly the table's own, or too dark for it in this light: such a piece could lie there
    unseen, so nothing is sure."""
    table = look[mask == 0]
    if len(table) == 0:
        return ()
    own = np.median(table, axis=0)
    near = nearest_within(own[None], white, colours, ALIKE)
    return tuple(name for name in colours if name == near or _would_be_missed(name, own, white))


def _would_be_missed(name: str, table: NDArray[np.float32], white: float) -> bool:
    """Whether a piece of this colour, in this light, would hardly be more than grain on this table."""
    lightness, *colour = TYPICAL[ALIASES.get(name, name)]
    piece = np.array([lightness, *colour], np.float64) * (white / WHITE_L)
    piece[1:] *= COLOUR_WEIGHT / 2.55
    return bool(np.linalg.norm(piece - table) < MISSED)


def white_of(look: Plane, mask: Mask, tone: float) -> float:
    """The lightness of white in this light: of the brightest there is, or as far above a printed grey as it must be."""
    table = look[mask == 0][:, 0]
    if tone >= BARE or len(table) == 0:
        return float(np.percentile(look[:, :, 0], 98))
    return float(np.median(table) * WHITE_L / (116 * tone**0.73 - 16))


def _look(work: Picture) -> Plane:
    lab = np.asarray(cv2.cvtColor(cv2.medianBlur(work, 5), cv2.COLOR_BGR2LAB), dtype=np.float32)
    lab[:, :, 1:] = (lab[:, :, 1:] - 128) * COLOUR_WEIGHT
    return lab


def foreground(look: Plane, colours: list[str]) -> Mask:
    """What is unlike the table; soft shadows on it are table."""
    table = _table(look)
    apart = look - table
    distance = np.linalg.norm(apart, axis=2)
    quiet = float(np.percentile(distance, 30))  # the median of the three fifths that are most like the table
    mask = distance > max(LEAST_CONTRAST, 4 * quiet + 4)
    if not {"grey", "silver"} & {ALIASES.get(name, name) for name in colours}:
        mask &= ~_shadow(look, table)
    solid = np.asarray(mask * 255, dtype=np.uint8)
    solid = np.asarray(cv2.morphologyEx(solid, cv2.MORPH_OPEN, _round(5)), dtype=np.uint8)
    return _without_holes(np.asarray(cv2.morphologyEx(solid, cv2.MORPH_CLOSE, _round(7)), dtype=np.uint8))


def without_soft_parts(look: Plane, mask: Mask) -> Mask:
    """Shadows and reflections end softly, pieces end sharply."""
    slope = np.zeros(mask.shape, np.float32)
    for channel in range(3):
        plane = np.ascontiguousarray(look[:, :, channel])
        slope += cv2.Sobel(plane, cv2.CV_32F, 1, 0, scale=0.125) ** 2
        slope += cv2.Sobel(plane, cv2.CV_32F, 0, 1, scale=0.125) ** 2
    slope = np.asarray(cv2.dilate(np.sqrt(slope), _round(5)), dtype=np.float32)
    table = np.median(look[mask == 0], axis=0) if (mask == 0).any() else np.zeros(3)
    kept = mask.copy()
    count, labels = cv2.connectedComponents(mask)
    for part in range(1, count):
        here = labels == part
        rim = here & (cv2.erode(here.astype(np.uint8), _round(3)) == 0)
        contrast = float(np.linalg.norm(np.median(look[here], axis=0) - table))
        if rim.any() and float(np.median(slope[rim])) < SHARP * contrast:
            kept[here] = 0
    return kept


def _table(look: Plane) -> Plane:
    """The commonest colour of the zone, with its slow change over the zone."""
    flat = look.reshape(-1, 3)
    bins = np.floor(flat / (24, 16, 16)).astype(np.int64)
    keys = bins[:, 0] * 10_000 + (bins[:, 1] + 50) * 100 + bins[:, 2] + 50
    values, counts = np.unique(keys, return_counts=True)
    colour = np.median(flat[keys == values[counts.argmax()]], axis=0)
    height, width = look.shape[:2]
    rows, cols = np.mgrid[0:height, 0:width]
    place = np.stack([np.ones(height * width), cols.ravel() / width, rows.ravel() / height], axis=1)
    surface = np.broadcast_to(colour, flat.shape)
    for reach in (40.0, 26.0):
        near = np.flatnonzero(np.linalg.norm(flat - surface, axis=1) < reach)[::17]
        if len(near) < 50:
            break
        fit, *_ = np.linalg.lstsq(place[near], flat[near], rcond=None)
        surface = place @ fit
    return np.asarray(surface.reshape(look.shape), dtype=np.float32)


def _shadow(look: Plane, table: Plane) -> NDArray[np.bool_]:
    darker = (look[:, :, 0] + 4) / (table[:, :, 0] + 4)
    expected = table[:, :, 1:] * np.clip(darker, 0, 1)[:, :, None]
    off = np.linalg.norm(look[:, :, 1:] - expected, axis=2)
    return np.asarray((darker > 0.5) & (darker < 1.0) & (off < 10), dtype=np.bool_)


def _round(size_px: int) -> Mask:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size_px, size_px)), dtype=np.uint8)


def _without_holes(mask: Mask) -> Mask:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(mask)
    for contour in contours:
        if _hole_is_small(contour):
            cv2.drawContours(filled, [contour], -1, 255, cv2.FILLED)
    return np.asarray(np.maximum(mask, filled), dtype=np.uint8)


def _hole_is_small(contour: NDArray[np.generic]) -> bool:
    """A round outline may be filled; a ring of pieces around bare table may not."""
    area = cv2.contourArea(np.asarray(contour, dtype=np.int32))
    (_, _), reach = cv2.minEnclosingCircle(np.asarray(contour, dtype=np.int32))
    return bool(area > 0.75 * np.pi * reach * reach)


def _usual_radius(mask: Mask) -> float | None:
    """All pieces of a zone have one size: the inner radius of the parts, each weighted by its area."""
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    least = 0.0006 * mask.size
    radii, weights = [], []
    for part in range(1, count):
        if stats[part, cv2.CC_STAT_AREA] < least:
            continue
        radii.append(float(depth[labels == part].max()))
        weights.append(float(stats[part, cv2.CC_STAT_AREA]))
    if not radii:
        return None
    order = np.argsort(radii)
    along = np.cumsum(np.asarray(weights)[order])
    return radii[int(order[int(np.searchsorted(along, along[-1] / 2))])]


def _heaps(mask: Mask, radius: float) -> list[_Heap]:
    depth = np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 5), dtype=np.float32)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    disc = np.pi * radius * radius
    heaps = []
    for part in range(1, count):
        area = float(stats[part, cv2.CC_STAT_AREA])
        if area < 0.25 * disc:
            continue
        inside = np.where(labels == part, depth, 0)
        if inside.max() < 0.45 * radius:
            continue  # a sliver: grain, an edge, a lettering
        centres = _peaks(np.asarray(inside, dtype=np.float32), radius)
        if len(centres):  # else no piece by shape; if it is one, its round edge is found by the second look
            heaps.append(_Heap(centres, area / disc))
    return heaps


def _peaks(depth: Plane, radius: float) -> NDArray[np.float32]:
    """Centres of discs: the deepest points, then the deepest further away than a piece is wide."""
    depth = depth.copy()
    centres: list[tuple[int, int]] = []
    while True:
        _, deepest, _, (x, y) = cv2.minMaxLoc(depth)
        if deepest < 0.72 * radius:
            return np.array(centres, dtype=np.float32).reshape(-1, 2)
        centres.append((x, y))
        cv2.circle(depth, (x, y), max(1, round(1.45 * radius)), 0.0, cv2.FILLED)


def _middle(look: Plane, x: float, y: float, radius: float) -> NDArray[np.float32]:
    reach = max(2, round(0.6 * radius))
    x0, y0 = max(0, round(x) - reach), max(0, round(y) - reach)
    return np.asarray(np.median(look[y0 : y0 + 2 * reach, x0 : x0 + 2 * reach].reshape(-1, 3), axis=0), np.float32)


def _doubts(heaps: list[_Heap], clear: NDArray[np.float32]) -> tuple[str, tuple[int, int] | None]:
    for heap in heaps:
        shape, area = len(heap.centres), heap.by_area
        if abs(shape - area) > 0.28 + 0.06 * shape:
            lower = int(min(shape, np.floor(area)))
            numbers = (max(lower, 0), max(lower + 1, shape, round(area)))
            return f"{numbers[0]} or {numbers[1]}?", numbers
    if len(clear) and float(clear.min()) < CLEAR_COLOUR:
        return "a colour is doubtful", None
    return "", None
