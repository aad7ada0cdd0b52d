"""Made-up close looks at pieces and stacks: `python -m vision.lab.tokens.stacks SETS COUNT
SEED [--flat] -o FILE`.

Pieces are where the finder finds them. SETS: photographs of dice, for the tables in them.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.lab.scenes.boards import KINDS, any_board, board_on_table
from vision.lab.scenes.chips import Heap, LaidChip, Make, chips_before, eye_on, straightened
from vision.lab.scenes.photo import LIGHTS
from vision.lab.scenes.solid import PLAIN
from vision.lab.scenes.surfaces import SURFACES, Random
from vision.lab.scenes.table import grid_on_table
from vision.lab.tokens.scenes import any_make, asked, ground_of, littered
from vision.tokens.detector import LIKELY, DetectedPieces, spots
from vision.tokens.loose import working_size
from vision.tokens.stacks import close_looks
from vision.virtual.faces import BODY_COLOURS

SIZES = ((1280, 720), (960, 540), (800, 450))
FEWEST, MOST = 3, 45
SAME, OVER = 0.5, 1.6  # of a reach: the same piece; a piece that lies on another, or under it
DOUBTED = 1.35  # of a reach: found so near to each other they are asked about anyway
SINGLE, STACK, EITHER, NOTHING = 0, 1, -1, -2


@dataclass(frozen=True, slots=True)
class Looks:
    """The pieces found in one picture: their close looks, places (of half the picture's width) and
    what they are.
    """

    looks: NDArray[np.uint8]
    places: Floats
    kinds: NDArray[np.int8]


def heaped(random: Random, photographs: list[Path]) -> Looks:
    """Chips on a table, some of them stacked: as the camera sees them, or straightened as from
    above.
    """
    ground = ground_of(random, photographs)
    littered(random, ground)
    number = int(np.exp(random.uniform(np.log(FEWEST), np.log(MOST))))
    stacks = int(np.ceil(number * random.uniform(0.05, 0.4))) if random.random() < 0.75 else 0
    leaning = int(random.integers(1, 4)) if random.random() < 0.25 else 0
    untidy = float(random.choice((0.01, 0.03, 0.08)))
    slant = float(random.uniform(0, 0.95))
    heap = Heap(
        number, random.uniform(0.1, 0.9), leaning, slant, stacks, untidy, bool(random.integers(2))
    )
    eye, wide, deep = eye_on(random, heap, SIZES[int(random.integers(len(SIZES)))])
    light = str(random.choice(LIGHTS))
    picture, laid = chips_before(random, _make(random), ground, light, heap, eye, wide, deep)
    if random.random() < 0.4:
        picture, laid = straightened(random, picture, laid, eye, wide, deep)
    return _found(picture, laid)


def flat(random: Random, photographs: list[Path]) -> Looks:
    """What is never stacked: boards, and discs on printed sheets, as the camera sees them."""
    light = str(random.choice(LIGHTS))
    if random.random() < 0.5:
        board = any_board(random, KINDS[int(random.integers(len(KINDS)))])
        picture, laid = board_on_table(
            random, board, ground_of(random, photographs), light, (960, 720)
        )
    else:
        colours = tuple(str(name) for name in random.choice(sorted(BODY_COLOURS), 3, replace=False))
        rows, cols = (int(side) for side in random.integers(3, 9, 2))
        surface = str(random.choice(sorted(SURFACES)))
        picture, laid = grid_on_table(
            random, colours, surface, light, rows, cols, bool(random.integers(2))
        )
    return _found(picture, [LaidChip("", rim, 0, 0) for rim in laid.rims])


def _make(random: Random) -> Make:
    """As chips, counters, draughtsmen are: thin and thick, with edges broken, or a groove around
    their side.
    """
    make = any_make(random)
    thick = make.thick if make.dome else float(np.exp(random.uniform(np.log(0.08), np.log(0.5))))
    dark, end = float(random.uniform(0.4, 0.9)), float(random.uniform(0.05, 0.2))
    bands = (
        PLAIN,
        ((end, dark), (1 - end, 1.0), (1.0, dark)),
        ((0.4, 1.0), (0.6, dark), (1.0, 1.0)),
    )
    return replace(make, thick=thick, bands=bands[int(random.choice(3, p=(0.4, 0.45, 0.15)))])


def _found(picture: Pixels, laid: list[LaidChip]) -> Looks:
    work, scale = working_size(picture)
    found = spots(work)
    found = found.kept(found.heat >= LIKELY)
    kinds = kinds_of(found, laid, scale)
    known = kinds != NOTHING
    found, kinds = found.kept(known), kinds[known]
    looks = close_looks(picture, found.middles / scale, found.reach / scale)
    half = np.array(work.shape[1::-1]) / 2
    return Looks(looks, ((found.middles - half) / half[0]).astype(np.float32), kinds)


def kinds_of(found: DetectedPieces, laid: list[LaidChip], scale: float) -> NDArray[np.int8]:
    """What each piece found is.

    A piece that was not found, but lies on or under a found one, makes that a stack too; where both
    were found it is known to be doubtful without a close look.
    """
    top = [one for one in laid if not one.over]
    kinds = np.full(len(found), NOTHING, np.int8)
    if not top or not len(found):
        return kinds
    middles = np.array([one.rim.mean(axis=0) for one in top]) * scale
    off = (middles[:, None] - found.middles[None]) / found.reach[None]
    apart = np.hypot(off[..., 0], off[..., 1])
    nearest = apart.argmin(axis=1)
    seen = apart.min(axis=1) < SAME
    for place, piece in zip(
        nearest[seen], (one for one, there in zip(top, seen, strict=True) if there), strict=True
    ):
        kinds[place] = max(kinds[place], STACK if piece.under else SINGLE)
    for place in nearest[~seen & (apart.min(axis=1) < OVER)]:
        kinds[place] = STACK if kinds[place] != NOTHING else NOTHING
    between = (found.middles[:, None] - found.middles[None]) / np.maximum(
        found.reach[:, None], found.reach[None]
    )
    near = (np.hypot(between[..., 0], between[..., 1]) < DOUBTED) & ~np.eye(len(found), dtype=bool)
    kinds[near.any(axis=1) & (kinds == SINGLE)] = EITHER
    return kinds


def main() -> None:
    args, files = asked(__doc__, "--flat")
    kept: dict[str, NDArray[np.generic]] = {}
    for number in range(args.count):
        seen = (flat if args.flat else heaped)(np.random.default_rng((args.seed, number)), files)
        kept[f"looks{number}"], kept[f"places{number}"], kept[f"kinds{number}"] = (
            seen.looks,
            seen.places,
            seen.kinds,
        )
    np.savez(args.out, **kept)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
