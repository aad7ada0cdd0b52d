"""Taught cards: one flat picture each, with what is needed to find and compare it. Made from any photograph of it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.looks import WIDTH_PX, comparable_grey, flattened, look_of, seen, sides, thumb_of
from vision.cards.outline import Picture, Quad, careful_quads
from vision.cards.stickers import Sticker, own_sticker

PRINT_PX = 160  # width at which printed detail is looked up
MARKS = 80
SMALLEST_TAUGHT = 0.2  # of the teaching picture


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """One taught card, flat, a short side on top. `turned`: quarter turns clockwise from the taught picture to it.

    Only small pictures are kept: several hundred cards must fit beside everything else. What is computed from them
    for a comparison is held for the cards last looked at (`match.InHand`).
    """

    id: str
    flat: Picture
    grey: Picture
    fine: Picture
    thumb: NDArray[np.float32]
    marks: NDArray[np.float32]
    turned: int
    sticker: Sticker | None = None

    @property
    def size(self) -> tuple[int, int]:
        return self.flat.shape[1], self.flat.shape[0]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Deck:
    """All taught pictures of cards, with the tables that make searching several hundred of them quick.

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


def teach(pictures: dict[str, Picture]) -> Deck:
    """One picture per card id; the card fills the picture or lies in it with some table around."""
    outlines = {name: own_outline(picture) for name, picture in pictures.items()}
    height = common_height([outlines[name] for name in outlines])
    return deck_of(tuple(reference(name, pictures[name], outlines[name], height) for name in sorted(pictures)), height)


def deck_of(cards: tuple[Reference, ...], height: int) -> Deck:
    thumbs = np.stack([card.thumb for card in cards])
    return Deck(cards, thumbs, np.asarray(thumbs @ thumbs.T, dtype=np.float32), height)


def own_outline(picture: Picture) -> Quad:
    """The card in a picture taken to teach it: the largest outline, or the whole picture when the card fills it."""
    height, width = picture.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    margin = max(8, width // 12)
    table = _table_colour(picture)
    framed = cv2.copyMakeBorder(picture, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=table)
    best, best_area = whole, SMALLEST_TAUGHT * width * height
    for quad in careful_quads(np.asarray(framed, dtype=np.uint8)):
        inside = np.asarray(quad - margin, dtype=np.float32)
        area = cv2.contourArea(inside)
        fits = not _printed_frame(inside, width, height) and _lies_as_taught(inside, width, height)
        if best_area < area and fits:
            best, best_area = _upright(inside, whole), area
    return best


def _table_colour(picture: Picture) -> tuple[float, float, float]:
    """The colour in the picture's corners: the table, when the card was cut out a little tilted."""
    part = max(2, min(picture.shape[:2]) // 40)
    ends = (slice(0, part), slice(-part, None))
    corners = np.concatenate([picture[rows, columns].reshape(-1, 3) for rows in ends for columns in ends])
    blue, green, red = np.median(corners, axis=0)
    return float(blue), float(green), float(red)


def _printed_frame(quad: Quad, width: int, height: int) -> bool:
    """An outline just inside every edge of the picture is the card's printed frame; one far outside is none."""
    left, top = (float(part) for part in quad.min(axis=0) / (width, height))
    right, bottom = (float(part) for part in 1 - quad.max(axis=0) / (width, height))
    nearest, furthest = min(left, top, right, bottom), max(left, top, right, bottom)
    even = abs(left - right) < 0.02 and abs(top - bottom) < 0.02
    return bool(nearest < -0.03 or (nearest > 0.012 and (furthest < 0.09 or (even and furthest < 0.13))))


def _lies_as_taught(quad: Quad, width: int, height: int) -> bool:
    """A card on some table, taken to teach it, lies about the middle and along the picture; a box of art does not."""
    across, down = np.ptp(quad, axis=0) / (width, height)
    if min(across, down) > 0.88:
        return True
    off = np.abs(quad.mean(axis=0) / (width, height) - 0.5).max()
    wide, high = sides(_upright(quad, np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)))
    return bool(off < 0.12 and (wide < high) == (width < height))


def _upright(quad: Quad, whole: Quad) -> Quad:
    turns = [np.roll(quad, k, axis=0) for k in range(4)]
    return np.asarray(min(turns, key=lambda turn: float(np.abs(turn - whole).sum())), dtype=np.float32)


def common_height(outlines: list[Quad]) -> int:
    """Cards of one deck have one size; the median evens out a tilted teaching picture."""
    ratios = [max(pair) / min(pair) for pair in (sides(quad) for quad in outlines)]
    return round(WIDTH_PX * float(np.clip(np.median(ratios), 1.0, 2.2)))


def reference(name: str, picture: Picture, outline: Quad, height: int) -> Reference:
    across, down = sides(outline)
    turned = 1 if across > down * 1.08 else 0
    whole, own = seen(picture), np.roll(outline, turned, axis=0)
    flat = flattened(whole, own, (WIDTH_PX, height))
    grey = comparable_grey(flat)
    marks = cv2.goodFeaturesToTrack(grey, MARKS, 0.02, 3, blockSize=3)
    points = np.zeros((0, 1, 2), np.float32) if marks is None else np.asarray(marks, dtype=np.float32)
    fine = flattened(whole, own, (PRINT_PX, round(PRINT_PX * height / WIDTH_PX)))
    print_grey = np.asarray(cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    return Reference(name, flat, grey, print_grey, thumb_of(look_of(flat)), points, turned, own_sticker(picture))
