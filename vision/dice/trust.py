"""How sure: from what both networks said of a die to the chance that its value is right.

The numbers in `trust.json` are fitted on sets that the networks had not seen (`training/calibrate.py`).
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
FITTED = Path(__file__).parent / "weights" / "trust.json"


@dataclass(frozen=True, slots=True)
class Opinion:
    """Both networks on one die."""

    heat: float
    finder: Floats  # six chances
    judge: Floats  # six chances and "no die one could read"
    size_px: float

    @property
    def together(self) -> Floats:
        """Both as one: the geometric mean, so that one firm no counts."""
        mixed = np.sqrt(np.maximum(self.finder, 1e-6) * np.maximum(self.judge[:6], 1e-6))
        return np.asarray(mixed / mixed.sum(), np.float32)

    @property
    def value(self) -> int:
        return int(self.together.argmax()) + 1

    @property
    def agree(self) -> bool:
        return int(self.finder.argmax()) == int(self.judge.argmax()) == self.value - 1


def features(opinion: Opinion) -> Floats:
    """What the fit sees: log odds of each network for the value taken, of the heat, and whether they agree."""
    at = opinion.value - 1
    return np.array(
        [1.0, _logit(opinion.finder[at]), _logit(opinion.judge[at]), _logit(opinion.heat), float(opinion.agree)],
        np.float32,
    )


def _logit(chance: float) -> float:
    bounded = float(np.clip(chance, 0.003, 0.9997))
    return float(np.log(bounded / (1 - bounded)))


@dataclass(frozen=True, slots=True)
class Trust:
    """The fitted curve and the threshold taken from it."""

    weights: tuple[float, ...]
    accept_at: float

    @staticmethod
    def load(path: Path = FITTED) -> "Trust":
        stored = json.loads(path.read_text())
        return Trust(tuple(stored["weights"]), float(stored["accept_at"]))

    def confidence(self, opinion: Opinion) -> float:
        """The chance that this die is there and shows this value."""
        score = float(np.dot(np.asarray(self.weights, np.float32), features(opinion)))
        return float(1 / (1 + np.exp(-score)))
