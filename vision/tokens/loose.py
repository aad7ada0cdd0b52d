"""Loose round pieces in a zone, counted by colour: found by their rims; nothing else may be unlike the table."""

from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tokens.colours import ALIASES, TYPICAL, nearest_within
from vision.tokens.grid import COLOUR_WEIGHT, Picture, Plane
from vision.tokens.lamps import named_under_one_lamp
from vision.tokens.rounds import LYING, SMALLEST, SURE, likely, rounds

WORK_SIDE_PX, LEAST_SIDE_PX = 720, 360  # small zones are grown: a rim of a pixel would be much of a small piece
LEAST_CONTRAST = 16.0  # weighted Lab units
A_LITTLE = 5.0
SHARP = 0.1  # of the contrast, per pixel
_ACROSS = np.linspace(-0.8, 0.8, 15)
BODY = np.array([(x, y) for x in _ACROSS for y in _ACROSS if np.hypot(x, y) < 0.8])  # places on a piece, in radii
SAME_BODY = 36.0  # grey levels: more is another colour
GROWN, THICK = 1.2, 0.33  # of a radius: a piece's own shadow; and what is as thick as a third of a piece
NOTHING = np.zeros((0, 3), np.float32)
PLAIN_CONTRAST = 2 * LEAST_CONTRAST
PERHAPS_ANOTHER, DOUBTFUL_COLOUR = "perhaps another piece", "a colour is doubtful"
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
    found = rounds(look)
    bgr = np.stack([_commonest(work, circle) for circle in found.circles]) if len(found.part) else NOTHING
    looks = _in_look(bgr)
    white = max(white_of(look, mask, tone), float(looks[:, 0].max(initial=0)))  # nothing is lighter than white
    alike = alike_to_table(look, mask, colours, white)
    apart = _unlike_table(look, mask, looks)
    lighter = looks[:, 0] > _own_look(look, mask)[0]
    full = likely(found, lighter) & (apart | _could_hide(look, mask, colours, white))
    circles = found.circles[full]
    names = named_under_one_lamp(bgr[full], white, [*colours, *others])
    pieces = tuple(
        Piece(float(x / scale), float(y / scale), float(radius / scale), name)
        for (x, y, radius), name in zip(circles, names.names, strict=True)
    )
    why, doubt = _stacked(circles, _besides(mask, circles))
    if not why and not (full & apart & (found.part >= SURE)).all():
        why = PERHAPS_ANOTHER
    if not why and len(pieces) and float(names.clear.min()) < 1:
        why = DOUBTFUL_COLOUR
    plain = _plainly_seen(look, mask, looks[full], names.names)
    why = why or _hard_to_see(*(name for name in alike if name not in plain))
    return Loose(dict(Counter(names.names)), pieces, not why, why, doubt)


def _in_look(bgr: NDArray[np.float32]) -> NDArray[np.float32]:
    """Colours of pieces as the counting sees them."""
    if len(bgr) == 0:
        return NOTHING
    lab = np.asarray(cv2.cvtColor(bgr[None].astype(np.uint8), cv2.COLOR_BGR2LAB)[0], dtype=np.float32)
    return np.asarray((lab - (0, 128, 128)) * (1, COLOUR_WEIGHT, COLOUR_WEIGHT), dtype=np.float32)


def _unlike_table(look: Plane, mask: Mask, looks: NDArray[np.float32]) -> NDArray[np.bool_]:
    """A printed ring has a rim too, but the table within it."""
    return np.asarray(np.linalg.norm(looks - _own_look(look, mask), axis=1) > A_LITTLE, dtype=np.bool_)


def _could_hide(look: Plane, mask: Mask, colours: list[str], white: float) -> bool:
    """Whether a piece of an expected colour might look about like the table: then a ring may be its rim."""
    return nearest_within(_own_look(look, mask)[None], white, colours, 2 * ALIKE) is not None


def _own_look(look: Plane, mask: Mask) -> NDArray[np.float32]:
    """The table's own look."""
    table = look[mask == 0]
    return np.asarray(np.median(table, axis=0) if len(table) else np.zeros(3), dtype=np.float32)


def _commonest(work: Picture, circle: NDArray[np.float32]) -> NDArray[np.float32]:
    """The colour that most of a piece has: spots along its rim and a label in its middle are not its own."""
    places = circle[:2] + BODY * circle[2]
    cols, rows = np.rint(places).astype(np.intp).T
    seen = work[rows.clip(0, work.shape[0] - 1), cols.clip(0, work.shape[1] - 1)].astype(np.float32)
    near = np.linalg.norm(seen[:, None] - seen[None], axis=2) < SAME_BODY
    return np.asarray(np.median(seen[near[int(near.sum(axis=1).argmax())]], axis=0), dtype=np.float32)


def _stacked(circles: NDArray[np.float32], besides: bool) -> tuple[str, tuple[int, int] | None]:
    """Circles that overlap: one piece on another, or one seen twice; and what shows beside a piece that covers it."""
    apart = np.hypot(*(circles[:, None, :2] - circles[None, :, :2]).transpose(2, 0, 1))
    radius = float(np.median(circles[:, 2])) if len(circles) else 0.0
    over = int((np.triu(apart < LYING * radius, 1)).sum())
    if not over and not besides:
        return "", None
    numbers = max(0, len(circles) - over), len(circles) + besides
    return f"{numbers[0]} or {numbers[1]}?", numbers


def _besides(mask: Mask, circles: NDArray[np.float32]) -> bool:
    """Whether something about as thick as a piece is unlike the table where no piece was found."""
    rest = mask.copy()
    for x, y, radius in circles:
        cv2.circle(rest, (round(float(x)), round(float(y))), round(GROWN * float(radius)), 0, cv2.FILLED)
    least = float(np.median(circles[:, 2])) if len(circles) else SMALLEST * max(mask.shape)
    return bool(cv2.distanceTransform(rest, cv2.DIST_L2, 5).max() > THICK * least)


def _plainly_seen(look: Plane, mask: Mask, looks: NDArray[np.float32], names: tuple[str, ...]) -> set[str]:
    """Colours of which a piece was found that stands out well: they are not hard to see here, whatever the table."""
    apart = np.linalg.norm(looks - _own_look(look, mask), axis=1)
    return {name for name, far in zip(names, apart, strict=True) if far > PLAIN_CONTRAST}


def _hard_to_see(*colours: str) -> str:
    return f"{colours[0]} pieces are hard to see on this table" if colours else ""


def alike_to_table(look: Plane, mask: Mask, colours: list[str], white: float) -> tuple[str, ...]:
    """Expected colours that are nearly the table's own, or too dark for it in this light: such a piece could lie there
    unseen, so nothing is sure."""
    own = _own_look(look, mask)
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
    table = _own_look(look, mask)
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
