"""Comparing one outlined card with the taught ones. Gives measurements; what is sure enough is decided in `judge`."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outline import Picture, Quad
from vision.cards.references import WIDTH_PX, Deck, Plane, Reference, comparable_grey, flatten, look_of, sides, thumb_of

SHORTLIST = 4
FAINTEST = 0.35
WORTH_A_CLOSER_LOOK = 0.45
FAR_BEHIND = 0.3
TWIN = 0.5
WINDOW_PX = 21
FLAT_SPREAD = 9.0  # grey levels: less variation than this in a window is no structure to compare
INSETS = (0.0, 0.035, 0.07, -0.035)  # sleeves and shadows make an outline a little too large, rounding too small


@dataclass(frozen=True, slots=True)
class Fit:
    """One taught card laid over one outline. `corners` are the card's own, top-left first, in the picture."""

    card: Reference
    corners: Quad
    likeness: float
    agreeing: float
    look: Plane


@dataclass(frozen=True, slots=True)
class Match:
    """The best fit, and how clearly it leads the nearest other card (0.5: just like it, 0: in between)."""

    best: Fit
    second: Fit | None
    lead: float
    sharpness: float


def match(picture: Picture, quad: Quad, deck: Deck) -> Match | None:
    starts = _shortlist(picture, quad, deck)
    if not starts:
        return None
    fits = {index: _fit(picture, start, deck.cards[index]) for index, start in starts.items()}
    best = _likeliest(fits)
    if fits[best].likeness > WORTH_A_CLOSER_LOOK:
        # Look-alikes get the outline the best one found: a badly placed start must not cost them the race.
        for index in _rivals(fits, best, deck):
            again = _fit(picture, fits[best].corners, deck.cards[index])
            if index not in fits or again.likeness > fits[index].likeness:
                fits[index] = again
        best = _likeliest(fits)
    others = sorted((i for i in fits if i != best), key=lambda index: -fits[index].likeness)
    leads = [lead(fits[best].look, deck, best, other) for other in others]
    second = fits[others[0]] if others else None
    return Match(fits[best], second, min(leads, default=0.5), sharpness(fits[best]))


def _rivals(fits: dict[int, Fit], best: int, deck: Deck) -> list[int]:
    """The best itself, whatever came near it, and every taught card that looks much like it from afar."""
    near = [index for index, fit in fits.items() if fit.likeness > fits[best].likeness - FAR_BEHIND]
    alike = deck.thumbs @ deck.thumbs[best]
    twins = [index for index in {*fits, *deck.neighbours[best].tolist()} if alike[index] > TWIN]
    return sorted({*near, *twins})


def _likeliest(fits: dict[int, Fit]) -> int:
    return max(fits, key=lambda index: fits[index].likeness)


def _shortlist(picture: Picture, quad: Quad, deck: Deck) -> dict[int, Quad]:
    """The few taught cards that look alike from afar, each with the turn and inset in which it does."""
    starts, views = [], []
    size = (WIDTH_PX // 2, deck.height_px // 2)
    for half in _half_turns(quad):
        for inset in INSETS:
            start = _inset(half, inset)
            look = look_of(flatten(picture, start, size))
            starts += [start, np.roll(start, 2, axis=0)]
            views += [look, look[::-1, ::-1]]  # upside down costs no second look
    thumbs = np.stack([thumb_of(view) for view in views])
    likeness = thumbs @ deck.thumbs.T
    order = np.argsort(likeness.max(axis=0))[::-1][:SHORTLIST]
    floor = max(FAINTEST, 0.5 * float(likeness.max()))
    return {int(i): starts[int(likeness[:, i].argmax())] for i in order if likeness[:, i].max() > floor}


def _half_turns(quad: Quad) -> list[Quad]:
    """The outline as it is, and on its side too when perspective leaves open which sides are the short ones."""
    across, down = sides(quad)
    return [quad] if down > 1.25 * across else [quad, np.roll(quad, 1, axis=0)]


def _inset(quad: Quad, part: float) -> Quad:
    centre = quad.mean(axis=0)
    return np.asarray(centre + (quad - centre) * (1 - part), dtype=np.float32)


def _fit(picture: Picture, start: Quad, card: Reference) -> Fit:
    corners = start
    moved = _aligned(comparable_grey(flatten(picture, corners, card.size)), corners, card)
    if moved is not None:
        corners = moved
    look = look_of(flatten(picture, corners, card.size))
    likeness, agreeing = compare(card.look, look)
    return Fit(card, corners, likeness, agreeing, look)


def _aligned(seen: Picture, corners: Quad, card: Reference) -> Quad | None:
    """Points of the taught card followed into the picture; the whole card moves with those that agree."""
    if len(card.marks) < 8:
        return None
    taught = card.grey
    guess = card.marks.copy()
    there, ok, _ = cv2.calcOpticalFlowPyrLK(taught, seen, card.marks, guess, winSize=(17, 17), maxLevel=2)
    back, ok_back, _ = cv2.calcOpticalFlowPyrLK(seen, taught, there, guess.copy(), winSize=(17, 17), maxLevel=2)
    off = np.hypot(*(back - card.marks).reshape(-1, 2).T)
    good = (ok.ravel() == 1) & (ok_back.ravel() == 1) & (off < 1.0)
    if good.sum() < 8:
        return None
    matrix, inliers = cv2.findHomography(card.marks[good], there[good], cv2.RANSAC, 2.0, maxIters=200, confidence=0.99)
    if matrix is None or inliers.sum() < max(8, 0.3 * good.sum()):
        return None
    width, height = card.size
    frame = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], dtype=np.float32)
    moved = cv2.perspectiveTransform(frame, matrix)
    if np.abs(moved - frame).max() > 0.18 * width:
        return None
    back_to_picture = cv2.getPerspectiveTransform(frame.reshape(4, 2), np.asarray(corners, dtype=np.float32))
    return np.asarray(cv2.perspectiveTransform(moved, back_to_picture).reshape(4, 2), dtype=np.float32)


