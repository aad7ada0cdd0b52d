"""Nobody is told what they do not know, whatever they ask for."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import games
from companion.table.live_game import LiveGame
from tests.web.secret_addresses import unasked
from tests.web.secrets import Findings, examine, hiding_options, just_before


def hiding() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every game with each option that makes it hide something."""
    for game_id in games.ids():
        for options in hiding_options(game_id):
            yield game_id, options


def examined(folder: Path, game_id: str, options: dict[str, Any]) -> Findings:
    whole = Findings(counts=Counter())
    position = just_before(game_id, options)
    for seed in "123":
        where = folder / game_id / seed
        found = examine(where, game_id, options, seed, answers=8, sweeps=1, position=position)
        whole.told += found.told
        whole.counts += found.counts
    return whole


def test_no_address_tells_a_viewer_what_they_do_not_know(tmp_path: Path) -> None:
    hidden_in = set()
    for game_id, options in hiding():
        hidden_in.add(game_id)
        found = examined(tmp_path, game_id, options)
        assert found.counts["asked"] > 100, "nothing was ever hidden, so nothing was examined"
        assert not found.told, found.told[0]
    assert len(hidden_in) >= 2


def test_the_exam_finds_a_table_that_tells_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveGame, "known", lambda live, seat=None: live.state)
    assert all(examined(tmp_path, game_id, options).told for game_id, options in hiding())


def test_every_address_that_can_be_read_is_examined_or_holds_no_game(app: Flask) -> None:
    assert unasked(app) == set()
