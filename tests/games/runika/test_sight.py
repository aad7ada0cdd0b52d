"""What the camera sees of a grid: pushes, abilities and claims read from two sightings of it."""

import pytest

from companion.games.runika.rules.sight import is_alike, is_same
from companion.kit.intents import Placed
from companion.kit.pieces import Piece
from tests.games.runika.table import Board, mine, refused, row


@pytest.mark.rule("RK-V67", "E-SIDE")
def test_a_push_is_read_from_two_sightings_of_the_grid() -> None:
    board = Board(players={"red": mine("1,1 Ap", "Fe Ep")})
    assert board.ask("grid").now == {"1,1": (Piece("air", face="points"),)}
    error = refused(board, "E-SIDE", lambda: board.see("1,1 Ap 1,2 Fe"))
    assert (error.say.values["side"].key, error.may_force) == ("rk.side.L", True)
    board.see("1,1 Fe 1,2 Ap")
    assert (board.lying(), board.player().stored) == ("1,1 Fe 1,2 Ap", ("Ep",))
    assert board.state.turn.pushes == ("Fe L1",)


def test_a_push_from_the_wrong_side_can_be_kept_as_it_happened() -> None:
    board = Board(players={"red": mine(stored="Fe Ep")}).see("1,2 Fe", force="it is done")
    assert (board.lying(), board.state.turn.pushes, board.told[0]) == (
        "1,2 Fe",
        ("Fe T2",),
        "kit.forced",
    )


def test_the_vanished_die_tells_which_of_two_was_pushed() -> None:
    board = Board(players={"red": mine("", "Fp Ep")})
    refused(board, "E-CONSERVE", lambda: board.see("1,1 Fp", "F1 E0"))
    refused(board, "E-CONSERVE", lambda: board.see("1,1 Fp", "F1 E2"))
    board.see("1,1 Fp", "F0 E1")
    assert board.player().stored == ("Ep",)


def test_the_memory_of_a_face_wins_over_the_picture() -> None:
    board = Board(players={"red": mine("2,2 Ap", "Ep Wr")}).see("2,2 Ae 1,1 Ep")
    assert (board.lying(), board.told) == ("1,1 Ep 2,2 Ap", ["rk.log.pushed", "rk.log.tipped"])
    assert board.value("rk.log.tipped", "cells") == ("2,2",)
    doubtful = Board(players={"red": mine("", "Ep Ee")})
    cells = Placed({"1,1": (Piece("earth", face="points"),)})
    assert doubtful.answer("grid", cells).player().stored == ("Ee",)


def test_an_unreadable_face_agrees_with_any() -> None:
    assert is_same(("E?",), ("Ep",))
    assert not is_same(("E?",), ("Wp",))
    assert not is_same(("Ee",), ("Ep",))
    assert is_same(("Ee",), ("EeA",))
    assert is_alike(("Ee",), ("Ep",))
    assert not is_alike(("..",), ("Ep",))


def test_two_possible_faces_that_give_different_grids_are_not_guessed() -> None:
    """Both earth dice would explain the colours; the face seen fits neither, so nothing is
    believed.
    """
    pack = {"energy_icon_by_face": True}
    board = Board(pack=pack, players={"red": mine("", "Ep EeA")})
    found = board.answer("grid", Placed({"1,1": (Piece("earth", face="energy"),)}))
    assert found.player().grid[0] == "EeA"


def test_several_pushes_at_once_are_offered_for_one_tap() -> None:
    board = Board(players={"red": mine("", "Ep Fe Wr")}).see("1,1 Fe 1,2 Ep")
    assert (board.told, board.state.turn.offer) == (["rk.log.offered"], ("1 T1", "1 L1"))
    assert set(board.asks()) == {"red:T2.offer", "red:reroll"}
    declined = (
        Board(players={"red": mine("", "Ep Fe Wr")}).see("1,1 Fe 1,2 Ep").choose("T2.offer", "no")
    )
    assert (declined.lying(), declined.state.turn.offer, declined.player().stored) == (
        "",
        (),
        ("Ep", "Fe", "Wr"),
    )
    board.choose("T2.offer", "yes")
    assert (board.player().stored, board.state.turn.offer) == (("Wr",), ())
    assert board.lying() == "1,1 Fe 1,2 Ep"


def test_three_pushes_at_once_are_found_too_but_not_four() -> None:
    board = Board(players={"red": mine("", "Ep Ep Ep Ep")}).see("1,1 Ep 1,2 Ep 1,3 Ep")
    assert len(board.state.turn.offer) == 3
    assert [line.key for line in board.ask("T2.offer").lines] == ["rk.option.move"] * 3
    four = Board(players={"red": mine("", "Ep Ep Ep Ep")})
    refused(four, "E-CONSERVE", lambda: four.see("1,1 Ep 1,2 Ep 1,3 Ep 1,4 Ep"))
    told = Board(players={"red": mine("", "Ep Ep Ep Wr")}).see("1,1 Ep 1,2 Ep", "E1 W1")
    assert len(told.state.turn.offer) == 2


