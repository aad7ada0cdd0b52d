"""Round things of one size, anywhere in a picture, found by their rims alone: whatever their colour or the table's.

Every edge votes for the two places that lie a radius away across it. Grain of wood, folds and stripes are straight,
shadows and reflections end softly; only what is round gathers the votes of a whole circle.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tokens.grid import Plane

SIDE_PX = 480  # of the picture in which votes are cast
SMALLEST, LARGEST, STEP = 0.022, 0.16, 1.09  # radii looked for, of the picture's longer side
GRAIN_PART, GRAIN_TIMES, LEAST_SLOPE = 50, 2.0, 0.6  # weighted Lab units a pixel: less is no edge
ANGLES, LEFT_OUT = 40, 6  # directions around a place; the worst, where a neighbour touches, do not count
SECTORS = 8
NEAR = (-0.09, -0.03, 0.03, 0.09)  # of a radius: an edge that near to the circle belongs to it
BESIDE = 0.3
SHARP, SHARP_ENOUGH, LEAST_STEP = 0.1, 0.3, 4.0  # of a whole step, a pixel; weighted Lab units that grain makes
VOTED = 0.3  # of a circle: fewer votes are not looked at
MOST = 160
PERHAPS, LIKELY, SURE = 0.6, 0.75, 0.9  # rims of pieces: 0.85 to 0.99, of mirrored windows up to 0.86
AS_OTHERS, DARKER = 0.9, 0.8  # of the usual rim, which has the picture's own blur; nothing dark is mirrored in a table
ONE_SIZE = 1.28  # the nearest piece against the furthest, in perspective
CONCENTRIC = 0.35  # of the smaller radius
PRINTED, MUCH_WORSE = 0.7, 0.2  # a ring on a piece is smaller than this, a shadow makes it less larger; rims
LYING = 1.55  # of a radius: pieces that lie flat side by side are at least this far apart, as well as they are seen
Values = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Rounds:
    """Circles as rows of x, y, radius in pixels; which part of each one's rim is there, and how sharp it is."""

    circles: Values
    part: Values
    sharp: Values

    def kept(self, which: NDArray[np.generic]) -> "Rounds":
        return Rounds(self.circles[which], self.part[which], self.sharp[which])

    @property
    def rank(self) -> Values:
        return self.part + np.minimum(self.sharp, SHARP_ENOUGH)


