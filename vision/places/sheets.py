"""Pieces on the named boxes of a sheet, several to a box side by side.

A sheet is any card or mat seen flat; its boxes are taught once, as fractions of it. With a picture
of the empty sheet the printing under the pieces is taken out; without one every box is counted as a
small zone.
"""

from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.cards.appearance import flatten
from vision.tokens.loose import LooseCount, LoosePiece, read_zone

Box = tuple[float, float, float, float]
SHEET_PX = 480
RIM = 0.025  # of the sheet's width
STEP_BACK = 26.0  # grey levels: less difference from the empty sheet is print seen in another light


@dataclass(frozen=True, slots=True)
class SheetRead:
    """Counts per box and colour. `doubts`: boxes to ask about, with the numbers they may hold ("2
    or 3?").
    """

    boxes: dict[str, dict[str, int]]
    doubts: dict[str, str]
    stray: tuple[LoosePiece, ...] = ()

    @property
    def accept(self) -> bool:
        return not self.doubts and not self.stray


def read_sheet(
    picture: Pixels,
    corners: NDArray[np.float32],
    boxes: dict[str, Box],
    colours: list[str],
    empty: Pixels | None = None,
) -> SheetRead:
    """`corners`: the sheet's own top-left first. `empty`: a flat picture of the bare sheet,
    upright.
    """
    across = float(np.hypot(*(corners[1] - corners[0])))
    down = float(np.hypot(*(corners[3] - corners[0])))
    size = (SHEET_PX, max(64, round(SHEET_PX * down / max(across, 1.0))))
    flat = flatten(picture, corners, size)
    if empty is not None:
        return _sorted_into(boxes, size, read_zone(_bare(flat, empty), colours, closely=flat))
    counts: dict[str, dict[str, int]] = {}
    doubts: dict[str, str] = {}
    for name, (x, y, width, height) in boxes.items():
        x0, y0 = round(x * size[0]), round(y * size[1])
        part = flat[y0 : y0 + round(height * size[1]), x0 : x0 + round(width * size[0])]
        seen = read_zone(np.ascontiguousarray(part), colours)
        counts[name] = {colour: n for colour, n in seen.count.items() if n}
        if not seen.accept:
            doubts[name] = seen.why
    return SheetRead(counts, doubts)


def _bare(flat: Pixels, empty: Pixels) -> Pixels:
    """The sheet with its printing replaced by its commonest colour, so that only what lies on it is
    left.
    """
    height, width = flat.shape[:2]
    under = np.asarray(
        cv2.resize(empty, (width, height), interpolation=cv2.INTER_AREA), dtype=np.float32
    )
    seen = flat.astype(np.float32)
    gain = np.median(seen.reshape(-1, 3), axis=0) / (np.median(under.reshape(-1, 3), axis=0) + 1)
    apart = cv2.GaussianBlur(np.abs(seen - under * gain).max(axis=2), (0, 0), 1.5)
    lying = cv2.morphologyEx(
        (apart > STEP_BACK).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)
    )
    lying = cv2.morphologyEx(lying, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    # an outline found a little too large shows the table at the sheet's edges
    rim = round(RIM * width)
    inside = np.zeros_like(lying)
    inside[rim:-rim, rim:-rim] = 1
    lying = cv2.bitwise_and(lying, inside)
    plain = np.broadcast_to(np.median(seen.reshape(-1, 3), axis=0).astype(np.uint8), flat.shape)
    return np.where(np.asarray(lying)[:, :, None] > 0, flat, plain)


def _sorted_into(boxes: dict[str, Box], size: tuple[int, int], seen: LooseCount) -> SheetRead:
    counts: dict[str, Counter[str]] = {name: Counter() for name in boxes}
    stray = []
    for piece in seen.pieces:
        home = next((name for name, box in boxes.items() if _inside(piece, box, size)), None)
        if home is None:
            stray.append(piece)
        else:
            counts[home][piece.colour] += 1
    doubts = {} if seen.accept else dict.fromkeys(boxes, seen.why)
    return SheetRead({name: dict(count) for name, count in counts.items()}, doubts, tuple(stray))


def _inside(piece: LoosePiece, box: Box, size: tuple[int, int]) -> bool:
    x, y = piece.x / size[0], piece.y / size[1]
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]
