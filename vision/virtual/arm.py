"""An arm that reaches over the virtual table: drawn once, then moved across the picture."""

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.virtual.blend import Mask, fallen, laid
from vision.virtual.die_render import Lighting

SKIN = (112, 146, 208)
SLEEVE = (96, 68, 52)


def arm(height: int, light: Lighting) -> Pixels:
    """A hand with a sleeve, reaching up, as tall as two thirds of the picture; colour and what
    shows through.
    """
    side = round(height * 0.9)
    colour = np.zeros((side, side // 2, 3), np.float32)
    mask = np.zeros((side, side // 2), np.float32)
    middle = side // 4
    palm, thick = round(side * 0.09), round(side * 0.035)
    wrist = round(side * 0.36)
    _stroke(
        colour, mask, (middle, side + 40), (middle, wrist + palm * 2), SLEEVE, round(palm * 2.1)
    )
    _stroke(colour, mask, (middle, wrist + palm * 2), (middle, wrist), SKIN, round(palm * 1.35))
    cv2.circle(colour, (middle, wrist), palm, SKIN, cv2.FILLED, cv2.LINE_AA)
    cv2.circle(mask, (middle, wrist), palm, 1.0, cv2.FILLED, cv2.LINE_AA)
    for lean, reach in ((-0.55, 1.75), (-0.2, 2.15), (0.12, 2.2), (0.42, 1.95), (1.15, 1.35)):
        tip = (
            round(middle + palm * reach * np.sin(lean)),
            round(wrist - palm * reach * np.cos(lean)),
        )
        root = (round(middle + palm * 0.7 * np.sin(lean)), round(wrist - palm * 0.6 * np.cos(lean)))
        _stroke(colour, mask, root, tip, SKIN, thick)
    shade = 1 - 0.22 * cv2.GaussianBlur((mask == 0).astype(np.float32), (0, 0), thick / 2)
    lit = (
        colour
        * shade[..., None]
        * (light.ambient + light.strength * 0.9)
        * np.asarray(light.tint, np.float32)
    )
    shadow = fallen(mask, thick // 2, thick / 2)
    layers = np.dstack([lit * mask[..., None], 255 * (1 - mask) * (1 - 0.45 * shadow)])
    return np.asarray(np.clip(layers, 0, 255), np.uint8)


def _stroke(
    colour: Mask,
    mask: Mask,
    start: tuple[int, int],
    end: tuple[int, int],
    ink: tuple[int, int, int],
    thick: int,
) -> None:
    cv2.line(colour, start, end, ink, thick, cv2.LINE_AA)
    cv2.line(mask, start, end, 1.0, thick, cv2.LINE_AA)


class PassingHand:
    """Reaches for a piece, or sweeps across the table for a while."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._light = Lighting()
        self._arm: Pixels | None = None
        self._begins_s, self._until_s = 0.0, -1.0

    def relight(self, light: Lighting) -> None:
        self._light, self._arm = light, None

    def sweep(self, now_s: float, seconds: float) -> None:
        self._begins_s, self._until_s = now_s, now_s + seconds

    def draw(self, picture: Pixels, now_s: float) -> None:
        if now_s >= self._until_s:
            return
        width, height = self._size
        part = (now_s - self._begins_s) / max(self._until_s - self._begins_s, 1e-6)
        across = round(width * (part * 1.3 - 0.15))
        down = round(height * (0.55 - 0.2 * np.sin(part * np.pi)))
        self.reach(picture, across, down)

    def reach(self, picture: Pixels, x: int, y: int) -> None:
        """The fingers at this point of the picture."""
        drawn = self._arm  # another lamp may come meanwhile
        if drawn is None:
            self._arm = drawn = arm(self._size[1], self._light)
        laid(picture, drawn, x - drawn.shape[1] // 2, y - round(drawn.shape[0] * 0.3))
