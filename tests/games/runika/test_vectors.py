"""The worked examples of the rules that are more than a grid, as data in `examples/play.toml`."""

import pytest

from tests.games.vectors import Vector, run, vectors_of


@pytest.mark.parametrize("vector", vectors_of("runika"), ids=lambda vector: vector.id)
def test_the_worked_example_holds(vector: Vector) -> None:
    run(vector)
