"""Reasons to ask instead of accept, in the words people get to see. The first that applies is
given.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.dice.appearance import CROP_PX, contrast
from vision.dice.networks import DieCandidate
from vision.dice.trust import DieOpinion
from vision.reading import Finding, Why

MOST_DICE = 25
# the smallest of 4,000 dice in ordinary photographs had 20; below, a second die may go unseen
SMALLEST_DIE_PX = 18.0
SMALLEST_PICTURE_PX = 96  # in a smaller one eight dice may pass for the pips of one
GLARE_SHARE = 0.12
BLURRED_BELOW = 0.035
# from one camera dice look alike; of 3,600 left-out ones none that was one was so odd
SEVERAL, MISSHAPEN = (3, 1.45)
# of the picture's shorter side: what is as large is a heap, or coins side by side, seen too
# coarsely
FILLING = 0.7
FAINT = 0.28  # of the others' contrast: mirror images had 0.22, the faintest of 4,000 dice 0.35
PIPS_FIT = 0.6  # what fills the picture must have pips that lie on a face as well as this
# chosen on left-out rolls: counted in full, a twentieth more of them would be asked about
MISSED_COUNTS = 0.5


@dataclass(frozen=True, slots=True)
class ExpectedDice:
    """What an ask wants to see, as far as it says."""

    count: int | None = None
    colours: tuple[str, ...] | None = None


ANYTHING = ExpectedDice()


@dataclass(frozen=True, slots=True)
class DiceEvidence:
    """Everything known of one picture's dice before deciding: one opinion and one crop per die."""

    dice: tuple[DieCandidate, ...]
    opinions: tuple[DieOpinion, ...]
    crops: tuple[Pixels, ...]
    size_px: tuple[int, int]  # height, width
    brightness: float
    missed: float = 0.0  # how many dice are to be expected among what was not taken for one
    # places that may hold other dice than those taken: a heap, pips, two that touch
    clashes: int = 0


def count_doubt(seen: DiceEvidence, expected: ExpectedDice) -> Why | None:
    """Too few or too many dice."""
    count = len(seen.opinions)
    if not count and expected.count != 0:
        return Why("sight.too_dark") if seen.brightness < 12 else Why("sight.no_dice")
    if expected.count is not None and count != expected.count:
        key = "sight.too_few" if count < expected.count else "sight.too_many"
        return Why(key, {"seen": count, "expected": expected.count})
    if count > MOST_DICE:
        return Why("sight.too_many", {"seen": count, "expected": MOST_DICE})
    return None


def scene_doubt(seen: DiceEvidence) -> Why | None:
    """What would be asked about however sure the values are."""
    if seen.clashes or _fills(seen) or _two_as_one(seen.dice):
        return Why("sight.maybe_more")
    if _faint(seen.crops):
        return Why("sight.mirrored")
    if max(seen.size_px) < SMALLEST_PICTURE_PX or any(
        die.size < SMALLEST_DIE_PX for die in seen.dice
    ):
        return Why("sight.too_small")
    if any(_cut_off(die, seen.size_px) for die in seen.dice):
        return Why("sight.at_the_edge")
    return None


def _fills(seen: DiceEvidence) -> bool:
    """Whether something fills the picture without looking like a die in each of three ways."""
    reach = FILLING * min(seen.size_px)
    large = [o for die, o in zip(seen.dice, seen.opinions, strict=True) if die.size > reach]
    return any(o.pips.fit < PIPS_FIT or not o.unanimous for o in large)


def _faint(crops: tuple[Pixels, ...]) -> bool:
    """Whether one of several stands out far less than the others: a die mirrored in a tray's wall
    or a glass top.
    """
    strengths = [contrast(crop) for crop in crops] if len(crops) >= SEVERAL else [1.0]
    return min(strengths) < FAINT * statistics.median(strengths)


def _two_as_one(dice: tuple[DieCandidate, ...]) -> bool:
    """Whether one of several is much longer or lower than the others: two that touch, taken for
    one.
    """
    shapes = [die.height / die.width for die in dice]
    usual = statistics.median(shapes) if len(shapes) >= SEVERAL else 0.0
    return (
        any(max(shape / usual, usual / shape) > MISSHAPEN for shape in shapes) if usual else False
    )


def certainty(seen: DiceEvidence, confidences: Sequence[float]) -> float:
    """The chance that the least sure die is read right and that none was missed; 0 when no die was
    read.
    """
    return min(confidences, default=0.0) * math.exp(-MISSED_COUNTS * seen.missed)


def value_doubt(seen: DiceEvidence, dice: tuple[Finding, ...], accept_at: float) -> Why | None:
    """Dice whose value is not sure enough, with what seems to be the matter."""
    unsure = [i for i, die in enumerate(dice) if die.confidence < accept_at]
    if not unsure:
        return None
    reasons = [_matter(seen.opinions[i], seen.dice[i], seen.crops[i]) for i in unsure]
    if len({reason.key for reason in reasons if reason}) == 1 and all(reasons) and reasons[0]:
        return reasons[0]
    return Why("sight.unsure_dice", {"count": len(unsure), "total": len(dice)})


def _matter(opinion: DieOpinion, die: DieCandidate, crop: Pixels) -> Why | None:
    """Why one die is hard to read, where it shows."""
    first, second = int(opinion.finder.argmax()) + 1, int(opinion.judge[:6].argmax()) + 1
    if die.size < SMALLEST_DIE_PX:
        return Why("sight.too_small")
    middle = crop[CROP_PX // 4 : -CROP_PX // 4, CROP_PX // 4 : -CROP_PX // 4]
    if float((middle.min(axis=2) > 248).mean()) > GLARE_SHARE and float(np.median(middle)) < 200:
        return Why("sight.glare")
    if sharpness(middle) < BLURRED_BELOW:
        return Why("sight.blurred")
    if opinion.judge[6] > 0.5 and opinion.heat > 0.6:
        return Why("sight.cocked")
    return (
        Why("sight.readings_disagree", {"first": first, "second": second})
        if first != second
        else None
    )


def sharpness(crop: Pixels) -> float:
    """How steep the steepest edges are, against the contrast there is."""
    grey = cv2.cvtColor(np.ascontiguousarray(crop), cv2.COLOR_BGR2GRAY).astype(np.float32)
    contrast = float(np.percentile(grey, 98) - np.percentile(grey, 2))
    steep = float(np.percentile(np.abs(cv2.Laplacian(grey, cv2.CV_32F)), 98))
    return steep / max(contrast, 8.0) if contrast > 8 else 1.0


def colour_doubt(dice: tuple[Finding, ...], wanted: tuple[str, ...], sure: bool) -> Why | None:
    found = sorted(str(d.colour) for d in dice)
    if found != sorted(wanted):
        return Why(
            "sight.colours_differ",
            {"seen": ", ".join(found), "expected": ", ".join(sorted(wanted))},
        )
    return None if sure else Why("sight.colours_unsure")


def _cut_off(die: DieCandidate, size_px: tuple[int, int]) -> bool:
    """More than a tenth of the die lies outside the picture."""
    high, wide = size_px
    left, right = die.width / 2 - die.x, die.x + die.width / 2 - wide
    above, below = die.height / 2 - die.y, die.y + die.height / 2 - high
    return max(left, right, above, below) > 0.1 * die.size
