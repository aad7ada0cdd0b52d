"""The game's README tells what is true."""

import re
from importlib import resources
from pathlib import Path

GAME = Path(str(resources.files("companion.games") / "mechamancers"))
README = (GAME / "README.md").read_text("utf-8")


def test_positions_are_quoted_as_they_are_loaded() -> None:
    files = sorted((GAME / "examples" / "positions").glob("*.json"))
    assert len(files) == 2
    for file in files:
        assert f"(`{file.name}`):\n\n```json\n{file.read_text('utf-8')}```" in README


def test_every_chapter_of_the_rules_is_in_the_table_of_rooms() -> None:
    row = next(iter(re.findall(r"\| room \| holds \|\n(.*?)\n\n", README, re.DOTALL)))
    named = set(re.findall(r"`(?:rules/)?(\w+\.py)`", row))
    there = {file.name for file in (GAME / "rules").glob("*.py")} - {"__init__.py"}
    assert there - named == set()
    assert {name for name in named if not (GAME / name).exists()} - there == set()
