"""All cards of one picture: a pure function from pixels and taught cards to findings. No files, no
camera.
"""

from dataclasses import dataclass, replace
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad
from vision.cards.appearance import (
    WIDTH_PX,
    PicturePyramid,
    is_bare_frame,
    is_bare_to_the_rim,
    seen,
    sides,
    stands_out,
)
from vision.cards.confidence import accepted, confidence
from vision.cards.hidden import HiddenCard, hidden_card, is_covered
from vision.cards.match import OUTSETS, WORTH_RACING, CardMatch, match
from vision.cards.outline import apart, largest_first, middle
from vision.cards.proposals import proposals
from vision.cards.references import Deck
from vision.cards.stickers import across, quarter_turns, stickers
from vision.cards.straight_edges import by_sides
from vision.cards.unexplained import OPEN, PACKED, around_boxes, is_like_a_card, to_look_at

FRAME_LIKENESS = 0.3  # what another card of the same game has in common with the taught ones
MOST_TRIES = 2
CLEARLY_BETTER = 0.04
DOUBTFUL = 0.5
SMALLEST_FRAME, LARGEST_FRAME = 0.45, 0.95  # of the usual card
STICKER_SURE = 0.99
MOST_HIDDEN = 8  # of one picture: each costs a few milliseconds
ELSEWHERE = 0.12  # of a card's side: how far apart the corners of two cards in a fan are at least
NAMED_LIKENESS = 0.35  # below this an asked card is offered without a name: an unknown card


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card seen. `id` None: a card nobody taught. `corners`: the card's own top-left first,
    clockwise.
    """

    id: str | None
    corners: Quad
    quarter_turns: int
    confidence: float
    accept: bool
    likeliest: tuple[str, ...] = ()
    hidden: bool = False  # a part of it lies under other cards


@dataclass(frozen=True, slots=True)
class _Candidate:
    quad: Quad
    match: CardMatch | None
    contradicted: bool = False

    @property
    def rank(self) -> tuple[bool, float]:
        if self.match is None:
            return False, 0.0
        return accepted(self.match), self.match.best.likeness


def read_cards(picture: Pixels, deck: Deck, closely: bool = True) -> list[CardReading]:
    """Cards by their stickers, where some were taught with one; all others by what they show."""
    marked = deck.stickered()
    if not marked:
        return _by_their_looks(picture, deck, closely)
    own = [(marked[number], quad) for number, quad in stickers(picture) if number in marked]
    looks = _by_their_looks(picture, deck, closely)
    others = [c for c in looks if not any(_covers(c, quad) for _, quad in own)]
    outlines = [c for c in looks if sum(_covers(c, quad) for _, quad in own) == 1]
    return [*(_stickered(card, turns, quad, outlines) for (card, turns), quad in own), *others]


def _stickered(card: str, turns: int, sticker: Quad, outlines: list[CardReading]) -> CardReading:
    """Where the card's outline was seen too, it says where the card lies; the sticker says which
    corner comes first.
    """
    upright = np.roll(sticker, turns, axis=0)
    outline = next((c.corners for c in outlines if _covers(c, sticker)), upright)
    corners = max(
        (np.roll(outline, k, axis=0) for k in range(4)),
        key=lambda quad: across(quad) @ across(upright),
    )
    return CardReading(card, corners, quarter_turns(upright), STICKER_SURE, True, (card,))


def _covers(card: CardReading, quad: Quad) -> bool:
    return cv2.pointPolygonTest(card.corners, middle(quad), False) >= 0


def _by_their_looks(picture: Pixels, deck: Deck, closely: bool) -> list[CardReading]:
    """By outline first; then, when looking closely, by straight sides and printed detail where
    nothing explains it.
    """
    whole = seen(picture)
    candidates = _outlined(whole, deck)
    final = _without_doubles(candidates)
    if closely:
        outlined = [candidate for candidate in final if not candidate.rank[0]]
        # Sides are soon tried, so they may be tried on grain as well; printed detail takes ten
        # times as long.
        for more, table_part in ((_by_sides, PACKED), (_by_detail, OPEN)):
            covered = _to_look_at(whole, deck, final, outlined, table_part)
            if (covered == 255).all():
                continue
            found = more(whole, deck, final, covered)
            candidates += found
            final = _without_doubles(candidates) if found else final
    framed = _by_frames(whole, deck, candidates, final)
    final = _without_doubles(candidates + framed) if framed else final
    cards = [_card(candidate) for candidate in final if _is_card(whole, candidate)]
    named = [card.corners for card in cards if card.accept]
    known = [replace(c, hidden=not c.accept and is_covered(c.corners, named)) for c in cards]
    return known + (_hidden(whole, deck, candidates, final) if closely and named else [])


def _hidden(
    whole: PicturePyramid, deck: Deck, candidates: list[_Candidate], final: list[_Candidate]
) -> list[CardReading]:
    """Cards that lie so far under the ones recognised that they passed for doubles of them."""
    named = [_place(candidate) for candidate in final if candidate.rank[0]]
    ratio, usual = deck.height_px / WIDTH_PX, _usual_area(named)
    found: list[CardReading] = []
    for quad in (candidate.quad for candidate in candidates if not candidate.rank[0]):
        taken = [*map(_place, final), *(card.corners for card in found)]
        if len(found) >= MOST_HIDDEN or not is_like_a_card(quad, usual, ratio):
            continue
        if not is_covered(quad, named) or any(_is_one(quad, place) for place in taken):
            continue
        under = hidden_card(whole, quad, deck, named)
        if under is not None and not any(_is_one(under.corners, place) for place in taken):
            found.append(_under(under))
    return found


def _under(hidden: HiddenCard) -> CardReading:
    corners = np.roll(hidden.corners, -hidden.card.turned, axis=0)
    names = tuple(name for name in (hidden.card.id, hidden.second) if name is not None)
    turns = quarter_turns(corners)
    return CardReading(hidden.card.id, corners, turns, DOUBTFUL, False, names, hidden=True)


def _is_one(quad: Quad, other: Quad) -> bool:
    """Two outlines of one place are one card."""
    side = float(np.sqrt(cv2.contourArea(other)))
    return float(apart(quad[None], other[None])[0, 0]) < ELSEWHERE * side


def _usual_area(places: list[Quad]) -> float:
    return float(np.median([cv2.contourArea(place) for place in places])) if places else 0.0


def _to_look_at(
    whole: PicturePyramid,
    deck: Deck,
    final: list[_Candidate],
    outlined: list[_Candidate],
    table_part: int,
) -> NDArray[np.uint8]:
    """Outlines without a name are strange cards where they are like taught ones; what was put
    together is nothing.
    """
    named, ratio = (
        [_place(candidate) for candidate in final if candidate.rank[0]],
        deck.height_px / WIDTH_PX,
    )
    strange = [_place(candidate) for candidate in outlined if candidate.rank[1] >= FRAME_LIKENESS]
    covered = to_look_at(whole, named, strange, ratio, table_part)
    if not named or table_part == PACKED:
        return covered
    unnamed = [candidate.quad for candidate in outlined]
    return np.minimum(covered, around_boxes(whole, named, strange, unnamed, ratio))


def _by_sides(
    whole: PicturePyramid, deck: Deck, before: list[_Candidate], covered: NDArray[np.uint8]
) -> list[_Candidate]:
    """Cards that touch or cover each other: the best shown first, each place but once."""
    named = [_place(candidate) for candidate in before if candidate.rank[0]]
    hidden = np.zeros(covered.shape, np.uint8)
    for place in named:
        _fill(hidden, place)
    explained = np.maximum(covered, hidden)
    width = float(np.median([min(sides(place)) for place in named])) if named else None
    found: list[_Candidate] = []
    for quad in by_sides(whole.whole, deck.height_px / WIDTH_PX, width, hidden):
        if _is_filled(explained, quad) or _tried(quad, found):
            continue
        candidate = _Candidate(quad, match(whole, quad, deck))
        found.append(candidate)
        if candidate.rank[0]:
            _fill(explained, _place(candidate))
    return found


def _by_detail(
    whole: PicturePyramid, deck: Deck, _: list[_Candidate], covered: NDArray[np.uint8]
) -> list[_Candidate]:
    return [
        _Candidate(quad, match(whole, quad, deck)) for quad in proposals(whole.whole, deck, covered)
    ]


def _by_frames(
    whole: PicturePyramid, deck: Deck, before: list[_Candidate], final: list[_Candidate]
) -> list[_Candidate]:
    """Outlines that fit nothing may be frames printed on a card whose rim is lost on a dark table:
    a little more.
    """
    places = [_place(candidate) for candidate in final if candidate.rank[0]]
    usual = float(np.median([cv2.contourArea(place) for place in places])) if places else None
    named = np.zeros(whole.whole.shape[:2], np.uint8)
    for place in places:
        _fill(named, place)
    found = []
    for quad in (candidate.quad for candidate in before if _may_be_frame(candidate, usual)):
        if _is_filled(named, quad):
            continue
        candidate = _Candidate(quad, match(whole, quad, deck, OUTSETS))
        if candidate.rank[0]:
            found.append(candidate)
            _fill(named, _place(candidate))
    return found


def _may_be_frame(candidate: _Candidate, usual_area: float | None) -> bool:
    """Cards of one deck have one size: where some are known, a frame is a little smaller, whatever
    it seems to show.
    """
    if usual_area is None:
        return candidate.rank[1] < NAMED_LIKENESS
    part = cv2.contourArea(candidate.quad) / usual_area
    return SMALLEST_FRAME < part < LARGEST_FRAME and candidate.rank[1] < WORTH_RACING


def _fill(mask: NDArray[np.uint8], quad: Quad) -> None:
    cv2.fillConvexPoly(mask, quad.astype(np.int32), 255)


def _is_filled(mask: NDArray[np.uint8], quad: Quad) -> bool:
    """Whether the middle of an outline lies in what is filled."""
    x, y = middle(quad)
    return _is_at(mask, x, y)


def _is_well_filled(mask: NDArray[np.uint8], quad: Quad) -> bool:
    """Whether most of an outline does, so that fitting its sides would change nothing."""
    x, y = middle(quad)
    return all(_is_at(mask, (x + across) / 2, (y + down) / 2) for across, down in quad.tolist())


def _is_at(mask: NDArray[np.uint8], x: float, y: float) -> bool:
    height, width = mask.shape
    return bool(mask[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)])


def _outlined(picture: PicturePyramid, deck: Deck) -> list[_Candidate]:
    """Outlines matched from the largest down; what lies inside a card already recognised is its own
    printing.
    """
    named = np.zeros(picture.whole.shape[:2], np.uint8)
    candidates: list[_Candidate] = []
    for quad in largest_first(picture.whole, lambda rough: _is_well_filled(named, rough)):
        if _is_filled(named, quad) or _tried(quad, candidates):
            continue
        candidate = _Candidate(quad, match(picture, quad, deck))
        candidates.append(candidate)
        if candidate.rank[0]:
            _fill(named, _place(candidate))
    return candidates


def _tried(quad: Quad, before: list[_Candidate]) -> bool:
    """Much the same outline was tried before in vain, or this one lies within a strange card of the
    same game.
    """
    (x, y), area = middle(quad), cv2.contourArea(quad)
    reach = 0.15 * sqrt(area)
    tries = 0
    for other in before:
        if other.match is None or other.match.best.likeness < FRAME_LIKENESS or other.rank[0]:
            continue
        if cv2.pointPolygonTest(other.quad, (x, y), False) < 0:
            continue
        if area < 0.6 * cv2.contourArea(other.quad):
            return True
        across, down = middle(other.quad)
        tries += abs(across - x) < reach and abs(down - y) < reach
    return tries >= MOST_TRIES


def _place(candidate: _Candidate) -> Quad:
    return candidate.quad if candidate.match is None else candidate.match.best.corners


def _without_doubles(candidates: list[_Candidate]) -> list[_Candidate]:
    """The surest reading of each place; outlines inside a recognised card are its printing, not
    further cards.
    """
    kept: list[_Candidate] = []
    for candidate in sorted(candidates, key=lambda c: c.rank, reverse=True):
        if all(_apart(candidate, other) for other in kept):
            kept.append(
                replace(
                    candidate,
                    contradicted=any(_contradicts(other, candidate) for other in candidates),
                )
            )
    return kept


def _contradicts(other: _Candidate, candidate: _Candidate) -> bool:
    """Another outline of the same place was as good for another card: then neither name is sure."""
    if (
        other.match is None
        or candidate.match is None
        or other.match.best.card.id == candidate.match.best.card.id
    ):
        return False
    if other.match.best.likeness < candidate.match.best.likeness - CLEARLY_BETTER:
        return False
    side = float(np.sqrt(cv2.contourArea(_place(candidate))))
    return float(apart(_place(other)[None], _place(candidate)[None])[0, 0]) < 0.2 * side


def _apart(one: _Candidate, other: _Candidate) -> bool:
    a, b = _place(one), _place(other)
    shared, _ = cv2.intersectConvexConvex(a.reshape(-1, 1, 2), b.reshape(-1, 1, 2))
    if shared <= 0:
        return True
    areas = cv2.contourArea(a), cv2.contourArea(b)
    # Two cards that are both recognised may overlap a good deal; anything less sure must lie mostly
    # free.
    most = 0.75 if one.rank[0] and other.rank[0] else 0.4
    return bool(shared / min(areas) < most)


def _is_card(picture: PicturePyramid, candidate: _Candidate) -> bool:
    """Whatever has a name; and what differs from the table on all four sides, as gaps between cards
    do not.

    A mat's printed frames do, by their lines; but they are bare.
    """
    if candidate.match is not None and candidate.match.best.likeness >= NAMED_LIKENESS:
        return True
    return (
        stands_out(picture, candidate.quad)
        and not is_bare_frame(picture, candidate.quad)
        and not is_bare_to_the_rim(picture, candidate.quad)
    )


def _card(candidate: _Candidate) -> CardReading:
    found = candidate.match
    if found is None or found.best.likeness < NAMED_LIKENESS:
        return CardReading(None, candidate.quad, quarter_turns(candidate.quad), 0.0, False)
    corners = np.roll(found.best.corners, -found.best.card.turned, axis=0)
    names = tuple(name for name in (found.best.card.id, found.second) if name is not None)
    sure = confidence(found) if not candidate.contradicted else min(confidence(found), DOUBTFUL)
    accept = accepted(found) and not candidate.contradicted
    return CardReading(found.best.card.id, corners, quarter_turns(corners), sure, accept, names)
