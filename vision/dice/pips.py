"""Pips by geometry, an opinion no training can bias: round blobs that lie symmetrically about a
face's middle.

The pips of every face are symmetric about its middle, from any angle. So a face is a middle with
pairs of like blobs opposite each other, perhaps one on the middle itself; other faces' pips, glints
and letters rarely are.
"""

import math
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.dice.appearance import face_weights

SIDE_PX = 72
REACH = 1.2  # a crop for pips is so many dice wide
MOST_BLOBS = 12
DIE_PX = SIDE_PX / REACH
STANDING_OUT = 0.4  # below this fit of light against dark, hue is looked at too
# hue is shown so strongly; differences below a camera's grain are not
HUE_SPREAD, HUE_GRAIN = (40.0, 4.0)
_FACE = face_weights(SIDE_PX)


@dataclass(frozen=True, slots=True)
class Blob:
    x: float
    y: float
    area: float
    contrast: float


@dataclass(frozen=True, slots=True)
class Pips:
    """What geometry makes of a crop: 0 when nothing fits, and how well it fits, 0 to 1."""

    value: int
    fit: float


NOTHING = Pips(0, 0.0)


def count(crop: Pixels) -> Pips:
    """The best face in a crop of `SIDE_PX`, dark pips or light ones; where none stands out, by
    their hue.
    """
    best = _counted(np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8))
    return (
        best
        if best.fit >= STANDING_OUT
        else max(best, _counted(_hue(crop)), key=lambda pips: pips.fit)
    )


def _hue(crop: Pixels) -> NDArray[np.uint8]:
    """The one difference in colour that is strongest on the face, as grey: red pips on black are no
    lighter than it.
    """
    ab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB)[..., 1:].reshape(-1, 2).astype(np.float32)
    ab -= _FACE @ ab
    strengths, directions = np.linalg.eigh((ab * _FACE[:, None]).T @ ab)
    spread = max(math.sqrt(max(float(strengths[1]), 0.0)), HUE_GRAIN)
    shown = 128 + ab @ directions[:, 1] * (HUE_SPREAD / spread)
    return np.asarray(np.clip(shown, 0, 255).reshape(crop.shape[:2]), np.uint8)


def _counted(grey: NDArray[np.uint8]) -> Pips:
    soft = cv2.GaussianBlur(grey, (0, 0), 0.9)
    size = round(DIE_PX * 0.3) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (size, size))
    best = NOTHING
    for kind in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT):
        blobs = _blobs(np.asarray(cv2.morphologyEx(soft, kind, kernel), np.uint8))
        best = max(best, _face(blobs), key=lambda pips: pips.fit)
    return best


def _blobs(hat: NDArray[np.uint8]) -> list[Blob]:
    """Round spots that stand out, strongest first."""
    middle = hat[12:-12, 12:-12].ravel()
    level = max(14.0, 0.45 * float(np.partition(middle, -len(middle) // 100)[-len(middle) // 100]))
    _, _, boxes, middles = cv2.connectedComponentsWithStats(
        (hat > level).astype(np.uint8), connectivity=4
    )
    x, y, wide, high, area = boxes.T
    round_enough = (area > 0.58 * wide * high) & (0.4 * high < wide) & (wide < 2.5 * high)
    sized = (area > 0.004 * DIE_PX**2) & (area < 0.09 * DIE_PX**2)
    found = []
    for i in np.nonzero(round_enough & sized & (x > 0) & (y > 0))[0]:
        strength = float(hat[y[i] : y[i] + high[i], x[i] : x[i] + wide[i]].max())
        found.append(Blob(float(middles[i][0]), float(middles[i][1]), float(area[i]), strength))
    return sorted(found, key=lambda blob: -blob.contrast)[:MOST_BLOBS]


def _face(blobs: list[Blob]) -> Pips:
    """The middle with the most convincing symmetric set about it."""
    centres = [(b.x, b.y) for b in blobs]
    centres += [
        ((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in combinations(blobs, 2) if _alike(a, b)
    ]
    best = NOTHING
    for x, y in centres:
        if math.hypot(x - SIDE_PX / 2, y - SIDE_PX / 2) < DIE_PX * 0.27:
            best = max(best, _about(blobs, x, y), key=lambda pips: pips.fit)
    return best


def _alike(a: Blob, b: Blob) -> bool:
    return 0.45 < a.area / b.area < 2.2 and 0.5 < a.contrast / b.contrast < 2


def _about(blobs: list[Blob], x: float, y: float) -> Pips:
    """The face with its middle here: pairs opposite each other, and what is left over counts
    against it.
    """
    near = [b for b in blobs if math.hypot(b.x - x, b.y - y) < DIE_PX * 0.41]
    own = [b for b in near if math.hypot(b.x - x, b.y - y) < DIE_PX * 0.07]
    pairs = []
    left = [b for b in near if b not in own]
    for a in list(left):
        if a not in left:
            continue
        other = next(
            (b for b in left if b is not a and _alike(a, b) and _opposite(a, b, x, y)), None
        )
        if other is not None and math.hypot(a.x - x, a.y - y) > DIE_PX * 0.14:
            pairs.append(a)
            left = [b for b in left if b is not a and b is not other]
    value = 2 * len(pairs) + bool(own)
    if not 1 <= value <= 6 or not _shaped(pairs, bool(own), x, y):
        return NOTHING
    used = value / max(value + len(left), 1)
    central = 1 - math.hypot(x - SIDE_PX / 2, y - SIDE_PX / 2) / (DIE_PX * 0.6)
    return Pips(value, float(used * central))


def _opposite(a: Blob, b: Blob, x: float, y: float) -> bool:
    return math.hypot(a.x + b.x - 2 * x, a.y + b.y - 2 * y) < DIE_PX * 0.1


def _shaped(pairs: list[Blob], centre: bool, x: float, y: float) -> bool:
    """Whether the pairs lie as on a die: four pips make a square of a kind, six make two rows of
    three.
    """
    arms = [(b.x - x, b.y - y) for b in pairs]
    if len(arms) == 2:
        (ax, ay), (bx, by) = arms
        return abs(ax * by - ay * bx) > 0.6 * math.hypot(ax, ay) * math.hypot(bx, by)
    if len(arms) == 3:
        return not centre and any(_halfway(arms[i], arms[i - 1], arms[i - 2]) for i in range(3))
    return True


def _halfway(middle: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> bool:
    """In a six the middle pip of a row lies halfway between its ends, or opposite to that."""
    reach = 0.22 * max(math.hypot(*a), math.hypot(*b))
    for flip in (1, -1):
        x, y = (a[0] + flip * b[0]) / 2, (a[1] + flip * b[1]) / 2
        if (
            math.hypot(middle[0] - x, middle[1] - y) < reach
            or math.hypot(middle[0] + x, middle[1] + y) < reach
        ):
            return True
    return False
