"""Reads taught symbol dice in a zone: pieces that stand out from the cloth, compared with the album
of taught faces.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.dice.doubt import ANYTHING, ExpectedDice
from vision.dice.taught_faces import Album, Likeness
from vision.errors import PictureError
from vision.picture import load
from vision.reading import Decision, Finding, Point, Reading, Why

LONGEST_PX = 640
# in L*a*b*, lightness halved: a shadow stays below, a die of the cloth's colour too, and is asked
# about
STANDS_OUT = 16.0
Outline = NDArray[np.int32]

SMALLEST_SHARE, LARGEST_SHARE = 0.0006, 0.2


@dataclass(frozen=True, slots=True)
class SymbolDie:
    """Something square on the cloth: its corners, and its face cut out upright."""

    corners: tuple[Point, ...]
    face: Pixels
    squareness: float


def pieces(pixels: Pixels) -> list[SymbolDie]:
    """What lies on the cloth and could be a die."""
    scale = min(1.0, LONGEST_PX / max(pixels.shape[:2]))
    small = (
        cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if scale < 1
        else pixels
    )
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB) * np.array(
        [0.5, 1, 1], np.float32
    )
    cloth = np.median(lab.reshape(-1, 3), axis=0)
    apart = (np.linalg.norm(lab - cloth, axis=2) > STANDS_OUT).astype(np.uint8)
    apart = cv2.morphologyEx(apart, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    apart = cv2.morphologyEx(apart, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    outlines, _ = cv2.findContours(apart, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    contours = [np.asarray(outline, np.int32) for outline in outlines]
    found = [
        _piece(pixels, outline, scale) for outline in contours if _of_size(outline, apart.size)
    ]
    return [piece for piece in found if piece.squareness > 0.7]


def _of_size(outline: Outline, whole: int) -> bool:
    return SMALLEST_SHARE < cv2.contourArea(outline) / whole < LARGEST_SHARE


def _piece(pixels: Pixels, outline: Outline, scale: float) -> SymbolDie:
    (x, y), (wide, high), degrees = cv2.minAreaRect(outline)
    filled = cv2.contourArea(outline) / max(wide * high, 1)
    squareness = float(filled * min(wide, high) / max(wide, high, 1e-6))
    corners = cv2.boxPoints(((x, y), (wide, high), degrees)) / scale
    side = max(wide, high) / scale
    turn = np.asarray(cv2.getRotationMatrix2D((x / scale, y / scale), degrees, 1.0), np.float64)
    turn[:, 2] += side / 2 - np.array([x, y]) / scale
    face = cv2.warpAffine(pixels, turn, (max(8, round(side)),) * 2, borderMode=cv2.BORDER_REPLICATE)
    return SymbolDie(
        tuple((float(a), float(b)) for a, b in corners), np.asarray(face, np.uint8), squareness
    )


def taught(folder: Path) -> Album:
    """An album from a folder of photographs named `die.symbol.jpg` or `die.symbol.2.jpg`, one die
    in each.
    """
    album = Album()
    paths = sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []
    if not paths:
        raise PictureError(
            f"{folder}: no taught faces there; put photographs named die.symbol.jpg into it"
        )
    for path in paths:
        die, _, symbol = path.stem.partition(".")
        shown = pieces(load(path).pixels)
        if not symbol:
            raise PictureError(
                f"{path}: name the photograph die.symbol.jpg, such as fire.energy.jpg"
            )
        if len(shown) != 1:
            raise PictureError(
                f"{path}: {len(shown)} dice seen; show exactly one die on a plain cloth"
            )
        album.teach(die, symbol.split(".")[0], shown[0].face)
    return album


def read(album: Album, pixels: Pixels, expected: ExpectedDice = ANYTHING) -> Reading:
    """Every die on the cloth; the whole is accepted only when each is like one taught face and no
    other.
    """
    shown = pieces(pixels)
    likenesses = [album.read(piece.face) for piece in shown]
    dice = tuple(
        _finding(piece, likeness) for piece, likeness in zip(shown, likenesses, strict=True)
    )
    why = _doubt(dice, likenesses, expected)
    return Reading(
        "", "dice", dice, Decision.ASK if why else Decision.ACCEPT, why or Why("sight.sure"), 0.0
    )


def _finding(piece: SymbolDie, likeness: Likeness) -> Finding:
    known = likeness.symbol if likeness.likeness > 0.3 else None
    confidence = (
        max(0.0, min(1.0, likeness.likeness))
        if likeness.is_sure
        else min(0.5, max(0.0, likeness.likeness))
    )
    return Finding(
        "die", known, piece.corners, confidence, likeness.die or None, likeness.likeliest
    )


def _doubt(
    dice: tuple[Finding, ...], likenesses: list[Likeness], expected: ExpectedDice
) -> Why | None:
    if not dice:
        return Why("sight.no_dice")
    if expected.count is not None and len(dice) != expected.count:
        key = "sight.too_few" if len(dice) < expected.count else "sight.too_many"
        return Why(key, {"seen": len(dice), "expected": expected.count})
    unsure = sum(not likeness.is_sure for likeness in likenesses)
    if unsure:
        return Why("sight.unsure_dice", {"count": unsure, "total": len(dice)})
    if expected.colours is not None and sorted(str(d.colour) for d in dice) != sorted(
        expected.colours
    ):
        seen = ", ".join(sorted(str(d.colour) for d in dice))
        return Why(
            "sight.colours_differ", {"seen": seen, "expected": ", ".join(sorted(expected.colours))}
        )
    return None
