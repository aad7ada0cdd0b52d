"""A card held against those of its own deck that are nearly the same: each in the places where the
two differ, and there against the picture itself.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad
from vision.cards.alignment import aligned
from vision.cards.appearance import PicturePyramid, comparable_grey, flattened
from vision.cards.differences import (
    Planes,
    SeenCard,
    TellingPlace,
    seen_as,
    softened,
    strange_places,
    telling_places,
    told,
)
from vision.cards.references import Deck, Reference

ALIKE = 0.8  # from afar; what is less alike is told by the whole card
TAKEN_INSTEAD = 0.4  # a twin that leaves less than so much of what the card leaves


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the telling places say.

    `number`: the twin nearest to be meant. `doubt`: what the card leaves unexplained there, of what
    that twin leaves (0: nothing, 1: as much). `left`: the same, of what tells the two apart.
    `heard`: what the twin leaves, in times of the picture's grain: in a smear nothing is heard.
    `strange`: what is left of the picture there, in times of what a card that lies as this one does
    leaves, and `stranger`: of what is left elsewhere on it. A third card of the family, which
    nobody taught, has more of both, and more `left`.
    """

    number: int | None
    doubt: float
    left: float
    heard: float
    strange: float
    stranger: float

    @property
    def meant(self) -> int | None:
        """The twin, where the places speak for it."""
        return self.number if self.doubt > 1 / TAKEN_INSTEAD else None


PLAINLY_HEARD = 100.0
NO_TWIN = Verdict(None, 0.0, 0.0, PLAINLY_HEARD, 0.0, 0.0)


def held_against_twins(picture: PicturePyramid, corners: Quad, deck: Deck, number: int) -> Verdict:
    twins = twins_of(deck, number)
    if not twins:
        return NO_TWIN
    card = closely(deck.cards[number])
    now = seen_as(_laid_closely(picture, corners, card), _soft(card))
    unexplained = strange_places(now, _soft(card))
    doubts: dict[int, float] = {}
    strange, left, heard = 0.0, 0.0, PLAINLY_HEARD
    for other, turned in twins:
        places = _places(deck.cards[number], deck.cards[other], turned)
        said = _told(now, places)
        doubts[other] = max(doubts.get(other, 0.0), said.doubt)
        strange = max([strange, *(unexplained.at(place) for place in places)])
        left, heard = max(left, said.left), min(heard, said.heard)
    nearest = max(doubts, key=lambda other: doubts[other])
    return Verdict(nearest, doubts[nearest], left, heard, strange, strange / unexplained.nearly_all)


def mostly_left(picture: PicturePyramid, corners: Quad, card: Reference) -> float:
    """What of a picture a card leaves unexplained in nearly all of its places, in times of what it
    leaves when it lies there.
    """
    close = closely(card)
    now = seen_as(_laid_closely(picture, corners, close), _soft(close))
    return strange_places(now, _soft(close)).nearly_all


def lies_upside_down(picture: PicturePyramid, corners: Quad, deck: Deck, number: int) -> bool:
    """Whether a card that looks much the same either way lies the other way round: one pip in the
    middle of a nine tells.
    """
    thumb = deck.cards[number].thumb
    if float(thumb @ _upside_down(thumb)) < ALIKE:
        return False
    card = closely(deck.cards[number])
    places = _places(deck.cards[number], deck.cards[number], True)
    now = seen_as(_laid_closely(picture, corners, card), _soft(card)) if places else None
    return now is not None and _told(now, places).doubt > 1


def _upside_down(thumb: NDArray[np.float32]) -> NDArray[np.float32]:
    return thumb.reshape(-1, 3)[::-1].ravel()


def _laid_closely(picture: PicturePyramid, corners: Quad, card: Reference) -> Pixels:
    flat = flattened(picture, corners, card.size)
    moved = aligned(comparable_grey(flat), corners, card)
    return flat if moved is None else flattened(picture, moved, card.size)


@dataclass(frozen=True, slots=True)
class _Said:
    """What the places say in which a card differs from one twin (see `Verdict`)."""

    doubt: float
    left: float
    heard: float


NOTHING_TELLS = _Said(1.0, 1.0, 0.0)


def _told(now: SeenCard, places: tuple[TellingPlace, ...]) -> _Said:
    if not places:
        return NOTHING_TELLS
    one, two, grainy, apart = np.sum([told(now, place) for place in places], axis=0).tolist()
    return _Said(one / (two + 1e-3), one / (apart + 1), two / (grainy + 1))


@lru_cache(maxsize=512)
def twins_of(deck: Deck, number: int) -> tuple[tuple[int, bool], ...]:
    """Cards nearly the same from afar, each with whether it is so upside down."""
    own = set(deck.pictures_of(deck.cards[number].id))
    thumb = deck.cards[number].thumb
    alike = np.stack([deck.thumbs @ thumb, deck.thumbs @ _upside_down(thumb)]) > ALIKE
    others = [other for other in np.flatnonzero(alike.any(axis=0)).tolist() if other not in own]
    return tuple((other, bool(way)) for other in others for way in (0, 1) if alike[way, other])


@lru_cache(maxsize=96)  # up to 80 kilobytes each
def _places(card: Reference, other: Reference, turned: bool) -> tuple[TellingPlace, ...]:
    large, on_it = closely(card), closely(other)
    on_top = _on_top(_turned(on_it) if turned else on_it, large)
    return telling_places(_soft(large), softened(on_top))


@lru_cache(maxsize=2)  # a megabyte and a half each
def _soft(card: Reference) -> tuple[Planes, ...]:
    return softened(card.flat)


@lru_cache(maxsize=24)
def closely(card: Reference) -> Reference:
    """The same card as large as it was kept."""
    grown = card.fine.shape[1] / card.flat.shape[1]
    marks = np.asarray(card.marks * grown, dtype=np.float32)
    return replace(card, flat=card.fine, grey=comparable_grey(card.fine), marks=marks)


@lru_cache(maxsize=8)
def _turned(card: Reference) -> Reference:
    flat, grey = (np.ascontiguousarray(part[::-1, ::-1]) for part in (card.flat, card.grey))
    return replace(card, flat=flat, grey=grey)


def _on_top(other: Reference, card: Reference) -> Pixels:
    """The other card moved so that what both share lies on top of each other."""
    width, height = card.size
    place = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    flat, whole = other.flat, PicturePyramid((other.flat,))
    for _ in range(2):
        moved = aligned(comparable_grey(flat), place, card)
        if moved is None:
            return flat
        place, flat = moved, flattened(whole, moved, card.size)
    return flat
