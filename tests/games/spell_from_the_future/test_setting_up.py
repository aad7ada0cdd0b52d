"""Who plays, what is laid out, which Beasts are drawn, who begins."""

from typing import Any

import msgspec
import pytest

from companion.games.spell_from_the_future import state as state_module
from companion.kit.asks import Choose, Roll
from companion.kit.events import to_plain
from companion.kit.story import RuleError
from tests.games.spell_from_the_future.table import (
    FIVE,
    THREE,
    adjust_refused,
    asked,
    choose_option,
    do,
    keys,
    open_asks,
    option_refused,
    refused,
    table,
    told,
)


@pytest.mark.rule("SF-004", "SF-E01", "SF-109", "SF-110")
@pytest.mark.parametrize(
    ("mode", "players", "fits"),
    [
        ("standard", 1, False),
        ("standard", 2, False),
        ("standard", 3, True),
        ("standard", 5, True),
        ("two_player", 1, False),
        ("two_player", 2, True),
        ("two_player", 3, False),
        ("campaign", 1, False),
        ("campaign", 2, True),
        ("campaign", 5, True),
    ],
)
def test_each_mode_has_its_number_of_players(mode: str, players: int, fits: bool) -> None:
    if fits:
        assert len(table(FIVE[:players], {"mode": mode}).state.players) == players
        return
    with pytest.raises(RuleError) as refusal:
        table(FIVE[:players], {"mode": mode})
    assert refusal.value.code == "SF-E01"
    assert refusal.value.say.values["have"] == players


@pytest.mark.rule("SF-E01")
def test_six_players_are_too_many() -> None:
    with pytest.raises(RuleError) as refusal:
        table((*FIVE, "orange"))
    assert refusal.value.code == "SF-E01"
    assert (refusal.value.say.values["least"], refusal.value.say.values["most"]) == (3, 5)


@pytest.mark.rule("SF-007", "SF-E02")
def test_a_colour_is_taken_once() -> None:
    seats = [
        {"id": "a", "colour": "blue"},
        {"id": "b", "colour": "red"},
        {"id": "c", "colour": "blue"},
    ]
    with pytest.raises(RuleError) as refusal:
        table(seats)
    assert refusal.value.code == "SF-E02"
    assert refusal.value.say.values["colour"].key == "kit.colour.blue"


@pytest.mark.rule("SF-001", "SF-009", "SF-010", "SF-011", "SF-012", "SF-013", "SF-G23")
def test_everything_starts_at_zero() -> None:
    live = table()
    state = live.state
    assert state.village_damage == 0
    assert (state.attack_total, state.defence_total) == (0, 0)
    for player in state.players.values():
        assert (player.white_vp, player.black_vp, player.minds_used) == (0, 0, ())
    where = live.game.where(state)
    assert where["attack_cube"].key == "sf.where.attack_cube_off"
    assert where["defence_cube"].key == "sf.where.defence_cube_off"
    assert where["damage_marker"].values["n"] == 0
    assert where["minds:red"].values["n"] == 8
    assert {"white_marker:red", "black_marker:red"} <= set(where)


@pytest.mark.rule("SF-006", "SF-008", "SF-011", "SF-014", "SF-126", "SF-G04")
def test_the_checklist_names_everything_to_lay_out() -> None:
    live = table()
    lines = asked(live, "S2").lines
    assert keys(lines) == [
        "sf.setup.boards",
        "sf.setup.sets",
        "sf.setup.markers",
        "sf.setup.tokens",
        "sf.setup.damage",
        "sf.setup.cubes",
        "sf.setup.words",
        "sf.setup.colours",
    ]
    assert lines[1].values["n"] == 3
    assert (live.state.word_deck_count, live.state.color_deck) == (36, 10)


@pytest.mark.rule("SF-G02")
def test_the_table_is_warned_when_the_village_cannot_fall() -> None:
    assert keys(asked(table(options={"damage_mode": "flat1"}), "S2").lines)[-1] == "sf.warn.flat1"


