"""Every luck, harmony and bonus opens: the rule in a sentence, and the cards it was read from,
drawn.
"""

from typing import Any

import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.state import State
from companion.texts import sentence
from tests.games.spell_saga.table import at, ready_on

LANE = {"card": "HE0", "luck_stack": ["lSP"], "action": "xI"}


def _tracker(state: State, name: str) -> Any:
    return next(tracker for tracker in GAME.view(state, None).trackers if tracker.id == name)


@pytest.mark.rule("SS-118", "SS-119", "SS-120", "SS-121", "SS-122")
@pytest.mark.parametrize(
    ("lane", "table", "rule"),
    [
        ({}, "s11", "luck_equal"),
        ({"action": "i0"}, "s11", "luck_no_glyph"),
        ({"action": "xSU1"}, "s11", "luck_two_NO"),
        ({"action": "xSU1"}, "s13", "luck_two_BAD"),
        ({"action": "xSU1", "luck_stack": ["lAU"]}, "s11", "luck_different_BAD"),
        ({"action": "xSU1", "luck_stack": ["lAU"]}, "s13", "luck_different_NO"),
        ({"action": "EN5", "luck_stack": ["SO2"]}, "s11", "luck_harmonics"),
        ({"luck_stack": []}, "s11", "luck_missing"),
    ],
)
def test_a_luck_opens_the_rule_that_made_it(lane: dict[str, Any], table: str, rule: str) -> None:
    state = ready_on(at("T6", {"luck_table": table}, heroes=[{**LANE, **lane}]), "T6")
    assert _tracker(state, "kismet.1").behind.rule.key == f"ss.behind.{rule}"


def test_luck_before_its_check_and_luck_set_by_hand_say_so() -> None:
    assert (
        _tracker(at("T4", heroes=[LANE]), "kismet.1").behind.rule.key == "ss.behind.luck_unchecked"
    )
    by_hand = at("T8", heroes=[{**LANE, "luck": "BAD", "why": "equal"}])
    assert _tracker(by_hand, "kismet.1").behind.rule.key == "ss.behind.luck_set"


@pytest.mark.rule("SS-148", "SS-R23", "SS-G11")
def test_a_bonus_opens_to_its_cards_found_or_nearly_found() -> None:
    hero = {"card": "HE0", "items": [{"card": "IT8"}]}
    found = _tracker(at("T6", story=["ST1", "ST2"], heroes=[hero]), "bonuses").opens[0]
    assert [(card.title, card.glyph, card.colours) for card in found.cards] == [
        ("Prism", "", ("blue", "green")),
        ("Old Oath", "drop", ("violet",)),
        ("Second Verse", "sprout", ("red",)),
    ]
    assert sentence(found.rule, "en", {}).startswith(
        "The colours Violet, Red must lie in this order"
    )
    near = _tracker(at("T6", story=["ST1", "ST3", "ST2"], heroes=[hero]), "bonuses").opens[0]
    assert [card.id for card in near.cards] == ["IT8", "ST1"]
    loose = _tracker(at("T6", {"bonus_order": "connected_set"}, heroes=[hero]), "bonuses").opens[0]
    assert loose.rule.key == "ss.behind.bonus_connected"


@pytest.mark.rule("SS-131", "SS-161")
def test_other_bonuses_open_to_what_they_look_at() -> None:
    lute = {**LANE, "items": [{"card": "IT2"}]}
    lucky = _tracker(at("T6", heroes=[lute]), "bonuses").opens[0]
    assert (lucky.rule.key, [card.id for card in lucky.cards]) == (
        "ss.behind.good_luck",
        ["IT2", "PL0", "xI", "lSP"],
    )
    bridge = at("T6", places=[["PL5"], [], [], [], []], token="PL5", hand=["IT1", "EN5"])
    hand = _tracker(bridge, "bonuses").opens[0]
    assert (hand.rule.key, [card.id for card in hand.cards]) == (
        "ss.behind.hand",
        ["PL5", "IT1", "EN5"],
    )


@pytest.mark.rule("SS-136", "SS-157")
def test_the_order_of_a_pile_opens_to_its_cards() -> None:
    state = at("T6", places=[["p1", "p2"], ["p3"], [], [], []], token="p1", heroes=[LANE])
    order = _tracker(state, "order")
    assert [[card.id for card in one.cards] for one in order.opens] == [["p1", "p3"]] * (
        len(order.lines) - 1
    ) + [["lSP"]]
    assert {one.rule.key for one in (*order.opens, _tracker(state, "story").behind)} == {
        "ss.behind.order"
    }
