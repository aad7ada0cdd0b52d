"""Every worked example of every game comes out as written."""

import tomllib
from importlib import resources
from textwrap import dedent

import pytest

from companion import games
from tests.games.vectors import Vector, played_vectors, run

VECTORS = [vector for game_id in games.ids() for vector in played_vectors(game_id)]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector.game}-{vector.id}")
def test_a_worked_example_comes_out_as_written(vector: Vector) -> None:
    run(vector)


def test_every_game_has_worked_examples() -> None:
    assert {vector.game for vector in VECTORS} == set(games.ids())


def test_the_example_in_the_design_comes_out_as_written() -> None:
    design = (resources.files("companion") / "DESIGN.md").read_text("utf-8")
    block = design.partition("    [[vector]]\n")[2].partition("\n\n")[0]
    (data,) = tomllib.loads("[[vector]]\n" + dedent(block))["vector"]
    run(Vector("spell_from_the_future", data))
