"""What the hall believes: each table of itself, and nothing that is not what it claims to be."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.board import HallBoard, answered, heard
from companion.mqtt.messages import (
    DiceRolled,
    Ending,
    GameEnded,
    GamePlayed,
    Results,
    SeatNow,
    TableState,
)

AT = "2026-11-18T20:00:00.000+00:00"


def state_of(table: str) -> bytes:
    return msgspec.json.encode(TableState(table, table.title(), AT))


def ended(table: str, own: str) -> bytes:
    return msgspec.json.encode(
        GameEnded(id=own, table=table, at=AT, game=1, title="Runika", winners=("red",), why="Anna")
    )


def test_a_table_is_known_as_it_was_last_heard_of() -> None:
    board = heard(HallBoard(), "tableside/v1/window/state", state_of("window"))
    board = heard(board, "tableside/v1/window/online", b"online")
    assert board.tables["window"].online
    assert board.tables["window"].state == TableState("window", "Window", AT)
    assert heard(board, "tableside/v1/window/online", b"offline").tables["window"].online is False


def test_a_table_speaks_only_for_itself() -> None:
    board = heard(HallBoard(), "tableside/v1/door/state", state_of("window"))
    assert (board.tables, board.refused) == ({}, 1)
    board = heard(HallBoard(), "tableside/v1/door/event", ended("window", "x"))
    assert (board.lines, board.refused) == ((), 1)


def test_a_repeated_ending_is_one_line() -> None:
    board = HallBoard()
    for _ in range(3):
        board = heard(board, "tableside/v1/window/event", ended("window", "window.1.9.ended"))
    assert len(board.lines) == 1


def test_a_table_taken_away_is_gone() -> None:
    board = heard(HallBoard(), "tableside/v1/window/state", state_of("window"))
    assert heard(board, "tableside/v1/window/state", b"").tables == {}


def test_a_roll_is_heard_and_needs_no_line() -> None:
    roll = msgspec.json.encode(DiceRolled(id="r", table="window", at=AT, seat="red", dice=()))
    assert heard(HallBoard(), "tableside/v1/window/event", roll).refused == 0


def test_only_a_known_table_answers_and_only_for_itself() -> None:
    seat = SeatNow("red", "Anna", "red", 9)
    game = GamePlayed(1, "runika", "Runika", AT, AT, (seat,), Ending("won", ("red",), "Anna wins"))
    told = msgspec.json.encode(Results("window", (game,)))
    assert answered(HallBoard(), "window", told).refused == 1
    board = heard(HallBoard(), "tableside/v1/window/state", state_of("window"))
    assert answered(board, "window", told).tables["window"].played == (game,)
    assert answered(board, "door", told).refused == 1


def test_tables_that_are_invented_do_not_fill_the_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.hall.board.MOST_TABLES", 3)
    board = HallBoard()
    for number in range(9):
        board = heard(board, f"tableside/v1/t{number}/state", state_of(f"t{number}"))
    assert len(board.tables) == 3


@given(
    st.sampled_from(["state", "online", "event", "picture", "x"]),
    st.one_of(st.binary(max_size=300), st.just(state_of("window")[:-4])),
)
def test_whatever_arrives_the_hall_stands(kind: str, payload: bytes) -> None:
    board = heard(HallBoard(), f"tableside/v1/window/{kind}", payload)
    assert all(one.state is None for one in board.tables.values())
