"""Dice thrown into a tray over time, as the virtual camera sees them."""

from dataclasses import replace

import numpy as np

from vision.arrays import Pixels
from vision.virtual.blend import laid
from vision.virtual.die_render import DieLook, Lighting, Viewpoint
from vision.virtual.die_sprites import DieSprites
from vision.virtual.throws import (
    GENTLE,
    Rectangle,
    ThrowingHand,
    ThrownDie,
    bounces,
    hand_beside,
    resting_places,
)

LONG_AGO_S = -1e6
LOOKS: dict[str, DieLook] = {
    "white": DieLook((0.88, 0.9, 0.9), (0.05, 0.05, 0.05)),
    "ivory": DieLook((0.68, 0.84, 0.88), (0.05, 0.05, 0.05)),
    "black": DieLook((0.07, 0.07, 0.07), (0.92, 0.92, 0.92)),
    "red": DieLook((0.1, 0.08, 0.72), (0.95, 0.95, 0.95)),
    "green": DieLook((0.22, 0.45, 0.08), (0.95, 0.95, 0.95)),
    "blue": DieLook((0.68, 0.24, 0.06), (0.95, 0.95, 0.95)),
    "purple": DieLook((0.52, 0.1, 0.38), (0.95, 0.95, 0.95)),
    "yellow": DieLook((0.1, 0.8, 0.93), (0.05, 0.05, 0.05)),
    "gold": DieLook((0.22, 0.56, 0.68), (0.04, 0.05, 0.05), gloss=0.9),
    "silver": DieLook((0.58, 0.56, 0.55), (0.04, 0.04, 0.04), gloss=0.9),
    "orange": DieLook((0.08, 0.4, 0.93), (0.05, 0.05, 0.05)),
    "pink": DieLook((0.62, 0.45, 0.9), (0.08, 0.05, 0.08)),
}


class DiceThrower:
    """The dice of one tray. `area` is where dice may come to rest: x0, y0, x1, y1 in pixels."""

    def __init__(self, area: Rectangle, die_px: float, view: Viewpoint) -> None:
        self._area, self._die_px = area, die_px
        self._sprites = DieSprites(die_px, view)
        self.dice: tuple[ThrownDie, ...] = ()

    def place(self, area: Rectangle, die_px: float) -> None:
        """Another tray: dice come to rest there from the next throw on."""
        if (area, die_px) != (self._area, self._die_px):
            self._area, self._die_px = area, die_px
            self._sprites.resize(die_px)

    def lit(self, light: Lighting) -> None:
        self._sprites.relight(light)

    def throw(
        self,
        now_s: float,
        seed: int,
        colours: list[str],
        values: list[int] | None = None,
        by: ThrowingHand = GENTLE,
    ) -> None:
        """Takes up what lies there and throws anew; values are drawn when not given. A hard throw
        comes off the rim.
        """
        rng = np.random.default_rng(seed)
        places = resting_places(rng, len(colours), self._area, self._die_px)
        hand = (self._area[2] + self._die_px * 3, float(rng.uniform(self._area[1], self._area[3])))
        if by is not GENTLE:
            hand = hand_beside(by, self._area, self._die_px)
        self.dice = tuple(
            ThrownDie(
                LOOKS[colour],
                values[i] if values else int(rng.integers(1, 7)),
                float(rng.uniform(0, 360)),
                hand,
                places[i],
                now_s + float(rng.uniform(0, 0.15)),
                float(rng.uniform(0.5, 1.0)) * (1 + by.hard),
                int(rng.integers(1 << 30)),
                bounces=bounces(by, places[i], self._area),
            )
            for i, colour in enumerate(colours)
        )

    def change(self, die: int, now_s: float, **to: float | tuple[float, float]) -> None:
        """A nudge, a turn by hand, a lean: one die is another from now on."""
        if not 0 <= die < len(self.dice):
            return
        begun = replace(
            self.dice[die], start=self.dice[die].where(now_s), begins_s=now_s, lasts_s=0.2
        )
        changed = replace(begun, **to)  # type: ignore[arg-type]
        self.dice = (*self.dice[:die], changed, *self.dice[die + 1 :])

    def settle(self) -> None:
        """They lie where the throw ends, as if it had been long ago."""
        self.dice = tuple(replace(die, begins_s=LONG_AGO_S) for die in self.dice)

    def lean(self, die: int, lean_deg: float) -> None:
        """One die of a throw on its way will not come to lie flat."""
        if 0 <= die < len(self.dice):
            self.dice = (
                *self.dice[:die],
                replace(self.dice[die], lean_deg=lean_deg),
                *self.dice[die + 1 :],
            )

    def values(self, now_s: float) -> list[int] | None:
        """What lies there; None while anything moves."""
        return self.fallen() if all(d.is_still(now_s) for d in self.dice) else None

    def fallen(self) -> list[int]:
        """What the throw comes to, known also while a die still slides the last part of a pixel."""
        return [d.value for d in self.dice]

    def draw(self, surface: Pixels, now_s: float) -> None:
        for die in sorted(self.dice, key=lambda d: d.where(now_s)[1]):
            if now_s < die.begins_s:
                continue
            x, y = die.where(now_s)
            layers = self._sprites.of(die, now_s)
            laid(surface, layers, round(x - layers.shape[0] / 2), round(y - layers.shape[0] / 2))
