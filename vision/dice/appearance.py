"""How a die's crop is shown to the judge: with its colours more or less evened out, so that all
pips look alike.

Red pips on dark blue are hardly darker than it, and white ones under a lamp drown in its shine.
Evened out fully, the colours of a crop vary alike in every direction: whatever tells pips from
plastic, lightness or hue, is then as strong as any light or shadow. Evened out not at all, only the
brightness is put right. Looks between and beyond a mirror are further opinions of the same judge.
"""

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats, Pixels

CROP_PX = 48
CROP_REACH = 1.25  # a crop is so many dice wide
GRAIN = 0.02  # differences below a camera's grain are not made stronger than this allows
FARTHEST = 4.0
Look = tuple[float, bool]  # how even, and whether mirrored
FIRST_LOOK: Look = (0.5, False)
FURTHER_LOOKS = ((0.0, False), (1.0, False), (0.0, True), (0.5, True), (1.0, True))


def face_weights(side: int) -> Floats:
    """The middle of a crop is the die's top; what surrounds it hardly counts."""
    y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
    falling = np.exp(-(x**2 + y**2) / (2 * (0.27 * side) ** 2))
    return np.asarray(falling / falling.sum(), np.float32).ravel()


_WEIGHTS = face_weights(CROP_PX)


def contrast(crop: Pixels) -> float:
    """How far the colours on a crop's face are from their mean, in levels."""
    flat = crop.reshape(-1, 3).astype(np.float32)
    return float(np.sqrt((_WEIGHTS[:, None] * (flat - _WEIGHTS @ flat) ** 2).sum()))


def evened(crops: Pixels, evenness: Floats) -> Floats:
    """Crops (count, side, side, colour), each evened out so far (0 to 1), as a network
    takes them.
    """
    count, side = crops.shape[:2]
    flat = crops.reshape(count, side * side, 3).astype(np.float32) / np.float32(255)
    flat -= (_WEIGHTS[:, None] * flat).sum(axis=1, keepdims=True)
    spread = flat.transpose(0, 2, 1) @ (flat * _WEIGHTS[:, None])
    strengths, directions = np.linalg.eigh(spread)
    strengths = np.maximum(strengths, 0) + np.float32(GRAIN**2)
    usual = strengths.mean(axis=1, keepdims=True)
    gains = usual**-0.5 * (strengths / usual) ** (-evenness[:, None] / 2)
    mix = (directions * gains[:, None, :]) @ directions.transpose(0, 2, 1)
    shown = np.clip(mix @ flat.transpose(0, 2, 1), -FARTHEST, FARTHEST)
    return np.ascontiguousarray(shown.reshape(count, 3, side, side), np.float32)


def looked_at(crops: Pixels, looks: Sequence[Look]) -> Floats:
    """Each crop in its own way."""
    mirrored = np.array([mirror for _, mirror in looks], bool)
    shown = np.where(mirrored[:, None, None, None], crops[:, :, ::-1], crops)
    return evened(shown, np.array([even for even, _ in looks], np.float32))
