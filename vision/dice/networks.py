"""The networks at work: where dice may lie, and what one crop shows. Only OpenCV's own `dnn`, no
other runtime.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.dice.appearance import CROP_PX, Look, looked_at

WEIGHTS = Path(__file__).parent / "weights"
STRIDE = 4
STEP = 16  # the finder halves a picture four times
# around pictures: what the finder takes for the world beyond a picture's edge
GREY, GAP_PX = (128, 16)
WORTH_A_LOOK = 0.12  # heat below which nothing is a die
# crops judged together, always as many: OpenCV plans anew at every change, which takes as long as
# judging; more would not be faster
AT_ONCE = 8
# the glances taken at every picture (and the judge, which has none): there Winograd's quarter less
# time is worth its 10 MB of transformed filters
ALWAYS = ("", "first")
LEAST_ODDS = math.log(WORTH_A_LOOK / (1 - WORTH_A_LOOK))


@dataclass(frozen=True, slots=True)
class DieCandidate:
    """Where a die may lie, in pixels of the picture, and what the finder takes it for (one chance
    per value).
    """

    x: float
    y: float
    width: float
    height: float
    heat: float
    values: Floats
    size_px: float  # as the finder saw it

    @property
    def size(self) -> float:
        return max(self.width, self.height)


class DiceNetworks:
    """The two networks, the finder once for each `glance`: OpenCV plans anew at every change of
    size, which takes as long as looking. Loaded when first needed. Not for several threads at a
    time.
    """

    def __init__(self, folder: Path = WEIGHTS) -> None:
        self._folder = folder
        self._nets: dict[str, cv2.dnn.Net] = {}

    def _net(self, name: str, role: str = "") -> cv2.dnn.Net:
        if name + role not in self._nets:
            # The classic engine is a quarter faster than OpenCV 5's new one on nets this small
            # (measured on one core).
            net = cv2.dnn.readNetFromONNX(
                str(self._folder / f"{name}.onnx"), engine=cv2.dnn.ENGINE_CLASSIC
            )
            net.enableWinograd(role in ALWAYS)
            self._nets[name + role] = net
        return self._nets[name + role]

    def find(self, glance: str, pictures: list[Pixels], whole: Pixels) -> list[DieCandidate]:
        """Candidates in a picture shrunk to one size or to several, which are looked at side by
        side, in one go.
        """
        finder = self._net("finder", glance)
        sheet, corners = side_by_side(pictures)
        finder.setInput(cv2.dnn.blobFromImage(sheet, 1 / 64, mean=(GREY, GREY, GREY)))
        out, found = finder.forward()[0], []
        for picture, (left, top) in zip(pictures, corners, strict=True):
            high, wide = picture.shape[:2]
            here = out[
                :,
                top // STRIDE : (top + high) // STRIDE + 1,
                left // STRIDE : (left + wide) // STRIDE + 1,
            ]
            found += peaks(here, wide / whole.shape[1], high / whole.shape[0], wide, high)
        return found

    def judge(self, crops: list[Pixels], looks: Sequence[Look]) -> Floats:
        """For each crop, at its own look, the chance of each of six values and of "no die one could
        read".
        """
        found, judge = [np.zeros((0, 7), np.float32)], self._net("judge")
        for i in range(0, len(crops), AT_ONCE):
            shown = looked_at(np.stack(crops[i : i + AT_ONCE]), looks[i : i + AT_ONCE])
            sheet = np.zeros((AT_ONCE, *shown.shape[1:]), np.float32)
            sheet[: len(shown)] = shown
            judge.setInput(sheet)
            found.append(softmax(np.asarray(judge.forward(), np.float32)[: len(shown)]))
        return np.concatenate(found)


def side_by_side(pictures: list[Pixels]) -> tuple[Pixels, list[tuple[int, int]]]:
    """The first at the left, the others below each other beside it, in grey, and where each one's
    corner is.
    """
    (first, *others), corners = pictures, [(0, 0)]
    left, top = _stepped(first.shape[1]) + GAP_PX, 0
    for other in others:
        corners.append((left, top))
        top += _stepped(other.shape[0]) + GAP_PX
    wide = left + max((_stepped(other.shape[1]) for other in others), default=-GAP_PX)
    sheet = np.full((max(_stepped(first.shape[0]), top - GAP_PX), wide, 3), GREY, np.uint8)
    for picture, (x, y) in zip(pictures, corners, strict=True):
        sheet[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
    return sheet, corners


def _stepped(pixels: int) -> int:
    return pixels + -pixels % STEP


def resized(pixels: Pixels, scale: float) -> Pixels:
    if abs(scale - 1) < 1e-3:
        return pixels
    if scale < 0.5:  # halving is OpenCV's fast path; the rest then has a quarter of the pixels
        half = cv2.resize(
            pixels, (pixels.shape[1] // 2, pixels.shape[0] // 2), interpolation=cv2.INTER_AREA
        )
        return resized(np.asarray(half, np.uint8), scale * pixels.shape[1] / half.shape[1])
    size = (max(STEP, round(pixels.shape[1] * scale)), max(STEP, round(pixels.shape[0] * scale)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def peaks(out: Floats, scale_x: float, scale_y: float, wide: int, high: int) -> list[DieCandidate]:
    """The hills of the heat map, with the size and value read at their tops."""
    # Only what may be a top becomes heat: most of a table is none.
    odds = np.ascontiguousarray(out[0])
    hill = (odds >= cv2.dilate(odds, np.ones((3, 3), np.uint8))) & (odds >= LEAST_ODDS)
    found = []
    for row, column in np.argwhere(hill):
        x, y = (
            (column + 0.5 + _lean(odds, row, column, 1)) * STRIDE,
            (row + 0.5 + _lean(odds, row, column, 0)) * STRIDE,
        )
        if x > wide or y > high:
            continue
        width, height = np.exp(np.clip(out[1:3, row, column], -2, 2)) * 32
        values = softmax(out[3:9, row, column][None])[0]
        found.append(
            DieCandidate(
                float(x / scale_x),
                float(y / scale_y),
                float(width / scale_x),
                float(height / scale_y),
                heat_of(float(odds[row, column])),
                values,
                float(max(width, height)),
            )
        )
    return found


def heat_of(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def _lean(odds: Floats, row: int, column: int, axis: int) -> float:
    """Where between the cells the top is: the vertex of the parabola through a cell and its two
    neighbours.
    """
    before, after = (
        (row - (axis == 0), column - (axis == 1)),
        (row + (axis == 0), column + (axis == 1)),
    )
    if min(before) < 0 or after[0] >= odds.shape[0] or after[1] >= odds.shape[1]:
        return 0.0
    a, b, c = (heat_of(float(odds[at])) for at in (before, (row, column), after))
    bend = a - 2 * b + c
    return float(np.clip((a - c) / (2 * bend), -0.5, 0.5)) if bend < -1e-6 else 0.0


def softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


def cropped(pixels: Pixels, x: float, y: float, reach: float, side: int = CROP_PX) -> Pixels:
    """The square of width `reach` around a point, `side` pixels wide; beyond the picture the edge
    is repeated.
    """
    while reach > 2.5 * side:  # halve first, so that nothing aliases
        half = reach * 0.75
        x0, y0 = max(0, int(x - half)), max(0, int(y - half))
        pixels = pixels[y0 : int(y + half) + 2, x0 : int(x + half) + 2]
        pixels = np.asarray(
            cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
        )
        x, y, reach = (x - x0) / 2, (y - y0) / 2, reach / 2
    scale = side / reach
    matrix = np.array(
        [[scale, 0, side / 2 - x * scale], [0, scale, side / 2 - y * scale]], np.float64
    )
    moved = cv2.warpAffine(
        pixels, matrix, (side, side), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(moved, np.uint8)
