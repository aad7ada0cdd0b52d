"""Comparing one outlined card with the taught ones. Gives measurements; what is sure enough is
decided in `judge`.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Pixels, Quad
from vision.cards.alignment import aligned
from vision.cards.appearance import (
    THUMB,
    PicturePyramid,
    comparable_grey,
    flattened,
    inset_thumbs,
    look_of,
    sides,
    thumb_of,
)
from vision.cards.compare import CardLook, detail, likeness, looked
from vision.cards.outline import TURNS
from vision.cards.references import Deck, Reference
from vision.cards.rivals import (
    CardPrint,
    PictureAsCard,
    Rivals,
    lead,
    printed,
    reduced,
    rivals,
    shown,
)
from vision.cards.twins import (
    NO_TWIN,
    Verdict,
    held_against_twins,
    lies_upside_down,
    mostly_left,
)

FAINTEST = 0.4
SHORTLIST = 4
CLOSE_BEHIND = 0.25  # from afar: much the same to a thumbnail when a card shows little but white
SURELY_IT = 0.8  # likeness that only the card itself reaches, when it lies well
WORTH_RACING = 0.5
MOSTLY_AGREEING = 0.66  # another card of the same game agrees in its frame, hardly in more
HOPELESS = 0.25
RIVALS = 3
FAR_AHEAD = 0.3  # lead seen from afar beyond which another card cannot be meant
TWIN = 0.6  # so alike that from afar not enough can be told
# degrees at which cards lie that are cut out along their box
ASKEW = (-9.0, -6.0, -3.0, 3.0, 6.0, 9.0)
LIES_STILL = 0.02  # of a card's width: a card that moved less will not move again
CONTESTED = 0.4
AS_GOOD = 0.15  # of likeness: a rival that fits worse has no say
WELL_LAID = 0.9  # of agreement: a card that has less may only lie badly
# of width and height: other starts for such a card
NUDGES = ((0.05, 0.0), (0.0, 0.05), (0.05, 0.05), (-0.05, -0.05))
FROM_AFAR = (2 * THUMB[0], 2 * THUMB[1])
# sleeves and shadows make an outline a little too large, rounding too small
INSETS = (0.0, 0.035, 0.07, -0.035)
# a dark rim on a dark table is not seen: the outline is that of the frame printed within it
OUTSETS = (-0.1, -0.2)


@dataclass(frozen=True, slots=True)
class StartingFit:
    """A taught card that looks like an outline's contents from afar, and how it would lie there."""

    number: int
    corners: Quad


@dataclass(frozen=True, slots=True)
class CardFit:
    """One taught card laid over one outline. `corners` are the card's own, top-left first, in the
    picture.
    """

    number: int
    card: Reference
    corners: Quad
    likeness: float
    agreeing: float
    look: CardLook
    moved: bool


@dataclass(frozen=True, slots=True)
class CardMatch:
    """The best fit, how clearly it leads the nearest other card (0.5: just like it, 0: in between),
    what the places say in which its twins differ from it, and, of a card not surely alike, what it
    leaves unexplained in nearly all of its places (1: what any card leaves).
    """

    best: CardFit
    second: str | None
    lead: float
    sharpness: float
    twin: Verdict = NO_TWIN
    unexplained: float = 1.0


def match(
    picture: PicturePyramid, quad: Quad, deck: Deck, insets: tuple[float, ...] = INSETS
) -> CardMatch | None:
    starts = _shortlist(picture, quad, deck, insets)
    if not starts:
        return None
    best = _settled(picture, starts[0], deck)
    if best.likeness < WORTH_RACING or best.agreeing < MOSTLY_AGREEING:
        return CardMatch(best, None, 0.0, _sharpness(best))
    # The others too, each in its own turn: an ace of another suit looks much the same upside down.
    for other in starts[1:] if best.likeness < SURELY_IT else ():
        best = max(
            best, _laid(picture, other.corners, deck, other.number), key=lambda fit: fit.likeness
        )
    shortlist = {start.number for start in starts}
    best = _right_way_up(picture, _nudged(picture, best, deck), deck)
    found = _raced(picture, best, deck, shortlist)
    verdict = held_against_twins(picture, found.best.corners, deck, found.best.number)
    if verdict.meant is not None:
        rival = _laid(picture, found.best.corners, deck, verdict.meant)
        found = _raced(picture, rival, deck, shortlist)
        verdict = held_against_twins(picture, found.best.corners, deck, found.best.number)
    second = found.second if verdict.number is None else deck.cards[verdict.number].id
    return replace(
        found, twin=verdict, second=second, unexplained=_unexplained(picture, found.best)
    )


def _unexplained(picture: PicturePyramid, fit: CardFit) -> float:
    """Of a card not surely alike: a nought that nobody taught agrees with an eight in its frame,
    and a tenth of its places do not.
    """
    return 1.0 if fit.likeness > SURELY_IT else mostly_left(picture, fit.corners, fit.card)


