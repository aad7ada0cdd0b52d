"""How cards lie and what that means: geometry and the reading rules, without a table."""

import math

import numpy as np
import pytest

from companion.games.mechamancers.pack import MechCard, Stats
from companion.games.mechamancers.rules.rotation import (
    clockwise,
    corner_up,
    decode,
    expected,
    judge,
    shows_death,
)
from vision.places.slots import turn_in

NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)  # image directions, y down
UP = {"south": NORTH, "east": WEST, "north": SOUTH, "west": EAST}  # where each seat's field points


def lying(up: tuple[float, float]) -> np.ndarray:
    """The corners of a card whose upper edge points there, from its own upper left on."""
    upward, across = np.array(up), np.array((-up[1], up[0]))
    return np.array(
        [upward - across, upward + across, across - upward, -upward - across], dtype=np.float32
    )


def quarter(seat_up: tuple[float, float], card_up: tuple[float, float]) -> int | None:
    """What the eye makes of it, as the game counts: counter-clockwise; None: between."""
    turns, is_straight = turn_in(lying(card_up), lying(seat_up))
    return clockwise(turns) if is_straight else None


def card(health: int, death: str = "auto") -> MechCard:
    stats = tuple(Stats(health - d) for d in range(health))
    return MechCard("x", {"en": "X"}, "defense", 1, health, stats, death_corner=death)


@pytest.mark.rule("MM-V30", "MM-143", "MM-144")
@pytest.mark.parametrize(
    ("seat", "directions"),
    [
        ("south", (NORTH, WEST, SOUTH, EAST)),
        ("east", (WEST, SOUTH, EAST, NORTH)),
        ("north", (SOUTH, EAST, NORTH, WEST)),
        ("west", (EAST, NORTH, WEST, SOUTH)),
    ],
)
def test_quarters_are_counted_counter_clockwise_from_each_seat(
    seat: str, directions: tuple[tuple[int, int]]
) -> None:
    assert [quarter(UP[seat], up) for up in directions] == [0, 1, 2, 3]


@pytest.mark.rule("MM-V31", "MM-145", "MM-E_ROT_BETWEEN")
@pytest.mark.parametrize(
    ("degrees", "seen"),
    [
        (0, 0),
        (24, 0),
        (25, 0),
        (26, None),
        (40, None),
        (64, None),
        (65, 1),
        (70, 1),
        (115, 1),
        (116, None),
        (180, 2),
        (-70, 3),
        (-25, 0),
    ],
)
def test_a_card_counts_within_25_degrees_of_a_quarter(degrees: int, seen: int | None) -> None:
    angle = math.radians(degrees)
    # Counter-clockwise as seen, in image coordinates with y down, for a player in the south.
    assert quarter(NORTH, (-math.sin(angle), -math.cos(angle))) == seen


@pytest.mark.rule("MM-131", "MM-009", "MM-132")
def test_the_corners_come_up_clockwise_round_the_card() -> None:
    assert [corner_up(q) for q in range(4)] == [
        "top_left",
        "top_right",
        "bottom_right",
        "bottom_left",
    ]
    assert corner_up(4) == "top_left"


@pytest.mark.rule("MM-133", "MM-134", "MM-G18", "MM-141")
@pytest.mark.parametrize(
    ("health", "lies"),
    [
        (1, ("alive", "dead", "impossible", "impossible")),
        (2, ("alive", "alive", "dead", "impossible")),
        (3, ("alive", "alive", "alive", "dead")),
        (4, ("alive", "alive", "alive", "alive")),
    ],
)
def test_what_a_quarter_says_by_itself(health: int, lies: tuple[str, ...]) -> None:
    assert tuple(decode(card(health), q) for q in range(4)) == lies


@pytest.mark.rule("MM-G18", "MM-134")
def test_a_card_without_a_death_mark_cannot_show_death() -> None:
    assert decode(card(2, "none"), 2) == "impossible"
    assert decode(card(3, "none"), 3) == "impossible"
    assert [shows_death(card(h)) for h in (1, 2, 3, 4)] == [True, True, True, False]
    assert not shows_death(card(3, "none"))


def test_quarters_and_clockwise_turns_are_each_others_mirror() -> None:
    assert [clockwise(q) for q in range(4)] == [0, 3, 2, 1]
    assert [expected(d) for d in range(5)] == [0, 1, 2, 3, 0]


@pytest.mark.rule("MM-146", "MM-148", "MM-136", "MM-138", "MM-139")
@pytest.mark.parametrize(
    ("health", "d", "turning", "quarter", "verdict"),
    [
        (2, 1, 1, 1, "confirmed"),
        (2, 1, 1, 0, "pending"),
        (2, 1, 1, 3, "wrong_way"),
        (2, 1, 1, 2, "pending"),
        (3, 1, 1, 3, "wrong_way"),
        (3, 2, 2, 2, "confirmed"),
        (3, 2, 2, 1, "pending"),
        (3, 2, 2, 3, "pending"),
        (2, 0, -1, 0, "confirmed"),
        (2, 0, -1, 2, "wrong_way"),
        (3, 1, -1, 3, "wrong_way"),
        (1, 0, 0, 2, "impossible"),
        (1, 0, 0, 1, "dead"),
        (3, 1, 0, 1, "as_held"),
        (3, 1, 0, 0, "changed"),
        (4, 3, 0, 0, "changed"),
        (4, 0, -3, 0, "confirmed"),
    ],
)
def test_a_reading_is_judged_against_what_the_engine_holds(
    health: int, d: int, turning: int, quarter: int, verdict: str
) -> None:
    assert judge(card(health), d, turning, quarter) == verdict
