"""Both sides of a limit: exactly at it, and one beyond."""

import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.entering import spot_closed
from companion.games.spell_saga.harmony import bits, row_is_harmonic
from companion.games.spell_saga.reading import would_be_harmonic
from companion.games.spell_saga.state import item_limit
from companion.kit.asks import Ready
from companion.kit.intents import Shown
from companion.kit.pieces import CardSeen
from tests.games.spell_saga.table import answer, at, choose, options_of, ready_on, told

FIGHTER = {"card": "HE0", "action": "e341", "luck_stack": ["lAU"], "luck": "NO", "why": "no_glyph"}


@pytest.mark.rule("SS-107", "SS-114")
@pytest.mark.parametrize(("hand", "asked"), [(4, "ss.ask.no_trim"), (5, "ss.ask.no_trim"), (6, "ss.ask.trim")])
def test_only_cards_above_the_source_limit_are_trimmed(hand: int, asked: str) -> None:
    ask = GAME.asks(at("T10", hand_unknown=hand))[0]
    assert (ask.say.key, isinstance(ask, Ready)) == (asked, asked == "ss.ask.no_trim")


@pytest.mark.rule("SS-168", "SS-175")
@pytest.mark.parametrize(("hand", "warned"), [(4, True), (5, False)])
def test_a_hand_of_one_card_after_an_attack_is_warned_of(hand: int, warned: bool) -> None:
    state = ready_on(at("T8", hand_unknown=hand, heroes=[FIGHTER], story_unknown=1), "T8", "B2")
    state = ready_on(choose(state, "B3b", "close:HE0"), "B3c")
    lost = Shown(tuple(CardSeen(f"unknown{at}") for at in (1, 2, 3)))
    assert ("ss.log.hand_low" in told(answer(state, "B4", lost))) == warned


@pytest.mark.rule("SS-047", "SS-110")
def test_a_lowered_item_limit_ends_at_none() -> None:
    assert item_limit(at("T6"), 0) == 3
    assert item_limit(at("T6", gains={"item": -2}), 0) == 1
    assert item_limit(at("T6", gains={"item": -9}), 0) == 0


@pytest.mark.rule("SS-164", "SS-192", "SS-G30")
def test_attaching_a_song_is_no_use_of_the_item_it_is_attached_to() -> None:
    lane = {**FIGHTER, "items": [{"card": "a2"}, {"card": "IT2"}]}
    state = ready_on(at("T8", hand=["song1"], heroes=[lane], story_unknown=1), "T8", "B2")
    used = choose(state, "B3b", "attack:HE0:a2:0:e341")
    assert options_of(used, "may")["attach:song1:IT2"] == ""
    assert options_of(used, "B3b")["attack:HE0:IT2:0:e341"] == "SS-R21"


@pytest.mark.rule("SS-140", "SS-G15")
def test_with_zigzag_the_colours_may_turn_round_at_any_card() -> None:
    rulings = {"harmonic_zigzag": "on"}
    for colours, fits in (("BVB", True), ("BGB", True), ("BGBV", True), ("BR", False), ("BVY", False)):
        assert row_is_harmonic([bits(colour) for colour in colours], rulings) == fits, colours


@pytest.mark.rule("SS-157", "SS-R16", "SS-020")
def test_a_place_that_must_fit_the_ring_looks_at_every_other_top() -> None:
    """Red, then the new card, then Blue: Blue lies right behind the empty spot and must not be overlooked."""
    state = at("T6", places=[["p1"], [], ["p3"], [], []], token="p1", hand=["pG"])
    assert not would_be_harmonic(state, "pG", 1)
    reason = spot_closed(state, state.cards["pG"], 1)
    assert reason is not None
    assert (reason[0], reason[1].values["places"], reason[1].values["joint"]) == ("SS-R16", ("p1", "pG", "p3"), "p1")
    assert would_be_harmonic(at("T6", places=[["p1"], [], ["p2"], [], []], token="p1"), "pG", 4)
