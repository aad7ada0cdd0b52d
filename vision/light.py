"""The light over the table, measured: bright enough, steady, without glare, sharp, pieces unlike
what they lie on.

Figures and advice for people before and during a game; `companion doctor` and the page show the
same ones. Nothing is read here, and black parts of a picture (closed zones) count for nothing.
"""

from collections import deque
from dataclasses import dataclass, field

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.reading import Finding, Light, Point, Why

DARK, BRIGHT = 45.0, 215.0
CLIPPED_LEVEL, MOST_CLIPPED = 252, 0.02
MOST_FLICKER = 0.02
LEAST_SHARPNESS = 0.16  # an edge that rises over more than about six pixels
LEAST_CONTRAST = 18.0  # L*a*b* units between a piece and what it lies on
EDGE_LEVELS, FEWEST_EDGES = 50, 200
WIDTH_PX = 1280
FRAMES = 30


@dataclass(slots=True)
class LightMeter:
    """`see` every frame, cheaply; `light` now and then. The pieces seen last tell how they differ
    from the table.
    """

    levels: deque[float] = field(default_factory=lambda: deque(maxlen=FRAMES))
    contrast: float | None = None

    def see(self, pixels: Pixels) -> None:
        sample = pixels[::16, ::16, 1]
        lit = sample[sample > 0]
        if lit.size:
            self.levels.append(float(lit.mean()))

    def pieces(self, zone: Pixels, findings: tuple[Finding, ...]) -> None:
        found = [contrast_of(zone, finding) for finding in findings]
        self.contrast = round(min(found), 1) if found else self.contrast

    def light(self, pixels: Pixels) -> Light:
        return measured(pixels, self.levels, self.contrast)


def measured(
    pixels: Pixels, levels: "deque[float] | tuple[float, ...]" = (), contrast: float | None = None
) -> Light:
    """All figures of one picture, with those that need several frames where they are known."""
    grey = np.asarray(cv2.cvtColor(_shrunk(pixels), cv2.COLOR_BGR2GRAY), np.uint8)
    lit = grey[grey > 0]
    brightness = float(lit.mean()) if lit.size else 0.0
    glare, at = _glare(grey, lit.size)
    light = Light(
        round(brightness),
        round(glare, 3),
        round(_flicker(levels), 3),
        _sharpness(grey),
        contrast,
        at,
    )
    return msgspec.structs.replace(light, advice=advice(light))


def advice(light: Light) -> tuple[Why, ...]:
    """What to do about it, the most important first."""
    wrong = {
        "dark": light.brightness < DARK,
        "bright": light.brightness > BRIGHT,
        "glare": light.glare > MOST_CLIPPED,
        "blurred": light.sharpness is not None and light.sharpness < LEAST_SHARPNESS,
        "flicker": light.flicker > MOST_FLICKER,
        "alike": light.contrast is not None and light.contrast < LEAST_CONTRAST,
    }
    return tuple(Why(f"sight.light.{name}") for name, holds in wrong.items() if holds)


def _shrunk(pixels: Pixels) -> Pixels:
    if pixels.shape[1] <= WIDTH_PX:
        return pixels
    size = (WIDTH_PX, pixels.shape[0] * WIDTH_PX // pixels.shape[1])
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _glare(grey: Pixels, lit: int) -> tuple[float, Point | None]:
    """White without any detail, in patches: a single white pixel is a pip, not a lamp."""
    clipped = cv2.erode((grey >= CLIPPED_LEVEL).astype(np.uint8), np.ones((5, 5), np.uint8))
    share = float(clipped.sum()) / max(lit, 1)
    if share <= MOST_CLIPPED:
        return share, None
    rows, columns = np.nonzero(clipped)
    height, width = grey.shape[:2]
    return share, (
        round(float(np.median(columns)) / width, 3),
        round(float(np.median(rows)) / height, 3),
    )


def _flicker(levels: "deque[float] | tuple[float, ...]") -> float:
    """The jump from frame to frame, by the frame's own level: a lamp slowly dimmed does not
    flicker.
    """
    seen = np.asarray(levels, np.float64)
    return (
        float(np.median(np.abs(np.diff(seen))) / max(float(seen.mean()), 1.0))
        if seen.size > 3
        else 0.0
    )


def _sharpness(grey: Pixels) -> float | None:
    """At clear edges: the steepest step between neighbouring pixels, of the whole rise."""
    window = np.ones((9, 9), np.uint8)
    rise = cv2.dilate(grey, window).astype(np.int16) - cv2.erode(grey, window)
    edges = (rise > EDGE_LEVELS) & (cv2.erode(grey, window) > 0)
    if int(edges.sum()) < FEWEST_EDGES:
        return None
    wide = grey.astype(np.int16)
    across = np.abs(np.diff(wide, axis=1, append=wide[:, -1:]))
    down = np.abs(np.diff(wide, axis=0, append=wide[-1:]))
    steepest = cv2.dilate(np.maximum(across, down), window)
    return round(float(np.median(steepest[edges] / rise[edges])), 2)


def contrast_of(zone: Pixels, finding: Finding) -> float:
    """How unlike its surroundings a piece is, in L*a*b*."""
    x0, y0, x1, y1 = (round(side) for side in finding.box)
    reach = max(3, (x1 - x0) // 3)
    around = _lab(zone[max(0, y0 - reach) : y1 + reach, max(0, x0 - reach) : x1 + reach])
    inside = _lab(zone[max(0, y0) : y1, max(0, x0) : x1])
    if not inside.size or not around.size:
        return 100.0
    rim = np.concatenate([around[0], around[-1], around[:, 0], around[:, -1]])
    return float(np.linalg.norm(np.median(inside.reshape(-1, 3), axis=0) - np.median(rim, axis=0)))


def _lab(pixels: Pixels) -> NDArray[np.float32]:
    if not pixels.size:
        return np.zeros((0, 0, 3), np.float32)
    return np.asarray(cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)
