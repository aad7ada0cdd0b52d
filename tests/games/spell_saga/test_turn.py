"""Steps of a turn: what they prompt, what they leave open, and rules that wake and sleep."""

import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.rules.rule_reasons import works_at
from companion.games.spell_saga.state import State, change
from companion.kit.asks import Ready, Show
from companion.kit.intents import Chosen, Counted, Readied
from tests.games.spell_saga.table import (
    answer,
    asked,
    at,
    choose,
    opened,
    options_of,
    ready_on,
    refusal,
    show,
    told,
    with_cards,
)

TWO = [{"card": "HE0"}, {"card": "HE1"}]


@pytest.mark.rule("SS-099", "SS-115")
def test_step_2_names_the_items_lying_face_down_and_turns_them_up() -> None:
    items = [{"card": "IT1", "face": "down"}, {"card": "IT3"}]
    state = at("T2", heroes=[{"card": "HE0", "items": items}])
    ask = GAME.asks(state)[0]
    assert isinstance(ask, Ready)
    assert ask.say.values["items"] == ("Short Bow",)
    turned = ready_on(state, "T2")
    assert [item.face for item in turned.heroes[0].items] == ["up", "up"]
    assert turned.step == "T4"
    none = at("T2")
    assert ready_on(none, "on").step == "T4"


@pytest.mark.rule("SS-100", "SS-017", "SS-060", "SS-G58")
def test_step_3_follows_the_place_then_its_folk_and_is_not_left_before() -> None:
    position = {
        "places": [["PL1"], [], [], [], []],
        "token": "PL1",
        "attached": {"PL0": [], "PL1": ["f2"]},
    }
    rule = {"mode": "mandatory", "timing": "step_3", "effects": [{"do": "manual", "text": "Sing."}]}
    state = with_cards(at("T2", **position), {"id": "f2", "type": "folk", "rules": [rule]})
    state = ready_on(state, "on")
    assert asked(state) == ["draw"]
    assert refusal(state, "T4", Readied()) == "SS-R27"
    state = show(state, "draw", "lSP")
    assert (state.heroes[0].luck_stack, asked(state)) == (("lSP",), ["do"])
    state = ready_on(state, "do")
    assert state.step == "T4"
    elsewhere = with_cards(
        at("T2", **{**position, "token": "@3"}), {"id": "f2", "type": "folk", "rules": [rule]}
    )
    assert ready_on(elsewhere, "on").step == "T4"


@pytest.mark.rule("SS-016", "SS-218", "SS-G58", "SS-R20", "SS-R17")
def test_a_card_sleeps_where_its_type_does_not_belong() -> None:
    state = at(
        "T6",
        places=[["p1", "PL3"], [], [], [], []],
        token="p1",
        hand=["IT6", "FO1"],
        story=["ST0", "IT8"],
        heroes=[{"card": "HE0", "luck_stack": ["IT2"]}],
    )
    for option, code in {
        "rule:PL3:0": "SS-R20",
        "use:IT6:0": "SS-R17",
        "rule:FO1:0": "SS-R20",
        "claim:IT8:0": "SS-R17",
        "claim:IT2:1": "SS-R17",
        "rule:PL3:7": "SS-R20",
    }.items():
        assert refusal(state, "may", option) == code, option
    assert _why(state, "PL3") == "ss.refused.sleeps"
    assert (
        _why(at("T6", places=[["p1"], ["PL3"], [], [], []], token="p1"), "PL3")
        == "ss.refused.not_visited"
    )


def _why(state: State, card: str) -> str:
    reason = works_at(state, card)
    assert reason is not None
    return reason[1].key


@pytest.mark.rule("SS-060", "SS-215", "SS-027")
def test_folk_attach_to_the_room_the_token_is_in_and_work_only_there() -> None:
    state = at("T6", token="RM0", attached={"PL0": ["RM0"]}, hand=["FO1"])
    played = choose(state, "may", "folk:FO1")
    assert played.attached == {"PL0": ("RM0",), "RM0": ("FO1",)}
    assert "rule:FO1:0" in opened(played, "may")
    assert refusal(change(played, token="PL0"), "may", "rule:FO1:0") == "SS-R20"


@pytest.mark.rule("SS-103", "SS-R05", "SS-R04")
def test_in_kismetic_order_each_card_goes_to_an_empty_spot() -> None:
    state = at(
        "T5", draws_left=2, heroes=[{"card": "HE0", "action": "p1"}, *TWO[1:], {"card": "FO2"}]
    )
    drawn = show(state, "T5", "p2")
    assert options_of(drawn, "lane") == {"HE0": "SS-R05", "HE1": "", "FO2": ""}
    assert refusal(drawn, "lane", "HE0") == "SS-R05"
    laid = choose(drawn, "lane", "FO2")
    assert [hero.action for hero in laid.heroes] == ["p1", None, "p2"]
    assert laid.draws_left == 1
    last = show(laid, "T5", "p3")
    assert [hero.action for hero in last.heroes] == ["p1", "p3", "p2"]
    assert last.step == "T6"


