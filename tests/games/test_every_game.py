"""The exam every game takes, without exemptions. Games are found by walking the folder."""

import pytest

from companion.exam.checks import CHECKS, Check
from tests.games.tables import TABLES


@pytest.mark.parametrize(("game_id", "players"), TABLES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_game_passes(check: Check, game_id: str, players: int) -> None:
    assert list(check(game_id, players)) == []
