"""What people set right: numbers by hand, options in the middle of a game, corrections, undo."""

import pytest

from tests.games.spell_from_the_future.table import (
    adjust,
    adjust_refused,
    asked,
    choose_option,
    day,
    do,
    keys,
    resolve,
    table,
    told,
    tracker,
    undo,
)

W1, W2 = {"white": 1}, {"white": 2}


@pytest.mark.rule("SF-C09", "SF-E23")
@pytest.mark.parametrize(
    ("handle", "good", "bad"),
    [
        ("village_damage", [0, 9], [-1, 11]),
        ("white_vp:red", [0, 60], [-1]),
        ("black_vp:green", [0, 60], [-1]),
        ("attack_total", [0, 30], [-1]),
        ("defence_total", [0, 30], [-1]),
        ("token_limit", [0, 6], [-1, 7]),
        ("word_cards_this_round", [0, 3], [-1, 4]),
        ("word_deck_count", [0, 36], [-1, 37]),
        ("word_discard_count", [0, 36], [-1, 37]),
        ("beast_health", [0, 99], [-1, 100]),
        ("beast_attack", [0, 99], [-1]),
        ("beast_damage", [0, 99], [-1]),
    ],
)
def test_every_number_can_be_set_within_its_bounds(
    handle: str, good: list[int], bad: list[int]
) -> None:
    live = day("P5.5", village_damage=3)
    for to in good:
        events = adjust(live, handle, to)
        assert keys(events) == ["kit.adjusted"]
    for to in bad:
        assert adjust_refused(live, handle, to).code == "SF-E23"


@pytest.mark.rule("SF-C09")
def test_totals_set_before_the_fight_count_and_later_only_show() -> None:
    live = day("P5.5", attack_total=6)
    adjust(live, "attack_total", 7)
    do(live, "P5.5", "red")
    assert live.state.beast_defeated == "yes"
    adjust(live, "attack_total", 2)
    assert live.state.beast_defeated == "yes"


@pytest.mark.rule("SF-C09")
def test_lives_can_be_set_in_a_campaign_only() -> None:
    live = table(options={"mode": "campaign"})
    adjust(live, "lives", 9)
    assert live.state.campaign.lives == 9
    assert adjust_refused(live, "lives", 0).code == "SF-E23"
    assert adjust_refused(table(), "lives", 2).code == "no_such_handle"
    assert adjust_refused(table(), "beast_health", 2).code == "no_such_handle"


@pytest.mark.rule("SF-C04", "SF-124")
def test_damage_ten_by_hand_needs_a_yes() -> None:
    live = day("P5.5", village_damage=3)
    assert adjust_refused(live, "village_damage", 10).code == "SF-C04"
    adjust(live, "village_damage", 10, confirmed=True)
    assert (live.state.step, live.state.result) == ("END", "village_lost")
    undo(live)
    assert (live.state.step, live.state.village_damage) == ("P5.5", 3)


@pytest.mark.rule("SF-C12", "SF-E11")
@pytest.mark.parametrize(
    ("handle", "to", "piles"),
    [("color_deck", 5, (5, 3)), ("color_discard", 1, (7, 1)), ("color_deck", 8, (8, 0))],
)
def test_colour_piles_always_make_ten(handle: str, to: int, piles: tuple[int, int]) -> None:
    live = day(
        "P4.4",
        color_deck=6,
        color_discard=2,
        color_open=["yellow", "brown"],
        colors_discarded=["red", "blue"],
    )
    adjust(live, handle, to)
    assert (live.state.color_deck, live.state.color_discard) == piles
    assert live.state.colors_discarded == ()


@pytest.mark.rule("SF-E11", "SF-C12")
@pytest.mark.parametrize("handle", ["color_deck", "color_discard"])
def test_an_eleventh_color_card_is_refused(handle: str) -> None:
    live = day("P4.4", color_deck=6, color_discard=2, color_open=["yellow", "brown"])
    refusal = adjust_refused(live, handle, 9)
    assert (refusal.code, refusal.say.values["n"]) == ("SF-E11", 1)
    held = day("P4.2", color_deck=4, color_hands=4, color_discard=2)
    assert adjust_refused(held, handle, 7).code == "SF-E11"


