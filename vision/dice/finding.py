"""From candidates at several scales to one list of dice: the same die seen twice is one, a pip of a big die is none."""

from dataclasses import dataclass, replace

import numpy as np

from vision.dice.networks import Candidate, Networks, resized
from vision.picture import Pixels

SCALES_PX = (480, 240, 120, 60)
FINE_PX = 864  # a larger one would not fit our 60 MB
SMALL_PX, LARGE_PX = 20.0, 30.0  # at a scale: look finer below, coarser above
LIKELY = 0.3
CLASHING, SEPARATE = 0.6, 0.3  # heat, and share of a die, from which two claims on one place are doubted
WORTH_A_LOOK = 0.12  # heat from which the judge is asked at all
MOST_CANDIDATES = 60


@dataclass(frozen=True, slots=True)
class Found:
    """Where dice may lie, hottest first, for the judge to decide."""

    candidates: tuple[Candidate, ...]
    clashes: int  # dice of very different size claimed in one place


def find(networks: Networks, pixels: Pixels) -> Found:
    """Looks at the whole picture at a few sizes: coarser while dice are large or missing, finer when they are small."""
    longest = max(pixels.shape[:2])
    scales = [s for s in SCALES_PX if s <= longest * 1.6] or [SCALES_PX[-1]]
    candidates: list[Candidate] = []
    small = pixels
    for scale in scales:
        small = resized(small, scale / max(small.shape[:2]))  # each from the one before: a quarter of the work
        here = networks.find(small, pixels.shape[1] / small.shape[1], pixels.shape[0] / small.shape[0])
        candidates += here
        hot = [c for c in candidates if c.heat > LIKELY]
        if scale < scales[0] and hot and max(c.size for c in hot) * scale / longest < LARGE_PX:
            break
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
    """Best first; what lies where a better one lies is the same die, and its opinion of the value is added."""
    ranked = sorted(candidates, key=_rank, reverse=True)
    kept: list[list[Candidate]] = []
    clashes = 0
    for candidate in ranked:
        group = next((g for g in kept if _same_place(g[0], candidate)), None)
        if group is None:
            kept.append([candidate])
        elif candidate.heat > CLASHING and _apart(group[0], candidate) > SEPARATE:
            clashes += 1  # perhaps a second die that touches this one: somebody should look
        elif _same_size(group[0], candidate):
            group.append(candidate)
        elif candidate.heat > max(CLASHING, group[0].heat):
            clashes += 1
    joined = sorted((_joined(group) for group in kept), key=lambda die: -die.heat)
    return Found(tuple(die for die in joined if die.heat >= WORTH_A_LOOK)[:MOST_CANDIDATES], clashes)


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
    return both / union > 0.35 or both / smaller > 0.5
