"""What powers of runes do, effect by effect."""

from typing import Any

import pytest

from tests.games.runika.table import Board, cards, mine, powered, refused, row, tokens, with_power

SPARK = "1,1 Ee 2,1 Ee 2,2 Ee"


@pytest.mark.rule("RK-125")
def test_after_the_first_step_of_a_power_the_rest_may_be_waived() -> None:
    board = Board(players={"red": mine("1,1 Ep 2,2 Wp", "Fp", runes=cards("D05"))}).choose(
        "power", "D05"
    )
    assert (board.state.step, board.options("T2A")) == ("T2A", ["1,1", "2,2"])
    board.choose("T2A", "1,1").choose("T2A.side", "R")
    assert board.options("T2A") == ["1,2", "2,2", "enough"]
    waived = board.state
    board.choose("T2A", "enough")
    assert (board.state.step, board.lying()) == ("T2", "1,2 Ep 2,2 Wp")
    board.state = waived
    board.choose("T2A", "2,2").choose("T2A.side", "L")
    assert (board.state.step, board.lying()) == ("T2", "1,2 Ep 2,1 Wp")
    ability = Board(players={"red": mine("1,1 Ep", "Ae Fp")}).influence("Ae")
    assert ability.options("T2A") == ["1,1"]


@pytest.mark.rule("RK-122", "RK-123")
def test_a_free_reroll_may_come_after_resolving_has_begun() -> None:
    board = Board(
        players={"red": mine(stored="Er Fp We", runes=cards("D01"))}, row=row("D02 D05 D07")
    )
    board.choose("T2", "1").choose("power", "D01")
    ask = board.ask("T2P")
    assert (board.state.step, ask.least, ask.most, board.options("T2P")) == (
        "T2P",
        1,
        1,
        ["1", "2"],
    )
    board.choose("T2P", "2")
    assert [(die.colour, die.count) for die in board.ask("T2P.roll").dice] == [("blue", 1)]
    board.roll("Wr", "T2P.roll")
    assert (board.player().stored, board.state.step, board.bag) == (("Fp", "Wr"), "T2", 78)
    two = powered({"do": "reroll_stored", "n": 3}, red=mine("", "Fp Ee")).choose("power", "D01")
    assert two.ask("T2P").most == 2
    two.choose("T2P", "2", "1").roll("Er Fe", "T2P.roll")
    assert two.player().stored == ("Fe", "Er")


def test_stored_dice_are_turned_to_a_face() -> None:
    board = (
        powered({"do": "set_face", "n": 2, "face": "e"}).choose("power", "D01").choose("T2P", "1")
    )
    assert (board.player().stored, board.state.step, board.told) == (
        ("Fe", "Ee"),
        "T2",
        ["rk.log.face_set"],
    )


@pytest.mark.rule("RK-123")
def test_discarding_stored_dice_may_take_the_last_one() -> None:
    board = (
        Board(players={"red": mine(stored="Fp", runes=cards("D12"))})
        .choose("power", "D12")
        .choose("T2P", "1")
    )
    assert (board.player().stored, board.state.step, board.bag) == ((), "T3", 80)
    assert not board.player().resolving


@pytest.mark.rule("RK-123")
def test_dice_drawn_in_the_claim_step_are_resolved_before_any_further_claim() -> None:
    red = mine(SPARK, runes=cards("D11"), rolled=True, resolving=True)
    board = Board(step="T3", players={"red": red}).choose("power", "D11")
    assert (board.ask("T2W").least, board.ask("T2W").most) == (1, 1)
    board.dice("T2W", "F1").roll("Fr", "T2W.roll")
    assert (board.state.step, board.player().stored) == ("T2", ("Fr",))
    refused(board, "E-STORED-LEFT", lambda: board.claim("D01", "1,1 2,1 2,2"))
    refused(board, "E-REROLL-CLOSED", lambda: board.choose("reroll", "1"))
    board.choose("T2", "1")
    assert board.state.step == "T3"
    many = powered({"do": "draw_dice", "n": 3}, step="T3", red=mine(rolled=True)).choose(
        "power", "D01"
    )
    assert (many.ask("T2W").least, many.ask("T2W").most) == (1, 3)
    refused(many, "E-WATER-COUNT", lambda: many.dice("T2W", "A4"))
    assert many.dice("T2W", "A2").player().stored == ("A?", "A?")


