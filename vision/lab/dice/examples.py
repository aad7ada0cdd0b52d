"""Training examples without end: cuts of photographs, rendered dice on invented or real tables, all
spoiled.
"""

import math
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.lab.dice import surfaces
from vision.lab.dice.photographs import Die, Photograph
from vision.lab.dice.spoiling import glared
from vision.lab.dice.sprites import SIZE_PX, Bank, painted

SIDE_PX = 160  # of a finder example
SMALLEST_PX, LARGEST_PX = 17.0, 68.0  # dice a single finder scale answers for
# how near the middles of two dice may come, in dice; in a pile the later lies over the other
APART, PILED = (0.85, 0.55)
HIDING = 0.78  # of a die so near under another one nobody could be sure of the value


class Examples:
    """Draws finder examples; every draw is different, the seed makes the
    sequence.
    """

    def __init__(self, photos: list[Photograph], bank: Bank, seed: int, real_share: float) -> None:
        self.rng = np.random.default_rng(seed)
        self.bank = bank
        self.real_share = real_share if photos else 0.0
        self.by_set: dict[str, list[Photograph]] = {}
        for photo in photos:
            self.by_set.setdefault(photo.name.split("/")[0], []).append(photo)
        self.sets = sorted(self.by_set)
        # Sets with more dice are seen more often, but not in proportion: every camera counts.
        weights = np.array(
            [sum(len(photo.dice) for photo in self.by_set[s]) ** 0.5 for s in self.sets]
        )
        self.weights = weights / weights.sum() if len(weights) else weights
        self.tables: list[Floats] = []

    def photo(self) -> Photograph:
        chosen = self.by_set[self.sets[int(self.rng.choice(len(self.sets), p=self.weights))]]
        return chosen[int(self.rng.integers(len(chosen)))]

    def scene(self, side: int = SIDE_PX) -> tuple[Pixels, list[Die]]:
        """One finder example, before `spoiled`."""
        return self.sized_scene(side, self._size())

    def sized_scene(self, side: int, size: float, edge: float = 0.15) -> tuple[Pixels, list[Die]]:
        """With dice of about this size; the first keeps away from the edges by this share."""
        made = self.cut if self.rng.random() < self.real_share else self.composed
        pixels, dice = made(side, size, edge)
        if self.rng.random() < 0.25:
            glared(self.rng, pixels, [(d.x, d.y, d.size) for d in dice])
        if self.rng.random() < 0.3:
            return stretched(pixels, dice, float(np.exp(self.rng.normal(0, 0.13))))
        return pixels, dice

    def _size(self) -> float:
        """Mostly what one scale answers for; sometimes larger, where it must keep silent."""
        if self.rng.random() < 0.12:
            return float(self.rng.uniform(LARGEST_PX, 2.5 * LARGEST_PX))
        return float(np.exp(self.rng.uniform(np.log(SMALLEST_PX + 1), np.log(LARGEST_PX - 6))))

    def cut(self, side: int, size: float, edge: float) -> tuple[Pixels, list[Die]]:
        """A square of a photograph around one of its dice, at a random scale and turn."""
        rng, photo = self.rng, self.photo()
        die = photo.dice[int(rng.integers(len(photo.dice)))]
        scale = size / die.size
        degrees = (
            float(rng.uniform(-180, 180))
            if photo.turns_freely
            else float(np.clip(rng.normal(0, 12), -30, 30))
        )
        squeeze = float(np.exp(rng.normal(0, 0.09)))  # some files hold squashed pictures
        at = rng.uniform(edge, 1 - edge, 2) * side
        matrix = _turn(degrees, scale * squeeze, scale / squeeze, (die.x, die.y), (at[0], at[1]))
        flip = rng.random() < 0.5
        if flip:
            matrix = np.array([[-1, 0, side], [0, 1, 0], [0, 0, 1]]) @ matrix
        border = cv2.BORDER_REFLECT_101 if rng.random() < 0.3 else cv2.BORDER_CONSTANT
        fill = tuple(float(c) for c in rng.integers(0, 256, 3))
        source, matrix = _shrunk(photo, matrix, scale)
        if border == cv2.BORDER_REFLECT_101:  # mirrored dice would be there, unlabelled
            border = cv2.BORDER_REPLICATE
        pixels = cv2.warpAffine(
            source, matrix[:2], (side, side), borderMode=border, borderValue=fill
        )
        shrink = source.shape[0] / photo.pixels.shape[0]
        dice = [_moved(d, matrix, scale, shrink, degrees) for d in photo.dice]
        return np.asarray(pixels, np.uint8), [
            d for d in dice if -d.size < d.x < side + d.size and -d.size < d.y < side + d.size
        ]

    def table(self, side: int) -> Floats:
        """A surface for rendered dice: invented, or a piece of a photograph without dice."""
        rng = self.rng
        if self.sets and rng.random() < 0.35:
            for _ in range(4):
                photo = self.photo()
                high, wide = photo.pixels.shape[:2]
                want = min(int(side * rng.uniform(0.5, 1.5)), high, wide)
                x, y = int(rng.integers(0, wide - want + 1)), int(rng.integers(0, high - want + 1))
                if not any(_touches(d, x, y, want) for d in photo.dice):
                    piece = cv2.resize(photo.pixels[y : y + want, x : x + want], (side, side))
                    return np.asarray(piece, np.float32) / np.float32(255)
        return self._invented(side)

    def _invented(self, side: int) -> Floats:
        """A new surface, or an earlier one turned: inventing them took a third of the time."""
        rng = self.rng
        if len(self.tables) < 300 or rng.random() < 0.15:
            made = surfaces.surface(rng, side)
            self.tables = [*self.tables[-299:], made]
            return made.copy()
        old = self.tables[int(rng.integers(len(self.tables)))]
        return np.rot90(old, int(rng.integers(4))).copy()

    def composed(self, side: int, size: float, edge: float) -> tuple[Pixels, list[Die]]:
        """Rendered dice thrown on a table, with things that are no dice."""
        rng = self.rng
        table = self.table(side)
        if rng.random() < 0.7:
            surfaces.scatter(rng, table, 6)
        dice: list[Die] = []
        piled = rng.random() < 0.25
        apart = PILED if piled else APART
        for _ in range(
            int(rng.integers(0 if edge < 0.3 else 1, 8 if size < 40 else 4)) + 2 * piled
        ):
            close = dice and rng.random() < (0.8 if piled else 0.3)
            near = dice[int(rng.integers(len(dice)))] if close else None
            die = self._thrown(
                table, size * float(rng.uniform(0.8, 1.2)), dice, near, 0.0 if dice else edge, apart
            )
            if die is not None:
                # A cube without pips (-1) is only kept from being lain upon.
                dice = [_under(other, die) for other in dice] + [die]
        return np.clip(table * 255, 0, 255).astype(np.uint8), [d for d in dice if d.value >= 0]

    def _thrown(
        self,
        table: Floats,
        size: float,
        others: list[Die],
        near: Die | None,
        edge: float,
        apart: float,
    ) -> Die | None:
        rng, i = self.rng, int(self.rng.integers(len(self.bank.value)))
        x0, y0, x1, y1 = self.bank.box[i]
        scale = size / max(x1 - x0, y1 - y0)
        side = max(8, round(SIZE_PX * scale))
        scale = side / SIZE_PX
        x, y = rng.uniform(edge, 1 - edge, 2) * table.shape[0]
        if near is not None:
            angle = rng.uniform(0, 2 * np.pi)
            x, y = (
                near.x + np.cos(angle) * size * rng.uniform(apart + 0.1, 1.25),
                near.y + np.sin(angle) * size * rng.uniform(apart + 0.1, 1.25),
            )
        if any(np.hypot(d.x - x, d.y - y) < apart * (d.size + size) / 2 for d in others):
            return None
        layers = self.bank.pixels[i][:, ::-1] if rng.random() < 0.5 else self.bank.pixels[i]
        mirrored = layers.strides[1] < 0
        layers = _sized(layers, side)
        if rng.random() < 0.6:
            painted(rng, layers)
        middle = ((x0 + x1) / 2 * scale, (y0 + y1) / 2 * scale)
        if mirrored:
            middle = (side - middle[0], middle[1])
        left, top = round(x - middle[0]), round(y - middle[1])
        _pasted(table, layers, left, top)
        return Die(
            left + middle[0],
            top + middle[1],
            (x1 - x0) * scale,
            (y1 - y0) * scale,
            int(self.bank.value[i]),
        )