def _local_mean(plane: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.blur(plane, (WINDOW_PX, WINDOW_PX), borderType=cv2.BORDER_REFLECT), dtype=np.float32)


def _within(shape: tuple[int, ...]) -> NDArray[np.float32]:
    """1 inside the card, 0 along its rim: there the table shows, in the taught picture or in the seen one."""
    rim = round(0.04 * shape[1])
    inside = np.zeros(shape[:2], np.float32)
    inside[rim:-rim, rim:-rim] = 1
    return inside


def compare(taught: Plane, seen: Plane) -> tuple[float, float]:
    """Likeness over windows (lightness and colour together), and the share of windows with structure that agree."""
    mean_t, mean_s = _local_mean(taught), _local_mean(seen)
    var_t = np.maximum(_local_mean(taught * taught) - mean_t * mean_t, 0).sum(axis=2)
    var_s = np.maximum(_local_mean(seen * seen) - mean_s * mean_s, 0).sum(axis=2)
    both = (_local_mean(taught * seen) - mean_t * mean_s).sum(axis=2)
    gain = float(np.sqrt((var_t.mean() + 1) / (var_s.mean() + 1)))  # a flatter picture of the same card
    floor = FLAT_SPREAD**2
    local = both * gain / (np.maximum(var_t, var_s * gain**2) * 0.5 + 0.5 * np.sqrt(var_t * var_s) * gain + floor)
    weight = np.sqrt(np.maximum(var_t, var_s * gain**2))
    weight = np.where(weight > FLAT_SPREAD, np.minimum(weight, 60), 0) * _within(weight.shape)
    total = float(weight.sum()) + 1e-6
    return float((weight * local).sum() / total), float((weight * (local > 0.5)).sum() / total)


def lead(seen: Plane, deck: Deck, best: int, other: int) -> float:
    """Along what differs between the two cards, where the picture lies: 0.5 on the best's side, -0.5 on the other's."""
    one = deck.cards[best].look - _local_mean(deck.cards[best].look)
    two = _laid_over(deck, other, best)
    now = seen - _local_mean(seen)
    gain = float((now * one).sum() / ((now * now).sum() + 1e-6))
    apart = (one - two) * _within(one.shape)[:, :, np.newaxis]
    strength = _cells(apart * apart)
    along = _cells((gain * now - (one + two) / 2) * apart) / (strength + 1e-6)
    keep = strength > 0.1 * strength.max()
    return float((np.clip(along, -1, 1) * strength)[keep].sum() / (strength[keep].sum() + 1e-6))


def _cells(plane: Plane) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(plane.sum(axis=2), (8, 11), interpolation=cv2.INTER_AREA), dtype=np.float32)


def _laid_over(deck: Deck, other: int, best: int) -> Plane:
    """The other card moved so that what both share lies on top of each other; as taught where nothing is shared."""
    card, under = deck.cards[other], deck.cards[best]
    key = (card.id, under.id)
    if key not in deck.overlays:
        width, height = under.size
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
        moved = _aligned(card.grey, frame, under)
        look = card.look if moved is None else look_of(flatten(card.flat, moved, under.size))
        deck.overlays[key] = look - _local_mean(look)
    return deck.overlays[key]


def sharpness(fit: Fit) -> float:
    """Fine detail seen, against the detail the taught picture has: 1 is as sharp, 0 is a smear."""
    taught = float(np.abs(cv2.Laplacian(fit.card.look[:, :, 0], cv2.CV_32F)).mean())
    seen = float(np.abs(cv2.Laplacian(fit.look[:, :, 0], cv2.CV_32F)).mean())
    contrast = float((fit.look[:, :, 0].std() + 1) / (fit.card.look[:, :, 0].std() + 1))
    return seen / (taught * contrast + 1e-6)
