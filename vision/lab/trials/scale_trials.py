"""How coarse may a camera be? Each thing that is read, in the same made-up pictures at fewer and
fewer pixels to a millimetre.

    python -m vision.lab.trials.scale_trials [--scenes 24] [--only marks]

Prints a row for each scale: how many of them were there, which share was read right without
asking, which share wrongly. The least scale of each is in `vision/mats/camera_fit.py`.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator

import cv2
import numpy as np

from vision.arrays import Pixels, Quad
from vision.cameras import open_camera
from vision.cameras.virtual import VirtualCamera
from vision.cards.reader import read_cards
from vision.cards.references import Deck, teach
from vision.cards.stickers import FIRST, stickers
from vision.dice.doubt import ExpectedDice
from vision.dice.reader import DiceReader
from vision.lab.scenes.chips import any_heap, chips_on_table, made
from vision.lab.scenes.mats import PICTURE_PX, corners_in_picture, mat_on_table
from vision.lab.scenes.photo import LIGHTS, developed, lit, view
from vision.lab.scenes.surfaces import SURFACES, Random
from vision.lab.scenes.table import cards_on_table
from vision.mats.layout import MARKS_PER_MAT, Mat
from vision.reading import Decision
from vision.tokens.loose import read_zone
from vision.virtual.decks import deck
from vision.zones.marks import MarkFinder

SCALES = (0.8, 1.0, 1.2, 1.4, 1.7, 2.0, 2.5, 3.0)
# What a webcam does to its picture, done again after it was made smaller.
LENS_PX, GRAIN, JPEG_QUALITY = 0.8, 3.0, 85
DIE_MM, TOKEN_MM, STICKER_MM = 16.0, 10.5, 12.0
CARD_MM = (63.0, 88.0)
COLOURS = ("red", "blue", "yellow", "green", "white")
# A picture, its pixels to a millimetre, and what is read in it: how many, right and wrong.
Scores = Callable[[Pixels], tuple[int, int, int]]
Scene = tuple[Pixels, float, Scores]


def shrunk(random: Random, picture: Pixels, factor: float) -> Pixels:
    """The same from a camera with fewer pixels."""
    size = (round(picture.shape[1] * factor), round(picture.shape[0] * factor))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), LENS_PX).astype(np.float32)
    grain = random.standard_normal(soft.shape, np.float32) * GRAIN
    noisy = np.asarray(np.clip(soft + grain, 0, 255), np.uint8)
    packed = cv2.imencode(".jpg", noisy, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _surroundings(number: int) -> tuple[str, str]:
    return LIGHTS[number % len(LIGHTS)], sorted(SURFACES)[number % len(SURFACES)]


def _length_px(corners: Quad) -> float:
    return float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).sum())


def marks(scenes: int, seed: int) -> Iterator[Scene]:
    mat = Mat("tray", "Dice tray", (262, 190), 0)
    for number in range(scenes):
        random = np.random.default_rng((seed, number))
        light, surface = _surroundings(number)
        picture, camera = mat_on_table(random, mat, surface, light)
        length_px = _length_px(corners_in_picture(mat, camera))

        def score(small: Pixels) -> tuple[int, int, int]:
            found = MarkFinder().find(small, closely=True)
            right = sum(1 for one in found if one in mat.marks())
            return MARKS_PER_MAT, right, len(found) - right

        yield picture, length_px / (2 * sum(mat.size_mm)), score


def sticker_sheets(scenes: int, seed: int) -> Iterator[Scene]:
    """Eight stickers on white, strewn over the table."""
    per_mm, quiet = 5.0, 2.0
    side, room = round(STICKER_MM * per_mm), round((STICKER_MM + 2 * quiet) * per_mm)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    for number in range(scenes):
        random = np.random.default_rng((seed, number))
        light, surface = _surroundings(number)
        flat = SURFACES[surface](random, 900, 1600)
        numbers = [int(one) for one in random.choice(np.arange(FIRST, 1000), 8, replace=False)]
        for at, one in enumerate(numbers):
            x = 160 + at % 4 * 360 + int(random.integers(0, 120))
            y = 120 + at // 4 * 400 + int(random.integers(0, 120))
            flat[y : y + room, x : x + room] = 240
            mark = np.asarray(cv2.aruco.generateImageMarker(dictionary, one, side))
            start = round(quiet * per_mm)
            inner = flat[y + start : y + start + side, x + start : x + start + side]
            inner[:] = mark[:, :, None]
        camera = view(random, (1600, 900), PICTURE_PX)
        picture = developed(random, lit(random, camera.take(flat), light), light)
        whole = camera.point(np.array([[0, 0], [1600, 0], [1600, 900], [0, 900]], np.float32))

        def score(small: Pixels, numbers: list[int] = numbers) -> tuple[int, int, int]:
            found = [one for one, _ in stickers(small)]
            return len(numbers), len({*found} & {*numbers}), len({*found} - {*numbers})

        yield picture, _length_px(whole) / (2 * 2500 / per_mm), score


def dice(scenes: int, seed: int) -> Iterator[Scene]:
    die_px = 72
    camera = open_camera(f"virtual:?fast=1&seed={seed}&die={die_px}")
    assert isinstance(camera, VirtualCamera)
    reader = DiceReader()
    for number in range(scenes):
        camera.tell({"do": "throw", "count": 5, "seed": seed + number})
        picture = _at_rest(camera)
        truth = Counter(camera.dice.fallen())

        def score(small: Pixels, truth: Counter[int] = truth) -> tuple[int, int, int]:
            seen = reader.read(small, expected=ExpectedDice(5))
            if seen.decision is not Decision.ACCEPT:
                return 5, 0, 0
            read = Counter(int(str(die.value)) for die in seen.findings)
            right = (read & truth).total()
            return 5, right, 5 - right

        yield picture, die_px / DIE_MM, score


def _at_rest(camera: VirtualCamera) -> Pixels:
    while (frame := camera.frame()) is not None:
        if camera.dice.values(camera.now_s()) is not None:
            return frame.pixels
    raise AssertionError("the virtual camera never ends")


def tokens(scenes: int, seed: int) -> Iterator[Scene]:
    """Chips that all lie flat; a picture counts when every colour is counted right."""
    for number in range(scenes):
        random = np.random.default_rng((seed, number))
        light, surface = _surroundings(number)
        heap = any_heap(random)
        while heap.stacks or heap.lying_on:
            heap = any_heap(random)
        ground = SURFACES[surface](random, 900, 1600)
        picture, laid = chips_on_table(random, made(random, COLOURS), ground, light, heap)
        truth = Counter(chip.colour for chip in laid)
        widths = [2 * np.sqrt(abs(cv2.contourArea(chip.rim)) / np.pi) for chip in laid]

        def score(small: Pixels, truth: Counter[str] = truth) -> tuple[int, int, int]:
            seen = read_zone(small, list(COLOURS))
            right = {name: n for name, n in seen.count.items() if n} == truth
            return 1, int(seen.accept and right), int(seen.accept and not right)

        yield picture, float(np.mean(widths)) / TOKEN_MM, score


def cards(scenes: int, seed: int) -> Iterator[Scene]:
    taught = deck(seed, 60)
    known: Deck = teach(taught)
    for number in range(scenes):
        random = np.random.default_rng((seed, number))
        light, surface = _surroundings(number)
        picture, laid = cards_on_table(random, taught, {}, surface, light, down=1)
        names = {card.id for card in laid}
        lengths = [_length_px(card.corners) for card in laid]

        def score(small: Pixels, names: set[str] = names) -> tuple[int, int, int]:
            read = {str(card.id) for card in read_cards(small, known) if card.accept}
            return len(names), len(read & names), len(read - names)

        yield picture, float(np.mean(lengths)) / (2 * sum(CARD_MM)), score


TRIALS = {
    "marks": marks,
    "stickers": sticker_sheets,
    "dice": dice,
    "tokens": tokens,
    "cards": cards,
}


def tried(
    kind: str, scenes: int, seed: int, scales: tuple[float, ...] = SCALES
) -> dict[float, tuple[int, int, int]]:
    """Pieces, right and wrong for each scale that the pictures are fine enough for."""
    totals: dict[float, tuple[int, int, int]] = {}
    for number, (picture, px_per_mm, score) in enumerate(TRIALS[kind](scenes, seed)):
        for scale in scales:
            if scale > px_per_mm:
                continue
            random = np.random.default_rng((seed, number, round(100 * scale)))
            there, right, wrong = score(shrunk(random, picture, scale / px_per_mm))
            before = totals.get(scale, (0, 0, 0))
            totals[scale] = (before[0] + there, before[1] + right, before[2] + wrong)
    return dict(sorted(totals.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=24)
    parser.add_argument("--seed", type=int, default=29)
    parser.add_argument("--only", choices=tuple(TRIALS))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for kind in (args.only,) if args.only else TRIALS:
        for scale, (there, right, wrong) in tried(kind, args.scenes, args.seed).items():
            shares = f"right {100 * right / there:6.2f} %  wrong {100 * wrong / there:5.2f} %"
            print(f"{kind:<9} {scale:3.1f} px/mm  {there:4}  {shares}", flush=True)


if __name__ == "__main__":
    main()
