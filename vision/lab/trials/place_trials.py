"""Places tried on made-up scenes: dice on a grid, cards in slots and rows, a disk. Figures only, no
thresholds.
"""

from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.cards.appearance import flatten
from vision.cards.reader import read_cards
from vision.cards.references import Deck
from vision.dice.symbols import pieces
from vision.dice.taught_faces import Album
from vision.lab.scenes import places
from vision.lab.scenes.surfaces import Random
from vision.lab.trials.card_trials import Conditions, condition
from vision.lab.trials.tally import Tally
from vision.mats.layout import Zone
from vision.places.compare import InSlot
from vision.places.slots import cards_in_slots, dice_in_cells, disk_turn
from vision.zones.white_balance import balanced

Lay = Callable[[Random, dict[str, tuple[str, str]], str, str], places.Place | None]
DISK = ("red", "blue", "yellow", "green")
TEACHING_LIGHTS = ("daylight", "lamp", "two lamps")


def taught_dice(seed: int, lay: Lay = places.dice_on_grid) -> Album:
    """Every face once in each of three lights, laid on the grid itself."""
    album = Album()
    faces = list(product(places.ELEMENTS, places.SYMBOLS))
    for number, light in enumerate(TEACHING_LIGHTS):
        dice = {f"{i // 4 + 1},{i % 4 + 1}": faces[i] for i in range(16)}
        place = lay(np.random.default_rng((seed, number)), dice, "wood", light)
        assert place is not None
        flat, cells = seen_flat(place, 4, 4, 110)
        for piece in pieces(flat):
            x, y = np.asarray(piece.corners, dtype=np.float32).mean(axis=0)
            name = f"{int(y // 110) + 1},{int(x // 110) + 1}"
            if name in dice and name in cells:
                album.teach(*dice[name], piece.face)
    return album


def try_dice(
    album: Album, scenes: int, seed: int, over: Conditions, lay: Lay = places.dice_on_grid
) -> Tally:
    """`pieces`: dice laid; `right`: accepted with element and symbol; `wrong`: accepted otherwise;
    `asked`.
    """
    tally = Tally()
    for number in range(scenes):
        light, surface = condition(number, over)
        random = np.random.default_rng((seed, number))
        names = [
            f"{row + 1},{col + 1}"
            for row, col in product(range(4), range(4))
            if random.random() < 0.6
        ]
        dice = {
            name: (str(random.choice(list(places.ELEMENTS))), str(random.choice(places.SYMBOLS)))
            for name in names
        }
        place = lay(random, dice, surface, light)
        if place is None:
            tally.count((light, surface), "hidden")
            continue
        flat, cells = seen_flat(place, 4, 4, 110)
        read = dice_in_cells(flat, cells, album)
        for name in cells:
            there = read.get(name)
            seen = None if there is None else (there.colour, there.value)
            _score(tally, (light, surface), place.lying.get(name), seen, there)
    return tally


def try_slots(
    deck: Deck, cards: dict[str, Pixels], scenes: int, seed: int, over: Conditions
) -> Tally:
    """Two rows of three square slots, as a field has; every second scene a row of five, as runes
    lie.
    """
    tally = Tally()
    for number in range(scenes):
        light, surface = condition(number, over)
        random = np.random.default_rng((seed, number))
        rows, cols, room_px = (1, 5, 290.0) if number % 2 else (2, 3, 400.0)
        place = places.cards_in_slots(random, cards, surface, light, rows, cols, room_px)
        flat, slots = seen_flat(place, rows, cols, 260)
        read = cards_in_slots(read_cards(flat, deck), slots)
        for name in slots:
            there = read.get(name)
            seen = None if there is None else (there.value, there.turns)
            _score(tally, (light, surface), place.lying.get(name), seen, there)
    return tally


def try_ring(
    deck: Deck, cards: dict[str, Pixels], scenes: int, seed: int, over: Conditions, ring: Zone
) -> Tally:
    """Places around a middle, as a story's places lie; `ring` is the zone of a mat."""
    tally = Tally()
    x, y, wide, high = ring.box_mm
    size = (round(2.4 * wide), round(2.4 * high))
    spots = {
        name: ((np.array(box) - (x, y)) * 2.4).astype(np.float32)
        for name, box in ring.cells().items()
    }
    for number in range(scenes):
        light, surface = condition(number, over)
        place = places.cards_in_ring(
            np.random.default_rng((seed, number)), cards, surface, light, ring
        )
        read = cards_in_slots(read_cards(flatten(place.picture, place.corners, size), deck), spots)
        for name in spots:
            there = read.get(name)
            seen = None if there is None else (there.value, there.turns)
            _score(tally, (light, surface), place.lying.get(name), seen, there)
    return tally


def try_disk(scenes: int, seed: int, over: Conditions) -> Tally:
    tally = Tally()
    for number in range(scenes):
        light, surface = condition(number, over)
        place = places.disk_on_board(np.random.default_rng((seed, number)), DISK, surface, light)
        flat, _ = seen_flat(place, 1, 1, 160)
        turns, sure = disk_turn(flat, DISK)
        _score(
            tally,
            (light, surface),
            place.lying["disk"],
            ("disk", turns),
            InSlot("disk", turns, sure, 1.0),
        )
    return tally


def seen_flat(
    place: places.Place, rows: int, cols: int, cell_px: int
) -> tuple[Pixels, dict[str, NDArray[np.float32]]]:
    """The place seen flat, and its cells there."""
    flat = balanced(
        flatten(place.picture, place.corners, (cols * cell_px, rows * cell_px)), place.white
    )
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    cells = {
        f"{row + 1},{col + 1}": (square + np.array([col, row], dtype=np.float32))
        * np.float32(cell_px)
        for row, col in product(range(rows), range(cols))
    }
    return flat, cells


def _score(
    tally: Tally,
    where: tuple[str, ...],
    true: tuple[str, str | int] | None,
    seen: object,
    there: InSlot | None,
) -> None:
    accepted = there is None or there.accept
    tally.count(where, "places")
    tally.count(where, "pieces", int(true is not None))
    tally.count(where, "right", int(true is not None and accepted and seen == true))
    tally.count(where, "asked", int(not accepted))
    tally.count(where, "wrong", int(accepted and seen != true))
