"""What may be done beside the steps: place rules, bonuses, items, songs, and the end by word."""

import pytest

from companion.games.spell_saga import GAME
from companion.kit.asks import Choose, Show
from companion.kit.intents import Chosen
from tests.games.spell_saga.table import (
    answer,
    asked,
    at,
    choose,
    opened,
    ready_on,
    refusal,
    show,
    told,
    with_cards,
)

TWO = [{"card": "HE0"}, {"card": "HE1"}]


@pytest.mark.rule("SS-018", "SS-112", "SS-R25", "SS-R20", "SS-218")
def test_an_optional_place_rule_works_once_per_visit_and_only_there() -> None:
    position = {"places": [["PL3"], ["p1"], [], [], []], "hand_unknown": 3}
    here = at("T6", token="PL3", **position)
    assert "rule:PL3:0" in opened(here, "may")
    used = choose(here, "may", "rule:PL3:0")
    assert used.deck_count == 40
    used = choose(used, "pick", "unknown1")
    assert (used.hand_unknown, used.deck_count) == (2, 41)
    used = show(used, "draw", "i0")
    assert (used.hand, used.claimed) == (("i0",), ("PL3:0",))
    assert refusal(used, "may", "rule:PL3:0") == "SS-R25"
    away = at("T6", token="p1", **position)
    assert refusal(away, "may", "rule:PL3:0") == "SS-R20"
    declined = ready_on(here, "T6")
    assert declined.step == "T7"


@pytest.mark.rule("SS-109", "SS-R19", "SS-097")
def test_optional_actions_open_with_the_move_and_close_with_step_10() -> None:
    assert refusal(at("T1", attached={"PL0": ["RM0"]}), "may", "luck") == "SS-R19"
    for step in ("T4", "T6", "T7", "T8", "T10"):
        assert "may" in asked(at(step, hand_unknown=2)), step
    assert asked(at("TE", hand_unknown=2)) == ["on"]


@pytest.mark.rule("SS-147", "SS-201", "SS-R23", "SS-R25", "SS-O26", "SS-G40")
def test_a_colour_bonus_is_optional_and_claimed_once_a_turn() -> None:
    hero = {"card": "HE0", "items": [{"card": "IT8"}]}
    poor = at("T6", heroes=[hero])
    assert refusal(poor, "may", "claim:IT8:0") == "SS-R23"
    rich = at("T6", story=["ST1", "ST2"], heroes=[hero])
    claimed = show(choose(rich, "may", "claim:IT8:0"), "draw", "i0")
    assert claimed.hand == ("i0",)
    assert refusal(claimed, "may", "claim:IT8:0") == "SS-R25"
    free = at("T6", {"bonus_repeat": "free"}, story=["ST1", "ST2"], heroes=[hero])
    again = show(choose(free, "may", "claim:IT8:0"), "draw", "i0")
    assert refusal(again, "may", "claim:IT8:0") == ""
    face_down = at(
        "T6",
        story=["ST1", "ST2"],
        heroes=[{"card": "HE0", "items": [{"card": "IT8", "face": "down"}]}],
    )
    assert refusal(face_down, "may", "claim:IT8:0") == "SS-R17"


@pytest.mark.rule("SS-202", "SS-131", "SS-R24", "SS-G40")
def test_a_good_luck_bonus_looks_at_the_carrier_or_else_at_anyone() -> None:
    def heroes(first: str, second: str) -> list[dict[str, object]]:
        return [
            {"card": "HE0", "luck": first, "items": [{"card": "IT2"}]},
            {"card": "HE1", "luck": second},
        ]

    assert refusal(at("T8", heroes=heroes("GOOD", "NO")), "may", "claim:IT2:1") == ""
    assert refusal(at("T8", heroes=heroes("NO", "GOOD")), "may", "claim:IT2:1") == "SS-R24"
    assert refusal(at("T8", heroes=heroes("BAD", "UNCHECKED")), "may", "claim:IT2:1") == "SS-R24"
    place = {"id": "PL0", "type": "place", "cost": "start", "rules": [{"bonus": "good_luck"}]}
    anyone = with_cards(at("T8", heroes=heroes("NO", "GOOD")), place)
    assert refusal(anyone, "may", "claim:PL0:0") == ""
    nobody = with_cards(at("T8", heroes=heroes("NO", "BAD")), place)
    assert refusal(nobody, "may", "claim:PL0:0") == "SS-R24"