@pytest.mark.rule("SF-015", "SF-016", "SF-017", "SF-018", "SF-019", "SF-020", "SF-G01")
@pytest.mark.parametrize(
    ("difficulty", "mix"),
    [
        ("easy", (2, 3, 1, 1)),
        ("normal", (1, 2, 2, 2)),
        ("hard", (0, 1, 3, 3)),
        ("very_hard", (0, 0, 2, 5)),
    ],
)
def test_the_difficulty_fixes_the_mix(difficulty: str, mix: tuple[int, ...]) -> None:
    live = table(options={"difficulty": difficulty}, step="S3")
    values = asked(live, "S3").say.values
    assert tuple(values[letter] for letter in "abcd") == mix
    assert sum(mix) == 7 == live.state.beast_deck_count
    short = {
        f"T{tier}": {"beast": count} for tier, count in enumerate(mix, 1) if count and tier != 4
    }
    assert refused(live, "S3.count", place=short).code == "SF-E03"
    do(live, "S3.count", place={**short, "T4": {"beast": mix[3]}})
    assert live.state.step == "S4"


@pytest.mark.rule("SF-021")
def test_normal_is_preset() -> None:
    assert table().state.options["difficulty"] == "normal"


@pytest.mark.rule("SF-G01", "SF-E03")
def test_an_own_mix_must_make_seven() -> None:
    own = {"difficulty_table": "own", "own_t1": 0, "own_t2": 0, "own_t3": 2, "own_t4": 4}
    with pytest.raises(RuleError) as refusal:
        table(options=own)
    assert refusal.value.code == "SF-E03"
    live = table(options={**own, "own_t3": 3}, step="S3")
    assert [asked(live, "S3").say.values[letter] for letter in "abcd"] == [0, 0, 3, 4]


def test_an_own_mix_is_not_asked_for_as_long_as_the_printed_one_is_used() -> None:
    assert table(options={"own_t1": 6}, step="S3").state.step == "S3"


@pytest.mark.rule("SF-G01", "SF-110")
def test_a_campaign_keeps_to_the_mixes_of_its_chapters() -> None:
    own = {
        "mode": "campaign",
        "difficulty_table": "own",
        "own_t1": 0,
        "own_t2": 0,
        "own_t3": 3,
        "own_t4": 4,
    }
    live = table(options=own, step="S3", campaign={"chapter": 1})
    assert [asked(live, "S3").say.values[letter] for letter in "abcd"] == [2, 3, 1, 1]


@pytest.mark.rule("SF-015", "SF-E27")
def test_the_difficulty_may_change_until_the_deck_is_built() -> None:
    live = table(step="S3")
    choose_option(live, "difficulty", "hard")
    assert asked(live, "S3").say.values["a"] == 0
    do(live, "S3")
    assert option_refused(live, "difficulty", "easy").code == "SF-E27"
    assert option_refused(live, "mode", "campaign").code == "only_at_setup"


@pytest.mark.rule("SF-G03")
def test_how_the_deck_is_stacked_is_said() -> None:
    assert "sf.setup.shuffled" in keys(asked(table(step="S3"), "S3").lines)
    ascending = table(options={"beast_order": "tier_ascending"}, step="S3")
    assert "sf.setup.tier_ascending" in keys(asked(ascending, "S3").lines)


@pytest.mark.rule("SF-G04")
def test_the_table_names_the_first_mage() -> None:
    live = table(step="S4")
    ask = asked(live, "S4")
    assert isinstance(ask, Choose)
    assert [option.id for option in ask.options] == list(THREE)
    events = do(live, "S4", choose=["green"])
    assert live.state.first_player == "green"
    assert told(events, "sf.log.first_mage").seats == ("green",)
    assert open_asks(live) == ["1:P2.1", "1:P2.1.words"]


@pytest.mark.rule("SF-G04")
@pytest.mark.parametrize(
    ("players", "face", "first"),
    [(3, 4, "red"), (3, 6, "green"), (4, 4, "yellow"), (5, 5, "purple")],
)
def test_the_die_draws_the_first_mage(players: int, face: int, first: str) -> None:
    live = table(FIVE[:players], {"first_mage_start": "random"}, step="S4")
    assert isinstance(asked(live, "S4"), Roll)
    do(live, "S4", roll=[face])
    assert live.state.first_player == first


