"""Set-up, the pool, the draft, rolls and rerolls."""

import pytest

from companion.kit.asks import Choose, Place, Ready, Roll, Show
from companion.kit.intents import Placed, Rolled
from companion.kit.pieces import Die, Piece
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from tests.games.runika.table import GAME, SEATS, Board, disk, loose, mine, refused, row, thrown


def test_the_table_is_set_up_step_by_step() -> None:
    board = Board(3)
    for seat, character in zip(SEATS, ("runika", "diego", "third"), strict=False):
        board.choose("S2", character, seat=seat)
    assert board.state.step == "S3"
    board.ready("S3")
    board.ready("S4", "red").ready("S4", "blue").answer("S4.disk", disk(0), "green")
    assert board.state.step == "S6"
    for rune in ("D01", "D02", "D03", "D04"):
        board.show("S6", rune)
    assert (board.state.step, board.row(), board.state.rune_deck) == ("S10", "D01 D02 D03 D04", 20)
    board.choose("S10", "blue")
    assert (board.state.step, board.state.initiative, board.state.round) == ("R1", "blue", 1)


@pytest.mark.rule("RK-001", "E-PLAYERS")
@pytest.mark.parametrize("number", [1, 5])
def test_fewer_than_two_or_more_than_four_cannot_play(number: int) -> None:
    seats = tuple(Seat(f"seat{at}") for at in range(number))
    options = {spec.name: spec.default for spec in GAME.options}
    with pytest.raises(RuleError) as refusal:
        GAME.setup(options, seats, Board().state.pack)
    assert refusal.value.code == "E-PLAYERS"
    assert GAME.seats == (2, 4)


@pytest.mark.rule("RK-003", "RK-014", "RK-006", "RK-007", "RK-009", "RK-010", "RK-005")
def test_at_the_start_everything_is_in_the_bag_the_decks_and_the_middle() -> None:
    state = Board(4).state
    assert state.bag == {"A": 20, "F": 20, "E": 20, "W": 20}
    assert (state.rune_deck, state.merit_deck) == (24, 12)
    assert set(state.masteries) == {"M01", "M02", "M03", "M04"}
    assert all(mastery.owner == "" for mastery in state.masteries.values())
    assert state.slots == {"A": "", "F": "", "E": "", "W": ""}
    for player in state.players.values():
        assert (set(player.grid), player.stored, player.total, player.disk) == ({".."}, (), 0, 0)
        assert sum(player.influence.values()) == 0


@pytest.mark.rule("RK-008", "RK-X01", "RK-015", "E-POOL-COUNT")
@pytest.mark.parametrize(("number", "pool", "spaces"), [(2, 8, 3), (3, 12, 4), (4, 16, 5)])
def test_pool_and_row_grow_with_the_players(number: int, pool: int, spaces: int) -> None:
    board = Board(number, step="R1", active="")
    assert len(board.state.row) == spaces
    ask = board.ask("R1", "red")
    assert isinstance(ask, Place)
    assert (ask.least, ask.most, ask.seats, ask.zone) == (pool, pool, ("red",), "middle")
    refused(board, "E-POOL-COUNT", lambda: board.dice("R1", f"E{pool - 1}", "red"))
    refused(board, "E-POOL-COUNT", lambda: board.dice("R1", f"E{pool + 1}", "red"))
    board.dice("R1", f"E{pool}", "red")
    assert (board.bag, board.state.pool["E"], board.state.step) == (80 - pool, pool, "R2")
    for _ in range(pool):
        board.choose("R2", "earth", seat=board.state.picker)
    assert [len(player.stored) for player in board.state.players.values()] == [4] * number


@pytest.mark.rule("RK-004", "E-CHAR-DUP")
def test_each_player_has_a_character_of_their_own() -> None:
    board = Board(2)
    assert isinstance(board.ask("S2", "red"), Choose)
    board.choose("S2", "runika", seat="red")
    refused(board, "E-CHAR-DUP", lambda: board.choose("S2", "runika", seat="blue"))
    assert board.options("S2", "blue") == ["diego", "third", "fourth"]
    board.choose("S2", "diego", seat="blue")
    assert [player.character for player in board.state.players.values()] == ["runika", "diego"]


