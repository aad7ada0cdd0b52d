"""The notes on vision name files that exist: a renamed file is renamed there too."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
VISION = ROOT / "vision"
NAMED = re.compile(r"`([\w/.]+\.(?:py|json))`")


@pytest.mark.parametrize("note", ["DESIGN.md", "FIGURES.md", "lab/README.md"])
def test_every_file_a_note_names_is_there(note: str) -> None:
    """By its path in the folder or in the project, or by its name alone."""
    named = set(NAMED.findall((VISION / note).read_text()))
    missing = [name for name in named if not is_there(name)]
    assert named
    assert sorted(missing) == []


def is_there(name: str) -> bool:
    if "/" in name:
        return (VISION / name).is_file() or (ROOT / name).is_file()
    return any(VISION.rglob(name)) or any((ROOT / "tests" / "vision").rglob(name))
