"""Whatever a table does (forced answers, cards typed in, numbers set by hand, lines undone, redone
and corrected), nothing but a refusal comes of it, every number may stay what it is, redo leads back
and somebody can always go on.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from tests.games.tables import TABLES
from tests.games.unruly import Unruly, disturb


@pytest.mark.parametrize(("game_id", "players"), TABLES)
@given(seed=st.integers(1, 10**6))
@settings(max_examples=2)
def test_an_unruly_table_can_always_go_on(game_id: str, players: int, seed: int) -> None:
    table = disturb(game_id, players, seed, 45, every=9)
    assert table.did["Answer"]


def test_unruly_tables_do_all_of_that() -> None:
    """The property above would also hold of tables that do nothing unusual."""
    did: Counter[str] = Counter()
    for game_id in games.ids():
        table = Unruly.at(game_id, games.find(game_id).seats[0], 7)
        for _ in range(60):
            table.step()
        did += table.did
    wanted = {"Answer", "Adjust", "Undo", "Redo", "Correct", "Set", "forced", "typed in"}
    assert wanted <= set(did)