@pytest.mark.rule("RK-005", "E-DISK-START", "G-03")
def test_a_disk_that_does_not_show_green_on_top_is_turned_first() -> None:
    board = (
        Board(2).choose("S2", "runika", seat="red").choose("S2", "diego", seat="blue").ready("S3")
    )
    ask = board.ask("S4")
    assert isinstance(ask, Ready)
    assert (ask.seats, ask.say.values["element"].key) == (("red", "blue"), "rk.element.E")
    assert board.ask("S4.disk", "red").optional
    for turns in (1, 2, 3):
        refused(
            board, "E-DISK-START", lambda turns=turns: board.answer("S4.disk", disk(turns), "red")
        )
    refused(board, "E-CELL", lambda: board.answer("S4.disk", Placed({}), "red"))
    board.answer("S4.disk", disk(0), "red")
    assert board.state.ready == ("red",)
    board.ready("S4", "red").ready("S4", "blue")
    assert (board.state.step, board.state.ready) == ("S6", ())


@pytest.mark.rule("RK-011", "RK-121", "RK-006", "RK-007", "RK-009", "RK-010", "RK-003")
def test_the_checklist_names_what_lies_on_the_table() -> None:
    board = Board(2).choose("S2", "runika", seat="red").choose("S2", "diego", seat="blue")
    lines = {line.key: line.values.get("n") for line in board.ask("S3").lines}
    assert lines == {
        "rk.check.dice": 80,
        "rk.check.merits": 12,
        "rk.check.runes": 24,
        "rk.check.masteries": 4,
        "rk.check.masters": None,
        "rk.check.tokens": None,
        "rk.check.guide": None,
    }


@pytest.mark.rule("RK-012", "RK-V51", "G-21")
def test_duplicates_in_the_first_deal_are_stacked() -> None:
    board = Board(2, step="S6", row=row("- - -"), active="", initiative="")
    for at, rune in enumerate(("D01", "D06", "D01", "D06", "D07")):
        ask = board.ask("S6")
        assert isinstance(ask, Show)
        assert ask.say.values["space"] == (1, 2, 3, 3, 3)[at]
        board.show("S6", rune)
    assert (board.row(), board.state.rune_deck, board.state.step) == ("D01*2 D06*2 D07", 19, "S10")


@pytest.mark.rule("RK-013")
def test_whoever_finished_a_book_last_begins() -> None:
    board = Board(3, step="S10", active="", initiative="")
    assert board.ask("S10").say.key == "rk.ask.initiative"
    assert board.options("S10") == ["red", "blue", "green"]
    board.choose("S10", "green")
    assert (board.state.initiative, board.state.step) == ("green", "R1")


# The draft


@pytest.mark.rule("RK-016", "RK-017", "RK-029", "RK-V64")
def test_drafting_goes_clockwise_from_the_initiative_until_the_pool_is_empty() -> None:
    board = Board(3, step="R1", initiative="blue", active="").dice("R1", "E4 A4 W4", "blue")
    picks = []
    while board.state.step == "R2":
        picks.append(board.state.picker)
        word = next(iter(board.options("R2", board.state.picker)))
        board.choose("R2", word, seat=board.state.picker)
    assert picks == ["blue", "green", "red"] * 4
    assert board.player("blue").stored == ("A?", "A?", "E?", "W?")
    assert board.player("red").stored == ("A?", "E?", "W?", "W?")
    assert (board.state.active, board.state.step, board.state.picker) == ("blue", "T1", "")


@pytest.mark.rule("E-DRAFT-TURN", "E-DRAFT-POOL", "RK-017")
def test_a_die_taken_out_of_order_or_not_there_is_refused() -> None:
    board = Board(2, step="R2", active="", picker="red", pool={"E": 3, "A": 1})
    assert board.options("R2", "red") == ["air", "earth"]
    refused(board, "E-DRAFT-TURN", lambda: board.choose("R2", "earth", seat="blue"))
    refused(board, "E-DRAFT-TURN", lambda: board.choose("R2", "earth", "air", seat="red"))
    refused(board, "E-DRAFT-POOL", lambda: board.choose("R2", "water", seat="red"))
    board.choose("R2", "air", seat="red")
    assert (board.state.pool["A"], board.player("red").stored, board.state.picker) == (
        0,
        ("A?",),
        "blue",
    )


