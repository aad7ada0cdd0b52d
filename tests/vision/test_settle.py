"""The roll as it happens, on drawn frames: each roll once, and no roll where none was."""

from collections.abc import Callable

import msgspec
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.camera import Frame
from vision.reading import Decision, Finding, Reading, Why, box_corners
from vision.settle import Settle, TrayState

FPS = 30
SIDE = 40


class Table:
    """A tray of flat white squares whose 'value' is written in the corner pixel; read back
    exactly.
    """

    def __init__(self) -> None:
        self.dice: list[tuple[int, int, int]] = []
        self.light = 1.0
        self.hand_x: int | None = None
        self.number = 0
        self.reads = 0
        self.rng = np.random.default_rng(3)
        self.settle = Settle(self.read)

    def picture(self) -> Pixels:
        surface = np.full((360, 640, 3), 70.0)
        for x, y, value in self.dice:
            surface[y : y + SIDE, x : x + SIDE] = 200
            surface[y + 14 : y + 26, x + 4 : x + 4 + value * 5] = 20
        if self.hand_x is not None:
            surface[:, self.hand_x : self.hand_x + 260] = (120, 150, 205)
        noisy = surface * self.light + self.rng.normal(0, 2, surface.shape)
        return np.clip(noisy, 0, 255).astype(np.uint8)

    def read(self, pixels: Pixels) -> Reading:
        self.reads += 1
        shown = [] if self.hand_x is not None else self.dice
        dice = tuple(
            Finding("die", v, box_corners(x, y, x + SIDE, y + SIDE), 0.999) for x, y, v in shown
        )
        return Reading(
            "", "dice", dice, Decision.ACCEPT if dice else Decision.ASK, Why("sight.sure"), 0.0
        )

    def see(self, frames: int) -> list[list[int]]:
        """What was reported during so many frames, as values."""
        reported = []
        for _ in range(frames):
            self.number += 1
            reading = self.settle.see(Frame(self.picture(), self.number / FPS, self.number))
            if reading is not None:
                reported.append(sorted(int(str(d.value)) for d in reading.findings))
        return reported

    def roll(self, *values: int, left: int = 100) -> list[list[int]]:
        """Dice slide in over ten frames, then lie."""
        reported = []
        for step in range(10):
            self.dice = [
                (left + 70 * i + (9 - step) * 22, 60 + 90 * (i % 3), v)
                for i, v in enumerate(values)
            ]
            reported += self.see(1)
        return reported


@pytest.fixture
def table() -> Table:
    made = Table()
    assert made.see(10) == []
    assert made.settle.state is TrayState.EMPTY
    return made


def test_a_roll_is_reported_once(table: Table) -> None:
    assert table.roll(3, 5) == []
    assert table.see(40) == [[3, 5]]
    assert table.settle.state is TrayState.AT_REST


