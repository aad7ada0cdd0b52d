"""A piece as a whole: how much of a cell's look is a disc, summed over all its pixels.

Edges drown in the grain of a dim picture; a sum over a thousand pixels does not. So a white piece
on white paper, which shows hardly any rim, still differs from every bare cell of its picture. Light
that changes smoothly over a cell is taken out first. What this finds beside the rest is only ever
asked about: edges of shadows look like discs to it too.
"""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.tokens.grid import CELL_PX, FlatGrid, Plane, sample, unlike_empty
from vision.tokens.rims import PLACES

SOFT_EDGE = 0.06  # of a cell
AROUND = (-0.03, 0.0, 0.02)  # of a cell: radii tried beside the pieces' own
LEAST = 2.5  # weighted Lab units
TIMES = 8.0  # as far from the bare cells as these are from each other
LEAST_SPREAD = 0.25
FEW = 3


def strengths(flat: FlatGrid, radius: float) -> Floats:
    """Per cell: how strong a disc of the pieces' size lies in it at the best place, in weighted Lab
    units.
    """
    steps = np.arange(CELL_PX) - CELL_PX // 2
    around = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    looks = sample(
        unlike_empty(flat), (flat.centres[:, None] + around).astype(np.float32)
    ).transpose(0, 2, 1)
    places = ((around + 0.5) / CELL_PX).astype(np.float32)
    smooth = _smooth(places)
    rest = looks - (looks @ smooth) @ smooth.T
    found = np.zeros(len(looks), np.float32)
    for near in AROUND:
        along = rest @ _discs(places, radius + near, smooth)
        found = np.maximum(found, np.sqrt((along**2).sum(axis=1).max(axis=1) / len(around)))
    return found


def _smooth(places: Plane) -> Plane:
    """Everything a slow change of light can be: level, slope and curvature, as orthogonal
    columns.
    """
    x, y = places.T
    columns = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    return np.asarray(np.linalg.qr(columns)[0], dtype=np.float32)


def _discs(places: Plane, radius: float, smooth: Plane) -> Plane:
    """A disc at each place it may lie in, without its smooth part, each of length one."""
    apart = np.hypot(*(places[:, None] - PLACES[None]).transpose(2, 0, 1))
    discs = np.clip((radius - apart) / SOFT_EDGE + 0.5, 0, 1)
    discs = discs - smooth @ (smooth.T @ discs)
    return np.asarray(discs / np.linalg.norm(discs, axis=0), dtype=np.float32)


def outstanding(strength: Floats, full: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Cells whose disc is far stronger than those of the picture's bare cells, of which grain makes
    weak ones.
    """
    bare = np.sort(strength[~full])[: max(FEW, int((~full).sum()) // 2)]
    if len(bare) < FEW:
        return np.zeros(len(full), dtype=np.bool_)
    usual = float(np.median(bare))
    spread = max(LEAST_SPREAD, 1.48 * float(np.median(np.abs(bare - usual))))
    return np.asarray((strength > LEAST) & (strength > usual + TIMES * spread), dtype=np.bool_)
