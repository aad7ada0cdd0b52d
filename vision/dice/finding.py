"""From candidates at several scales to one list of dice: the same die seen twice is one, a pip of a big die is none."""

from dataclasses import dataclass, replace

import numpy as np

from vision.dice.networks import Candidate, Networks, resized
from vision.picture import Pixels

SCALES_PX = (480, 240, 120, 60)
FINE_PX = 832  # a larger one would not fit our 60 MB
SMALL_PX = 20.0  # at the first scale: look finer below
LIKELY = 0.3
TOUCHING = ((0.6, 0.3), (0.3, 0.5))  # heat of two claims on one place, and how many dice they are apart, to doubt it
OVERLAP = 0.3  # of the smaller box: true neighbours, even seen from the side, covered 0.27 at most
WORTH_A_LOOK = 0.12  # heat from which the judge is asked at all
MOST_CANDIDATES = 60
THERE, MAYBE_THERE, CONTESTED = 0.4, 0.25, 0.85  # chances: a die, enough to wonder, and enough to doubt another


@dataclass(frozen=True, slots=True)
class Found:
    """Where dice may lie, hottest first, for the judge to decide."""

    candidates: tuple[Candidate, ...]
    clashes: int  # places where two dice of one size may lie closer than dice can


def find(networks: Networks, pixels: Pixels) -> Found:
    """Looks at the whole picture at a few sizes, and once more, finer, when dice are small or missing."""
    longest = max(pixels.shape[:2])
    scales = [s for s in SCALES_PX if s <= longest * 1.6] or [SCALES_PX[-1]]
    candidates: list[Candidate] = []
    small = pixels
    for scale in scales:
        small = resized(small, scale / max(small.shape[:2]))  # each from the one before: a quarter of the work
        here = networks.find(small, pixels.shape[1] / small.shape[1], pixels.shape[0] / small.shape[0])
        candidates += here  # the coarse looks cost little, and without them pips of a large die may pass for dice
    found = merged(candidates)
    if longest > SCALES_PX[0] and _want_finer(found, longest):
        fine = resized(pixels, min(FINE_PX, longest) / longest)
        candidates += networks.find(fine, pixels.shape[1] / fine.shape[1], pixels.shape[0] / fine.shape[0])
        found = merged(candidates)
    return found


def _want_finer(found: Found, longest: int) -> bool:
    likely = [die for die in found.candidates if die.heat > LIKELY]
    return not likely or min(die.size for die in likely) * SCALES_PX[0] / longest < SMALL_PX


def merged(candidates: list[Candidate]) -> Found:
    """Best first; what lies where one of its size lies is the same die, and its opinion of the value is added.

    One much larger or smaller in the same place stays: a heap of dice may look like one, a die's pips like dice, and
    heat alone does not tell. `chosen` decides when the judge has spoken.
    """
    ranked = sorted(candidates, key=_rank, reverse=True)
    kept: list[list[Candidate]] = []
    clashes = 0
    for candidate in ranked:
        group = next((g for g in kept if _same_size(g[0], candidate) and _same_place(g[0], candidate)), None)
        if group is None:
            if candidate.heat > LIKELY or not any(_same_place(g[0], candidate) for g in kept):
                kept.append([candidate])
        else:
            clashes += any(_may_be_two(other, candidate) for other in group)
            group.append(candidate)
    joined = sorted((_joined(group) for group in kept), key=lambda die: -die.heat)
    return Found(tuple(die for die in joined if die.heat >= WORTH_A_LOOK)[:MOST_CANDIDATES], clashes)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which candidates are dice, by their place in the list."""

    there: tuple[int, ...]
    maybe: int  # others that may be dice
    contested: int  # places where one die and several smaller ones are both likely


def chosen(dice: tuple[Candidate, ...], chances: list[float]) -> Chosen:
    """Dice are what probably is one; of a die and smaller ones inside it, whichever the chances speak for."""
    there = [i for i, chance in enumerate(chances) if chance > THERE]
    out: set[int] = set()
    contested = 0
    for big in sorted(there, key=lambda i: -dice[i].size):
        inside = [i for i in there if i not in out and _within(dice[i], dice[big])]
        if not inside or big in out:
            continue
        smaller = float(np.mean([chances[i] for i in inside]))
        lost = {big} if smaller > chances[big] else set(inside)
        contested += max(chances[i] for i in lost) > CONTESTED
        out |= lost
    maybe = sum(MAYBE_THERE < chance <= THERE for chance in chances)
    return Chosen(tuple(i for i in there if i not in out), maybe, contested)


def _within(small: Candidate, big: Candidate) -> bool:
    near = abs(small.x - big.x) < 0.45 * big.width and abs(small.y - big.y) < 0.45 * big.height
    return near and not _same_size(big, small) and small.size < big.size


def _may_be_two(a: Candidate, b: Candidate) -> bool:
    """Whether two claims on one place are perhaps two dice that touch: then somebody should look."""
    smaller, other = (a, b) if a.size < b.size else (b, a)
    heat, apart = min(a.heat, b.heat), _apart(smaller, other)
    return any(heat > hot and apart > far for hot, far in TOUCHING)


def _apart(a: Candidate, b: Candidate) -> float:
    """The distance of their middles, in sizes of the first."""
    return float(np.hypot(a.x - b.x, a.y - b.y) / a.size)


def _same_size(a: Candidate, b: Candidate) -> bool:
    return 0.6 < a.size / b.size < 1.65


def _joined(group: list[Candidate]) -> Candidate:
    """The best of a group, with the values all scales agree on: the mean of their logarithms, by heat."""
    chosen = [c for c in group if c.heat >= WORTH_A_LOOK] or group[:1]
    weights = np.array([c.heat for c in chosen], np.float32)
    logs = np.stack([np.log(np.maximum(c.values, 1e-5)) for c in chosen])
    values = np.exp((logs * (weights / weights.sum())[:, None]).sum(axis=0))
    return replace(group[0], values=np.asarray(values / values.sum(), np.float32))


def _rank(candidate: Candidate) -> float:
    """Heat, less where the die is near the limits of what the scale can read."""
    away = abs(np.log2(candidate.size_px / 36))
    return candidate.heat - 0.15 * max(0.0, float(away) - 0.5)


def _same_place(a: Candidate, b: Candidate) -> bool:
    wide = (a.width + b.width) / 2 - abs(a.x - b.x)
    high = (a.height + b.height) / 2 - abs(a.y - b.y)
    if wide <= 0 or high <= 0:
        return False
    both = min(wide, a.width, b.width) * min(high, a.height, b.height)
    smaller = min(a.width * a.height, b.width * b.height)
    union = a.width * a.height + b.width * b.height - both
    return both / union > 0.3 or both / smaller > OVERLAP
