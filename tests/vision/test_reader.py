"""Dice in real photographs and on the virtual table: read right, or asked about; never silently
wrong.
"""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.cameras import open_camera
from vision.cameras.virtual import VirtualCamera
from vision.dice.doubt import ExpectedDice
from vision.dice.reader import DiceReader
from vision.dice.trust import FITTED
from vision.picture import load
from vision.reading import Decision

PICTURES = Path(__file__).parent / "pictures"
TRUTH = json.loads((PICTURES / "truth.json").read_text())


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_a_photograph_is_read_as_it_lies(reader: DiceReader, name: str) -> None:
    reading = reader.read(load(PICTURES / name).pixels)
    assert sorted(int(str(d.value)) for d in reading.findings) == TRUTH[name]


@pytest.mark.parametrize("name", sorted(TRUTH))
@pytest.mark.parametrize("spoil", ["dark", "blurred", "noisy", "small"])
def test_a_spoiled_photograph_is_never_silently_wrong(
    reader: DiceReader, name: str, spoil: str
) -> None:
    reading = reader.read(spoiled(load(PICTURES / name).pixels, spoil))
    values = sorted(int(str(d.value)) for d in reading.findings)
    assert values == TRUTH[name] or reading.decision is Decision.ASK


def spoiled(pixels: Pixels, how: str) -> Pixels:
    match how:
        case "dark":
            return (pixels * 0.2).astype(np.uint8)
        case "blurred":
            return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 5), np.uint8)
        case "noisy":
            noise = np.random.default_rng(1).normal(0, 30, pixels.shape)
            return np.clip(pixels + noise, 0, 255).astype(np.uint8)
        case _:
            return np.asarray(
                cv2.resize(pixels, None, fx=0.15, fy=0.15, interpolation=cv2.INTER_AREA), np.uint8
            )


@pytest.mark.parametrize(
    "pixels", [np.full((480, 640, 3), grey, np.uint8) for grey in (0, 120, 255)]
)
def test_an_empty_table_has_no_dice(reader: DiceReader, pixels: Pixels) -> None:
    reading = reader.read(pixels)
    assert not reading.findings
    assert reading.decision is Decision.ASK


def test_coins_and_tokens_are_no_roll(reader: DiceReader) -> None:
    table = np.full((480, 640, 3), (70, 110, 150), np.uint8)
    for x, colour in ((120, (60, 160, 190)), (300, (190, 190, 190)), (480, (40, 40, 200))):
        cv2.circle(table, (x, 240), 32, colour, -1, cv2.LINE_AA)
        cv2.circle(table, (x, 240), 26, tuple(c // 2 for c in colour), 2, cv2.LINE_AA)
    assert reader.read(table).decision is Decision.ASK


def thrown(colours: list[str], values: list[int], seed: int = 3) -> Pixels:
    camera = open_camera("virtual:?fast=1")
    assert isinstance(camera, VirtualCamera)
    camera.tell({"do": "throw", "colours": list(colours), "values": list(values), "seed": seed})
    while True:
        frame = camera.frame()
        assert frame is not None
        if camera.dice.values(camera.now_s()) is not None:
            return frame.pixels


def test_the_seven_dice_of_a_battle_are_read_with_their_colours(reader: DiceReader) -> None:
    colours, values = (
        ["gold", "silver", "red", "black", "purple", "blue", "green"],
        [1, 2, 3, 4, 5, 6, 6],
    )
    reading = reader.read(thrown(colours, values), ExpectedDice(7, tuple(colours)))
    read = {str(d.colour): d.value for d in reading.findings}
    assert read == dict(zip(colours, values, strict=True))


def test_a_die_too_many_or_too_few_is_asked_about(reader: DiceReader) -> None:
    pixels = thrown(["white", "red"], [2, 5])
    assert reader.read(pixels, ExpectedDice(3)).why.key == "sight.too_few"
    assert reader.read(pixels, ExpectedDice(1)).why.key == "sight.too_many"


def test_the_wrong_colours_are_asked_about(reader: DiceReader) -> None:
    reading = reader.read(thrown(["white", "red"], [2, 5]), ExpectedDice(2, ("blue", "green")))
    assert reading.decision is Decision.ASK


def test_an_ask_offers_the_likeliest_values_first(reader: DiceReader) -> None:
    for die in reader.read(thrown(["white", "black"], [4, 4])).findings:
        chances = [likely.probability for likely in die.likeliest]
        assert chances == sorted(chances, reverse=True)
        assert die.likeliest[0].value == die.value


def test_dice_left_over_from_before_are_asked_about_and_all_shown(reader: DiceReader) -> None:
    pixels = thrown(["white", "red", "blue"], [2, 5, 3])
    reading = reader.read(pixels, ExpectedDice(2))
    assert (reading.why.key, len(reading.findings)) == ("sight.too_many", 3)


def test_a_die_that_is_not_sure_says_so_with_its_likeliest_values(
    reader: DiceReader, tmp_path: Path
) -> None:
    pixels = thrown(["white", "red"], [2, 5])
    assert [die.sure for die in reader.read(pixels).findings] == [True, True]
    fitted = json.loads(FITTED.read_text())
    (tmp_path / "trust.json").write_text(json.dumps({**fitted, "accept_at": 1.1}))
    reading = DiceReader(trust=tmp_path / "trust.json").read(pixels)
    assert reading.why.key == "sight.unsure_dice"
    assert [(die.sure, len(die.likeliest)) for die in reading.findings] == [(False, 3)] * 2
