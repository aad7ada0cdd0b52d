"""Where two taught cards differ, and which of the two a picture shows there.

Cards of one family share nearly all: two small signs in the corners, a filling, a digit. A measure
over the whole card drowns these, so they are looked at for themselves, as finely as the picture
allows. Light is fitted on what both cards share, and they are told apart by what they do not.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.arrays import Pixels

PLACE_PX = 26  # of a card 160 wide: a corner sign with some paper around it
STRIDE_PX = 2
MOST_PLACES = 4
WORTH = 0.35  # of the strongest difference: less is the grain of two photographs
REACH_PX = 2  # so far a place may lie beside where it seems to
MISFIT_PX = 0.5  # what a shift of so much explains is no difference
GRAIN = 10.0  # grey levels, over three colours
# of the width: there the table shows, at the edges and beyond rounded corners
RIM, ROUND = 0.03, 0.12
LEAST_SHARED = 0.02
GAIN = (0.6, 1.6)  # of the print's contrast within one place, once the light of the card is even
FIRM = 200.0  # how firmly contrast is believed to be the print's: energy of shared print
SOFTNESS_PX = (0.0, 0.9, 1.6, 2.6)  # a picture may be so much softer than the taught one
# of a card's places: so many in a hundred are plain, those beyond are printed
PLAIN, PRINTED = 33, 60
NEARLY_ALL = 90  # of a card's places in a hundred
SOME_PRINT = 0.1  # of the strongest edges
# of the edges' energy: no card lies better than the first, none that is right worse than the last
MISFIT = (0.02, 0.25)
# print changes within so few pixels: of a difference, a soft stain on one photograph has a fiftieth
# so fine, lines nearly all of it, a large filled shape a seventh
FINE_PX, LEAST_FINE = 3.0, 0.06
LEAST = 8.0  # root of the mean energy of a place: less is no difference in any picture
Planes = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class TellingPlace:
    """One place where two cards differ, as each of them shows it, and how far each of its pixels
    tells the two apart, all by softness.
    """

    row: int
    col: int
    one: tuple[Pixels, ...]
    two: tuple[Pixels, ...]
    weight: tuple[NDArray[np.float16], ...]


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """A picture of a card in the light the taught one was seen in, and how soft it is."""

    planes: Planes
    softness: int


@dataclass(frozen=True, slots=True, eq=False)
class StrangePlaces:
    """How much of a picture the card taken for it leaves unexplained in each place, in times of
    what a card that lies as this one does leaves; and what nearly all of its places have of that.
    """

    times: Planes
    nearly_all: float

    def at(self, place: TellingPlace) -> float:
        row, col = ((side - REACH_PX) // STRIDE_PX for side in (place.row, place.col))
        return float(self.times[row, col])


def seen_as(flat: Pixels, soft: tuple[Planes, ...]) -> SeenCard:
    """`soft`: the taught card (`softened`)."""
    even = _evened(flat.astype(np.float32), soft[1])
    rests = [cv2.norm(even, then, cv2.NORM_L2SQR) for then in soft]
    return SeenCard(even, int(np.argmin(rests)))


def softened(card: Pixels) -> tuple[Planes, ...]:
    sharp = card.astype(np.float32)
    soft = [cv2.GaussianBlur(sharp, (0, 0), sigma) if sigma else sharp for sigma in SOFTNESS_PX]
    return tuple(np.asarray(one, dtype=np.float32) for one in soft)


def _evened(now: Planes, then: Planes) -> Planes:
    """In the colour and strength of light in which the card was taught, as it falls over the
    card.
    """
    both, own = (np.array(cv2.mean(now * other)[:3], dtype=np.float32) for other in (then, now))
    white = now * (both / (own + np.float32(1e-3)))
    reach = (round(0.4 * now.shape[1]) | 1,) * 2
    there, here = (cv2.blur(_summed(card), reach) for card in (then, white))
    light = np.asarray(there / (here + np.float32(1e-3)), dtype=np.float32)
    return np.asarray(white * light[:, :, None], dtype=np.float32)


def _summed(planes: Planes) -> Planes:
    return np.asarray(cv2.transform(planes, np.ones((1, 3), np.float32)), dtype=np.float32)


def telling_places(
    first: tuple[Planes, ...], other: tuple[Planes, ...]
) -> tuple[TellingPlace, ...]:
    """The places in which two cards (`softened`), the other lying on the first, differ most; the
    strongest first.
    """
    second = tuple(_evened(soft, then) for soft, then in zip(other, first, strict=True))
    weights = tuple(_weights(a, b) for a, b in zip(first, second, strict=True))
    strength = _strength(first[1], second[1]) * _is_print(first[1], second[1])
    places: list[TellingPlace] = []
    floor = LEAST**2
    while len(places) < MOST_PLACES:
        row, col = (int(at) for at in np.unravel_index(strength.argmax(), strength.shape))
        if strength[row, col] <= floor:
            break
        floor = max(floor, WORTH * float(strength[row, col]))
        at = row * STRIDE_PX + REACH_PX, col * STRIDE_PX + REACH_PX
        window = tuple(slice(start, start + PLACE_PX) for start in at)
        one, two = (_kept(card, window) for card in (first, second))
        weight = tuple(soft[window].astype(np.float16) for soft in weights)
        places.append(TellingPlace(*at, one, two, weight))
        near = PLACE_PX // STRIDE_PX
        strength[max(0, row - near) : row + near + 1, max(0, col - near) : col + near + 1] = 0
    return tuple(places)


def _kept(soft: tuple[Planes, ...], window: tuple[slice, ...]) -> tuple[Pixels, ...]:
    """In a quarter of the room: a deck has hundreds of such places."""
    return tuple(np.clip(np.rint(card[window]), 0, 255).astype(np.uint8) for card in soft)


def _weights(one: Planes, two: Planes) -> Planes:
    """From 0, where the two are alike or would be after a small shift, to 1, where they differ."""
    apart = _summed(np.square(one - two))
    steps = sum(_steepness(card) for card in (one, two))
    return np.asarray(apart / (apart + MISFIT_PX**2 * steps + GRAIN**2), dtype=np.float32)


def _steepness(card: Planes) -> Planes:
    across, down = (cv2.Sobel(card, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return _summed(np.asarray(np.square(across) + np.square(down), dtype=np.float32))


def _strength(one: Planes, two: Planes) -> Planes:
    """How much tells the two apart in each place."""
    return _by_place(_weights(one, two) * _summed(np.square(one - two)))


def _is_print(one: Planes, two: Planes) -> NDArray[np.bool_]:
    """Where a difference is sharp enough for print: a stain on a taught photograph is smooth."""
    apart = one - two
    fine = apart - cv2.GaussianBlur(apart, (0, 0), FINE_PX)
    weights = _weights(one, two)
    finely, all_of_it = (_by_place(weights * _summed(np.square(d))) for d in (fine, apart))
    return np.asarray(finely >= LEAST_FINE * all_of_it)


def _by_place(values: Planes) -> Planes:
    """The mean of each place, by its corner, every few pixels; the card's rim counts as nothing."""
    inside = values * _inside(*values.shape)
    means = cv2.boxFilter(inside, -1, (PLACE_PX, PLACE_PX), anchor=(0, 0))
    last_row, last_col = (side - PLACE_PX - REACH_PX for side in values.shape)
    return np.ascontiguousarray(means[REACH_PX:last_row:STRIDE_PX, REACH_PX:last_col:STRIDE_PX])