def _under(die: Die, later: Die) -> Die:
    """The die after a later one was thrown, which may hide a part of its face."""
    away = math.hypot(die.x - later.x, die.y - later.y)
    hidden = die.value > 0 and away < HIDING * (die.size + later.size) / 2
    return replace(die, value=0) if hidden else die


def _turn(
    degrees: float, sx: float, sy: float, middle: tuple[float, float], to: tuple[float, float]
) -> NDArray[np.float64]:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    linear = np.array([[sx, 0], [0, sy]]) @ np.array([[c, -s], [s, c]])
    shift = np.asarray(to) - linear @ np.asarray(middle)
    return np.array([[*linear[0], shift[0]], [*linear[1], shift[1]], [0, 0, 1]])


def _shrunk(
    photo: Photograph, matrix: NDArray[np.float64], scale: float
) -> tuple[Pixels, NDArray[np.float64]]:
    """A source properly shrunk, and the mapping from it: warpAffine alone would alias."""
    source, whole = photo.about(scale), photo.pixels
    grow = np.diag([whole.shape[1] / source.shape[1], whole.shape[0] / source.shape[0], 1.0])
    return source, matrix @ grow


def _moved(
    die: Die, matrix: NDArray[np.float64], scale: float, shrink: float, degrees: float
) -> Die:
    x, y, _ = matrix @ np.array([die.x * shrink, die.y * shrink, 1.0])
    width, height = die.width * scale, die.height * scale
    if abs(degrees) > 30:
        width = height = (width + height) / 2
    return replace(die, x=float(x), y=float(y), width=width, height=height)


