"""Cards as they lie in play: edge to edge, one on the other, in fans and heaps; with how much of
each is seen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.photo import developed, lit, view
from vision.lab.scenes.surfaces import Plane, Random, tabletop
from vision.lab.scenes.table import CardPiece
from vision.virtual.decks import CARD_PX

FLAT_PX = (1600, 1200)
PICTURE_PX = (1440, 1080)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card is to be laid: its middle, and its turn in degrees."""

    centre: NDArray[np.float64]
    turn: float


@dataclass(frozen=True, slots=True)
class Heaped:
    """`seen`: the part of the card that nothing covers; `middle_seen`: whether its middle is in
    that part; `whole`: it lies within the picture."""

    id: str
    corners: NDArray[np.float32]
    taught: bool
    seen: float
    middle_seen: bool
    whole: bool


def heaped(
    random: Random,
    taught: dict[str, Pixels],
    strange: dict[str, Pixels],
    kind: str,
    light: str,
    surface: str,
    sleeved: float = 0.0,
    strangers: float = 0.0,
) -> tuple[Pixels, list[Heaped]]:
    """A table seen from above. No card lies twice in one picture, as in a deck."""
    flat = tabletop(random, surface, FLAT_PX[1], FLAT_PX[0])
    owner = np.zeros(flat.shape[:2], np.float32)
    camera = view(random, FLAT_PX, PICTURE_PX, slant=0.06)
    names = _shuffled(random, taught), _shuffled(random, strange)
    size, laid = random.uniform(0.62, 0.85), []
    for spot in LAYOUTS[kind](random, np.array(CARD_PX) * size * (1 + 0.07 * (sleeved > 0))):
        known = not (strange and random.random() < strangers)
        name = next(names[0] if known else names[1], None)
        if name is None:
            break
        piece = CardPiece(random, (taught if known else strange)[name], spot.turn, size, sleeved)
        laid.append((name, known, piece.put(flat, spot.centre, owner)))
        if sleeved and random.random() < 0.5:
            _gleam(random, flat, owner == owner.max())
    heap = [
        _seen(owner, number, *card, camera.point(card[2])) for number, card in enumerate(laid, 1)
    ]
    return developed(random, lit(random, camera.take(flat), light), light), heap


def _shuffled(random: Random, cards: dict[str, Pixels]) -> Iterator[str]:
    return iter([str(name) for name in random.permutation(sorted(cards))])


def _seen(
    owner: Plane,
    number: int,
    name: str,
    known: bool,
    corners: NDArray[np.float32],
    there: NDArray[np.float32],
) -> Heaped:
    place = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(place, np.rint(corners).astype(np.int32), 1)
    x, y = np.clip(corners.mean(axis=0).astype(int), 0, (owner.shape[1] - 1, owner.shape[0] - 1))
    share = float((owner[place > 0] == number).mean())
    whole = bool((there > 2).all() and (there < np.array(PICTURE_PX) - 2).all())
    return Heaped(name, there, known, share, bool(owner[y, x] == number), whole)


def _gleam(random: Random, flat: Pixels, where: NDArray[np.bool_]) -> None:
    """A lamp mirrored in a sleeve: a soft bright band over it."""
    rows, cols = np.nonzero(where)
    angle = random.uniform(0, np.pi)
    along = cols * np.cos(angle) + rows * np.sin(angle)
    middle, wide = random.uniform(along.min(), along.max()), random.uniform(10, 45)
    band = np.exp(-(((along - middle) / wide) ** 2)) * random.uniform(20, 110)
    flat[rows, cols] = np.clip(flat[rows, cols] + band[:, None], 0, 255).astype(np.uint8)


def _packed(random: Random, card: NDArray[np.float64]) -> Iterator[Spot]:
    """Rows and columns, all four quarter turns, edge to edge or a little apart."""
    gap = float(random.choice((0.0, 0.0, 2.0, 6.0)))
    wide, high = card
    top = random.uniform(40, 90)
    while top + high < FLAT_PX[1] - 40:
        left = random.uniform(40, 120)
        while True:
            turn = int(random.integers(4))
            across, down = (wide, high) if turn % 2 == 0 else (high, wide)
            if left + across > FLAT_PX[0] - 40:
                break
            yield Spot(
                np.array([left + across / 2, top + down / 2]), turn * 90 + random.normal(0, 0.6)
            )
            left += across + gap
        top += high + gap


def _cascades(random: Random, card: NDArray[np.float64]) -> Iterator[Spot]:
    """Columns in which each card lies over the one before, so that a third to two thirds of it are
    seen.
    """
    wide, high = card
    step = random.uniform(0.3, 0.7) * high
    for left in np.arange(60, FLAT_PX[0] - wide - 40, 1.25 * wide):
        for row in range(int(random.integers(2, 5))):
            centre = np.array([left + wide / 2, 60 + high / 2 + row * step]) + random.normal(
                0, 3, 2
            )
            if centre[1] + high / 2 < FLAT_PX[1] - 30:
                yield Spot(centre, random.normal(0, 2))


def _fans(random: Random, card: NDArray[np.float64]) -> Iterator[Spot]:
    """Hands of a few cards, spread about a common corner, each over the one before."""
    high = card[1]
    for at in ((0.24, 0.3), (0.72, 0.32), (0.28, 0.74), (0.74, 0.74)):
        turn, step = random.uniform(-180, 180), random.uniform(14, 30)
        for number in range(int(random.integers(2, 5))):
            angle = turn + step * (number - 1.5)
            out = np.array([np.sin(np.radians(angle)), -np.cos(np.radians(angle))]) * 0.5 * high
            yield Spot(np.array(at) * FLAT_PX + out, angle)


def _strewn(random: Random, card: NDArray[np.float64]) -> Iterator[Spot]:
    """Anywhere, at any angle, over one another."""
    edge = 0.62 * card[1]
    for _ in range(int(random.integers(8, 16))):
        yield Spot(random.uniform((edge, edge), np.array(FLAT_PX) - edge), random.uniform(0, 360))


LAYOUTS: dict[str, Callable[[Random, NDArray[np.float64]], Iterator[Spot]]] = {
    "packed": _packed,
    "cascades": _cascades,
    "fans": _fans,
    "strewn": _strewn,
}
