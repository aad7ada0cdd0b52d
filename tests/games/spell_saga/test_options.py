"""Every table option that no example shows: the default and what the other value changes."""

import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.options import CHOICES, OPTIONS
from companion.games.spell_saga.rules.claims import claim
from companion.games.spell_saga.rules.harmonics import bits, ring_status, row_status
from companion.games.spell_saga.rules.losing import positions
from companion.games.spell_saga.rules.reading import places_status
from companion.kit.asks import Ready, Show
from companion.kit.intents import Chosen
from tests.games.spell_saga.table import (
    answer,
    at,
    choose,
    options_of,
    ready_on,
    refusal,
    show,
    told,
    with_cards,
)

DEFAULTS: dict[str, int | str] = {name: values[0] for name, values in CHOICES.items()}


def test_there_are_32_options_and_the_first_value_is_the_default() -> None:
    assert len(OPTIONS) == 32
    assert [spec.default for spec in OPTIONS] == [values[0] for values in CHOICES.values()]
    assert [spec.name for spec in OPTIONS if not spec.live] == ["tracking"]
    assert all(len(spec.values) in (2, 3) for spec in OPTIONS)


@pytest.mark.rule("SS-O03", "SS-G04")
def test_good_luck_may_be_left_and_the_enemy_is_then_fought_heroes_first() -> None:
    hero = {"card": "HE0", "luck": "GOOD", "why": "equal", "luck_stack": ["lSP"], "action": "e111"}
    state = at(
        "T8", {"good_luck_optional": "on"}, hand_unknown=3, heroes=[{**hero, "action": "e1"}]
    )
    asked = ready_on(state, "T8")
    assert options_of(asked, "take") == {"yes": "", "no": ""}
    taken = choose(asked, "take", "yes")
    assert (taken.hand, taken.step) == (("e1",), "T10")
    left = choose(asked, "take", "no")
    assert (left.hand, left.step, left.heroes[0].left) == ((), "B2", True)
    assert left.battle is not None
    assert left.battle.enemies[0].first is False


@pytest.mark.rule("SS-O06", "SS-G09")
def test_for_claims_any_two_place_tops_may_be_neighbours() -> None:
    position = {"places": [["p1"], ["p2"], ["p3"], ["p5"], []], "token": "p1"}
    ring = at("T6", **position)
    assert claim(ring, "RB") is None
    everywhere = at("T6", {"place_adjacency": "all"}, **position)
    found = claim(everywhere, "RB")
    assert found is not None
    assert found.source == "places"
    assert claim(everywhere, "RR") is None
    moves = at("T1", {"place_adjacency": "all"}, **position)
    assert refusal(moves, "T1", "p3") == "SS-R01"


@pytest.mark.rule("SS-O07", "SS-O08")
def test_rows_and_connected_sets() -> None:
    position = {"story": ["ST1", "ST2", "ST3"]}  # V R Y
    assert claim(at("T6", **position), "VY") is None
    assert claim(at("T6", {"row_adjacency": "all"}, **position), "VY") is not None
    assert claim(at("T6", **position), "RVY") is None
    assert claim(at("T6", {"bonus_order": "connected_set"}, **position), "RVY") is not None
    assert claim(at("T6", {"bonus_order": "connected_set"}, **position), "VY") is None


@pytest.mark.rule("SS-O09", "SS-G12", "SS-151")
def test_the_order_of_the_kismet_cards() -> None:
    hero = {"card": "HE0", "action": "ST2", "luck_stack": ["ST3"]}  # place B, action R, luck Y
    assert claim(at("T6", heroes=[hero], story=["ST4"]), "BRY") is not None
    assert claim(at("T6", heroes=[hero], story=["ST4"]), "BYR") is None
    assert claim(at("T6", {"kismet_order": "pla"}, heroes=[hero], story=["ST4"]), "BYR") is not None
    assert claim(at("T6", {"kismet_order": "pla"}, heroes=[hero], story=["ST4"]), "BRY") is None
    mixed = at("T6", {"kismet_order": "any"}, heroes=[hero], story=["ST4"])
    assert [cost for cost in ("BRY", "BYR", "RBY", "BY") if claim(mixed, cost) is None] == []
    assert claim(mixed, "BB") is None


@pytest.mark.rule("SS-O10")
def test_a_card_of_several_colours_may_fill_several_places() -> None:
    rulings = {"multi_fill": "many"}
    state = at("T6", rulings, story=["FO2", "ST4"])  # RY G
    assert [cost for cost in ("RYG", "YRG", "GYR", "RG") if claim(state, cost) is None] == []
    assert [cost for cost in ("RGY", "RRG", "RYGG") if claim(state, cost) is not None] == []
    unordered = at("T6", {**rulings, "bonus_order": "connected_set"}, story=["FO2", "ST4"])
    assert claim(unordered, "RGY") is not None
    items = at("T6", rulings, heroes=[{"card": "HE0", "items": [{"card": "IT7"}]}])
    assert claim(items, "YR") is not None
    assert claim(items, "YY") is None


