"""What goes wrong at real tables and how it is put right: by hand, by undo, by a new answer."""

from typing import Any

import pytest

from companion.kit.intents import Answer, Chosen, Correct, Undo
from companion.kit.story import RuleError
from companion.table.live_game import LiveGame
from tests.games.runika.table import GAME, Board, cards, mine, refused, row, thrown, tokens
from tests.games.tables import invariants_named


def live_of(board: Board, *answers: tuple[str, Any]) -> LiveGame:
    """A live game from this position, with these answers of the active player given."""
    live = LiveGame(GAME, board.state)
    for number, (name, value) in enumerate(answers, 1):
        ask = next(ask for ask in GAME.asks(live.state) if ask.id.endswith(f":{name}"))
        enter(live, Answer(id=str(number), ask=ask.id, answer=value, seat=live.state.active))
    return live


def enter(live: LiveGame, intent: Any) -> None:
    body, state = live.consider(intent)
    live.enter(live.seq + 1, body, state=state)


@pytest.mark.rule("RK-C01")
def test_a_push_in_the_wrong_lane_is_undone_with_the_die_to_fetch_from_the_bag() -> None:
    lying = "1,1 Wp 2,1 Wp 3,1 Wp 4,1 Fp"
    board = Board(players={"red": mine(lying, "Ep Fp")})
    live = live_of(board, ("T2", Chosen(("1",))), ("T2.way", Chosen(("T1",))))
    enter(live, Undo(id="undo"))
    assert live.state.me.grid == board.state.me.grid
    moved = [say.values["cell"] for say in live.moves if say.key == "rk.where.cell"]
    assert moved == ["1,1", "4,1"]
    assert "rk.where.stored" in [say.key for say in live.moves]
    assert live.lines == []
    for name, option in (("aim", "1"), ("push", "T2")):
        ask = GAME.asks(live.state)[0].id
        enter(live, Answer(id=name, ask=ask, answer=Chosen((option,)), seat="red"))
    assert live.state.me.grid[1] == "Ep"


@pytest.mark.rule("RK-C02")
def test_the_disk_is_set_by_hand_and_doubtful_pushes_are_listed() -> None:
    board = (
        Board(players={"red": mine(stored="Ep Fp Wp"), "blue": mine(disk=1)})
        .push("Ep", "T1")
        .push("Fp", "L1")
    )
    before = board.ask("T2").id
    board.adjust("red.disk", 1)
    assert (board.player().disk, board.told) == (1, ["kit.adjusted", "rk.log.pushes_doubtful"])
    assert [move.values["die"].key for move in board.value("rk.log.pushes_doubtful", "moves")] == [
        "rk.die.rolled"
    ] * 2
    assert board.lying() == "1,1 Fp 1,2 Ep"
    assert board.ask("T2").id != before
    board.adjust("red.disk", 0)
    assert board.told == ["kit.adjusted"]
    assert board.adjust("blue.disk", 3).told == ["kit.adjusted"]
    refused(board, "out_of_range", lambda: board.adjust("red.disk", 4))


@pytest.mark.rule("RK-C03")
def test_a_misread_face_is_corrected_and_its_tokens_with_it() -> None:
    board = Board(step="T1", players={"red": mine("2,1 Ee 2,2 Ee", "E?")})
    live = live_of(
        board,
        ("roll", thrown("Ep")),
        ("T2", Chosen(("1",))),
        ("T2.way", Chosen(("T1",))),
        ("T3", Chosen(("D01@1,1 2,1 2,2",))),
    )
    assert live.state.me.tokens == 1
    enter(live, Correct(id="face", line=1, answer=thrown("Ee")))
    assert (live.state.me.tokens, live.state.me.runes[0].rune, live.state.step) == (0, "D01", "T3")
    stored = Board(players={"red": mine("1,1 Ep", "Ep Fp")}).aim("Ep").adjust("red.stored.1", "Er")
    assert (stored.player().stored, stored.state.turn.aim) == (("Er", "Fp"), -1)
    assert stored.adjust("red.grid.1,1", "Ee").lying() == "1,1 Ee"


