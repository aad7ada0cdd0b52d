"""Recorded games still come out line by line as they were recorded."""

import pytest

from tests.games.world_adventure.recorded import TABLES, replay


@pytest.mark.parametrize("name", TABLES)
def test_a_recorded_game_comes_out_as_recorded(name: str) -> None:
    replay(name)
