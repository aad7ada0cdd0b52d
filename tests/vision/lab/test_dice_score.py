"""Readings against the truth, counted as the public score counts them."""

from pathlib import Path
from typing import Any

import pytest

from companion.benchmarks import dice
from companion.errors import SetupError
from vision.lab.trials.dice_score import Tally, overlap, pairs


def die(value: int, x: float = 0.0, size: float = 10.0) -> dict[str, Any]:
    return {"value": value, "box": [x, 0.0, x + size, size]}


def line(*dice: dict[str, Any], decision: str = "accept") -> dict[str, Any]:
    return {"dice": list(dice), "decision": decision, "ms": 10.0}


def test_boxes_overlap_by_shared_over_joint_area() -> None:
    assert overlap((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(1 / 3)
    assert overlap((0, 0, 10, 10), (20, 0, 30, 10)) == 0


def test_every_reading_lies_on_one_die_at_most() -> None:
    found = pairs([(0, 0, 10, 10), (12, 0, 22, 10)], [(1, 0, 11, 10), (0, 0, 10, 10)])
    assert found == [(0, 1)]


def test_a_right_roll_is_exact_wherever_its_dice_are() -> None:
    tally = Tally()
    assert tally.count([die(3), die(5, 30)], line(die(5, 31), die(3, 1))) is False
    row = tally.row()
    assert (row["exact %"], row["silent %"], row["found %"], row["value %"]) == (100, 0, 100, 100)


def test_an_accepted_wrong_roll_is_silent_and_an_asked_one_is_not() -> None:
    tally = Tally()
    assert tally.count([die(3), die(5, 30)], line(die(3), die(6, 30))) is True
    assert tally.count([die(3)], line(die(4), decision="ask")) is False
    row = tally.row()
    assert (row["silent %"], row["asked %"], row["silent dice per 1000"]) == (
        50,
        50,
        pytest.approx(333.33),
    )


def test_a_die_that_is_not_there_is_invented() -> None:
    tally = Tally()
    tally.count([die(2)], line(die(2), die(1, 50)))
    assert tally.row()["invented per 100"] == 100


def test_pictures_without_boxes_are_judged_by_values_alone() -> None:
    tally = Tally()
    tally.count([{"value": 4, "box": None}], line(die(4)))
    assert (tally.row()["exact %"], tally.row()["found %"]) == (100, None)


def test_a_folder_without_sets_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="dice/sets"):
        dice.run(tmp_path)
