"""Places that stay: between two questions only values change. `python -m tests.web.places` does it
for whole games, with and without the virtual table.
"""

from typing import Any

import pytest

from companion.table.table import Table
from tests.web.looks import opened
from tests.web.moments import play
from tests.web.places import WHERE, walked

GAMES = [
    ("mechamancers", 60, 4),
    ("runika", 30, 3),
    ("spell_from_the_future", 20, 3),
    ("spell_saga", 20, 1),
    ("world_adventure", 40, 4),
]


@pytest.mark.parametrize(("game", "answers", "players"), GAMES)
def test_no_tracker_moves_and_no_place_changes(
    game: str, answers: int, players: int, table: Table, address: str, chromium: Any
) -> None:
    play(table, game, answers, players)
    walk = walked(opened(chromium, address), table, 40)
    assert walk.looked
    assert walk.moved == []
    assert walk.places == []


def test_no_place_lies_below_the_fold(table: Table, address: str, chromium: Any) -> None:
    play(table, "spell_from_the_future", 52, 3)
    page = opened(chromium, address)
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    _, _, places, below = page.evaluate(WHERE)
    assert below == []
    bar, ask, stage, seats, log = places
    assert ask == [12, 60, 928, 184]
    assert stage == [12, 252, 928, 508]
    assert seats == [948, 60, 320, 700]
    assert bar[1] == 0
    assert log[1] + log[3] == 800