@pytest.mark.rule("E-DRAFT-TURN", "E-CONSERVE")
def test_the_camera_sees_a_pick_by_the_die_that_is_gone() -> None:
    board = Board(2, step="R2", active="", picker="red", pool={"E": 3, "A": 2})
    ask = board.ask("R2.pool", "red")
    assert ask.optional
    assert ask.now == {"pool": (Piece("air", 2), Piece("earth", 3))}
    refused(board, "E-DRAFT-TURN", lambda: board.dice("R2.pool", "E2 A1", "red"))
    refused(board, "E-DRAFT-TURN", lambda: board.dice("R2.pool", "E3 A2", "red"))
    refused(board, "E-CONSERVE", lambda: board.dice("R2.pool", "E4 A1", "red"))
    board.dice("R2.pool", "E2 A2", "red")
    assert (board.player("red").stored, board.state.pool["E"]) == (("E?",), 2)


@pytest.mark.rule("RK-120")
def test_the_draft_comes_with_a_hint() -> None:
    board = Board(2, step="R2", active="", picker="red", pool={"E": 3, "A": 1})
    assert [line.key for line in board.ask("R2", "red").lines] == ["rk.hint.draft"]


@pytest.mark.rule("RK-119")
def test_with_four_full_grids_the_bag_holds_exactly_the_pool() -> None:
    full = " ".join(["Ap Fp Ep Wp"] * 4)
    board = Board(4, step="R1", active="", players={seat: mine(full) for seat in SEATS})
    assert board.bag == 16
    board.dice("R1", "A4 F4 E4 W4", "red")
    assert board.bag == 0


@pytest.mark.rule("G-06", "E-CONSERVE")
def test_more_of_a_colour_than_assumed_is_only_pointed_out_unless_the_dice_were_counted() -> None:
    fields = {"step": "R1", "active": "", "players": {"red": mine(" ".join(["Ep"] * 16))}}
    board = Board(2, **fields).dice("R1", "E8", "red")
    assert board.told[0] == "rk.log.more_than_assumed"
    assert (board.state.bag["E"], board.bag) == (-4, 56)
    tokens = {tracker.id: tracker for tracker in GAME.view(board.state, None).trackers}[
        "bag_colours"
    ]
    assert [piece.id for piece in tokens.pieces] == ["air", "fire", "water"]
    assert tokens.note.key == "rk.view.bag_unknown"
    counted = Board(2, pack={"dice_counted": True}, **fields)
    error = refused(counted, "E-CONSERVE", lambda: counted.dice("R1", "E8", "red"))
    assert error.may_force
    board = Board(2, pack={"dice_counted": True}, **fields).dice("R1", "E4 A4", "red")
    assert board.state.bag["E"] == 0


# Rolling


@pytest.mark.rule("RK-018", "RK-V63", "E-ROLL-EARLY", "RK-020")
def test_nobody_rolls_before_the_draft_is_over_and_then_everybody_may() -> None:
    board = Board(
        3, step="R2", active="", picker="red", pool={"E": 1}, players={"green": mine(stored="A?")}
    )
    refused(board, "E-ROLL-EARLY", lambda: board.roll("Ap", seat="green"))
    early = Board(3, step="R1", active="")
    refused(early, "E-ROLL-EARLY", lambda: early.roll("Ap", seat="green"))
    players = {
        "red": mine(stored="E? E?"),
        "blue": mine(stored="F? F?"),
        "green": mine(stored="A? A? A? W?"),
    }
    board = Board(3, step="T1", players=players)
    assert board.ask("roll", "green").optional
    assert not board.ask("roll", "red").optional
    board.roll("Ap Ar Ae Wp", seat="green")
    assert (board.player("green").stored, board.player("green").rolled) == (
        ("Ap", "Ar", "Ae", "Wp"),
        True,
    )
    assert (board.state.step, board.state.active) == ("T1", "red")
    board.choose("reroll", "1", seat="green").choose("reroll.which", "1", "3", seat="green")
    board.roll("Ap We", "reroll.throw", "green")
    assert board.player("green").stored == ("Ap", "Ae", "We")