@pytest.mark.rule("RK-C04")
def test_a_misread_colour_is_set_and_the_bag_follows() -> None:
    board = Board(players={"red": mine(stored="Ep Fp"), "blue": mine("1,1 Ep")}).push("Ep", "T1")
    board.adjust("red.grid.1,1", "Wp")
    assert (board.state.bag["E"], board.state.bag["W"], board.bag) == (19, 19, 77)
    assert board.told == ["kit.adjusted", "rk.log.side_conflict"]
    assert board.value("rk.log.side_conflict", "side").key == "rk.side.R"
    assert board.adjust("red.grid.1,1", "Ep").told == ["kit.adjusted"]
    assert board.adjust("red.grid.1,1", "..").told == ["kit.adjusted"]
    assert board.adjust("blue.grid.1,1", "Wp").told == ["kit.adjusted"]
    board.adjust("red.stored.1", "Ap")
    assert (board.player().stored, board.state.bag["F"], board.state.bag["A"]) == (("Ap",), 20, 19)
    fresh = Board(players={"red": mine("1,1 Ep", "Fp")}).adjust("red.grid.1,1", "Wp")
    assert fresh.told == ["kit.adjusted"]


@pytest.mark.rule("RK-C05", "RK-C06")
def test_a_knocked_over_grid_is_compared_with_the_picture_until_it_agrees() -> None:
    board = Board(step="T3", players={"red": mine("1,1 Ap 2,2 Ep 3,3 Wp")})
    shown = {tracker.id: tracker for tracker in GAME.view(board.state, None).trackers}["red.grid"]
    assert [(cell.row, cell.col, cell.badge) for cell in shown.cells] == [
        (0, 0, "A★"),
        (1, 1, "E★"),
        (2, 2, "W★"),
    ]
    error = refused(board, "E-CONSERVE", lambda: board.see("1,1 Ap 2,2 Wp 3,3 Ep"))
    assert error.say.values["cells"] == ("2,2", "3,3")
    assert board.see("1,1 Ap 2,2 Ep 3,3 Wp").told == ["rk.log.grid_agrees"]
    where = GAME.where(board.state)
    assert where["red.grid.2,2"].values["cell"] == "2,2"
    claimed = Board(step="T3", players={"red": mine("1,1 Ee 2,1 Ee 2,2 Ee 4,4 Ap")}).claim(
        "D01", "1,1 2,1 2,2"
    )
    error = refused(claimed, "E-CONSERVE", lambda: claimed.see("1,1 Ee 4,4 Ap"))
    assert error.say.values["cells"] == ("1,1",)


@pytest.mark.rule("RK-C07")
def test_a_forgotten_token_is_set_and_its_merit_drawn_late() -> None:
    players = {"red": mine(stored="Ep"), "blue": mine(stored="Fp", influence=tokens("AFE"))}
    board = Board(players=players)
    board.adjust("blue.influence.W", 1)
    assert (board.player("blue").kept_set, board.told[1]) == ("late", "rk.log.late_merit")
    assert board.ask("late", "blue").optional
    late = Board(players=players).adjust("blue.influence.W", 1).show("late", "3", seat="blue")
    assert (late.player("blue").merits, late.player("blue").influence) == ((3,), tokens(""))
    assert (late.player("blue").kept_set, late.ask("late", "blue")) == ("", None)
    assert not late.state.turn.merit_drawn
    board.adjust("blue.influence.W", 0)
    assert (board.player("blue").kept_set, board.told) == ("", ["kit.adjusted"])
    assert board.adjust("red.influence.A", 1).player().kept_set == ""
    refused(board, "out_of_range", lambda: board.adjust("red.influence.A", 2))
    until = (
        Board(players=players).adjust("blue.influence.W", 1).push("Ep", "T1").choose("T3", "done")
    )
    assert (until.state.active, until.player("blue").kept_set, until.ask("late", "blue")) == (
        "blue",
        "",
        None,
    )
    refused(until, "E-STEP", lambda: until.show("late", "3", seat="blue"))