def _right_way_up(picture: PicturePyramid, fit: CardFit, deck: Deck) -> CardFit:
    if not lies_upside_down(picture, fit.corners, deck, fit.number):
        return fit
    turned = _laid(picture, fit.corners[TURNS[2]], deck, fit.number)
    return max(fit, turned, key=lambda fit: fit.likeness)


def _settled(picture: PicturePyramid, start: StartingFit, deck: Deck) -> CardFit:
    """A card laid over an outline; once it lies well, another may turn out to be the likelier one
    from afar.
    """
    fit = _laid(picture, start.corners, deck, start.number)
    scores = deck.thumbs @ thumb_of(fit.look.plane)
    likeliest = int(scores.argmax())
    if likeliest == fit.number or scores[likeliest] < FAINTEST:
        return fit
    return max(fit, _laid(picture, fit.corners, deck, likeliest), key=lambda fit: fit.likeness)


def _laid(picture: PicturePyramid, corners: Quad, deck: Deck, number: int) -> CardFit:
    """A card laid over an outline, and again from where it came to lie if it moved a good deal."""
    fit = _fit(picture, corners, deck, number)
    if not fit.moved or not HOPELESS < fit.likeness < SURELY_IT:
        return fit
    return max(fit, _fit(picture, fit.corners, deck, number), key=lambda fit: fit.likeness)


def _nudged(picture: PicturePyramid, fit: CardFit, deck: Deck) -> CardFit:
    """The same card from starts a little wider or narrower: an ace has few points to follow, so its
    start matters.
    """
    if fit.likeness > SURELY_IT or fit.agreeing > WELL_LAID:
        return fit
    for wider, higher in NUDGES:
        start = _stretched(fit.corners, wider, higher)
        fit = max(fit, _laid(picture, start, deck, fit.number), key=lambda fit: fit.likeness)
    return fit


