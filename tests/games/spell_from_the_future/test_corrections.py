"""Corrections of an earlier day, and what follows from them."""

import pytest

from tests.games.spell_from_the_future.table import (
    D13,
    THREE,
    adjust,
    correct,
    day,
    do,
    keys,
    place,
    play_minds,
    refused,
    resolve,
    table,
    undo,
    vp,
)

W1, W2 = {"white": 1}, {"white": 2}


@pytest.mark.rule("SF-C02", "SF-C11")
def test_a_nudged_die_is_corrected_and_everything_follows() -> None:
    live = day(
        "P3.2",
        initiative_roll=None,
        initiative="none",
        current_beast={**D13, "health": 2, "damage": 2},
    )
    do(live, "P3.2", "red", roll=[5])
    do(live, "P4.1", "red")
    do(live, "P4.2", "red", show=["yellow"])
    do(live, "P4.3", "blue", show=["brown"])
    for seat in THREE:
        do(live, "P4.4", seat)
    do(live, "P5.1", "red")
    resolve(live, {"red": {"A": W1}, "blue": {"A": W1}})
    do(live, "P5.5:all", "red")
    assert (live.state.village_damage, live.state.days_past[0].blocked) == (2, "unblocked")
    correct(live, 1, roll=[3])
    assert (live.state.village_damage, live.state.days_past[0].blocked, live.state.round) == (
        0,
        "no_attack",
        2,
    )
    assert vp(live)["red"] == (1, 0)
    assert [move.key for move in live.moves] == ["sf.where.damage"]


def second_day(**first_day: object) -> tuple[object, int]:
    """A first day on which the Beast stands, and a second with three Word Cards and a token on E;
    the line of A.
    """
    live = day("P5.2", color_open=["yellow", "brown"], color_deck=8, word_cards_open=2, **first_day)
    play_minds(live, red="twofold", blue="twofold", green="twofold")
    place(live, red={"A": W2}, blue={"A": W2}, green={"B": {"white": 3}})
    line = live.seq
    do(live, "P5.2.confirm", "red")
    do(live, "P5.3:all", "red")
    for step in ("P5.5", "P5.6", "P5.7", "P5.8.confirm"):
        do(live, step, "red")
    do(live, "P1", "blue")
    do(live, "P2.1", "blue", count=3)
    do(live, "P2.2", "blue")
    do(live, "P3.1", "blue", show=["D04"])
    do(live, "P3.2", "blue", roll=[1])
    do(live, "P4.1", "blue")
    do(live, "P4.2", "blue", show=["red"])
    do(live, "P4.3", "green", show=["blue"])
    for seat in THREE:
        do(live, "P4.4", seat)
    do(live, "P5.1", "red")
    play_minds(live, red="bright", blue="bright", green="bright")
    place(live, red={"E": W1, "A": W1}, blue={"E": W1, "A": W1}, green={})
    do(live, "P5.2.confirm", "blue")
    for letter in "ABCDEF":
        do(live, f"P5.3:{letter}", "blue")
    return live, line


@pytest.mark.rule("SF-C03", "SF-C02")
def test_later_readings_are_kept_when_the_days_effect_changes() -> None:
    live, line = second_day()
    assert (live.state.attack_total, live.state.letters) == (4, tuple("ABCDEF"))
    correct(live, line, place={"A": {"white": 3}})
    state = live.state
    assert (state.days_past[0].defeated, state.village_damage) == (True, 0)
    assert (state.round, state.step, state.token_limit, state.letters) == (
        2,
        "P5.5",
        5,
        tuple("ABCD"),
    )
    assert state.players["red"].placement["E"].white == 1
    assert state.attack_total == 2
    assert vp(live)["green"] == (3, 0)
    flagged = [say.key for entry in live.lines for say in entry.bent]
    assert flagged.count("sf.refused.no_word") == 2
    assert "sf.refused.word_cards" in flagged


@pytest.mark.rule("SF-C03", "SF-C08")
def test_a_strike_newly_owed_is_made_on_the_way() -> None:
    live = day("P5.2", current_beast={**D13, "health": 2})
    play_minds(live, red="twofold", blue="twofold", green="twofold")
    place(live, red={"A": W1}, blue={"A": W1}, green={})
    line = live.seq - 1
    do(live, "P5.2.confirm", "red")
    do(live, "P5.3:all", "red")
    for step in ("P5.5", "P5.6", "P5.8.confirm"):
        do(live, step, "red")
    do(live, "P1", "blue")
    do(live, "P2.1", "blue", count=2)
    correct(live, line, place={"B": W1})
    assert (live.state.step, live.state.round, live.state.village_damage) == ("P2.2", 2, 1)
    assert live.state.word_cards_this_round == 3


