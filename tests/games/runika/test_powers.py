"""Powers of claimed runes: when they may be used, and what they cost."""

from typing import Any

import pytest

from companion.games.runika.state import Claimed
from tests.games.runika.table import Board, cards, mine, powered, refused, row, tokens, with_power

SPARK = "1,1 Ee 2,1 Ee 2,2 Ee"


@pytest.mark.rule("RK-103", "RK-104", "G-24", "E-POWER-USED", "E-POWER-OWNER", "E-TURN")
def test_a_power_is_used_once_a_round_on_ones_own_turn() -> None:
    board = Board(
        players={"red": mine(stored="Fp Ee", runes=cards("D03")), "blue": mine(runes=cards("D03"))}
    )
    ask = board.ask("power")
    assert (board.options("power"), ask.optional, ask.options[0].card) == (["D03"], True, "D03")
    refused(board, "E-TURN", lambda: board.choose("power", "D03", seat="blue"))
    refused(board, "E-POWER-OWNER", lambda: board.choose("power", "D06"))
    board.choose("power", "D03")
    assert (board.player().disk, board.player().runes) == (1, (Claimed("D03", 2, used=True),))
    assert board.told == ["rk.log.power_used", "rk.log.disk_set"]
    assert board.ask("power") is None
    refused(board, "E-POWER-USED", lambda: board.choose("power", "D03"))


@pytest.mark.rule("RK-103")
@pytest.mark.parametrize(("step", "stored"), [("T1", "F? E?"), ("T2", "Fp Ee"), ("T3", "")])
def test_powers_may_be_used_before_between_and_after_the_dice(step: str, stored: str) -> None:
    board = Board(step=step, players={"red": mine(stored=stored, runes=cards("D03"))}).choose(
        "power", "D03"
    )
    assert (board.player().disk, board.state.step) == (1, step)


@pytest.mark.rule("RK-104", "RK-V56", "E-POWER-FLIPPED", "G-35")
def test_a_flipped_card_keeps_its_points_and_is_spent() -> None:
    board = Board(players={"red": mine(stored="Fp Ee", runes=cards("D04", "D04"))})
    assert board.options("power") == ["D04", "D04#2"]
    board.choose("power", "D04").choose("T2E", "2")
    assert (board.player().disk, board.player().total, board.told) == (2, 4, ["rk.log.disk_set"])
    assert [card.flipped for card in board.player().runes] == [True, False]
    refused(board, "E-POWER-FLIPPED", lambda: board.choose("power", "D04"))
    board.choose("power", "D04#2")
    assert [card.flipped for card in board.player().runes] == [True, True]


@pytest.mark.rule("G-23")
def test_a_fresh_rune_works_at_once_unless_the_table_waits() -> None:
    lying = "1,1 Ae 1,2 Ae 2,1 Ae 2,2 Ae"
    fields: dict[str, Any] = {
        "step": "T3",
        "row": row("D03 D05 D07"),
        "players": {"red": mine(lying)},
    }
    board = Board(**fields).claim("D03", "1,1 1,2 2,1 2,2")
    assert board.options("power") == ["D03"]
    late = Board(options={"fresh_power_same_turn": "off"}, **fields).claim("D03", "1,1 1,2 2,1 2,2")
    assert late.ask("power") is None
    refused(late, "E-STEP", lambda: late.choose("power", "D03"))
    late.choose("T3", "done").show("T4", "D01")
    assert late.player().runes[0].fresh
    back = Board(
        options={"fresh_power_same_turn": "off"},
        step="T3",
        active="blue",
        initiative="blue",
        players={"red": mine(stored="E?", runes=cards("D03", fresh=True))},
    )
    back.choose("T3", "done")
    assert (back.state.active, back.player().runes[0].fresh, back.options("power")) == (
        "red",
        False,
        ["D03"],
    )


