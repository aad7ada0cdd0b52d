"""From candidates at several scales to one list of dice: the same die seen twice is one, a pip of a
big die is none.
"""

import math
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from vision.arrays import Pixels
from vision.dice.networks import DiceNetworks, DieCandidate, resized

# the first look, one between, and coarse ones
FIRST_PX, BETWEEN_PX, COARSE_PX = 480, 240, (120, 60)
FINE_PX = 768  # a larger one would not fit our 60 MB
SMALL_PX = 20.0  # at the first scale: look finer below
LARGE_PX = 44.0  # at the first scale: of larger dice the look between is the better judge
LIKELY, HOT = 0.3, 0.5
# how large a die is against two of them taken for one; pips are smaller, the die itself is larger
PART = (0.5, 0.85)
TOUCHING = 0.5  # so many dice apart two claims on one place may be two dice
OVERLYING = 0.35  # the same of two claims by one look: one die may lie half upon another
OVERLAP = 0.3  # of the smaller box: true neighbours, even seen from the side, covered 0.27 at most
# how far apart two middles, how different two sizes of one die may be
ONE_MIDDLE, STILL_ONE = (0.15, 2.2)
MOST_CANDIDATES = 60
HALF = 0.25  # how far from a claim's middle, in its sizes, a die is that explains only half of it
CONTESTED = 0.85  # a chance large enough to doubt another


@dataclass(frozen=True, slots=True)
class DiceCandidates:
    """Where dice may lie, hottest first, for the judge to decide."""

    candidates: tuple[DieCandidate, ...]
    rivals: tuple[
        tuple[DieCandidate, DieCandidate], ...
    ] = ()  # claims taken for one die that may be two which touch


def find(networks: DiceNetworks, pixels: Pixels) -> DiceCandidates:
    """Looks at the whole picture at a few sizes; at one between where the first look hesitates, and
    once more, finer, when dice are small or missing.
    """
    longest = max(pixels.shape[:2])
    small: dict[int, Pixels] = {}
    for scale in (FIRST_PX, BETWEEN_PX, *COARSE_PX):  # each from the one before: a quarter
        before = next(reversed(small.values()), pixels)
        if scale <= longest * 1.6 or scale == COARSE_PX[-1]:
            small[scale] = resized(before, scale / max(before.shape[:2]))
    first = [small[FIRST_PX]] if FIRST_PX in small else []
    candidates = networks.find("first", first, pixels) if first else []
    # Coarse looks cost little, and without them pips of a large die may pass for dice.
    coarse = [small[scale] for scale in COARSE_PX if scale in small]
    candidates += networks.find("coarse", coarse, pixels)
    if BETWEEN_PX in small and hesitant(candidates, longest):
        candidates += networks.find("between", [small[BETWEEN_PX]], pixels)
    found = merged(candidates)
    if longest > FIRST_PX and _want_finer(found, longest):
        fine = resized(pixels, min(FINE_PX, longest) / longest)
        candidates += networks.find("fine", [fine], pixels)
        found = merged(candidates)
    return found


def hesitant(candidates: list[DieCandidate], longest: int) -> bool:
    """Whether anything is in doubt after the first look: nothing found, dice too large for it, or a
    claim that is only warm.
    """
    likely = [die for die in candidates if die.heat > LIKELY]
    large = LARGE_PX * longest / FIRST_PX
    return not likely or any(die.heat < HOT or die.size > large for die in likely)


def _want_finer(found: DiceCandidates, longest: int) -> bool:
    likely = [die for die in found.candidates if die.heat > LIKELY]
    return not likely or min(die.size for die in likely) * FIRST_PX / longest < SMALL_PX


