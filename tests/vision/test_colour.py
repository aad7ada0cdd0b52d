"""Colour names, by the body of a die and not its pips."""

import numpy as np
import pytest

from vision.arrays import Pixels
from vision.dice import colour
from vision.dice.networks import cropped
from vision.virtual.die_render import Lighting, Viewpoint, place, resting, sprite
from vision.virtual.thrown_dice import LOOKS

SET = (
    "gold",
    "silver",
    "red",
    "black",
    "purple",
    "blue",
    "green",
)  # the seven dice of World Adventure


def crop(name: str, value: int, light: Lighting) -> Pixels:
    table = np.full((100, 100, 3), 0.4, np.float32)
    die = sprite(LOOKS[name], resting(value, 35.0 * value), Viewpoint(10.0), light, 100)
    place(table, die, 0, 0)
    x0, y0, x1, y1 = die.box
    pixels = np.clip(table * 255, 0, 255).astype(np.uint8)
    return cropped(pixels, (x0 + x1) / 2, (y0 + y1) / 2, 1.5 * max(x1 - x0, y1 - y0))


@pytest.mark.parametrize(
    "name", ["white", "black", "red", "green", "blue", "purple", "yellow", "orange", "pink"]
)
@pytest.mark.parametrize("value", [1, 6])
def test_a_die_is_called_by_its_colour(name: str, value: int) -> None:
    assert colour.named(colour.face_colour(crop(name, value, Lighting()))) == name


@pytest.mark.parametrize(
    "light", [Lighting(), Lighting((0.5, 0.2, 1.0), 0.7, 0.3), Lighting((0.2, 0.2, 1.0), 0.45, 0.4)]
)
def test_the_seven_colours_of_a_battle_are_told_apart(light: Lighting) -> None:
    labs = [colour.face_colour(crop(name, value, light)) for value, name in enumerate(SET[:6], 1)]
    labs.append(colour.face_colour(crop(SET[6], 3, light)))
    assert colour.assigned(labs, SET)[0] == list(SET)


def test_two_dice_of_one_colour_are_not_beyond_doubt() -> None:
    red = colour.face_colour(crop("red", 4, Lighting()))
    assert colour.assigned([red, red], ("red", "blue"))[1] is False


def test_a_colour_nobody_knows_is_never_sure() -> None:
    red = colour.face_colour(crop("red", 2, Lighting()))
    assert colour.assigned([red], ("plaid",)) == ([""], False)
