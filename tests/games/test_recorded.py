"""Recorded games of every game still come out line by line as they were recorded."""

from pathlib import Path

import pytest

from companion import games
from tests.games.recorded import game_of, recordings, replay


@pytest.mark.parametrize("file", recordings(), ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_recorded_game_comes_out_as_recorded(file: Path) -> None:
    replay(file)


def test_every_game_has_a_recording() -> None:
    assert {game_of(file).id for file in recordings()} == set(games.ids())
