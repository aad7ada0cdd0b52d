"""The lamps and cloths of the virtual table, and what a lamp does to a picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.virtual.die_render import Lighting

LIGHTS: dict[str, Lighting] = {
    "day": Lighting((0.3, 0.4, 1.0), 0.55, 0.5, 4.0),
    "lamp": Lighting((0.7, 0.3, 1.0), 0.8, 0.25, 9.0, (0.78, 0.92, 1.0)),
    "cold": Lighting((-0.4, 0.2, 1.0), 0.6, 0.4, 6.0, (1.0, 0.96, 0.88)),
    "low": Lighting((-1.0, 0.5, 0.8), 0.6, 0.28, 8.0, (0.85, 0.95, 1.0)),
    "dim": Lighting((0.2, -0.5, 1.0), 0.22, 0.16, 3.0),
}
FELT: dict[str, tuple[int, int, int]] = {
    "green": (60, 95, 40),
    "blue": (110, 70, 45),
    "red": (45, 40, 120),
    "wood": (75, 120, 165),
    "grey": (120, 120, 120),
    "cream": (200, 215, 222),
}


def cloth(rng: np.random.Generator, felt: str, size: tuple[int, int]) -> NDArray[np.float32]:
    """The bare table, woven, before any lamp."""
    width, height = size
    coarse = rng.normal(0, 1, (height // 3, width // 3, 1)).astype(np.float32)
    weave = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)[..., None] * 5
    return np.asarray(np.array(FELT[felt], np.float32) + weave, np.float32)


def falling(light: Lighting, width: int) -> NDArray[np.float32]:
    """How bright each column of the picture is: brighter towards the lamp."""
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :, None]
    fall = light.ambient + light.strength * (0.9 - 0.25 * x * np.sign(light.towards[0]))
    return np.asarray(fall * np.asarray(light.tint, np.float32), np.float32)


def lit(flat: NDArray[np.float32] | Pixels, light: Lighting, width: int, left: int = 0) -> Pixels:
    """A picture, or a part of it that begins at column `left`, under this lamp."""
    part = falling(light, width)[:, left : left + flat.shape[1]]
    return np.asarray(np.clip(flat * part, 0, 255), np.uint8)