@pytest.mark.rule("SS-111", "SS-R14", "SS-048")
def test_items_are_given_or_exchanged_within_the_limits() -> None:
    heroes = [
        {
            "card": "HE0",
            "items": [{"card": "a2", "face": "down"}, {"card": "IT2", "songs": ["song1"]}],
        },
        {"card": "FO2", "items": [{"card": "a3"}]},
    ]
    state = at("T8", heroes=heroes)
    assert refusal(state, "may", "give:a2:FO2") == "SS-R14"
    traded = choose(state, "may", "trade:a2:a3")
    assert [(i.card, i.face) for i in traded.heroes[1].items] == [("a2", "down")]
    assert [i.card for i in traded.heroes[0].items] == ["a3", "IT2"]
    given = choose(state, "may", "give:a3:HE0")
    assert [i.card for i in given.heroes[0].items] == ["a2", "IT2", "a3"]
    assert given.heroes[1].items == ()
    assert refusal(at("T8", heroes=TWO), "may", "give:a2:HE1") == "SS-R17"
    bent = choose(state, "may", "give:a2:FO2", force="we allow it")
    assert [i.card for i in bent.heroes[1].items] == ["a3", "a2"]


@pytest.mark.rule("SS-032", "SS-206", "SS-G25", "SS-O19")
def test_a_song_is_free_and_goes_under_the_deck_or_costs_by_option() -> None:
    state = at("T8", story_unknown=2, hand=["SO3"], hand_unknown=3)
    sung = show(choose(state, "may", "song:SO3"), "draw", "i0", "i2")
    assert (sung.hand, sung.hand_unknown, sung.deck_count) == (("i0", "i2"), 3, 39)
    paid = at("T8", {"songs_free": "off"}, story_unknown=2, hand=["SO3"], hand_unknown=3)
    paid = choose(choose(paid, "may", "song:SO3"), "pay", "unknown1", "unknown2")
    assert paid.hand_unknown == 1
    assert (
        refusal(at("T8", {"songs_free": "off"}, story_unknown=2, hand=["SO3"]), "may", "song:SO3")
        == "SS-R13"
    )
    assert refusal(at("T8", hand=["SO3"]), "may", "song:SO3") == "SS-R18"
    assert refusal(at("T8", hand=["SO2"]), "may", "song:SO2") == "SS-R22"
    assert refusal(at("T8", hand=["song"]), "may", "song:song") == "SS-R22"


@pytest.mark.rule("SS-R18", "SS-221", "SS-192")
def test_a_song_attaches_only_when_acknowledged_and_to_an_item_with_a_slot() -> None:
    heroes = [{"card": "HE0", "items": [{"card": "IT2"}, {"card": "a2"}]}]
    state = at("T8", hand=["song1", "SO3"], heroes=heroes)
    assert refusal(state, "may", "attach:SO3:IT2") == "SS-R18"
    assert refusal(state, "may", "attach:song1:a2") == "SS-R18"
    assert choose(state, "may", "attach:song1:IT2").heroes[0].items[0].songs == ("song1",)


@pytest.mark.rule("SS-R26")
def test_luck_is_not_read_again_without_three_cards() -> None:
    assert refusal(at("T8"), "may", "luck") == "SS-R26"
    assert refusal(at("T8", heroes=[{"card": "HE0", "action": "i0"}]), "may", "luck") == "SS-R26"
    ask = next(ask for ask in GAME.asks(at("T8")) if ask.id.endswith(":may"))
    assert isinstance(ask, Choose)
    reasons = {option.id: option.why_not for option in ask.options}
    assert reasons["luck"] is not None
    assert reasons["luck"].key == "ss.refused.no_action_card"


