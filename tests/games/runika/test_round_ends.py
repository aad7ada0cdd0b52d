"""Clean-up, the end of a round and of the game, and the tutorials."""

from typing import Any

import pytest

from companion.kit.intents import Placed
from companion.kit.pieces import Piece
from tests.games.runika.table import GAME, Board, cards, mine, refused, row, tokens
from tests.games.runika.test_claims import BOLT, BOLT_CELLS, SPARK


@pytest.mark.rule("RK-106", "RK-107", "RK-108", "RK-109", "RK-111", "RK-V52", "E-COPIES")
def test_gaps_are_filled_from_space_one_and_duplicates_stacked() -> None:
    board = Board(step="T4", row=row("- D06 -"), players={"blue": mine(stored="E?")})
    assert (board.ask("T4").say.values["space"], board.state.rune_deck) == (1, 23)
    board.show("T4", "D06")
    assert (board.row(), board.told) == ("- D06*2 -", ["rk.log.stacked"])
    assert refused(board, "E-COPIES", lambda: board.show("T4", "D06")).may_force
    refused(board, "E-COPIES", lambda: board.show("T4", "M01"))
    board.show("T4", "D01")
    assert (board.row(), board.state.step, board.ask("T4").say.values["space"]) == (
        "D01 D06*2 -",
        "T4",
        3,
    )
    board.show("T4", "D07")
    assert (board.row(), board.state.rune_deck) == ("D01 D06*2 D07", 20)
    assert (board.state.active, board.state.step, board.state.had_turn) == ("blue", "T1", ("red",))
    held = Board(step="T4", row=row("- D01 D05"), players={"red": mine(runes=cards("D06", "D06"))})
    refused(held, "E-COPIES", lambda: held.show("T4", "D06"))


@pytest.mark.rule("RK-106", "RK-108", "RK-110")
def test_no_gap_or_no_deck_means_no_clean_up() -> None:
    full = Board(step="T3", row=row("D01 D06*2 D07"), players={"blue": mine(stored="E?")}).choose(
        "T3", "done"
    )
    assert (full.state.step, full.state.active) == ("T1", "blue")
    empty = Board(step="T3", row=row("D01 - D07"), rune_deck=0, players={"blue": mine(stored="E?")})
    assert empty.choose("T3", "done").state.active == "blue"
    gap = Board(step="T3", row=row("D01 - D07"), players={"blue": mine(stored="E?")}).choose(
        "T3", "done"
    )
    assert gap.state.step == "T4"
    refused(gap, "E-STEP", lambda: gap.choose("T3", "done"))
    last = Board(
        step="T4", row=row("- - D07"), rune_deck=1, players={"blue": mine(stored="E?")}
    ).show("T4", "D01")
    assert (last.row(), last.state.active) == ("D01 - D07", "blue")
    assert last.told[:2] == ["rk.log.revealed", "rk.log.runes_out"]


@pytest.mark.rule("E-ROW-FULL", "E-DECK-EMPTY", "E-STEP")
def test_a_rune_is_revealed_only_when_there_is_a_gap_and_a_deck() -> None:
    board = Board(step="T3")
    refused(board, "E-ROW-FULL", lambda: board.show("T4", "D02"))
    dry = Board(step="T3", row=row("D01 - D07"), rune_deck=0)
    refused(dry, "E-DECK-EMPTY", lambda: dry.show("T4", "D02"))
    early = Board(step="T3", row=row("D01 - D07"))
    refused(early, "E-STEP", lambda: early.show("T4", "D02"))
    resolving = Board(players={"red": mine(stored="Ep")})
    refused(resolving, "E-STEP", lambda: resolving.show("T4", "D02"))


