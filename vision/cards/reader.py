"""All cards of one picture: a pure function from pixels and taught cards to findings. No files, no camera."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.judge import accepted, confidence
from vision.cards.match import Match, match
from vision.cards.outline import Picture, Quad, quads
from vision.cards.proposals import proposals
from vision.cards.references import Deck

NAMED_LIKENESS = 0.35  # below this an asked card is offered without a name: an unknown card


@dataclass(frozen=True, slots=True)
class Card:
    """One card seen. `id` None: a card nobody taught. `corners`: the card's own top-left first, clockwise."""

    id: str | None
    corners: Quad
    quarter_turns: int
    confidence: float
    accept: bool
    likeliest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Candidate:
    quad: Quad
    match: Match | None

    @property
    def rank(self) -> tuple[bool, float]:
        if self.match is None:
            return False, 0.0
        return accepted(self.match), self.match.best.likeness


def read_cards(picture: Picture, deck: Deck, closely: bool = True) -> list[Card]:
    """Cards by outline first; then, when looking closely, by printed detail where none was recognised."""
    candidates = _outlined(picture, deck)
    if not closely:
        return [_card(candidate) for candidate in _without_doubles(candidates)]
    covered = _covered(picture, [c for c in _without_doubles(candidates) if c.rank[0]])
    more = [_Candidate(quad, match(picture, quad, deck)) for quad in proposals(picture, deck, covered)]
    return [_card(candidate) for candidate in _without_doubles([*candidates, *more])]


def _outlined(picture: Picture, deck: Deck) -> list[_Candidate]:
    """Outlines matched from the largest down; what lies inside a card already recognised is its own printing."""
    done = np.zeros(picture.shape[:2], np.uint8)
    candidates = []
    height, width = picture.shape[:2]
    for quad in sorted(quads(picture), key=lambda quad: -cv2.contourArea(quad)):
        x, y = (int(middle) for middle in quad.mean(axis=0))
        if done[min(max(y, 0), height - 1), min(max(x, 0), width - 1)]:
            continue
        candidate = _Candidate(quad, match(picture, quad, deck))
        candidates.append(candidate)
        if candidate.rank[0]:
            cv2.fillConvexPoly(done, _place(candidate).astype(np.int32), 255)
    return candidates


def _place(candidate: _Candidate) -> Quad:
    return candidate.quad if candidate.match is None else candidate.match.best.corners


def _covered(picture: Picture, cards: list[_Candidate]) -> NDArray[np.uint8]:
    mask = np.zeros(picture.shape[:2], np.uint8)
    for card in cards:
        cv2.fillConvexPoly(mask, _place(card).astype(np.int32), 255)
    return mask


def _without_doubles(candidates: list[_Candidate]) -> list[_Candidate]:
    """The surest reading of each place; outlines inside a recognised card are its printing, not further cards."""
    kept: list[_Candidate] = []
    for candidate in sorted(candidates, key=lambda c: c.rank, reverse=True):
        if all(_apart(candidate, other) for other in kept):
            kept.append(candidate)
    return kept


def _apart(one: _Candidate, other: _Candidate) -> bool:
    a, b = _place(one), _place(other)
    shared, _ = cv2.intersectConvexConvex(a.reshape(-1, 1, 2), b.reshape(-1, 1, 2))
    if shared <= 0:
        return True
    areas = cv2.contourArea(a), cv2.contourArea(b)
    # Two cards that are both recognised may overlap a good deal; anything less sure must lie mostly free.
    most = 0.75 if one.rank[0] and other.rank[0] else 0.4
    return bool(shared / min(areas) < most)


def _card(candidate: _Candidate) -> Card:
    found = candidate.match
    if found is None or found.best.likeness < NAMED_LIKENESS:
        return Card(None, candidate.quad, quarter_turns(candidate.quad), 0.0, False)
    corners = np.roll(found.best.corners, -found.best.card.turned, axis=0)
    names = tuple(fit.card.id for fit in (found.best, found.second) if fit is not None)
    return Card(found.best.card.id, corners, quarter_turns(corners), confidence(found), accepted(found), names)


def quarter_turns(corners: Quad) -> int:
    """Clockwise quarter turns from upright, as the picture shows them."""
    across = (corners[1] - corners[0]) + (corners[2] - corners[3])
    return round(float(np.degrees(np.arctan2(across[1], across[0]))) / 90) % 4
