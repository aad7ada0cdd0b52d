"""Symbol dice: three pictures per face taught, then thrown and read; what was not taught is asked
about.
"""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.dice import symbols
from vision.dice.doubt import ExpectedDice
from vision.dice.taught_faces import Album, turned
from vision.errors import PictureError
from vision.reading import Decision

BODIES = {
    "fire": (40, 40, 190),
    "water": (190, 90, 40),
    "earth": (50, 130, 60),
    "air": (215, 220, 225),
}
SYMBOLS = ("points", "energy", "rotate", "blank")
SIDE = 64


def face(die: str, symbol: str) -> Pixels:
    """A face as a printer would make it."""
    made = np.full((SIDE, SIDE, 3), BODIES[die], np.uint8)
    ink = (20, 20, 20) if die == "air" else (245, 245, 245)
    if symbol == "points":
        for x, y in ((20, 20), (44, 44), (20, 44)):
            cv2.circle(made, (x, y), 7, ink, -1, cv2.LINE_AA)
    elif symbol == "energy":
        zigzag = np.array([[36, 8], [18, 36], [30, 36], [26, 56], [46, 26], [34, 26]], np.int32)
        cv2.fillPoly(made, [zigzag], ink, cv2.LINE_AA)
    elif symbol == "rotate":
        cv2.ellipse(made, (32, 32), (18, 18), 0, 40, 330, ink, 6, cv2.LINE_AA)
        cv2.fillPoly(made, [np.array([[42, 12], [58, 20], [44, 30]], np.int32)], ink, cv2.LINE_AA)
    elif symbol == "star":
        points = [
            (32 + r * np.sin(a), 32 - r * np.cos(a))
            for a, r in zip(np.arange(10) * 0.628, [24, 10] * 5, strict=True)
        ]
        cv2.fillPoly(made, [np.array(points, np.int32)], ink, cv2.LINE_AA)
    return made


def laid(dice: list[tuple[str, str]], seed: int, light: float = 1.0) -> Pixels:
    """Faces turned at random on a grey cloth, with noise and blur."""
    rng = np.random.default_rng(seed)
    cloth = np.full((240, 120 + 130 * len(dice), 3), 105, np.float32)
    for i, (die, symbol) in enumerate(dice):
        degrees = float(rng.uniform(0, 360))
        framed = cv2.copyMakeBorder(
            face(die, symbol), 30, 30, 30, 30, cv2.BORDER_CONSTANT, value=(105, 105, 105)
        )
        x, y = 30 + 130 * i + int(rng.integers(0, 10)), 50 + int(rng.integers(0, 40))
        cloth[y : y + 124, x : x + 124] = turned(framed, degrees)
        corner = (
            turned(
                np.pad(np.full((64, 64, 3), 255, np.uint8), ((30, 30), (30, 30), (0, 0))), degrees
            )[..., :1]
            < 128
        )
        cloth[y : y + 124, x : x + 124] = np.where(corner, 105, cloth[y : y + 124, x : x + 124])
    shown = cv2.GaussianBlur(cloth * light, (0, 0), 0.8) + rng.normal(0, 3, cloth.shape)
    return np.clip(shown, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Album:
    folder = tmp_path_factory.mktemp("taught")
    for die in BODIES:
        for symbol in SYMBOLS:
            for number in range(3):
                picture = laid([(die, symbol)], seed=number, light=(0.85, 1.0, 1.1)[number])
                cv2.imwrite(str(folder / f"{die}.{symbol}.{number}.png"), picture)
    return symbols.taught(folder)


@pytest.mark.parametrize("seed", range(6))
def test_thrown_symbol_dice_are_read_with_their_element(album: Album, seed: int) -> None:
    rng = np.random.default_rng(seed + 50)
    thrown = [(die, str(rng.choice(SYMBOLS[:3]))) for die in BODIES]
    reading = symbols.read(album, laid(thrown, seed + 100, light=0.95), ExpectedDice(4))
    assert sorted((str(d.colour), str(d.value)) for d in reading.findings) == sorted(thrown)
    assert reading.decision is Decision.ACCEPT


def test_a_face_that_was_not_taught_is_asked_about(album: Album) -> None:
    reading = symbols.read(album, laid([("fire", "star"), ("water", "energy")], 7))
    assert reading.decision is Decision.ASK


def test_a_die_too_few_is_asked_about(album: Album) -> None:
    reading = symbols.read(album, laid([("fire", "energy")], 8), ExpectedDice(2))
    assert (reading.decision, reading.why.key) == (Decision.ASK, "sight.too_few")


def test_an_empty_cloth_has_no_dice(album: Album) -> None:
    assert symbols.read(album, laid([], 9)).why.key == "sight.no_dice"


def test_teaching_needs_one_die_and_a_name(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no taught faces"):
        symbols.taught(tmp_path)
    cv2.imwrite(str(tmp_path / "fire.energy.png"), laid([("fire", "energy"), ("air", "points")], 1))
    with pytest.raises(PictureError, match="exactly one die"):
        symbols.taught(tmp_path)