@pytest.mark.rule("SS-O13", "SS-G16")
def test_several_colours_may_be_both_harmonic_and_discordant() -> None:
    choice = DEFAULTS | {"dual_status": "choice"}
    row = [bits("BR"), bits("Y")]
    assert row_status(row, DEFAULTS) == "HARMONIC"
    assert row_status(row, choice) == "BOTH"
    assert row_status([bits("R"), bits("Y")], choice) == "HARMONIC"
    assert row_status([bits("B"), bits("Y")], choice) == "DISCORDANT"
    assert ring_status([[bits("BV"), bits("R"), bits("Y")]], choice) == "BOTH"


@pytest.mark.rule("SS-O05", "SS-G08")
def test_with_strict_gaps_the_ring_falls_into_rows() -> None:
    position = {"places": [["p1"], ["p3"], [], ["p2"], ["p5"]], "token": "p1"}  # R B - Y G
    assert places_status(at("T6", **position)) == "DISCORDANT"
    strict = at("T6", {"ring_gaps": "strict"}, **position)
    assert places_status(strict) == "DISCORDANT"
    assert claim(strict, "YGRB") is not None
    assert claim(strict, "BY") is None
    assert claim(at("T6", **position), "BY") is not None
    apart = at("T6", {"ring_gaps": "strict"}, places=[["p1"], [], ["p3"], [], []], token="p1")
    assert places_status(apart) == "HARMONIC"


@pytest.mark.rule("SS-O17", "SS-204")
def test_a_buried_place_reached_by_an_effect_may_keep_its_depth() -> None:
    heroes = [{"card": "HE0", "items": [{"card": "IT4"}]}]
    position = {"places": [["p1"], ["p2", "p4"], ["p3"], [], []], "token": "p1", "heroes": heroes}
    state = at("T6", {"buried_visit": "in_place"}, **position)
    moved = choose(choose(state, "may", "use:IT4:0"), "token", "p4")
    assert (moved.token, moved.places[1]) == ("p4", ("p2", "p4"))
    left = choose(at("T1", {"buried_visit": "in_place"}, **{**position, "token": "p4"}), "T1", "p3")
    assert (left.token, left.places[1]) == ("p3", ("p2", "p4"))


@pytest.mark.rule("SS-O22", "SS-G30")
def test_the_item_lock_may_start_when_an_enemy_is_drawn() -> None:
    items = [{"card": "IT6"}, {"card": "a2"}]
    hero = {"card": "HE0", "luck": "NO", "action": "e193", "luck_stack": ["xSU"], "items": items}
    position = {"hand": ["lAU"], "hand_unknown": 5, "heroes": [hero]}
    late = choose(choose(at("T8", **position), "may", "use:IT6:0"), "switch", "done")
    fight = ready_on(late, "T8", "B2")
    assert options_of(fight, "B3b")["attack:HE0:a2:0:e193"] == ""
    early = choose(
        choose(at("T8", {"item_lock_from": "draw"}, **position), "may", "use:IT6:0"),
        "switch",
        "done",
    )
    assert early.heroes[0].item_used
    fight = ready_on(early, "T8", "B2")
    assert options_of(fight, "B3b")["attack:HE0:a2:0:e193"] == "SS-R21"


@pytest.mark.rule("SS-O23")
def test_the_advantage_may_be_decided_once() -> None:
    hero = {"card": "HE0", "luck": "NO", "action": "e293", "luck_stack": ["lSU"]}
    for advantage, luck, first in (("each_round", "BAD", True), ("once", "NO", False)):
        state = at("T9", {"advantage": advantage}, hand_unknown=9, heroes=[hero])
        fight = ready_on(state, "on", "B2")
        assert fight.battle is not None
        assert fight.battle.enemies[0].first is False
        fight = with_cards(
            fight,
            {"id": "e293", "type": "enemy", "glyph": "AU", "attack": 2, "armor": 9, "rounds": 3},
        )
        fight = ready_on(choose(fight, "B3b", "close:HE0"), "B3c")
        fight = show(fight, "B4", "unknown1", "unknown2")
        assert fight.battle is not None
        assert (fight.heroes[0].luck, fight.battle.enemies[0].first) == (luck, first)


@pytest.mark.rule("SS-O25", "SS-G38")
def test_end_of_turn_rules_may_come_before_the_trim() -> None:
    position = {"places": [["PL5"], [], [], [], []], "token": "PL5", "hand_unknown": 4}
    state = at("T8", {"end_window": "before_trim"}, **position)
    state = ready_on(state, "T8")
    assert state.step == "TE"
    state = show(choose(state, "TE", "rule:PL5:1"), "draw", "p1", "p2", "p3", "p4", "p5")
    assert (state.step, len(state.hand), state.hand_unknown) == ("T10", 5, 4)
    state = choose(state, "T10", "unknown1", "unknown2", "unknown3", "unknown4")
    assert (state.step, state.hand_unknown) == ("T1", 0)
    declined = choose(
        ready_on(at("T8", {"end_window": "before_trim"}, **position), "T8"), "TE", "done"
    )
    assert declined.step == "T10"


