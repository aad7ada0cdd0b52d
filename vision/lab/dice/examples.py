"""Training examples without end: cuts of photographs, rendered dice on invented or real tables, all
spoiled.
"""

import json
import math
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.dice import surfaces
from vision.lab.dice.spoiling import glared
from vision.lab.dice.sprites import SIZE_PX, Bank, painted
from vision.lab.dice.truth import labels
from vision.virtual.die_render import Floats

Bytes = NDArray[np.uint8]

LURES = Path(__file__).with_name("lures.json")
SIDE_PX = 160  # of a finder example
SMALLEST_PX, LARGEST_PX = 17.0, 68.0  # dice a single finder scale answers for
CUT_REACH = 1.5  # a judge's example is so many dice wide
# how near the middles of two dice may come, in dice; in a pile the later lies over the other
APART, PILED = (0.85, 0.55)
HIDING = 0.78  # of a die so near under another one nobody could be sure of the value
ASIDE = 1.12  # a die so much higher than wide shows its front
# may be turned freely: no side face to mistake for the top
FROM_ABOVE = frozenset({"byler", "damian", "rune-cup", "tomitomi"})


@dataclass(frozen=True, slots=True)
class Die:
    """A die in a picture; value 0 when nobody could say."""

    x: float
    y: float
    width: float
    height: float
    value: int

    @property
    def size(self) -> float:
        return max(self.width, self.height)


@dataclass(frozen=True, slots=True)
class Photograph:
    name: str
    pixels: Bytes
    dice: tuple[Die, ...]
    turns_freely: bool
    lures: tuple[Die, ...] = ()  # what an earlier finder took for dice
    halves: tuple[
        Bytes, ...
    ] = ()  # the picture, half of it, a quarter ...: shrinking it anew each time took most time

    def about(self, scale: float) -> Bytes:
        """The smallest of the halves that is still no smaller than the picture at this scale."""
        steps = (
            int(np.clip(np.floor(-np.log2(scale)), 0, len(self.halves) - 1)) if self.halves else 0
        )
        return self.halves[steps] if self.halves else self.pixels


