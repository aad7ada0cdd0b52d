"""Reads a picture of dice: find, judge, name the colour, decide. A picture in, a Reading out; it remembers nothing."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.dice import colour
from vision.dice.finding import Found, find
from vision.dice.networks import CROP_REACH, WEIGHTS, Candidate, Networks, cropped
from vision.dice.trust import Opinion, Trust
from vision.picture import Pixels
from vision.reading import Decision, Finding, Likely, Reading, Why, box_corners

MOST_DICE = 25


@dataclass(frozen=True, slots=True)
class Expected:
    """What an ask wants to see, as far as it says."""

    count: int | None = None
    colours: tuple[str, ...] | None = None


ANYTHING = Expected()


class DiceReader:
    """Loads the networks once; `read` takes BGR pixels."""

    def __init__(self, folder: Path = WEIGHTS) -> None:
        self._networks = Networks(folder)
        self._trust = Trust.load(folder / "trust.json")

    def opinions(self, pixels: Pixels) -> tuple[Found, list[Opinion]]:
        """Every die found with what both networks think of it; what calibration and `read` share."""
        pixels = brightened(pixels)
        found = find(self._networks, pixels)
        crops = [cropped(pixels, d.x, d.y, d.size * CROP_REACH) for d in found.dice]
        judged = self._networks.judge(crops)
        return found, [Opinion(d.heat, d.values, j, d.size_px) for d, j in zip(found.dice, judged, strict=True)]

    def read(self, pixels: Pixels, expected: Expected = ANYTHING, seen_at_s: float = 0.0) -> Reading:
        found, opinions = self.opinions(pixels)
        labs = [colour.face_colour(cropped(pixels, d.x, d.y, d.size * CROP_REACH)) for d in found.dice]
        names, colours_sure = [colour.named(lab) for lab in labs], True
        if expected.colours is not None and len(labs) == len(expected.colours):
            names, colours_sure = colour.assigned(labs, expected.colours)
        dice = tuple(self._finding(*each) for each in zip(found.dice, opinions, names, strict=True))
        why = self._doubt(pixels, found, opinions, dice, expected, colours_sure)
        decision = Decision.ASK if why else Decision.ACCEPT
        return Reading("", "dice", dice, decision, why or Why("sight.sure"), seen_at_s)

    def _finding(self, die: Candidate, opinion: Opinion, name: str) -> Finding:
        corners = box_corners(
            die.x - die.width / 2, die.y - die.height / 2, die.x + die.width / 2, die.y + die.height / 2
        )
        order = np.argsort(-opinion.together)[:3]
        likeliest = tuple(Likely(int(v) + 1, float(opinion.together[v])) for v in order)
        return Finding("die", opinion.value, corners, self._trust.confidence(opinion), name, likeliest)

    def _doubt(
        self,
        pixels: Pixels,
        found: Found,
        opinions: list[Opinion],
        dice: tuple[Finding, ...],
        expected: Expected,
        colours_sure: bool,
    ) -> Why | None:
        """The first reason not to trust this reading; None when there is none."""
        if not dice and expected.count != 0:
            return Why("sight.too_dark") if float(pixels.mean()) < 12 else Why("sight.no_dice")
        if expected.count is not None and len(dice) != expected.count:
            key = "sight.too_few" if len(dice) < expected.count else "sight.too_many"
            return Why(key, {"seen": len(dice), "expected": expected.count})
        if len(dice) > MOST_DICE:
            return Why("sight.too_many", {"seen": len(dice), "expected": MOST_DICE})
        unsure = [o for o, d in zip(opinions, dice, strict=True) if d.confidence < self._trust.accept_at]
        if unsure:
            return _unsure(unsure, len(dice))
        scene = scene_doubt(pixels, found)
        if scene is not None:
            return scene
        if expected.colours is not None:
            return _colour_doubt(dice, expected.colours, colours_sure)
        return None


def scene_doubt(pixels: Pixels, found: Found) -> Why | None:
    """What would be asked about however sure the values are."""
    if found.maybe or found.clashes:
        return Why("sight.maybe_more")
    if any(_cut_off(die, pixels) for die in found.dice):
        return Why("sight.at_the_edge")
    return None


def _unsure(unsure: list[Opinion], total: int) -> Why:
    split = next((o for o in unsure if not o.agree and int(o.judge.argmax()) < 6), None)
    if split is not None and len(unsure) == 1:
        first, second = int(split.finder.argmax()) + 1, int(split.judge.argmax()) + 1
        if first != second:
            return Why("sight.readings_disagree", {"first": first, "second": second})
    return Why("sight.unsure_dice", {"count": len(unsure), "total": total})


def _colour_doubt(dice: tuple[Finding, ...], wanted: tuple[str, ...], sure: bool) -> Why | None:
    seen = sorted(str(d.colour) for d in dice)
    if seen != sorted(wanted):
        return Why("sight.colours_differ", {"seen": ", ".join(seen), "expected": ", ".join(sorted(wanted))})
    return None if sure else Why("sight.colours_unsure")


def _cut_off(die: Candidate, pixels: Pixels) -> bool:
    """More than a tenth of the die lies outside the picture."""
    high, wide = pixels.shape[:2]
    over = max(
        die.width / 2 - die.x, die.x + die.width / 2 - wide, die.height / 2 - die.y, die.y + die.height / 2 - high
    )
    return bool(over > 0.1 * die.size)


def brightened(pixels: Pixels) -> Pixels:
    """A dark picture lifted until its brightest parts are bright; others as they are."""
    small = pixels[::8, ::8].max(axis=2)
    bright = float(np.percentile(small, 98))
    if bright >= 130 or bright < 4:
        return pixels
    return np.asarray(cv2.convertScaleAbs(pixels, alpha=min(200 / bright, 5.0)), np.uint8)
