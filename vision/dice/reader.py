"""Reads a picture of dice: find, judge, name the colour, decide. A picture in, a Reading out; it remembers nothing."""

from pathlib import Path

import cv2
import numpy as np

from vision.dice import colour
from vision.dice.doubt import ANYTHING, Expected, Seen, colour_doubt, count_doubt, scene_doubt, value_doubt
from vision.dice.finding import find
from vision.dice.networks import CROP_REACH, WEIGHTS, Candidate, Networks, cropped
from vision.dice.trust import Opinion, Trust
from vision.picture import Pixels
from vision.reading import Decision, Finding, Likely, Reading, Why, box_corners

__all__ = ["ANYTHING", "DiceReader", "Expected"]


class DiceReader:
    """Loads the networks once; `read` takes BGR pixels."""

    def __init__(self, folder: Path = WEIGHTS) -> None:
        self._networks = Networks(folder)
        self._trust = Trust.load(folder / "trust.json")

    def look(self, pixels: Pixels) -> Seen:
        """Every die found with what both networks think of it; what calibration and `read` share."""
        dim = float(pixels[::8, ::8].mean())
        pixels = brightened(pixels)
        found = find(self._networks, pixels)
        crops = [cropped(pixels, d.x, d.y, d.size * CROP_REACH) for d in found.dice]
        judged = self._networks.judge(crops)
        opinions = tuple(Opinion(d.heat, d.values, j, d.size_px) for d, j in zip(found.dice, judged, strict=True))
        return Seen(found, opinions, tuple(crops), (pixels.shape[0], pixels.shape[1]), dim)

    def read(self, pixels: Pixels, expected: Expected = ANYTHING, seen_at_s: float = 0.0) -> Reading:
        seen = self.look(pixels)
        labs = [colour.face_colour(crop) for crop in seen.crops]
        names, colours_sure = [colour.named(lab) for lab in labs], True
        if expected.colours is not None and len(labs) == len(expected.colours):
            names, colours_sure = colour.assigned(labs, expected.colours)
        dice = tuple(self._finding(*each) for each in zip(seen.found.dice, seen.opinions, names, strict=True))
        why = count_doubt(seen, expected) or value_doubt(seen, dice, self._trust.accept_at) or scene_doubt(seen)
        if why is None and expected.colours is not None:
            why = colour_doubt(dice, expected.colours, colours_sure)
        decision = Decision.ASK if why else Decision.ACCEPT
        return Reading("", "dice", dice, decision, why or Why("sight.sure"), seen_at_s)

    def _finding(self, die: Candidate, opinion: Opinion, name: str) -> Finding:
        wide, high = die.width / 2, die.height / 2
        corners = box_corners(die.x - wide, die.y - high, die.x + wide, die.y + high)
        order = np.argsort(-opinion.together)[:3]
        likeliest = tuple(Likely(int(v) + 1, float(opinion.together[v])) for v in order)
        return Finding("die", opinion.value, corners, self._trust.confidence(opinion), name, likeliest)


def brightened(pixels: Pixels) -> Pixels:
    """A dark picture lifted until its brightest parts are bright; others as they are."""
    small = pixels[::8, ::8].max(axis=2)
    bright = float(np.percentile(small, 98))
    if bright >= 130 or bright < 4:
        return pixels
    return np.asarray(cv2.convertScaleAbs(pixels, alpha=min(200 / bright, 5.0)), np.uint8)
