"""The rim of a piece: a thin round edge, whatever its colour. A reflection, a shadow or print has
none all around.

Contrast counts for nothing here as long as it is above the picture's own grain, so a white piece on
white paper is as good as a black one; and a patch of glare, however bright, is no piece.
"""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.tokens.grid import CELL_PX, FlatGrid, Plane, sample, unlike_empty

# directions around a place; the worst of them, where a neighbour touches, do not count
ANGLES, LEFT_OUT = (16, 2)
REACH, STEP = 0.24, 0.08  # of a cell: how far off centre is looked for
NEAR = (-0.06, -0.02, 0.02, 0.06)  # of a cell: an edge that near to the circle belongs to it
BESIDE = 0.17  # of a cell: an edge is over by then, a soft patch goes on
# percentile of slopes that is grain; how much of it is no edge
QUIET_PART, GRAIN_TIMES, LEAST = (25, 3.0, 0.3)


SOFTENED_PX = 1.0
FEW, ROUNDS = 3, 6
TYPICAL, BARE = 0.93, 0.65  # rims of pieces and of bare cells, where a picture has none of a kind
LEAST_BARE = 0.55  # a clean picture's print and edges; chosen on photographs, of 0.45 and 0.55
LEAST_GAP, CLEAR_GAP = 0.1, 0.3
CRISP = 0.75  # pieces with less of a rim are blurred, and rims tell nothing


@dataclass(frozen=True, slots=True)
class Rims:
    """Per cell, for the best place in it: which part of a circle's edge is there, 0 to 1; and that
    place, in cells.
    """

    part: Floats
    offsets: Floats


@dataclass(frozen=True, slots=True)
class RimLevels:
    """How much of a rim the bare cells of a picture show at most (but for a few), and its pieces on
    the whole.
    """

    bare: float
    piece: float

    @property
    def is_clear(self) -> bool:
        return self.piece - self.bare >= CLEAR_GAP

    def between(self, share: float) -> float:
        return self.bare + share * (self.piece - self.bare)


def kinds(part: Floats, full: NDArray[np.bool_]) -> RimLevels | None:
    """Told apart by the picture itself. `full`: cells believed to hold a piece. None: rims tell
    nothing here.
    """
    known = full.sum() >= FEW and (~full).sum() >= FEW
    cut = (
        float(np.median(part[full]) + np.median(part[~full])) / 2 if known else (TYPICAL + BARE) / 2
    )
    bare, piece = BARE, TYPICAL
    for _ in range(ROUNDS):
        lower, upper = part[part < cut], part[part >= cut]
        bare = max(_most(lower), LEAST_BARE) if len(lower) >= FEW else BARE
        piece = (
            float(np.percentile(upper, 75)) if len(upper) >= FEW else max(TYPICAL, bare + LEAST_GAP)
        )
        cut = (bare + piece) / 2
    return RimLevels(bare, piece) if piece - bare >= LEAST_GAP and piece >= CRISP else None


def _most(values: Floats) -> float:
    """What nearly all bare cells stay below, even if up to half of the values are rims of pieces
    not yet noticed.
    """
    low, some, middle = (float(value) for value in np.percentile(values, (5, 20, 50)))
    spread = float(np.median(np.abs(values - middle)))
    by_lowest = max(some + 3 * (some - low), float(np.percentile(values, 40)))
    return min(float(np.percentile(values, 95)), middle + 4.5 * spread, by_lowest)


def _places() -> NDArray[np.float32]:
    steps = np.arange(-REACH, REACH + 0.01, STEP)
    return np.array(
        [step for step in product(steps, steps) if np.hypot(*step) <= REACH + 0.01],
        dtype=np.float32,
    )


PLACES = _places()
_TURNS = np.linspace(0, 2 * np.pi, ANGLES, endpoint=False)
SPOKES = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1).astype(np.float32)


def rims(flat: FlatGrid, radius: float) -> Rims:
    """`radius`, in cells: the pieces of one picture have one size."""
    slopes, grain = _slopes(flat)
    base = (flat.centres[:, None] + PLACES * CELL_PX)[:, :, None]
    soft = np.minimum(*(_along(slopes, base, radius + off)[0] for off in (-BESIDE, BESIDE)))
    part = np.zeros(soft.shape, dtype=np.float32)
    for off in NEAR:
        across, along = _along(slopes, base, radius + off)
        part = np.maximum(part, across / (across + along + soft + grain**2))
    kept = np.sort(part, axis=-1)[..., LEFT_OUT:].mean(axis=-1)
    return Rims(np.asarray(kept.max(axis=1), dtype=np.float32), PLACES[kept.argmax(axis=1)])


def _slopes(flat: FlatGrid) -> tuple[Plane, float]:
    """How steeply lightness and colour change across and down (six planes), and how steep the
    picture's grain is.
    """
    soft = cv2.GaussianBlur(unlike_empty(flat), (0, 0), SOFTENED_PX)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    both = np.concatenate([across, down], axis=2).astype(np.float32)
    inner = both[CELL_PX:-CELL_PX, CELL_PX:-CELL_PX]
    steep = np.sqrt((inner**2).sum(axis=2))
    return both, GRAIN_TIMES * float(np.percentile(steep, QUIET_PART)) + LEAST


def _along(slopes: Plane, base: NDArray[np.float32], radius: float) -> tuple[Plane, Plane]:
    """Squared slopes across a circle and along it, at each of its directions."""
    seen = sample(slopes, base + SPOKES * (radius * CELL_PX))
    right, down = seen[..., :3], seen[..., 3:]
    across = right * SPOKES[:, :1] + down * SPOKES[:, 1:]
    along = down * SPOKES[:, :1] - right * SPOKES[:, 1:]
    return np.asarray((across**2).sum(axis=-1), np.float32), np.asarray(
        (along**2).sum(axis=-1), np.float32
    )