@pytest.mark.rule("G-40", "RK-128")
def test_continuous_powers_are_not_for_the_hand_and_manual_ones_are_only_shown() -> None:
    board = Board(players={"red": mine(stored="Fp Ee", runes=cards("D08", "D10"))})
    assert board.ask("power") is None
    refused(board, "E-STEP", lambda: board.choose("power", "D08"))
    manual = powered({"do": "manual"}, timing="discard_on_turn").choose("power", "D01")
    assert (manual.player().runes[0].flipped, manual.state.step, manual.told) == (
        True,
        "T2",
        ["rk.log.power_flipped"],
    )
    pack = with_power(
        "once_per_round", {"do": "gain_points", "n": 2}, affects="others", text="All give 2."
    )
    others = Board(
        pack=pack, row=row("D02 D05 D07"), players={"red": mine(stored="Fp", runes=cards("D01"))}
    )
    assert others.ask("power").options[0].detail.values == {"text": "All give 2."}
    others.choose("power", "D01")
    assert (others.player().tokens, others.player().runes[0].used) == (0, True)


@pytest.mark.rule("RK-122", "E-NOT-ROLLED")
@pytest.mark.parametrize("deed", ["reroll_stored", "set_face", "discard_stored", "draw_dice"])
def test_powers_on_stored_dice_wait_for_the_roll(deed: str) -> None:
    board = powered({"do": deed, "face": "p"}, step="T1", red=mine("", "F? E?"))
    refused(board, "E-NOT-ROLLED", lambda: board.choose("power", "D01"))
    assert board.ask("power") is None
    assert powered({"do": "rotate_disk"}, step="T1", red=mine("", "F? E?")).options("power") == [
        "D01"
    ]


@pytest.mark.rule("RK-125", "E-NO-EFFECT")
@pytest.mark.parametrize("deed", ["shift_grid_die", "discard_grid_die", "swap_grid_dice"])
def test_a_power_that_could_do_nothing_is_not_spent(deed: str) -> None:
    board = powered({"do": deed}, red=mine("", "Fp"))
    refused(board, "E-NO-EFFECT", lambda: board.choose("power", "D01"))
    one = powered({"do": deed}, red=mine("1,1 Ep", "Fp"))
    if deed == "swap_grid_dice":
        refused(one, "E-NO-EFFECT", lambda: one.choose("power", "D01"))
    else:
        assert one.options("power") == ["D01"]
    assert powered({"do": deed}, red=mine("1,1 Ep 1,2 Ep", "Fp")).options("power") == ["D01"]


@pytest.mark.rule("RK-125", "E-NO-EFFECT")
def test_no_stored_die_no_bag_no_master_means_no_effect() -> None:
    for deed in ("reroll_stored", "set_face", "discard_stored"):
        board = powered({"do": deed, "face": "p"}, step="T3", red=mine(rolled=True))
        refused(board, "E-NO-EFFECT", lambda board=board: board.choose("power", "D01"))
    full = mine(influence=tokens("AFEW"), rolled=True)
    board = powered({"do": "gain_influence"}, step="T3", red=full)
    refused(board, "E-NO-EFFECT", lambda: board.choose("power", "D01"))
    one = powered(
        {"do": "gain_influence", "element": "A"},
        step="T3",
        red=mine(influence=tokens("A"), rolled=True),
    )
    refused(one, "E-NO-EFFECT", lambda: one.choose("power", "D01"))
    both = powered({"do": "gain_influence"}, {"do": "gain_points"}, step="T3", red=full).choose(
        "power", "D01"
    )
    assert both.player().tokens == 1


@pytest.mark.rule("RK-028")
def test_a_power_does_not_close_the_reroll_window() -> None:
    board = Board(players={"red": mine(stored="Fp Ee", runes=cards("D03"))}).choose("power", "D03")
    assert "red:reroll" in board.asks()


def test_an_aimed_die_is_forgotten_when_a_power_is_used() -> None:
    board = (
        Board(players={"red": mine(stored="Fp Ee", runes=cards("D12"))})
        .aim("Ee")
        .choose("power", "D12")
    )
    assert board.state.turn.aim == -1
