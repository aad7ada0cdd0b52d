"""From candidates at several scales to one list of dice: the same die seen twice is one, a pip of a big die is none."""

from dataclasses import dataclass

import numpy as np

from vision.dice.networks import Candidate, Networks
from vision.picture import Pixels

SCALES_PX = (512, 256, 128, 64)
FINE_PX = 1024
SURE_HEAT = 0.3  # a die
MAYBE_HEAT = 0.12  # enough to wonder


@dataclass(frozen=True, slots=True)
class Found:
    """Dice, and what else might be one."""

    dice: tuple[Candidate, ...]
    maybe: tuple[Candidate, ...]
    clashes: int  # dice of very different size claimed in one place


def find(networks: Networks, pixels: Pixels) -> Found:
    """Looks at the whole picture at a few sizes, and finer only when the dice are small or missing."""
    longest = max(pixels.shape[:2])
    scales = [s for s in SCALES_PX if s <= longest * 1.6] or [SCALES_PX[-1]]
    candidates = [c for scale in scales for c in networks.find(pixels, scale)]
    found = merged(candidates)
    if longest > SCALES_PX[0] and _want_finer(found, longest):
        candidates += networks.find(pixels, min(FINE_PX, longest))
        found = merged(candidates)
    return found


def _want_finer(found: Found, longest: int) -> bool:
    if not found.dice:
        return True
    small = min(die.size for die in found.dice) * SCALES_PX[0] / longest
    return small < 20


def merged(candidates: list[Candidate]) -> Found:
    ranked = sorted(candidates, key=_rank, reverse=True)
    kept: list[Candidate] = []
    clashes = 0
    for candidate in ranked:
        rival = next((k for k in kept if _same_place(k, candidate)), None)
        if rival is None:
            kept.append(candidate)
        elif candidate.heat > 0.5 and not 0.5 < candidate.size / rival.size < 2:
            clashes += 1
    dice = tuple(k for k in kept if k.heat >= SURE_HEAT)
    return Found(dice, tuple(k for k in kept if MAYBE_HEAT <= k.heat < SURE_HEAT), clashes)


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
    return both / union > 0.35 or both / smaller > 0.65
