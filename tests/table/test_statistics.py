"""What is told of a whole game afterwards agrees with its lines."""

from pathlib import Path

import pytest

from companion.journal import Journal
from companion.kit.asks import Roll, dice_wanted
from companion.kit.intents import Answer, Rolled
from companion.kit.seats import Seat
from companion.kit.trackers import Counter
from companion.packs import Shelf
from companion.table.statistics import curves, wilson
from companion.table.table import Table
from tests.table.playing import play_on

SEATS = (Seat("red"), Seat("blue"), Seat("green"))


@pytest.fixture
def played(tmp_path: Path) -> Table:
    table = Table(Journal(tmp_path / "journal.sqlite"), Shelf(tmp_path / "packs"))
    table.start()
    table.begin("spell_from_the_future", SEATS)
    play_on(table, 160, seed=3)
    table.stop()
    return table


def test_the_curves_end_where_the_game_stands(played: Table) -> None:
    live = played.live
    assert live is not None
    told = curves(live)
    now = {
        one.id: one.value
        for one in live.game.view(live.state, None).trackers
        if isinstance(one, Counter)
    }
    assert told["points"][-1] == live.lines[-1].seq
    assert 60 <= len(told["points"]) <= 121
    assert curves(live) == told, "what was kept says the same"
    assert {curve["id"]: curve["values"][-1] for curve in told["curves"]} == {
        curve["id"]: now[curve["id"]] for curve in told["curves"]
    }
    assert {curve["seat"] for curve in told["curves"]} == {"red", "blue", "green"}


def test_every_die_thrown_is_counted_once(played: Table) -> None:
    live = played.live
    assert live is not None
    thrown = sum(
        dice_wanted(asked[0])
        for line in live.lines
        if isinstance(line.intent, Answer) and isinstance(line.intent.answer, Rolled)
        if (asked := live.asked_in(line.seq)) is not None and isinstance(asked[0], Roll)
    )
    told = curves(live)["dice"]
    assert sum(die["thrown"] for die in told) == thrown > 0
    assert all(sum(face["count"] for face in die["faces"]) == die["thrown"] for die in told)


def test_the_interval_of_ten_in_sixty_holds_a_sixth_and_narrows_with_more_throws() -> None:
    assert wilson(10, 60) == (0.0931, 0.2803)
    low, high = wilson(1000, 6000)
    assert 0.157 < low < 1 / 6 < high < 0.177
