"""Outlines put together from straight edges, for cards that touch or cover each other: two sides
and where they meet.

Cards that touch have one outline together, and none of their own. But every corner that shows is
two lines that meet, and all cards of a deck have one size; so each such corner says where a card
would lie, and its other sides must show.
"""

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad

SIDE_PX = 720
SHORTEST_PX = 12.0
BINS = 12  # of direction, over half a turn
MOST_LINES = 260
SQUARE = 0.16  # cosine between two sides of a card, seen a little from aside
MEETING = 0.2  # of a card's width: corners are round
SIZES = (0.94, 1.0, 1.06)
LEAST_SHOWN = 0.62  # of the sides that nothing hides
LEAST_SAMPLES = 0.4  # of all sides: fewer say nothing
PER_SIDE = 12
# first, for of ten thousand cards that could have a corner somewhere few do
FEW_PER_SIDE, ROUGHLY_SHOWN = (4, 0.45)
MOST_TRIED, MOST_FOUND = 400, 48
Lines = NDArray[np.float32]
Points = NDArray[np.float32]


def by_sides(
    picture: Pixels, ratio: float, width_px: float | None, hidden: NDArray[np.uint8]
) -> list[Quad]:
    """Most shown first. `ratio`: height against width of this deck's cards; `width_px`: of the
    cards already found;
    `hidden`: not 0 where these lie."""
    scale = min(1.0, SIDE_PX / max(picture.shape[:2]))
    grey = cv2.cvtColor(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA),
        cv2.COLOR_BGR2GRAY,
    )
    lines = _lines(np.asarray(grey, dtype=np.uint8))
    if len(lines) < 4:
        return []
    meets, one, two = _corners(lines, width_px * scale if width_px else 60.0)
    width = width_px * scale if width_px else _likeliest_width(meets, one, two, ratio)
    if width is None or len(meets) == 0:
        return []
    quads = _cards(meets, one, two, width, ratio)
    drawn, covered = _drawn(lines, grey.shape[:2]), _small(hidden, grey.shape[:2])
    quads = quads[_shown(quads, drawn, covered, FEW_PER_SIDE) > ROUGHLY_SHOWN]
    shown = _shown(quads, drawn, covered, PER_SIDE)
    best = np.argsort(-shown)[:MOST_TRIED]
    kept = _distinct(quads[best[shown[best] > LEAST_SHOWN]], 0.14 * width)
    return [np.asarray(quad / scale, dtype=np.float32) for quad in kept]


def _lines(grey: Pixels) -> Lines:
    found = cast("Lines | None", cv2.createLineSegmentDetector().detect(grey)[0])
    if found is None:
        return np.zeros((0, 4), np.float32)
    lines = np.asarray(found, dtype=np.float32).reshape(-1, 4)
    length = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    longest = np.argsort(-length)[:MOST_LINES]
    return np.asarray(lines[longest[length[longest] > SHORTEST_PX]], dtype=np.float32)


def _corners(lines: Lines, width: float) -> tuple[Points, Points, Points]:
    """Where two lines meet squarely, near or on both; and their directions there."""
    start, end = lines[:, :2], lines[:, 2:]
    length = np.hypot(*(end - start).T)
    along = (end - start) / length[:, None]
    i, j = np.triu_indices(len(lines), 1)
    square = np.abs((along[i] * along[j]).sum(axis=1)) < SQUARE
    i, j = i[square], j[square]
    det = along[i, 0] * along[j, 1] - along[i, 1] * along[j, 0]
    off = start[j] - start[i]
    on_i = (off[:, 0] * along[j, 1] - off[:, 1] * along[j, 0]) / det
    on_j = (off[:, 0] * along[i, 1] - off[:, 1] * along[i, 0]) / det
    reach = MEETING * width
    near = (
        (on_i > -reach) & (on_i < length[i] + reach) & (on_j > -reach) & (on_j < length[j] + reach)
    )
    i, j = i[near], j[near]
    return np.asarray(start[i] + on_i[near, None] * along[i], dtype=np.float32), along[i], along[j]


