"""How games end, alone, in pairs and over a campaign."""

import pytest

from companion.kit.story import RuleError
from tests.games.spell_from_the_future.table import (
    D13,
    FIVE,
    THREE,
    adjust_refused,
    asked,
    day,
    do,
    open_asks,
    refused,
    table,
    told,
    tracker,
    undo,
)
from tests.games.tables import invariants_named

LAST = {"round": 7, "beast_defeated": "no", "attack_blocked": "blocked"}
CAMPAIGN = {"mode": "campaign"}


def scores(**vps: tuple[int, int]) -> dict[str, dict[str, int]]:
    return {seat: {"white_vp": white, "black_vp": black} for seat, (white, black) in vps.items()}


@pytest.mark.rule("SF-001", "SF-102", "SF-104", "SF-105", "SF-106", "SF-107")
@pytest.mark.parametrize(
    ("vps", "winners"),
    [
        ({"red": (5, 9), "blue": (6, 6), "green": (30, 4)}, ("blue",)),
        ({"red": (5, 9), "blue": (9, 5), "green": (5, 5)}, ("red", "blue", "green")),
        ({"red": (0, 9), "blue": (9, 0), "green": (0, 0)}, ("red", "blue", "green")),
        ({"red": (8, 7), "blue": (7, 8), "green": (6, 9)}, ("red", "blue")),
    ],
)
def test_the_highest_lower_marker_wins_and_ties_share(
    vps: dict[str, tuple[int, int]], winners: tuple[str, ...]
) -> None:
    live = day("P5.8", **LAST, players=scores(**vps))
    events = do(live, "P5.8.confirm", "red")
    assert (live.state.result, live.state.winners) == ("survived", winners)
    outcome = live.game.outcome(live.state)
    assert outcome is not None
    assert outcome.why.key == ("sf.end.shared" if len(winners) > 1 else "sf.end.winner")
    assert outcome.why.values["score"] == min(vps[winners[0]])
    assert {one.seat: one.score for one in outcome.standings} == {
        seat: min(vp) for seat, vp in vps.items()
    }
    assert (told(events, "sf.log.held").sound, told(events, "sf.log.held").seats) == (
        "winner",
        winners,
    )


@pytest.mark.rule("SF-002", "SF-101", "SF-108", "SF-G22")
def test_the_sixth_day_is_not_the_last() -> None:
    live = day("P5.8", **{**LAST, "round": 6})
    events = do(live, "P5.8.confirm", "red")
    assert (live.state.step, live.state.round, live.state.result) == ("P1", 7, "running")
    assert told(events, "sf.log.new_day").sound == "last_day"
    assert live.game.outcome(live.state) is None
    fifth = day("P5.8", **{**LAST, "round": 5})
    assert told(do(fifth, "P5.8.confirm", "red"), "sf.log.new_day").sound is None


@pytest.mark.rule("SF-100", "SF-101", "SF-G20")
@pytest.mark.parametrize("number", [1, 4, 7])
def test_damage_ten_ends_any_day_with_all_losing(number: int) -> None:
    live = day("P5.5", round=number, village_damage=9)
    do(live, "P5.5", "red")
    events = do(live, "P5.6", "red")
    assert told(events, "sf.log.fallen").sound == "fallen"
    outcome = live.game.outcome(live.state)
    assert outcome is not None
    assert (outcome.result, outcome.winners, outcome.why.values["day"]) == (
        "village_lost",
        (),
        number,
    )
    assert open_asks(live) == []


@pytest.mark.rule("SF-E26")
def test_after_the_end_only_undo_correct_and_a_new_game_are_left() -> None:
    live = day("P5.8", **LAST)
    do(live, "P5.8.confirm", "red")
    assert refused(live, "7:P1", "blue").code == "SF-E26"
    assert refused(live, "7:P5.2:red", "red", place={}).code == "SF-E26"
    assert refused(live, "7:P3.2", "red", roll=[2]).code == "SF-E26"
    assert adjust_refused(live, "white_vp:red", 3).code == "SF-E26"
    undo(live)
    assert live.state.step == "P5.8"


@pytest.mark.rule("SF-109")
def test_two_players_win_and_lose_together() -> None:
    options = {"mode": "two_player"}
    live = day(
        "P5.8",
        THREE[:2],
        options,
        **LAST,
        village_damage=9,
        players=scores(red=(9, 1), blue=(2, 3)),
    )
    assert tracker(live, "team").value == 4
    do(live, "P5.8.confirm", "red")
    outcome = live.game.outcome(live.state)
    assert outcome is not None
    assert (outcome.winners, outcome.standings) == (("red", "blue"), ())
    assert outcome.why.values == {"damage": 9, "team": 4}
    lost = day("P5.5", THREE[:2], options, village_damage=9)
    do(lost, "P5.5:all", "red")
    end = lost.game.outcome(lost.state)
    assert end is not None
    assert (end.result, end.winners) == ("village_lost", ())
    assert tracker(day("P5.8", **LAST), "team") is None