@pytest.mark.rule("RK-019", "RK-021", "G-08")
def test_a_roll_throws_all_stored_dice_and_only_then_have_they_faces() -> None:
    board = Board(2, step="T1", players={"red": mine(stored="E? F? E? W?")})
    ask = board.ask("roll", "red")
    assert isinstance(ask, Roll)
    assert [(die.colour, die.count) for die in ask.dice] == [("red", 1), ("green", 2), ("blue", 1)]
    assert ask.dice[0].faces == ("points", "energy", "rotate")
    assert (ask.least, ask.zone) == (None, "tray")
    refused(board, "E-ROLL-COUNT", lambda: board.roll("Ep Ee Wp"))
    board.roll("Wr Ep Ee Fp")
    assert board.player().stored == ("Ep", "Fp", "Ee", "Wr")
    assert (board.state.step, board.told) == ("T2", ["rk.log.rolled"])


@pytest.mark.rule("E-ROLL-COUNT", "E-FACE", "E-ROLL-TWICE", "E-NOT-STORED")
def test_a_roll_that_does_not_fit_the_dice_is_refused() -> None:
    board = Board(2, step="T1", players={"red": mine(stored="E? F?"), "blue": mine(stored="We")})
    refused(board, "E-ROLL-COUNT", lambda: board.roll("Ep Ee"))
    refused(board, "E-ROLL-COUNT", lambda: board.roll("Ep Fp Fp"))
    strange = Rolled((Die("moon", "elemental", "green"), Die("points", "elemental", "red")))
    refused(board, "E-FACE", lambda: board.answer("roll", strange))
    refused(board, "E-ROLL-TWICE", lambda: board.roll("Wp", seat="blue"))
    board = Board(2, step="T1", players={"red": mine(stored="E? F?")})
    refused(board, "E-NOT-STORED", lambda: board.roll("Wp", seat="blue"))


def test_with_piecemeal_rolls_each_die_is_thrown_once_and_resolving_waits() -> None:
    board = Board(2, {"roll_piecemeal": "on"}, step="T1", players={"red": mine(stored="E? F? E?")})
    assert board.ask("roll").least == 1
    board.roll("Ep")
    assert (board.player().stored, board.player().rolled, board.state.step) == (
        ("Ep", "F?", "E?"),
        False,
        "T1",
    )
    refused(board, "E-NOT-ROLLED", lambda: board.choose("reroll", "1"))
    refused(board, "E-NOT-ROLLED", lambda: board.choose("T2", "1"))
    board.roll("Fr Er")
    assert (board.player().stored, board.player().rolled, board.state.step) == (
        ("Ep", "Fr", "Er"),
        True,
        "T2",
    )


@pytest.mark.rule("RK-031", "RK-030", "E-NOT-ROLLED")
def test_the_active_player_rolls_before_resolving() -> None:
    board = Board(2, step="T1", players={"red": mine(stored="E? F?")})
    refused(board, "E-NOT-ROLLED", lambda: board.choose("T2", "1"))
    refused(board, "E-NOT-ROLLED", lambda: board.choose("reroll", "1"))
    refused(board, "E-STORED-LEFT", lambda: board.choose("T3", "done"))


# Rerolling


