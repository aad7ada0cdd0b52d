"""Every numbered rule of a game is named by a test or a vector; a comment does not count."""

import ast
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from companion import games

TESTS = Path(__file__).parent


def ids_of(game_id: str) -> list[str]:
    """The ids in the game's `rules.txt`: the first word of each line."""
    file = resources.files("companion.games") / game_id / "rules.txt"
    return [
        line.split()[0]
        for line in file.read_text("utf-8").splitlines()
        if line.strip() and line[0] != "#"
    ]


def named_in_tests(game_id: str) -> Iterator[str]:
    for file in (TESTS / game_id).glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


def named_in_vectors(game_id: str) -> Iterator[str]:
    for file in (resources.files("companion.games") / game_id / "examples").iterdir():
        if file.name.endswith(".toml"):
            for vector in tomllib.loads(file.read_text("utf-8")).get("vector", []):
                yield vector["id"]
                yield from vector.get("rules", [])


@pytest.mark.parametrize("game_id", games.ids())
def test_every_rule_is_named_by_a_test_that_can_fail(game_id: str) -> None:
    ids = ids_of(game_id)
    named = {*named_in_tests(game_id), *named_in_vectors(game_id)}
    assert len(set(ids)) == len(ids), "an id stands twice in rules.txt"
    assert [rule for rule in ids if rule not in named] == []


@pytest.mark.parametrize("game_id", games.ids())
def test_no_test_names_a_rule_that_does_not_exist(game_id: str) -> None:
    assert (
        sorted({*named_in_tests(game_id), *named_in_vectors(game_id)} - set(ids_of(game_id))) == []
    )
