"""Recorded games replay line by line: the same asks, the same events, the same states."""

import pytest

from tests.games.runika.recording import TABLES, recorded, start, step

LINES = recorded()


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_a_recorded_game_replays_exactly(table: int) -> None:
    state = start(table)
    for number, line in enumerate(line for line in LINES if line.table == table):
        again, state = step(state, table, line.answer)
        assert again == line, f"line {number} of table {table}"