@pytest.mark.rule("RK-126")
def test_a_free_push_may_come_from_any_side_and_lapses() -> None:
    board = Board(
        players={"red": mine(stored="Fp Ep Wp", runes=cards("D09")), "blue": mine(stored="Ar")}
    )
    board.choose("power", "D09")
    assert board.state.turn.free_pushes == 1
    board.aim("Fp")
    assert len(board.options("T2.way")) == 16
    board.choose("T2.way", "L1")
    assert board.state.turn.free_pushes == 0
    board.aim("Ep")
    refused(board, "E-SIDE", lambda: board.choose("T2.way", "B1"))
    two = powered({"do": "free_side_push", "n": 2}, red=mine(stored="Fp Ep Wr")).choose(
        "power", "D01"
    )
    two.push("Fp", "B1").push("Ep", "R4")
    assert (two.lying(), two.state.turn.free_pushes) == ("4,1 Fp 4,4 Ep", 0)
    shifted = (
        powered({"do": "free_side_push"}, red=mine("1,1 Ep", "Ae Fp"))
        .choose("power", "D01")
        .influence("Ae")
    )
    shifted.choose("T2A", "1,1").choose("T2A.side", "R")
    assert shifted.state.turn.free_pushes == 1
    lapsed = powered({"do": "free_side_push"}, step="T3", red=mine(rolled=True)).choose(
        "power", "D01"
    )
    assert lapsed.choose("T3", "done").state.turn.free_pushes == 0


@pytest.mark.rule("RK-127", "RK-V73", "E-NO-EFFECT")
def test_influence_by_power_needs_no_die_and_uses_no_ability() -> None:
    red = mine("1,1 Ep", influence=tokens("AFW"), runes=cards("D02"), rolled=True)
    board = Board(step="T3", slots={"E": "Ee"}, players={"red": red}).choose("power", "D02")
    assert board.options("T2P") == ["master:E"]
    refused(board, "E-NO-EFFECT", lambda: board.choose("T2P", "master:A"))
    board.choose("T2P", "master:E")
    assert (board.player().influence, board.state.slots["E"], board.state.step) == (
        tokens("AFEW"),
        "Ee",
        "T3",
    )
    assert "red:T3.merit" in board.asks()
    named = powered({"do": "gain_influence", "element": "F"}).choose("power", "D01")
    assert (named.player().influence, named.state.step, named.told[1]) == (
        tokens("F"),
        "T2",
        "rk.log.token",
    )
    two = powered({"do": "gain_influence", "n": 2}).choose("power", "D01").choose("T2P", "master:A")
    assert two.options("T2P") == ["master:F", "master:E", "master:W", "enough"]


def test_dice_of_the_grid_are_swapped() -> None:
    board = powered(
        {"do": "swap_grid_dice", "n": 2}, red=mine("1,1 Ep 2,2 Wp 3,3 Ae", "Fp")
    ).choose("power", "D01")
    assert (board.ask("T2P").least, board.ask("T2P").most) == (2, 2)
    board.choose("T2P", "1,1", "3,3")
    assert (board.lying(), board.state.step) == ("1,1 Ae 2,2 Wp 3,3 Ep", "T2P")
    refused(board, "wrong_number", lambda: board.choose("T2P", "2,2"))
    refused(board, "wrong_number", lambda: board.choose("T2P", "2,2", "enough"))
    board.choose("T2P", "2,2", "1,1")
    assert (board.lying(), board.state.step) == ("1,1 Wp 2,2 Ae 3,3 Ep", "T2")


@pytest.mark.rule("RK-060")
def test_discarding_by_power_pays_only_where_the_card_says_so() -> None:
    paid = (
        Board(players={"red": mine("1,1 Ep", "Fp", runes=cards("D07"))})
        .choose("power", "D07")
        .choose("T2F", "1,1")
    )
    assert (paid.player().tokens, paid.lying()) == (1, "")
    free = powered({"do": "discard_grid_die"}).choose("power", "D01").choose("T2F", "1,1")
    assert free.player().tokens == 0


def test_points_turns_and_full_slots_by_power() -> None:
    assert powered({"do": "gain_points", "n": 2}).choose("power", "D01").player().tokens == 2
    both = powered({"do": "rotate_disk"}, {"do": "gain_points", "n": 2}).choose("power", "D01")
    assert (both.player().disk, both.player().tokens, both.state.step) == (1, 2, "T2")
    assert powered({"do": "rotate_disk", "n": -1}).choose("power", "D01").player().disk == 3
    assert powered({"do": "rotate_disk", "n": 2}).choose("power", "D01").player().disk == 2
    slots = {"F": "Fe"}
    board = powered({"do": "ignore_full_slot"}, slots=slots, red=mine("", "Fe Fe Ee")).choose(
        "power", "D01"
    )
    bag = board.bag
    assert board.state.turn.open_slots == 1
    board.influence("Fe")
    assert (board.state.slots["F"], board.bag, board.state.turn.open_slots) == ("Fe", bag + 1, 0)
    assert board.player().influence == tokens("F")
    board.aim("Fe")
    refused(board, "E-SLOT-FULL", lambda: board.choose("T2.way", "master:F"))