@pytest.mark.rule("E-DUP-NOT-STACKED", "RK-107")
def test_the_camera_sees_the_whole_row() -> None:
    def cells(text: str) -> Placed:
        return Placed(
            {str(at): (Piece(rune),) for at, rune in enumerate(text.split(), 1) if rune != "-"}
        )

    board = Board(3, step="T4", row=row("- D06 - D07"), players={"blue": mine(stored="E?")})
    assert board.ask("T4.row").optional
    assert board.ask("T4.row").now == {"2": (Piece("D06"),), "4": (Piece("D07"),)}
    error = refused(
        board, "E-DUP-NOT-STACKED", lambda: board.answer("T4.row", cells("D06 D06 - D07"))
    )
    assert error.say.values["space"] == 1
    refused(board, "E-STEP", lambda: board.answer("T4.row", cells("D01 D05 - D07")))
    refused(board, "E-STEP", lambda: board.answer("T4.row", cells("- D06 D01 D07")))
    assert board.answer("T4.row", cells("- D06 - D07")).told == ["rk.log.row_agrees"]
    board.answer("T4.row", cells("D01 D06 - D07"))
    assert (board.row(), board.state.step) == ("D01 D06 - D07", "T4")
    board.answer("T4.row", cells("D01 D06 D02 D07"))
    assert (board.row(), board.state.active, board.state.rune_deck) == (
        "D01 D06 D02 D07",
        "blue",
        20,
    )
    dry = Board(3, step="T4", row=row("- D06 - D07"), rune_deck=1)
    refused(dry, "E-DECK-EMPTY", lambda: dry.answer("T4.row", cells("D01 D06 D02 D07")))


# The end of the round and of the game


@pytest.mark.rule("RK-112", "RK-056", "E-SLOTS-LEFT", "RK-117")
def test_the_slots_are_cleared_before_a_new_round_and_tokens_stay() -> None:
    players = {"red": mine(influence=tokens("AW")), "blue": mine(stored="Ar")}
    board = Board(
        step="T2", active="blue", had_turn=["red"], slots={"A": "Ae", "W": "We"}, players=players
    )
    board.choose("T2", "1").choose("T3", "done")
    assert (board.state.step, board.state.active) == ("E1", "")
    assert board.ask("E1").lines[0].values["names"] == ("Simza", "Ko'bataar")
    refused(board, "E-SLOTS-LEFT", lambda: board.dice("R1", "E8", "red"))
    board.ready("E1")
    assert (board.bag, board.value("rk.log.slots_cleared", "n")) == (80, 2)
    assert (set(board.state.slots.values()), board.player().influence) == ({""}, tokens("AW"))
    assert board.state.step == "E3"
    refused(board, "E-STEP", lambda: board.dice("R1", "E8", "red"))


@pytest.mark.rule("RK-113", "RK-104", "G-27")
def test_the_initiative_moves_one_seat_and_the_round_marks_are_cleared() -> None:
    used = [{"rune": "D03", "value": 2, "used": True}, {"rune": "D04", "value": 2, "flipped": True}]
    red = mine(runes=used, rolled=True, resolving=True, rerolls=2)
    board = Board(
        3,
        step="E3",
        active="",
        initiative="green",
        had_turn=["green", "red", "blue"],
        players={"red": red},
    )
    assert board.ask("E3", "green").say.values["seat"].seat == "red"
    board.ready("E3", "green")
    state, player = board.state, board.player()
    assert (state.initiative, state.round, state.had_turn, state.step) == ("red", 2, (), "R1")
    assert (player.rolled, player.resolving, player.rerolls) == (False, False, 0)
    assert [(card.used, card.flipped) for card in player.runes] == [(False, False), (False, True)]


