"""The positions of the game's README stand there as they lie in the examples, and can be played."""

import json
import random
from importlib import resources

import pytest

from companion.exam.vectors import start
from companion.games.spell_saga import GAME
from companion.simulate import Player, Tally, play

FOLDER = resources.files("companion.games.spell_saga")
NAMES = ("battle", "counted_only", "two_heroes")


@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_quoted_and_can_be_played_to_the_end(name: str) -> None:
    text = (FOLDER / "examples" / "positions" / f"{name}.json").read_text("utf-8")
    assert f"```json\n{text}```" in (FOLDER / "README.md").read_text("utf-8")
    told = json.loads(text)
    live = start("spell_saga", told["seats"], told.get("options"), None, told["position"])
    end = play(GAME, live.state, Player(GAME, random.Random(1)), Tally())
    assert GAME.outcome(end) is not None
