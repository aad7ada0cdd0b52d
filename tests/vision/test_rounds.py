"""Loose pieces by their rims: chips with spots, white on white, windows mirrored in the table, lamps of any colour."""

import cv2
import numpy as np
import pytest

from vision.scene.surfaces import Picture, paper, wood
from vision.scene.table import BODY_COLOURS, _lay_disc
from vision.tokens.lamps import named_under_one_lamp
from vision.tokens.loose import read_zone
from vision.tokens.rounds import LIKELY, rounds

FIVE = ["white", "black", "red", "green", "blue"]
PLACES = [(90.0, 90.0), (260.0, 110.0), (430.0, 80.0), (150.0, 300.0), (350.0, 280.0)]


def table(ground: Picture, colours: list[str], spots: int = 0) -> Picture:
    for number, (place, colour) in enumerate(zip(PLACES, colours, strict=False)):
        _lay_disc(np.random.default_rng(number), ground, np.array(place), 34, colour, spots)
    return np.asarray(cv2.GaussianBlur(ground, (0, 0), 0.8), dtype=np.uint8)


def on_wood(colours: list[str], spots: int = 0) -> Picture:
    return table(wood(np.random.default_rng(3), 400, 540), colours, spots)


@pytest.mark.parametrize("spots", [0, 6])
def test_chips_are_counted_whatever_is_let_into_their_rims(spots: int) -> None:
    assert read_zone(on_wood(FIVE, spots), FIVE).count == dict.fromkeys(FIVE, 1)


def test_a_dark_chip_on_dark_wood_with_many_spots_is_never_silently_missed() -> None:
    seen = read_zone(on_wood(FIVE, 8), FIVE)
    assert seen.count == dict.fromkeys(FIVE, 1) or not seen.accept


def test_coloured_pieces_on_wood_are_accepted() -> None:
    colours = ["white", "red", "green", "blue", "red"]
    seen = read_zone(on_wood(colours), ["white", "red", "green", "blue"])
    assert (seen.count, seen.accept) == ({"white": 1, "red": 2, "green": 1, "blue": 1}, True)


def test_white_pieces_on_white_paper_are_counted_and_asked_about() -> None:
    seen = read_zone(table(paper(np.random.default_rng(1), 400, 540), ["white", "white", "red"]), FIVE)
    assert seen.count == {"white": 2, "red": 1}
    assert not seen.accept


def test_a_mirrored_window_is_no_piece() -> None:
    light = np.zeros((400, 540), np.float32)
    cv2.rectangle(light, (200, 150), (270, 220), 1.0, cv2.FILLED)
    glare = cv2.GaussianBlur(light, (0, 0), 9)[:, :, None] * 110
    seen = read_zone(np.clip(on_wood([]) + glare, 0, 255).astype(np.uint8), FIVE)
    assert seen.count == {}


def test_grain_and_boards_of_wood_are_not_round() -> None:
    look = np.asarray(cv2.cvtColor(on_wood([]), cv2.COLOR_BGR2LAB), dtype=np.float32)
    assert not (rounds(look).part >= LIKELY).any()


def test_a_ring_printed_on_a_piece_is_not_another_piece() -> None:
    picture = on_wood(["red", "green"])
    for x, y in PLACES[:2]:
        cv2.circle(picture, (round(x), round(y)), 18, (240, 240, 240), 2, cv2.LINE_AA)
    assert read_zone(picture, FIVE).count == {"red": 1, "green": 1}


LAMPS = {"daylight": (1.06, 1.0, 0.96), "lamp": (0.8, 0.95, 1.08), "evening": (0.66, 0.88, 1.08)}


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("level", [0.5, 1.0])
def test_pieces_under_one_lamp_keep_their_names(lamp: str, level: float) -> None:
    colours = np.array([BODY_COLOURS[name] for name in FIVE], np.float32) * np.array(LAMPS[lamp], np.float32) * level
    assert named_under_one_lamp(colours.clip(0, 255), 240 * level, FIVE).names == tuple(FIVE)


def test_a_dark_piece_alone_may_be_two_colours() -> None:
    dusk = np.array([[30.0, 26.0, 26.0]], np.float32)
    assert named_under_one_lamp(dusk, 90, FIVE).clear[0] < 1