def merged(candidates: list[DieCandidate]) -> DiceCandidates:
    """Best first; what lies where one of its size lies is the same die, and its opinion of the
    value is added.

    One much larger or smaller in the same place stays: a heap of dice may look like one, a die's
    pips like dice, and heat alone does not tell. `chosen` decides when the judge has spoken.
    """
    pairs = [(claim, pair) for claim in candidates if (pair := _two_within(claim, candidates))]
    heaps = [claim for claim, (_, second) in pairs if second.heat > HOT]
    ranked = sorted(
        (c for c in candidates if not any(c is heap for heap in heaps)), key=_rank, reverse=True
    )
    kept: list[list[DieCandidate]] = []
    for candidate in ranked:
        group = next((g for g in kept if _same_die(g[0], candidate)), None)
        if group is not None:
            group.append(candidate)
        elif candidate.heat > LIKELY or not any(_same_place(g[0], candidate) for g in kept):
            kept.append([candidate])
    joined = sorted((_joined(group) for group in kept), key=lambda die: -die.heat)
    warm = [pair for _, pair in pairs if pair[1].heat <= HOT]
    rivals = [
        (group[0], claim) for group in kept for claim in group[1:] if _is_rival(claim, group, kept)
    ]
    claimed = {id(claim) for claim in chain.from_iterable(warm)}
    rivals = warm + [(a, b) for a, b in rivals if id(b) not in claimed]
    return DiceCandidates(tuple(joined[:MOST_CANDIDATES]), tuple(rivals[:MOST_CANDIDATES]))


@dataclass(frozen=True, slots=True)
class ChosenDice:
    """Which candidates are dice, by their place in the list."""

    there: tuple[int, ...]
    missed: float  # how many readable dice are to be expected among what was not taken for one
    contested: int  # places where one die and several smaller ones are both likely
    free: tuple[int, ...] = ()  # not taken, and not explained by what was: each may be one more

    def numbering(self, number: int, likely: list[float]) -> "ChosenDice":
        """With the likeliest of the free ones, where that makes the number asked for. Never with
        one less: it may be a die left over from before.
        """
        if len(self.there) != number - 1 or not self.free:
            return self
        also = max(self.free, key=lambda i: likely[i])
        free = tuple(i for i in self.free if i != also)
        there = tuple(sorted((*self.there, also)))
        return ChosenDice(there, sum(likely[i] for i in free), self.contested, free)


def chosen(dice: tuple[DieCandidate, ...], chances: list[float], firm: list[float]) -> ChosenDice:
    """Dice are what probably is one; of a die and smaller ones inside it, whichever are surer to be
    dice with a value.

    `firm` is how sure the judge is of each value: a pip may pass for a die, and so may a heap, but
    not for a clear six.
    """
    there = [i for i, chance in enumerate(chances) if _taken(chance, firm[i])]
    out: set[int] = set()
    contested = 0
    for big in sorted(there, key=lambda i: -dice[i].size):
        inside = [i for i in there if i not in out and within(dice[i], dice[big])]
        if not inside or big in out:
            continue
        smaller = float(np.mean([chances[i] * firm[i] for i in inside]))
        lost = {big} if smaller > chances[big] * firm[big] else set(inside)
        contested += max(chances[i] * firm[i] for i in lost) > CONTESTED
        out |= lost
    taken = [i for i in there if i not in out]
    # A busy carpet has many small chances. Pips of a die that was taken, and heaps of such dice,
    # are no further dice.
    free = [
        i
        for i in range(len(dice))
        if i not in there and not _explained(dice[i], [dice[j] for j in taken])
    ]
    missed = sum(chances[i] * firm[i] for i in free)
    return ChosenDice(tuple(taken), missed, contested, tuple(free))


def _taken(chance: float, firm: float) -> bool:
    """What is hardly readable must be likelier to be a die than what is read clearly: else it is
    only doubted.
    """
    return chance * firm > 1 - chance


def _explained(claim: DieCandidate, taken: list[DieCandidate]) -> bool:
    """Whether it is a pip of a die, a heap of several, or one die seen too large; one aside of its
    middle is half.
    """
    inside = [die for die in taken if within(die, claim)]
    in_the_middle = any(
        math.hypot(die.x - claim.x, die.y - claim.y) < HALF * claim.size for die in inside
    )
    return len(inside) > 1 or in_the_middle or any(within(claim, die) for die in taken)


def within(small: DieCandidate, big: DieCandidate) -> bool:
    """Whether it may be a pip of that die, or a die of that heap."""
    return _near(small, big) and not _same_size(big, small) and small.size < big.size


