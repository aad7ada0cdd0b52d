"""The table under loose pieces: its own colour, what is unlike it, and what white is in its
light.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.tokens.colours import ALIASES, TYPICAL, nearest_within
from vision.tokens.grid import COLOUR_WEIGHT, Plane

LOOK_SIDE_PX = 360
LEAST_CONTRAST = 16.0  # weighted Lab units
SHARP = 0.1  # of the contrast, per pixel
BARE, WHITE_L = 1.0, 95.0  # paper without a print, and how light it is
MISSED = 1.25 * LEAST_CONTRAST
ALIKE = 0.48  # in the colours' own measure: white to grey is about 0.6
Mask = NDArray[np.uint8]


def zone_look(zone: Pixels) -> Plane:
    """The zone as the counting sees it: small, in lightness and weighted colour."""
    scale = min(1.0, LOOK_SIDE_PX / max(zone.shape[:2]))
    small = cv2.resize(zone, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(cv2.medianBlur(small, 3), cv2.COLOR_BGR2LAB), dtype=np.float32)
    lab[:, :, 1:] = (lab[:, :, 1:] - 128) * COLOUR_WEIGHT
    return lab


def alike_to_table(look: Plane, mask: Mask, colours: list[str], white: float) -> tuple[str, ...]:
    """Expected colours that are nearly the table's own, or too dark for it in this light: such a
    piece could lie there unseen, so nothing is sure."""
    own = own_look(look, mask)
    near = nearest_within(own[None], white, colours, ALIKE)
    return tuple(name for name in colours if name == near or _would_be_missed(name, own, white))


def could_hide(table: NDArray[np.float32], white: float, colours: list[str]) -> bool:
    """Whether a piece of an expected colour might look about like the table: then a ring may be its
    rim.
    """
    return nearest_within(table[None], white, colours, 2 * ALIKE) is not None


def _would_be_missed(name: str, table: NDArray[np.float32], white: float) -> bool:
    """Whether a piece of this colour, in this light, would hardly be more than grain on
    this table.
    """
    lightness, *colour = TYPICAL[ALIASES.get(name, name)]
    piece = np.array([lightness, *colour], np.float64) * (white / WHITE_L)
    piece[1:] *= COLOUR_WEIGHT / 2.55
    return bool(np.linalg.norm(piece - table) < MISSED)


def white_of(look: Plane, mask: Mask, tone: float) -> float:
    """The lightness of white in this light: of the brightest there is, or as far above a printed
    grey as it must be.
    """
    table = look[mask == 0][:, 0]
    if tone >= BARE or len(table) == 0:
        return float(np.percentile(look[:, :, 0], 98))
    return float(np.median(table) * WHITE_L / (116 * tone**0.73 - 16))


def own_look(look: Plane, mask: Mask) -> NDArray[np.float32]:
    """The table's own look."""
    table = look[mask == 0]
    return np.asarray(np.median(table, axis=0) if len(table) else np.zeros(3), dtype=np.float32)


def foreground(look: Plane, colours: list[str]) -> Mask:
    """What is unlike the table; soft shadows on it are table."""
    table = _table(look)
    apart = look - table
    distance = np.linalg.norm(apart, axis=2)
    # the median of the three fifths that are most like the table
    quiet = float(np.percentile(distance, 30))
    mask = distance > max(LEAST_CONTRAST, 4 * quiet + 4)
    if not {"grey", "silver"} & {ALIASES.get(name, name) for name in colours}:
        mask &= ~_shadow(look, table)
    solid = np.asarray(mask * 255, dtype=np.uint8)
    solid = np.asarray(cv2.morphologyEx(solid, cv2.MORPH_OPEN, _round(5)), dtype=np.uint8)
    return _without_holes(
        np.asarray(cv2.morphologyEx(solid, cv2.MORPH_CLOSE, _round(7)), dtype=np.uint8)
    )


def without_soft_parts(look: Plane, mask: Mask) -> Mask:
    """Shadows and reflections end softly, pieces end sharply."""
    slope = np.zeros(mask.shape, np.float32)
    for channel in range(3):
        plane = np.ascontiguousarray(look[:, :, channel])
        slope += cv2.Sobel(plane, cv2.CV_32F, 1, 0, scale=0.125) ** 2
        slope += cv2.Sobel(plane, cv2.CV_32F, 0, 1, scale=0.125) ** 2
    slope = np.asarray(cv2.dilate(np.sqrt(slope), _round(5)), dtype=np.float32)
    table = own_look(look, mask)
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
    return np.asarray(
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size_px, size_px)), dtype=np.uint8
    )


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
