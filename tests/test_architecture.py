"""What import-linter cannot hold: a name means one thing in the whole tree."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "firmware_bridge", "web")
# Games speak the words of their rulebooks, and the laboratory is not packaged.
OF_THEIR_OWN = ("companion/games/", "vision/lab/")


def classes() -> dict[str, list[str]]:
    """The files of each public class, by its name."""
    found: dict[str, list[str]] = defaultdict(list)
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    for file in files:
        name = file.relative_to(ROOT).as_posix()
        if name.startswith(OF_THEIR_OWN):
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(name)
    return found


def test_a_public_class_name_exists_once() -> None:
    assert len(classes()) > 200
    assert {name: files for name, files in classes().items() if len(files) > 1} == {}
