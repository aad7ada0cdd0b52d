"""Taught sheets: a flat picture of each, bare, its boxes as fractions; and where one lies in a
zone, at any turn.
"""

from dataclasses import dataclass
from itertools import product
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.arrays import Pixels, Quad
from vision.cards.appearance import flatten, sides
from vision.cards.outline import quads
from vision.errors import PictureError
from vision.mats.layout import Box
from vision.picture import load
from vision.places import BOXES

SMALLEST = 0.08  # of the zone
ASPECT_TOLERANCE = 0.18
# correlation with the bare sheet; ahead of the same sheet turned another way
LIKE, LEAD = (0.45, 0.12)
COMPARED_PX = 96
MOST_OUTLINES = 8  # the largest: the sheet is one of them, the rest is print


@dataclass(frozen=True, slots=True)
class TaughtSheet:
    empty: Pixels
    boxes: dict[str, Box]


def sheets_in(folder: Path) -> tuple[TaughtSheet, ...]:
    """Every taught card of the folder whose boxes were marked; what cannot be read is left out."""
    found = []
    for path in sorted(folder.glob(f"*{BOXES}")) if folder.is_dir() else ():
        try:
            boxes = msgspec.json.decode(path.read_bytes(), type=dict[str, Box])
            found.append(
                TaughtSheet(
                    load(path.with_name(path.name.removesuffix(BOXES) + ".jpg")).pixels, boxes
                )
            )
        except (OSError, PictureError, msgspec.DecodeError):
            continue
    return tuple(found)


def where_it_lies(
    pixels: Pixels, sheets: tuple[TaughtSheet, ...]
) -> tuple[TaughtSheet, Quad] | None:
    """The sheet and its corners, its own top left first; None where none lies or its turn cannot be
    told.
    """
    area = float(pixels.shape[0] * pixels.shape[1])
    found = [outline for outline in quads(pixels) if cv2.contourArea(outline) > SMALLEST * area]
    outlines = sorted(found, key=lambda outline: -float(cv2.contourArea(outline)))[:MOST_OUTLINES]
    best = [
        (_likeness(pixels, corners, sheet.empty), sheet, corners)
        for sheet in sheets
        for corners in _turned(outlines, sheet)
    ]
    if not best:
        return None
    best.sort(key=lambda found: -found[0])
    likeness, sheet, corners = best[0]
    rivals = [
        other for other, rival, theirs in best[1:] if not _alike(sheet, corners, rival, theirs)
    ]
    return (
        (sheet, corners)
        if likeness > LIKE and likeness - max(rivals, default=-1.0) > LEAD
        else None
    )


def _turned(outlines: list[Quad], sheet: TaughtSheet) -> list[Quad]:
    """Each outline in every turn in which it has the sheet's proportions."""
    height, width = sheet.empty.shape[:2]
    turns = [
        np.asarray(np.roll(outline, turn, axis=0), np.float32)
        for outline, turn in product(outlines, range(4))
    ]
    ratios = [across / max(down, 1.0) for across, down in map(sides, turns)]
    return [
        quad
        for quad, ratio in zip(turns, ratios, strict=True)
        if abs(np.log(ratio * height / width)) < ASPECT_TOLERANCE
    ]


def _alike(sheet: TaughtSheet, corners: Quad, other: TaughtSheet, theirs: Quad) -> bool:
    """The same boxes in nearly the same place: which of the two it is makes no difference."""
    near = bool(np.abs(theirs - corners).max() < 0.2 * min(sides(corners)))
    return near and sheet.boxes == other.boxes


def _likeness(pixels: Pixels, corners: Quad, empty: Pixels) -> float:
    """Correlation in small windows, the better half of them: pieces cover the rest."""
    height, width = empty.shape[:2]
    size = (COMPARED_PX, max(16, round(COMPARED_PX * height / width)))
    seen = cv2.cvtColor(flatten(pixels, corners, size), cv2.COLOR_BGR2GRAY).astype(np.float32)
    bare = cv2.cvtColor(
        cv2.resize(empty, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
    ).astype(np.float32)
    window = (15, 15)
    mean_a, mean_b = cv2.blur(seen, window), cv2.blur(bare, window)
    var_a, var_b = (
        cv2.blur(seen * seen, window) - mean_a**2,
        cv2.blur(bare * bare, window) - mean_b**2,
    )
    both = cv2.blur(seen * bare, window) - mean_a * mean_b
    there = var_b > 36  # windows with some print in them
    if int(there.sum()) < 40:
        return 0.0
    fits = both[there] / np.sqrt(np.maximum(var_a[there], 9) * var_b[there])
    return float(np.mean(np.sort(fits)[len(fits) // 2 :]))
