"""The worked examples of the rules file, run as data."""

import pytest

from tests.games.vectors import Vector, run, vectors_of


@pytest.mark.parametrize(
    "vector", vectors_of("spell_from_the_future"), ids=lambda vector: vector.id
)
def test_vector(vector: Vector) -> None:
    run(vector)