@pytest.mark.rule("SF-109", "SF-005")
def test_with_two_a_hit_needs_both() -> None:
    live = day(
        "P5.3",
        THREE[:2],
        {"mode": "two_player"},
        players=both({"A": {"white": 2}}, {"B": {"white": 2}}),
    )
    do(live, "P5.3:all", "red")
    assert live.state.attack_total == 0
    agreed = day(
        "P5.3",
        THREE[:2],
        {"mode": "two_player"},
        players=both({"A": {"white": 2}}, {"A": {"white": 1}}),
    )
    do(agreed, "P5.3:all", "red")
    assert agreed.state.attack_total == 3


def both(red: object, blue: object) -> dict[str, dict[str, object]]:
    return {
        "red": {"placement": red, "mind_in_play": "twofold"},
        "blue": {"placement": blue, "mind_in_play": "twofold"},
    }


@pytest.mark.rule("SF-110", "SF-G32")
@pytest.mark.parametrize(
    ("chapter", "level", "first_tier"),
    [(1, "easy", 2), (2, "normal", 1), (3, "hard", 0), (4, "very_hard", 0)],
)
def test_four_chapters_grow_harder(chapter: int, level: str, first_tier: int) -> None:
    live = table(options=CAMPAIGN, step="S3", campaign={"chapter": chapter})
    assert asked(live, "S3").say.values["a"] == first_tier
    assert asked(live, "S3").lines[0].values["name"].key == f"sf.option.difficulty.{level}"
    assert tracker(live, "chapters").at == str(chapter)


@pytest.mark.rule("SF-110", "SF-G32")
def test_the_last_chapter_won_wins_the_campaign() -> None:
    live = day("P5.8", options=CAMPAIGN, **LAST, campaign={"chapter": 4, "lives": 1, "attempt": 6})
    do(live, "P5.8.confirm", "red")
    outcome = live.game.outcome(live.state)
    assert outcome is not None
    assert (outcome.result, outcome.winners, open_asks(live)) == ("campaign_won", THREE, [])
    third = day("P5.8", options=CAMPAIGN, **LAST, campaign={"chapter": 3, "lives": 1, "attempt": 6})
    do(third, "P5.8.confirm", "red")
    assert third.game.outcome(third.state) is None
    assert open_asks(third) == ["6.7:NEXT"]
    assert asked(third, "NEXT").say.key == "sf.ask.NEXT.won"


@pytest.mark.rule("SF-110", "SF-G32")
def test_the_last_life_lost_loses_the_campaign() -> None:
    live = day(
        "P5.5",
        options=CAMPAIGN,
        village_damage=9,
        campaign={"chapter": 2, "lives": 1, "attempt": 4},
    )
    do(live, "P5.5:all", "red")
    outcome = live.game.outcome(live.state)
    assert outcome is not None
    assert (outcome.result, outcome.winners, live.state.campaign.lives) == ("campaign_lost", (), 0)
    assert refused(live, "4.1:NEXT", "red").code == "SF-E26"
    other = day(
        "P5.5",
        options=CAMPAIGN,
        village_damage=9,
        campaign={"chapter": 2, "lives": 2, "attempt": 4},
    )
    do(other, "P5.5:all", "red")
    assert other.game.outcome(other.state) is None
    assert asked(other, "NEXT").say.key == "sf.ask.NEXT.lost"


@pytest.mark.rule("SF-110", "SF-G32")
def test_every_attempt_starts_fresh_with_the_next_first_mage() -> None:
    used = {"red": {"minds_used": ["focus"], "white_vp": 5}}
    mess = {"word_deck_count": 20, "color_deck": 4, "color_discard": 6, "token_limit": 5}
    live = day(
        "P5.5",
        options=CAMPAIGN,
        village_damage=9,
        first_player="green",
        players=used,
        campaign={"chapter": 2},
        **mess,
    )
    do(live, "P5.5", "green")
    do(live, "P5.6", "green")
    do(live, "NEXT", "red")
    state = live.state
    assert (state.first_player, state.round, state.village_damage, state.beasts_met) == (
        "red",
        1,
        0,
        (),
    )
    assert (state.word_deck_count, state.color_deck, state.token_limit, state.beast_deck_count) == (
        36,
        10,
        4,
        7,
    )
    assert (state.players["red"].minds_used, state.players["red"].white_vp) == ((), 0)
    do(live, "S2")
    do(live, "S3")
    assert (live.state.step, live.state.first_player) == ("P2.1", "red")
    assert open_asks(live) == ["2.1:P2.1", "2.1:P2.1.words"]


@pytest.mark.rule("SF-G32")
def test_a_repeated_chapter_starts_with_the_damage_it_started_with() -> None:
    options = {**CAMPAIGN, "campaign_damage_carry": "half"}
    begun = {"chapter": 3, "lives": 3, "attempt": 3, "started_at_damage": 4}
    live = day("P5.5", options=options, village_damage=9, campaign=begun)
    do(live, "P5.5:all", "red")
    do(live, "NEXT", "red")
    assert (live.state.campaign.chapter, live.state.village_damage) == (3, 4)
    assert asked(live, "S2").lines[4].values["damage"] == 4