@pytest.mark.rule("SS-R30", "SS-003")
def test_end_of_demo_is_the_players_word_only_for_a_card_that_says_so() -> None:
    ender = {"id": "s2", "type": "story", "cost": 1, "end_of_demo": True}
    state = with_cards(at("T8", story=["ST0", "s2"], hand=["i0"]), ender)
    assert refusal(state, "may", "demo:i0") == "SS-R30"
    assert choose(state, "may", "demo:s2").result == "WON"
    dear = with_cards(at("T8", hand=["s2"]), {**ender, "cost": 2})
    assert refusal(dear, "may", "demo:s2") == "SS-R30"
    cheap = with_cards(at("T8", hand=["s2"]), ender)
    assert choose(cheap, "may", "demo:s2").step == "WON"


def test_a_saga_that_stands_still_may_be_put_away() -> None:
    state = choose(at("T8", hand_unknown=3), "may", "give_up")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (state.step, outcome.result, outcome.winners) == ("LOST", "given_up", ())
    assert GAME.asks(state) == ()


@pytest.mark.rule("SS-096")
def test_using_a_card_flips_or_cycles_it() -> None:
    flipped = at(
        "T6",
        hand=["lSP"],
        heroes=[{"card": "HE0", "luck_stack": ["lSU"], "items": [{"card": "IT6"}]}],
    )
    flipped = choose(flipped, "may", "use:IT6:0")
    assert flipped.heroes[0].items[0].face == "down"
    rule = {"cost": "cycle", "effects": [{"do": "draw_hand"}]}
    spent = at("T6", heroes=[{"card": "HE0", "items": [{"card": "a2"}]}])
    spent = with_cards(spent, {"id": "a2", "type": "item", "rules": [rule]})
    spent = choose(spent, "may", "use:a2:0")
    assert (spent.heroes[0].items, spent.deck_count) == ((), 41)


def test_a_colour_bonus_that_becomes_claimable_chimes_once() -> None:
    hero = {"card": "HE0", "items": [{"card": "IT8"}]}
    state = at(
        "T8", story=["ST1"], story_unknown=3, hand=["ST2", "i0"], hand_unknown=3, heroes=[hero]
    )
    bought = answer(choose(state, "may", "buy:ST2"), "pay", Chosen(("unknown1", "unknown2")))
    assert told(bought)[-1] == "ss.log.claimable"
    assert bought.events[-1].sound == "chime"
    again = answer(bought.state, "may", Chosen(("buy:i0",)))
    assert "ss.log.claimable" not in told(again)
    moved = at("T1", story=["ST1"], chimed=["IT8:0"], attached={"PL0": ["RM0"]}, heroes=[hero])
    assert choose(moved, "T1", "RM0").chimed == ()


@pytest.mark.rule("SS-G42", "SS-217")
def test_a_purchase_refills_an_empty_deck_and_the_draws_are_due() -> None:
    state = at("T4", hand=["IT1", "p1"], hand_unknown=5, story_unknown=9, deck_count=0)
    assert asked(state) == ["T4", "may"]
    bought = choose(choose(state, "may", "buy:IT1"), "pay", "p1")
    assert (bought.step, bought.deck_count) == ("T4", 1)
    assert isinstance(GAME.asks(bought)[0], Show)
    drawn = show(bought, "T4", "p1")
    assert (drawn.step, "p1" in drawn.hand) == ("T5", True)


@pytest.mark.rule("SS-G42")
def test_with_an_empty_deck_the_table_says_when_to_go_on() -> None:
    state = ready_on(at("T4", hand_unknown=5, deck_count=0), "T4")
    assert (state.step, state.draws_left, asked(state)) == ("T5", 1, ["T5", "may"])
    assert ready_on(state, "T5").step == "T6"


@pytest.mark.rule("SS-R13", "SS-192")
def test_a_card_bought_by_force_does_not_pay_for_itself() -> None:
    state = at("T8", hand=["ST2"], hand_unknown=0, deck_count=9)
    forced = choose(state, "may", "buy:ST2", force="my card allows this")
    assert (forced.story[-1], forced.hand, asked(forced)) == ("ST2", (), ["T8", "may"])
