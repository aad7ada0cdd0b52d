"""Colours of a few loose pieces, when nothing says how bright or how warm the light is.

All pieces lie under one lamp: the lamp is tried out, and a name is sure when no lamp that suits the other pieces makes
another name of it.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tokens.colours import ALIASES, TYPICAL, Named, felt

WARMTHS = np.linspace(-0.3, 1.1, 8)  # 0: daylight as the camera evens it out; 1: an old lamp
LEVELS = np.array([1.0, 1.15, 1.3, 1.55, 1.85])  # white may be brighter than the brightest there is
COLDER = np.array([0.4, 0.13, -0.06])  # what a warm lamp takes from blue, green and red
USUAL_WARMTH, SPREAD_OF_WARMTH, SPREAD_OF_LEVEL = 0.2, 0.5, 0.35
SPREAD = 0.22  # of a colour, in the colours' own measure: dyes differ
FAR = 9.0  # a colour nobody named is far from all of them: it must not choose the lamp
SURE = 4.0  # how much worse any other name would be
Values = NDArray[np.float64]


def named_under_one_lamp(looks: NDArray[np.float32], white: float, names: list[str]) -> Named:
    """`looks`: blue, green and red of each piece; `white`: the lightness, 0 to 255, of what is brightest."""
    if len(looks) == 0:
        return Named((), np.zeros(0, np.float32))
    typical = felt(np.array([TYPICAL[ALIASES.get(name, name)] for name in names]), False)
    lamps, cost_of_lamp = _lamps(white)
    even = np.clip(looks[None] / (lamps[:, None] + 1e-6), 0, 1).astype(np.float32)
    lab = cv2.cvtColor(even.reshape(1, -1, 3), cv2.COLOR_BGR2LAB)[0].astype(np.float64)
    apart = np.linalg.norm(felt(lab, False)[:, None] - typical[None], axis=2)
    costs = np.minimum((apart / SPREAD) ** 2, FAR).reshape(len(lamps), len(looks), len(names))
    each = costs.min(axis=2)
    whole = each.sum(axis=1) + cost_of_lamp
    best = int(whole.argmin())
    chosen = costs[best].argmin(axis=1)
    otherwise = (whole[:, None, None] - each[:, :, None] + costs).min(axis=0) - whole[best]  # piece by name
    otherwise[np.arange(len(looks)), chosen] = np.inf
    return Named(tuple(names[i] for i in chosen), np.asarray(otherwise.min(axis=1) / SURE, dtype=np.float32))


def _lamps(white: float) -> tuple[Values, Values]:
    """Blue, green and red of white under each lamp, and how unusual that lamp is."""
    warmth, level = (grid.ravel() for grid in np.meshgrid(WARMTHS, LEVELS))
    colours = 1 - warmth[:, None] * COLDER
    lamps = colours / (colours @ np.array([0.114, 0.587, 0.299]))[:, None] * level[:, None] * white
    unusual = ((warmth - USUAL_WARMTH) / SPREAD_OF_WARMTH) ** 2 + (np.log(level) / SPREAD_OF_LEVEL) ** 2
    return lamps, unusual