@pytest.mark.rule("SS-104", "SS-105", "SS-108", "SS-146")
def test_harmonics_luck_and_acknowledging_are_shown_one_after_the_other() -> None:
    hero = {"card": "HE0", "luck_stack": ["SO2"]}
    state = show(at("T5", draws_left=1, hand_unknown=3, heroes=[hero]), "T5", "EN5")
    assert (state.step, state.heroes[0].match, state.heroes[0].luck) == ("T6", "B", "UNCHECKED")
    assert GAME.asks(state)[0].lines[0].key == "ss.line.match"
    state = ready_on(state, "T6")
    assert (state.step, state.heroes[0].luck, state.heroes[0].why) == ("T7", "GOOD", "harmonics")
    state = ready_on(state, "T7")
    assert [line.key for line in GAME.asks(state)[0].lines] == [
        "ss.line.ignored",
        "ss.line.good_luck",
    ]
    story = answer(state, "T8", Readied())
    assert "ss.log.status" in told(story)
    assert story.state.step == "T10"


@pytest.mark.rule("SS-105", "SS-084")
def test_a_blank_action_card_is_judged_by_the_player_in_step_8() -> None:
    blank = {"id": "blank", "type": "item", "cost": "blank"}
    position = {"hand_unknown": 3, "heroes": [{"card": "HE0", "luck": "GOOD", "action": "IT4"}]}
    state = with_cards(at("T7", **position), {**blank, "id": "IT4"})
    judged = ready_on(state, "T7")
    assert asked(judged) == ["condition"]
    yes = ready_on(choose(judged, "condition", "yes"), "T8")
    assert (yes.hand, yes.acknowledged) == (("IT4",), ("IT4",))
    no = ready_on(choose(judged, "condition", "no"), "T8")
    assert (no.hand, no.heroes[0].action) == ((), "IT4")


@pytest.mark.rule("SS-026", "SS-025")
def test_an_enemy_in_hand_or_luck_pile_is_not_fought() -> None:
    state = at(
        "T8",
        hand=["e1"],
        heroes=[{"card": "HE0", "luck": "NO", "luck_stack": ["e111"], "action": "i0"}],
    )
    assert ready_on(state, "T8").step == "T10"
    fought = at("T8", hand=["i0"], heroes=[{"card": "HE0", "luck": "NO", "action": "e1"}])
    assert ready_on(fought, "T8").step == "B2"


@pytest.mark.rule("SS-075", "SS-G07")
def test_what_is_left_in_the_action_pile_is_cycled_after_the_end_rules() -> None:
    state = at("T10", hand_unknown=3, heroes=[{"card": "HE0", "action": "e3", "extras": ["p1"]}])
    ended = ready_on(state, "T10")
    assert (ended.heroes[0].action, ended.heroes[0].extras, ended.deck_count) == (None, (), 42)


@pytest.mark.rule("SS-R02", "SS-C10", "SS-R03")
def test_the_token_moves_in_step_1_only_and_there_is_one() -> None:
    assert refusal(at("T6"), "T1", "PL0") == "SS-R02"
    state = at("T1", attached={"PL0": ["RM0"]})
    assert refusal(state, "T1", Chosen(())) == "SS-R03"
    far = at("T1", places=[["p1"], ["p2"], ["p3"], ["p4"], []], token="p1")
    moved = choose(far, "T1", "p3", force="we jumped")
    assert moved.token == "p3"


@pytest.mark.rule("SS-211", "SS-G56", "SS-017")
def test_a_mandatory_rule_in_hand_is_prompted_once_the_card_is_acknowledged() -> None:
    rule = {
        "mode": "mandatory",
        "timing": "while_acknowledged",
        "effects": [{"do": "manual", "text": "Weep."}],
    }
    cheap = {"id": "i0", "type": "item", "cost": 1, "rules": [rule]}
    dear = {"id": "i2", "type": "item", "cost": 2, "rules": [rule]}
    state = with_cards(at("T4", hand=["i2"], hand_unknown=3), cheap, dear)
    drawn = show(state, "T4", "i0")
    assert (asked(drawn), drawn.heeded) == (["do"], ("i0",))
    done = ready_on(drawn, "do")
    assert asked(done)[0] == "T5"
    grown = with_cards(at("T8", hand=["i2", "end"], hand_unknown=3), dear, {"id": "end", "cost": 1})
    grown = choose(choose(grown, "may", "buy:end"), "pay", "unknown1")
    assert (asked(grown), grown.heeded) == (["do"], ("i2",))


