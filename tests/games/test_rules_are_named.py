"""Every numbered rule of a game is named by a test or an example that is run; a comment does not
count.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.exam.examples import rule_ids
from companion.exam.vectors import played_vectors
from tests.games.tables import own_examples

TESTS = Path(__file__).parent
every_game = pytest.mark.parametrize("game_id", games.ids())


def named_in_tests(game_id: str) -> Iterator[str]:
    for file in (TESTS / game_id).glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


def named_in_examples(game_id: str) -> Iterator[str]:
    """By what `test_vectors.py` runs."""
    for vector in played_vectors(game_id):
        yield from (vector.id, *vector.data.get("rules", ()))
    for example in own_examples(game_id):
        yield from example.names


@every_game
def test_every_rule_is_named_by_a_test_that_can_fail(game_id: str) -> None:
    ids = rule_ids(games.folder(game_id))
    named = {*named_in_tests(game_id), *named_in_examples(game_id)}
    assert ids
    assert len(set(ids)) == len(ids), "an id stands twice in rules.txt"
    assert [rule for rule in ids if rule not in named] == []


@every_game
def test_no_test_names_a_rule_that_does_not_exist(game_id: str) -> None:
    named = {*named_in_tests(game_id), *named_in_examples(game_id)}
    assert sorted(named - set(rule_ids(games.folder(game_id)))) == []
