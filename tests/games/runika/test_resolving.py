"""Resolving stored dice: pushes, the disk, spell masters and their abilities."""

import pytest

from companion.kit.pieces import Piece
from tests.games.runika.table import Board, disk, mine, refused, tokens


@pytest.mark.rule("RK-032", "RK-033", "RK-034", "G-25")
def test_every_stored_die_is_resolved_in_any_order_and_points_can_only_be_pushed() -> None:
    board = Board(players={"red": mine(stored="Ep Wr Fp")})
    assert board.options("T2") == ["1", "2", "3"]
    assert board.ask("T2").say.values["n"] == 3
    board.aim("Fp")
    assert board.options("T2.way") == ["L1", "L2", "L3", "L4"]
    assert board.options("T2") == ["1", "2"]
    assert board.ask("T2").optional
    board.choose("T2.way", "L2")
    assert (board.player().stored, board.lying(), board.state.step) == (
        ("Ep", "Wr"),
        "2,1 Fp",
        "T2",
    )
    assert not board.ask("T2").optional
    refused(board, "E-STORED-LEFT", lambda: board.choose("T3", "done"))
    board.choose("T2", "2").push("Ep", "R1")
    assert (board.player().disk, board.lying(), board.state.step) == (1, "1,4 Ep 2,1 Fp", "T3")


@pytest.mark.rule("RK-035", "RK-055")
def test_energy_is_pushed_or_given_to_its_master() -> None:
    board = Board(
        players={"red": mine("1,1 Ep", "Ae Ae"), "blue": mine(influence=tokens("A"))}
    ).aim("Ae")
    assert board.options("T2.way") == ["B1", "B2", "B3", "B4", "master:A"]
    assert board.ask("T2.way").options[4].detail.key == "rk.ability.A"
    board.choose("T2.way", "master:A")
    assert (board.player().influence, board.player("blue").influence) == (tokens("A"), tokens("A"))


@pytest.mark.rule("RK-043", "RK-044", "E-SIDE", "E-LANE")
def test_a_die_enters_only_from_its_own_side_by_one_of_four_lanes() -> None:
    board = Board(players={"red": mine("1,1 Wp 2,1 Wp 3,1 Wp 4,1 Wp", "Ep Fp")}).aim("Ep")
    assert board.options("T2.way") == ["T1", "T2", "T3", "T4"]
    error = refused(board, "E-SIDE", lambda: board.choose("T2.way", "R1"))
    assert (error.say.values["element"].key, error.say.values["side"].key) == (
        "rk.element.E",
        "rk.side.T",
    )
    refused(board, "E-LANE", lambda: board.choose("T2.way", "T5"))
    refused(board, "E-LANE", lambda: board.choose("T2.way", "T0"))
    refused(board, "E-NOT-STORED", lambda: board.choose("T2", "3"))


@pytest.mark.rule("RK-048", "RK-049", "RK-117")
def test_a_die_pushed_off_goes_to_the_bag_and_earns_nothing() -> None:
    board = Board(players={"red": mine("1,1 Wp 2,1 Wp 3,1 Wp 4,1 Fp", "Ep Ep")}).aim("Ep")
    details = [option.detail and option.detail.key for option in board.ask("T2.way").options]
    assert details == ["rk.option.off", None, None, None]
    before = board.state.bag["F"]
    board.choose("T2.way", "T1")
    assert board.lying() == "1,1 Ep 2,1 Wp 3,1 Wp 4,1 Wp"
    assert (board.state.bag["F"], board.player().tokens) == (before + 1, 0)
    assert (board.told, board.events[0].sound) == (["rk.log.pushed_off"], "off")
    assert board.state.turn.pushes == ("Ep T1",)


@pytest.mark.rule("RK-036", "RK-039", "RK-042", "RK-117")
def test_a_rotate_die_turns_only_its_owners_disk_and_goes_to_the_bag() -> None:
    board = Board(players={"red": mine("2,2 Ep", "Fr Wp"), "blue": mine(disk=2)})
    board.choose("T2", "1")
    assert (board.player().disk, board.player("blue").disk, board.lying()) == (1, 2, "2,2 Ep")
    assert (board.state.bag["F"], board.told) == (20, ["rk.log.turned"])
    assert board.value("rk.log.turned", "element").key == "rk.element.F"


@pytest.mark.rule("E-DISK-TURN", "RK-036")
def test_the_camera_sees_a_rotate_die_by_the_disk() -> None:
    board = Board(players={"red": mine(stored="Fr Wp", disk=3)})
    assert board.ask("T2.disk").now == {"disk": (Piece("disk", turn=3),)}
    assert board.ask("T2.disk").optional
    for turns in (1, 2, 3):
        error = refused(
            board, "E-DISK-TURN", lambda turns=turns: board.answer("T2.disk", disk(turns))
        )
        assert error.say.values["element"].key == "rk.element.W"
    board.answer("T2.disk", disk(0))
    assert (board.player().disk, board.player().stored) == (0, ("Wp",))
    refused(board, "E-DISK-TURN", lambda: board.answer("T2.disk", disk(1)))


