"""The counting of loose chips tried on stacks: how many are doubted from how far aside, and how
many single chips.
"""

from time import process_time

import numpy as np

from vision.arrays import Pixels
from vision.lab.scenes.chips import Heap, LaidChip, chips_before, eye_on, made, straightened
from vision.lab.scenes.surfaces import Random, tabletop
from vision.lab.trials.card_trials import EVERYTHING, Conditions
from vision.lab.trials.tally import Tally
from vision.lab.trials.token_trials import FIVE, PAIRS
from vision.tokens.loose import LooseCount, LoosePiece, read_zone

BANDS = ((0, 15), (15, 25), (25, 40), (40, 55))  # degrees from straight above
FEWEST, MOST = 4, 40
SAME = 0.5  # of a piece's radius
SIZE_PX = (1280, 720)


def try_stacks(scenes: int, seed: int, over: Conditions = EVERYTHING) -> Tally:
    """`stacks` found as a piece, and those of them `told`; `singles`, and those `doubted`;
    `pictures` in which all lie singly, and those `asked` for a stack; `silent`: with stacks, but
    accepted.

    Half of the pictures have no stacks; half of them are straightened, as a zone is.
    """
    tally = Tally()
    for number in range(scenes):
        random = np.random.default_rng((seed, number))
        low, high = BANDS[number % len(BANDS)]
        stacks = int(random.integers(1, 4)) if number // 4 % 2 else 0
        heap = any_stacks(random, np.radians(random.uniform(low, high)), stacks)
        flat = number // 8 % 2 == 1
        colours = FIVE if random.random() < 0.5 else PAIRS[int(random.integers(len(PAIRS)))]
        picture, laid = _scene(random, heap, colours, over, flat)
        start = process_time()
        seen = read_zone(picture, list(colours))
        tally.seconds += process_time() - start
        _score(
            tally, seen, laid, (f"{low} to {high} degrees", "straightened" if flat else "as seen")
        )
    return tally


def any_stacks(random: Random, slant: float, stacks: int) -> Heap:
    number = int(np.exp(random.uniform(np.log(FEWEST), np.log(MOST))))
    return Heap(number, random.uniform(0.1, 0.7), 0, slant, stacks, sorted=bool(random.integers(2)))


def _scene(
    random: Random, heap: Heap, colours: tuple[str, ...], over: Conditions, flat: bool
) -> tuple[Pixels, list[LaidChip]]:
    light, surface = (str(random.choice(names)) for names in over)
    make, ground = made(random, colours), tabletop(random, surface, 900, 1600)
    eye, wide, deep = eye_on(random, heap, SIZE_PX)
    picture, laid = chips_before(random, make, ground, light, heap, eye, wide, deep)
    return straightened(random, picture, laid, eye, wide, deep) if flat else (picture, laid)


def _score(tally: Tally, seen: LooseCount, laid: list[LaidChip], where: tuple[str, ...]) -> None:
    single = all(chip.under == chip.over == 0 for chip in laid)
    tally.count(where, "pictures", int(single))
    tally.count(where, "asked", int(single and any(piece.stacked for piece in seen.pieces)))
    tally.count(where, "silent", int(not single and seen.accept))
    for chip in laid:
        piece = None if chip.over else _piece(seen, chip)
        if piece is not None:
            tally.count(where, "stacks" if chip.under else "singles")
            tally.count(where, "told" if chip.under else "doubted", int(piece.stacked))


def _piece(seen: LooseCount, chip: LaidChip) -> LoosePiece | None:
    x, y = chip.rim.mean(axis=0)
    near = [
        piece for piece in seen.pieces if np.hypot(piece.x - x, piece.y - y) < SAME * piece.radius
    ]
    return near[0] if near else None
