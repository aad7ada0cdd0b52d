"""The rules file's own examples, as data in the game's folder."""

import pytest

from tests.games.vectors import Vector, run, vectors_of


@pytest.mark.parametrize("vector", vectors_of("mechamancers"), ids=lambda vector: vector.id)
def test_example(vector: Vector) -> None:
    run(vector)