def _stretched(quad: Quad, wider: float, higher: float) -> Quad:
    """An outline made wider and higher in its own perspective."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    there = cv2.getPerspectiveTransform(unit, quad)
    ends = (unit - 0.5) * (1 + wider, 1 + higher) + 0.5
    return np.asarray(
        cv2.perspectiveTransform(ends[None].astype(np.float32), there)[0], dtype=np.float32
    )


def _raced(picture: PicturePyramid, best: CardFit, deck: Deck, shortlist: set[int]) -> CardMatch:
    """The best against its rivals, all laid where the best one found the card: a bad start must not
    cost the race.
    """
    beaten, laid = {best.number}, [best]
    while True:
        sure = best.likeness > SURELY_IT
        leads = _leads(best, deck, shortlist)
        contested = CONTESTED if sure else 1.0
        close = sorted(
            (by, number) for number, by in leads.items() if by < contested and number not in beaten
        )
        others = [_laid(picture, best.corners, deck, number) for _, number in close[:RIVALS]]
        laid += others
        # By what tells the two apart first: fine lines fit badly anywhere, and an empty frame fits
        # every filled one.
        ahead = max(others, key=lambda fit: fit.likeness - leads[fit.number], default=best)
        beaten.update(fit.number for fit in others)
        if ahead.likeness - leads.get(ahead.number, 0.0) <= best.likeness:
            for rival in laid:
                if rival.number in leads and rival.likeness > best.likeness - AS_GOOD:
                    leads[rival.number] = _from_both_sides(best, rival, leads[rival.number])
            second = min(leads, key=lambda number: leads[number], default=None)
            name = None if second is None else deck.cards[second].id
            return CardMatch(best, name, min(leads.values(), default=0.5), _sharpness(best))
        best = ahead


def _from_both_sides(best: CardFit, rival: CardFit, ahead: float) -> float:
    """A lead that the rival, laid as it fits best, must concede: a stain on one of them makes each
    lead the other.
    """
    behind = lead(_shown(rival), _between(rival.card, best.card))
    return min(ahead, (ahead - behind) / 2)


def _leads(best: CardFit, deck: Deck, also: set[int]) -> dict[int, float]:
    """How clearly the best leads each card that could be meant: from afar first, closely where that
    is not enough.
    """
    own = deck.pictures_of(best.card.id)
    if len(own) == len(deck.cards):
        return {}
    scores = deck.thumbs @ thumb_of(best.look.plane)
    alike = deck.alike[best.number]
    afar = (scores[best.number] - scores) / (2 * (1 - alike) + 1e-3)
    afar[own] = np.inf
    rivals = set(np.argsort(afar)[:RIVALS][np.sort(afar)[:RIVALS] < FAR_AHEAD].tolist())
    rivals |= {number for number in also if afar[number] < FAR_AHEAD or alike[number] > TWIN}
    rivals = (rivals | _twins(deck, best.number)) - set(own)
    if not rivals:
        other = int(afar.argmin())
        return {other: float(afar[other])}
    now = _shown(best)
    return {int(i): lead(now, _between(best.card, deck.cards[int(i)])) for i in rivals}


def _shown(fit: CardFit) -> PictureAsCard:
    return shown(reduced(fit.look.flat), _print_of(fit.card))


@lru_cache(maxsize=512)
def _twins(deck: Deck, number: int) -> frozenset[int]:
    """The card that differs least from this one; and the one that would, cut out along its box
    where it lay askew.
    """
    card = deck.cards[number]
    halves = PicturePyramid((card.flat, np.asarray(cv2.pyrDown(card.flat), dtype=np.uint8)))
    boxed = np.stack([thumb_of(look_of(_boxed(halves, turn))) for turn in ASKEW])
    both = np.stack([deck.alike[number], (boxed @ deck.thumbs.T).max(axis=0)])
    both[:, deck.pictures_of(card.id)] = -1
    return frozenset(int(alike.argmax()) for alike in both if alike.max() > TWIN)


def _boxed(card: PicturePyramid, turn: float) -> Pixels:
    """A card as its box shows it when it lies turned by so many degrees."""
    size, way = np.array(card.whole.shape[1::-1], dtype=np.float32), np.radians(turn)
    ways = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]])
    box = np.abs(ways) @ size
    ends = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * box / 2
    return flattened(card, np.asarray(ends @ ways + size / 2, dtype=np.float32), FROM_AFAR)


def _shortlist(
    picture: PicturePyramid, quad: Quad, deck: Deck, insets: tuple[float, ...]
) -> list[StartingFit]:
    """The taught card most alike from afar and those close behind it, each in the turn and inset in
    which it is.
    """
    starts, thumbs, widest = [], [], min(insets)
    within = tuple(1 - (1 - inset) / (1 - widest) for inset in insets)
    for half in _half_turns(quad):
        look = look_of(flattened(picture, _inset(half, widest), FROM_AFAR))
        for inset, thumb in zip(insets, inset_thumbs(look, within), strict=True):
            start = _inset(half, inset)
            starts += [start, start[TURNS[2]]]
            # upside down costs no second look
            thumbs += [thumb, thumb.reshape(-1, 3)[::-1].ravel()]
    scores = np.stack(thumbs) @ deck.thumbs.T
    best = scores.max(axis=0)
    floor = max(FAINTEST, float(best.max()) - CLOSE_BEHIND)
    order = [int(i) for i in np.argsort(-best)[:SHORTLIST] if best[i] > floor]
    return [StartingFit(i, starts[int(scores[:, i].argmax())]) for i in order]


def _half_turns(quad: Quad) -> list[Quad]:
    """The outline as it is, and on its side too when perspective leaves open which sides are the
    short ones.
    """
    across, down = sides(quad)
    return [quad] if down > 1.25 * across else [quad, quad[TURNS[3]]]


def _inset(quad: Quad, part: float) -> Quad:
    centre = quad.mean(axis=0)
    return np.asarray(centre + (quad - centre) * (1 - part), dtype=np.float32)


def _fit(picture: PicturePyramid, start: Quad, deck: Deck, number: int) -> CardFit:
    card = deck.cards[number]
    flat = flattened(picture, start, card.size)
    moved = aligned(comparable_grey(flat), start, card)
    if moved is not None:
        flat = flattened(picture, moved, card.size)
    corners = start if moved is None else moved
    step = float(np.abs(corners - start).max()) / sides(corners)[0]
    look = looked(flat)
    return CardFit(number, card, corners, *likeness(_taught(card), look), look, step > LIES_STILL)


@lru_cache(maxsize=12)  # a fifth of a megabyte each
def _taught(card: Reference) -> CardLook:
    return looked(card.flat)


@lru_cache(maxsize=32)  # a tenth of a megabyte each
def _between(card: Reference, other: Reference) -> Rivals:
    """What tells the two apart."""
    return rivals(_print_of(card), printed(reduced(_on_top(other, card))))


@lru_cache(maxsize=32)  # the same
def _print_of(card: Reference) -> CardPrint:
    return printed(reduced(card.flat))


def _on_top(other: Reference, card: Reference) -> Pixels:
    """The other card moved so that what both share lies on top of each other."""
    moved = _shared_place(other, card)
    return (
        other.flat if moved is None else flattened(PicturePyramid((other.flat,)), moved, card.size)
    )


@lru_cache(
    maxsize=1024
)  # four corners each: every card of a large deck with the few it is told from
def _shared_place(other: Reference, card: Reference) -> Quad | None:
    """Where a card lies on another one. It never changes, and to find it takes half of what tells
    the two apart.
    """
    width, height = card.size
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    return aligned(other.grey, frame, card)


def _sharpness(fit: CardFit) -> float:
    """Fine detail seen, against the detail the taught picture has: 1 is as sharp, 0 is a smear."""
    return detail(fit.look) / (detail(_taught(fit.card)) + 1e-6)
