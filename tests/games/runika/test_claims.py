"""Claiming runes, completing masteries, merits, clean-up, the end of the round and of the game."""

from typing import Any

import pytest

from companion.kit.asks import Count, Ready, Show
from companion.kit.intents import Placed
from companion.kit.pieces import Piece
from tests.games.runika.board import GAME, Board, cards, mine, refused, row, tokens

SPARK = "1,1 Ee 2,1 Ep 2,2 Ep"
BOLT = "1,3 Fp 2,2 Fe 2,3 Fe 3,2 Fp 4,2 Fe"
BOLT_CELLS = "1,3 2,2 2,3 3,2 4,2"


@pytest.mark.rule("RK-077", "RK-078", "RK-080", "RK-089", "RK-090", "RK-091", "RK-092", "RK-117", "G-02")
def test_a_claim_gives_the_card_a_token_per_points_die_and_empties_the_cells() -> None:
    board = Board(step="T3", players={"red": mine(SPARK + " 3,1 Wp 4,4 Ep")})
    assert board.options("T3") == ["D01@1,1 2,1 2,2", "done"]
    option = board.ask("T3").options[0]
    assert (option.card, option.say.values["value"], option.say.values["n"]) == ("D01", 1, 2)
    assert (option.say.key, option.detail.values["cells"]) == ("rk.option.claim", ("1,1", "2,1", "2,2"))
    before = board.bag
    board.claim("D01", "1,1 2,1 2,2")
    assert board.lying() == "3,1 Wp 4,4 Ep"
    player = board.player()
    assert [(card.rune, card.value, card.fresh) for card in player.runes] == [("D01", 1, True)]
    assert (player.tokens, player.owed, player.total, board.bag) == (2, 2, 3, before + 3)
    assert (board.row(), board.told, board.events[0].sound) == ("- D05 D07", ["rk.log.claimed"], "claim")
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
    shared = Board(step="T3", players={"red": mine("1,1 Ae 2,1 Ap 2,2 Ap 2,3 Ae")}).claim("D05", "2,1 2,2 2,3")
    refused(shared, "E-DIE-USED", lambda: shared.claim("D01", "1,1 2,1 2,2"))


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
    free = Board(options={"grey_fixed": "on"}, step="T3", players={"red": mine(turned.removesuffix(" 4,4 Fe"))})
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
    same = Board(options={"same_turn_stack": "on"}, **fields).claim("D01", "1,1 2,1 2,2").claim("D01", "3,4 4,3 4,4")
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
    grey = Board(step="T3", masteries=fields["masteries"], players={**fields["players"], "red": mine(BOLT + " 4,4 Fe")})
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
    assert (board.state.pack.rune("spark").value, board.state.pack.rune("spark").source) == (2, "owner")
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
    board = Board(pack="printed", step="T4", row=row("spark - charm"), players={"blue": mine(stored="E?")})
    assert (board.ask("T4").new, board.ask("T4").needs) == (True, ("kind", "element", "value", "frame"))
    refused(board, "E-COPIES", lambda: board.show("T4", "gleam"))
    refused(board, "E-COPIES", lambda: board.show("T4", "thunderbolt"))
    refused(board, "E-COPIES", lambda: board.show("T4", "", value=1))
    refused(board, "bad_card", lambda: board.show("T4", "gleam", name="Gleam", frame="#z"))
    board.show("T4", "gleam", name="Gleam", kind="wild", value=2, frame="##")
    rune = board.state.pack.rune("gleam")
    assert (rune.name, rune.value, rune.frame, rune.source, rune.verified) == ("Gleam", 2, "##", "owner", True)
    assert (board.row(), board.told[:2]) == ("spark gleam charm", ["rk.log.taught", "rk.log.revealed"])


# Merits