def test_a_roll_is_reported_within_a_quarter_of_a_second_of_rest(table: Table) -> None:
    table.roll(2)
    assert table.see(FPS // 4) == [[2]]


def test_the_first_reading_is_made_while_stillness_is_measured_and_one_after_it_decides(
    table: Table,
) -> None:
    table.roll(2)
    before = table.reads
    assert table.see(3) == []
    assert table.reads == before + 1
    assert table.see(2) == [[2]]
    assert table.reads == before + 2


def test_a_doubtful_first_reading_asks_nobody(table: Table) -> None:
    table.roll(5)
    sure, glanced = table.read, []

    def at_first_doubtful(pixels: Pixels) -> Reading:
        reading = sure(pixels)
        glanced.append(1)
        return (
            msgspec.structs.replace(reading, decision=Decision.ASK)
            if len(glanced) == 1
            else reading
        )

    table.settle._read = at_first_doubtful
    reading = None
    while reading is None:
        table.number += 1
        reading = table.settle.see(Frame(table.picture(), table.number / FPS, table.number))
    assert (reading.decision, len(glanced)) == (Decision.ACCEPT, 3)


@pytest.mark.parametrize(
    ("doubted", "decision"), [((1, 3), Decision.ACCEPT), ((1, 3, 5), Decision.ASK)]
)
def test_a_roll_that_some_frames_doubt_is_voted_on_before_anybody_is_asked(
    table: Table, doubted: tuple[int, ...], decision: Decision
) -> None:
    reading, reads = voted_on(table, lambda number, read: doubted_in(doubted, number, read))
    assert (reading.decision, reads) == (decision, 6)  # a glance that counts for nothing, and five


@pytest.mark.parametrize(
    ("doubted", "decision"), [((1, 3), Decision.ACCEPT), ((0, 2, 4), Decision.ASK)]
)
def test_a_card_laid_down_that_some_frames_doubt_is_voted_on_too(
    table: Table, doubted: tuple[int, ...], decision: Decision
) -> None:
    table.settle = Settle(table.read, laid=True)
    table.see(20)  # of the bare place

    def read(number: int, sure: Reading) -> Reading:
        doubt = msgspec.structs.replace(sure, decision=Decision.ASK)
        return doubt if number in doubted else sure

    reading, reads = voted_on(table, read)
    assert (reading.decision, reads) == (decision, 5)


def test_a_frame_that_reads_another_value_outvotes_all_that_are_sure(table: Table) -> None:
    def read(number: int, sure: Reading) -> Reading:
        other = msgspec.structs.replace(sure.findings[0], value=4)
        changed = msgspec.structs.replace(sure, findings=(other,), decision=Decision.ASK)
        return changed if number in (0, 2) else doubted_in((4,), number, sure)

    assert voted_on(table, read)[0].decision is Decision.ASK


def doubted_in(frames: tuple[int, ...], number: int, reading: Reading) -> Reading:
    doubt = msgspec.structs.replace(reading, decision=Decision.ASK)
    return doubt if number == 0 or number in frames else reading


def voted_on(table: Table, read: Callable[[int, Reading], Reading]) -> tuple[Reading, int]:
    """What is reported of a roll whose readings are as `read` has them, and after how many."""
    table.roll(5)
    sure, reads = table.read, 0

    def as_told(pixels: Pixels) -> Reading:
        nonlocal reads
        reads += 1
        return read(reads - 1, sure(pixels))

    table.settle._read = as_told
    while True:
        table.number += 1
        reading = table.settle.see(Frame(table.picture(), table.number / FPS, table.number))
        if reading is not None:
            return reading, reads


def test_dice_still_rolling_are_not_reported(table: Table) -> None:
    assert table.roll(1, 2, 3) == []
    assert table.settle.state is TrayState.ROLLING


def test_the_next_roll_is_reported_too(table: Table) -> None:
    table.roll(3)
    table.see(20)
    assert table.roll(4, left=300) + table.see(20) == [[4]]


def test_a_hand_that_passes_is_no_roll(table: Table) -> None:
    table.roll(6, 6)
    table.see(20)
    for x in range(0, 640, 40):
        table.hand_x = x
        assert table.see(1) == []
    table.hand_x = None
    assert table.see(30) == []
    assert table.settle.state is TrayState.AT_REST


def test_a_hand_that_stays_hides_the_dice(table: Table) -> None:
    table.roll(6, 6)
    table.see(20)
    table.hand_x = 60
    assert table.see(20) == []
    assert table.settle.state is TrayState.HIDDEN


def test_a_lamp_switched_off_is_no_roll(table: Table) -> None:
    table.roll(1, 4)
    table.see(20)
    table.light = 0.6
    assert table.see(30) == []
    assert table.settle.state is TrayState.AT_REST


def test_a_nudged_die_is_no_roll(table: Table) -> None:
    table.roll(5, 2)
    table.see(20)
    x, y, value = table.dice[0]
    table.dice[0] = (x + 22, y + 4, value)
    assert table.see(30) == []
    assert table.settle.state is TrayState.NUDGED


def test_a_die_turned_by_hand_is_asked_about(table: Table) -> None:
    table.roll(5, 2)
    table.see(20)
    x, y, _ = table.dice[0]
    table.dice[0] = (x, y, 1)
    readings = []
    for _ in range(30):
        table.number += 1
        readings.append(table.settle.see(Frame(table.picture(), table.number / FPS, table.number)))
    told = [r for r in readings if r is not None]
    assert [(r.decision, r.why.key) for r in told] == [(Decision.ASK, "sight.turned")]
    assert table.settle.state is TrayState.TURNED


def test_dice_taken_away_leave_it_empty(table: Table) -> None:
    table.roll(5)
    table.see(20)
    table.dice = []
    assert table.see(20) == []
    assert table.settle.state is TrayState.EMPTY


def test_dice_left_from_before_are_not_offered_to_a_new_ask(table: Table) -> None:
    table.roll(5, 5)
    table.see(20)
    table.settle.again()
    assert table.see(30) == []
    assert table.roll(1, 1, left=250) + table.see(20) == [[1, 1]]


@pytest.mark.parametrize(("still_frames", "decision"), [(0, Decision.ACCEPT), (2, Decision.ASK)])
def test_dice_that_lie_when_the_question_comes_are_asked_about_and_those_that_tumble_count(
    still_frames: int, decision: Decision, table: Table
) -> None:
    table.see(5)
    table.roll(3, 5)
    table.see(still_frames)
    table.settle.again()
    table.settle.begin_late()
    seen: list[Reading] = []
    for _ in range(12):
        table.number += 1
        frame = Frame(table.picture(), table.number / FPS, table.number)
        reading = table.settle.see(frame)
        seen += [reading] if reading is not None else []
    (offered,) = seen
    assert offered.decision is decision
    assert (offered.why.key == "sight.early") == (decision is Decision.ASK)


def test_nothing_is_read_while_nothing_moves(table: Table) -> None:
    table.roll(3, 3)
    table.see(20)
    before = table.reads
    table.see(60)
    assert table.reads == before
