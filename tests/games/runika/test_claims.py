"""Claiming runes, completing masteries, merits, clean-up, the end of the round and of the game."""

from typing import Any

import pytest

from companion.kit.asks import Count, Ready, Show
from tests.games.runika.table import GAME, Board, cards, mine, refused, row, tokens

SPARK = "1,1 Ee 2,1 Ep 2,2 Ep"
BOLT = "1,3 Fp 2,2 Fe 2,3 Fe 3,2 Fp 4,2 Fe"
BOLT_CELLS = "1,3 2,2 2,3 3,2 4,2"


@pytest.mark.rule(
    "RK-077", "RK-078", "RK-080", "RK-089", "RK-090", "RK-091", "RK-092", "RK-117", "G-02"
)
def test_a_claim_gives_the_card_a_token_per_points_die_and_empties_the_cells() -> None:
    board = Board(step="T3", players={"red": mine(SPARK + " 3,1 Wp 4,4 Ep")})
    assert board.options("T3") == ["D01@1,1 2,1 2,2", "done"]
    option = board.ask("T3").options[0]
    assert (option.card, option.say.values["value"], option.say.values["n"]) == ("D01", 1, 2)
    assert (option.say.key, option.detail.values["cells"]) == (
        "rk.option.claim",
        ("1,1", "2,1", "2,2"),
    )
    before = board.bag
    board.claim("D01", "1,1 2,1 2,2")
    assert board.lying() == "3,1 Wp 4,4 Ep"
    player = board.player()
    assert [(card.rune, card.value, card.fresh) for card in player.runes] == [("D01", 1, True)]
    assert (player.tokens, player.owed, player.total, board.bag) == (2, 2, 3, before + 3)
    assert (board.row(), board.told, board.events[0].sound) == (
        "- D05 D07",
        ["rk.log.claimed"],
        "claim",
    )
    assert (board.options("T3"), board.ask("T3").say.key) == (["done"], "rk.ask.no_claim")


@pytest.mark.rule("RK-079", "RK-093", "G-19", "E-LIMIT", "E-DIE-USED")
def test_several_runes_may_be_claimed_one_after_the_other() -> None:
    fields = {"step": "T3", "players": {"red": mine(BOLT + " 3,4 Fp 4,3 Fe 4,4 Fp")}}
    board = Board(**fields)
    refused(board, "E-GREY", lambda: board.claim("M01", BOLT_CELLS))
    board.claim("D01", "3,4 4,3 4,4").claim("M01", BOLT_CELLS)
    assert (board.player().total, board.state.turn.claims) == (8, 2)
    refused(board, "E-NOT-IN-PLAY", lambda: board.claim("D01", "3,4 4,3 4,4"))
    one = Board(options={"one_rune_per_turn": "on"}, **fields).claim("D01", "3,4 4,3 4,4")
    assert one.options("T3") == ["done"]
    refused(one, "E-LIMIT", lambda: one.claim("M01", BOLT_CELLS))
    shared = Board(step="T3", players={"red": mine("1,1 Ae 2,1 Ap 2,2 Ap 2,3 Ae")}).claim(
        "D05", "2,1 2,2 2,3"
    )
    refused(shared, "E-DIE-USED", lambda: shared.claim("D01", "1,1 2,1 2,2"))


def test_the_cells_of_a_claim_may_be_named_in_any_order() -> None:
    board = Board(step="T3", players={"red": mine(SPARK)})
    assert board.claim("D01", "2,2 1,1 2,1").told == ["rk.log.claimed"]
    bolt = Board(step="T3", players={"red": mine(BOLT)})
    backwards = " ".join(reversed(BOLT_CELLS.split()))
    assert bolt.claim("M01", backwards).told == ["rk.log.claimed"]
    wrong = Board(step="T3", players={"red": mine("1,1 Ee 2,1 Ep 2,2 Wp")})
    refused(wrong, "E-COLOUR-MIX", lambda: wrong.claim("D01", "2,2 1,1 2,1"))


