"""How dice fly and come to rest: the hand, the way of one die over the rims, the places where they
lie. Geometry only.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.reading import Point
from vision.virtual.die_render import DieLook

Rectangle = tuple[float, float, float, float]  # x0, y0, x1, y1 in pixels
# how hard a throw must be to come off the far rim, and off the near one as well
SOFT, WILD = (0.3, 0.75)


@dataclass(frozen=True, slots=True)
class ThrowingHand:
    """How a hand throws: towards where (a direction in the picture), and how hard, from 0 to 1."""

    towards: Point = (-1.0, 0.0)
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
    start: Point
    rest: Point
    begins_s: float
    lasts_s: float
    seed: int
    lean_deg: float = 0.0
    bounces: tuple[Point, ...] = ()

    def is_still(self, now_s: float) -> bool:
        return now_s >= self.begins_s + self.lasts_s

    def where(self, now_s: float) -> Point:
        """Fast at first, then slowed by the felt."""
        part = min(max((now_s - self.begins_s) / max(self.lasts_s, 1e-6), 0.0), 1.0)
        return back_along((self.rest, *reversed(self.bounces), self.start), (1 - part) ** 2)


def back_along(way: tuple[Point, ...], part: float) -> Point:
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


def hand_beside(by: ThrowingHand, tray: Rectangle, die_px: float) -> Point:
    """Where the hand is: beyond the tray, on the side the dice do not fly to."""
    x0, y0, x1, y1 = tray
    away = float(np.hypot(x1 - x0, y1 - y0)) / 2 + die_px * 2
    return (x0 + x1) / 2 - by.towards[0] * away, (y0 + y1) / 2 - by.towards[1] * away


def bounces(by: ThrowingHand, rest: Point, tray: Rectangle) -> tuple[Point, ...]:
    """The rim's points a hard throw comes off: the far side and, thrown with all one's might, the
    near one too.
    """
    if by.hard < SOFT:
        return ()
    far = _rim(rest, by.towards, tray)
    near = _rim(rest, (-by.towards[0], -by.towards[1]), tray)
    return (far,) if by.hard < WILD else (far, near)


def _rim(rest: Point, towards: Point, tray: Rectangle) -> Point:
    """From where a die will lie, on to the edge of where dice may lie."""
    reach = [
        ((far if step > 0 else near) - at) / step
        for at, step, near, far in zip(rest, towards, tray[:2], tray[2:], strict=True)
        if abs(step) > 1e-6
    ]
    way = max(min(reach), 0.0) if reach else 0.0
    return rest[0] + towards[0] * way, rest[1] + towards[1] * way


def resting_places(
    rng: np.random.Generator, count: int, tray: Rectangle, die_px: float
) -> list[Point]:
    x0, y0, x1, y1 = tray
    places: list[Point] = []
    apart = die_px * 1.5
    while len(places) < count:
        x, y = float(rng.uniform(x0, x1)), float(rng.uniform(y0, y1))
        if all(np.hypot(x - a, y - b) > apart for a, b in places):
            places.append((x, y))
        apart *= 0.999  # a full tray: closer, in the end touching
    return places
