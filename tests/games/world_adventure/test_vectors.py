"""The worked examples of the rules file, as data."""

import pytest

from tests.games.vectors import Vector, run, vectors_of


@pytest.mark.parametrize("vector", vectors_of("world_adventure"), ids=lambda vector: vector.id)
def test_a_worked_example_comes_out_as_written(vector: Vector) -> None:
    run(vector)
