"""How trust is fitted on what the networks said of pictures they never saw."""

import json
from pathlib import Path

import numpy as np
import pytest

from vision.arrays import Pixels
from vision.dice.reader import DiceReader
from vision.lab.dice.calibrate import LEAST_SURE, Picture, fit
from vision.picture import load

PICTURES = Path(__file__).parent.parent / "pictures"
TRUTH: dict[str, list[int]] = json.loads((PICTURES / "truth.json").read_text())
BARE = np.full((480, 640, 3), 120, np.uint8)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def seen_by(reader: DiceReader, name: str, values: list[int], pixels: Pixels) -> Picture:
    """The reader's own boxes stand for the true ones, so that every die it found lies where it was
    found.
    """
    seen = reader.look(pixels)
    boxes = [
        [
            d.x - d.width / 2,
            d.y - d.height / 2,
            d.x + d.width / 2,
            d.y + d.height / 2,
            int(o.judge[:6].argmax()) + 1,
        ]
        for d, o in zip(seen.dice, seen.opinions, strict=True)
    ]
    return Picture(name, values, boxes, reader.opinions(pixels))


def test_a_picture_in_which_nothing_was_found_is_asked_about_and_stops_no_fit(
    reader: DiceReader,
) -> None:
    pictures = [
        seen_by(reader, name, values, load(PICTURES / name).pixels)
        for name, values in TRUTH.items()
    ]
    found = fit([*pictures, seen_by(reader, "bare", [3, 4], BARE)])
    *read, bare = found.outcome([*pictures, seen_by(reader, "bare", [3, 4], BARE)])
    assert (bare.exact, bare.wrong, bare.least) == (False, 2, 0.0)
    assert all(picture.exact for picture in read)
    assert found.accept_at >= LEAST_SURE


def test_networks_that_find_no_die_anywhere_are_said_to_need_training(reader: DiceReader) -> None:
    with pytest.raises(SystemExit, match="train longer"):
        fit([seen_by(reader, "bare", [3, 4], BARE)])
