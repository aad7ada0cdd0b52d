"""Names for the colours of pieces, relative to each other and to the picture's light. No thresholds
on single hues.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionSetupError
from vision.tokens.grid import COLOUR_WEIGHT

# Typical looks in Lab (lightness 0 to 100): only a start, each picture moves them to where its
# pieces are.
TYPICAL: dict[str, tuple[float, float, float]] = {
    "white": (92, 0, 2),
    "black": (14, 0, 0),
    "grey": (55, 0, 0),
    "silver": (68, 0, 0),
    "red": (45, 58, 38),
    "green": (48, -42, 34),
    "blue": (42, 6, -44),
    "yellow": (82, 0, 72),
    "orange": (64, 40, 58),
    "purple": (36, 40, -38),
    "pink": (70, 42, 4),
    "brown": (38, 20, 26),
    "gold": (70, 6, 54),
}
ALIASES = {"gray": "grey", "violet": "purple"}
ROUNDS = 6
A_SHADE = 0.2  # of what is felt: 12 of lightness
TIMES = 4.0  # as far off as its kind usually is


@dataclass(frozen=True, slots=True)
class NamedColours:
    """A name per piece and how clear it is: 1 in the middle of its colour, 0 half-way to
    another.
    """

    names: tuple[str, ...]
    clear: NDArray[np.float32]


def known(names: list[str]) -> list[str]:
    strange = [name for name in names if ALIASES.get(name, name) not in TYPICAL]
    if strange:
        raise VisionSetupError(f"no colour {strange[0]!r}; colours: {', '.join(sorted(TYPICAL))}")
    return names


def named(looks: NDArray[np.float32], light: float, names: list[str]) -> NamedColours:
    """Names for the looks of pieces. `light`: the lightness (0 to 255) of what is brightest in the
    picture.
    """
    if len(looks) == 0:
        return NamedColours((), np.zeros(0, np.float32))
    typical = np.array([TYPICAL[ALIASES.get(name, name)] for name in names])
    plain = are_plain(names)
    seen = felt(_in_lab(looks, light), plain)
    centres = felt(typical, plain)
    for _ in range(ROUNDS):
        nearest = _apart(seen, centres).argmin(axis=1)
        for colour in range(len(names)):
            mine = seen[nearest == colour]
            if len(mine) >= 2:  # few pieces move the colour a little, many move it all the way
                trust = len(mine) / (len(mine) + 2)
                centres[colour] = (1 - trust) * centres[colour] + trust * np.median(mine, axis=0)
    apart = _apart(seen, centres)
    order = apart.argsort(axis=1)
    first = np.take_along_axis(apart, order[:, :1], axis=1)[:, 0]
    second = np.take_along_axis(apart, order[:, 1:2], axis=1)[:, 0] if len(names) > 1 else first + 9
    clear = 1 - 2 * first / (first + second + 1e-6)
    if plain:
        clear[_unlike_their_kind(order[:, 0], first)] = 0
    return NamedColours(tuple(names[i] for i in order[:, 0]), np.asarray(clear, np.float32))


def _unlike_their_kind(kinds: NDArray[np.intp], off: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Pieces well away from all others of their name: a black one under a mirrored window is as
    light as a dull white one, and lightness is all there is."""
    usual = np.array([np.median(off[kinds == kind]) for kind in kinds])
    return np.asarray(off > np.maximum(A_SHADE, TIMES * usual), dtype=np.bool_)


def are_plain(names: list[str]) -> bool:
    """White, grey and black alone: told by lightness."""
    return all(np.hypot(*TYPICAL[ALIASES.get(name, name)][1:]) <= 10 for name in names)


def nearest_within(
    look: NDArray[np.float32], light: float, names: list[str], reach: float
) -> str | None:
    """The name whose typical look is nearest to one look, if it is within reach."""
    typical = np.array([TYPICAL[ALIASES.get(name, name)] for name in names])
    steps = felt(_in_lab(look, light), False)[0] - felt(typical, False)
    steps[np.hypot(typical[:, 1], typical[:, 2]) > 10, 0] *= (
        0.4  # how bright a green table is depends on the lamp
    )
    apart = np.linalg.norm(steps, axis=1)
    return names[int(apart.argmin())] if float(apart.min()) < reach else None


def _in_lab(looks: NDArray[np.float32], light: float) -> NDArray[np.float64]:
    lab = np.array(looks, dtype=np.float64)
    lab[:, 0] *= 95 / max(light, 60.0)
    lab[:, 1:] /= COLOUR_WEIGHT
    return lab


def felt(lab: NDArray[np.float64], plain: bool) -> NDArray[np.float64]:
    """Lightness and hue so that equal steps are about equally different; strength of colour counts
    little.
    """
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    strength = np.zeros_like(chroma) if plain else 1.7 / (chroma + 18)
    return np.stack([lab[:, 0] / 60, lab[:, 1] * strength, lab[:, 2] * strength], axis=1)


def _apart(seen: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.linalg.norm(seen[:, None] - centres[None], axis=2), dtype=np.float64)
