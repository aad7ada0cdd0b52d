"""The fight, what the Beast does to the Village, and what it leaves."""

import pytest

from companion.kit.story import RuleError
from tests.games.spell_from_the_future.table import (
    D13,
    asked,
    day,
    do,
    keys,
    open_asks,
    place,
    play_minds,
    resolve,
    told,
    tracker,
    vp,
)
from tests.games.tables import invariants_named

W1, W2, W3, B1, B2 = {"white": 1}, {"white": 2}, {"white": 3}, {"black": 1}, {"black": 2}


def one_card(*effects: dict[str, object], verified: bool = True) -> dict[str, object]:
    return {"minds": [{"id": "X", "name": "X", "effects": list(effects), "verified": verified}]}


@pytest.mark.rule("SF-G19")
@pytest.mark.parametrize(
    ("roll", "placed", "dropped"), [(3, 3, True), (3, 2, False), (4, 3, False)]
)
def test_black_vp_are_dropped_only_after_a_quick_kill(
    roll: int, placed: int, dropped: bool
) -> None:
    weak = {**D13, "health": 5}
    who = "mages" if roll == 3 else "beast"
    options = {"black_vp_after_quick_kill": "drop"}
    live = day("P5.2", options=options, current_beast=weak, initiative_roll=roll, initiative=who)
    resolve(
        live,
        {"red": {"A": {"white": placed}, "B": B1}, "blue": {"A": W2, "B": B1}, "green": {"B": B2}},
        green="dark",
    )
    assert vp(live)["green"] == ((0, 0) if dropped else (0, 3))
    assert vp(live)["red"][0] == placed
    assert live.state.defence_total == 4


@pytest.mark.rule("SF-044", "SF-045", "SF-084", "SF-086")
def test_beasts_hurt_the_village_and_nobody_else() -> None:
    live = day("P5.5", current_beast={**D13, "damage": 3}, players={"red": {"white_vp": 5}})
    before = vp(live)
    do(live, "P5.5", "red")
    do(live, "P5.6", "red")
    assert (live.state.village_damage, vp(live)) == (3, before)


@pytest.mark.rule("SF-079", "SF-080", "SF-G14")
@pytest.mark.parametrize(
    ("roll", "attack", "defence", "defeated", "blocked", "damage"),
    [
        (3, 7, 0, "yes", "no_attack", 0),
        (3, 6, 5, "no", "blocked", 0),
        (3, 6, 4, "no", "unblocked", 2),
        (4, 7, 4, "yes", "unblocked", 2),
        (4, 8, 6, "yes", "blocked", 0),
        (4, 6, 4, "no", "unblocked", 2),
    ],
)
def test_the_fight(
    roll: int, attack: int, defence: int, defeated: str, blocked: str, damage: int
) -> None:
    who = "mages" if roll == 3 else "beast"
    totals = {"attack_total": attack, "defence_total": defence}
    live = day(
        "P5.5", current_beast={**D13, "damage": 2}, initiative_roll=roll, initiative=who, **totals
    )
    do(live, "P5.5:all", "red")
    past = live.state.days_past[0]
    assert (past.defeated, past.blocked) == (defeated == "yes", blocked)
    assert (live.state.village_damage, live.state.step, live.state.round) == (damage, "P1", 2)


def test_step_by_step_and_all_at_once_end_the_same() -> None:
    quick, slow = (day("P5.5", attack_total=3, defence_total=2) for _ in range(2))
    do(quick, "P5.5:all", "red")
    for step in ("P5.5", "P5.6", "P5.7", "P5.8.confirm"):
        do(slow, step, "red")
    assert quick.state == slow.state


@pytest.mark.rule("SF-G02", "SF-086")
@pytest.mark.parametrize(("mode", "damage"), [("printed", 3), ("shortfall", 4), ("flat1", 1)])
def test_damage_is_read_as_the_table_agreed(mode: str, damage: int) -> None:
    live = day(
        "P5.5", options={"damage_mode": mode}, current_beast={**D13, "damage": 3}, defence_total=1
    )
    do(live, "P5.5", "red")
    events = do(live, "P5.6", "red")
    assert live.state.village_damage == damage
    assert told(events, "sf.log.unblocked").sound == "hurt"