@pytest.mark.rule("RK-C08")
def test_tokens_to_take_are_repeated_until_confirmed() -> None:
    board = Board(step="T3", players={"red": mine(tokens=5, owed=3), "blue": mine(stored="Ar")})
    board.choose("T3", "done")
    assert board.ask("take", "red").say.values["n"] == 3
    board.adjust("red.tokens", 2)
    assert (board.player().tokens, board.player().owed) == (2, 2)
    board.adjust("red.tokens", 9)
    assert (board.player().tokens, board.player().owed) == (9, 2)
    assert board.ready("take", "red").player().owed == 0


@pytest.mark.rule("RK-C09")
def test_a_claim_by_mistake_is_undone_with_its_refill() -> None:
    board = Board(
        step="T3", players={"red": mine("1,1 Ee 2,1 Ee 2,2 Ee"), "blue": mine(stored="Ar")}
    )
    live = live_of(board, ("T3", Chosen(("D01@1,1 2,1 2,2",))), ("T3", Chosen(("done",))))
    enter(live, Undo(id="undo", line=1))
    assert live.state == board.state
    assert {say.key for say in live.moves} >= {"rk.where.cell", "rk.where.space"}


@pytest.mark.rule("RK-C10")
def test_the_row_is_set_by_hand_and_the_deck_follows() -> None:
    board = Board(step="T3", row=row("D01 D05 D07"))
    board.adjust("row.1", "D02")
    assert (board.row(), board.state.rune_deck) == ("D02 D05 D07", 21)
    board.adjust("row.1.height", 2)
    assert (board.row(), board.state.rune_deck) == ("D02*2 D05 D07", 20)
    board.adjust("row.2", "")
    assert (board.row(), board.state.rune_deck) == ("D02*2 - D07", 21)
    board.adjust("row.2", "D03")
    assert (board.row(), board.state.rune_deck) == ("D02*2 D03 D07", 20)
    board.adjust("row.3.height", 0)
    assert (board.row(), board.state.rune_deck) == ("D02*2 D03 -", 21)
    refused(board, "E-COPIES", lambda: board.adjust("row.3.height", 1))
    refused(board, "breaks", lambda: board.adjust("row.3", "D02"))
    board.adjust("rune_deck", 19)
    assert (board.state.rune_deck, board.state.runes_aside) == (19, 2)
    refused(board, "breaks", lambda: board.adjust("rune_deck", 22))
    board.adjust("merit_deck", 10)
    assert (board.state.merit_deck, board.state.merits_aside) == (10, 2)
    refused(board, "out_of_range", lambda: board.adjust("merit_deck", 13))


@pytest.mark.rule("RK-C10")
def test_claimed_runes_and_those_put_aside_do_not_come_back_into_the_deck() -> None:
    red = mine(runes=cards("D01", "D02", "D03"))
    board = Board(step="T3", row=row("D04 D05 D07"), rune_deck=16, players={"red": red})
    assert board.state.runes_aside == 2
    board.adjust("row.1.height", 2)
    assert (board.state.rune_deck, board.state.runes_aside) == (15, 2)


@pytest.mark.rule("RK-C10")
def test_a_row_filled_by_hand_lets_the_game_go_on() -> None:
    board = Board(step="T4", row=row("D01 - D07"), players={"blue": mine(stored="E?")}).adjust(
        "row.2", "D02"
    )
    assert (board.state.step, board.state.active, board.state.had_turn) == ("T1", "blue", ("red",))
    deal = Board(step="S6", active="", initiative="", row=row("D01 D02 -")).adjust("row.3", "D03")
    assert deal.state.step == "S10"
    still = Board(step="S6", active="", initiative="", row=row("D01 - -")).adjust("row.3", "D03")
    assert still.state.step == "S6"


