"""A demo borrows the table: people's own games are out of its reach, and as they were
when it ends.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.table.table import Table
from tests.table.playing import next_answer, play_on

SEATS = tuple(Seat(colour, colour=colour) for colour in ("red", "blue", "green"))
GAME = "spell_from_the_future"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(Journal(tmp_path / "journal.sqlite"), Shelf(tmp_path / "packs"))
    made.start()
    made.begin(GAME, SEATS)
    play_on(made, 4)
    yield made
    if made.owner.is_running:
        made.stop()


def own_lines(tmp_path: Path) -> list[int]:
    journal = Journal(tmp_path / "journal.sqlite")
    lines = [row.seq for game in journal.games() for row in journal.lines(game.id)]
    journal.close()
    return lines


def lent(table: Table, folder: Path) -> None:
    table.lending.lend(Journal(folder / "demo" / "journal.sqlite"))
    assert table.lending.begin("runika", SEATS, {})


def test_a_lent_table_plays_in_the_other_journal_and_comes_back_to_the_own_game(
    table: Table, tmp_path: Path
) -> None:
    before, lines = table.snapshot(), own_lines(tmp_path)
    lent(table, tmp_path)
    play_on(table, 5, prefix="demo")
    live = table.snapshot()
    assert live is not None
    assert live.game == "runika"
    assert [game["game"] for game in table.journals.own.kept()] == [GAME]
    table.lending.take_back()
    after = table.snapshot()
    assert before is not None
    assert after is not None
    assert (after.game, after.seq, after.hash) == (before.game, before.seq, before.hash)
    assert own_lines(tmp_path) == lines


def test_what_a_demo_still_says_when_the_table_was_taken_back_reaches_no_own_game(
    table: Table, tmp_path: Path
) -> None:
    lines, late = (
        own_lines(tmp_path),
        next_answer(table, random.Random(1), "late"),
    )  # asked for in the own game
    lent(table, tmp_path)
    assert table.lending.submit(next_answer(table, random.Random(1), "in time"))
    table.lending.take_back()
    assert not table.lending.submit(late)
    assert own_lines(tmp_path) == lines


@pytest.mark.parametrize("deed", ["begin", "resume", "leave"])
def test_whoever_goes_to_an_own_game_ends_the_lending(
    table: Table, tmp_path: Path, deed: str
) -> None:
    number = table.journals.held.number
    lent(table, tmp_path)
    if deed == "begin":
        assert table.begin(GAME, SEATS) == number + 1
    elif deed == "resume":
        table.resume(number)
    else:
        table.leave()
    assert not table.lending.is_lent
    assert table.journals.held.number == (number + 1 if deed == "begin" else number)
    assert not table.lending.begin("runika", SEATS, {})


def test_a_power_cut_during_a_demo_resumes_the_own_game(table: Table, tmp_path: Path) -> None:
    before = table.snapshot()
    lent(table, tmp_path)
    play_on(table, 3, prefix="demo")
    again = Table(Journal(tmp_path / "journal.sqlite"), Shelf(tmp_path / "packs"))
    again.start()
    after = again.snapshot()
    again.stop()
    assert before is not None
    assert after is not None
    assert (after.game, after.seq, after.hash) == (before.game, before.seq, before.hash)
