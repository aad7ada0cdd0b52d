"""Between two cards: which of them a picture shows, each seen in the light that suits it best.

Colour is compared relative to the card itself: a lamp multiplies what is printed, slowly changing over the card, and
haze or gloss adds to it; patches of shade lie on it, also where it was taught. Whatever light does is fitted for both
cards; what is left over tells them apart.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.looks import Plane
from vision.cards.outline import Picture

WIDE_PX = 72  # a stripe or a pip is still there, and a pixel of misfit is not
SOFT_PX = 0.7  # fine print is not seen alike twice, its tint is
DETAIL = 0.16  # of the width: what changes within it is detail
MOST_FADED = 1.6  # a picture may be softer than the taught one; more than this tells nothing
SHADE = 0.2  # of the width: within it shade hardly changes, print does
CELLS = (8, 11)
RIM = 0.04  # of the width: there the table shows, in the taught picture or in the seen one
STEADY = 1e-3  # of even light: what is less has no direction of its own, as on a plain card
TOLD = 0.1  # of the strongest difference: less tells nothing
Grid = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """What is printed on a card, a row per pixel; and all that light of one colour makes of it: orthonormal rows.

    `around`: how bright the print is around each pixel, in its place on the card.
    """

    ink: Grid
    lights: Grid
    around: Grid


@dataclass(frozen=True, slots=True, eq=False)
class Rivals:
    """Two cards on top of each other, and how strongly they differ in each cell."""

    one: Print
    two: Print
    strength: Grid


def reduced(flat: Picture) -> Plane:
    """A flat card in the size in which two cards are told apart, without its rim."""
    height = round(WIDE_PX * flat.shape[0] / flat.shape[1])
    small = cv2.GaussianBlur(cv2.resize(flat, (WIDE_PX, height), interpolation=cv2.INTER_AREA), (0, 0), SOFT_PX)
    rim = max(1, round(RIM * WIDE_PX))
    return np.asarray(small[rim:-rim, rim:-rim], dtype=np.float32)


def printed(small: Plane) -> Print:
    ink = np.asarray(small.reshape(-1, 3) / 255, dtype=np.float32)
    every = ink.ravel()
    lights: list[Grid] = []
    # Each made square to those before it: for four of them that is a tenth of the work of a general routine.
    for light in (np.ones_like(every), every, *(every * place for place in _places(*small.shape[:2]))):
        for before in lights:
            light = light - before * np.vdot(before, light)
        size = float(np.linalg.norm(light))
        if size > STEADY * np.sqrt(every.size):
            lights.append(np.asarray(light / size, dtype=np.float32))
    bright = np.asarray(np.einsum("ij,ij->i", ink, ink).reshape(small.shape[:2]), dtype=np.float32)
    return Print(ink, np.stack(lights), _around(bright) + 1e-3)


@lru_cache(maxsize=8)
def _places(height: int, width: int) -> tuple[Grid, Grid]:
    """How far across and how far down each value of a card lies, from -1 to 1."""
    down, across = (np.repeat(place.ravel(), 3) for place in np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j])
    return across.astype(np.float32), down.astype(np.float32)


def rivals(one: Print, two: Print, shape: tuple[int, int]) -> Rivals:
    return Rivals(one, two, _cells(_left_over(one.ink, two), shape))


def lead(small: Plane, between: Rivals) -> float:
    """Along the difference, where the picture lies: 0.5 with the one card, -0.5 with the other, 0 half-way."""
    seen, shape = np.asarray(small.reshape(-1, 3) / 255, dtype=np.float32), small.shape[:2]
    one, two = (_cells(_left_over(seen, card), shape) for card in (between.one, between.two))
    strength = between.strength
    weight = np.where(strength > TOLD * strength.max(), strength, 0)
    along = np.clip(_faded(seen, between.one, shape) * (two - one) / (2 * strength + 1e-6), -1, 1)
    return float((along * weight).sum() / (weight.sum() + 1e-6))


def _faded(seen: Grid, card: Print, shape: tuple[int, int]) -> float:
    """How much stronger the print's detail is than the picture's: all differences in it have faded as much."""
    now, then = (_detail(grid, shape) for grid in (seen / (_lamp(seen, card) + 1e-3), card.ink))
    return float(np.clip(np.vdot(now, then) / (np.vdot(now, now) + 1e-6), 1, MOST_FADED))


def _detail(grid: Grid, shape: tuple[int, int]) -> Plane:
    plane = grid.reshape(*shape, 3)
    reach = round(DETAIL * shape[1])
    return np.asarray(plane - cv2.blur(plane, (reach, reach)), dtype=np.float32)


def _lamp(seen: Grid, card: Print) -> Grid:
    """The colour of the light, by the card's own white."""
    return np.asarray(
        np.einsum("ij,ij->j", seen, card.ink) / (np.einsum("ij,ij->j", card.ink, card.ink) + 1e-6), dtype=np.float32
    )


def _left_over(seen: Grid, card: Print) -> Grid:
    """What no light on this card explains. The lamp's colour first, then how it falls on the card, then its patches."""
    even = (seen / (_lamp(seen, card) + 1e-3)).ravel()
    rest = np.asarray((even - (card.lights @ even) @ card.lights).reshape(-1, 3), dtype=np.float32)
    return np.asarray(rest - _shade(rest, card)[:, None] * card.ink, dtype=np.float32)


def _shade(rest: Grid, card: Print) -> Grid:
    """How much more or less light falls around each place than was fitted so far."""
    along = np.asarray(np.einsum("ij,ij->i", rest, card.ink).reshape(card.around.shape), dtype=np.float32)
    return np.asarray((_around(along) / card.around).ravel(), dtype=np.float32)


def _around(plane: Grid) -> Grid:
    reach = (round(SHADE * plane.shape[1]),) * 2
    return np.asarray(cv2.blur(cv2.blur(plane, reach), reach), dtype=np.float32)


def _cells(rest: NDArray[np.float32], shape: tuple[int, int]) -> Grid:
    """The energy of a rest in each cell of the card."""
    plane = np.asarray(np.einsum("ij,ij->i", rest, rest).reshape(shape), dtype=np.float32)
    return np.asarray(cv2.resize(plane, CELLS, interpolation=cv2.INTER_AREA), dtype=np.float32)