@pytest.mark.rule("SF-115", "SF-100")
@pytest.mark.parametrize(
    ("before", "after", "sound"), [(6, 7, "hurt"), (7, 8, "warning"), (8, 9, "warning")]
)
def test_the_last_two_spaces_warn(before: int, after: int, sound: str) -> None:
    live = day("P5.5", village_damage=before)
    do(live, "P5.5", "red")
    events = do(live, "P5.6", "red")
    assert (live.state.village_damage, told(events, "sf.log.unblocked").sound) == (after, sound)


@pytest.mark.rule("SF-089", "SF-090", "SF-125")
def test_a_whole_list_of_effects_is_left_behind() -> None:
    effects = [
        {"do": "word_cards", "n": 1},
        {"do": "village_damage", "n": -2},
        {"do": "token_limit", "n": -1},
    ]
    pack = {
        "beasts": [{"id": "X", "stats": {"3": {"health": 1, "attack": 9}}, "if_defeated": effects}]
    }
    beast = {"id": "X", "health": 1, "attack": 9, "damage": 1}
    live = day("P5.5", pack=pack, current_beast=beast, attack_total=1, village_damage=1)
    do(live, "P5.5", "red")
    events = do(live, "P5.6", "red")
    assert (live.state.village_damage, told(events, "sf.log.beast_damage").sound) == (0, "repaired")
    assert [(m.effect.do, m.effect.n, m.for_round) for m in live.state.pending_modifiers] == [
        ("word_cards", 1, 2),
        ("token_limit", -1, 2),
    ]
    assert keys(asked(live, "P5.8.confirm").say.values["effects"]) == [
        "sf.effect.word_cards",
        "sf.effect.token_limit",
    ]


@pytest.mark.rule("SF-116")
def test_on_the_last_day_it_is_said_that_nothing_follows() -> None:
    live = day("P5.5", round=7, village_damage=3)
    do(live, "P5.5", "red")
    do(live, "P5.6", "red")
    events = do(live, "P5.7", "red")
    assert told(events, "sf.log.no_tomorrow")
    assert asked(live, "P5.8.confirm").say.key == "sf.ask.P5.8.nothing"


@pytest.mark.rule("SF-124")
@pytest.mark.parametrize(("defeated", "n", "damage"), [(True, 2, 5), (False, 2, 3), (True, -1, 2)])
def test_a_mind_may_wait_for_the_beasts_fate(defeated: bool, n: int, damage: int) -> None:
    pack = one_card({"do": "village_damage", "n": n, "if": {"beast_defeated": True}})
    live = day(
        "P5.2",
        pack=pack,
        village_damage=3,
        current_beast={**D13, "health": 2 if defeated else 9, "attack": 0},
    )
    resolve(live, {"red": {"A": W1}, "blue": {"A": W1}}, red="X")
    do(live, "P5.5:all", "red")
    assert live.state.village_damage == damage


@pytest.mark.rule("SF-124")
def test_a_mind_can_end_the_game_before_the_aftermath() -> None:
    pack = one_card({"do": "village_damage", "n": 1})
    live = day("P5.2", pack=pack, village_damage=8, current_beast={**D13, "attack": 0})
    resolve(live, {}, red="X", blue="X", green="X")
    do(live, "P5.5:all", "red")
    assert (live.state.step, live.state.result, live.state.pending_modifiers) == (
        "END",
        "village_lost",
        (),
    )


@pytest.mark.rule("SF-123")
@pytest.mark.parametrize(("said", "black"), [("yes", 1), ("no", 0)])
def test_an_unchecked_late_ability_is_proposed_after_the_fight(said: str, black: int) -> None:
    pack = one_card(
        {"do": "gain_vp", "n": 1, "track": "black", "if": {"beast_defeated": False}}, verified=False
    )
    live = day("P5.2", pack=pack)
    resolve(live, {}, red="X")
    do(live, "P5.5:all", "red")
    assert open_asks(live) == ["1:P5.8:red:0"]
    do(live, "P5.8:red:0", "red", choose=[said])
    assert vp(live)["red"] == (0, black)
    assert live.state.pending_modifiers[0].effect.do == "word_cards"