def _likeliest_width(meets: Points, one: Points, two: Points, ratio: float) -> float | None:
    """Corners lie a card's width or height apart, along a side: the width for which both happen
    most often.
    """
    if len(meets) < 4:
        return None
    some = np.random.default_rng(0).permutation(len(meets))[:500]
    meets, one, two = meets[some], one[some], two[some]
    off = meets[None] - meets[:, None]
    far = np.hypot(off[..., 0], off[..., 1])
    straight = np.maximum(
        np.abs((off * one[:, None]).sum(axis=-1)), np.abs((off * two[:, None]).sum(axis=-1))
    )
    distances = far[(far > 2 * SHORTEST_PX) & (straight > 0.998 * far)]
    if len(distances) == 0:
        return None
    step = 0.04
    places = np.arange(np.log(24), np.log(SIDE_PX / 2), step)
    votes, _ = np.histogram(np.log(distances), bins=np.append(places, places[-1] + step))
    # longer ways meet more by chance
    smooth = np.convolve(votes, (0.5, 1, 0.5), mode="same") / np.exp(places)
    higher = np.interp(places + np.log(ratio), places, smooth, right=0)
    return float(np.exp(places[int((smooth * higher).argmax())] + step / 2))


def _cards(meets: Points, one: Points, two: Points, width: float, ratio: float) -> Points:
    """Every card that could have its corner there: upright or on its side, in each of four
    quarters.
    """
    quads = []
    for size in SIZES:
        for wide, high in (
            (width * size, width * size * ratio),
            (width * size * ratio, width * size),
        ):
            for across in (one * wide, -one * wide):
                for down in (two * high, -two * high):
                    quads.append(
                        np.stack(
                            [meets, meets + across, meets + across + down, meets + down], axis=1
                        )
                    )
    every = np.concatenate(quads)
    turned = every[:, 1:3] - every[:, :2]
    mirrored = turned[:, 0, 0] * turned[:, 1, 1] - turned[:, 0, 1] * turned[:, 1, 0] < 0
    every[mirrored] = every[mirrored][:, ::-1]
    sides = (
        np.hypot(*np.moveaxis(every[:, 1] - every[:, 0], -1, 0)),
        np.hypot(*np.moveaxis(every[:, 2] - every[:, 1], -1, 0)),
    )
    lying = sides[0] > sides[1]
    every[lying] = np.roll(every[lying], -1, axis=1)
    return np.asarray(every, dtype=np.float32)


def _drawn(lines: Lines, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The lines by direction, each in its own and the two next to it."""
    masks = np.zeros((BINS, *shape), np.uint8)
    turns = np.arctan2(lines[:, 3] - lines[:, 1], lines[:, 2] - lines[:, 0])
    for (x0, y0, x1, y1), turn in zip(np.rint(lines).astype(int).tolist(), turns, strict=True):
        own = int(np.floor(turn / np.pi * BINS))
        for step in (-1, 0, 1):
            cv2.line(masks[(own + step) % BINS], (x0, y0), (x1, y1), 1, 3)
    return masks > 0


def _shown(
    quads: Points, drawn: NDArray[np.bool_], hidden: NDArray[np.bool_], per_side: int
) -> NDArray[np.float32]:
    """Which part of each outline is seen as lines of its direction, of what is not hidden; 0 where
    little is left.
    """
    steps = np.roll(quads, -1, axis=1) - quads
    bins = np.floor(np.arctan2(steps[..., 1], steps[..., 0]) / np.pi * BINS).astype(int) % BINS
    along = np.linspace(0.08, 0.92, per_side, dtype=np.float32)
    points = np.rint(quads[:, :, None] + along[None, None, :, None] * steps[:, :, None]).astype(int)
    height, width = hidden.shape
    x, y = points[..., 0], points[..., 1]
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    x, y = np.clip(x, 0, width - 1), np.clip(y, 0, height - 1)
    open_ = inside & ~hidden[y, x]
    hit = open_ & drawn[bins[:, :, None], y, x]
    free = open_.sum(axis=(1, 2))
    part = hit.sum(axis=(1, 2)) / np.maximum(free, 1)
    each = (hit.sum(axis=2) > 0.4 * per_side).sum(axis=1)
    enough = (free > LEAST_SAMPLES * 4 * per_side) & inside.all(axis=(1, 2)) & (each >= 2)
    return np.asarray(np.where(enough, part, 0), dtype=np.float32)


def _small(hidden: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    small = cv2.resize(hidden, (shape[1], shape[0]), interpolation=cv2.INTER_NEAREST)
    # a shared edge is seen
    return np.asarray(cv2.erode(small, np.ones((5, 5), np.uint8)) > 0, dtype=np.bool_)


def _distinct(quads: Points, reach: float) -> list[Quad]:
    kept: list[Quad] = []
    left = quads
    while len(left) and len(kept) < MOST_FOUND:
        kept.append(left[0])
        off = np.abs(np.stack([left, left[:, [2, 3, 0, 1]]]) - left[0]).max(axis=(2, 3)).min(axis=0)
        left = left[off >= reach]
    return kept