@pytest.mark.rule("E-NO-MATCH", "E-MIRROR", "E-COLOUR-MIX", "E-NOT-IN-PLAY", "RK-V28", "RK-082")
def test_a_wrong_claim_is_told_what_is_wrong_with_it() -> None:
    lying = "1,1 Ae 1,2 Ap 2,2 Ae 2,3 Ap 3,1 Fe 4,1 Fe 4,2 We"
    board = Board(step="T3", row=row("D06 D01 D12"), players={"red": mine(lying)})
    refused(board, "E-MIRROR", lambda: board.claim("D06", "1,1 1,2 2,2 2,3"))
    error = refused(board, "E-NO-MATCH", lambda: board.claim("D06", "1,1 1,2 2,2 3,1"))
    assert error.say.values["cells"] == ("3,3",)
    refused(board, "E-COLOUR-MIX", lambda: board.claim("D01", "3,1 4,1 4,2"))
    refused(board, "E-COLOUR-MIX", lambda: board.claim("D12", "1,1 1,2 2,2 2,3"))
    refused(board, "E-NOT-IN-PLAY", lambda: board.claim("D05", "1,1 1,2 2,2"))
    refused(board, "E-DIE-USED", lambda: board.claim("D01", "1,4 2,4 2,3"))
    refused(board, "no_such_option", lambda: board.claim("D01", "9,9"))


@pytest.mark.rule("RK-087", "RK-088", "RK-X12", "E-GREY", "G-17")
def test_grey_cells_turn_with_the_pattern_unless_the_table_fixes_them() -> None:
    turned = "2,1 Fe 2,2 Fp 2,3 Fe 3,3 Fe 3,4 Fp 4,4 Fe"
    cells = "2,1 2,2 2,3 3,3 3,4"
    board = Board(step="T3", players={"red": mine(turned)})
    assert f"M01@{cells}" in board.options("T3")
    fixed = Board(options={"grey_fixed": "on"}, step="T3", players={"red": mine(turned)})
    error = refused(fixed, "E-GREY", lambda: fixed.claim("M01", cells))
    assert error.say.values["element"].key == "rk.element.F"
    free = Board(
        options={"grey_fixed": "on"},
        step="T3",
        players={"red": mine(turned.removesuffix(" 4,4 Fe"))},
    )
    assert f"M01@{cells}" in free.options("T3")


@pytest.mark.rule("RK-094", "RK-V50", "E-STACK-LATER", "G-22", "RK-095")
def test_an_uncovered_copy_waits_for_the_next_turn() -> None:
    fields: dict[str, Any] = {
        "step": "T3",
        "row": row("D01*2 D05 D07"),
        "players": {"red": mine("1,1 Ee 2,1 Ee 2,2 Ee 3,4 We 4,3 We 4,4 We")},
    }
    board = Board(**fields).claim("D01", "1,1 2,1 2,2")
    assert (board.row(), board.state.turn.uncovered) == ("D01 D05 D07", (0,))
    assert board.told == ["rk.log.claimed", "rk.log.uncovered"]
    assert board.options("T3") == ["done"]
    refused(board, "E-STACK-LATER", lambda: board.claim("D01", "3,4 4,3 4,4"))
    same = (
        Board(options={"same_turn_stack": "on"}, **fields)
        .claim("D01", "1,1 2,1 2,2")
        .claim("D01", "3,4 4,3 4,4")
    )
    assert [card.rune for card in same.player().runes] == ["D01", "D01"]
    assert same.row() == "- D05 D07"


# Masteries


@pytest.mark.rule("RK-096", "RK-V69")
def test_the_first_to_make_a_mastery_claims_its_card() -> None:
    board = Board(step="T3", players={"red": mine(BOLT)}).claim("M01", BOLT_CELLS)
    assert (board.player().total, board.player().tokens) == (5, 2)
    assert (board.state.masteries["M01"].owner, board.events[0].sound) == ("red", "fanfare")
    assert board.row() == "D01 D05 D07"


