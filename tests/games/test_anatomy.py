"""Every game folder has the same rooms under the same names, so that a reader knows the house."""

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from companion import games
from tests.games.vectors import start

NEEDED = {
    "README.md",
    "__init__.py",
    "ending.py",
    "examples",
    "explain.py",
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
    "views",
    "where.py",
}

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


@pytest.mark.parametrize(("game_id", "file"), positions(), ids=lambda one: Path(str(one)).stem)
def test_a_documented_position_can_be_set_up_and_looked_at(game_id: str, file: Path) -> None:
    told: dict[str, Any] = json.loads(file.read_text("utf-8"))
    game, options = games.find(game_id), told.get("options", {})
    live = start(game_id, told["seats"], options, told.get("pack"), told["position"])
    for seat in (None, *(seat.id for seat in live.state.seats)):
        assert game.view(live.state, seat).trackers
    assert game.asks(live.state)


@every_game
def test_two_positions_are_documented_in_the_readme(game_id: str) -> None:
    readme = (folder_of(game_id) / "README.md").read_text("utf-8")
    named = [file.name for one, file in positions() if one == game_id and file.name in readme]
    assert len(named) >= 2
