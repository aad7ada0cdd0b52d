"""Rounds, results taken from finished games, standings with their tie-breaks."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.broadcast.messages import GameEnding, GamePlayed, SeatNow
from companion.hall.board import HallBoard, HallTable
from companion.hall.tournament import (
    Round,
    TableGroup,
    TournamentSheet,
    as_csv,
    next_round,
    results,
    standings,
)

COLOURS = ("red", "blue", "green", "purple")


def game(number: int, ended: str, scores: dict[str, int], winners: tuple[str, ...]) -> GamePlayed:
    seats = tuple(
        SeatNow(colour, name, colour, score)
        for colour, (name, score) in zip(COLOURS, scores.items(), strict=False)
    )
    won = tuple(seat.id for seat in seats if seat.name in winners)
    return GamePlayed(number, "runika", "Runika", ended, ended, seats, GameEnding("won", won, ""))


def board_of(**played: tuple[GamePlayed, ...]) -> HallBoard:
    return HallBoard({name: HallTable(name, played=games) for name, games in played.items()})


SHEET = TournamentSheet(
    "Cup",
    ("Anna", "Ben", "Cleo", "Dewi"),
    (Round((TableGroup("a", ("Anna", "Ben"), 1), TableGroup("b", ("Cleo", "Dewi"))), "20:00"),),
)


def test_a_result_is_the_finished_game_of_just_these_people() -> None:
    board = board_of(
        a=(
            game(1, "21:00", {"Anna": 3, "Ben": 9}, ("Ben",)),  # before the round, whatever it says
            game(2, "20:30", {"Anna": 9, "Cleo": 1}, ("Anna",)),  # others
            game(3, "18:40", {"anna ": 12, "Ben": 7}, ("anna ",)),  # a clock that is wrong
        )
    )
    first, second = results(SHEET, board)
    assert first.places == {"Anna": 1, "Ben": 2}
    assert first.scores == {"Anna": 12, "Ben": 7}
    assert second.places == {}


def test_no_game_counts_twice() -> None:
    twice = msgspec.structs.replace(SHEET, rounds=(*SHEET.rounds, *SHEET.rounds))
    board = board_of(a=(game(3, "20:40", {"Anna": 12, "Ben": 7}, ("Anna",)),))
    assert [bool(one.places) for one in results(twice, board)] == [True, False, False, False]


def test_equal_points_are_parted_by_opponents_then_wins_then_scores() -> None:
    board = board_of(
        a=(game(2, "20:40", {"Anna": 12, "Ben": 7}, ("Anna",)),),
        b=(game(1, "20:45", {"Cleo": 14, "Dewi": 7}, ("Cleo",)),),
    )
    told = standings(SHEET, board)
    assert [(one.place, one.person, one.points) for one in told] == [
        (1, "Cleo", 3),
        (2, "Anna", 3),
        (3, "Ben", 1),
        (3, "Dewi", 1),
    ]


def test_the_next_round_brings_people_together_who_have_not_met() -> None:
    board = board_of(
        a=(game(2, "20:40", {"Anna": 12, "Ben": 7}, ("Anna",)),),
        b=(game(1, "20:45", {"Cleo": 14, "Dewi": 7}, ("Cleo",)),),
    )
    made = next_round(SHEET, board, ("a", "b"), "21:00")
    assert [set(group.people) for group in made.groups] == [{"Cleo", "Anna"}, {"Ben", "Dewi"}]


@given(st.integers(0, 40), st.integers(0, 12))
def test_everybody_sits_once(people: int, tables: int) -> None:
    sheet = TournamentSheet("", tuple(f"P{n}" for n in range(people)))
    made = next_round(sheet, HallBoard(), tuple(f"t{n}" for n in range(tables)), "")
    seated = [name for group in made.groups for name in group.people]
    assert sorted(seated) == sorted(sheet.people if tables else ())
    sizes = [len(group.people) for group in made.groups]
    assert not sizes or max(sizes) - min(sizes) <= 1


def test_a_name_like_a_formula_is_text_in_a_spreadsheet() -> None:
    sheet = TournamentSheet("", ("=1+1",))
    assert "'=1+1" in as_csv(standings(sheet, HallBoard()))
