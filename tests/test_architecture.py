"""What import-linter cannot hold: a name means one thing in the whole tree, and no class does
everything.
"""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_METHODS = 12
PACKAGES = ("companion", "vision", "firmware_bridge", "web")
# Games speak the words of their rulebooks, and the laboratory is not packaged.
OF_THEIR_OWN = ("companion/games/", "companion/exam/skeleton/", "vision/lab/")


@cache
def classes() -> tuple[tuple[str, ast.ClassDef], ...]:
    """Every class that stands by itself, with the file it is in."""
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    return tuple(
        (file.relative_to(ROOT).as_posix(), node)
        for file in files
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    )


def test_a_public_class_name_exists_once() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for file, node in classes():
        if not node.name.startswith("_") and not file.startswith(OF_THEIR_OWN):
            found[node.name].append(file)
    assert len(found) > 200
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


def test_no_class_does_everything() -> None:
    counts = {
        f"{file}: {node.name}": sum(isinstance(one, ast.FunctionDef) for one in node.body)
        for file, node in classes()
    }
    assert len(counts) > 200
    assert {name: count for name, count in counts.items() if count > MOST_METHODS} == {}
