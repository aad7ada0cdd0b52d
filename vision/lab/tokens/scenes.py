"""Made-up tables to learn from: chips, counters and stones of any dye on any ground, among cards,
rings and letters.

`python -m vision.lab.tokens.scenes SETS COUNT SEED [--boards] -o FILE.npz`. SETS: photographs
of dice, for the tables in them.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.lab.scenes.boards import KINDS, any_board, board_on_table
from vision.lab.scenes.chips import DYES, Heap, Make, chips_on_table, made
from vision.lab.scenes.photo import LIGHTS
from vision.lab.scenes.surfaces import SURFACES, Random
from vision.lab.scenes.table import LaidGrid, grid_on_table
from vision.virtual.faces import BODY_COLOURS

SIZE_PX, BOARD_PX = (832, 468), (960, 720)
KEPT_RADIUS_PX = 18.0  # scenes are kept no larger than needed
GROUND_PX = (900, 1600)
SHEETS = 0.4  # of all boards are printed sheets


def scene(random: Random, photographs: list[Path]) -> tuple[Pixels, Floats]:
    """A picture, and its pieces as rows: x, y, reach across and down."""
    ground = ground_of(random, photographs)
    littered(random, ground)
    number = 0 if random.random() < 0.08 else int(np.exp(random.uniform(np.log(1.5), np.log(60))))
    leaning = int(random.integers(1, 6)) if random.random() < 0.4 else 0
    slant = abs(float(random.normal(0, 0.5))) % 1.0
    stacks = int(random.integers(1, 7)) if random.random() < 0.5 else 0
    heap = Heap(number, float(random.uniform(0.1, 0.9)), leaning, slant, stacks)
    light = str(random.choice(LIGHTS))
    picture, laid = chips_on_table(random, any_make(random), ground, light, heap, SIZE_PX)
    return _kept(picture, [chip.rim for chip in laid if not chip.over])


def board(random: Random, photographs: list[Path]) -> tuple[Pixels, Floats]:
    """A board or a printed sheet, mostly as it is seen flat by who knows its corners."""
    if random.random() < SHEETS:
        picture, laid, cell = _sheet(random)
    else:
        kind = any_board(random, KINDS[int(random.integers(len(KINDS)))])
        light = "window glare" if random.random() < 0.4 else str(random.choice(LIGHTS))
        picture, laid = board_on_table(
            random, kind, ground_of(random, photographs), light, BOARD_PX
        )
        cell = kind.cell
    if random.random() < 0.3:
        return _kept(picture, laid.rims)
    flat, matrix = _from_above(random, picture, laid, KEPT_RADIUS_PX * cell)
    return _kept(flat, [cv2.perspectiveTransform(rim[None], matrix)[0] for rim in laid.rims])


def _sheet(random: Random) -> tuple[Pixels, LaidGrid, float]:
    """A printed grid on any table, and its cells' side in radii of its pieces."""
    colours = tuple(
        str(name)
        for name in random.choice(sorted(BODY_COLOURS), int(random.integers(1, 4)), replace=False)
    )
    where = str(random.choice(sorted(SURFACES))), str(random.choice(LIGHTS))
    rows, cols = int(random.integers(3, 11)), int(random.integers(3, 11))
    picture, laid = grid_on_table(random, colours, *where, rows, cols, bool(random.integers(2)))
    across = float(np.hypot(*(laid.corners[1] - laid.corners[0]))) / cols
    radius = (
        float(np.median([np.ptp(rim, axis=0).max() / 2 for rim in laid.rims]))
        if laid.rims
        else across / 3
    )
    return picture, laid, across / radius


def _from_above(
    random: Random, picture: Pixels, laid: LaidGrid, cell: float
) -> tuple[Pixels, NDArray[np.float64]]:
    """With something of the table around it; cells have about this side in pixels. And how the
    picture became that.
    """
    edge, wide, high = cell * random.uniform(0.5, 1.2), cell * laid.cols, cell * laid.rows
    target = edge + np.array([[0, 0], [wide, 0], [wide, high], [0, high]])
    matrix = cv2.getPerspectiveTransform(laid.corners, target.astype(np.float32))
    whole = round(wide + 2 * edge), round(high + 2 * edge)
    flat = cv2.warpPerspective(picture, matrix, whole, flags=cv2.INTER_LINEAR)
    return np.asarray(flat, dtype=np.uint8), np.asarray(matrix, dtype=np.float64)