@pytest.mark.rule(
    "RK-072", "RK-073", "RK-074", "RK-075", "E-MERIT-DUE", "E-MERIT-VALUE", "E-MERIT-NONE", "G-13", "G-39"
)
def test_four_tokens_are_cashed_in_for_a_merit_before_the_turn_ends() -> None:
    fields: dict[str, Any] = {"step": "T3", "players": {"red": mine(SPARK, influence=tokens("AFEW"))}}
    board = Board(**fields)
    ask = board.ask("T3.merit")
    assert isinstance(ask, Show)
    assert ([card.id for card in ask.known], ask.optional) == (["2", "3", "4"], False)
    refused(board, "E-MERIT-DUE", lambda: board.choose("T3", "done"))
    refused(board, "E-MERIT-VALUE", lambda: board.show("T3.merit", "5"))
    board.claim("D01", "1,1 2,1 2,2")
    assert "red:T3.merit" in board.asks()
    board.show("T3.merit", "4")
    assert (board.player().merits, board.player().influence, board.state.merit_deck) == ((4,), tokens(""), 11)
    assert (board.player().total, board.state.turn.merit_drawn, board.events[0].sound) == (7, True, "merit")
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
    board = Board(step="T3", turn=turn, players={"red": mine(influence=tokens("AFEW")), "blue": mine(stored="Ar")})
    assert board.ask("T3.merit") is None
    board.choose("T3", "done")
    assert (board.player().kept_set, board.player().influence) == ("second", tokens("AFEW"))
    assert "red:late" not in board.asks()
    once = Board(step="T3", turn=turn, players={"red": mine(influence=tokens("AFE")), "blue": mine(stored="Ar")})
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
    assert (board.player().merits, board.player().influence, board.told) == ((), tokens(""), ["rk.log.merit_none"])
    last = Board(step="T3", merit_deck=1, players={"red": mine(influence=tokens("AFEW"))}).show("T3.merit", "2")
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
    assert (ends.told, ends.state.announced) == (["rk.log.merit_hidden", "rk.log.target_hidden"], True)
    assert "last_round" in {tracker.id for tracker in GAME.view(ends.state, "blue").trackers}
    assert "last_round" not in {tracker.id for tracker in GAME.view(hidden.state, "blue").trackers}
    players["red"] = mine(influence=tokens("AFEW"), merits=[4])
    for seat, figures in ((None, ["?", "?"]), ("blue", ["?", "?"]), ("red", [4, 3])):
        shown = {tracker.id: tracker for tracker in GAME.view(hidden.state, seat).trackers}
        assert [card.figures[0][1] for card in shown["red.merits"].cards] == figures
        assert shown["red.points"].value == (7 if seat == "red" else 0)
    assert not [handle for handle in GAME.handles(hidden.state) if handle.id.startswith("red.merits")]
    over = Board(options={"merit_hidden": "on"}, step="END", active="", players={"red": mine(merits=[4])})
    shown = {tracker.id: tracker for tracker in GAME.view(over.state, "blue").trackers}
    assert shown["red.points"].value == 4
    open_ = Board(step="T3", players=players).show("T3.merit", "3")
    assert open_.told == ["rk.log.merit"]
    assert {t.id: t for t in GAME.view(open_.state, "blue").trackers}["red.points"].value == 7


# Clean-up


@pytest.mark.rule("RK-106", "RK-107", "RK-108", "RK-109", "RK-111", "RK-V52", "E-COPIES")
def test_gaps_are_filled_from_space_one_and_duplicates_stacked() -> None:
    board = Board(step="T4", row=row("- D06 -"), players={"blue": mine(stored="E?")})
    assert (board.ask("T4").say.values["space"], board.state.rune_deck) == (1, 23)
    board.show("T4", "D06")
    assert (board.row(), board.told) == ("- D06*2 -", ["rk.log.stacked"])
    assert refused(board, "E-COPIES", lambda: board.show("T4", "D06")).may_force
    refused(board, "E-COPIES", lambda: board.show("T4", "M01"))
    board.show("T4", "D01")
    assert (board.row(), board.state.step, board.ask("T4").say.values["space"]) == ("D01 D06*2 -", "T4", 3)
    board.show("T4", "D07")
    assert (board.row(), board.state.rune_deck) == ("D01 D06*2 D07", 20)
    assert (board.state.active, board.state.step, board.state.had_turn) == ("blue", "T1", ("red",))
    held = Board(step="T4", row=row("- D01 D05"), players={"red": mine(runes=cards("D06", "D06"))})
    refused(held, "E-COPIES", lambda: held.show("T4", "D06"))


@pytest.mark.rule("RK-106", "RK-108", "RK-110")
def test_no_gap_or_no_deck_means_no_clean_up() -> None:
    full = Board(step="T3", row=row("D01 D06*2 D07"), players={"blue": mine(stored="E?")}).choose("T3", "done")
    assert (full.state.step, full.state.active) == ("T1", "blue")
    empty = Board(step="T3", row=row("D01 - D07"), rune_deck=0, players={"blue": mine(stored="E?")})
    assert empty.choose("T3", "done").state.active == "blue"
    gap = Board(step="T3", row=row("D01 - D07"), players={"blue": mine(stored="E?")}).choose("T3", "done")
    assert gap.state.step == "T4"
    refused(gap, "E-STEP", lambda: gap.choose("T3", "done"))
    last = Board(step="T4", row=row("- - D07"), rune_deck=1, players={"blue": mine(stored="E?")}).show("T4", "D01")
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
        return Placed({str(at): (Piece(rune),) for at, rune in enumerate(text.split(), 1) if rune != "-"})

    board = Board(3, step="T4", row=row("- D06 - D07"), players={"blue": mine(stored="E?")})
    assert board.ask("T4.row").optional
    assert board.ask("T4.row").now == {"2": (Piece("D06"),), "4": (Piece("D07"),)}
    error = refused(board, "E-DUP-NOT-STACKED", lambda: board.answer("T4.row", cells("D06 D06 - D07")))
    assert error.say.values["space"] == 1
    refused(board, "E-STEP", lambda: board.answer("T4.row", cells("D01 D05 - D07")))
    refused(board, "E-STEP", lambda: board.answer("T4.row", cells("- D06 D01 D07")))
    assert board.answer("T4.row", cells("- D06 - D07")).told == ["rk.log.row_agrees"]
    board.answer("T4.row", cells("D01 D06 - D07"))
    assert (board.row(), board.state.step) == ("D01 D06 - D07", "T4")
    board.answer("T4.row", cells("D01 D06 D02 D07"))
    assert (board.row(), board.state.active, board.state.rune_deck) == ("D01 D06 D02 D07", "blue", 20)
    dry = Board(3, step="T4", row=row("- D06 - D07"), rune_deck=1)
    refused(dry, "E-DECK-EMPTY", lambda: dry.answer("T4.row", cells("D01 D06 D02 D07")))


