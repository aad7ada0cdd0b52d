"""Pieces of the sheet's own colour show only by the shadow at their rim: an arc of it is looked for in each cell."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tokens.grid import CELL_PX, FlatGrid, Plane, Points, sample, unlike_empty

ANGLES, HALF = 20, 10  # directions around a place, and how many of them an arc must cover
MISSING = 2  # directions of an arc that may be hidden, by glare or by a neighbour
RADII = (0.30, 0.34, 0.38, 0.42, 0.46)  # of a cell
OUTSIDE, INSIDE = 0.05, 0.12
REACH, STEP = 0.36, 0.09
SAME_SIZE = 0.07
GRAIN_PX, GRAIN_PART = 1.0, 0.012
SHADOW_PX = 11  # no shadow of a rim is wider; printed squares and real shadows of other things are


def arcs(flat: FlatGrid, sure: Points, radius: float | None) -> NDArray[np.float32]:
    """Per cell: how much darker, in percent, half a circle is than what lies around it.

    `sure`: middles of the pieces already known, in cells; no other piece overlaps them, and its rim has their radius.
    """
    dark = _narrow_darkness(flat)
    best = np.zeros(len(flat.centres), dtype=np.float32)
    places = flat.centres[:, None] / CELL_PX + _places()
    apart = np.linalg.norm(places[:, :, None] - sure, axis=-1).min(axis=-1, initial=9.0)
    base = (places * CELL_PX)[:, :, None]
    for reach in RADII:
        if radius is not None and abs(reach - radius) > SAME_SIZE:
            continue
        around = sample(dark, base + _spokes() * ((reach + OUTSIDE) * CELL_PX))
        within = np.median(sample(dark, base + _spokes() * ((reach - INSIDE) * CELL_PX)), axis=-1)
        turns = np.concatenate([around, around[..., : HALF - 1]], axis=-1)
        halves = np.lib.stride_tricks.sliding_window_view(turns, HALF, axis=-1)
        strength = np.partition(halves, MISSING, axis=-1)[..., MISSING].max(axis=-1) - within
        best = np.maximum(best, np.where(apart > 1.6 * reach, strength, 0).max(axis=1))
    return np.asarray(best, dtype=np.float32)


def _places() -> NDArray[np.float32]:
    steps = np.arange(-REACH, REACH + 0.01, STEP)
    return np.array([(x, y) for x in steps for y in steps if np.hypot(x, y) <= REACH + 0.01], dtype=np.float32)


def _spokes() -> NDArray[np.float32]:
    angles = np.linspace(0, 2 * np.pi, ANGLES, endpoint=False)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def _narrow_darkness(flat: FlatGrid) -> Plane:
    """Percent by which each spot is darker than its near surroundings; steps and wide dark parts show nothing."""
    level = np.ascontiguousarray(unlike_empty(flat)[:, :, 0])  # a chequered board's dark squares are no shadows
    soft = np.asarray(cv2.GaussianBlur(level, (0, 0), GRAIN_PX), dtype=np.float32)
    if float(np.median(np.abs(level - soft))) > GRAIN_PART * float(np.median(flat.look[:, :, 0])):
        level = soft  # in dim light grain is as dark as a shadow, and narrow too
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (SHADOW_PX, SHADOW_PX))
    deep = cv2.dilate(cv2.morphologyEx(level, cv2.MORPH_CLOSE, disc) - level, np.ones((2, 2), np.uint8))
    return np.asarray(100 * deep / (flat.look[:, :, 0] + deep + 20), dtype=np.float32)