@pytest.mark.rule(
    "RK-V61", "RK-022", "RK-023", "RK-024", "RK-025", "RK-117", "E-REROLL-LAST", "G-07", "G-30"
)
def test_each_reroll_costs_a_die_and_the_last_one_stays() -> None:
    board = Board(2, players={"red": mine(stored="Ar Ar Fp We")})
    bag = board.bag
    board.choose("reroll", "1")
    assert (board.player().stored, board.bag) == (("Ar", "Fp", "We"), bag + 1)
    board.choose("reroll.which", "1", "3").roll("Ap Wr", "reroll.throw")
    assert board.player().stored == ("Ap", "Fp", "Wr")
    board.choose("reroll", "3").choose("reroll.which")
    assert board.told == ["rk.log.reroll_none"]
    board.choose("reroll", "2").choose("reroll.which", "1").roll("Ae", "reroll.throw")
    assert (board.player().stored, board.bag) == (("Ae",), bag + 3)
    assert board.ask("reroll") is None
    refused(board, "E-REROLL-LAST", lambda: board.choose("reroll", "1"))


@pytest.mark.rule("RK-026", "E-REROLL-SET", "E-NOT-STORED")
def test_only_ones_own_other_stored_dice_are_rerolled() -> None:
    board = Board(2, players={"red": mine("1,1 Ep", "Ar Fp We")})
    refused(board, "E-NOT-STORED", lambda: board.choose("reroll", "4"))
    board.choose("reroll", "1")
    refused(board, "E-REROLL-SET", lambda: board.choose("reroll.which", "3"))
    assert board.options("reroll.which") == ["1", "2"]
    assert (board.ask("reroll.which").least, board.ask("reroll.which").most) == (0, 2)
    assert board.ask("T2") is None
    board.choose("reroll.which", "2")
    assert [(die.colour, die.count) for die in board.ask("reroll.throw").dice] == [("blue", 1)]
    refused(board, "E-ROLL-COUNT", lambda: board.roll("Fp", "reroll.throw"))


def test_without_reroll_zero_at_least_one_die_is_thrown() -> None:
    board = Board(2, {"reroll_zero": "off"}, players={"red": mine(stored="Ar Fp We")}).choose(
        "reroll", "1"
    )
    assert board.ask("reroll.which").least == 1
    refused(board, "E-REROLL-SET", lambda: board.choose("reroll.which"))


@pytest.mark.rule("RK-V62", "RK-027", "RK-020", "E-REROLL-CLOSED", "G-09")
def test_the_window_closes_with_the_first_resolved_die() -> None:
    board = Board(2, players={"red": mine(stored="Er Fp We")})
    assert board.ask("reroll").optional
    board.choose("T2", "1")
    assert board.player().resolving
    assert board.ask("reroll") is None
    refused(board, "E-REROLL-CLOSED", lambda: board.choose("reroll", "1"))
    other = Board(
        2, {"reroll_during_resolve": "on"}, players={"red": mine(stored="Er Fp We")}
    ).choose("T2", "1")
    other.choose("reroll", "1").choose("reroll.which", "1").roll("Wp", "reroll.throw")
    assert other.player().stored == ("Wp",)
    refused(other, "E-REROLL-LAST", lambda: other.choose("reroll", "1"))


def test_an_aimed_die_is_forgotten_when_its_owner_rerolls() -> None:
    board = Board(2, players={"red": mine(stored="Ep Fp We")}).aim("Fp")
    before = board.ask("T2").id
    board.choose("reroll", "1").choose("reroll.which")
    assert board.state.turn.aim == -1
    assert board.ask("T2").id != before


@pytest.mark.rule("G-05")
def test_with_icons_by_face_energy_is_told_by_its_element() -> None:
    pack = {"energy_icon_by_face": True}
    board = Board(2, pack=pack, step="T1", players={"red": mine(stored="E? E?")})
    assert board.ask("roll").dice[0].faces == ("points", "air", "fire", "earth", "water", "rotate")
    dice = Rolled((Die("air", "elemental", "green"), Die("earth", "elemental", "green")))
    board.answer("roll", dice)
    assert board.player().stored == ("EeA", "Ee")
    board.choose("T2", "1")
    assert board.options("T2.way") == ["T1", "T2", "T3", "T4", "master:A"]
    board.choose("T2.way", "master:A")
    assert (board.state.slots["A"], board.player().influence["A"]) == ("EeA", 1)
    assert thrown("Ep").dice[0].colour == "green"
    assert loose("E2").cells == {"pool": (Piece("earth", 2),)}