@pytest.mark.rule("SF-C08")
def test_a_forgotten_ability_is_added_by_correcting_its_answer() -> None:
    live = day("P5.2", pack="printed")
    resolve(live, {}, mind="focus", red="offensive")
    do(live, "P5.4:red:0", "red", choose=["no"])
    line = live.seq
    do(live, "P5.5", "red")
    correct(live, line, choose=["yes"])
    assert (live.state.attack_total, live.state.step) == (1, "P5.6")


@pytest.mark.rule("SF-C07")
def test_a_wrong_beast_or_number_is_corrected_with_the_pack() -> None:
    live = table(pack="printed", step="P3.1", first_player="red", letters=["A", "B", "C", "D"])
    do(live, "P3.1", "red", show=[{"id": "Wolf", "facts": {"health": 4, "attack": 3, "damage": 1}}])
    do(live, "P3.2", "red", roll=[2])
    correct(live, 1, show=[{"id": "Wolf", "facts": {"health": 6, "attack": 3, "damage": 1}}])
    assert (live.state.current_beast.health, live.state.step) == (6, "P4.1")
    assert next(card for card in live.state.pack.beasts if card.id == "Wolf").stats["3"].health == 6
    correct(live, 1, show=["rulebook-example"])
    assert live.state.current_beast.health == 7
    assert not any(card.id == "Wolf" for card in live.state.pack.beasts)


@pytest.mark.rule("SF-C04")
def test_a_correction_that_ends_the_game_asks_first() -> None:
    live = day("P5.2", village_damage=9, current_beast={**D13, "health": 2})
    play_minds(live, red="twofold", blue="twofold", green="twofold")
    place(live, red={"A": W1}, blue={"A": W1}, green={})
    line = live.seq - 1
    do(live, "P5.2.confirm", "red")
    do(live, "P5.3:all", "red")
    do(live, "P5.5:all", "red")
    assert live.state.step == "P1"
    correct(live, line, place={})
    assert (live.state.result, live.state.village_damage) == ("village_lost", 10)
    undo(live)
    assert live.state.result == "running"


@pytest.mark.rule("SF-C05")
def test_undo_goes_back_through_the_end_and_says_what_cannot_be_hidden_again() -> None:
    live = day("P5.1")
    start = live.state
    do(live, "P5.1", "red")
    undo(live)
    assert live.state == start
    assert "sf.where.screens" in [move.key for move in live.moves]
    do(live, "P5.1", "red")
    resolve(live, {})
    adjust(live, "village_damage", 9)
    do(live, "P5.5:all", "red")
    assert live.state.step == "END"
    while live.lines:
        undo(live)
    assert live.state == start


@pytest.mark.rule("SF-C10", "SF-G23")
def test_the_place_of_every_piece_can_be_told() -> None:
    live = day(
        "P5.5",
        village_damage=4,
        attack_total=3,
        color_open=["yellow", "brown"],
        color_deck=5,
        color_discard=3,
        word_cards_open=2,
        word_deck_count=30,
        word_discard_count=4,
        players={
            "red": {
                "white_vp": 6,
                "black_vp": 2,
                "minds_used": ["focus", "dark"],
                "mind_in_play": "dark",
            }
        },
    )
    where = live.game.where(live.state)
    numbers = {name: say.values.get("n") for name, say in where.items()}
    assert numbers["damage_marker"] == 4
    assert (where["attack_cube"].key, numbers["attack_cube"]) == ("sf.where.attack_cube", 3)
    assert where["defence_cube"].key == "sf.where.defence_cube_off"
    assert (numbers["color_deck"], numbers["color_discard"]) == (5, 3)
    assert where["color_open"].values["colours"] == ("yellow / kuning", "brown / coklat")
    assert (numbers["word_deck"], numbers["word_discard"], numbers["generator"]) == (30, 4, 2)
    assert (numbers["beast_deck"], where["beast"].values["id"]) == (6, "Example Beast")
    assert (numbers["white_marker:red"], numbers["black_marker:red"], numbers["minds:red"]) == (
        6,
        2,
        6,
    )
    assert where["first_mage"].values["name"].seat == "red"
    assert where["screens"].key == "sf.where.lifted"
    assert table().game.where(table().state)["color_open"].key == "sf.where.no_colours"


