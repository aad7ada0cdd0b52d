"""Taught cards: one flat picture each, with what is needed to find and compare it. Made from any
photograph of it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad
from vision.cards.appearance import (
    WIDTH_PX,
    comparable_grey,
    flattened,
    look_of,
    seen,
    sides,
    thumb_of,
)
from vision.cards.cutout import own_outline
from vision.cards.stickers import Sticker, own_sticker

PRINT_PX = 160  # width at which printed detail is looked up
MARKS = 80


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """One taught card, flat, a short side on top. `turned`: quarter turns clockwise from the taught
    picture to it.

    Only small pictures are kept: several hundred cards must fit beside everything else. What is
    computed from them for a comparison is held for the cards last looked at (`match.InHand`).
    """

    id: str
    flat: Pixels
    grey: Pixels
    fine: Pixels
    thumb: NDArray[np.float32]
    marks: NDArray[np.float32]
    turned: int
    sticker: Sticker | None = None

    @property
    def size(self) -> tuple[int, int]:
        return self.flat.shape[1], self.flat.shape[0]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Deck:
    """All taught pictures of cards, with the tables that make searching several hundred of them
    quick.

    `alike`: how like each other any two cards are from afar.
    """

    cards: tuple[Reference, ...]
    thumbs: NDArray[np.float32]
    alike: NDArray[np.float32]
    height_px: int

    def stickered(self) -> dict[int, tuple[str, int]]:
        """Card and turn by sticker; a number on two different cards tells neither."""
        found: dict[int, tuple[str, int]] = {}
        marked = [(card.sticker, card.id) for card in self.cards if card.sticker is not None]
        for sticker, card in marked:
            if all(other == card for mark, other in marked if mark.number == sticker.number):
                found[sticker.number] = (card, sticker.turns)
        return found

    def pictures_of(self, card: str) -> list[int]:
        """A card taught by several pictures is no rival of itself."""
        return [number for number, one in enumerate(self.cards) if one.id == card]


def teach(pictures: dict[str, Pixels]) -> Deck:
    """One picture per card id; the card fills the picture or lies in it with some table around."""
    outlines = {name: own_outline(picture) for name, picture in pictures.items()}
    height = common_height([outlines[name] for name in outlines])
    return deck_of(
        tuple(reference(name, pictures[name], outlines[name], height) for name in sorted(pictures)),
        height,
    )


def deck_of(cards: tuple[Reference, ...], height: int) -> Deck:
    thumbs = np.stack([card.thumb for card in cards])
    return Deck(cards, thumbs, np.asarray(thumbs @ thumbs.T, dtype=np.float32), height)


def common_height(outlines: list[Quad]) -> int:
    """Cards of one deck have one size; the median evens out a tilted teaching picture."""
    ratios = [max(pair) / min(pair) for pair in (sides(quad) for quad in outlines)]
    return round(WIDTH_PX * float(np.clip(np.median(ratios), 1.0, 2.2)))


def reference(name: str, picture: Pixels, outline: Quad, height: int) -> Reference:
    across, down = sides(outline)
    turned = 1 if across > down * 1.08 else 0
    whole, own = seen(picture), np.roll(outline, turned, axis=0)
    flat = flattened(whole, own, (WIDTH_PX, height))
    grey = comparable_grey(flat)
    marks = cv2.goodFeaturesToTrack(grey, MARKS, 0.02, 3, blockSize=3)
    points = (
        np.zeros((0, 1, 2), np.float32) if marks is None else np.asarray(marks, dtype=np.float32)
    )
    fine = flattened(whole, own, (PRINT_PX, round(PRINT_PX * height / WIDTH_PX)))
    return Reference(
        name, flat, grey, fine, thumb_of(look_of(flat)), points, turned, own_sticker(picture)
    )