@pytest.mark.rule("E-CONSERVE", "E-CELL", "E-FACE")
def test_what_cannot_be_explained_is_asked_about() -> None:
    board = Board(players={"red": mine("2,2 Ap", "Ep Wr")})
    error = refused(board, "E-CONSERVE", lambda: board.see("2,2 Ap 3,3 Wp"))
    assert (error.say.values["cells"], error.may_force) == (("3,3",), True)
    two = Placed({"1,1": (Piece("earth", 2, face="points"),)})
    refused(board, "E-CELL", lambda: board.answer("grid", two))
    refused(
        board,
        "E-CELL",
        lambda: board.answer("grid", Placed({"between": (Piece("earth", face="points"),)})),
    )
    refused(
        board,
        "E-FACE",
        lambda: board.answer("grid", Placed({"1,1": (Piece("earth", face="moon"),)})),
    )
    board.see("3,3 Wp 2,2 Ee", force="the cat")
    assert board.lying() == "2,2 Ee 3,3 Wp"
    assert board.state.bag == {"A": 20, "F": 20, "E": 18, "W": 18}


def test_a_grid_that_lies_as_it_should_is_noted() -> None:
    for step, stored in (("T2", "Ep"), ("T3", "")):
        board = Board(step=step, players={"red": mine("2,2 Ap", stored)})
        before = board.ask("grid").id
        board.see("2,2 Ap")
        assert (board.told, board.lying()) == (["rk.log.grid_agrees"], "2,2 Ap")
        assert board.ask("grid").id != before


def test_abilities_are_read_from_the_grid_too() -> None:
    air = Board(players={"red": mine("4,2 Ap 4,3 Fe", "Ae Ep")}).influence("Ae")
    refused(air, "E-AIR-DIAG", lambda: air.see("3,1 Ap 4,3 Fe"))
    refused(air, "E-AIR-DIAG", lambda: air.see("4,2 Ap 3,4 Fe"))
    refused(air, "E-AIR-SELF-OFF", lambda: air.see("4,3 Fe"))
    refused(air, "E-CONSERVE", lambda: air.see("1,1 Ap 4,3 Fe"))
    assert air.see("4,2 Ap 4,3 Fe").told == ["rk.log.grid_agrees"]
    air.see("4,3 Ap 4,4 Fe")
    assert (air.lying(), air.state.step) == ("4,3 Ap 4,4 Fe", "T2")
    for lying, ways in (
        ("2,2", ("1,1", "1,3", "3,1", "3,3")),
        ("3,3", ("2,2", "2,4", "4,2", "4,4")),
    ):
        straight = Board(players={"red": mine(f"{lying} Ap", "Ae Ep")}).influence("Ae")
        for way in ways:
            refused(
                straight, "E-AIR-DIAG", lambda straight=straight, way=way: straight.see(f"{way} Ap")
            )
    fire = Board(players={"red": mine("4,2 Ap 4,3 Fe", "Fe Ep")}).influence("Fe")
    refused(fire, "E-CONSERVE", lambda: fire.see("1,1 Ep"))
    assert fire.see("4,2 Ap 4,3 Fe").told == ["rk.log.grid_agrees"]
    fire.see("4,3 Fe")
    assert (fire.lying(), fire.player().tokens) == ("4,3 Fe", 1)


def test_a_claim_is_read_from_the_dice_that_are_gone() -> None:
    lying = "1,1 Ee 2,1 Ep 2,2 Ee 4,4 Wp"
    board = Board(step="T3", players={"red": mine(lying)})
    refused(board, "E-CONSERVE", lambda: board.see("1,1 Ee 2,1 Ep 4,4 Wp"))
    refused(board, "E-CONSERVE", lambda: board.see("4,4 Wp 3,3 Ap"))
    board.see("4,4 Wp")
    assert (board.player().runes[0].rune, board.player().tokens) == ("D01", 1)
    line = {"id": "D10", "name": "Line", "kind": "wild", "value": 1, "frame": "###", "copies": 2}
    three = {"red": mine("1,1 Ae 1,2 Ae 1,3 Ae")}
    either = Board(step="T3", row=row("D05 D10 D01"), pack={"runes": [line]}, players=three)
    error = refused(either, "E-STEP", lambda: either.see("4,4 .."))
    assert error.say.values["names"] == ("Gust", "Line")