@pytest.mark.rule("RK-097", "RK-098", "RK-099", "RK-100", "RK-102", "G-16", "G-36", "G-34")
def test_a_claimed_mastery_is_completed_for_its_value_again_and_again() -> None:
    fields: dict[str, Any] = {
        "step": "T3",
        "masteries": {"M01": {"owner": "blue", "completions": {"red": 1}}},
        "players": {"red": mine(BOLT), "blue": mine(runes=cards("M01", flipped=True))},
    }
    board = Board(**fields)
    keys = {option.card: option.say.key for option in board.ask("T3").options}
    assert (keys["M01"], keys["D01"]) == ("rk.option.complete", "rk.option.claim")
    board.claim("M01", BOLT_CELLS)
    assert (board.player().tokens, board.player().runes, board.lying()) == (5, (), "")
    assert (board.player("blue").total, board.state.masteries["M01"].completions) == (3, {"red": 2})
    assert (board.told, board.events[0].sound) == (["rk.log.completed"], "complete")
    grey = Board(
        step="T3",
        masteries=fields["masteries"],
        players={**fields["players"], "red": mine(BOLT + " 4,4 Fe")},
    )
    refused(grey, "E-GREY", lambda: grey.claim("M01", BOLT_CELLS))
    limited = Board(options={"mastery_completion_limit": 1}, **fields)
    refused(limited, "E-LIMIT", lambda: limited.claim("M01", BOLT_CELLS))
    twice = Board(options={"mastery_completion_limit": 2}, **fields).claim("M01", BOLT_CELLS)
    assert twice.player().tokens == 5


@pytest.mark.rule("RK-101", "RK-V55", "E-OWN-MASTERY", "G-16")
def test_the_owner_does_not_complete_their_own_mastery() -> None:
    fields: dict[str, Any] = {
        "step": "T3",
        "masteries": {"M01": {"owner": "red"}},
        "players": {"red": mine(BOLT, runes=cards("M01"))},
    }
    board = Board(**fields)
    assert f"M01@{BOLT_CELLS}" not in board.options("T3")
    refused(board, "E-OWN-MASTERY", lambda: board.claim("M01", BOLT_CELLS))
    again = Board(options={"repeat_own_mastery": "on"}, **fields).claim("M01", BOLT_CELLS)
    assert (again.player().tokens, len(again.player().runes)) == (5, 1)


# Runes whose card is not known in full


def test_a_rune_without_a_pattern_is_claimed_on_the_tables_word() -> None:
    fields = {"step": "T3", "row": row("spark charm wave_whip")}
    board = Board(pack="printed", **fields, players={"red": mine("1,1 Ep 2,1 Ee 3,1 Wp")})
    assert isinstance(board.choose("T3", "spark@?").ask("T3.value"), Count)
    assert set(board.asks()) == {"red:T3.value"}
    board.count("T3.value", 2)
    assert (board.state.pack.rune("spark").value, board.state.pack.rune("spark").source) == (
        2,
        "owner",
    )
    assert board.options("T3.cells") == ["1,1", "2,1", "3,1"]
    assert (board.ask("T3.cells").least, board.ask("T3.cells").most) == (1, 3)
    refused(board, "E-DIE-USED", lambda: board.choose("T3.cells", "4,4"))
    board.choose("T3.cells", "3,1", "1,1")
    assert (board.player().total, board.player().tokens, board.lying()) == (4, 2, "2,1 Ee")
    assert (board.row(), board.state.step) == ("- charm wave_whip", "T3")
    known = board.choose("T3", "charm@?")
    assert known.ask("T3.value") is None
    empty = Board(pack="printed", **fields, players={"red": mine()})
    assert empty.options("T3") == ["done"]


