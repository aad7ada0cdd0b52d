"""Table surfaces, drawn: wood, felt, paper, cloth, stone; and cork and rugs, kept for measuring
only.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels

Plane = NDArray[np.float32]
Random = np.random.Generator


def noise(random: Random, height: int, width: int, grain_px: tuple[float, float]) -> Plane:
    """Smooth noise of mean 0 and spread 1; `grain_px`: its size down and across."""
    small = (max(2, int(height / grain_px[0])), max(2, int(width / grain_px[1])))
    field = random.standard_normal(small, dtype=np.float32)
    grown = cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown / (grown.std() + 1e-6), dtype=np.float32)


def _tinted(base: tuple[float, float, float], shade: Plane) -> Pixels:
    amount = np.asarray(shade + 1, dtype=np.float32)
    return np.asarray(
        cv2.merge([cv2.convertScaleAbs(amount, alpha=part) for part in base]), dtype=np.uint8
    )


def wood(random: Random, height: int, width: int) -> Pixels:
    base = [(70, 115, 165), (45, 80, 130), (110, 160, 200), (35, 55, 85)][int(random.integers(4))]
    grain = (
        noise(random, height, width, (4, 160)) * 0.06
        + noise(random, height, width, (30, 400)) * 0.08
    )
    boards = np.zeros((height, width), np.float32)
    for y in range(int(random.integers(40, 160)), height, int(random.integers(180, 320))):
        boards[y : y + 2] = -0.35
    return _tinted(base, grain + boards)


def felt(random: Random, height: int, width: int) -> Pixels:
    base = [(60, 110, 30), (45, 40, 40), (110, 60, 30), (45, 35, 120)][int(random.integers(4))]
    return _tinted(
        base,
        noise(random, height, width, (1.6, 1.6)) * 0.09
        + noise(random, height, width, (60, 60)) * 0.04,
    )


def paper(random: Random, height: int, width: int) -> Pixels:
    return _tinted((228, 234, 236), noise(random, height, width, (200, 200)) * 0.015)


def cloth(random: Random, height: int, width: int) -> Pixels:
    rows, cols = (
        np.arange(height, dtype=np.float32)[:, None],
        np.arange(width, dtype=np.float32)[None],
    )
    weave = 0.06 * np.sin(rows / 1.7) + 0.06 * np.sin(cols / 1.7)
    stripes = 0.25 * (((cols // 90) % 2) == 0) if random.random() < 0.5 else np.float32(0)
    folds = noise(random, height, width, (160, 90)) * 0.06
    base = [(150, 150, 160), (130, 90, 70), (90, 110, 170)][int(random.integers(3))]
    return _tinted(base, (weave + stripes + folds).astype(np.float32))


def stone(random: Random, height: int, width: int) -> Pixels:
    veins = np.abs(noise(random, height, width, (70, 50)))
    shade = noise(random, height, width, (3, 3)) * 0.04 - 0.12 * (veins < 0.06)
    return _tinted(
        [(190, 195, 200), (70, 70, 75)][int(random.integers(2))], shade.astype(np.float32)
    )


def cork(random: Random, height: int, width: int) -> Pixels:
    crumbs = noise(random, height, width, (5, 6))
    shade = crumbs * 0.07 + noise(random, height, width, (14, 14)) * 0.05 - 0.3 * (crumbs > 1.9)
    return _tinted(
        [(85, 135, 180), (60, 100, 145)][int(random.integers(2))], shade.astype(np.float32)
    )


def rug(random: Random, height: int, width: int) -> Pixels:
    """Woven diamonds in three dyes, with the threads' own grain."""
    rows, cols = np.mgrid[0:height, 0:width].astype(np.float32)
    side = random.uniform(50, 140)
    within = np.abs((rows / side) % 2 - 1) + np.abs((cols / (0.7 * side)) % 2 - 1)
    dyes = random.uniform((25, 25, 40), (150, 140, 190), (3, 3))
    woven = dyes[np.digitize(within, (0.6, 1.2))]
    threads = 1 + 0.07 * np.sin(rows / 1.3) + noise(random, height, width, (2, 5)) * 0.07
    return np.asarray(np.clip(woven * threads[:, :, None], 0, 255), dtype=np.uint8)


SURFACES: dict[str, Callable[[Random, int, int], Pixels]] = {
    "wood": wood,
    "felt": felt,
    "paper": paper,
    "cloth": cloth,
    "stone": stone,
}
HELD_OUT = {"cork": cork, "rug": rug}  # for measuring only: nothing is taught or chosen on them


def tabletop(random: Random, name: str, height: int, width: int) -> Pixels:
    return (SURFACES | HELD_OUT)[name](random, height, width)