@pytest.mark.rule("E-ROTATE-ON-GRID")
def test_a_rotate_die_never_lies_on_the_grid() -> None:
    board = Board(players={"red": mine(stored="Er Ep")})
    refused(board, "E-ROTATE-ON-GRID", lambda: board.see("1,1 Er"))


@pytest.mark.rule("E-TURN")
def test_only_the_active_player_resolves_claims_and_uses_powers() -> None:
    board = Board(players={"red": mine(stored="Ep"), "blue": mine(stored="Ep")})
    for name, option in (("T2", "1"), ("T3", "done"), ("power", "D01"), ("T2.way", "T1")):
        error = refused(
            board,
            "E-TURN",
            lambda name=name, option=option: board.choose(name, option, seat="blue"),
        )
        assert error.say.values["seat"].seat == "red"
    draft = Board(
        step="R2", active="", picker="blue", pool={"E": 1}, players={"red": mine(stored="E?")}
    )
    error = refused(draft, "E-TURN", lambda: draft.choose("T2", "1", seat="red"))
    assert error.say.values["seat"].seat == "blue"


# Spell masters


@pytest.mark.rule("RK-052", "RK-053", "E-SLOT-FULL", "E-NOT-ENERGY", "E-MASTER-MISMATCH")
def test_a_full_slot_blocks_everybody() -> None:
    board = Board(slots={"A": "Ae"}, players={"red": mine("1,1 Ep", "Ae Ap Fe")}).aim("Ae")
    assert "master:A" not in board.options("T2.way")
    error = refused(board, "E-SLOT-FULL", lambda: board.choose("T2.way", "master:A"))
    assert error.may_force
    refused(board, "E-MASTER-MISMATCH", lambda: board.choose("T2.way", "master:E"))
    board.aim("Ap")
    refused(board, "E-NOT-ENERGY", lambda: board.choose("T2.way", "master:A"))


def test_a_full_slot_may_be_forced_and_the_die_goes_to_the_bag() -> None:
    board = Board(slots={"A": "Ae"}, players={"red": mine("1,1 Ep", "Ae Ap")}).aim("Ae")
    board.choose("T2.way", "master:A", force="my card allows it")
    assert (board.state.slots["A"], board.state.bag["A"], board.player().influence["A"]) == (
        "Ae",
        18,
        1,
    )
    assert board.told[0] == "kit.forced"


@pytest.mark.rule("RK-054", "RK-058")
def test_a_token_is_placed_only_where_there_is_none() -> None:
    board = Board(players={"red": mine("1,1 Ep", "Ae Fe", influence=tokens("A"))}).influence("Ae")
    assert (board.told[0], board.player().influence) == ("rk.log.influenced", tokens("A"))
    assert board.state.slots["A"] == "Ae"
    other = Board(players={"red": mine("1,1 Ep", "Ae Fe")}).influence("Ae")
    assert (other.told, other.player().influence) == (["rk.log.influenced_first"], tokens("A"))
    assert other.events[0].sound == "slot"


@pytest.mark.rule("RK-057", "E-ABILITY-PENDING")
def test_an_ability_comes_before_anything_else() -> None:
    runes = [{"rune": "D03", "value": 2}]
    board = Board(players={"red": mine("1,1 Ep", "Ae Fe Wp", runes=runes)}).influence("Ae")
    assert set(board.asks()) == {"red:T2A", "red:grid"}
    for name, option in (("T2", "1"), ("power", "D03"), ("T3", "done"), ("reroll", "1")):
        refused(
            board, "E-ABILITY-PENDING", lambda name=name, option=option: board.choose(name, option)
        )
    board.choose("T2A", "1,1").choose("T2A.side", "R")
    assert (board.state.step, board.lying()) == ("T2", "1,2 Ep")


@pytest.mark.rule("RK-059", "G-11", "E-NO-EFFECT")
def test_an_impossible_ability_does_nothing_unless_the_table_wants_an_effect() -> None:
    board = Board(players={"red": mine(stored="Ae Wp")}).influence("Ae")
    assert board.told == ["rk.log.influenced_first", "rk.log.void"]
    assert (board.state.step, board.state.slots["A"]) == ("T2", "Ae")
    strict = Board(
        options={"influence_needs_effect": "on"}, players={"red": mine(stored="Ae Fe We Ee")}
    )
    for die in ("Ae", "Fe"):
        strict.aim(die)
        refused(strict, "E-NO-EFFECT", lambda die=die: strict.choose("T2.way", f"master:{die[0]}"))
    assert "master:E" in strict.aim("Ee").options("T2.way")
    assert "master:W" in strict.aim("We").options("T2.way")
    full = " ".join(["Ap Fp Ep Wp"] * 4)
    last = {seat: mine(full, "A? F? E? W?") for seat in ("blue", "green", "yellow")}
    dry = Board(
        4, {"influence_needs_effect": "on"}, players={"red": mine(full, "Ae Fp Ep We"), **last}
    ).aim("We")
    assert dry.bag == 0
    refused(dry, "E-NO-EFFECT", lambda: dry.choose("T2.way", "master:W"))
    dry.choose("T2.way", "master:W", force="we agreed")
    assert dry.state.slots["W"] == "We"


