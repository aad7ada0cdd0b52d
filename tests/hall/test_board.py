"""What the hall believes: each table of itself, and nothing that is not what it claims to be."""

from datetime import datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.broadcast.messages import (
    DiceRolled,
    GameEnded,
    GameEnding,
    GameNow,
    GamePlayed,
    Results,
    SeatNow,
    TableState,
)
from companion.broadcast.observing import utc
from companion.hall.board import Arrival, HallBoard, answered, heard

AT = "2026-11-18T20:00:00.000+00:00"
NOW = Arrival(datetime.fromisoformat(AT).timestamp())


def state_of(table: str) -> bytes:
    return msgspec.json.encode(TableState(table, table.title(), AT))


def playing(now_s: float) -> GameNow:
    return GameNow("runika", "Runika", 1, 1, utc(now_s - 3600), "", ())


def game_of(number: int) -> GamePlayed:
    seat = SeatNow("red", "Anna", "red", 9)
    outcome = GameEnding("won", ("red",), "Anna wins")
    return GamePlayed(number, "runika", "Runika", AT, AT, (seat,), outcome)


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


def test_the_evening_is_what_the_tables_finished_however_often_they_say_so() -> None:
    board = HallBoard()
    for table in ("window", "door"):
        board = heard(board, f"tableside/v1/{table}/state", state_of(table), arrival=NOW)
    for _ in range(3):
        for table in ("window", "door"):
            board = answered(board, table, msgspec.json.encode(Results(table, (game_of(1),))))
    assert [line.id for line in board.lines] == ["window.1", "door.1"]


@given(st.floats(-1e7, 1e7), st.floats(0, 1e6))
def test_no_tables_clock_is_believed(wrong_s: float, age_s: float) -> None:
    """A game began an hour before the state was told, and one ended then: so it is, whatever the
    table's clock says and however long the broker kept the message.
    """
    told_s = NOW.at_s - age_s
    state = TableState("window", "Window", utc(told_s + wrong_s), game=playing(told_s + wrong_s))
    arrival = Arrival(NOW.at_s, age_s)
    payload = msgspec.json.encode(state)
    board = heard(HallBoard(), "tableside/v1/window/state", payload, arrival=arrival)
    assert abs(board.tables["window"].lasted_s(NOW.at_s) - 3600 - age_s) < 1
    game = msgspec.structs.replace(game_of(1), ended=utc(told_s + wrong_s))
    board = answered(board, "window", msgspec.json.encode(Results("window", (game,))))
    assert abs(datetime.fromisoformat(board.lines[0].at).timestamp() - told_s) < 2


def test_a_table_taken_away_is_gone() -> None:
    board = heard(HallBoard(), "tableside/v1/window/state", state_of("window"))
    assert heard(board, "tableside/v1/window/state", b"").tables == {}


def test_a_roll_is_heard_and_needs_no_line() -> None:
    roll = msgspec.json.encode(DiceRolled(id="r", table="window", at=AT, seat="red", dice=()))
    assert heard(HallBoard(), "tableside/v1/window/event", roll).refused == 0


def test_only_a_known_table_answers_and_only_for_itself() -> None:
    game = game_of(1)
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