def _near(small: DieCandidate, big: DieCandidate) -> bool:
    return abs(small.x - big.x) < 0.45 * big.width and abs(small.y - big.y) < 0.45 * big.height


def _two_within(
    claim: DieCandidate, candidates: list[DieCandidate]
) -> tuple[DieCandidate, DieCandidate] | None:
    """The two hottest dice that a finer look saw where this claim has one: two that touch, seen
    coarsely, are one.
    """
    finer = [
        c
        for c in candidates
        if c.heat > LIKELY and c.size_px / c.size > 1.1 * claim.size_px / claim.size
    ]
    parts = [c for c in finer if _near(c, claim) and PART[0] < c.size / claim.size < PART[1]]
    hot = sorted(parts, key=lambda c: -c.heat)
    second = next((c for c in hot[1:] if apart(c, hot[0]) > TOUCHING), None)
    return (hot[0], second) if second is not None else None


def _is_rival(
    claim: DieCandidate, group: list[DieCandidate], groups: list[list[DieCandidate]]
) -> bool:
    """Whether a claim taken for one die with others may be a second one, and is not just the
    neighbour seen again.

    A die half hidden by two neighbours lies on the places of both, and one look sees all three.
    """
    two = min(group[0].heat, claim.heat) > LIKELY and (
        apart(group[0], claim) > TOUCHING or _seen_beside(claim, group)
    )
    others = [other for other in groups if other is not group and _same_die(claim, other[0])]
    return two and all(_seen_beside(claim, other) for other in others)


def _seen_beside(claim: DieCandidate, group: list[DieCandidate]) -> bool:
    """Whether one look saw it and the die: a look rarely claims one die twice, so they may be
    nearer to each other.
    """
    scale = claim.size_px / claim.size
    beside = [
        c for c in group if abs(c.size_px / c.size - scale) < 0.02 * scale and c.heat > LIKELY
    ]
    return any(apart(c, claim) > OVERLYING for c in beside if c is not claim)


def apart(a: DieCandidate, b: DieCandidate) -> float:
    """The distance of their middles, in sizes of the smaller."""
    return float(np.hypot(a.x - b.x, a.y - b.y) / min(a.size, b.size))


def _same_die(a: DieCandidate, b: DieCandidate) -> bool:
    """One place and about one size; with one middle the sizes may differ more, but not as much as a
    die and a pip.
    """
    ratio = max(a.size, b.size) / min(a.size, b.size)
    away = float(np.hypot(a.x - b.x, a.y - b.y)) / max(a.size, b.size)
    return _same_place(a, b) and (_same_size(a, b) or (away < ONE_MIDDLE and ratio < STILL_ONE))


def _same_size(a: DieCandidate, b: DieCandidate) -> bool:
    return 0.6 < a.size / b.size < 1.65


def _joined(group: list[DieCandidate]) -> DieCandidate:
    """The best of a group, with the values all scales agree on: the mean of their logarithms, by
    heat.
    """
    weights = np.array([c.heat for c in group], np.float32)
    logs = np.stack([np.log(np.maximum(c.values, 1e-5)) for c in group])
    values = np.exp((logs * (weights / weights.sum())[:, None]).sum(axis=0))
    return replace(group[0], values=np.asarray(values / values.sum(), np.float32))


def _rank(candidate: DieCandidate) -> float:
    """Heat, less where the die is near the limits of what the scale can read."""
    away = abs(np.log2(candidate.size_px / 36))
    return candidate.heat - 0.15 * max(0.0, float(away) - 0.5)


def _same_place(a: DieCandidate, b: DieCandidate) -> bool:
    wide = (a.width + b.width) / 2 - abs(a.x - b.x)
    high = (a.height + b.height) / 2 - abs(a.y - b.y)
    if wide <= 0 or high <= 0:
        return False
    both = min(wide, a.width, b.width) * min(high, a.height, b.height)
    smaller = min(a.width * a.height, b.width * b.height)
    union = a.width * a.height + b.width * b.height - both
    return both / union > 0.3 or both / smaller > OVERLAP