@pytest.mark.rule("RK-060", "RK-061", "RK-064", "RK-049", "G-10")
def test_air_pushes_one_die_and_what_it_meets_over_the_edge() -> None:
    board = Board(
        players={"red": mine("2,3 Ap 3,3 Fp 4,3 Wp", "Ae Ep"), "blue": mine("1,1 Wp")}
    ).influence("Ae")
    assert board.options("T2A") == ["2,3", "3,3", "4,3"]
    refused(board, "E-AIR-EMPTY", lambda: board.choose("T2A", "1,1"))
    board.choose("T2A", "2,3")
    assert board.options("T2A.side") == ["T", "R", "B", "L"]
    assert [bool(option.detail) for option in board.ask("T2A.side").options] == [
        False,
        False,
        True,
        False,
    ]
    board.choose("T2A.side", "B")
    assert (board.lying(), board.player().tokens, board.lying("blue")) == (
        "3,3 Ap 4,3 Fp",
        0,
        "1,1 Wp",
    )
    assert (board.events[0].sound, board.state.bag["W"], board.state.step) == ("off", 19, "T2")


@pytest.mark.rule("RK-065", "E-AIR-SELF-OFF", "E-AIR-DIAG", "E-AIR-EMPTY", "G-10")
def test_the_pushed_die_stays_on_the_grid_unless_the_table_plays_otherwise() -> None:
    board = Board(players={"red": mine("4,4 Ep", "Ae Fp")}).influence("Ae").choose("T2A", "4,4")
    assert board.options("T2A.side") == ["T", "L"]
    refused(board, "E-AIR-SELF-OFF", lambda: board.choose("T2A.side", "R"))
    refused(board, "E-AIR-DIAG", lambda: board.choose("T2A.side", "TL"))
    free = Board(
        options={"air_push_self_off": "on"}, players={"red": mine("4,4 Ep", "Ae Fp")}
    ).influence("Ae")
    free.choose("T2A", "4,4").choose("T2A.side", "R")
    assert (free.lying(), free.state.bag["E"]) == ("", 20)


@pytest.mark.rule("RK-066", "RK-067", "E-FIRE-EMPTY", "G-34", "G-01")
def test_fire_discards_a_die_and_pays_for_points() -> None:
    board = Board(players={"red": mine("1,1 Ep 2,2 We", "Fe Fe")}).influence("Fe")
    assert set(board.asks()) == {"red:T2F", "red:grid"}
    refused(board, "E-FIRE-EMPTY", lambda: board.choose("T2F", "3,3"))
    board.choose("T2F", "1,1")
    assert (board.lying(), board.player().tokens, board.player().owed) == ("2,2 We", 1, 1)
    plain = (
        Board(players={"red": mine("1,1 Ep 2,2 We", "Fe Fe")}).influence("Fe").choose("T2F", "2,2")
    )
    assert (plain.lying(), plain.player().tokens, plain.told) == ("1,1 Ep", 0, ["rk.log.discarded"])


@pytest.mark.rule("RK-068", "G-38", "E-DISK-SAME")
def test_earth_sets_the_disk_to_any_rotation() -> None:
    board = Board(players={"red": mine(stored="Ee Wp", disk=1)}).influence("Ee")
    assert board.options("T2E") == ["0", "1", "2", "3"]
    assert [o.say.values["element"].key[-1] for o in board.ask("T2E").options] == [
        "E",
        "F",
        "A",
        "W",
    ]
    board.choose("T2E", "3")
    assert (board.player().disk, board.state.step) == (3, "T2")
    strict = Board(
        options={"earth_must_change": "on"}, players={"red": mine(stored="Ee Wp", disk=1)}
    ).influence("Ee")
    assert strict.options("T2E") == ["0", "2", "3"]
    refused(strict, "E-DISK-SAME", lambda: strict.choose("T2E", "1"))


@pytest.mark.rule("RK-069", "RK-070", "RK-071", "E-WATER-COUNT", "G-12")
def test_water_gives_two_dice_to_resolve_this_turn() -> None:
    board = Board(players={"red": mine("1,1 Ep", "We Fp")}).influence("We")
    ask = board.ask("T2W")
    assert (ask.least, ask.most, ask.zone) == (2, 2, "tray")
    refused(board, "E-WATER-COUNT", lambda: board.dice("T2W", "A1"))
    refused(board, "E-WATER-COUNT", lambda: board.dice("T2W", "A3"))
    board.dice("T2W", "W1 A1")
    assert (board.player().stored, board.bag) == (("Fp", "A?", "W?"), 80 - 1 - 1 - 3)
    refused(board, "E-ROLL-COUNT", lambda: board.roll("Ap Ep", "T2W.roll"))
    board.roll("Wr Ae", "T2W.roll")
    assert (board.player().stored, board.state.step) == (("Fp", "Ae", "Wr"), "T2")
    board.influence("Ae")
    assert board.state.slots["A"] == "Ae"