def test_a_late_effect_in_words_is_shown_with_the_aftermath() -> None:
    pack = one_card({"do": "manual", "text": "Sing", "if": {"beast_defeated": False}})
    live = day("P5.2", pack=pack)
    resolve(live, {}, red="X")
    assert live.state.step == "P5.5"
    for step in ("P5.5", "P5.6", "P5.7"):
        do(live, step, "red")
    assert [line.values["text"] for line in asked(live, "P5.8.confirm").lines] == ["Sing"]


def test_the_new_leader_is_named_quietly() -> None:
    live = day("P5.2", players={"green": {"white_vp": 1, "black_vp": 1}})
    events = resolve(live, {"red": {"A": W2, "B": B2}, "blue": {"A": W1, "B": B2}})
    leader = told(events, "sf.log.leader")
    assert (leader.seats, leader.sound) == (("red",), None)
    same = resolve(day("P5.2", players={"red": {"white_vp": 1, "black_vp": 1}}), {})
    assert "sf.log.leader" not in keys(same)


@pytest.mark.rule("SF-G24")
@pytest.mark.parametrize(
    ("most", "vp_now", "key", "n"),
    [(None, 25, "to", "25"), (20, 20, "to", "20"), (20, 21, "lap", "1"), (20, 45, "lap", "5")],
)
def test_beyond_the_printed_track_the_marker_runs_another_lap(
    most: int | None, vp_now: int, key: str, n: str
) -> None:
    pack = {} if most is None else {"vp_track_max": most}
    live = day("P5.5", pack=pack, players={"red": {"white_vp": vp_now}})
    white = asked(live, "P5.5").lines[0].values["white"]
    assert (white.key, white.values["n"]) == (f"sf.move.{key}", n)
    if key == "lap":
        assert (white.values["lap"], white.values["total"]) == (2 if vp_now == 21 else 3, vp_now)
    assert live.state.players["red"].white_vp == vp_now


def test_what_was_struck_is_said_with_the_markers_place() -> None:
    live = day("P5.5", attack_total=6, defence_total=3)
    assert asked(live, "P5.5").say.values == {"attack": 6, "defence": 3}
    do(live, "P5.5", "red")
    first = asked(live, "P5.6").say.values
    assert first["what"].key == "sf.fight.not_defeated"
    do(live, "P5.6", "red")
    second = asked(live, "P5.7").say.values
    assert (second["what"].key, second["damage"]) == ("sf.fight.unblocked", 1)
    beast = day("P5.5", attack_total=7, defence_total=5, initiative_roll=5, initiative="beast")
    do(beast, "P5.5", "red")
    assert asked(beast, "P5.6").say.values["what"].key == "sf.fight.blocked"
    do(beast, "P5.6", "red")
    assert asked(beast, "P5.7").say.values["what"].key == "sf.fight.defeated"


@pytest.mark.rule("SF-081")
def test_a_token_hit_more_often_than_placed_is_no_position() -> None:
    with pytest.raises(RuleError) as refusal:
        day(
            "P5.3",
            players={
                "red": {"placement": {"A": {"white": 1}}, "hits_white": 2, "mind_in_play": "dark"}
            },
        )
    assert "tokens" in invariants_named(refusal.value)


def test_the_grid_lights_up_as_words_are_called() -> None:
    live = day("P5.2")
    assert tracker(live, "grid").rows[0].lit is False
    play_minds(live, red="twofold", blue="twofold", green="twofold")
    place(live, red={"A": W2}, blue={"A": W1}, green={"B": B1})
    do(live, "P5.2.confirm", "red")
    do(live, "P5.3:A", "red")
    do(live, "P5.3:B", "red")
    rows = tracker(live, "grid").rows
    assert [row.lit for row in rows] == [True, False, False, False]
    assert [len(cell) for cell in rows[0].cells] == [1, 1, 0]
    assert tracker(live, "grid").sums[0][0].count == 2
