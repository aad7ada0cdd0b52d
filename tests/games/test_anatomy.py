"""Every game folder has the same rooms under the same names, so that a reader knows the house."""

import json
import random
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.exam.vectors import start
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.simulate import Player
from companion.table.live_game import LiveGame

NEEDED = {
    "README.md",
    "__init__.py",
    "ending.py",
    "examples",
    "explain.py",
    "face",
    "guide",
    "handles.py",
    "invariants.py",
    "mats.toml",
    "options.py",
    "pack",
    "packs",
    "propose.py",
    "rules",
    "rules.txt",
    "setup.py",
    "state.py",
    "steps.py",
    "texts",
    "under_way.py",
    "views",
    "where.py",
}

MOVES, MOST_REFUSED = 80, 20

every_game = pytest.mark.parametrize("game_id", games.ids())


def folder_of(game_id: str) -> Path:
    return Path(str(resources.files("companion.games") / game_id))


def rooms(folder: Path) -> set[str]:
    """What lies in the folder; a pack may be one file or a folder of its own."""
    names = {file.name for file in folder.iterdir() if file.name != "__pycache__"}
    return {"pack" if name == "pack.py" else name for name in names}


@every_game
def test_a_game_has_every_room_and_no_other(game_id: str) -> None:
    found = rooms(folder_of(game_id))
    assert sorted(NEEDED - found) == [], "missing"
    assert sorted(found - NEEDED) == [], "foreign"


def test_a_missing_and_a_foreign_room_are_named(tmp_path: Path) -> None:
    (tmp_path / "state.py").touch()
    (tmp_path / "words.py").touch()
    found = rooms(tmp_path)
    assert "steps.py" in NEEDED - found
    assert found - NEEDED == {"words.py"}


def positions() -> list[tuple[str, Path]]:
    return [
        (game_id, file)
        for game_id in games.ids()
        for file in sorted((folder_of(game_id) / "examples" / "positions").glob("*.json"))
    ]


def begun(game_id: str, file: Path) -> LiveGame:
    told: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return start(
        game_id, told["seats"], told.get("options", {}), told.get("pack"), told["position"]
    )


every_position = pytest.mark.parametrize(
    ("game_id", "file"), positions(), ids=lambda one: Path(str(one)).stem
)


@every_position
def test_a_documented_position_can_be_set_up_and_looked_at(game_id: str, file: Path) -> None:
    game, state = games.find(game_id), begun(game_id, file).state
    for seat in (None, *(seat.id for seat in state.seats)):
        assert game.view(state, seat).trackers
    assert game.asks(state)


@every_position
def test_play_goes_on_from_a_documented_position(game_id: str, file: Path) -> None:
    """A player without dice to roll, say, would wait for ever."""
    game, state = games.find(game_id), begun(game_id, file).state
    player, refused = Player(game, random.Random(1)), 0
    for number in range(MOVES):
        if game.outcome(state) is not None:
            return
        try:
            answer = player.answer(state, game.asks(state), number)
            state, refused = answered(game, state, answer).state, 0
        except RuleError:
            refused += 1
            assert refused < MOST_REFUSED


@every_game
def test_a_position_is_quoted_as_it_lies_in_the_examples(game_id: str) -> None:
    readme = (folder_of(game_id) / "README.md").read_text("utf-8")
    kept = [file.read_text("utf-8") for one, file in positions() if one == game_id]
    for quoted in re.findall(r"^```json\n(.*?)^```", readme, re.MULTILINE | re.DOTALL):
        assert quoted in kept


@every_game
def test_two_positions_are_documented_in_the_readme(game_id: str) -> None:
    readme = (folder_of(game_id) / "README.md").read_text("utf-8")
    named = [file.name for one, file in positions() if one == game_id and file.name in readme]
    assert len(named) >= 2