@pytest.mark.rule("SF-G04")
@pytest.mark.parametrize(("players", "face"), [(4, 5), (5, 6)])
def test_a_face_that_would_favour_someone_is_rolled_again(players: int, face: int) -> None:
    live = table(FIVE[:players], {"first_mage_start": "random"}, step="S4")
    before = open_asks(live)
    do(live, "S4", roll=[face])
    assert (live.state.step, live.state.first_player, live.state.draws) == ("S4", "", 1)
    assert open_asks(live) != before


@pytest.mark.rule("SF-G06", "SF-047", "SF-G15")
def test_beast_first_turns_phases_two_and_three_round() -> None:
    live = table(options={"phase_order": "beast_first"}, step="S4")
    do(live, "S4", choose=["red"])
    steps = [live.state.step]
    do(live, "P3.1", "red", show=["D13"])
    do(live, "P3.2", "red", roll=[5])
    steps.append(live.state.step)
    do(live, "P2.1", "red", count=2)
    do(live, "P2.2", "red")
    assert [*steps, live.state.step] == ["P3.1", "P2.1", "P4.1"]


@pytest.mark.rule("SF-G06", "SF-092")
def test_beast_first_still_finds_the_mystic_battle() -> None:
    live = table(options={"phase_order": "beast_first"}, step="P3.1", first_player="red")
    do(live, "P3.1", "red", show=["D05"])
    do(live, "P3.2", "red", roll=[5])
    do(live, "P2.1", "red", count=2)
    do(live, "P2.2", "red")
    assert live.state.step == "P4M.1"


def test_nobody_is_first_mage_before_the_table_says_so() -> None:
    assert adjust_refused(table(), "first_player", "red").code == "no_such_handle"


TABLE_AT_START: dict[str, Any] = {
    "step": "S2",
    "round": 1,
    "first_player": "",
    "draws": 0,
    "village_damage": 0,
    "beast_deck_count": 7,
    "current_beast": None,
    "beasts_met": [],
    "days_past": [],
    "beast_defeated": "unknown",
    "attack_blocked": "unknown",
    "initiative_roll": None,
    "initiative": "none",
    "word_deck_count": 36,
    "word_discard_count": 0,
    "word_cards_open": 0,
    "word_cards_this_round": 2,
    "letters": [],
    "words": {},
    "mystic_round": False,
    "mystic_card": None,
    "mystic_word": None,
    "color_deck": 10,
    "color_discard": 0,
    "color_hands": 0,
    "color_open": [],
    "colors_discarded": [],
    "reshuffled_after": None,
    "token_limit": 4,
    "called": [],
    "proposals": [],
    "gains": [],
    "attack_total": 0,
    "defence_total": 0,
    "pending_modifiers": [],
    "result": "running",
    "winners": [],
    "campaign": None,
}
PLAYER_AT_START: dict[str, Any] = {
    "white_vp": 0,
    "black_vp": 0,
    "minds_used": [],
    "ready": False,
    "mind_in_play": None,
    "placement": None,
    "times_shown": 0,
    "times_placed": 0,
    "reused": False,
    "void": False,
    "extra_tokens": 0,
    "mixed_allowed": False,
    "hits_white": 0,
    "hits_black": 0,
}


def test_every_quantity_has_its_starting_value() -> None:
    plain = to_plain(table().state)
    start = {
        name: value
        for name, value in plain.items()
        if name not in ("seats", "options", "in_force", "pack", "players")
    }
    assert start == TABLE_AT_START
    assert plain["players"]["red"] == PLAYER_AT_START
    campaign = to_plain(table(options={"mode": "campaign"}).state)["campaign"]
    assert campaign == {
        "chapter": 1,
        "lives": 3,
        "attempt": 1,
        "started_at_damage": 0,
        "log": [],
        "result": "running",
    }


def test_a_state_cannot_be_changed_in_place() -> None:
    kinds = [
        kind
        for kind in vars(state_module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    ]
    assert len(kinds) > 10
    assert all(kind.__struct_config__.frozen for kind in kinds)