@pytest.mark.rule("RK-105", "RK-114", "RK-118", "G-26", "RK-V60")
@pytest.mark.parametrize(
    ("fields", "result"),
    [
        ({"players": {"red": mine(tokens=19)}}, None),
        ({"players": {"red": mine(tokens=20)}}, "points"),
        ({"rune_deck": 1}, None),
        ({"rune_deck": 0}, "runes_out"),
        ({"merit_deck": 1}, None),
        ({"merit_deck": 0}, "merits_out"),
        ({"closing": "yes"}, "vote"),
    ],
)
def test_the_end_is_looked_at_only_after_the_slots_are_cleared(
    fields: dict[str, Any], result: str | None
) -> None:
    board = Board(step="E1", active="", slots={"A": "Ae"}, **fields)
    assert GAME.outcome(board.state) is None
    board.ready("E1")
    outcome = GAME.outcome(board.state)
    assert (outcome.result if outcome else None) == result
    assert board.state.step == ("END" if result else "E3")
    assert ("rk.log.over" in board.told) == bool(result)


def test_the_target_may_be_another_and_is_announced_when_reached() -> None:
    fields: dict[str, Any] = {"step": "T3", "players": {"red": mine(SPARK, tokens=2)}}
    board = Board(options={"target_points": 5}, **fields).claim("D01", "1,1 2,1 2,2")
    assert board.told == ["rk.log.claimed", "rk.log.target"]
    assert board.events[1].sound == "target"
    assert Board(options={"target_points": 6}, **fields).claim("D01", "1,1 2,1 2,2").told == [
        "rk.log.claimed"
    ]
    over = Board(options={"target_points": 2}, **fields).claim("D01", "1,1 2,1 2,2")
    assert over.told == ["rk.log.claimed"]
    merit = Board(step="T3", players={"red": mine(tokens=16, influence=tokens("AFEW"))}).show(
        "T3.merit", "4"
    )
    assert (merit.told, merit.state.announced) == (["rk.log.merit", "rk.log.target"], True)
    fire = (
        Board(players={"red": mine("1,1 Ep", "Fe Ep", tokens=19)})
        .influence("Fe")
        .choose("T2F", "1,1")
    )
    assert fire.told == ["rk.log.discarded_point", "rk.log.target"]
    ended = Board(
        options={"target_points": 5},
        step="E1",
        active="",
        slots={"A": "Ae"},
        players={"red": mine(tokens=5)},
    )
    assert ended.ready("E1").state.step == "END"


@pytest.mark.rule("RK-002", "RK-115", "RK-116", "RK-X16")
def test_the_highest_total_wins_and_ties_win_together() -> None:
    red = mine(runes=cards("M01", "D02"), merits=[4, 3], tokens=9)
    flipped = mine(runes=[*cards("M02"), *cards("D02", flipped=True)], merits=[4, 3], tokens=9)
    owners = {"M01": {"owner": "red"}, "M02": {"owner": "blue"}}
    board = Board(
        3,
        step="END",
        active="",
        masteries=owners,
        players={"red": red, "blue": flipped, "green": mine(tokens=19)},
    )
    outcome = GAME.outcome(board.state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.key, outcome.why.values["points"]) == (
        ("red", "blue"),
        "rk.outcome.tie",
        20,
    )
    assert [(one.seat, one.place, one.score) for one in outcome.standings][2] == ("green", 3, 19)
    alone = Board(step="END", active="", players={"red": mine(tokens=20), "blue": mine(tokens=21)})
    assert GAME.outcome(alone.state).winners == ("blue",)
    assert GAME.outcome(alone.state).why.key == "rk.outcome.win"
    assert alone.asks() == {}


@pytest.mark.rule("E-GAME-OVER")
def test_nothing_is_done_after_the_end() -> None:
    board = Board(step="END", active="", players={"red": mine(tokens=20)})
    for name in ("T2", "T3", "R1", "E3", "roll"):
        refused(board, "E-GAME-OVER", lambda name=name: board.choose(name, "1", seat="red"))


@pytest.mark.rule("E-STEP")
def test_what_has_no_place_now_says_what_is_done_now() -> None:
    board = Board(players={"red": mine(stored="Ep")})
    for name in ("R1", "R2", "S2", "S10", "E1", "E3", "T2.way"):
        error = refused(board, "E-STEP", lambda name=name: board.choose(name, "1"))
        assert error.say.values["step"].key == "rk.step.T2"