@pytest.mark.rule("SS-223", "SS-009", "SS-029", "SS-G62")
def test_a_drawn_folk_enemy_is_folk_until_an_effect_makes_it_fight() -> None:
    state = at("T8", hand_unknown=2, heroes=[{"card": "HE0", "luck": "NO", "action": "FO4"}])
    assert ready_on(state, "T8").step == "T10"
    attached = choose(state, "may", "folk:FO4")
    assert attached.attached["PL0"] == ("FO4",)
    turned = choose(attached, "may", "rule:FO4:0")
    assert (turned.heroes[0].extras, turned.turned) == (("FO4",), ("FO4",))
    fight = ready_on(turned, "T8")
    assert (fight.step, [enemy.card for enemy in fight.battle.enemies]) == ("B2", ["FO4"])
    assert refusal(turned, "may", "buy:FO4") == "SS-R11"


@pytest.mark.rule("SS-223", "SS-217")
def test_a_folk_hero_in_the_hero_pile_draws_like_a_hero() -> None:
    ask = GAME.asks(at("T4", heroes=[{"card": "HE0"}, {"card": "FO2"}]))[0]
    assert isinstance(ask, Show)
    assert (ask.least, ask.most) == (2, 2)


@pytest.mark.rule("SS-R31", "SS-C13")
def test_after_the_end_nothing_is_asked() -> None:
    assert GAME.asks(at("LOST", result="LOST")) == ()
    assert refusal(at("WON", result="WON"), "T4", Readied()) == "SS-R31"


@pytest.mark.rule("SS-R27")
def test_a_pending_payment_comes_first() -> None:
    state = choose(at("T8", hand=["IT1", "i0"], hand_unknown=1), "may", "buy:IT1")
    assert asked(state) == ["pay"]
    assert refusal(state, "T8", Readied()) == "SS-R27"
    assert refusal(state, "may", "luck") == "SS-R27"


@pytest.mark.rule("SS-R15", "SS-R22", "SS-R14")
def test_rooms_go_to_no_spot_attacks_are_not_negative_and_the_last_hero_stays() -> None:
    room = choose(
        at("T8", places=[["p1"], ["p2"], [], [], []], token="p1", hand=["rm", "i0"]),
        "may",
        "buy:rm",
    )
    assert refusal(room, "to", "3") == "SS-R15"
    fight = ready_on(
        at("T9", hand_unknown=3, heroes=[{"card": "HE0", "luck": "NO", "action": "e111"}]),
        "on",
        "B2",
    )
    assert (
        refusal(choose(fight, "B3b", "attack:HE0:other:0:e111"), "number", Counted(-1)) == "SS-R22"
    )
    rule = {"effects": [{"do": "cycle", "zones": ["hero"]}]}
    state = with_cards(at("T8"), {"id": "PL0", "type": "place", "cost": "start", "rules": [rule]})
    assert refusal(choose(state, "may", "rule:PL0:0"), "pick", "HE0") == "SS-R14"


@pytest.mark.rule("SS-100", "SS-018")
def test_step_3_runs_only_rules_that_are_mandatory_and_meant_for_it() -> None:
    sing = [{"do": "manual", "text": "Sing."}]
    later = {"mode": "mandatory", "timing": "end_of_turn", "effects": sing}
    free = {"mode": "optional", "timing": "step_3", "effects": sing}
    place = {"id": "PL0", "type": "place", "cost": "start", "rules": [later, free]}
    assert ready_on(with_cards(at("T2"), place), "on").step == "T4"


def test_a_mandatory_hand_rule_waits_for_its_own_moment() -> None:
    sing = [{"do": "manual", "text": "Sing."}]
    rules = [{"mode": "optional", "timing": "while_acknowledged", "effects": sing}]
    rules.append({"mode": "mandatory", "timing": "on_enter", "effects": sing})
    state = with_cards(
        at("T4", hand_unknown=2), {"id": "i0", "type": "item", "cost": 1, "rules": rules}
    )
    drawn = show(state, "T4", "i0")
    assert (asked(drawn)[0], drawn.heeded) == ("T5", ())
    assert "rule:i0:0" in opened(drawn, "may")
    bought = choose(choose(drawn, "may", "buy:i0"), "pay", "unknown1")
    assert asked(bought) == ["do"]
