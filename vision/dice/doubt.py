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
from vision.dice.expectation import chance_of_just_these
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
# the chance of one more die where two claim a place, or one has an odd shape: 16 of 46 such signs
# were dice; at that share itself two of 585 more rolls with a die left over would be taken
SIGN_OF_MORE = 0.42
# the chance of one more die from which a claim is asked about however well the number fits: it may
# have been left over from before
FURTHER = 0.3
# of a die beyond the picture's edge; where the number is right, the rest is enough to read it
CUT_OFF, CUT_OFF_OF_NUMBER = (0.1, 0.25)


@dataclass(frozen=True, slots=True)
class ExpectedDice:
    """What an ask wants to see, as far as it says."""

    count: int | None = None
    colours: tuple[str, ...] | None = None

    @property
    def number(self) -> int | None:
        return self.count if self.count is not None or self.colours is None else len(self.colours)


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
    chances: tuple[float, ...] = ()  # of each die taken: that there is one
    # of what was not taken and nothing taken explains: that it is a die, and can be read
    others: tuple[float, ...] = ()


def count_doubt(seen: DiceEvidence, expected: ExpectedDice) -> Why | None:
    """Too few or too many dice."""
    count = len(seen.opinions)
    if not count and expected.number != 0:
        return Why("sight.too_dark") if seen.brightness < 12 else Why("sight.no_dice")
    if expected.number is not None and count != expected.number:
        key = "sight.too_few" if count < expected.number else "sight.too_many"
        return Why(key, {"seen": count, "expected": expected.number})
    if count > MOST_DICE:
        return Why("sight.too_many", {"seen": count, "expected": MOST_DICE})
    return None


def scene_doubt(seen: DiceEvidence, number: int | None = None) -> Why | None:
    """What would be asked about however sure the values are. Signs of one more die are left to
    `certainty` when the number asked for was found.
    """
    further = _signs_of_more(seen) if number is None else max(seen.others, default=0.0) > FURTHER
    if _fills(seen) or further:
        return Why("sight.maybe_more")
    if _faint(seen.crops):
        return Why("sight.mirrored")
    if max(seen.size_px) < SMALLEST_PICTURE_PX or any(
        die.size < SMALLEST_DIE_PX for die in seen.dice
    ):
        return Why("sight.too_small")
    beyond = CUT_OFF if number is None else CUT_OFF_OF_NUMBER
    if any(_beyond(die, seen.size_px) > beyond for die in seen.dice):
        return Why("sight.at_the_edge")
    return None


def _signs_of_more(seen: DiceEvidence) -> int:
    return seen.clashes + _two_as_one(seen.dice)


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


def given_number(seen: DiceEvidence, confidences: Sequence[float]) -> list[float]:
    """How sure each die's value is once there is known to be a die: its chance to be none is left
    to `certainty`.
    """
    pairs = zip(confidences, seen.chances, strict=True)
    return [min(1.0, sure / max(there, sure)) for sure, there in pairs]


def certainty(
    seen: DiceEvidence,
    confidences: Sequence[float],
    number: int | None = None,
    other_number: float = 0.5,
) -> float:
    """The chance that the least sure die is read right and that none was missed; 0 when no die was
    read. When the `number` asked for was found, one missed means one falsely taken, too;
    `other_number` is how often another number lies there.
    """
    least = min(confidences, default=0.0)
    if number is None:
        return least * math.exp(-MISSED_COUNTS * seen.missed)
    return least * chance_of_number(seen, number, other_number)


def chance_of_number(seen: DiceEvidence, number: int, other_number: float) -> float:
    """The chance that the dice taken are the `number` asked for; 0 when they are not as many."""
    if len(seen.dice) != number:
        return 0.0
    more = (*seen.others, *(SIGN_OF_MORE,) * _signs_of_more(seen))
    return chance_of_just_these(seen.chances, more, number, other_number)


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


def _beyond(die: DieCandidate, size_px: tuple[int, int]) -> float:
    """How much of the die lies outside the picture, of its size."""
    high, wide = size_px
    left, right = die.width / 2 - die.x, die.x + die.width / 2 - wide
    above, below = die.height / 2 - die.y, die.y + die.height / 2 - high
    return max(left, right, above, below) / die.size
