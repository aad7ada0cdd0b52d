"""Cards that lie partly under others: what shows of them names them, but is never enough to accept
one. The visible part of a nine is also the visible part of a ten.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Quad
from vision.cards.alignment import aligned
from vision.cards.appearance import (
    THUMB,
    PicturePyramid,
    Plane,
    comparable_grey,
    flattened,
    thumb_of,
)
from vision.cards.compare import likeness, looked
from vision.cards.outline import TURNS
from vision.cards.references import Deck, Reference

SHOWING = (0.15, 0.92)  # of a card: less names nothing, more is not hidden
LEAST_LIKENESS, LEAST_AGREEING = 0.5, 0.7  # of what shows
TRIED = 3  # cards laid on what shows
MARGIN = 2  # pixels of a flat card: the shadow of the card above


@dataclass(frozen=True, slots=True)
class HiddenCard:
    """What shows is like this card, and nearly as like the `second`."""

    card: Reference
    corners: Quad
    likeness: float
    second: str | None = None


def hidden_card(
    picture: PicturePyramid, quad: Quad, deck: Deck, others: Sequence[Quad]
) -> HiddenCard | None:
    """The card that lies in an outline, by what no other card lies over; None where too little
    shows, or nothing taught.
    """
    found = [
        laid
        for way in (quad, quad[TURNS[2]])
        for number in _shortlist(picture, way, deck, others)
        if (laid := _laid(picture, way, deck.cards[number], others)) is not None
    ]
    ranked = sorted(found, key=lambda laid: -laid.likeness)
    if not ranked:
        return None
    names = (laid.card.id for laid in ranked if laid.card.id != ranked[0].card.id)
    return replace(ranked[0], second=next(names, None))


def is_covered(place: Quad, others: Sequence[Quad]) -> bool:
    """Whether a good part of an outline lies under other cards."""
    shared = (
        cv2.intersectConvexConvex(place.reshape(-1, 1, 2), other.reshape(-1, 1, 2))[0]
        for other in others
    )
    return bool(sum(shared) > (1 - SHOWING[1]) * cv2.contourArea(place))


def _shortlist(
    picture: PicturePyramid, quad: Quad, deck: Deck, others: Sequence[Quad]
) -> list[int]:
    """The cards most alike from afar in what shows."""
    size = deck.cards[0].size
    shown = _open_part(quad, size, others)
    least, most = SHOWING
    if not least < float(shown.mean()) < most:
        return []
    small = cv2.resize(shown, THUMB, interpolation=cv2.INTER_AREA) > 0.99
    mask = np.repeat(small.ravel(), 3)
    now = thumb_of(looked(flattened(picture, quad, size)).plane)[mask]
    known = deck.thumbs[:, mask]
    alike = known @ now / (np.linalg.norm(known, axis=1) * np.linalg.norm(now) + 1e-3)
    return [int(number) for number in np.argsort(-alike)[:TRIED]]


def _laid(
    picture: PicturePyramid, quad: Quad, card: Reference, others: Sequence[Quad]
) -> HiddenCard | None:
    """A card moved by the points of it that show, if these and the rest of what shows agree."""
    flat = flattened(picture, quad, card.size)
    shown = _open_part(quad, card.size, others)
    moved = aligned(comparable_grey(flat), quad, replace(card, marks=_showing(card, shown)))
    corners = quad if moved is None else moved
    look = looked(flat if moved is None else flattened(picture, corners, card.size))
    shown = _open_part(corners, card.size, others)
    like, agreeing = likeness(looked(card.flat), look, shown)
    if like < LEAST_LIKENESS or agreeing < LEAST_AGREEING:
        return None
    return HiddenCard(card, corners, like)


def _showing(card: Reference, shown: Plane) -> NDArray[np.float32]:
    across, down = np.rint(card.marks.reshape(-1, 2)).astype(np.intp).T
    rows, cols = (down.clip(0, shown.shape[0] - 1), across.clip(0, shown.shape[1] - 1))
    return np.asarray(card.marks[shown[rows, cols] > 0])


def _open_part(quad: Quad, size: tuple[int, int], others: Sequence[Quad]) -> Plane:
    """1 where a card shows, 0 where another lies over it, as it lies flat."""
    width, height = size
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), flat)
    shown = np.ones((height, width), np.float32)
    for other in others:
        there = cv2.perspectiveTransform(np.asarray(other, np.float32)[None], matrix)[0]
        cv2.fillConvexPoly(shown, np.rint(there).astype(np.int32), (0.0,))
    around = np.ones((2 * MARGIN + 1, 2 * MARGIN + 1), np.uint8)
    return np.asarray(cv2.erode(shown, around), np.float32)