@pytest.mark.rule("RK-C11")
def test_slots_are_set_by_hand_and_the_round_waits_for_them() -> None:
    board = Board(step="E1", active="", slots={"A": "Ae", "W": "We"})
    board.adjust("slot.A", "")
    assert (board.state.step, board.bag) == ("E1", 79)
    board.adjust("slot.W", "")
    assert (board.state.step, board.bag) == ("E3", 80)
    filled = Board(players={"red": mine(stored="Ep")}).adjust("slot.F", "Fe")
    assert (filled.state.slots["F"], filled.state.bag["F"]) == ("Fe", 19)


@pytest.mark.rule("RK-C12")
def test_the_initiative_is_set_before_the_first_pick_of_a_round() -> None:
    board = Board(step="R1", active="").adjust("initiative", "blue")
    assert (board.state.initiative, board.state.picker) == ("blue", "")
    board.dice("R1", "E8", "blue").adjust("initiative", "red")
    assert (board.state.initiative, board.state.picker) == ("red", "red")
    board.choose("R2", "earth", seat="red")
    refused(board, "no_such_handle", lambda: board.adjust("initiative", "blue"))


@pytest.mark.rule("RK-C13", "RK-C14")
def test_stored_colours_are_edited_while_unrolled_and_early_rolls_entered_after_the_draft() -> None:
    players = {"red": mine(stored="E? F?"), "blue": mine(stored="A?")}
    board = Board(step="R2", active="", picker="blue", pool={"E": 1}, players=players)
    board.adjust("red.stored.1", "W?").adjust("blue.stored.1", "E?")
    assert (board.player().stored, board.player("blue").stored) == (("W?", "F?"), ("E?",))
    assert board.state.bag == {"A": 20, "F": 19, "E": 18, "W": 19}
    refused(board, "no_such_option", lambda: board.adjust("red.stored.1", "Wp"))
    refused(board, "E-ROLL-EARLY", lambda: board.roll("Wp Fp", seat="red"))
    board.choose("R2", "earth", seat="blue").roll("Wp Fp", seat="red")
    assert board.player().stored == ("Wp", "Fp")


@pytest.mark.rule("RK-C15", "E-MERIT-VALUE")
def test_values_are_edited_and_the_end_of_the_game_with_them() -> None:
    red = mine(merits=[4], tokens=14, runes=cards("D03"))
    board = Board(step="END", active="", players={"red": red})
    refused(board, "E-MERIT-VALUE", lambda: board.adjust("red.merits.1", 5))
    refused(board, "E-MERIT-VALUE", lambda: board.adjust("red.merits.1", 1))
    refused(board, "confirm", lambda: board.adjust("red.merits.1", 2))
    board.adjust("red.merits.1", 2, confirmed=True)
    assert (board.state.step, board.player().total, GAME.outcome(board.state)) == ("E3", 18, None)
    assert board.told[-1] == "rk.log.reopened"
    refused(board, "confirm", lambda: board.adjust("red.runes.1", 4))
    board.adjust("red.runes.1", 4, confirmed=True)
    assert (board.state.step, board.player().total, board.told[-1]) == (
        "END",
        20,
        "rk.log.over_by_hand",
    )
    middle = Board(step="T3", players={"red": red}).adjust("red.tokens", 30)
    assert (middle.state.step, middle.told) == ("T3", ["kit.adjusted"])


@pytest.mark.rule("RK-C16")
def test_the_table_may_vote_to_stop_after_the_round() -> None:
    players = {"red": mine(tokens=3), "blue": mine(stored="Ar", tokens=2)}
    board = Board(step="T3", players=players).adjust("closing", "yes")
    assert board.state.step == "T3"
    board.choose("T3", "done").choose("T2", "1").choose("T3", "done")
    outcome = GAME.outcome(board.state)
    assert outcome is not None
    assert (outcome.result, outcome.winners) == ("vote", ("red",))


