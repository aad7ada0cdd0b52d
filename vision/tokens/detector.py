"""Where round pieces lie, by a small network: whatever their size, dye or print, touching, leaning,
from any side.
"""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels

WEIGHTS = Path(__file__).parent / "weights" / "spotter.onnx"
STRIDE = 2
USUAL_PX = 8.0  # the radius at which the network knows pieces best
STEP, RIM_PX = 8, 8  # the network halves a picture three times; a little is added around it
# of the longer side; at each the network finds 0.62 to 1.55 times it
RADII = tuple(0.026 * 2**k for k in range(5))
WORTH_A_LOOK = 0.05
SAME = 0.7  # of its reach: middles nearer than that are one piece
# pieces that show how sizes change over the picture; how slowly they are believed to
FEW, LEAN_ON = (4, 0.05)
ONE_SIZE = 1.4  # what differs more from the size expected where it lies is another thing
LIKELY = 0.45
SMALLEST_PX = 5.0  # what reaches less far cannot be told from a printed letter


@dataclass(frozen=True, slots=True)
class DetectedPieces:
    """Middles and reach (across and down) in pixels, how likely each is a piece, and how many times
    as large as is expected where it lies."""

    middles: Floats
    reach: Floats
    heat: Floats
    larger: Floats

    def kept(self, which: NDArray[np.generic]) -> "DetectedPieces":
        return DetectedPieces(
            self.middles[which], self.reach[which], self.heat[which], self.larger[which]
        )

    def __len__(self) -> int:
        return len(self.heat)


def spots(picture: Pixels) -> DetectedPieces:
    """Everything of the pieces' own size that may be one, the likeliest first; for the reader to
    take or to doubt.
    """
    levels = [_seen(picture, radius * max(picture.shape[:2])) for radius in RADII]
    rows = np.concatenate(levels)
    rows = rows[rows[:, 2:4].max(axis=1) >= SMALLEST_PX]
    found = DetectedPieces(rows[:, :2], rows[:, 2:4], rows[:, 4], np.ones(len(rows), np.float32))
    return _one_each(_of_one_size(found.kept(np.argsort(-found.heat))))


@cache
def _network() -> cv2.dnn.Net:
    network = cv2.dnn.readNetFromONNX(str(WEIGHTS), engine=cv2.dnn.ENGINE_CLASSIC)
    # Pictures come in ever other sizes, for each of which the filters would be transformed anew.
    network.enableWinograd(False)
    return network


def let_go() -> None:
    """A network keeps room for what it saw last, several megabytes of it: so the last is small."""
    _forward(np.zeros((STEP, STEP, 3), np.uint8))


def _forward(framed: Pixels) -> Floats:
    network = _network()
    network.setInput(cv2.dnn.blobFromImage(framed, 1 / 64, mean=(128, 128, 128)))
    return np.asarray(network.forward()[0], dtype=np.float32)


def _seen(picture: Pixels, radius_px: float) -> Floats:
    """What the network finds when pieces of this radius have their usual one: rows as of
    `found_at`.
    """
    scale = USUAL_PX / radius_px
    size = [max(STEP, round(side * scale)) for side in picture.shape[1::-1]]
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    rows = found_at(np.asarray(cv2.resize(picture, size, interpolation=how), dtype=np.uint8))
    rows[:, :4] *= np.tile(np.array(picture.shape[1::-1]) / size, 2)
    return rows


def found_at(small: Pixels) -> Floats:
    """Rows of x, y, reach across and down, and how likely a piece; for pieces of the usual
    radius.
    """
    high, wide = small.shape[:2]
    right, below = (RIM_PX + -(side + 2 * RIM_PX) % STEP for side in (wide, high))
    framed = cv2.copyMakeBorder(small, RIM_PX, below, RIM_PX, right, cv2.BORDER_REPLICATE)
    out = _forward(np.asarray(framed, dtype=np.uint8))
    heat = 1 / (1 + np.exp(-out[0]))
    rows, cols = np.nonzero(
        (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat >= WORTH_A_LOOK)
    )
    places = (np.stack([cols, rows], axis=1) + 0.5) * STRIDE - RIM_PX
    reach = np.exp(np.clip(out[1:3, rows, cols].T, -1.5, 1.5)) * USUAL_PX
    table = np.column_stack([places, reach, heat[rows, cols]])
    inside = ((places >= 0) & (places < (wide, high))).all(axis=1)
    return np.asarray(table[inside], dtype=np.float32)


def _of_one_size(found: DetectedPieces) -> DetectedPieces:
    """All pieces have one size, but for what perspective makes of it: found by the likely ones,
    each as its heat.
    """
    likely = found.heat >= LIKELY
    if not likely.any():
        return found
    sizes = np.log(found.reach.max(axis=1))
    alike = np.abs(sizes[:, None] - sizes[None]) < np.log(ONE_SIZE)
    votes = (alike * np.where(likely, found.heat, 0)[None]).sum(axis=1) * np.exp(0.5 * sizes)
    usual = likely & alike[int(np.where(likely, votes, 0).argmax())]
    expected = _expected(found.middles, sizes, usual)
    # of two, one may be two
    single = expected if usual.sum() >= FEW else np.full_like(sizes, sizes[usual].min())
    sized = replace(found, larger=np.exp(sizes - single))
    return sized.kept(np.abs(sizes - expected) < np.log(ONE_SIZE))


def _expected(middles: Floats, sizes: Floats, usual: NDArray[np.bool_]) -> Floats:
    """The logarithm of a piece's size where it lies: nearer ones are larger."""
    level = float(np.median(sizes[usual]))
    if usual.sum() < FEW:
        return np.full(len(sizes), level, np.float32)
    away = (middles - middles[usual].mean(axis=0)) / (np.ptp(middles[usual], axis=0).max() + 1.0)
    shown = away[usual]
    slope = np.linalg.solve(
        shown.T @ shown + LEAN_ON * usual.sum() * np.eye(2), shown.T @ (sizes[usual] - level)
    )
    return np.asarray(level + away @ slope, dtype=np.float32)


def _one_each(found: DetectedPieces) -> DetectedPieces:
    """Of spots within each other's reach the likeliest: rings and labels on a piece are no
    pieces.
    """
    kept: list[int] = []
    for one in range(len(found)):
        off = (found.middles[kept] - found.middles[one]) / np.maximum(
            found.reach[kept], found.reach[one]
        )
        if not (np.hypot(*off.T) < SAME).any():
            kept.append(one)
    return found.kept(np.array(kept, dtype=np.intp))
