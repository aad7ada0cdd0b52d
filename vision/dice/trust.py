"""How sure: from three opinions on a die to its value and the chance that this is right.

The finder, the judge and the pips' geometry see the same die in three ways. The numbers in
`trust.json` are fitted on sets that the networks had not seen (`training/calibrate.py`).
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.arrays import Floats
from vision.dice.pips import Pips

FITTED = Path(__file__).parent / "weights" / "trust.json"
FIRM, WELL_FITTING = 0.97, 0.75
PLAIN = 0.99  # so sure that the pips are not counted: nothing they could say would change it


@dataclass(frozen=True, slots=True)
class DieOpinion:
    """What was said of one die: six chances by the finder, six and "no readable die" by the judge,
    and the pips.
    """

    heat: float
    finder: Floats
    judge: Floats
    pips: Pips
    # how many times larger or smaller than the picture's other dice, in powers of two
    odd_size: float = 0.0
    cooler: float = 0.0  # how far its heat is below the hottest, in log odds

    @property
    def worth_counting(self) -> bool:
        """Whether the pips are worth counting: most of what is no die is dismissed before that."""
        return 1.5 * logit(self.heat) + logit(1 - float(self.judge[6])) > -1.5

    @property
    def is_settled(self) -> bool:
        """Whether the judge need not look again: it is firm, or all three agree and the pips fit
        well.
        """
        return float(self.judge.max()) >= FIRM or (self.unanimous and self.pips.fit > WELL_FITTING)

    @property
    def unanimous(self) -> bool:
        """Whether all three read the same value."""
        return int(self.finder.argmax()) == int(self.judge[:6].argmax()) == self.pips.value - 1


def logit(chance: float) -> float:
    bounded = float(np.clip(chance, 0.003, 0.9997))
    return float(np.log(bounded / (1 - bounded)))


def presence_features(opinion: DieOpinion) -> Floats:
    """What tells dice from buttons, knots in wood and keys: both networks, the other dice, and pips
    that fit a face.

    Not how sure the value is: dice of a kind never seen are dice all the same.
    """
    readable = logit(1 - float(opinion.judge[6]))
    return np.array(
        [1.0, logit(opinion.heat), readable, opinion.odd_size, opinion.cooler, opinion.pips.fit],
        np.float32,
    )


def values(opinion: DieOpinion, mix: tuple[float, float, float]) -> Floats:
    """The three opinions as one, a chance per value; `mix` is how much finder, judge and pips
    count.
    """
    score = mix[0] * np.log(np.maximum(opinion.finder, 1e-4)) + mix[1] * np.log(
        np.maximum(opinion.judge[:6], 1e-4)
    )
    if opinion.pips.value:
        score[opinion.pips.value - 1] += mix[2] * opinion.pips.fit
    raised = np.exp(score - score.max())
    return np.asarray(raised / raised.sum(), np.float32)


def features(opinion: DieOpinion, chances: Floats) -> Floats:
    """What the fit of confidence sees of the value taken: how firm the judge is, and who agrees
    with it.
    """
    at = int(chances.argmax())
    fit = opinion.pips.fit if opinion.pips.value else 0.0
    pips_agree, finder_agrees = opinion.pips.value == at + 1, int(opinion.finder.argmax()) == at
    return np.array(
        [
            1.0,
            logit(float(opinion.judge[at])),
            logit(opinion.heat),
            float(finder_agrees),
            0.0 if finder_agrees else float(opinion.finder.max()),
            fit if pips_agree else 0.0,
            0.0 if pips_agree else fit,
            opinion.odd_size,
            opinion.cooler,
        ],
        np.float32,
    )


@dataclass(frozen=True, slots=True)
class Trust:
    """The fitted numbers, and the confidence from which a die is accepted."""

    mix: tuple[float, float, float]
    presence_weights: tuple[float, ...]
    weights: tuple[float, ...]
    accept_at: float
    other_number: float  # how often another number of dice lies there than was asked for

    @staticmethod
    def load(path: Path = FITTED) -> "Trust":
        stored = json.loads(path.read_text())
        finder, judge, pips = stored["mix"]
        accept_at = float(stored["accept_at"])
        return Trust(
            (finder, judge, pips),
            tuple(stored["presence"]),
            tuple(stored["weights"]),
            accept_at,
            float(stored["other_number"]),
        )

    def presence(self, opinion: DieOpinion) -> float:
        """The chance that there is a die at all."""
        score = float(
            np.dot(np.asarray(self.presence_weights, np.float32), presence_features(opinion))
        )
        return float(1 / (1 + np.exp(-score)))

    def is_plain(self, opinion: DieOpinion) -> bool:
        """Whether a die is sure before its pips are counted, even if they should contradict it, and
        both networks read the same.
        """
        read = int(self.values(opinion).argmax()) + 1
        contradicted = replace(opinion, pips=Pips(read % 6 + 1, 1.0))
        others = (opinion.finder, self.values(contradicted))
        agreed = all(int(chances.argmax()) + 1 == read for chances in others)
        least = min(self.confidence(contradicted), self.presence(opinion))
        return agreed and least > PLAIN

    def values(self, opinion: DieOpinion) -> Floats:
        return values(opinion, self.mix)

    def confidence(self, opinion: DieOpinion) -> float:
        """The chance that this die is there and shows its likeliest value."""
        score = float(
            np.dot(np.asarray(self.weights, np.float32), features(opinion, self.values(opinion)))
        )
        return float(1 / (1 + np.exp(-score)))