def test_the_owner_of_a_mastery_is_set_and_the_card_moves() -> None:
    board = Board(
        step="T3",
        masteries={"M01": {"owner": "red"}},
        players={"red": mine(runes=cards("M01", "D01"))},
        row=row("D02 D05 D07"),
    )
    board.adjust("mastery.M01", "blue")
    assert [card.rune for card in board.player().runes] == ["D01"]
    assert [(card.rune, card.value) for card in board.player("blue").runes] == [("M01", 3)]
    board.adjust("mastery.M01", "")
    assert board.player("blue").runes == ()


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        (
            {"bag": {"A": 21, "F": 20, "E": 20, "W": 20}},
            "dice; colours",
        ),
        ({"bag": {"A": 21, "F": 19, "E": 20, "W": 20}}, "colours"),
        ({"slots": {"A": "Ap"}}, "slots.A"),
        ({"slots": {"A": "Fe"}}, "slots"),
        ({"row": row("D01 D05 D07 D09")}, "row_size"),
        ({"row": row("D01 D05 D01")}, "row_names"),
        (
            {"row": [{"rune": "D01", "height": 0}, *row("D05 D07")]},
            "row_spaces",
        ),
        ({"rune_deck": 20, "runes_aside": 0}, "runes"),
        ({"rune_deck": 22, "runes_aside": -1}, "runes"),
        ({"merit_deck": 11, "merits_aside": 0}, "merits"),
        ({"merit_deck": 13, "merits_aside": -1}, "merits"),
        ({"players": {"red": mine("1,1 Er")}}, "players.red.grid.0"),
        ({"players": {"red": mine("1,1 E?")}}, "players.red.grid.0"),
        ({"players": {"red": mine(disk=4)}}, "board"),
        ({"players": {"red": mine(disk=-1)}}, "board"),
        ({"players": {"red": mine(stored="Ex")}}, "players.red.stored.0"),
        ({"players": {"red": {"grid": ["Ep"]}}}, "board"),
        (
            {"players": {"red": mine(influence={**tokens(""), "A": 2})}},
            "one_token",
        ),
        (
            {"players": {"blue": mine(influence=tokens("AFEW"))}},
            "four_tokens",
        ),
    ],
)
def test_a_position_that_breaks_an_invariant_is_refused_with_its_name(
    fields: dict[str, Any], name: str
) -> None:
    with pytest.raises(RuleError) as refusal:
        Board(step="T3", **{key: value for key, value in fields.items() if key != "step"})
    assert refusal.value.code == "bad_position"
    path = refusal.value.say.values.get("path")
    assert path == name or invariants_named(refusal.value) == tuple(name.split("; "))


@pytest.mark.parametrize(
    ("fields", "path", "meant"),
    [
        ({"active": "redd"}, "active", "red"),
        ({"masteries": {"M01": {"owner": "blu"}}}, "masteries.M01.owner", "blue"),
        ({"row": row("D01 D5 D07")}, "row.1.rune", "D05"),
        ({"players": {"red": {"runes": [{"rune": "D0", "value": 1}]}}}, "players.red.runes.0", "D"),
    ],
)
def test_a_position_that_names_nobody_or_no_rune_is_refused_with_what_was_meant(
    fields: dict[str, Any], path: str, meant: str
) -> None:
    with pytest.raises(RuleError) as refusal:
        Board(**{"step": "T3", **fields})
    assert str(refusal.value.say.values["path"]).startswith(path)
    hint = refusal.value.hint
    assert hint is not None
    assert str(hint.values["name"]).startswith(meant)


def test_counted_dice_may_not_run_out_of_a_colour() -> None:
    players = {"red": mine(" ".join(["Ep"] * 16), "Ep Ep Ep Ep"), "blue": mine("1,1 Ep")}
    assert Board(players=players).state.bag["E"] == -1
    with pytest.raises(RuleError) as refusal:
        Board(pack={"dice_counted": True}, players=players)
    assert invariants_named(refusal.value) == ("bag",)


def test_four_tokens_may_wait_where_the_table_plays_so() -> None:
    assert Board(
        options={"merit_optional": "on"},
        step="T3",
        players={"blue": mine(influence=tokens("AFEW"))},
    ).state
