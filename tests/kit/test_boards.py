"""Boards: what lies there stays, one piece more is laid, and chance knows it too."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.asks import BoardShape, BoardSpot, PieceWanted
from companion.kit.boards import cell_names, laid, lying_at, one_more
from companion.kit.fits import open_ask
from companion.kit.intents import Answer, Placed
from companion.kit.pieces import Cells, Piece, count_of
from companion.kit.players import any_answer
from companion.kit.say import say
from companion.kit.story import RuleError

BOARD = BoardShape(rows=2, cols=3)
KINDS = (PieceWanted("red", say("kit.colour.red")), PieceWanted("blue", say("kit.colour.blue")))
NOW: Cells = {"1,1": (Piece("red"),), "2,3": (Piece("blue"),)}
ASK = one_more(BOARD, NOW, "red", among=KINDS, id="a", say=say("x"))


def given_back(cells: Cells) -> None:
    open_ask((ASK,), Answer(id="i", ask="a", answer=Placed(cells)))


def test_cells_are_named_by_row_and_column_or_as_on_the_picture() -> None:
    assert cell_names(BOARD) == ("1,1", "1,2", "1,3", "2,1", "2,2", "2,3")
    picture = BoardShape(spots=(BoardSpot("north", 50, 0), BoardSpot("south", 50, 100)))
    assert cell_names(picture) == ("north", "south")


def test_one_more_piece_in_a_free_cell_is_an_answer() -> None:
    cells = {**NOW, "1,2": (Piece("red"),)}
    given_back(cells)
    assert laid(NOW, cells) == (("1,2", Piece("red")),)


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({"1,1": (Piece("red"),), "1,2": (Piece("red"),)}, "moved"),
        ({**NOW, "1,1": (Piece("red"), Piece("red"))}, "no_room"),
        ({**NOW, "1,2": (Piece("blue"),)}, "too_many"),
        ({**NOW, "1,2": (Piece("red"),), "1,3": (Piece("red"),)}, "too_many"),
        (NOW, "too_many"),
        ({**NOW, "9,9": (Piece("red"),)}, "no_such_cell"),
    ],
)
def test_what_lies_there_stays_and_no_more_than_asked_for_is_laid(cells: Cells, code: str) -> None:
    with pytest.raises(RuleError) as refusal:
        given_back(cells)
    assert refusal.value.code == code


@given(st.integers())
def test_a_random_answer_respects_what_lies_there(seed: int) -> None:
    placed = any_answer(ASK, random.Random(seed))
    assert isinstance(placed, Placed)
    given_back(placed.cells)
    assert all(placed.cells[cell] == pieces for cell, pieces in NOW.items())
    assert sum(count_of(pieces) for pieces in placed.cells.values()) == 3


def test_where_the_pieces_of_a_board_lie_is_told_in_words() -> None:
    assert set(lying_at("board", BOARD, NOW)) == {"board:1,1", "board:2,3"}
