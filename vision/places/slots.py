"""Cards and dice put into the cells they lie in, turned as the owner of the cells sees them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad
from vision.cards.reader import CardReading
from vision.dice.symbols import pieces
from vision.dice.taught_faces import Album
from vision.places.compare import InSlot
from vision.tokens.colours import named
from vision.tokens.grid import COLOUR_WEIGHT

TURN_TOLERANCE_DEG = 25.0
RIM = 0.2  # of a cell, around its middle part: there its lines and its name are printed
WITH_SHADOW = 1.35
MARKED, MARKED_PERCENT = 18.0, 8  # L*a*b*, and how much of the middle part must differ so much


def cards_in_slots(cards: list[CardReading], slots: dict[str, Quad]) -> dict[str, InSlot]:
    """Each card in the slot its middle lies in; two cards in one slot, or a card lying askew, are
    asked.
    """
    found: dict[str, InSlot] = {}
    for name, slot in slots.items():
        here = [card for card in cards if _lies_in(card.corners.mean(axis=0), slot)]
        if not here:
            continue
        best = max(here, key=lambda card: card.confidence)
        turns, straight = turn_in(best.corners, slot)
        sure = best.accept and len(here) == 1 and straight
        found[name] = InSlot(best.id, turns, sure, best.confidence)
    return found


def turn_in(corners: Quad, slot: Quad) -> tuple[int, bool]:
    """Quarter turns of a card against its slot, and whether it lies straight enough to be sure of
    them.
    """
    degrees = (_heading(corners) - _heading(slot)) % 360
    turns = round(degrees / 90)
    return turns % 4, abs(degrees - 90 * turns) <= TURN_TOLERANCE_DEG


def _heading(quad: Quad) -> float:
    across = (quad[1] - quad[0]) + (quad[2] - quad[3])
    return float(np.degrees(np.arctan2(across[1], across[0])))


def _lies_in(point: NDArray[np.float32], slot: Quad) -> bool:
    x, y = point
    return (
        cv2.pointPolygonTest(np.asarray(slot, dtype=np.float32), (float(x), float(y)), False) >= 0
    )


def dice_in_cells(pixels: Pixels, cells: dict[str, Quad], album: Album) -> dict[str, InSlot]:
    """Taught symbol dice on a grid seen flat: die and symbol per cell; two dice in one cell are
    asked.

    So is a cell in which something lies that no die stands out from: a die of the board's own
    colour.
    """
    found: dict[str, InSlot] = {}
    bare = np.ones(pixels.shape[:2], np.uint8)
    for piece in pieces(pixels):
        corners = np.asarray(piece.corners, dtype=np.float32)
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(
            bare, np.rint(middle + WITH_SHADOW * (corners - middle)).astype(np.int32), 0
        )
        name = next((cell for cell, quad in cells.items() if _lies_in(middle, quad)), None)
        if name is None:
            continue
        like = album.read(piece.face)
        alone = name not in found
        sure = bool(like.is_sure) and alone
        found[name] = InSlot(
            like.symbol, None, sure, float(np.clip(like.likeness, 0, 1)), like.die or None
        )
    for name, quad in cells.items():
        if name not in found and _is_marked(pixels, bare, quad):
            found[name] = InSlot(None, None, False, 0.0)
    return found


def _is_marked(pixels: Pixels, bare: NDArray[np.uint8], cell: Quad) -> bool:
    """Something lies well inside the cell: a part of it is much unlike the rest, which bare paper
    never is.
    """
    (x0, y0), (x1, y1) = cell.min(axis=0), cell.max(axis=0)
    rim_x, rim_y = RIM * (x1 - x0), RIM * (y1 - y0)
    inner = slice(round(y0 + rim_y), round(y1 - rim_y)), slice(round(x0 + rim_x), round(x1 - rim_x))
    part, free = pixels[inner], bare[inner] > 0
    if min(part.shape[:2]) < 8 or free.mean() < 0.5:
        return False
    smooth = cv2.GaussianBlur(part, (0, 0), max(1.0, part.shape[1] / 40))
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), dtype=np.float32)
    apart = np.linalg.norm(lab[free] - np.median(lab[free], axis=0), axis=1)
    return bool(np.percentile(apart, 100 - MARKED_PERCENT) > MARKED)


def disk_turn(flat: Pixels, colours: tuple[str, str, str, str]) -> tuple[int, bool]:
    """How many quarter turns clockwise a four-coloured disk has made: `colours` go clockwise from
    its printed top.
    """
    lab = np.asarray(cv2.cvtColor(cv2.medianBlur(flat, 5), cv2.COLOR_BGR2LAB), dtype=np.float32)
    lab[:, :, 1:] = (lab[:, :, 1:] - 128) * COLOUR_WEIGHT
    height, width = lab.shape[:2]
    reach = max(2, min(height, width) // 12)
    looks = []
    for x, y in ((0.5, 0.25), (0.75, 0.5), (0.5, 0.75), (0.25, 0.5)):
        row, col = round(y * height), round(x * width)
        looks.append(
            np.median(
                lab[row - reach : row + reach, col - reach : col + reach].reshape(-1, 3), axis=0
            )
        )
    names = named(
        np.asarray(looks, dtype=np.float32), float(np.percentile(lab[:, :, 0], 98)), list(colours)
    )
    fits = [sum(names.names[(k + turn) % 4] == colours[k] for k in range(4)) for turn in range(4)]
    best = int(np.argmax(fits))
    return best, fits[best] == 4 and bool((names.clear > 0.2).all())
