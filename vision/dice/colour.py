"""The name of a die's colour: what people call it, by the look of its faces without the pips."""

from functools import cache
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels

# CIE L*a*b* of typical dice as cameras see them, a few per name.
PROTOTYPES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "white": ((92, 0, 2), (82, 0, 4), (88, 0, 12), (72, 0, 3)),
    "black": ((8, 0, 0), (18, 0, 0), (26, 1, 0)),
    "grey": ((45, 0, 0), (55, 0, 0)),
    "silver": ((64, 0, 0), (58, -1, -2)),
    "red": ((42, 60, 38), (34, 48, 26), (50, 66, 48), (26, 40, 20)),
    "orange": ((62, 45, 58), (68, 35, 62), (56, 46, 50)),
    "yellow": ((82, -2, 68), (74, 4, 62), (88, -8, 55)),
    "gold": ((60, 6, 38), (52, 8, 34), (68, 4, 42), (45, 8, 28)),
    "brown": ((32, 14, 20), (40, 16, 24), (26, 10, 12)),
    "green": (
        (42, -36, 22),
        (34, -28, 14),
        (52, -46, 36),
        (28, -18, 8),
        (70, -44, 52),
        (55, -34, 4),
    ),
    "blue": ((36, 8, -44), (28, 14, -40), (50, -4, -38), (60, -14, -30), (22, 8, -24)),
    "purple": ((32, 34, -34), (26, 24, -22), (44, 34, -36), (58, 24, -28), (24, 28, -12)),
    "pink": ((62, 46, 4), (72, 32, 2), (54, 62, -8), (80, 20, 4)),
}
NAMES = tuple(sorted(PROTOTYPES))
_OWNERS = [name for name, colours in PROTOTYPES.items() for _ in colours]
_TYPICAL = np.array(list(chain.from_iterable(PROTOTYPES.values())), np.float32)
FARTHEST, CLEARLY = 45.0, 4.0


def face_colour(crop: Pixels) -> NDArray[np.float32]:
    """L*a*b* of the die in the middle of a crop: the larger of two clusters, because pips cover
    less than the body.
    """
    side = crop.shape[0]
    quarter = side // 4
    middle = crop[quarter:-quarter:2, quarter:-quarter:2].astype(np.float32) / 255
    lab = cv2.cvtColor(middle, cv2.COLOR_BGR2LAB)[_round_part(middle.shape[0])]
    lightness = np.sort(lab[:, 0])
    dark, light = lightness[len(lightness) // 10], lightness[-len(lightness) // 10]
    for _ in range(4):
        halfway = (dark + light) / 2
        lower = lab[:, 0] < halfway
        if not lower.any() or lower.all():
            break
        dark, light = float(lab[lower, 0].mean()), float(lab[~lower, 0].mean())
    body = lab[lower] if lower.sum() * 2 > len(lab) else lab[~lower]
    return np.asarray(np.median(body if len(body) else lab, axis=0), np.float32)


@cache
def _round_part(side: int) -> NDArray[np.bool_]:
    away = np.arange(side) - side / 2 + 0.5
    return np.asarray(np.hypot(away, away[:, None]) < side / 2, np.bool_)


def distances(lab: NDArray[np.float32], names: tuple[str, ...] = NAMES) -> dict[str, float]:
    """How far a colour is from each name; lightness counts half, lamps change it most."""
    away = np.sqrt((((_TYPICAL - lab) * np.array([0.5, 1.0, 1.0], np.float32)) ** 2).sum(axis=1))
    nearest: dict[str, float] = {}
    for name, far in zip(_OWNERS, away.tolist(), strict=True):
        nearest[name] = min(far, nearest.get(name, far))
    return {name: nearest[name] for name in names}


def named(lab: NDArray[np.float32]) -> str:
    away = distances(lab)
    return min(away, key=lambda name: away[name])


def assigned(labs: list[NDArray[np.float32]], names: tuple[str, ...]) -> tuple[list[str], bool]:
    """Which die is which of the colours expected, nearest pairs first; and whether that is beyond
    doubt.
    """
    known = tuple(sorted(set(names) & set(NAMES)))
    away = [distances(lab, known) for lab in labs]
    left, chosen = list(names), [""] * len(labs)
    pairs = sorted((cost, i, name) for i, costs in enumerate(away) for name, cost in costs.items())
    for _, i, name in pairs:
        if not chosen[i] and name in left:
            chosen[i] = name
            left.remove(name)
    return chosen, len(labs) == len(names) and all(map(_beyond_doubt, away, chosen))


def _beyond_doubt(costs: dict[str, float], name: str) -> bool:
    """Near enough to its name, and clearly nearer than to any other that was expected."""
    if name not in costs or costs[name] >= FARTHEST:
        return False
    return all(costs[name] + CLEARLY < cost for other, cost in costs.items() if other != name)
