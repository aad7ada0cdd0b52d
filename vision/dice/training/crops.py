"""What the judge learns from: dice cut from photographs, dice drawn once and kept, and what is no die."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.looks import CROP_PX, CROP_REACH
from vision.dice.training.examples import CUT_REACH, Bytes, Examples
from vision.dice.training.spoiling import spoiled
from vision.dice.training.sprites import Bank
from vision.dice.training.surfaces import Random

CUT_PX = 96  # cuts are larger than what the judge sees, to be turned and shifted anew at each use
NO_DIE_KEPT = 0.35  # of the drawn "no die": there are more of them than dice


class Drawn:
    """Rendered dice as cuts, kept in a file: drawing them anew takes as long as learning from them."""

    def __init__(self, path: Path, bank: Bank, count: int = 48_000, seed: int = 1) -> None:
        if not path.exists():
            _draw(path, Examples([], bank, seed, 0.0), count)
        with np.load(path) as stored:
            pixels, value = stored["pixels"], stored["value"]
        kept = (value > 0) | (np.random.default_rng(seed).random(len(value)) < NO_DIE_KEPT)
        self.pixels: Bytes = pixels[kept]
        self.value: NDArray[np.int8] = value[kept]

    def one(self, rng: Random) -> tuple[Bytes, int]:
        i = int(rng.integers(len(self.value)))
        return self.pixels[i], int(self.value[i])


def _draw(path: Path, examples: Examples, count: int) -> None:
    pixels, value, i = np.zeros((count, CUT_PX, CUT_PX, 3), np.uint8), np.zeros(count, np.int8), 0
    while i < count:
        for cut, shown in examples.crops(CUT_PX)[: count - i]:
            pixels[i], value[i], i = cut, shown, i + 1
    np.savez(path, pixels=pixels, value=value)


class Crops:
    """Crops without end, spoiled, with their values (0 for no die); `examples` cuts them from photographs."""

    def __init__(self, examples: Examples, drawn: Drawn, real_share: float) -> None:
        self._examples, self._drawn, self._real_share = examples, drawn, real_share
        self._queue: list[tuple[Bytes, int]] = []

    def one(self) -> tuple[Bytes, int]:
        rng = self._examples.rng
        cut, value = self._photographed() if rng.random() < self._real_share else self._drawn.one(rng)
        return spoiled(rng, turned(rng, cut)), value

    def _photographed(self) -> tuple[Bytes, int]:
        rng = self._examples.rng
        while not self._queue:
            made = [cut for cut in self._examples.crops(CUT_PX) if cut[1] or rng.random() < 0.5]
            self._queue = [made[int(i)] for i in rng.permutation(len(made))]
        return self._queue.pop()


def turned(rng: Random, cut: Bytes) -> Bytes:
    """What the judge sees of a cut: a little turned, shifted and sized, half the time in the mirror."""
    scale = CROP_PX / CUT_PX * CUT_REACH / CROP_REACH * float(np.exp(rng.normal(0, 0.06)))
    angle = float(np.deg2rad(rng.normal(0, 6)))
    linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        linear[:, 0] *= -1
    shift = CROP_PX / 2 + rng.normal(0, 1.0, 2) - linear @ np.full(2, CUT_PX / 2)
    matrix = np.column_stack([linear, shift])
    shown = cv2.warpAffine(cut, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)
