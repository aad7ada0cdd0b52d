"""What the judge learns from: dice cut from photographs, dice drawn once and kept, what is no die,
and its mistakes.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.dice.appearance import CROP_PX, CROP_REACH
from vision.lab.dice.examples import Examples
from vision.lab.dice.judge_crops import CUT_REACH, judge_crops
from vision.lab.dice.spoiling import BADLY, CALM, glared, spoiled
from vision.lab.dice.sprites import Bank
from vision.lab.dice.surfaces import Random

CUT_PX = 96  # cuts are larger than what the judge sees, to be turned and shifted anew at each use
NO_DIE_KEPT = 0.35  # of the drawn "no die": there are more of them than dice
# the share of crops that were read wrong before, and how many of those are remembered
AGAIN, MOST_AGAIN = (0.3, 3000)
GLARED = 0.15


class Drawn:
    """Rendered dice as cuts, kept in a file: drawing them anew takes as long as learning
    from them.
    """

    def __init__(self, path: Path, bank: Bank, count: int = 48_000, seed: int = 1) -> None:
        if not path.exists():
            _draw(path, Examples([], bank, seed, 0.0), count)
        with np.load(path) as stored:
            pixels, value = stored["pixels"], stored["value"]
        kept = (value > 0) | (np.random.default_rng(seed).random(len(value)) < NO_DIE_KEPT)
        self.pixels: Pixels = pixels[kept]
        self.value: NDArray[np.int8] = value[kept]

    def one(self, rng: Random) -> tuple[Pixels, int]:
        i = int(rng.integers(len(self.value)))
        return self.pixels[i], int(self.value[i])


def _draw(path: Path, examples: Examples, count: int) -> None:
    pixels, value, i = np.zeros((count, CUT_PX, CUT_PX, 3), np.uint8), np.zeros(count, np.int8), 0
    while i < count:
        for cut, shown in judge_crops(examples, CUT_PX)[: count - i]:
            pixels[i], value[i], i = cut, shown, i + 1
    np.savez(path, pixels=pixels, value=value)


@dataclass(frozen=True, slots=True)
class Crop:
    """A cut, its value (0 for no die), and the cut as it is shown this time."""

    cut: Pixels
    value: int
    shown: Pixels


class Crops:
    """Crops without end, spoiled; `examples` cuts them from photographs."""

    def __init__(self, examples: Examples, drawn: Drawn, real_share: float) -> None:
        self._examples, self._drawn, self._real_share = examples, drawn, real_share
        self._queue: list[tuple[Pixels, int]] = []
        self._mistaken: list[tuple[Pixels, int]] = []
        self._badly = BADLY

    def one(self) -> Crop:
        rng = self._examples.rng
        cut, value = self._picked()
        shown = cut
        if value and rng.random() < GLARED:
            shown = cut.copy()
            glared(rng, shown, [(CUT_PX / 2, CUT_PX / 2, CUT_PX / CUT_REACH)])
        return Crop(cut, value, spoiled(rng, turned(rng, shown), self._badly))

    def again(self, crop: Crop) -> None:
        """It was read wrong: it will come again, turned and spoiled in another way. Most crops are
        soon too easy.
        """
        if len(self._mistaken) < MOST_AGAIN and self._badly == BADLY:
            self._mistaken.append((crop.cut, crop.value))

    def calm(self) -> None:
        """From now on crops are as most tables have them, and no mistakes come again: they teach
        doubt.

        What nobody could read gathers among the mistakes.
        """
        self._mistaken, self._badly = [], CALM

    def _picked(self) -> tuple[Pixels, int]:
        rng = self._examples.rng
        if self._mistaken and rng.random() < AGAIN:
            return self._mistaken.pop(int(rng.integers(len(self._mistaken))))
        return self._photographed() if rng.random() < self._real_share else self._drawn.one(rng)

    def _photographed(self) -> tuple[Pixels, int]:
        rng = self._examples.rng
        while not self._queue:
            made = [
                cut for cut in judge_crops(self._examples, CUT_PX) if cut[1] or rng.random() < 0.5
            ]
            self._queue = [made[int(i)] for i in rng.permutation(len(made))]
        return self._queue.pop()


def turned(rng: Random, cut: Pixels) -> Pixels:
    """What the judge sees of a cut: a little turned, shifted and sized, half the time in the
    mirror.
    """
    scale = CROP_PX / CUT_PX * CUT_REACH / CROP_REACH * float(np.exp(rng.normal(0, 0.06)))
    angle = float(np.deg2rad(rng.normal(0, 6)))
    linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        linear[:, 0] *= -1
    shift = CROP_PX / 2 + rng.normal(0, 1.0, 2) - linear @ np.full(2, CUT_PX / 2)
    matrix = np.column_stack([linear, shift])
    shown = cv2.warpAffine(
        cut, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(shown, np.uint8)