def test_a_rune_met_for_the_first_time_is_taught() -> None:
    board = Board(
        pack="printed", step="T4", row=row("spark - charm"), players={"blue": mine(stored="E?")}
    )
    assert (board.ask("T4").new, board.ask("T4").needs) == (
        True,
        ("name", "kind", "element", "value", "frame", "power"),
    )
    refused(board, "E-COPIES", lambda: board.show("T4", "gleam"))
    refused(board, "E-COPIES", lambda: board.show("T4", "thunderbolt"))
    refused(board, "E-COPIES", lambda: board.show("T4", "", value=1))
    refused(board, "bad_card", lambda: board.show("T4", "gleam", name="Gleam", frame="#z"))
    for wrong in ({"frame": "##/#"}, {"frame": ".."}, {"kind": "elemental", "frame": "#"}):
        facts = wrong
        refused(board, "bad_card", lambda facts=facts: board.show("T4", "gleam", **facts))  # type: ignore[misc]
    board.show("T4", "gleam", name="Gleam", kind="wild", value=2, frame="##")
    rune = board.state.pack.rune("gleam")
    assert (rune.name, rune.value, rune.frame, rune.source, rune.verified) == (
        "Gleam",
        2,
        "##",
        "owner",
        True,
    )
    assert (board.row(), board.told[:2]) == (
        "spark gleam charm",
        ["rk.log.taught", "rk.log.revealed"],
    )


# Merits


@pytest.mark.rule(
    "RK-072",
    "RK-073",
    "RK-074",
    "RK-075",
    "E-MERIT-DUE",
    "E-MERIT-VALUE",
    "E-MERIT-NONE",
    "G-13",
    "G-39",
)
def test_four_tokens_are_cashed_in_for_a_merit_before_the_turn_ends() -> None:
    fields: dict[str, Any] = {
        "step": "T3",
        "players": {"red": mine(SPARK, influence=tokens("AFEW"))},
    }
    board = Board(**fields)
    ask = board.ask("T3.merit")
    assert isinstance(ask, Show)
    assert ([card.id for card in ask.known], ask.optional) == (["2", "3", "4"], False)
    refused(board, "E-MERIT-DUE", lambda: board.choose("T3", "done"))
    refused(board, "E-MERIT-VALUE", lambda: board.show("T3.merit", "5"))
    board.claim("D01", "1,1 2,1 2,2")
    assert "red:T3.merit" in board.asks()
    board.show("T3.merit", "4")
    assert (board.player().merits, board.player().influence, board.state.merit_deck) == (
        (4,),
        tokens(""),
        11,
    )
    assert (board.player().total, board.state.turn.merit_drawn, board.events[0].sound) == (
        7,
        True,
        "merit",
    )
    error = refused(board, "E-MERIT-NONE", lambda: board.show("T3.merit", "2"))
    assert error.say.values["names"] == ("Simza", "Ainfean", "Ekamu", "Ko'bataar")
    free = Board(options={"merit_optional": "on"}, **fields)
    assert free.ask("T3.merit").optional
    assert "done" in free.options("T3")
    three = Board(step="T3", players={"red": mine(influence=tokens("AFE"))})
    assert three.ask("T3.merit") is None
    refused(three, "E-MERIT-NONE", lambda: three.show("T3.merit", "2"))


@pytest.mark.rule("E-STORED-LEFT", "RK-073", "E-TURN")
def test_no_merit_with_dice_left_or_out_of_turn() -> None:
    board = Board(players={"red": mine(stored="Ep", influence=tokens("AFEW"))})
    refused(board, "E-STORED-LEFT", lambda: board.show("T3.merit", "2"))
    refused(board, "E-TURN", lambda: board.show("T3.merit", "2", seat="blue"))


@pytest.mark.rule("RK-073")
def test_a_second_full_set_in_one_turn_waits_for_the_next_turn() -> None:
    turn = {"merit_drawn": True}
    board = Board(
        step="T3",
        turn=turn,
        players={"red": mine(influence=tokens("AFEW")), "blue": mine(stored="Ar")},
    )
    assert board.ask("T3.merit") is None
    board.choose("T3", "done")
    assert (board.player().kept_set, board.player().influence) == ("second", tokens("AFEW"))
    assert "red:late" not in board.asks()
    once = Board(
        step="T3",
        turn=turn,
        players={"red": mine(influence=tokens("AFE")), "blue": mine(stored="Ar")},
    )
    assert once.choose("T3", "done").player().kept_set == ""
    again = Board(
        step="T3", active="blue", had_turn=[], initiative="blue",
        players={"red": mine(stored="Ar", influence=tokens("AFEW"), kept_set="second")},
    )  # fmt: skip
    again.choose("T3", "done").choose("T2", "1")
    refused(again, "E-MERIT-DUE", lambda: again.choose("T3", "done"))
    again.show("T3.merit", "2")
    assert again.player().kept_set == ""