def likely(found: Rounds, is_lighter: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Circles that are pieces, by how the others of the same picture look. `is_lighter`: than the table."""
    usual = float(np.median(found.part[found.part >= LIKELY])) if (found.part >= LIKELY).any() else 1.0
    return np.asarray(found.part >= np.maximum(LIKELY, np.where(is_lighter, AS_OTHERS, DARKER) * usual), dtype=np.bool_)


def rounds(look: Plane) -> Rounds:
    """All circles of the pieces' own size; those that are hardly one too, for the reader to doubt."""
    scale = min(1.0, SIDE_PX / max(look.shape[:2]))
    small = np.asarray(cv2.resize(look, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.float32)
    slopes, grain = _slopes(small)
    found = _of_one_size(_outermost(_measured(small, slopes, grain, _voted(slopes, grain))))
    return replace(found, circles=np.asarray(found.circles / scale, dtype=np.float32))


def _slopes(small: Plane) -> tuple[Plane, float]:
    soft = cv2.GaussianBlur(small, (0, 0), 1.0)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    steep = np.sqrt((across**2 + down**2).sum(axis=2))
    both = np.concatenate([across, down], axis=2).astype(np.float32)
    return both, GRAIN_TIMES * float(np.percentile(steep, GRAIN_PART)) + LEAST_SLOPE


def _radii(shape: tuple[int, ...]) -> list[float]:
    side = max(shape[:2])
    count = int(np.log(LARGEST / SMALLEST) / np.log(STEP)) + 1
    return [SMALLEST * side * STEP**k for k in range(count)]


def _voted(slopes: Plane, grain: float) -> Values:
    """Places and radii that gather many votes: rows of x, y, radius."""
    height, width = slopes.shape[:2]
    across, down = slopes[:, :, :3], slopes[:, :, 3:]
    steepest = np.expand_dims((across**2 + down**2).argmax(axis=2), 2)
    along = [np.take_along_axis(way, steepest, axis=2)[:, :, 0] for way in (across, down)]
    steep = np.hypot(*along)
    y, x = np.nonzero(steep > grain)
    weight = (steep / (steep + grain))[y, x]
    right, below = (way[y, x] / steep[y, x] for way in along)
    found = []
    for radius in _radii(slopes.shape):
        votes = np.zeros(height * width, np.float32)
        for side in (-radius, radius):
            to_x, to_y = np.rint(x + side * right).astype(np.intp), np.rint(y + side * below).astype(np.intp)
            inside = (to_x >= 0) & (to_x < width) & (to_y >= 0) & (to_y < height)
            places = to_y[inside] * width + to_x[inside]
            votes += np.bincount(places, weight[inside], height * width).astype(np.float32)
        found.append(_peaks(votes.reshape(height, width), radius))
    rows = np.concatenate(found)
    return np.asarray(rows[np.argsort(-rows[:, 3])][:MOST, :3], dtype=np.float32)


def _peaks(votes: Plane, radius: float) -> Values:
    spread = max(1.0, 0.1 * radius)
    gathered = cv2.GaussianBlur(votes, (0, 0), spread) * (2 * np.pi * spread**2) / (2 * np.pi * radius)
    reach = 2 * round(0.6 * radius) + 1
    highest = cv2.dilate(gathered, np.ones((reach, reach), np.uint8))
    y, x = np.nonzero((gathered >= highest) & (gathered > VOTED))
    return np.stack([x, y, np.full(len(x), radius), gathered[y, x]], axis=1).astype(np.float32)


_TURNS = np.linspace(0, 2 * np.pi, ANGLES, endpoint=False)
SPOKES = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1).astype(np.float32)
AROUND = np.array([(x, y) for x in (-0.1, 0, 0.1) for y in (-0.1, 0, 0.1)], dtype=np.float32)


def _measured(small: Plane, slopes: Plane, grain: float, circles: Values) -> Rounds:
    """Which part of each circle's rim is there, at the best place near by; without what ends softly."""
    radius = circles[:, 2]
    base = circles[:, None, :2] + AROUND * radius[:, None, None]
    soft = np.minimum(*(_along(slopes, base, radius * (1 + off))[0] for off in (-BESIDE, BESIDE)))
    part = np.zeros(soft.shape, dtype=np.float32)
    for off in NEAR:
        across, along = _along(slopes, base, radius * (1 + off))
        part = np.maximum(part, across / (across + along + soft + grain**2))
    kept = (np.sort(part, axis=-1)[..., LEFT_OUT:].mean(axis=-1) + _all_around(part)) / 2
    places = base[np.arange(len(base)), kept.argmax(axis=1)]
    found = np.column_stack([places, radius])
    sharp = _sharpness(small, slopes, found)
    measured = Rounds(found, kept.max(axis=1, initial=0), sharp).kept(sharp > SHARP)
    return measured.kept(np.argsort(-measured.rank))


def _sharpness(small: Plane, slopes: Plane, circles: Values) -> Values:
    """How much of a rim's whole step is made within a pixel: little, where a lamp or a window is mirrored."""
    base, radius = circles[:, None, :2], circles[:, 2]
    steepest = np.sqrt(np.max([_along(slopes, base, radius * (1 + off))[0] for off in NEAR], axis=0))[:, 0]
    inside, outside = (_seen(small, base, radius * (1 + off))[0][:, 0] for off in (-BESIDE, BESIDE))
    step = np.linalg.norm(inside - outside, axis=-1)
    return np.asarray(np.median(steepest / (step + LEAST_STEP), axis=1), dtype=np.float32)


def _all_around(part: Values) -> Values:
    """What all sectors of a rim but two reach: a box of light has its corners beyond the circle."""
    sectors = part.reshape(*part.shape[:-1], SECTORS, ANGLES // SECTORS).mean(axis=-1)
    return np.asarray(np.sort(sectors, axis=-1)[..., 2], dtype=np.float32)


def _along(slopes: Plane, base: Values, radius: Values) -> tuple[Values, Values]:
    """Squared slopes across a circle and along it, at each of its directions; nothing is known beyond the picture."""
    seen, inside = _seen(slopes, base, radius)
    seen = seen * inside[..., None]
    right, down = seen[..., :3], seen[..., 3:]
    across, along = right * SPOKES[:, :1] + down * SPOKES[:, 1:], down * SPOKES[:, :1] - right * SPOKES[:, 1:]
    return np.asarray((across**2).sum(axis=-1), np.float32), np.asarray((along**2).sum(axis=-1), np.float32)


def _seen(plane: Plane, base: Values, radius: Values) -> tuple[Plane, NDArray[np.bool_]]:
    """What a plane shows at each direction of a circle, and where that is within the picture."""
    points = np.rint(base[:, :, None] + SPOKES * radius[:, None, None, None]).astype(np.intp)
    height, width = plane.shape[:2]
    x, y = points[..., 0], points[..., 1]
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    return plane[y.clip(0, height - 1), x.clip(0, width - 1)], inside


def _outermost(found: Rounds) -> Rounds:
    """Of circles within each other the outer one: rings are printed on pieces, pieces are not laid in rings.

    Of nearly the same circle the one with the better rim: a shadow makes a piece a little larger.
    """
    found = found.kept(found.part >= PERHAPS)
    kept: list[int] = []
    for one in np.argsort(-found.circles[:, 2] * (found.part >= LIKELY)):
        x, y, radius = found.circles[one]
        outer, rims, ranks = found.circles[kept], found.part[kept], found.rank[kept]
        within = np.hypot(outer[:, 0] - x, outer[:, 1] - y) + CONCENTRIC * radius < outer[:, 2]
        worse = np.where(radius < PRINTED * outer[:, 2], found.part[one] - rims < MUCH_WORSE, found.rank[one] < ranks)
        if not (within & worse).any():
            kept.append(int(one))
    return found.kept(np.sort(np.array(kept, dtype=np.intp)))


def _of_one_size(found: Rounds) -> Rounds:
    """The size most circles have, each weighted by its rim; and of circles that overlap much only the surest."""
    sure = found.part >= LIKELY
    if not sure.any():
        return found
    sizes = found.circles[:, 2]
    alike = np.abs(np.log(sizes[:, None] / sizes[None])) < np.log(ONE_SIZE)
    votes = (alike * np.where(sure, found.part, 0)[None] * sizes[None]).sum(axis=1)
    usual = float(np.median(sizes[sure & alike[int(votes.argmax())]]))
    fitting = np.abs(np.log(sizes / usual)) < np.log(ONE_SIZE)
    kept: list[int] = []
    for one in np.flatnonzero(fitting):
        apart = np.hypot(*(found.circles[kept, :2] - found.circles[one, :2]).T)
        if not (apart < LYING * 0.55 * usual).any():
            kept.append(int(one))
    return found.kept(np.array(kept, dtype=np.intp))
