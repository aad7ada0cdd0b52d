"""Made-up places with the truth: symbol dice on a printed grid, cards in slots, a four-coloured
disk.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.mats import mat_placed
from vision.lab.scenes.photo import developed, lit, view
from vision.lab.scenes.surfaces import Random, tabletop
from vision.lab.scenes.table import CardPiece
from vision.mats.layout import Mat, Zone
from vision.virtual.faces import BODY_COLOURS
from vision.zones.locate import locate
from vision.zones.marks import MarkFinder
from vision.zones.white_balance import White, white_of

FLAT_PX = (1600, 900)
PICTURE_PX = (1280, 720)
ELEMENTS: dict[str, tuple[int, int, int]] = {
    "fire": (40, 40, 190),
    "water": (190, 90, 40),
    "earth": (50, 130, 60),
    "air": (70, 205, 225),
}
SYMBOLS = ("points", "energy", "rotate", "shield")
FACE_PX = 96
CARD_HIGH_MM = 88.0


@dataclass(frozen=True, slots=True)
class Place:
    """A photographed zone: its corners in the picture, clockwise from its own top left, and what
    lies in its cells.

    `white`: as its mat's patches show it; None where there is no mat, or it was not plainly seen.
    """

    picture: Pixels
    corners: NDArray[np.float32]
    lying: dict[str, tuple[str, str | int]]
    white: White | None = None


def face(element: str, symbol: str) -> Pixels:
    """One side of an elemental die, as a printer would make it."""
    made = np.full((FACE_PX, FACE_PX, 3), ELEMENTS[element], np.uint8)
    ink = (20, 20, 20) if element == "air" else (245, 245, 245)
    if symbol == "points":
        for x, y in ((30, 30), (66, 66), (30, 66)):
            cv2.circle(made, (x, y), 11, ink, cv2.FILLED, cv2.LINE_AA)
    elif symbol == "energy":
        zigzag = np.array([[54, 12], [27, 54], [45, 54], [39, 84], [69, 39], [51, 39]], np.int32)
        cv2.fillPoly(made, [zigzag], ink, cv2.LINE_AA)
    elif symbol == "rotate":
        cv2.ellipse(made, (48, 48), (27, 27), 0, 40, 330, ink, 9, cv2.LINE_AA)
        cv2.fillPoly(made, [np.array([[63, 18], [87, 30], [66, 45]], np.int32)], ink, cv2.LINE_AA)
    else:
        cv2.fillPoly(
            made,
            [np.array([[24, 21], [72, 21], [72, 51], [48, 81], [24, 51]], np.int32)],
            ink,
            cv2.LINE_AA,
        )
    return made


def dice_on_grid(
    random: Random, dice: dict[str, tuple[str, str]], surface: str, light: str
) -> Place:
    """Elemental dice on the cells of a printed 4x4 grid, a little off centre and turned any way."""
    flat, start, cell = _board(random, surface, 4, 4, 180.0)
    lying: dict[str, tuple[str, str | int]] = {}
    for name, (element, symbol) in dice.items():
        row, col = (int(part) - 1 for part in name.split(","))
        centre = start + (np.array([col, row]) + 0.5 + random.uniform(-0.08, 0.08, 2)) * cell
        _lay_square(flat, face(element, symbol), centre, 0.55 * cell, float(random.uniform(0, 360)))
        lying[name] = element, symbol
    return _taken(random, flat, start, (4 * cell, 4 * cell), light, lying)


def dice_on_mat(
    random: Random, dice: dict[str, tuple[str, str]], surface: str, light: str, mat: Mat
) -> Place | None:
    """The same on the grid of a printed mat, found and its white read as at a table; None where it
    is not found.
    """
    zone = mat.zone("grid")
    flat, start, px_per_mm = mat_placed(random, mat, surface)
    cells = {name: start + np.array(corners) * px_per_mm for name, corners in zone.cells().items()}
    cv2.polylines(
        flat,
        [cell.astype(np.int32) for cell in cells.values()],
        True,
        (150, 150, 150),
        2,
        cv2.LINE_AA,
    )
    for name, (element, symbol) in dice.items():
        side = float(np.ptp(cells[name], axis=0)[0])
        centre = cells[name].mean(axis=0) + random.uniform(-0.08, 0.08, 2) * side
        _lay_square(flat, face(element, symbol), centre, 0.55 * side, float(random.uniform(0, 360)))
    camera = view(random, FLAT_PX, PICTURE_PX)
    picture = developed(random, lit(random, camera.take(flat), light), light)
    found = locate(mat, MarkFinder().find(picture, closely=True))
    if found is None:
        return None
    x, y, wide, high = zone.box_mm
    corners = found.corners(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)))
    lying: dict[str, tuple[str, str | int]] = {
        name: (element, symbol) for name, (element, symbol) in dice.items()
    }
    return Place(picture, corners, lying, white_of(picture, found))


def cards_in_slots(
    random: Random,
    cards: dict[str, Pixels],
    surface: str,
    light: str,
    rows: int,
    cols: int,
    room_px: float,
) -> Place:
    """Cards in square slots, each turned by whole quarters and a few degrees; some slots stay
    empty.
    """
    flat, start, cell = _board(random, surface, rows, cols, room_px)
    lying: dict[str, tuple[str, str | int]] = {}
    for row, col in np.ndindex(rows, cols):
        if random.random() < 0.2:
            continue
        name, turns = str(random.choice(sorted(cards))), int(random.integers(4))
        size = 0.86 * cell / cards[name].shape[0]
        piece = CardPiece(random, cards[name], 90.0 * turns + float(random.uniform(-6, 6)), size)
        piece.put(
            flat, start + (np.array([col, row]) + 0.5 + random.uniform(-0.02, 0.02, 2)) * cell
        )
        lying[f"{row + 1},{col + 1}"] = name, turns
    return _taken(random, flat, start, (cols * cell, rows * cell), light, lying)


def cards_in_ring(
    random: Random, cards: dict[str, Pixels], surface: str, light: str, ring: Zone
) -> Place:
    """Cards upright in the spots of a printed ring, give or take a few degrees; some spots stay
    empty.
    """
    _, _, wide, high = ring.box_mm
    px = 0.94 * min(FLAT_PX[0] / wide, FLAT_PX[1] / high)
    flat = tabletop(random, surface, FLAT_PX[1], FLAT_PX[0])
    start = np.array([(FLAT_PX[0] - wide * px) / 2, (FLAT_PX[1] - high * px) / 2])
    paper = _paper(random)
    end = start + np.array([wide, high]) * px
    cv2.rectangle(flat, start.astype(int).tolist(), end.astype(int).tolist(), paper, cv2.FILLED)
    lying: dict[str, tuple[str, str | int]] = {}
    for spot, corners in ring.cells().items():
        there = start + (np.array(corners) - ring.box_mm[:2]) * px
        cv2.polylines(
            flat, [there.astype(np.int32)], True, [0.6 * c for c in paper], 2, cv2.LINE_AA
        )
        if random.random() < 0.2:
            continue
        name = str(random.choice(sorted(cards)))
        size = CARD_HIGH_MM * px / cards[name].shape[0]
        CardPiece(random, cards[name], float(random.uniform(-6, 6)), size).put(
            flat, there.mean(axis=0)
        )
        lying[spot] = name, 0
    return _taken(random, flat, start, (wide * px, high * px), light, lying)


def disk_on_board(
    random: Random, colours: tuple[str, str, str, str], surface: str, light: str
) -> Place:
    """A disk of four coloured quarters, turned by whole quarters and a few degrees."""
    flat, start, cell = _board(random, surface, 1, 1, 360.0)
    turns, off = int(random.integers(4)), float(random.uniform(-8, 8))
    rows, cols = np.mgrid[0 : FLAT_PX[1], 0 : FLAT_PX[0]].astype(np.float32)
    x, y = start + cell / 2
    sector = np.round((np.degrees(np.arctan2(cols - x, y - rows)) - off) / 90).astype(int) % 4
    painted = np.array(
        [BODY_COLOURS[colours[(quarter - turns) % 4]] for quarter in range(4)], dtype=np.uint8
    )
    within = np.hypot(cols - x, rows - y) < 0.46 * cell
    flat[within] = painted[sector[within]]
    return _taken(random, flat, start, (cell, cell), light, {"disk": ("disk", turns)})


def _board(
    random: Random, surface: str, rows: int, cols: int, cell: float
) -> tuple[Pixels, NDArray[np.float64], float]:
    width, height = FLAT_PX
    flat = tabletop(random, surface, height, width)
    start = np.array([(width - cols * cell) / 2, (height - rows * cell) / 2])
    paper = _paper(random)
    for row, col in np.ndindex(rows, cols):
        first = (start + np.array([col, row]) * cell).astype(int).tolist()
        last = (start + np.array([col + 1, row + 1]) * cell).astype(int).tolist()
        cv2.rectangle(flat, first, last, paper, cv2.FILLED)
        cv2.rectangle(flat, first, last, [0.6 * c for c in paper], 2, cv2.LINE_AA)
    return flat, start, cell


def _paper(random: Random) -> list[float]:
    return [float(c) for c in random.uniform(200, 245) * np.array([0.96, 0.99, 1.0])]


def _lay_square(
    flat: Pixels, top: Pixels, centre: NDArray[np.float64], side: float, turn: float
) -> None:
    reach = round(side)
    x0, y0 = (round(float(c)) - reach for c in centre)
    patch = flat[y0 : y0 + 2 * reach, x0 : x0 + 2 * reach]
    matrix = np.asarray(
        cv2.getRotationMatrix2D((FACE_PX / 2, FACE_PX / 2), turn, side / FACE_PX), dtype=np.float64
    )
    matrix[:, 2] += reach - FACE_PX / 2
    size = (2 * reach, 2 * reach)
    mask = (
        cv2.warpAffine(np.full((FACE_PX, FACE_PX), 255, np.uint8), matrix, size).astype(np.float32)[
            :, :, None
        ]
        / 255
    )
    shadow = cv2.GaussianBlur(np.roll(mask[:, :, 0], (6, 6), axis=(0, 1)), (0, 0), 4)[:, :, None]
    drawn = cv2.warpAffine(top, matrix, size, flags=cv2.INTER_AREA)
    patch[:] = np.asarray(patch * (1 - 0.4 * shadow) * (1 - mask) + drawn * mask, dtype=np.uint8)


def _taken(
    random: Random,
    flat: Pixels,
    start: NDArray[np.float64],
    size: tuple[float, float],
    light: str,
    lying: dict[str, tuple[str, str | int]],
) -> Place:
    """Photographed; the corners are as exact as localisation gives them, to a pixel or two."""
    camera = view(random, FLAT_PX, PICTURE_PX)
    corners = start + np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size
    seen = camera.point(corners.astype(np.float32)) + random.normal(0, 1.0, (4, 2))
    return Place(
        developed(random, lit(random, camera.take(flat), light), light),
        seen.astype(np.float32),
        lying,
    )
