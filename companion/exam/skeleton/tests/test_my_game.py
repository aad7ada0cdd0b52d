"""The exam every game takes."""

from pathlib import Path

from companion import games
from companion.exam.examine import examine


def test_the_game_passes_its_exam() -> None:
    games.look_in(str(Path(__file__).parents[1]))
    assert [found.say for found in examine("my_game") if not found.is_gap] == []
