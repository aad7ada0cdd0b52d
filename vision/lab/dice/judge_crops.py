"""What the judge learns from one scene: the crops a finder would give, and what nobody could
read.
"""

import math

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.lab.dice import surfaces
from vision.lab.dice.examples import Examples
from vision.lab.dice.photographs import Die, Photograph

CUT_REACH = 1.5  # an example is so many dice wide
ASIDE = 1.12  # a die so much higher than wide shows its front


def judge_crops(examples: Examples, side: int) -> list[tuple[Pixels, int]]:
    """Judge examples of one scene: the crops a finder would give, a little off, and what nobody
    could read (0).
    """
    rng, big = examples.rng, 144
    # Evenly by size, not by its logarithm: the judge mostly sees dice as large as the camera
    # gives them.
    scene, dice = examples.sized_scene(big, float(rng.uniform(22, 66)), 0.36)
    # A cut-off die is rare at a table; in small scenes it would be the rule.
    border = 0.62 if rng.random() < 0.9 else 0.1
    inside = [d for d in dice if _off_the_edge(d, big) > border * d.size and d.size >= 13]
    if examples.sets and rng.random() < 0.3:
        lured = examples.photo()
        if lured.lures:
            return [_lured(examples, lured, lured.lures[int(rng.integers(len(lured.lures)))], side)]
    made = [_crop(examples, scene, inside[int(i)], side) for i in rng.permutation(len(inside))[:5]]
    if not inside or rng.random() < 0.2:
        made.append((_nothing(examples, scene, dice, side), 0))
    if dice and rng.random() < 0.12:
        made.append((_wrong_size(examples, scene, dice, side), 0))
    aside = [d for d in inside if d.height > ASIDE * d.width]
    if aside and rng.random() < 0.3:
        made.append((_front(examples, scene, aside[int(rng.integers(len(aside)))], side), 0))
    if rng.random() < 0.15:
        made.append((_lettered(examples, side), 0))
    if rng.random() < 0.15:
        made += [(heap, 0) for heap in _heap(examples, side)]
    return made


def _heap(examples: Examples, side: int) -> list[Pixels]:
    """Several dice close together as if they were one: blurred, their colours pass for a face
    with pips.
    """
    scene, dice = examples.sized_scene(144, float(examples.rng.uniform(14, 26)), 0.36)
    near = [d for d in dice if math.hypot(d.x - 72, d.y - 72) < 58]
    if len(near) < 3:
        return []
    x, y = (float(np.mean([getattr(d, axis) for d in near])) for axis in ("x", "y"))
    reach = 2 * max(max(abs(d.x - x), abs(d.y - y)) + d.size / 2 for d in near)
    return [cropped(scene, x, y, reach * float(examples.rng.uniform(1.0, 1.5)), side)]


def _lettered(examples: Examples, side: int) -> Pixels:
    """A key, a tag, a tile: as large as a die, and no die."""
    table = examples.table(144)
    surfaces.lettered(examples.rng, table, 72, 72, 44)
    whole = np.clip(table * 255, 0, 255).astype(np.uint8)
    return cropped(whole, 72, 72, 66 * float(np.exp(examples.rng.normal(0, 0.15))), side)


def _wrong_size(examples: Examples, scene: Pixels, dice: list[Die], side: int) -> Pixels:
    """What a finder offers at the wrong scale: pips of a large die, or two dice as one."""
    rng, die = examples.rng, dice[int(examples.rng.integers(len(dice)))]
    near = [d for d in dice if d is not die and np.hypot(d.x - die.x, d.y - die.y) < 1.3 * die.size]
    if near:
        other = near[int(rng.integers(len(near)))]
        reach = (np.hypot(other.x - die.x, other.y - die.y) + die.size) * float(
            rng.uniform(1.2, 1.6)
        )
        return cropped(scene, (die.x + other.x) / 2, (die.y + other.y) / 2, reach, side)
    x, y = np.array([die.x, die.y]) + rng.uniform(-0.3, 0.3, 2) * die.size
    return cropped(scene, float(x), float(y), die.size * float(rng.uniform(0.22, 0.5)), side)


def _front(examples: Examples, scene: Pixels, die: Die, side: int) -> Pixels:
    """The front of a die seen from aside, as if it were a die of its own."""
    rng = examples.rng
    x, y = die.x + rng.normal(0, 0.08) * die.width, die.y + rng.uniform(0.2, 0.34) * die.height
    return cropped(
        scene, float(x), float(y), die.size * CUT_REACH * float(rng.uniform(0.5, 0.72)), side
    )


def _crop(examples: Examples, scene: Pixels, die: Die, side: int) -> tuple[Pixels, int]:
    rng = examples.rng
    away = float(rng.uniform(0.5, 0.8)) * die.size if rng.random() < 0.05 else 0.0
    angle = rng.uniform(0, 2 * np.pi)
    jitter = rng.normal(0, 0.05, 2) * die.size + np.array([np.cos(angle), np.sin(angle)]) * away
    reach = die.size * CUT_REACH * float(np.exp(rng.normal(0, 0.1)))
    return cropped(
        scene, die.x + jitter[0], die.y + jitter[1], reach, side
    ), 0 if away else die.value


def _lured(examples: Examples, photo: Photograph, lure: Die, side: int) -> tuple[Pixels, int]:
    source = photo.about(side / (CUT_REACH * lure.size))
    shrink = source.shape[0] / photo.pixels.shape[0]
    return _crop(
        examples,
        source,
        Die(lure.x * shrink, lure.y * shrink, lure.size * shrink, lure.size * shrink, 0),
        side,
    )


def _nothing(examples: Examples, scene: Pixels, dice: list[Die], side: int) -> Pixels:
    rng = examples.rng
    for _ in range(8):
        x, y = rng.uniform(8, scene.shape[0] - 8, 2)
        if all(np.hypot(d.x - x, d.y - y) > 0.7 * d.size for d in dice):
            break
    else:
        scene = (examples.table(scene.shape[0]) * 255).astype(np.uint8)
        x, y = rng.uniform(20, 100, 2)
    return cropped(scene, float(x), float(y), float(rng.uniform(20, 90)), side)


def cropped(pixels: Pixels, x: float, y: float, reach: float, side: int) -> Pixels:
    """The square of width `reach` around a point, `side` pixels wide; beyond the picture the edge
    is repeated.
    """
    scale = side / reach
    matrix = np.array(
        [[scale, 0, side / 2 - x * scale], [0, scale, side / 2 - y * scale]], np.float64
    )
    flags = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    return np.asarray(
        cv2.warpAffine(pixels, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def _off_the_edge(die: Die, side: int) -> float:
    return min(die.x, die.y, side - die.x, side - die.y)