def halved(pixels: Bytes) -> tuple[Bytes, ...]:
    found = [pixels]
    while min(found[-1].shape[:2]) >= 64:
        size = (found[-1].shape[1] // 2, found[-1].shape[0] // 2)
        found.append(
            np.asarray(cv2.resize(found[-1], size, interpolation=cv2.INTER_AREA), np.uint8)
        )
    return tuple(found)


def photographs(folder: Path, names: list[str], boxes: Path | None) -> list[Photograph]:
    """The pictures of these sets. `boxes` has whole-die boxes for sets whose truth has none, or has
    only pips.
    """
    own = json.loads(boxes.read_text()) if boxes is not None and boxes.exists() else {}
    lures = json.loads(LURES.read_text()) if LURES.exists() else {}
    found = []
    for name in names:
        for label in labels(folder, name):
            key = f"{name}/{label['file']}"
            dice = own.get(key) or [
                [*d["box"], d["value"]] for d in label["dice"] if d["box"] and name != "matteo"
            ]
            if len(dice) != len(label["dice"]):
                continue  # no boxes: nothing to train on here
            pixels = cv2.imread(str(folder / name / "images" / label["file"]))
            assert pixels is not None, key
            placed = tuple(
                Die((a + c) / 2, (b + d) / 2, c - a, d - b, int(v)) for a, b, c, d, v in dice
            )
            bait = tuple(Die(x, y, size, size, 0) for x, y, size in lures.get(key, ()))
            picture = np.asarray(pixels, np.uint8)
            found.append(
                Photograph(key, picture, placed, name in FROM_ABOVE, bait, halved(picture))
            )
    return found


class Examples:
    """Draws finder examples and judge crops; every draw is different, the seed makes the
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

    def scene(self, side: int = SIDE_PX) -> tuple[Bytes, list[Die]]:
        """One finder example, before `spoiled`."""
        return self._scene(side, self._size())

    def _scene(self, side: int, size: float, edge: float = 0.15) -> tuple[Bytes, list[Die]]:
        """Its first die keeps away from the edges by this share of the side."""
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

    def cut(self, side: int, size: float, edge: float) -> tuple[Bytes, list[Die]]:
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

    def composed(self, side: int, size: float, edge: float) -> tuple[Bytes, list[Die]]:
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

    def crops(self, side: int) -> list[tuple[Bytes, int]]:
        """Judge examples of one scene: the crops a finder would give, a little off, and what nobody
        could read (0).
        """
        rng, big = self.rng, 144
        # Evenly by size, not by its logarithm: the judge mostly sees dice as large as the camera
        # gives them.
        scene, dice = self._scene(big, float(rng.uniform(22, 66)), 0.36)
        # A cut-off die is rare at a table; in small scenes it would be the rule.
        border = 0.62 if rng.random() < 0.9 else 0.1
        inside = [d for d in dice if _off_the_edge(d, big) > border * d.size and d.size >= 13]
        if self.sets and rng.random() < 0.3:
            lured = self.photo()
            if lured.lures:
                return [self._lured(lured, lured.lures[int(rng.integers(len(lured.lures)))], side)]
        made = [self._crop(scene, inside[int(i)], side) for i in rng.permutation(len(inside))[:5]]
        if not inside or rng.random() < 0.2:
            made.append((self._nothing(scene, dice, side), 0))
        if dice and rng.random() < 0.12:
            made.append((self._wrong_size(scene, dice, side), 0))
        aside = [d for d in inside if d.height > ASIDE * d.width]
        if aside and rng.random() < 0.3:
            made.append((self._front(scene, aside[int(rng.integers(len(aside)))], side), 0))
        if rng.random() < 0.15:
            made.append((self._lettered(side), 0))
        if rng.random() < 0.15:
            made += [(heap, 0) for heap in self._heap(side)]
        return made

    def _heap(self, side: int) -> list[Bytes]:
        """Several dice close together as if they were one: blurred, their colours pass for a face
        with pips.
        """
        scene, dice = self._scene(144, float(self.rng.uniform(14, 26)), 0.36)
        near = [d for d in dice if math.hypot(d.x - 72, d.y - 72) < 58]
        if len(near) < 3:
            return []
        x, y = (float(np.mean([getattr(d, axis) for d in near])) for axis in ("x", "y"))
        reach = 2 * max(max(abs(d.x - x), abs(d.y - y)) + d.size / 2 for d in near)
        return [cropped(scene, x, y, reach * float(self.rng.uniform(1.0, 1.5)), side)]

    def _lettered(self, side: int) -> Bytes:
        """A key, a tag, a tile: as large as a die, and no die."""
        table = self.table(144)
        surfaces.lettered(self.rng, table, 72, 72, 44)
        whole = np.clip(table * 255, 0, 255).astype(np.uint8)
        return cropped(whole, 72, 72, 66 * float(np.exp(self.rng.normal(0, 0.15))), side)

    def _wrong_size(self, scene: Bytes, dice: list[Die], side: int) -> Bytes:
        """What a finder offers at the wrong scale: pips of a large die, or two dice as one."""
        rng, die = self.rng, dice[int(self.rng.integers(len(dice)))]
        near = [
            d for d in dice if d is not die and np.hypot(d.x - die.x, d.y - die.y) < 1.3 * die.size
        ]
        if near:
            other = near[int(rng.integers(len(near)))]
            reach = (np.hypot(other.x - die.x, other.y - die.y) + die.size) * float(
                rng.uniform(1.2, 1.6)
            )
            return cropped(scene, (die.x + other.x) / 2, (die.y + other.y) / 2, reach, side)
        x, y = np.array([die.x, die.y]) + rng.uniform(-0.3, 0.3, 2) * die.size
        return cropped(scene, float(x), float(y), die.size * float(rng.uniform(0.22, 0.5)), side)

    def _front(self, scene: Bytes, die: Die, side: int) -> Bytes:
        """The front of a die seen from aside, as if it were a die of its own."""
        rng = self.rng
        x, y = die.x + rng.normal(0, 0.08) * die.width, die.y + rng.uniform(0.2, 0.34) * die.height
        return cropped(
            scene, float(x), float(y), die.size * CUT_REACH * float(rng.uniform(0.5, 0.72)), side
        )

    def _crop(self, scene: Bytes, die: Die, side: int) -> tuple[Bytes, int]:
        rng = self.rng
        away = float(rng.uniform(0.5, 0.8)) * die.size if rng.random() < 0.05 else 0.0
        angle = rng.uniform(0, 2 * np.pi)
        jitter = rng.normal(0, 0.05, 2) * die.size + np.array([np.cos(angle), np.sin(angle)]) * away
        reach = die.size * CUT_REACH * float(np.exp(rng.normal(0, 0.1)))
        return cropped(
            scene, die.x + jitter[0], die.y + jitter[1], reach, side
        ), 0 if away else die.value

    def _lured(self, photo: Photograph, lure: Die, side: int) -> tuple[Bytes, int]:
        source = photo.about(side / (CUT_REACH * lure.size))
        shrink = source.shape[0] / photo.pixels.shape[0]
        return self._crop(
            source,
            Die(lure.x * shrink, lure.y * shrink, lure.size * shrink, lure.size * shrink, 0),
            side,
        )

    def _nothing(self, scene: Bytes, dice: list[Die], side: int) -> Bytes:
        rng = self.rng
        for _ in range(8):
            x, y = rng.uniform(8, scene.shape[0] - 8, 2)
            if all(np.hypot(d.x - x, d.y - y) > 0.7 * d.size for d in dice):
                break
        else:
            scene = (self.table(scene.shape[0]) * 255).astype(np.uint8)
            x, y = rng.uniform(20, 100, 2)
        return cropped(scene, float(x), float(y), float(rng.uniform(20, 90)), side)


def cropped(pixels: Bytes, x: float, y: float, reach: float, side: int) -> Bytes:
    """The square of width `reach` around a point, `side` pixels wide; beyond the picture the edge
    is repeated.
    """
    scale = side / reach
    matrix = np.array(
        [[scale, 0, side / 2 - x * scale], [0, scale, side / 2 - y * scale]], np.float64
    )
    flags = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    return np.asarray(
        cv2.warpAffine(pixels, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
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
) -> tuple[Bytes, NDArray[np.float64]]:
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


def stretched(pixels: Bytes, dice: list[Die], by: float) -> tuple[Bytes, list[Die]]:
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


def _off_the_edge(die: Die, side: int) -> float:
    return min(die.x, die.y, side - die.x, side - die.y)


def _touches(die: Die, x: int, y: int, side: int) -> bool:
    return (
        x - die.width < die.x < x + side + die.width
        and y - die.height < die.y < y + side + die.height
    )


def _sized(layers: Bytes, side: int) -> Floats:
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