def stretched(pixels: Pixels, dice: list[Die], by: float) -> tuple[Pixels, list[Die]]:
    """Wider and lower or the reverse, about the middle: files and crops squash pictures, and steep
    views do too.
    """
    half = pixels.shape[0] / 2
    matrix = np.array([[by, 0, half * (1 - by)], [0, 1 / by, half * (1 - 1 / by)]])
    moved = cv2.warpAffine(pixels, matrix, pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    placed = [
        replace(
            d,
            x=half + (d.x - half) * by,
            y=half + (d.y - half) / by,
            width=d.width * by,
            height=d.height / by,
        )
        for d in dice
    ]
    return np.asarray(moved, np.uint8), placed


def _touches(die: Die, x: int, y: int, side: int) -> bool:
    return (
        x - die.width < die.x < x + side + die.width
        and y - die.height < die.y < y + side + die.height
    )


def _sized(layers: Pixels, side: int) -> Floats:
    """OpenCV resizes at most four layers at once; a sprite has eight."""
    parts = (np.ascontiguousarray(layers[..., :4]), np.ascontiguousarray(layers[..., 4:]))
    sized = [cv2.resize(part, (side, side), interpolation=cv2.INTER_AREA) for part in parts]
    return np.asarray(np.dstack(sized), np.float32) / np.float32(255)


def _pasted(table: Floats, layers: Floats, left: int, top: int) -> None:
    side, span = layers.shape[0], table.shape[0]
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + side, span), min(top + side, span)
    if x0 >= x1 or y0 >= y1:
        return
    part = layers[y0 - top : y1 - top, x0 - left : x1 - left]
    under = table[y0:y1, x0:x1]
    under *= (1 - part[..., 4:5]) * (1 - part[..., 3:4])
    under += part[..., :3]
