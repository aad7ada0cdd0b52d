"""Colours of a few loose pieces, when nothing says how bright or how warm the light is.

All pieces lie under one lamp, and all pieces of one name have one dye: pieces alike are named
together, pieces unlike each other differently. Lamps are tried out; a name is sure when no lamp and
no other way to give the names explains the pieces nearly as well.
"""

from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tokens.colours import ALIASES, TYPICAL, NamedColours, felt

WARMTHS = np.linspace(-0.3, 1.1, 8)  # 0: daylight as the camera evens it out; 1: an old lamp
LEVELS = np.array([1.0, 1.15, 1.3, 1.55, 1.85])  # white may be brighter than the brightest there is
COLDER = np.array([0.4, 0.13, -0.06])  # what a warm lamp takes from blue, green and red
USUAL_WARMTH, SPREAD_OF_WARMTH, SPREAD_OF_LEVEL = 0.2, 0.5, 0.35
SPREAD = 0.22  # of a colour, in the colours' own measure: dyes differ
FAR = 9.0  # a colour nobody named is far from all of them: it must not choose the lamp
SURE = 5.0  # how much worse any other way to name them would be
ONE_DYE = 0.26  # in the same measure: pieces of one dye in one light differ less
# so many names and kinds can be given in every order; of more, each kind gets its nearest
MOST_IN_TURN = 6
ROUNDS = 3
# how much lightness counts when pieces are compared with each other: some lie in the shade
SHADES = 0.5
Values = NDArray[np.float64]


def named_under_one_lamp(
    looks: NDArray[np.float32], white: float, names: list[str]
) -> NamedColours:
    """`looks`: blue, green and red of each piece; `white`: the lightness, 0 to 255, of what is
    brightest. How clear a name is may be below 0: then it is not, whatever else speaks for it.
    """
    if len(looks) == 0:
        return NamedColours((), np.zeros(0, np.float32))
    typical = felt(np.array([TYPICAL[ALIASES.get(name, name)] for name in names]), False)
    lamps, unusual = _lamps(white)
    seen = _felt_under(looks, lamps)
    lamp = int(unusual.argmin())
    for _ in range(
        ROUNDS
    ):  # kinds under one lamp suggest another lamp, under which kinds are told anew
        kind = _kinds(seen[lamp])
        middles = np.stack(
            [np.median(seen[:, kind == one], axis=1) for one in range(kind.max() + 1)], axis=1
        )
        given, otherwise, lamp = _given(
            _costs(middles, typical) * _weights(kind)[None, :, None], unusual
        )
    clear = np.minimum(otherwise[kind] / SURE, _strays(seen[lamp], kind))
    clear[_crowded(middles[lamp], given, len(names))[kind]] = -1.0
    return NamedColours(
        tuple(names[given[one]] for one in kind), np.asarray(clear, dtype=np.float32)
    )


def _crowded(middles: Values, given: NDArray[np.intp], names: int) -> NDArray[np.bool_]:
    """Kinds of different hue under one name, while another name is left over: white and yellow
    pieces, all of them yellow by a warm lamp. Nothing may make these sure.
    """
    if len(set(given.tolist())) == names:
        return np.zeros(len(given), dtype=np.bool_)
    apart = np.linalg.norm(middles[:, None, 1:] - middles[None, :, 1:], axis=2)
    return np.asarray(((apart > ONE_DYE) & (given[:, None] == given[None])).any(axis=1))


def _costs(seen: Values, typical: Values) -> Values:
    """How badly each look fits each name, under each lamp."""
    apart = np.linalg.norm(seen[:, :, None] - typical[None, None], axis=3) / SPREAD
    return np.asarray(FAR * (1 - np.exp(-(apart**2) / FAR)))


def _felt_under(looks: NDArray[np.float32], lamps: Values) -> Values:
    even = np.clip(looks[None] / (lamps[:, None] + 1e-6), 0, 1).astype(np.float32)
    lab = cv2.cvtColor(even.reshape(1, -1, 3), cv2.COLOR_BGR2LAB)[0].astype(np.float64)
    return felt(lab, False).reshape(len(lamps), len(looks), 3)


def _lamps(white: float) -> tuple[Values, Values]:
    """Blue, green and red of white under each lamp, and how unusual that lamp is."""
    warmth, level = (grid.ravel() for grid in np.meshgrid(WARMTHS, LEVELS))
    colours = 1 - warmth[:, None] * COLDER
    lamps = colours / (colours @ np.array([0.114, 0.587, 0.299]))[:, None] * level[:, None] * white
    unusual = ((warmth - USUAL_WARMTH) / SPREAD_OF_WARMTH) ** 2 + (
        np.log(level) / SPREAD_OF_LEVEL
    ) ** 2
    return lamps, unusual


def _kinds(seen: Values) -> NDArray[np.intp]:
    """Pieces of one dye together: the kind of each, by how they look under one lamp."""
    shades = seen * (SHADES, 1, 1)
    kind = np.arange(len(seen))
    while True:
        left = np.unique(kind)
        middles = np.stack([np.median(shades[kind == one], axis=0) for one in left])
        apart = np.linalg.norm(middles[:, None] - middles[None], axis=2) + 9 * np.eye(len(left))
        if len(left) == 1 or apart.min() > ONE_DYE:
            return np.unique(kind, return_inverse=True)[1]
        first, second = np.unravel_index(int(apart.argmin()), apart.shape)
        kind[kind == left[second]] = left[first]


def _weights(kind: NDArray[np.intp]) -> Values:
    """Many pieces of a kind say no more of its dye than a few, but more than one."""
    number = np.bincount(kind)
    return np.asarray(1.5 * number / (number + 0.5), dtype=np.float64)


def _given(costs: Values, unusual: Values) -> tuple[NDArray[np.intp], Values, int]:
    """Which name each kind gets, how much worse any other would be, and the lamp. `costs`: lamp,
    kind, name.
    """
    kinds, names = costs.shape[1:]
    if kinds <= names <= MOST_IN_TURN:
        orders = np.array(list(permutations(range(names), kinds)))
        whole = costs[:, np.arange(kinds)[None], orders].sum(axis=2) + unusual[:, None]
        at, order = np.unravel_index(int(whole.argmin()), whole.shape)
        each, best = whole.min(axis=0), orders[order]
        worse = [each[orders[:, one] != best[one]].min(initial=np.inf) for one in range(kinds)]
        return best, np.array(worse) - each.min(), int(at)
    least = costs.min(axis=2)
    whole = least.sum(axis=1) + unusual
    lamp = int(whole.argmin())
    best = costs[lamp].argmin(axis=1)
    otherwise = (whole[:, None, None] - least[:, :, None] + costs).min(axis=0) - whole[lamp]
    otherwise[np.arange(kinds), best] = np.inf
    return best, np.asarray(otherwise.min(axis=1)), lamp


def _strays(seen: Values, kind: NDArray[np.intp]) -> Values:
    """Below 1: pieces that lie nearly as near to another kind as to their own."""
    shades = seen * (SHADES, 1, 1)
    middles = np.stack([np.median(shades[kind == one], axis=0) for one in range(kind.max() + 1)])
    apart = np.linalg.norm(shades[:, None] - middles[None], axis=2)
    own = apart[np.arange(len(seen)), kind]
    apart[np.arange(len(seen)), kind] = np.inf
    return np.asarray((apart.min(axis=1) + 0.05) / (2 * own + 0.05))