# The end of the round and of the game


@pytest.mark.rule("RK-112", "RK-056", "E-SLOTS-LEFT", "RK-117")
def test_the_slots_are_cleared_before_a_new_round_and_tokens_stay() -> None:
    players = {"red": mine(influence=tokens("AW")), "blue": mine(stored="Ar")}
    board = Board(step="T2", active="blue", had_turn=["red"], slots={"A": "Ae", "W": "We"}, players=players)
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
    board = Board(3, step="E3", active="", initiative="green", had_turn=["green", "red", "blue"], players={"red": red})
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
def test_the_end_is_looked_at_only_after_the_slots_are_cleared(fields: dict[str, Any], result: str | None) -> None:
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
    assert Board(options={"target_points": 6}, **fields).claim("D01", "1,1 2,1 2,2").told == ["rk.log.claimed"]
    over = Board(options={"target_points": 2}, **fields).claim("D01", "1,1 2,1 2,2")
    assert over.told == ["rk.log.claimed"]
    merit = Board(step="T3", players={"red": mine(tokens=16, influence=tokens("AFEW"))}).show("T3.merit", "4")
    assert (merit.told, merit.state.announced) == (["rk.log.merit", "rk.log.target"], True)
    fire = Board(players={"red": mine("1,1 Ep", "Fe Ep", tokens=19)}).influence("Fe").choose("T2F", "1,1")
    assert fire.told == ["rk.log.discarded_point", "rk.log.target"]
    ended = Board(
        options={"target_points": 5}, step="E1", active="", slots={"A": "Ae"}, players={"red": mine(tokens=5)}
    )
    assert ended.ready("E1").state.step == "END"


@pytest.mark.rule("RK-002", "RK-115", "RK-116", "RK-X16")
def test_the_highest_total_wins_and_ties_win_together() -> None:
    red = mine(runes=cards("M01", "D02"), merits=[4, 3], tokens=9)
    flipped = mine(runes=[*cards("M02"), *cards("D02", flipped=True)], merits=[4, 3], tokens=9)
    owners = {"M01": {"owner": "red"}, "M02": {"owner": "blue"}}
    board = Board(
        3, step="END", active="", masteries=owners, players={"red": red, "blue": flipped, "green": mine(tokens=19)}
    )
    outcome = GAME.outcome(board.state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.key, outcome.why.values["points"]) == (("red", "blue"), "rk.outcome.tie", 20)
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
    assert [line.key for line in Board(options={"mode": "tutorial_1"}, step="S3").ask("S3").lines] == [
        "rk.check.dice", "rk.check.runes", "rk.check.tokens", "rk.check.guide",
    ]  # fmt: skip
    assert "red:power" not in board.asks()
    refused(board, "E-MODE", lambda: board.choose("power", "D03"))
    board.aim("Ae")
    assert board.options("T2.way") == ["B1", "B2", "B3", "B4"]
    refused(board, "E-MODE", lambda: board.choose("T2.way", "master:A"))
    board.choose("T2.way", "B1")
    refused(board, "E-MODE", lambda: board.claim("M01", BOLT_CELLS))
    refused(board, "E-MODE", lambda: board.show("T3.merit", "2"))
    assert not [handle for handle in GAME.handles(board.state) if "influence" in handle.id or "slot" in handle.id]


@pytest.mark.rule("G-31", "E-MODE")
def test_the_second_tutorial_adds_masters_and_merits() -> None:
    board = Board(options={"mode": "tutorial_2"}, players={"red": mine("1,1 Ep", "Ae", runes=cards("D03"))})
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
    board = Board(options={"mode": mode, "target_points": 1}, step="E1", active="", slots={"A": "Ae"}, **fields)
    assert board.ready("E1").state.step == step


@pytest.mark.rule("RK-011", "G-20")
def test_tokens_are_owed_until_they_are_taken_and_never_run_out() -> None:
    board = Board(step="T3", players={"red": mine(SPARK, tokens=100)}).claim("D01", "1,1 2,1 2,2")
    ask = board.ask("take", "red")
    assert (ask.say.values["n"], ask.optional, board.player().tokens) == (2, True, 102)
    board.ready("take", "red")
    assert (board.player().owed, board.player().tokens, board.ask("take", "red")) == (0, 102, None)
    assert (board.state.pack.tokens.silver, board.state.pack.tokens.gold) == (1, 5)
