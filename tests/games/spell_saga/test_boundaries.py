"""Both sides of a limit: exactly at it, and one beyond."""

import msgspec
import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.rules.buying import spot_closed
from companion.games.spell_saga.rules.harmonics import bits, row_is_harmonic
from companion.games.spell_saga.rules.reading import would_be_harmonic
from companion.games.spell_saga.state import item_limit
from companion.kit.asks import Ready
from companion.kit.intents import Chosen, Readied, Shown
from companion.kit.pieces import CardSeen
from companion.kit.story import RuleError
from tests.games.spell_saga.table import answer, at, choose, options_of, ready_on, told
from tests.games.tables import invariants_named

FIGHTER = {"card": "HE0", "action": "e341", "luck_stack": ["lAU"], "luck": "NO", "why": "no_glyph"}


@pytest.mark.rule("SS-107", "SS-114")
@pytest.mark.parametrize(
    ("hand", "asked"), [(4, "ss.ask.no_trim"), (5, "ss.ask.no_trim"), (6, "ss.ask.trim")]
)
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
    for colours, fits in (
        ("BVB", True),
        ("BGB", True),
        ("BGBV", True),
        ("BR", False),
        ("BVY", False),
    ):
        assert row_is_harmonic([bits(colour) for colour in colours], rulings) == fits, colours


@pytest.mark.rule("SS-157", "SS-R16", "SS-020")
def test_a_place_that_must_fit_the_ring_looks_at_every_other_top() -> None:
    """Red, then the new card, then Blue: Blue lies right behind the empty spot and must not be
    overlooked.
    """
    state = at("T6", places=[["p1"], [], ["p3"], [], []], token="p1", hand=["pG"])
    assert not would_be_harmonic(state, "pG", 1)
    reason = spot_closed(state, state.cards["pG"], 1)
    assert reason is not None
    assert (reason[0], reason[1].values["places"], reason[1].values["joint"]) == (
        "SS-R16",
        ("p1", "pG", "p3"),
        "p1",
    )
    assert would_be_harmonic(at("T6", places=[["p1"], [], ["p2"], [], []], token="p1"), "pG", 4)


@pytest.mark.rule("SS-R16")
def test_the_joint_named_is_the_first_card_that_does_not_fit() -> None:
    state = at("T6", places=[["p1"], ["p2"], [], ["p5"], []], token="p1", hand=["pV"])
    reason = spot_closed(state, state.cards["pV"], 2)
    assert reason is not None
    assert (reason[1].values["places"], reason[1].values["joint"]) == (
        ("p1", "p2", "pV", "p5"),
        "pV",
    )


@pytest.mark.rule("SS-025", "SS-105")
def test_the_horn_sounds_for_an_acknowledged_enemy_only() -> None:
    for action, sounds in (("e1", ["horn"]), ("e3", [None]), ("i0", [None])):
        story = answer(at("T8", heroes=[{**FIGHTER, "action": action}]), "T8", Readied())
        told_of = [
            event.sound for event in story.events if event.why and event.why.key == "ss.log.status"
        ]
        assert told_of == sounds, action


@pytest.mark.rule("SS-R26", "SS-134")
@pytest.mark.parametrize("tracking", ["full", "lite"])
def test_asking_luck_again_names_the_card_that_is_missing(tracking: str) -> None:
    for lane, missing in (({"luck_stack": []}, "luck"), ({"action": None}, "action")):
        typed_in = (
            {"cards": {"e341": {"id": "e341", "type": "enemy", "cost": 5}}}
            if tracking == "lite"
            else {}
        )
        state = at(
            "T10", {"tracking": tracking}, heroes=[{**FIGHTER, **lane}], hand_unknown=3, **typed_in
        )
        ask = next(ask for ask in GAME.asks(state) if ask.id.endswith(":may"))
        option = next(option for option in ask.options if option.id == "luck")
        assert (option.rule, option.why_not.key) == ("SS-R26", f"ss.refused.no_{missing}_card")


@pytest.mark.rule("SS-011")
def test_costs_are_offered_as_numbers_and_as_words() -> None:
    state = ready_on(
        at("T4", {"tracking": "lite"}, heroes=[{"card": "HE0", "luck_stack": ["lAU"]}]), "T4"
    )
    state = choose(state, "type", "item")
    words = {option.id: option.say.values["cost"] for option in GAME.asks(state)[0].options}
    assert (words["0"], words["3"], words["blank"].key) == ("0", "3", "ss.cost.blank")


@pytest.mark.rule("SS-O32")
def test_a_position_with_an_action_card_nobody_knows_is_refused_in_both_trackings() -> None:
    for tracking in ("full", "lite"):
        with pytest.raises(RuleError) as refused:
            at("T10", {"tracking": tracking}, heroes=[{"card": "HE0", "action": "nobody knows it"}])
        path = refused.value.say.values.get("path")
        assert path == "heroes.0.action" or invariants_named(refused.value) == ("cards_known",)


@pytest.mark.rule("SS-C01", "SS-068")
def test_every_card_of_a_lane_is_said_to_lie_with_its_own_hero() -> None:
    first = {
        "card": "HE0",
        "luck_stack": ["lSP"],
        "action": "e3",
        "items": [{"card": "a2", "face": "down"}],
    }
    second = {
        "card": "HE1",
        "luck_stack": ["lAU"],
        "action": "i0",
        "items": [{"card": "IT2", "songs": ["song1"]}],
    }
    lying = GAME.where(at("T6", heroes=[first, second]))
    heroes = {
        card: lying[card].values["hero"]
        for card in ("lSP", "e3", "a2", "lAU", "i0", "IT2", "song1")
    }
    assert heroes == {
        **dict.fromkeys(("lSP", "e3", "a2"), "Edyta"),
        **dict.fromkeys(("lAU", "i0", "IT2", "song1"), "Bram"),
    }
    assert (lying["a2"].key, lying["IT2"].key) == ("ss.where.item_down", "ss.where.item_up")


@pytest.mark.rule("SS-111")
def test_the_log_names_both_items_that_change_hands() -> None:
    heroes = [
        {"card": "HE0", "items": [{"card": "a2"}]},
        {"card": "FO2", "items": [{"card": "a3"}]},
    ]
    last = answer(at("T8", heroes=heroes), "may", Chosen(("trade:a2:a3",))).events[-1].why
    assert last is not None
    assert (last.values["item"], last.values["other"]) == ("a2", "a3")


@pytest.mark.rule("SS-045")
@pytest.mark.parametrize(
    ("token", "stands"), [("@1", True), ("@5", True), ("@0", False), ("@6", False)]
)
def test_the_token_may_stand_on_an_emptied_spot_of_the_five(token: str, stands: bool) -> None:
    assert ("token" not in GAME.broken(msgspec.structs.replace(at("T6"), token=token))) is stands
