"""Loose pieces: chips with spots, touching and leaning, seen aslant; windows mirrored, lamps of any
colour.
"""

from collections import Counter

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.lab.scenes.chips import Heap, any_heap, chips_on_table, made
from vision.lab.scenes.surfaces import SURFACES, paper, wood
from vision.lab.scenes.table import _lay_disc
from vision.tokens.loose import read_zone
from vision.tokens.loose_colours import named_under_one_lamp
from vision.virtual.faces import BODY_COLOURS

FIVE = ["white", "black", "red", "green", "blue"]
PLACES = [(90.0, 90.0), (260.0, 110.0), (430.0, 80.0), (150.0, 300.0), (350.0, 280.0)]


def table(ground: Pixels, colours: list[str]) -> Pixels:
    for number, (place, colour) in enumerate(zip(PLACES, colours, strict=False)):
        _lay_disc(np.random.default_rng(number), ground, np.array(place), 34, colour)
    return np.asarray(cv2.GaussianBlur(ground, (0, 0), 0.8), dtype=np.uint8)


def on_wood(colours: list[str]) -> Pixels:
    return table(wood(np.random.default_rng(3), 400, 540), colours)


def chips(seed: int, surface: str, heap: Heap) -> tuple[Pixels, dict[str, int]]:
    random = np.random.default_rng(seed)
    ground = SURFACES[surface](random, 900, 1600)
    picture, laid = chips_on_table(random, made(random, tuple(FIVE)), ground, "daylight", heap)
    return picture, Counter(chip.colour for chip in laid)


@pytest.mark.parametrize("slant", [0.0, 0.4, 0.7])
@pytest.mark.parametrize("surface", ["wood", "felt"])
def test_chips_lying_about_are_counted_from_any_side(surface: str, slant: float) -> None:
    picture, count = chips(7, surface, Heap(14, 0.5, 0, slant))
    assert read_zone(picture, FIVE).count == count


@pytest.mark.parametrize("seed", range(6))
def test_no_heap_is_ever_counted_wrong_without_a_word(seed: int) -> None:
    picture, count = chips(seed, sorted(SURFACES)[seed % 5], any_heap(np.random.default_rng(seed)))
    seen = read_zone(picture, FIVE)
    assert seen.count == count or not seen.accept


def test_a_stack_seen_from_aside_is_asked_about() -> None:
    picture, _ = chips(3, "wood", Heap(6, 0.2, 0, 0.7, 2))
    seen = read_zone(picture, FIVE)
    assert not seen.accept


def test_discs_of_five_colours_are_counted() -> None:
    assert read_zone(on_wood(FIVE), FIVE).count == dict.fromkeys(FIVE, 1)


def test_coloured_pieces_on_wood_are_accepted() -> None:
    colours = ["white", "red", "green", "blue", "red"]
    seen = read_zone(on_wood(colours), ["white", "red", "green", "blue"])
    assert (seen.count, seen.accept) == ({"white": 1, "red": 2, "green": 1, "blue": 1}, True)


def test_white_pieces_on_white_paper_are_counted_and_asked_about() -> None:
    seen = read_zone(
        table(paper(np.random.default_rng(1), 400, 540), ["white", "white", "red"]), FIVE
    )
    assert seen.count == {"white": 2, "red": 1}
    assert not seen.accept


def test_a_mirrored_window_is_no_piece() -> None:
    light = np.zeros((400, 540), np.float32)
    cv2.rectangle(light, (200, 150), (270, 220), 1.0, cv2.FILLED)
    glare = cv2.GaussianBlur(light, (0, 0), 9)[:, :, None] * 110
    seen = read_zone(np.clip(on_wood([]) + glare, 0, 255).astype(np.uint8), FIVE)
    assert seen.count == {}


@pytest.mark.parametrize("surface", sorted(SURFACES))
def test_a_bare_table_has_no_pieces(surface: str) -> None:
    bare = SURFACES[surface](np.random.default_rng(5), 400, 540)
    assert read_zone(bare, FIVE).count == {}


def test_a_ring_printed_on_a_piece_is_not_another_piece() -> None:
    picture = on_wood(["red", "green"])
    for x, y in PLACES[:2]:
        cv2.circle(picture, (round(x), round(y)), 18, (240, 240, 240), 2, cv2.LINE_AA)
    assert read_zone(picture, FIVE).count == {"red": 1, "green": 1}


LAMPS = {"daylight": (1.06, 1.0, 0.96), "lamp": (0.8, 0.95, 1.08), "evening": (0.66, 0.88, 1.08)}


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("level", [0.5, 1.0])
def test_pieces_under_one_lamp_keep_their_names(lamp: str, level: float) -> None:
    colours = (
        np.array([BODY_COLOURS[name] for name in FIVE], np.float32)
        * np.array(LAMPS[lamp], np.float32)
        * level
    )
    assert named_under_one_lamp(colours.clip(0, 255), 240 * level, FIVE).names == tuple(FIVE)


def test_a_dark_piece_alone_may_be_two_colours() -> None:
    dusk = np.array([[30.0, 26.0, 26.0]], np.float32)
    assert named_under_one_lamp(dusk, 90, FIVE).clear[0] < 1


def test_what_is_alike_is_named_alike_and_what_is_not_differently() -> None:
    """Under an evening lamp a white piece is as yellow as a yellow one by day; beside a yellow one
    it is white.
    """
    evening = np.array([0.66, 0.88, 1.08], np.float32)
    names = ("white", "yellow", "white", "blue")
    looks = np.array([BODY_COLOURS[name] for name in names], np.float32) * evening
    assert named_under_one_lamp(looks.clip(0, 255), 235, ["white", "yellow", "blue"]).names == names