@lru_cache(maxsize=4)
def _inside(height: int, width: int) -> Planes:
    """1 within a card's rim and rounded corners, else 0."""
    rim, reach = RIM * width, ROUND * width
    across, down = (
        np.maximum(np.abs(np.arange(size) - (size - 1) / 2) - size / 2 + rim + reach, 0)
        for size in (width, height)
    )
    return np.asarray(np.hypot(across, down[:, None]) < reach, dtype=np.float32)


def strange_places(seen: SeenCard, soft: tuple[Planes, ...]) -> StrangePlaces:
    now, then = (
        np.asarray(cv2.GaussianBlur(card, (0, 0), SOFTNESS_PX[1]), dtype=np.float32)
        for card in (seen.planes, soft[seen.softness])
    )
    left, edges = _strength(then, now), _by_place(_steepness(then))
    times = np.asarray(np.sqrt(left / _usual(left, edges)), dtype=np.float32)
    return StrangePlaces(times, max(1.0, float(np.percentile(times, NEARLY_ALL))))


def _usual(left: Planes, edges: Planes) -> Planes:
    """What a place leaves unexplained when the card is the right one: grain everywhere, and the
    more for a card that lies a little beside, the more edges there are.
    """
    plain = edges <= np.percentile(edges, PLAIN)
    grain = float(np.median(left[plain]))
    printed = edges >= max(float(np.percentile(edges, PRINTED)), SOME_PRINT * float(edges.max()))
    misfit = float(np.median((left[printed] - grain) / edges[printed]))
    return np.asarray(grain + np.clip(misfit, *MISFIT) * edges + 1, dtype=np.float32)


