"""Reads a picture of dice: find, judge, name the colour, decide. A picture in, a Reading out; it
remembers nothing.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.dice import colour, pips
from vision.dice.appearance import CROP_REACH, FIRST_LOOK, FURTHER_LOOKS
from vision.dice.detection import apart, chosen, find, within
from vision.dice.doubt import (
    ANYTHING,
    FILLING,
    DiceEvidence,
    ExpectedDice,
    certainty,
    chance_of_number,
    colour_doubt,
    count_doubt,
    given_number,
    scene_doubt,
    value_doubt,
)
from vision.dice.networks import WEIGHTS, DiceNetworks, DieCandidate, cropped, softmax
from vision.dice.trust import FITTED, DieOpinion, Trust, logit
from vision.reading import Decision, Finding, Likely, Reading, Why, box_corners

# dice sizes between two claims on one place that may be two dice of the same value
WELL_APART = 0.7
READ = 0.5  # the chance of a value from which a second claim on a place is a claim
CLEARLY_MORE = 0.8
UNREADABLE = 0.3  # the judge's "no die one could read" from which something large has no pips


class DiceReader:
    """Loads the networks once; `read` takes BGR pixels."""

    def __init__(self, folder: Path = WEIGHTS, trust: Path = FITTED) -> None:
        self._networks = DiceNetworks(folder)
        self._trust = Trust.load(trust)

    def look(self, pixels: Pixels, number: int | None = None) -> DiceEvidence:
        """Every die with what is thought of it, and how much else might be one. One more is taken
        where that surely makes the number asked for.
        """
        raw = self.opinions(pixels)
        plain = only_dice(raw, self._trust.presence)
        if number is None or len(plain.dice) == number:
            return plain
        near = only_dice(raw, self._trust.presence, number)
        sure = chance_of_number(near, number, self._trust.other_number) >= self._trust.accept_at
        return near if sure else plain

    def opinions(self, pixels: Pixels) -> DiceEvidence:
        """Every place where a die may lie, with all three opinions on it: what calibration learns
        from.
        """
        dim = float(pixels[::8, ::8].mean())
        pixels = brightened(pixels)
        found = find(self._networks, pixels)
        places = (*found.candidates, *chain.from_iterable(found.rivals))
        cuts = [cropped(pixels, die.x, die.y, die.size * CROP_REACH) for die in places]
        said = self._networks.judge(cuts, [FIRST_LOOK] * len(cuts))
        crops, judged = tuple(cuts[: len(found.candidates)]), said[: len(found.candidates)]
        usual, hottest = _usual(found.candidates, judged)
        opinions = []
        for die, judgement in zip(found.candidates, judged, strict=True):
            odd, cooler = abs(float(np.log2(die.size / usual))), hottest - logit(die.heat)
            opinions.append(DieOpinion(die.heat, die.values, judgement, pips.NOTHING, odd, cooler))
        self._look_again(pixels, found.candidates, crops, opinions)
        size_px = (pixels.shape[0], pixels.shape[1])
        clashes = _clashes(found.rivals, said[len(crops) :])
        return DiceEvidence(found.candidates, tuple(opinions), crops, size_px, dim, clashes=clashes)

    def _look_again(
        self,
        pixels: Pixels,
        dice: tuple[DieCandidate, ...],
        crops: tuple[Pixels, ...],
        opinions: list[DieOpinion],
    ) -> None:
        """Where the networks leave a doubt the pips are counted; where these do not settle it the
        judge looks five times more, and the mean counts.
        """
        large = FILLING * min(pixels.shape[:2])
        worth = [i for i, opinion in enumerate(opinions) if opinion.worth_counting]
        doubtful = [
            i for i in worth if dice[i].size > large or not self._trust.is_plain(opinions[i])
        ]
        for i in doubtful:
            opinions[i] = replace(opinions[i], pips=pips.count(_closer(pixels, dice[i])))
        hesitant = [i for i in doubtful if not opinions[i].is_settled]
        again = [crops[i] for i in hesitant for _ in FURTHER_LOOKS]
        said = self._networks.judge(again, FURTHER_LOOKS * len(hesitant))
        first = np.array([opinions[i].judge for i in hesitant], np.float32).reshape(-1, 1, 7)
        looks = np.concatenate([first, said.reshape(-1, len(FURTHER_LOOKS), 7)], axis=1)
        mean = softmax(np.log(np.maximum(looks, 1e-4)).mean(axis=1))
        for i, judgement in zip(hesitant, mean, strict=True):
            opinions[i] = replace(opinions[i], judge=judgement)

    def read(
        self, pixels: Pixels, expected: ExpectedDice = ANYTHING, seen_at_s: float = 0.0
    ) -> Reading:
        seen = self.look(pixels, expected.number)
        labs = [colour.face_colour(crop) for crop in seen.crops]
        names, colours_sure = [colour.named(lab) for lab in labs], True
        if expected.colours is not None and len(labs) == len(expected.colours):
            names, colours_sure = colour.assigned(labs, expected.colours)
        number = expected.number if len(seen.dice) == expected.number else None
        sure = [self._trust.confidence(opinion) for opinion in seen.opinions]
        sure = sure if number is None else given_number(seen, sure)
        dice = tuple(
            self._finding(*each) for each in zip(seen.dice, seen.opinions, names, sure, strict=True)
        )
        accept_at = self._trust.accept_at
        why = (
            count_doubt(seen, expected)
            or value_doubt(seen, dice, accept_at)
            or scene_doubt(seen, number)
        )
        if why is None and certainty(seen, sure, number, self._trust.other_number) < accept_at:
            why = Why("sight.maybe_more")
        if why is None and expected.colours is not None:
            why = colour_doubt(dice, expected.colours, colours_sure)
        decision = Decision.ASK if why else Decision.ACCEPT
        return Reading("", "dice", dice, decision, why or Why("sight.sure"), seen_at_s)

    def _finding(self, die: DieCandidate, opinion: DieOpinion, name: str, sure: float) -> Finding:
        wide, high = die.width / 2, die.height / 2
        corners = box_corners(die.x - wide, die.y - high, die.x + wide, die.y + high)
        chances = self._trust.values(opinion)
        likeliest = tuple(Likely(int(v) + 1, float(chances[v])) for v in np.argsort(-chances)[:3])
        return Finding(
            "die",
            likeliest[0].value,
            corners,
            sure,
            name,
            likeliest,
            sure=sure >= self._trust.accept_at,
        )


def only_dice(
    raw: DiceEvidence, presence: Callable[[DieOpinion], float], number: int | None = None
) -> DiceEvidence:
    """What was seen, with only what is taken for dice, `number` of them where that is near; what
    else there may be is counted.
    """
    firm = [float(opinion.judge[:6].max()) for opinion in raw.opinions]
    chances = [presence(opinion) for opinion in raw.opinions]
    readable = [chance * clear for chance, clear in zip(chances, firm, strict=True)]
    picked = chosen(raw.dice, chances, firm)
    picked = picked if number is None else picked.numbering(number, readable)
    return replace(
        raw,
        dice=tuple(raw.dice[i] for i in picked.there),
        opinions=tuple(raw.opinions[i] for i in picked.there),
        crops=tuple(raw.crops[i] for i in picked.there),
        missed=picked.missed,
        clashes=raw.clashes + picked.contested + _dice_inside(raw, picked.there),
        chances=tuple(chances[i] for i in picked.there),
        others=tuple(readable[i] for i in picked.free),
    )


def _clashes(rivals: tuple[tuple[DieCandidate, DieCandidate], ...], judged: Floats) -> int:
    """Places where the judge, too, would see two dice: it can read both, as different values or
    well apart.
    """
    count = 0
    for (a, b), (first, second) in zip(rivals, judged.reshape(-1, 2, 7), strict=True):
        differ = int(first[:6].argmax()) != int(second[:6].argmax()) or apart(a, b) > WELL_APART
        count += differ and min(first[:6].max(), second[:6].max()) > READ
    return count


def _dice_inside(raw: DiceEvidence, there: tuple[int, ...]) -> int:
    """Small claims inside a die that read clearly as more than a one: a pip never does, a die of a
    blurred heap may.
    """
    clear = [
        i
        for i, opinion in enumerate(raw.opinions)
        if i not in there and opinion.judge[1:6].max() > CLEARLY_MORE
    ]
    return sum(any(within(raw.dice[i], raw.dice[j]) for j in there) for i in clear)


def _usual(found: tuple[DieCandidate, ...], judged: Floats) -> tuple[float, float]:
    """The size of most dice here, and the hottest log odds. The six pips of a large die are not six
    small dice.
    """
    hot = [i for i, die in enumerate(found) if die.heat > 0.5] or list(range(len(found)))[:1]
    large = [found[i] for i in hot if judged[i, 6] < UNREADABLE]
    pips_of_large = [i for i in hot if any(_pip_of(found[i], judged[i], big) for big in large)]
    sizes = [found[i].size for i in hot if i not in pips_of_large]
    return float(np.median(sizes or [1.0])), max([logit(found[i].heat) for i in hot] or [0.0])


def _pip_of(small: DieCandidate, judgement: Floats, big: DieCandidate) -> bool:
    """A pip reads as a one and is cooler than its die; dice in a cup are not, whatever the cup
    looks like.
    """
    return within(small, big) and small.heat < big.heat and int(judgement[:6].argmax()) == 0


def _closer(pixels: Pixels, die: DieCandidate) -> Pixels:
    return cropped(pixels, die.x, die.y, die.size * pips.REACH, pips.SIDE_PX)


def brightened(pixels: Pixels) -> Pixels:
    """A dark picture lifted until its brightest parts are bright; others as they are."""
    small = pixels[::8, ::8].max(axis=2)
    bright = float(np.percentile(small, 98))
    if bright >= 130 or bright < 4:
        return pixels
    return np.asarray(cv2.convertScaleAbs(pixels, alpha=min(200 / bright, 5.0)), np.uint8)
