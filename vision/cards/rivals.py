"""Between two cards: which of them a picture shows, each seen in the light that suits it best.

Colour is compared relative to the card itself: a lamp multiplies what is printed, slowly changing
over the card, and haze or gloss adds to it; patches of shade lie on it, also where it was taught.
Whatever light does is fitted for both cards; what is left over tells them apart.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels

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
# three planes, one for each colour: sums over long rows are ten times as quick
Colours = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class CardPrint:
    """What is printed on a card.

    `around`: how bright the print is around each pixel, in its place on the card.
    """

    ink: Colours
    around: Grid


@dataclass(frozen=True, slots=True, eq=False)
class Rivals:
    """Two cards on top of each other, and how strongly they differ in each cell."""

    one: CardPrint
    two: CardPrint
    strength: Grid


@dataclass(frozen=True, slots=True, eq=False)
class PictureAsCard:
    """A picture taken for one card: what of it that card leaves unexplained in each cell, and how
    faded it is.
    """

    seen: Colours
    rest: Grid
    faded: float


def reduced(flat: Pixels) -> Colours:
    """A flat card in the size in which two cards are told apart, without its rim; 1 is white."""
    height = round(WIDE_PX * flat.shape[0] / flat.shape[1])
    small = cv2.GaussianBlur(
        cv2.resize(flat, (WIDE_PX, height), interpolation=cv2.INTER_AREA), (0, 0), SOFT_PX
    )
    rim = max(1, round(RIM * WIDE_PX))
    return np.stack(cv2.split(small[rim:-rim, rim:-rim])).astype(np.float32) / np.float32(255)


def printed(ink: Colours) -> CardPrint:
    return CardPrint(ink, _around(_summed(ink * ink)) + 1e-3)


def _lights(ink: Colours) -> Grid:
    """All that light of one colour makes of a print: orthonormal rows. Made anew each time, in a
    tenth of a millisecond: kept, they would be three quarters of what a deck takes.
    """
    every = ink.ravel()
    lights: list[Grid] = []
    # Each made square to those before it: for four of them that is a tenth of the work of a general
    # routine.
    for light in (
        np.ones_like(every),
        every,
        *(every * place for place in _places(*ink.shape[1:])),
    ):
        for before in lights:
            light = light - before * np.vdot(before, light)
        size = float(np.linalg.norm(light))
        if size > STEADY * np.sqrt(every.size):
            lights.append(np.asarray(light / size, dtype=np.float32))
    return np.stack(lights)


@lru_cache(maxsize=8)
def _places(height: int, width: int) -> tuple[Grid, Grid]:
    """How far across and how far down each value of a card lies, from -1 to 1."""
    down, across = (
        np.tile(place.ravel(), 3) for place in np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    )
    return across.astype(np.float32), down.astype(np.float32)


def rivals(one: CardPrint, two: CardPrint) -> Rivals:
    return Rivals(one, two, _left_over(one.ink, two))


def shown(seen: Colours, card: CardPrint) -> PictureAsCard:
    return PictureAsCard(seen, _left_over(seen, card), _faded(seen, card))


def lead(picture: PictureAsCard, between: Rivals) -> float:
    """Along the difference, where a picture taken for the one lies: 0.5 with it, -0.5 with the
    other, 0 half-way.
    """
    strength = between.strength
    weight = np.where(strength > TOLD * strength.max(), strength, 0)
    ahead = _left_over(picture.seen, between.two) - picture.rest
    along = np.clip(picture.faded * ahead / (2 * strength + 1e-6), -1, 1)
    return float((along * weight).sum() / (weight.sum() + 1e-6))


def _faded(seen: Colours, card: CardPrint) -> float:
    """How much stronger the print's detail is than the picture's: all differences in it have faded
    as much.
    """
    now, then = (_detail(planes) for planes in (_evened(seen, card), card.ink))
    return float(np.clip(np.vdot(now, then) / (np.vdot(now, now) + 1e-6), 1, MOST_FADED))


def _detail(planes: Colours) -> Colours:
    reach = round(DETAIL * planes.shape[2])
    return np.stack([plane - cv2.blur(plane, (reach, reach)) for plane in planes])


def _evened(seen: Colours, card: CardPrint) -> Colours:
    """Freed from the colour of the light, by the card's own white."""
    lamp = [
        np.vdot(now, then) / (np.vdot(then, then) + 1e-6)
        for now, then in zip(seen, card.ink, strict=True)
    ]
    return np.asarray(
        seen / (np.array(lamp, dtype=np.float32) + np.float32(1e-3))[:, None, None],
        dtype=np.float32,
    )


def _left_over(seen: Colours, card: CardPrint) -> Grid:
    """What no light on this card explains: the lamp's colour first, then how it falls on the card,
    then its patches.

    The energy of the rest, in each cell of the card.
    """
    even = _evened(seen, card)
    lights = _lights(card.ink)
    explained = (lights @ even.ravel()) @ lights
    rest = np.asarray(even - explained.reshape(even.shape), dtype=np.float32)
    rest -= _around(_summed(rest * card.ink)) / card.around * card.ink
    return np.asarray(
        cv2.resize(_summed(rest * rest), CELLS, interpolation=cv2.INTER_AREA), dtype=np.float32
    )


def _around(plane: Grid) -> Grid:
    reach = (round(SHADE * plane.shape[1]),) * 2
    return np.asarray(cv2.blur(cv2.blur(plane, reach), reach), dtype=np.float32)


def _summed(planes: Colours) -> Grid:
    return np.asarray(planes[0] + planes[1] + planes[2], dtype=np.float32)
