"""Pictures of thrown dice, drawn once and kept: a few in mid air per die, one for how it comes to
rest.
"""

from functools import partial

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.virtual import die_render
from vision.virtual.die_render import REACH, DieLook, DieSprite, Lighting, Viewpoint
from vision.virtual.throws import ThrownDie

TURNS_IN_AIR = 8
MOST_KEPT = 200


class DieSprites:
    def __init__(self, die_px: float, view: Viewpoint) -> None:
        self._die_px, self._view, self._light = die_px, view, Lighting()
        self._kept: dict[tuple[object, ...], Pixels] = {}

    def resize(self, die_px: float) -> None:
        self._die_px = die_px
        self._kept.clear()

    def relight(self, light: Lighting) -> None:
        self._light = light
        self._kept.clear()

    def of(self, die: ThrownDie, now_s: float) -> Pixels:
        if self._is_rolling(die, now_s):
            number = int((now_s - die.begins_s) * 25) % TURNS_IN_AIR
            key: tuple[object, ...] = (die.look, number)
            turn, coarse = partial(die_render.tumbling, number), True
        else:
            key = (die.look, die.value, round(die.yaw_deg, 1), die.lean_deg)
            turn = partial(die_render.resting, die.value, die.yaw_deg, die.lean_deg)
            coarse = False
        if key not in self._kept:
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._drawn(die.look, turn(), coarse)
        return self._kept[key]

    def _is_rolling(self, die: ThrownDie, now_s: float) -> bool:
        way_px = np.hypot(die.start[0] - die.rest[0], die.start[1] - die.rest[1])
        is_on_its_way = now_s < die.begins_s + 0.8 * die.lasts_s
        return bool(is_on_its_way and way_px > 2 * self._die_px)

    def _drawn(self, look: DieLook, turn: Floats, coarse: bool) -> Pixels:
        """A sprite in bytes: premultiplied colour, and what is left of the table under it."""
        side = round(self._die_px * REACH)
        fine = side // 2 if coarse else round(side * 1.5)
        made: DieSprite = die_render.sprite(look, turn, self._view, self._light, fine)
        through = (1 - made.alpha) * (1 - made.shadow)
        layers = np.dstack([made.colour, through[..., None]])
        smooth = cv2.INTER_LINEAR if coarse else cv2.INTER_AREA
        sized = cv2.resize(layers, (side, side), interpolation=smooth)
        return np.asarray(np.clip(sized * 255, 0, 255), np.uint8)
