"""Round things on a grid: for each cell, how strongly a disc stands out there, and where its centre
is.
"""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tokens.grid import CELL_PX, FlatGrid, Plane, sample, unlike_empty

ANGLES = 20
RADII = (0.3, 0.36, 0.42, 0.48)  # of a cell
SMALL_RADII = (0.13, 0.17, 0.21, 0.26)
STEP = 0.09
NARROW, WIDE = 0.05, 0.14
FURTHEST = 0.4  # of a cell: how far off centre a piece may lie


@dataclass(frozen=True, slots=True)
class Discs:
    """Per cell: evidence of a disc (the step at its rim, in weighted Lab units), its offset in
    cells, its colour, how unlike an empty cell its middle is, and how much of the step is made
    within a few hundredths of a cell."""

    evidence: NDArray[np.float32]
    offsets: NDArray[np.float32]
    looks: NDArray[np.float32]
    unlike: NDArray[np.float32]
    radius: float
    sharpness: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PlacedDiscs:
    """Per cell: evidence and offset, as above; and the radius all pieces have."""

    evidence: NDArray[np.float32]
    offsets: NDArray[np.float32]
    radius: float


def discs(flat: FlatGrid) -> Discs:
    apart = _apart(flat)
    found = _best(flat, apart, RADII, COARSE)
    radius, offsets = found.radius, found.offsets
    looks, unlike = _middles(flat, apart, offsets, radius)
    sharpness = _sharp(flat, apart, offsets, radius)
    return Discs(found.evidence, offsets, looks, unlike, radius, sharpness)


def small_discs(flat: FlatGrid) -> PlacedDiscs:
    """The same of pieces much smaller than their cells, wherever in them they lie."""
    return _best(flat, _apart(flat), SMALL_RADII, SPREAD)


def _apart(flat: FlatGrid) -> Plane:
    return np.asarray(cv2.GaussianBlur(unlike_empty(flat), (0, 0), 1.0), dtype=np.float32)


def _best(
    flat: FlatGrid, apart: Plane, radii: tuple[float, ...], coarse: NDArray[np.float32]
) -> PlacedDiscs:
    """All pieces have one radius; each is looked for at the `coarse` places, then finely."""
    cells = np.arange(len(flat.centres))
    places = np.broadcast_to(coarse, (len(cells), *coarse.shape))
    steps = [min(STEP, 0.5 * radius) for radius in radii]
    sizes = list(zip(radii, steps, strict=True))
    strengths = np.stack([_rim_step(flat, apart, places, *size) for size in sizes], axis=1)
    # one clear piece outweighs a whole board of grain
    by_radius = (strengths.max(axis=2) ** 3).sum(axis=0)
    chosen = int(by_radius.argmax())
    radius, step = sizes[chosen]
    best = strengths[:, chosen].argmax(axis=1)
    fine = coarse[best][:, None] + FINE[None]
    near = [_rim_step(flat, apart, fine, size, step) for size in (radius, radius - step / 3)]
    strength = np.maximum(*near)
    offsets = fine[cells, strength.argmax(axis=1)]
    evidence = np.maximum(strength.max(axis=1), strengths[cells, :, best].max(axis=1))
    return PlacedDiscs(evidence, offsets, radius)


def middles(flat: FlatGrid, found: Discs) -> NDArray[np.float32]:
    """The colour in the middle of each cell's disc, at the place where it is believed to
    lie now.
    """
    return _looks(flat, found.offsets, found.radius)


def _around(reach: float, step: float) -> NDArray[np.float32]:
    steps = np.arange(-reach, reach + 0.01, step)
    return np.array(
        [step for step in product(steps, steps) if np.hypot(*step) <= reach + 0.01],
        dtype=np.float32,
    )


COARSE = _around(FURTHEST, FURTHEST / 3)
SPREAD = _around(FURTHEST, FURTHEST / 5)
FINE = _around(FURTHEST / 6, FURTHEST / 6)


def _sharp(
    flat: FlatGrid, apart: Plane, offsets: NDArray[np.float32], radius: float
) -> NDArray[np.float32]:
    """A piece ends sharply, a reflection softly: the step seen closely, against the step seen from
    further off.
    """
    near, far = (
        np.max(
            [
                _rim_step(flat, apart, offsets[:, None], radius + off, step)
                for off in (-0.04, 0.0, 0.04)
            ],
            axis=0,
        )
        for step in (NARROW, WIDE)
    )
    return np.asarray((near / (far + 1e-3))[:, 0], dtype=np.float32)


def _rim_step(
    flat: FlatGrid, apart: Plane, places: NDArray[np.float32], radius: float, reach: float = STEP
) -> NDArray[np.float32]:
    """The step from just inside to just outside a circle, that three quarters of its directions
    reach.

    Neighbours that touch hide a few directions, a printed line gives a step in few; a disc gives it
    all around.
    """
    angles = np.linspace(0, 2 * np.pi, ANGLES, endpoint=False)
    spokes = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    base = (flat.centres[:, None] + places * CELL_PX)[:, :, None]
    inside = sample(apart, base + spokes * ((radius - reach) * CELL_PX))
    rim = base + spokes * ((radius + reach) * CELL_PX)
    outside = sample(apart, rim)
    mean = inside.mean(axis=2)
    along = mean / (np.linalg.norm(mean, axis=-1, keepdims=True) + 1e-6)
    step = np.einsum("coad,cod->coa", inside - outside, along)
    level = np.einsum("coad,cod->coa", inside, along)
    # outside the grid nothing is known of the empty look
    step = np.where(_beyond(flat, rim), level, step)
    return np.asarray(
        np.minimum(_weakest(step, 0.25), _weakest(level, 0.16)).clip(0), dtype=np.float32
    )


def _beyond(flat: FlatGrid, points: NDArray[np.float32]) -> NDArray[np.bool_]:
    reach = 0.75 if flat.grid.on_crossings else 0.55
    low, high = (
        flat.centres.min(axis=0) - reach * CELL_PX,
        flat.centres.max(axis=0) + reach * CELL_PX,
    )
    return np.asarray(((points < low) | (points > high)).any(axis=-1), dtype=np.bool_)


def _weakest(values: NDArray[np.float32], part: float) -> NDArray[np.float32]:
    place = int(part * values.shape[-1])
    return np.asarray(np.partition(values, place, axis=-1)[..., place], dtype=np.float32)


def _ring(radius: float) -> NDArray[np.float32]:
    """Places within a disc, off the printed lines that cross its middle."""
    angles = np.radians([45, 135, 225, 315, 20, 70, 110, 160, 200, 250, 290, 340])
    reach = np.array([0.5] * 4 + [0.75] * 8) * radius
    return np.stack([np.cos(angles) * reach, np.sin(angles) * reach], axis=1).astype(np.float32)


def _looks(flat: FlatGrid, offsets: NDArray[np.float32], radius: float) -> NDArray[np.float32]:
    disc = flat.centres + offsets * CELL_PX
    looks = np.median(sample(flat.look, disc[:, None] + _ring(radius) * CELL_PX), axis=1)
    return np.asarray(looks, dtype=np.float32)


def _middles(
    flat: FlatGrid, apart: Plane, offsets: NDArray[np.float32], radius: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Colour in the middle of the best disc, and how unlike empty the cell's own middle is."""
    own = np.median(sample(apart, flat.centres[:, None] + _ring(radius)[:4] * CELL_PX), axis=1)
    return _looks(flat, offsets, radius), np.asarray(np.linalg.norm(own, axis=1), dtype=np.float32)