def test_an_ability_may_be_used_by_power() -> None:
    board = powered({"do": "use_ability"}).choose("power", "D01")
    assert board.options("T2P") == ["master:A", "master:F", "master:E", "master:W"]
    board.choose("T2P", "master:F")
    assert board.state.step == "T2F"
    board.choose("T2F", "1,1")
    assert (board.player().tokens, board.player().influence, board.state.slots["F"]) == (
        1,
        tokens(""),
        "",
    )
    named = powered({"do": "use_ability", "element": "E"}).choose("power", "D01").choose("T2E", "1")
    assert named.player().disk == 1
    for effect in ({"do": "use_ability", "element": "W"}, {"do": "use_ability"}):
        water = powered(effect).choose("power", "D01")
        if "element" not in effect:
            water.choose("T2P", "master:W")
        assert (water.ask("T2W").least, water.ask("T2W").most) == (2, 2)


def test_dice_of_one_element_may_count_as_another_but_not_in_grey_cells() -> None:
    swap = {"do": "substitute", "instead_of": "E", "element": "F"}
    lying = "1,1 Fe 1,2 Fe 2,1 Ep 4,4 Ap"
    fields: dict[str, Any] = {"step": "T3", "row": row("D02 D05 D01")}
    always = Board(
        pack=with_power("continuous", swap),
        **fields,
        players={"red": mine(lying, runes=cards("D01"))},
    )
    assert "D01@1,1 1,2 2,1" in always.options("T3")
    plain = Board(**fields, players={"red": mine(lying, runes=cards("D01"))})
    assert plain.options("T3") == ["done"]
    once = Board(
        pack=with_power("once_per_round", swap),
        **fields,
        players={"red": mine(lying, runes=cards("D01"))},
    )
    assert once.options("T3") == ["done"]
    assert "D01@1,1 1,2 2,1" in once.choose("power", "D01").options("T3")
    bolt = "1,3 Ep 2,2 Fe 2,3 Fe 3,2 Fp 4,2 Fe 4,4 Ee"
    grey = Board(
        pack=with_power("continuous", swap),
        **fields,
        players={"red": mine(bolt, runes=cards("D01"))},
    )
    assert "M01@1,3 2,2 2,3 3,2 4,2" in grey.options("T3")


@pytest.mark.rule("RK-124", "RK-V70", "RK-095")
def test_a_continuous_bonus_counts_for_later_claims_of_exactly_that_kind() -> None:
    lying = "1,1 Fe 2,2 Fe 3,3 Fp"
    fields: dict[str, Any] = {"step": "T3", "row": row("D07 D08 D01")}
    for runes, won in ((("D08",), 2), (("D08", "D08"), 3), ((), 1)):
        board = Board(**fields, players={"red": mine(lying, runes=cards(*runes))}).claim(
            "D07", "1,1 2,2 3,3"
        )
        assert board.player().tokens == won
    own = Board(**fields, players={"red": mine("1,1 Fp 2,1 Fe 2,2 Fe 2,3 Fe")}).claim(
        "D08", "1,1 2,1 2,2 2,3"
    )
    assert own.player().tokens == 1
    water = Board(
        step="T3",
        row=row("D11 D08 D01"),
        players={"red": mine("1,1 We 2,2 We 2,3 We", runes=cards("D08"))},
    )
    assert water.claim("D11", "1,1 2,2 2,3").player().tokens == 0
    wild = Board(**fields, players={"red": mine("1,1 Fe 2,1 Fe 2,2 Fe", runes=cards("D08"))})
    assert wild.claim("D01", "1,1 2,1 2,2").player().tokens == 0
    bolt = "1,3 Fe 2,2 Fe 2,3 Fe 3,2 Fe 4,2 Fe"
    mastery = Board(**fields, players={"red": mine(bolt, runes=cards("D08"))}).claim(
        "M01", "1,3 2,2 2,3 3,2 4,2"
    )
    assert (mastery.player().tokens, mastery.player().total) == (0, 5)
    flipped = Board(**fields, players={"red": mine(lying, runes=cards("D08", flipped=True))})
    assert flipped.claim("D07", "1,1 2,2 3,3").player().tokens == 1
    tutorial = Board(
        options={"mode": "tutorial_1"}, **fields, players={"red": mine(lying, runes=cards("D08"))}
    )
    assert tutorial.claim("D07", "1,1 2,2 3,3").player().tokens == 1


def test_the_second_swap_of_a_power_may_be_waived() -> None:
    board = powered({"do": "swap_grid_dice", "n": 2}, red=mine("1,1 Ep 3,3 Ae", "Fp"))
    board.choose("power", "D01").choose("T2P", "1,1", "3,3").choose("T2P", "enough")
    assert (board.lying(), board.state.step) == ("1,1 Ae 3,3 Ep", "T2")
