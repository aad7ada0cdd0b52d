"""Dice thrown into a tray over time: where each is, how it is turned, and its picture. The virtual
camera draws them.

Sprites are drawn once and kept: a few in mid air per die, one for how it comes to rest.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from vision.picture import Pixels
from vision.virtual import die_render
from vision.virtual.blend import laid
from vision.virtual.die_render import REACH, DieLook, DieSprite, Floats, Lighting, Viewpoint

TURNS_IN_AIR = 8
# how hard a throw must be to come off the far rim, and off the near one as well
SOFT, WILD = (0.3, 0.75)

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


@dataclass(frozen=True, slots=True)
class ThrowingHand:
    """How a hand throws: towards where (a direction in the picture), and how hard, from 0 to 1."""

    towards: tuple[float, float] = (-1.0, 0.0)
    hard: float = 0.0


GENTLE = ThrowingHand()


@dataclass(frozen=True, slots=True)
class ThrownDie:
    """One die on its way: from `start` over `bounces` to `rest` (pixels), moving from `begins_s`
    for `lasts_s`.
    """

    look: DieLook
    value: int
    yaw_deg: float
    start: tuple[float, float]
    rest: tuple[float, float]
    begins_s: float
    lasts_s: float
    seed: int
    lean_deg: float = 0.0
    bounces: tuple[tuple[float, float], ...] = ()

    def is_still(self, now_s: float) -> bool:
        return now_s >= self.begins_s + self.lasts_s

    def where(self, now_s: float) -> tuple[float, float]:
        """Fast at first, then slowed by the felt."""
        part = min(max((now_s - self.begins_s) / max(self.lasts_s, 1e-6), 0.0), 1.0)
        return back_along((self.rest, *reversed(self.bounces), self.start), (1 - part) ** 2)


def back_along(way: tuple[tuple[float, float], ...], part: float) -> tuple[float, float]:
    """A point on a way of straight pieces, so far from its first point as this part of its length
    says.
    """
    lengths = [float(np.hypot(b[0] - a[0], b[1] - a[1])) for a, b in pairwise(way)]
    left = part * sum(lengths)
    for (a, b), length in zip(pairwise(way), lengths, strict=True):
        if left <= length and length > 0:
            return a[0] + (b[0] - a[0]) * left / length, a[1] + (b[1] - a[1]) * left / length
        left -= length
    return way[-1] if part >= 1 else way[0]


class DiceThrower:
    """The dice of one tray. `area` is where dice may come to rest: x0, y0, x1, y1 in pixels."""

    def __init__(
        self, area: tuple[float, float, float, float], die_px: float, view: Viewpoint
    ) -> None:
        self._area, self._die_px, self._view = area, die_px, view
        self._light = Lighting()
        self._sprites: dict[tuple[object, ...], Pixels] = {}
        self.dice: tuple[ThrownDie, ...] = ()

    def place(self, area: tuple[float, float, float, float], die_px: float) -> None:
        """Another tray: dice come to rest there from the next throw on."""
        if (area, die_px) != (self._area, self._die_px):
            self._area, self._die_px = area, die_px
            self._sprites.clear()

    def lit(self, light: Lighting) -> None:
        self._light = light
        self._sprites.clear()

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
        places = self._places(rng, len(colours))
        hand = (self._area[2] + self._die_px * 3, float(rng.uniform(self._area[1], self._area[3])))
        if by is not GENTLE:
            hand = self._beside(by)
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
                bounces=self._off_the_rim(by, places[i]),
            )
            for i, colour in enumerate(colours)
        )

    def _beside(self, by: ThrowingHand) -> tuple[float, float]:
        """Where the hand is: beyond the tray, on the side the dice do not fly to."""
        x0, y0, x1, y1 = self._area
        away = float(np.hypot(x1 - x0, y1 - y0)) / 2 + self._die_px * 2
        return (x0 + x1) / 2 - by.towards[0] * away, (y0 + y1) / 2 - by.towards[1] * away

    def _off_the_rim(
        self, by: ThrowingHand, rest: tuple[float, float]
    ) -> tuple[tuple[float, float], ...]:
        """The rim's points a hard throw comes off: the far side and, thrown with all one's might,
        the near one too.
        """
        if by.hard < SOFT:
            return ()
        ends = [self._rim(rest, by.towards), self._rim(rest, (-by.towards[0], -by.towards[1]))]
        return (ends[0],) if by.hard < WILD else (ends[0], ends[1])

    def _rim(self, rest: tuple[float, float], towards: tuple[float, float]) -> tuple[float, float]:
        """From where a die will lie, on to the edge of where dice may lie."""
        reach = [
            ((far if step > 0 else near) - at) / step
            for at, step, near, far in zip(
                rest, towards, self._area[:2], self._area[2:], strict=True
            )
            if abs(step) > 1e-6
        ]
        way = max(min(reach), 0.0) if reach else 0.0
        return rest[0] + towards[0] * way, rest[1] + towards[1] * way

    def _places(self, rng: np.random.Generator, count: int) -> list[tuple[float, float]]:
        x0, y0, x1, y1 = self._area
        places: list[tuple[float, float]] = []
        apart = self._die_px * 1.5
        while len(places) < count:
            x, y = float(rng.uniform(x0, x1)), float(rng.uniform(y0, y1))
            if all(np.hypot(x - a, y - b) > apart for a, b in places):
                places.append((x, y))
            apart *= 0.999  # a full tray: closer, in the end touching
        return places

    def change(self, die: int, now_s: float, **to: float | tuple[float, float]) -> None:
        """A nudge, a turn by hand, a lean: one die is another from now on."""
        if not 0 <= die < len(self.dice):
            return
        begun = replace(
            self.dice[die], start=self.dice[die].where(now_s), begins_s=now_s, lasts_s=0.2
        )
        changed = replace(begun, **to)  # type: ignore[arg-type]
        self.dice = (*self.dice[:die], changed, *self.dice[die + 1 :])

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
            layers = self._sprite(die, now_s)
            laid(surface, layers, round(x - layers.shape[0] / 2), round(y - layers.shape[0] / 2))

    def _sprite(self, die: ThrownDie, now_s: float) -> Pixels:
        rolling = (
            now_s < die.begins_s + 0.8 * die.lasts_s
            and np.hypot(die.start[0] - die.rest[0], die.start[1] - die.rest[1]) > 2 * self._die_px
        )
        turn_number = int((now_s - die.begins_s) * 25) % TURNS_IN_AIR
        key = (
            (die.look, turn_number)
            if rolling
            else (die.look, die.value, round(die.yaw_deg, 1), die.lean_deg)
        )
        if key not in self._sprites:
            if len(self._sprites) > 200:
                self._sprites.clear()
            turn = (
                die_render.tumbling(turn_number)
                if rolling
                else die_render.resting(die.value, die.yaw_deg, die.lean_deg)
            )
            self._sprites[key] = self._drawn(die.look, turn, coarse=rolling)
        return self._sprites[key]

    def _drawn(self, look: DieLook, turn: Floats, coarse: bool) -> Pixels:
        """A sprite in bytes: premultiplied colour, and what is left of the table under it."""
        side = round(self._die_px * REACH)
        made: DieSprite = die_render.sprite(
            look, turn, self._view, self._light, side // 2 if coarse else round(side * 1.5)
        )
        through = (1 - made.alpha) * (1 - made.shadow)
        layers = np.dstack([made.colour, through[..., None]])
        sized = cv2.resize(
            layers, (side, side), interpolation=cv2.INTER_LINEAR if coarse else cv2.INTER_AREA
        )
        return np.asarray(np.clip(sized * 255, 0, 255), np.uint8)