def test_the_place_of_tokens_is_told_once_they_are_public() -> None:
    live = day("P5.2")
    play_minds(live, red="dark")
    place(live, red={"A": {"white": 2}})
    where = live.game.where(live.state)
    assert (where["tokens:red"].key, where["tokens:red"].values["card"]) == (
        "sf.where.tokens_on",
        "DARK MIND",
    )
    assert where["tokens:red"].values["tokens"][0].values == {"where": "A", "tokens": "○○"}
    assert (where["minds:red"].values["n"], where["minds:blue"].values["n"]) == (7, 8)
    assert where["tokens:blue"].key == "sf.where.tokens_home"


@pytest.mark.rule("SF-E25")
def test_a_seat_is_told_who_the_first_mage_is() -> None:
    refusal = refused(day("P5.5"), "P5.5", "blue")
    assert (refusal.code, refusal.say.key) == ("SF-E25", "sf.refused.first_mage")


@pytest.mark.parametrize(
    ("step", "key"), [("P5.3", "off"), ("P5.4", "off"), ("P5.5", "on"), ("P5.8", "on")]
)
def test_the_cubes_move_when_the_totals_are_counted(step: str, key: str) -> None:
    done = {"beast_defeated": "no", "attack_blocked": "blocked"} if step == "P5.8" else {}
    where = day(step, attack_total=2, defence_total=1, **done).game.where(
        day(step, attack_total=2, defence_total=1, **done).state
    )
    suffix = "_off" if key == "off" else ""
    assert (where["attack_cube"].key, where["defence_cube"].key) == (
        f"sf.where.attack_cube{suffix}",
        f"sf.where.defence_cube{suffix}",
    )


def test_where_a_beast_lies_and_whose_the_first_mage_card_is() -> None:
    nothing = table()
    where = nothing.game.where(nothing.state)
    assert where["beast"].key == "sf.where.no_beast"
    assert "first_mage" not in where
    assert where["screens"].key == "sf.where.screens"
    mystic = day("P5.2", mystic_round=True, current_beast={**D13, "mystic": True})
    place(mystic, red={"pink": {"black": 1}})
    tokens = mystic.game.where(mystic.state)["tokens:red"]
    assert tokens.values["card"].key == "sf.where.mystic_card"
    assert mystic.game.where(mystic.state)["minds:red"].values["n"] == 8


@pytest.mark.rule("SF-E12", "SF-E24", "SF-E13")
def test_answers_out_of_place_are_told_what_is_waited_for() -> None:
    mystic = day("P4M.3", mystic_round=True, current_beast={**D13, "mystic": True}, mystic_word="")
    assert refused(mystic, "1:P5.1", "red").code == "SF-E12"
    assert refused(mystic, "P4M.3", "nobody").code == "SF-E12"
    assert refused(table(), "1:P5.2:red", "red", place={}).code == "not_asked"
    assert refused(table(), "1:P5.1", "red").code == "not_asked"
    assert refused(day("P5.5"), "1:P5.8:red:0", "red", choose=["yes"]).code == "SF-E24"
    assert refused(day("P5.5"), "1:P5.4:nobody:0", "red", choose=["yes"]).code == "SF-E24"
    assert refused(day("P5.5"), "1:P5.2:red", "red", place={}).code == "not_asked"
    assert refused(day("P4.1"), "1:P4.2", "red", show=["yellow"]).code == "SF-E10"
    assert refused(day("P4.1"), "1:P4.3", "blue", show=["yellow"]).code == "SF-E09"
    assert refused(table(step="S4"), "S4", "red", choose=["nobody"]).code == "no_such_option"
    assert (
        refused(day("P5.2"), "P5.2:red", "red", place={"A": {"purple": 1}}).code == "no_such_piece"
    )


def test_a_shared_lead_is_not_announced() -> None:
    live = day("P5.2", players={"green": {"white_vp": 1, "black_vp": 1}})
    events = resolve(
        live, {"red": {"A": W1, "B": {"black": 1}}, "blue": {"A": W1, "B": {"black": 1}}}
    )
    assert "sf.log.leader" not in keys(events)
