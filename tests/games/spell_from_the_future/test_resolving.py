"""From the first word called to the end of the day: Hits, abilities, VP, the fight, what the Beast
leaves.
"""

import pytest

from companion.kit.story import RuleError
from tests.games.spell_from_the_future.table import (
    D13,
    adjust,
    asked,
    day,
    do,
    keys,
    open_asks,
    place,
    play_minds,
    refused,
    resolve,
    told,
    tracker,
    vp,
)

W1, W2, W3, B1, B2 = {"white": 1}, {"white": 2}, {"white": 3}, {"black": 1}, {"black": 2}


def one_card(*effects: dict[str, object], verified: bool = True) -> dict[str, object]:
    return {"minds": [{"id": "X", "name": "X", "effects": list(effects), "verified": verified}]}


@pytest.mark.rule("SF-068", "SF-042", "SF-043")
@pytest.mark.parametrize(("roll", "colours"), [(3, ["white", "black"]), (4, ["black", "white"])])
def test_words_are_called_in_order_and_the_first_strikers_colour_first(
    roll: int, colours: list[str]
) -> None:
    live = day("P5.2", initiative_roll=roll, initiative="mages" if roll == 3 else "beast")
    play_minds(live, red="twofold", blue="twofold", green="twofold")
    place(live, red={"A": W1, "B": B1}, blue={"A": W1}, green={"A": B1})
    do(live, "P5.2.confirm", "red")
    assert open_asks(live) == ["1:P5.3:A", "1:P5.3:all"]
    assert asked(live, "P5.3:all").optional
    events = do(live, "P5.3:A", "red")
    assert [
        str(e.why.values["colour"].key).removeprefix("sf.token.") for e in events if e.why
    ] == colours
    assert told(events, "sf.log.hit").sound == "hit:2"
    assert told(events, "sf.log.miss").sound == "miss"
    assert told(events, "sf.log.hit").seats == ("red", "blue")
    assert told(events, "sf.log.miss").seats == ("green",)
    assert asked(live, "P5.3:B").seats == ("red",)
    assert keys(do(live, "P5.3:B", "red")) == ["sf.log.miss"]
    assert keys(do(live, "P5.3:C", "red")) == ["sf.log.nothing"]
    assert live.state.called == ("A", "B", "C")
    do(live, "P5.3:D", "red")
    assert live.state.step == "P5.5"


@pytest.mark.rule("SF-069", "SF-073", "SF-075", "SF-076", "SF-088")
def test_every_number_says_where_it_came_from() -> None:
    live = day("P5.2", players={"blue": {"white_vp": 4}})
    events = resolve(
        live, {"red": {"A": W2, "B": B2}, "blue": {"A": W1, "B": B1}}, green="offensive"
    )
    gains = [
        (e.seats[0], e.why.values["n"], e.why.values["now"])
        for e in events
        if e.why and e.why.key == "sf.log.vp"
    ]
    assert gains == [("red", 2, 2), ("blue", 1, 5), ("red", 2, 2), ("blue", 1, 1)]
    totals = told(events, "sf.log.totals").why
    assert totals is not None
    assert (totals.values["attack"], totals.values["defence"]) == (4, 3)
    order = keys(events)
    assert order.index("sf.log.hit") < order.index("sf.log.add_attack") < order.index("sf.log.vp")


@pytest.mark.rule("SF-G07")
@pytest.mark.parametrize(("option", "hits"), [("per_colour", (2, 0)), ("whole_box_hit", (2, 2))])
def test_whole_box_needs_one_agreed_colour(option: str, hits: tuple[int, int]) -> None:
    live = day("P5.2", options={"mixed_box": option})
    resolve(
        live, {"red": {"A": W1, "B": B1}, "blue": {"A": W1, "C": W1}, "green": {"A": B2, "B": W1}}
    )
    assert (live.state.attack_total, live.state.defence_total) == hits


@pytest.mark.rule("SF-123", "SF-G11")
@pytest.mark.parametrize(("said", "attack"), [("yes", 1), ("no", 0)])
def test_an_unchecked_ability_is_only_proposed(said: str, attack: int) -> None:
    live = day("P5.2", pack="printed")
    resolve(live, {}, mind="focus", red="offensive")
    ask = asked(live, "P5.4:red:0")
    assert ask.seats == ("red",)
    assert [option.id for option in ask.options] == ["yes", "no"]
    assert live.state.attack_total == 0
    do(live, "P5.4:red:0", "red", choose=[said])
    assert (live.state.attack_total, live.state.step) == (attack, "P5.5")


@pytest.mark.rule("SF-123", "SF-E24")
def test_owner_or_first_mage_answers_and_nobody_for_a_card_not_in_play() -> None:
    live = day("P5.2", pack="printed")
    events = resolve(live, {}, mind="defensive", red="focus")
    assert told(events, "sf.log.not_met").seats == ("red",)
    assert open_asks(live) == ["1:P5.4:blue:0", "1:P5.4:green:0"]
    assert asked(live, "P5.4:blue:0").seats == ("blue", "red")
    wrong = refused(live, "1:P5.4:red:0", "red", choose=["yes"])
    assert (wrong.code, wrong.say.values["mind"]) == ("SF-E24", "MIND OF FOCUS")
    assert refused(live, "P5.4:blue:0", "green", choose=["yes"]).code == "SF-E25"
    do(live, "P5.4:blue:0", "red", choose=["yes"])
    assert live.state.step == "P5.4"
    do(live, "P5.4:green:0", "green", choose=["yes"])
    assert (live.state.defence_total, live.state.step) == (2, "P5.5")