@pytest.mark.rule("SF-C12")
def test_word_counts_change_nothing_but_prompts() -> None:
    live = day("P4.4", word_deck_count=34)
    before = live.state
    adjust(live, "word_deck_count", 33)
    assert live.state.word_deck_count == 33
    assert live.state.letters == before.letters


@pytest.mark.rule("SF-C06")
def test_the_first_mage_is_set_right_before_the_colours() -> None:
    live = day("P4.1")
    adjust(live, "first_player", "green")
    assert asked(live, "P4.1").seats == ("green",)
    do(live, "P4.1", "green")
    assert adjust_refused(live, "first_player", "blue").code == "SF-C06"
    assert adjust_refused(live, "first_player", "nobody").code == "no_such_option"
    do(live, "P4.2", "green", show=["yellow"])
    assert asked(live, "P4.3").seats == ("red",)


@pytest.mark.rule("SF-C06")
@pytest.mark.parametrize("step", ["P4.4", "P5.2", "P5.5"])
def test_later_the_first_mage_stays(step: str) -> None:
    assert adjust_refused(day(step), "first_player", "green").code == "SF-C06"


@pytest.mark.rule("SF-E22")
def test_a_claimed_hit_is_answered_with_what_lies_there() -> None:
    live = day("P5.2")
    resolve(live, {"red": {"A": W1, "D": W1}, "blue": {"A": W1}, "green": {"D": {"black": 1}}})
    claim = adjust_refused(live, "hits_white:red", 2)
    assert (claim.code, claim.say.key) == ("SF-E22", "sf.refused.claim")
    assert [name.seat for name in claim.say.values["names"]] == ["red"]
    assert claim.say.values["where"].values["where"] == "D"
    other = adjust_refused(live, "hits_white:blue", 0)
    assert (other.code, other.say.key) == ("SF-E22", "sf.refused.hits_follow")
    assert adjust_refused(live, "hits_black:green", 1).say.key == "sf.refused.claim"


@pytest.mark.rule("SF-E27")
@pytest.mark.parametrize(
    ("option", "to"),
    [
        ("damage_mode", "flat1"),
        ("mixed_box", "whole_box_hit"),
        ("black_vp_after_quick_kill", "drop"),
        ("color_reshuffle", "below_four"),
        ("min_tokens", 1),
        ("placement_repair", "void_card"),
        ("two_player_stats", "three_player_column"),
        ("phase_order", "beast_first"),
    ],
)
def test_an_option_that_changes_scores_waits_for_the_next_day(option: str, to: int | str) -> None:
    live = day("P5.5")
    before = live.state.in_force[option]
    assert told(choose_option(live, option, to), "sf.log.from_next_round")
    assert (live.state.options[option], live.state.in_force[option]) == (to, before)
    assert "sf.waiting_option" in keys(tracker(live, "effects").lines)
    do(live, "P5.5:all", "red")
    do(live, "P1", "blue")
    assert live.state.in_force[option] == to
    assert "sf.waiting_option" not in keys(tracker(live, "effects").lines)


@pytest.mark.rule("SF-E27")
@pytest.mark.parametrize("step", ["S2", "S3", "S4"])
def test_before_the_first_day_options_hold_at_once(step: str) -> None:
    live = table(step=step)
    assert keys(choose_option(live, "damage_mode", "flat1")) == ["kit.option_set"]
    assert live.state.in_force["damage_mode"] == "flat1"
    morning = day("P1", round=2, beast_deck_count=6)
    choose_option(morning, "damage_mode", "flat1")
    assert morning.state.in_force["damage_mode"] == "flat1"


def test_an_option_without_weight_holds_at_once() -> None:
    live = day("P4.4")
    assert keys(choose_option(live, "table_talk_reminder", "off")) == ["kit.option_set"]
    assert "sf.place.silence" not in keys(asked(live, "P4.4").lines)
