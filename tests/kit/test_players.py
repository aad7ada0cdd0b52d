"""Simulated players answer whatever is asked in a form that fits."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.kit.asks import Ask
from companion.kit.fits import open_ask
from companion.kit.intents import Answer, Placed
from companion.kit.pieces import count_of
from companion.kit.players import any_answer
from tests.kit.test_fits import CHOOSE, COUNT, PLACE, ROLL, SHOW, SYMBOLS


@pytest.mark.parametrize(
    "ask", [ROLL, SYMBOLS, PLACE, SHOW, CHOOSE, COUNT], ids=lambda ask: type(ask).__name__
)
@given(st.integers())
def test_a_random_answer_fits_its_ask(ask: Ask, seed: int) -> None:
    value = any_answer(ask, random.Random(seed))
    assert open_ask((ask,), Answer(id="i", ask=ask.id, answer=value)) is ask


@given(st.integers())
def test_random_placements_keep_to_the_numbers_of_the_ask(seed: int) -> None:
    ask = replace(PLACE, most=3, per_cell=2, one_kind_per_cell=True)
    placed = any_answer(ask, random.Random(seed))
    assert isinstance(placed, Placed)
    assert sum(count_of(pieces) for pieces in placed.cells.values()) <= 3
    for pieces in placed.cells.values():
        assert count_of(pieces) <= 2
        assert len({piece.id for piece in pieces}) == 1