@pytest.mark.rule("SF-G11", "SF-078")
@pytest.mark.parametrize(
    ("placed", "others", "gain"),
    [
        ({"A": W1}, {"A": W1}, (3, 0)),
        ({"B": B2}, {"B": B1}, (0, 4)),
        ({"A": W1}, {"B": W1}, (0, 0)),
        ({"A": W1, "B": B1}, {"A": W1}, (1, 0)),
        ({}, {"A": W1}, (0, 0)),
    ],
)
def test_focus_wants_all_tokens_in_one_box_that_hits(
    placed: object, others: object, gain: tuple[int, int]
) -> None:
    live = day("P5.2")
    resolve(live, {"red": placed, "blue": others}, red="focus")
    assert vp(live)["red"] == gain


def test_single_box_wants_its_number_of_tokens_of_one_colour() -> None:
    effect = {"do": "gain_vp", "n": 5, "track": "box_colour", "if": {"single_box": 2}}
    mixed = {"do": "box_rule", "kind": "allow_mixed"}
    for placed, expected in (
        ({"A": W2}, (7, 0)),
        ({"A": W1}, (1, 0)),
        ({"A": {"white": 2, "black": 1}}, (2, 0)),
    ):
        live = day("P5.2", pack=one_card(effect, mixed))
        resolve(live, {"red": placed, "blue": {"A": W1}}, red="X")
        assert vp(live)["red"] == expected


@pytest.mark.parametrize(
    ("card", "placed", "gain"),
    [
        ("bright", {"A": W2}, (3, 0)),
        ("bright", {"A": W1}, (1, 0)),
        ("dark", {"B": B2}, (0, 3)),
        ("dark", {"B": B1}, (0, 1)),
        ("dark", {"A": W3}, (3, 0)),
    ],
)
def test_bright_and_dark_want_two_own_hits(
    card: str, placed: object, gain: tuple[int, int]
) -> None:
    live = day("P5.2")
    resolve(live, {"red": placed, "blue": {"A": W1, "B": B1}}, red=card)
    assert vp(live)["red"] == gain


@pytest.mark.parametrize(
    ("wants", "roll", "attack"),
    [("mages", 3, 2), ("beast", 3, 0), ("beast", 4, 2), ("mages", 4, 0)],
)
def test_an_ability_may_depend_on_who_strikes_first(wants: str, roll: int, attack: int) -> None:
    pack = one_card({"do": "add_attack", "n": 2, "if": {"initiative": wants}})
    live = day(
        "P5.2", pack=pack, initiative_roll=roll, initiative="mages" if roll == 3 else "beast"
    )
    resolve(live, {}, red="X")
    assert live.state.attack_total == attack


def test_the_owner_chooses_white_or_black() -> None:
    live = day("P5.2", pack=one_card({"do": "gain_vp", "n": 2, "track": "choice"}))
    resolve(live, {}, blue="X")
    ask = asked(live, "P5.4:blue:0.colour")
    assert ask.seats == ("blue",)
    do(live, "P5.4:blue:0.colour", "blue", choose=["black"])
    assert vp(live)["blue"] == (0, 2)


def test_an_unchecked_choice_is_first_a_yes_or_no() -> None:
    live = day("P5.2", pack=one_card({"do": "gain_vp", "n": 2, "track": "choice"}, verified=False))
    resolve(live, {}, blue="X")
    do(live, "P5.4:blue:0", "blue", choose=["yes"])
    do(live, "P5.4:blue:0.colour", "blue", choose=["white"])
    assert vp(live)["blue"] == (2, 0)


@pytest.mark.rule("SF-125", "SF-077")
def test_several_effects_of_one_card_add_up_and_totals_stay_above_zero() -> None:
    pack = one_card(
        {"do": "add_attack", "n": 2}, {"do": "add_defence", "n": -3}, {"do": "gain_vp", "n": -1}
    )
    live = day("P5.2", pack=pack)
    resolve(live, {}, red="X", blue="X")
    assert (live.state.attack_total, live.state.defence_total) == (4, 0)
    assert vp(live)["red"] == (0, 0)


def test_an_effect_in_words_waits_for_the_table() -> None:
    live = day("P5.2", pack=one_card({"do": "manual", "text": "Swap seats"}))
    resolve(live, {"red": {"A": W1}, "blue": {"A": W1}}, red="X")
    ask = asked(live, "P5.4.manual")
    assert (live.state.step, ask.lines[0].values["text"]) == ("P5.4", "Swap seats")
    adjust(live, "attack_total", 3)
    do(live, "P5.4.manual", "red")
    assert (live.state.attack_total, live.state.step) == (5, "P5.5")


@pytest.mark.rule("SF-098")
def test_no_mind_works_on_a_mystic_day() -> None:
    live = day("P5.2", mystic_round=True, current_beast={**D13, "mystic": True})
    resolve(live, {"red": {"pink": W1}, "blue": {"pink": W2}})
    assert (live.state.attack_total, live.state.players["red"].minds_used) == (3, ())


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
    assert "tokens" in refusal.value.say.values["what"]


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