@pytest.mark.rule("SS-O27", "SS-G41")
def test_acknowledging_may_be_fixed_in_step_8() -> None:
    heroes = [{"card": "HE0", "luck": "NO", "action": "e3"}]
    position = {"story_unknown": 1, "hand": ["s2"], "hand_unknown": 4, "heroes": heroes}
    for ack, step in (("live", "B2"), ("at_step_8", "T10")):
        state = ready_on(at("T8", {"ack": ack}, **position), "T8")
        state = choose(choose(state, "may", "buy:s2"), "pay", "unknown1", "unknown2")
        assert state.step == step, ack
    position["heroes"] = [{"card": "HE0", "luck": "NO", "action": "i2"}]
    kept = ready_on(at("T8", {"ack": "at_step_8"}, **position), "T8")
    assert kept.noted == ("i2",)
    assert refusal(kept, "may", "buy:i2") == ""


@pytest.mark.rule("SS-O28", "SS-G42")
def test_the_deck_is_shuffled_after_a_full_search_unless_the_option_says_no() -> None:
    position = {"places": [["PL5"], [], [], [], []], "token": "PL5", "hand": ["SO2"]}
    for value, waits in (("on", ["shuffle"]), ("off", [])):
        state = choose(at("T6", {"shuffle_after_search": value}, **position), "may", "claim:PL5:2")
        state = show(state, "search")
        assert [job.do for job in state.jobs] == waits


@pytest.mark.rule("SS-O30", "SS-203", "SS-G48")
def test_a_move_by_a_card_runs_the_place_rules_only_by_option() -> None:
    heroes = [{"card": "HE0", "items": [{"card": "IT4"}]}]
    position = {"places": [["p3"], ["PL1"], [], [], []], "token": "p3", "heroes": heroes}
    violet = {"id": "p3", "type": "place", "harmonics": "V"}
    for value, jobs in (("off", 0), ("on", 1)):
        state = with_cards(at("T6", {"place_rules_on_effect_move": value}, **position), violet)
        state = choose(choose(state, "may", "use:IT4:0"), "token", "PL1")
        assert (state.token, len(state.jobs), state.step, state.turn) == ("PL1", jobs, "T6", 1)


@pytest.mark.rule("SS-O31", "SS-G54", "SS-169", "SS-R29")
def test_damage_is_random_by_the_table_or_by_the_companions_logged_seed() -> None:
    position = {
        "hand": ["i0", "i2", "p1", "p2"],
        "heroes": [{"card": "HE0", "luck": "BAD", "action": "e231"}],
    }
    table = ready_on(at("T9", **position), "on", "B2", "B3a")
    table = choose(table, "B3b", "close:HE0")
    ask = GAME.asks(table)[0]
    assert isinstance(ask, Show)
    assert (ask.least, ask.most, [card.id for card in ask.known]) == (
        2,
        2,
        ["i0", "i2", "p1", "p2"],
    )
    assert refusal(table, "B4", "i0") == "SS-R29"
    named = ready_on(at("T9", {"random_loss": "companion"}, seed=7, **position), "on", "B2", "B3a")
    named = choose(named, "B3b", "close:HE0")
    ask = GAME.asks(named)[0]
    assert isinstance(ask, Ready)
    picked = positions(7, 4, 2)
    assert ask.say.values["positions"] == tuple(at_ + 1 for at_ in picked)
    assert ask.say.values["seed"] == 7
    lost = ready_on(named, "B4")
    assert lost.hand == tuple(
        card for number, card in enumerate(position["hand"]) if number not in picked
    )
    assert lost.seed != 7


@pytest.mark.rule("SS-O31")
def test_positions_are_different_fit_the_hand_and_follow_the_seed() -> None:
    for seed in range(50):
        picked = positions(seed, 6, 4)
        assert len(set(picked)) == 4
        assert set(picked) <= set(range(6))
        assert picked == positions(seed, 6, 4)
    assert len({positions(seed, 6, 2) for seed in range(50)}) > 8
    assert positions(3, 2, 5) == (0, 1)


@pytest.mark.rule("SS-O31")
def test_every_drawn_card_stirs_the_seed() -> None:
    state = at("T4")
    assert show(state, "T4", "i0").seed != show(state, "T4", "i2").seed
    assert show(state, "T4", "i0").seed == show(state, "T4", "i0").seed


@pytest.mark.rule("SS-O02")
def test_luck_follows_the_cards_by_option_and_takes_them_after_step_8() -> None:
    hero = {"card": "HE0", "luck": "NO", "why": "two", "action": "xI", "luck_stack": ["lSU"]}
    hero["items"] = [{"card": "IT6"}]
    position = {"story_unknown": 1, "hand": ["lSP"], "hand_unknown": 1, "heroes": [hero]}
    state = choose(at("T10", {"luck_live": "auto"}, **position), "may", "use:IT6:0")
    story = answer(state, "switch", Chosen(("lSU~lSP",)))
    assert (story.state.heroes[0].luck, story.state.hand) == ("GOOD", ("lSU", "xI"))
    assert told(story)[-2:] == ["ss.log.luck", "ss.log.good_luck"]