@pytest.mark.rule("SF-G32", "SF-110")
def test_lives_are_an_option_and_the_log_keeps_every_attempt() -> None:
    live = table(options={**CAMPAIGN, "campaign_lives": 5})
    assert live.state.campaign.lives == 5
    lost = day(
        "P5.5",
        options=CAMPAIGN,
        village_damage=9,
        round=3,
        players=scores(red=(2, 1)),
        campaign={"chapter": 1},
    )
    do(lost, "P5.5:all", "red")
    line = lost.state.campaign.log[0]
    assert (line.chapter, line.difficulty, line.won, line.days, line.damage, line.team) == (
        1,
        "easy",
        False,
        2,
        10,
        1,
    )
    won = day("P5.8", options=CAMPAIGN, **LAST, village_damage=6, campaign={"chapter": 1})
    do(won, "P5.8.confirm", "red")
    line = won.state.campaign.log[0]
    assert (line.won, line.days, line.damage) == (True, 7, 6)


@pytest.mark.rule("SF-G32")
def test_the_owners_story_opens_each_chapter() -> None:
    pack = {"story": ["Once", "Then"]}
    live = table(options=CAMPAIGN, pack=pack)
    assert asked(live, "S2").lines[0].values["text"] == "Once"
    second = day("P5.8", options=CAMPAIGN, pack=pack, **LAST, campaign={"chapter": 1})
    do(second, "P5.8.confirm", "red")
    events = do(second, "NEXT", "red")
    why = told(events, "sf.log.chapter").why
    assert why is not None
    assert why.values["text"] == "Then"
    third = table(options=CAMPAIGN, pack=pack, campaign={"chapter": 3})
    assert asked(third, "S2").lines[0].key == "sf.setup.boards"
    assert asked(table(pack=pack), "S2").lines[0].key == "sf.setup.boards"


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("round", {"round": 8, "beast_deck_count": 0}),
        ("round", {"round": 0, "beast_deck_count": 7}),
        ("village_damage", {"village_damage": 11}),
        ("village_damage", {"village_damage": -1}),
        ("fallen_at_the_limit", {"village_damage": 10}),
        ("fallen_at_the_limit", {"result": "village_lost"}),
        ("over_at_the_end", {"result": "survived", "winners": ["red"]}),
        ("over_at_the_end", {"step": "END"}),
        ("winners", {"step": "END", "result": "survived"}),
        ("winners", {"step": "END", "result": "survived", "winners": ["nobody"]}),
        ("first_player", {"first_player": "nobody"}),
        ("first_player", {"first_player": ""}),
        ("beast_deck", {"beast_deck_count": 5}),
        ("beast_open", {"current_beast": None, "beast_deck_count": 7}),
        ("beast_open", {"step": "P2.1", "beast_deck_count": 6}),
        ("beast_open", {"current_beast": {**D13, "health": -1}}),
        ("initiative", {"initiative": "beast"}),
        ("initiative", {"initiative_roll": None}),
        ("initiative", {"initiative_roll": 7}),
        ("colour_cards", {"color_deck": 9}),
        ("colour_cards", {"color_open": ["yellow"], "color_deck": 10}),
        ("word_cards", {"word_deck_count": 37}),
        ("word_cards", {"word_cards_this_round": 4}),
        ("token_limit", {"token_limit": 7}),
        ("token_limit", {"token_limit": -1}),
        ("totals", {"attack_total": -1}),
        ("totals", {"defence_total": -1}),
        ("hands", {"players": {"red": {"minds_used": ["focus", "focus"]}}}),
        ("hands", {"players": {"red": {"white_vp": -1}}}),
        ("hands", {"players": {"red": {"black_vp": -1}}}),
        ("tokens", {"players": {"red": {"placement": {"A": {"white": 4}}}}}),
        ("players", {"players": {"somebody": {}}}),
        ("step", {"step": "P9"}),
    ],
)
def test_a_position_that_breaks_an_invariant_is_refused_by_its_name(
    name: str, position: dict[str, object]
) -> None:
    with pytest.raises(RuleError) as refusal:
        day(str(position.pop("step", "P5.5")), **position)
    values = refusal.value.say.values
    assert values.get("path") == name or name in invariants_named(refusal.value)


@pytest.mark.parametrize(
    "position",
    [
        {"village_damage": 9, "token_limit": 6, "word_cards_this_round": 3, "word_deck_count": 36},
        {"token_limit": 0, "word_cards_this_round": 0, "word_deck_count": 0, "round": 7},
        {
            "color_deck": 0,
            "color_discard": 10,
            "players": {"red": {"placement": {"A": {"white": 3, "black": 3}}}},
        },
        {
            "initiative_roll": 4,
            "initiative": "beast",
            "current_beast": {**D13, "health": 0, "attack": 0, "damage": 0},
        },
    ],
)
def test_positions_at_the_edge_are_fine(position: dict[str, object]) -> None:
    assert day("P5.5", **position).state.step == "P5.5"


def test_five_seats_play_with_all_colours() -> None:
    assert tuple(table(FIVE).state.players) == FIVE
