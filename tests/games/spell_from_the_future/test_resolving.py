"""From the first word called to the end of the day: Hits, abilities, VP, the fight, what the Beast
leaves.
"""

import pytest

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