# Tutorials


@pytest.mark.rule("G-31", "E-MODE")
def test_the_first_tutorial_has_no_masters_merits_masteries_or_powers() -> None:
    fields: dict[str, Any] = {"players": {"red": mine(BOLT, "Ae", runes=cards("D03"))}}
    board = Board(options={"mode": "tutorial_1"}, **fields)
    assert board.state.masteries == {}
    before = Board(options={"mode": "tutorial_1"}, step="S3")
    assert [line.key for line in before.ask("S3").lines] == [
        "rk.check.dice",
        "rk.check.runes",
        "rk.check.tokens",
        "rk.check.guide",
    ]
    assert "red:power" not in board.asks()
    refused(board, "E-MODE", lambda: board.choose("power", "D03"))
    board.aim("Ae")
    assert board.options("T2.way") == ["B1", "B2", "B3", "B4"]
    refused(board, "E-MODE", lambda: board.choose("T2.way", "master:A"))
    board.choose("T2.way", "B1")
    refused(board, "E-MODE", lambda: board.claim("M01", BOLT_CELLS))
    refused(board, "E-MODE", lambda: board.show("T3.merit", "2"))
    assert not [
        handle
        for handle in GAME.handles(board.state)
        if "influence" in handle.id or "slot" in handle.id
    ]


@pytest.mark.rule("G-31", "E-MODE")
def test_the_second_tutorial_adds_masters_and_merits() -> None:
    board = Board(
        options={"mode": "tutorial_2"}, players={"red": mine("1,1 Ep", "Ae", runes=cards("D03"))}
    )
    assert board.aim("Ae").options("T2.way")[-1] == "master:A"
    refused(board, "E-MODE", lambda: board.choose("power", "D03"))
    keys = [line.key for line in Board(options={"mode": "tutorial_2"}, step="S3").ask("S3").lines]
    assert keys == [
        "rk.check.dice",
        "rk.check.merits",
        "rk.check.runes",
        "rk.check.masters",
        "rk.check.tokens",
        "rk.check.guide",
    ]


@pytest.mark.rule("G-31")
@pytest.mark.parametrize(
    ("mode", "fields", "step"),
    [
        ("tutorial_1", {"players": {"red": mine(tokens=5)}}, "E3"),
        ("tutorial_1", {"players": {"red": mine(tokens=6)}}, "END"),
        ("tutorial_1", {"merit_deck": 0}, "E3"),
        ("tutorial_1", {"rune_deck": 0}, "END"),
        ("tutorial_2", {"players": {"red": mine(tokens=11)}}, "E3"),
        ("tutorial_2", {"players": {"red": mine(tokens=12)}}, "END"),
        ("tutorial_2", {"merit_deck": 0}, "END"),
    ],
)
def test_the_tutorials_have_their_own_end(mode: str, fields: dict[str, Any], step: str) -> None:
    board = Board(
        options={"mode": mode, "target_points": 1},
        step="E1",
        active="",
        slots={"A": "Ae"},
        **fields,
    )
    assert board.ready("E1").state.step == step


@pytest.mark.rule("RK-011", "G-20")
def test_tokens_are_owed_until_they_are_taken_and_never_run_out() -> None:
    board = Board(step="T3", players={"red": mine(SPARK, tokens=100)}).claim("D01", "1,1 2,1 2,2")
    ask = board.ask("take", "red")
    assert (ask.say.values["n"], ask.optional, board.player().tokens) == (2, True, 102)
    board.ready("take", "red")
    assert (board.player().owed, board.player().tokens, board.ask("take", "red")) == (0, 102, None)
    assert (board.state.pack.tokens.silver, board.state.pack.tokens.gold) == (1, 5)