def told(seen: SeenCard, place: TellingPlace) -> NDArray[np.float64]:
    """The energy that each of the two cards leaves unexplained, beyond the grain of what they
    share; that grain; and what the second would leave of the first, seen perfectly.
    """
    shifted = _shifted(seen.planes, place)
    cards = (card[seen.softness].reshape(-1, 3).T for card in (place.one, place.two))
    one, two = (np.asarray(card, dtype=np.float32) for card in cards)
    weight = place.weight[seen.softness].ravel().astype(np.float32)
    shared = np.maximum(1 - weight, LEAST_SHARED) ** 2
    both = np.asarray((one + two) / 2, dtype=np.float32)
    gain, level = _light(shifted, both, shared)
    left, grain = [], []
    for card in (one, two):
        rest = shifted - gain[:, None, None] * card - level[:, :, None]
        energy = np.square(rest).sum(axis=1)
        common = energy @ shared
        total = energy @ weight + common
        best = int(total.argmin())
        left.append(float(total[best]))
        grain.append(float(common[best]))
    usual = min(grain)
    grainy = usual * (1 + float(weight.sum() / shared.sum()))
    apart = float(np.square(one - two).sum(axis=0) @ (weight + shared))
    return np.array([max(0.0, left[0] - grainy), max(0.0, left[1] - grainy), grainy, apart])


def _shifted(planes: Planes, place: TellingPlace) -> Planes:
    """The place as seen, and so every few pixels around it."""
    reach = PLACE_PX + REACH_PX
    rows, cols = (slice(at - REACH_PX, at + reach) for at in (place.row, place.col))
    windows = sliding_window_view(planes[rows, cols], (PLACE_PX, PLACE_PX), axis=(0, 1))
    return windows.reshape(-1, 3, PLACE_PX**2)


def _light(shifted: Planes, card: Planes, shared: Planes) -> tuple[Planes, Planes]:
    """Contrast and level of the light, by what both cards share there."""
    total = float(shared.sum())
    mean_now, mean_then = shifted @ shared / total, card @ shared / total
    energy = float((np.square(card) @ shared).sum() - total * np.square(mean_then).sum())
    both = np.einsum("scp,cp->s", shifted, card * shared) - total * mean_now @ mean_then
    gain = np.clip((both + FIRM * total) / (energy + FIRM * total), *GAIN)
    level = mean_now - gain[:, None] * mean_then
    return gain.astype(np.float32), level.astype(np.float32)