@pytest.mark.rule("RK-076", "RK-V58", "E-DECK-EMPTY", "G-14")
def test_with_no_merit_left_the_tokens_only_come_back() -> None:
    board = Board(step="T3", merit_deck=0, players={"red": mine(influence=tokens("AFEW"))})
    assert isinstance(board.ask("T3.merit"), Ready)
    refused(board, "E-DECK-EMPTY", lambda: board.show("T3.merit", "2"))
    board.ready("T3.merit")
    assert (board.player().merits, board.player().influence, board.told) == (
        (),
        tokens(""),
        ["rk.log.merit_none"],
    )
    last = Board(step="T3", merit_deck=1, players={"red": mine(influence=tokens("AFEW"))}).show(
        "T3.merit", "2"
    )
    assert last.told == ["rk.log.merit", "rk.log.merits_out"]


@pytest.mark.rule("E-COPIES")
def test_there_are_only_so_many_merits_of_a_value() -> None:
    players = {"red": mine(influence=tokens("AFEW"), merits=[2, 2]), "blue": mine(merits=[2, 2])}
    board = Board(step="T3", players=players)
    assert refused(board, "E-COPIES", lambda: board.show("T3.merit", "2")).may_force
    assert board.show("T3.merit", "3").player().merits == (2, 2, 3)
    players["blue"] = mine(merits=[2])
    assert Board(step="T3", players=players).show("T3.merit", "2").player().merits == (2, 2, 2)


@pytest.mark.rule("G-15")
def test_merits_are_open_unless_the_table_hides_them() -> None:
    players = {"red": mine(influence=tokens("AFEW"), merits=[4]), "blue": mine(stored="Ar")}
    hidden = Board(options={"merit_hidden": "on"}, step="T3", players=players).show("T3.merit", "3")
    assert (hidden.told, hidden.state.announced) == (["rk.log.merit_hidden"], False)
    players["red"] = mine(influence=tokens("AFEW"), merits=[4], tokens=13)
    ends = Board(options={"merit_hidden": "on"}, step="T3", players=players).show("T3.merit", "3")
    assert (ends.told, ends.state.announced) == (
        ["rk.log.merit_hidden", "rk.log.target_hidden"],
        True,
    )
    assert "last_round" in {tracker.id for tracker in GAME.view(ends.state, "blue").trackers}
    assert "last_round" not in {tracker.id for tracker in GAME.view(hidden.state, "blue").trackers}
    players["red"] = mine(influence=tokens("AFEW"), merits=[4])
    for seat, figures in ((None, ["?", "?"]), ("blue", ["?", "?"]), ("red", [4, 3])):
        shown = {tracker.id: tracker for tracker in GAME.view(hidden.state, seat).trackers}
        assert [card.figures[0][1] for card in shown["red.merits"].cards] == figures
        assert shown["red.points"].value == (7 if seat == "red" else 0)
    assert not [
        handle for handle in GAME.handles(hidden.state) if handle.id.startswith("red.merits")
    ]
    over = Board(
        options={"merit_hidden": "on"}, step="END", active="", players={"red": mine(merits=[4])}
    )
    shown = {tracker.id: tracker for tracker in GAME.view(over.state, "blue").trackers}
    assert shown["red.points"].value == 4
    open_ = Board(step="T3", players=players).show("T3.merit", "3")
    assert open_.told == ["rk.log.merit"]
    assert {t.id: t for t in GAME.view(open_.state, "blue").trackers}["red.points"].value == 7


# Clean-up