def any_make(random: Random) -> Make:
    names = tuple(
        str(name) for name in random.choice(sorted(DYES), int(random.integers(1, 6)), replace=False)
    )
    make = made(random, names)
    if random.random() < 0.3:
        make = replace(make, dyes={name: random.uniform(15, 245, 3) for name in names})
    if random.random() < 0.4:
        make = replace(make, spot=random.uniform(15, 245, 3))
    if random.random() < 0.35:
        make = replace(make, relief=float(random.uniform(0.1, 0.5)))
    if random.random() < 0.15:
        make = replace(
            make, dome=1.0, spots=0, ring=0.0, label=False, thick=float(random.uniform(0.3, 0.55))
        )
    return make


def ground_of(random: Random, photographs: list[Path]) -> Pixels:
    if photographs and random.random() < 0.45:
        photo = cv2.imread(
            str(photographs[int(random.integers(len(photographs)))]), cv2.IMREAD_REDUCED_COLOR_2
        )
        if photo is not None and min(photo.shape[:2]) > 200:
            turned = np.rot90(photo, int(random.integers(4)))
            return np.asarray(
                cv2.resize(turned, GROUND_PX[::-1], interpolation=cv2.INTER_AREA), dtype=np.uint8
            )
    name = str(random.choice(sorted(SURFACES)))
    ground = SURFACES[name](random, *GROUND_PX)
    tint = random.uniform(0.6, 1.25, 3) if random.random() < 0.5 else np.ones(3)
    return np.clip(ground * tint, 0, 255).astype(np.uint8)


def littered(random: Random, ground: Pixels) -> None:
    for _ in range(int(random.integers(0, 10))):
        _litter(random, ground)


def _litter(random: Random, ground: Pixels) -> None:
    """What lies or is printed on tables and is no piece: cards, letters, rings, lines."""
    x, y = int(random.integers(100, 1500)), int(random.integers(60, 840))
    colour = random.uniform(10, 245, 3).tolist()
    kind = int(random.integers(5))
    if kind == 0:
        box = (
            (x, y),
            (float(random.uniform(40, 260)), float(random.uniform(40, 260))),
            float(random.uniform(0, 180)),
        )
        cv2.fillConvexPoly(ground, cv2.boxPoints(box).astype(np.int32), colour, cv2.LINE_AA)
    elif kind == 1:
        text = "".join(str(c) for c in random.choice(list("ABDOQPS0689ceo"), 6))
        size = float(random.uniform(0.6, 3))
        cv2.putText(ground, text, (x, y), cv2.FONT_HERSHEY_DUPLEX, size, colour, 3, cv2.LINE_AA)
    elif kind == 2:
        cv2.circle(
            ground,
            (x, y),
            int(random.integers(12, 90)),
            colour,
            int(random.integers(1, 5)),
            cv2.LINE_AA,
        )
    elif kind == 3:
        end = x + int(random.integers(-400, 400)), y + int(random.integers(-400, 400))
        cv2.line(ground, (x, y), end, colour, int(random.integers(1, 24)), cv2.LINE_AA)
    else:
        around = random.uniform(30, 140, (7, 1)) * np.stack(
            [np.cos(TURNS), np.sin(TURNS)], axis=1
        ) + np.array([x, y])
        cv2.fillPoly(ground, [around.astype(np.int32)], colour, cv2.LINE_AA)


TURNS = np.linspace(0, 2 * np.pi, 7, endpoint=False)


def _kept(picture: Pixels, rims: list[Floats]) -> tuple[Pixels, Floats]:
    """No larger than needed, with a row for each piece."""
    reach = [(*rim.mean(axis=0).tolist(), *(np.ptp(rim, axis=0) / 2).tolist()) for rim in rims]
    rows = np.array(reach, dtype=np.float32).reshape(-1, 4)
    usual = float(np.median(rows[:, 2:4].max(axis=1))) if len(rows) else 40.0
    scale = min(1.0, KEPT_RADIUS_PX / usual)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), np.asarray(rows * scale, dtype=np.float32)


def asked(what: str | None, also: str) -> tuple[argparse.Namespace, list[Path]]:
    """What to draw, with one kind more to choose; and the photographs for its tables."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("photographs", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument(also, action="store_true")
    parser.add_argument("-o", "--out", type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    return args, sorted(args.photographs.glob("*/images/*"))


def main() -> None:
    args, files = asked(__doc__, "--boards")
    kept: dict[str, NDArray[np.generic]] = {}
    for number in range(args.count):
        draw = board if args.boards else scene
        picture, pieces = draw(np.random.default_rng((args.seed, number)), files)
        kept[f"picture{number}"], kept[f"pieces{number}"] = picture, pieces
    np.savez(args.out, **kept)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
