"""Laying things on a made-up table: each call returns the picture and the truth about every piece
in it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.photo import View, developed, lit, view
from vision.lab.scenes.surfaces import Plane, Random, tabletop
from vision.virtual.faces import BODY_COLOURS

FLAT_PX = (1600, 900)
PICTURE_PX = (1280, 720)
ROUND = np.stack(
    [np.cos(np.linspace(0, 2 * np.pi, 24)), np.sin(np.linspace(0, 2 * np.pi, 24))], axis=1
)


@dataclass(frozen=True, slots=True)
class LaidCard:
    id: str
    corners: NDArray[np.float32]
    quarter_turns: int
    taught: bool


@dataclass(frozen=True, slots=True)
class LaidGrid:
    """The truth of a grid: its corners in the picture, the colour of each cell with a piece, the
    rims of pieces.
    """

    corners: NDArray[np.float32]
    rows: int
    cols: int
    cells: dict[tuple[int, int], str]
    rims: list[NDArray[np.float32]]


def cards_on_table(
    random: Random,
    taught: dict[str, Pixels],
    strange: dict[str, Pixels],
    surface: str,
    light: str,
    across: int = 4,
    down: int = 1,
) -> tuple[Pixels, list[LaidCard]]:
    """Cards in rows, each wholly in view, at any turn, some in sleeves, some never taught."""
    width, height = FLAT_PX
    flat = tabletop(random, surface, height, width)
    camera = view(random, FLAT_PX, PICTURE_PX)
    most = 1.05 if down == 1 else 0.8
    laid = []
    for row, col in np.ndindex(down, across):
        pool = strange if strange and random.random() < 1 / 3 else taught
        name = str(random.choice(sorted(pool)))
        centre = np.array(
            [(col + 0.5) * width / across, (row + 0.5) * height / down]
        ) + random.uniform(-20, 20, 2)
        turn = float(random.integers(4) * 90 + random.uniform(-20, 20))
        piece = CardPiece(random, pool[name], turn, random.uniform(0.8 * most, most))
        corners = camera.point(piece.put(flat, _into_view(camera, centre, piece.reach_px)))
        laid.append(LaidCard(name, corners, round(turn / 90) % 4, pool is taught))
    return developed(random, lit(random, camera.take(flat), light), light), laid


def _into_view(camera: View, centre: NDArray[np.float64], reach_px: float) -> NDArray[np.float64]:
    """The place nearest to `centre` from which a piece of that reach is wholly in the picture."""
    middle = np.array(FLAT_PX) / 2
    around = reach_px * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * 0.8
    for step in np.linspace(0, 0.5, 26):
        place = centre + (middle - centre) * step
        seen = camera.point((place + around).astype(np.float32))
        if (seen > 4).all() and (seen < np.array(PICTURE_PX) - 4).all():
            return np.asarray(place, dtype=np.float64)
    return centre


class CardPiece:
    """A card as it will lie: worn, perhaps in a sleeve, turned; drawn with its shadow by `put`."""

    def __init__(
        self, random: Random, card: Pixels, turn: float, size: float, sleeved: float = 0.5
    ) -> None:
        card = _worn(random, card)
        rim = 0.0
        if random.random() < sleeved:
            card, rim = _sleeved(random, card), 0.035
        height, width = card.shape[:2]
        self.reach_px = float(np.hypot(width, height) * size / 2)
        side = 2 * round(self.reach_px) + 40
        self._matrix = cv2.getRotationMatrix2D((width / 2, height / 2), -turn, size)
        self._matrix[:, 2] += np.array([side / 2, side / 2]) - (width / 2, height / 2)
        self._mask = np.asarray(
            cv2.warpAffine(_rounded(width, height), self._matrix, (side, side)), dtype=np.uint8
        )
        self._card = cv2.warpAffine(card, self._matrix, (side, side), flags=cv2.INTER_AREA)
        inset = np.array([width, height]) * rim / (1 + 2 * rim)
        own = np.array([[0, 0], [width, 0], [width, height], [0, height]]) * 1.0
        self._own = own + np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * inset

    def put(
        self, flat: Pixels, centre: NDArray[np.float64], owner: Plane | None = None
    ) -> NDArray[np.float32]:
        """Lays it on the flat table; its corners there. `owner`: counted up where it lies, to know
        what it covers.
        """
        side = self._mask.shape[0]
        left, top = (round(float(c)) - side // 2 for c in centre)
        x0, y0, x1, y1 = (
            max(left, 0),
            max(top, 0),
            min(left + side, flat.shape[1]),
            min(top + side, flat.shape[0]),
        )
        own = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        if owner is not None:
            owner[y0:y1, x0:x1][self._mask[own] > 127] = owner.max() + 1
        shadow = (
            cv2.GaussianBlur(np.roll(self._mask, (4, 4), axis=(0, 1)), (0, 0), 4)[own].astype(
                np.float32
            )
            / 255
        )
        part = (self._mask[own].astype(np.float32) / 255)[:, :, None]
        shaded = flat[y0:y1, x0:x1] * (1 - 0.35 * shadow[:, :, None])
        flat[y0:y1, x0:x1] = np.asarray(
            shaded * (1 - part) + self._card[own] * part, dtype=np.uint8
        )
        return np.asarray(
            self._own @ self._matrix[:, :2].T + self._matrix[:, 2] + (left, top), dtype=np.float32
        )


def _rounded(width: int, height: int) -> Pixels:
    mask = np.zeros((height, width), np.uint8)
    r = 12
    cv2.rectangle(mask, (r, 0), (width - r, height), 255, cv2.FILLED)
    cv2.rectangle(mask, (0, r), (width, height - r), 255, cv2.FILLED)
    for x, y in ((r, r), (width - r - 1, r), (r, height - r - 1), (width - r - 1, height - r - 1)):
        cv2.circle(mask, (x, y), r, 255, cv2.FILLED)
    return mask


def _worn(random: Random, card: Pixels) -> Pixels:
    worn = card.copy()
    for _ in range(int(random.integers(0, 6))):
        x, y = int(random.integers(0, card.shape[1])), int(random.integers(0, card.shape[0]))
        cv2.line(
            worn,
            (x, y),
            (x + int(random.integers(-14, 14)), y + int(random.integers(-14, 14))),
            (210, 210, 210),
            1,
        )
    return np.asarray(
        cv2.convertScaleAbs(worn, alpha=random.uniform(0.85, 1.0), beta=random.uniform(0, 22)),
        np.uint8,
    )


def _sleeved(random: Random, card: Pixels) -> Pixels:
    rim = round(0.035 * card.shape[1]), round(0.035 * card.shape[0])
    colour = [float(c) for c in random.uniform(20, 220, 3)]
    sleeve = cv2.copyMakeBorder(
        card, rim[1], rim[1], rim[0], rim[0], cv2.BORDER_CONSTANT, value=colour
    )
    gloss = np.linspace(0, 1, sleeve.shape[0], dtype=np.float32)[:, None, None] * random.uniform(
        0, 18
    )
    return np.asarray(np.clip(sleeve.astype(np.float32) * 0.97 + gloss, 0, 255), dtype=np.uint8)


def grid_on_table(
    random: Random,
    colours: tuple[str, ...],
    surface: str,
    light: str,
    rows: int,
    cols: int,
    chequered: bool,
    ratio: float | None = None,
) -> tuple[Pixels, LaidGrid]:
    """A printed grid with round pieces on some cells, a little off centre, with thickness and
    shadow. `ratio`: how wide a piece is, in cells; the smaller, the further off centre.
    """
    width, height = FLAT_PX
    flat = tabletop(random, surface, height, width)
    cell = min(0.86 * width / cols, 0.86 * height / rows)
    start = np.array([(width - cell * cols) / 2, (height - cell * rows) / 2])
    _draw_grid(random, flat, start, cell, rows, cols, chequered)
    cells: dict[tuple[int, int], str] = {}
    middles = []
    fill, radius = random.uniform(0.1, 0.6), random.uniform(0.3, 0.4) * cell
    loose = 0.15
    if ratio is not None:
        radius, loose = ratio * cell / 2, min(0.3, max(0.02, 0.45 - ratio / 2))
    lean = random.uniform(-0.05, 0.05, 2)
    for row in range(rows):
        for col in range(cols):
            if random.random() < fill:
                colour = str(random.choice(colours))
                off = np.clip(random.normal(0, loose / 3, 2) + lean, -loose, loose)
                middle = start + (np.array([col, row]) + 0.5 + off) * cell
                if _lay_disc(random, flat, middle, radius, colour):
                    middles.append(middle)
                    cells[row, col] = colour
    camera = view(random, FLAT_PX, PICTURE_PX)
    corners = start + np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]]) * cell
    seen = developed(random, lit(random, camera.take(flat), light), light)
    rims = [camera.point((middle + radius * ROUND).astype(np.float32)) for middle in middles]
    return seen, LaidGrid(camera.point(corners.astype(np.float32)), rows, cols, cells, rims)


def _draw_grid(
    random: Random,
    flat: Pixels,
    start: NDArray[np.float64],
    cell: float,
    rows: int,
    cols: int,
    chequered: bool,
) -> None:
    paper = random.uniform(0.75, 1.0) * np.array(
        [random.uniform(170, 240), random.uniform(190, 240), random.uniform(200, 245)]
    )
    dark = paper * random.uniform(0.35, 0.65)
    for row in range(rows):
        for col in range(cols):
            colour = dark if chequered and (row + col) % 2 else paper
            first, last = (
                start + np.array([col, row]) * cell,
                start + np.array([col + 1, row + 1]) * cell,
            )
            cv2.rectangle(
                flat,
                first.astype(int).tolist(),
                last.astype(int).tolist(),
                colour.tolist(),
                cv2.FILLED,
            )
            cv2.rectangle(
                flat,
                first.astype(int).tolist(),
                last.astype(int).tolist(),
                (dark * 0.7).tolist(),
                1,
                cv2.LINE_AA,
            )


def _lay_disc(
    random: Random, flat: Pixels, centre: NDArray[np.float64], radius: float, colour: str
) -> bool:
    """Whether it lies on the table with its shadow."""
    body = np.clip(np.array(BODY_COLOURS[colour]) * random.uniform(0.9, 1.08), 0, 255)
    reach = int(radius * 1.8)
    x0, y0 = (int(centre[0]) - reach), (int(centre[1]) - reach)
    if x0 < 0 or y0 < 0 or x0 + 2 * reach > flat.shape[1] or y0 + 2 * reach > flat.shape[0]:
        return False
    patch = flat[y0 : y0 + 2 * reach, x0 : x0 + 2 * reach].astype(np.float32)
    rows, cols = np.mgrid[0 : 2 * reach, 0 : 2 * reach].astype(np.float32)
    x, y = centre - (x0, y0)
    fall = random.uniform(0.05, 0.25) * radius
    apart = np.hypot(cols - x - fall, rows - y - fall)
    patch *= 1 - 0.45 * np.clip((radius * 1.08 - apart) / (0.25 * radius) + 0.5, 0, 1)[:, :, None]
    inside = np.clip(radius - np.hypot(cols - x, rows - y) + 0.5, 0, 1)[:, :, None]
    bevel = 1 + 0.12 * np.clip((x - cols + y - rows) / radius, -1, 1)[:, :, None]
    bevel *= np.where(
        np.abs(np.hypot(cols - x, rows - y) - 0.8 * radius) < 0.05 * radius, 0.93, 1.0
    )[:, :, None]
    out = patch * (1 - inside) + np.clip(body * bevel, 0, 255) * inside
    flat[y0 : y0 + 2 * reach, x0 : x0 + 2 * reach] = np.clip(out, 0, 255).astype(np.uint8)
    return True
