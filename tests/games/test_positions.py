"""What a position may say: refused with the place, the value and what would be right, or played
on from; and what follows from the rest need not be said.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.exam.played import fresh
from companion.kit.position import arranged
from companion.kit.story import RuleError
from companion.languages import LANGUAGES
from companion.simulate import set_up
from companion.texts import sentence
from tests.games.mutated_positions import Figures, mutants, tried
from tests.games.tables import invariants_named

T_STEP = {"turn_order": ["red", "blue"], "current": "red"}
HOMES = {
    "red": {"hero": "salman", "caravan": "trader", "territory": "java.2"},
    "blue": {"hero": "salman", "caravan": "trader", "territory": "china.1"},
}


def laid_out(game_id: str, position: dict[str, Any]) -> Any:
    start = fresh(game_id, max(2, games.find(game_id).seats[0]))
    return arranged(games.find(game_id), start.options, start.seats, start.pack, position)


def at_homes(**red: Any) -> dict[str, Any]:
    turn = {"step": "P1", "active": "red", "phase": "players", "turn": {"moves": 2, "actions": 1}}
    return {**turn, "players": {**HOMES, "red": {**HOMES["red"], **red}}}


@pytest.mark.parametrize(
    ("game_id", "position", "path", "meant"),
    [
        ("mechamancers", {"players": {"red": {"field": {"2": {"card": "wal"}}}}}, "card", "wall"),
        ("mechamancers", {"players": {"red": {"status": "lef"}}}, "players.red.status", "left"),
        ("runika", {"step": "T9"}, "step", "T"),
        ("runika", {"players": {"red": {"stored": ["Xp"]}}}, "players.red.stored.0", "p"),
        ("world_adventure", at_homes(territory="jav.2"), "players.red.territory", "java.2"),
        ("world_adventure", at_homes(hero="salma"), "players.red.hero", "salman"),
        ("world_adventure", {"turn_order": ["red", "blu"]}, "turn_order", "blue"),
        ("world_adventure", {"event_running": "festivl"}, "event_running", "festival"),
        ("world_adventure", {"stack": [{"step": "KU22"}], **at_homes()}, "stack.0.step", "KU2"),
        ("world_adventure", {"need": {"java": "silkk"}}, "need.java", "silk"),
        ("world_adventure", {"brigand": {"territory": "java.9"}}, "brigand.territory", "java"),
    ],
)
def test_a_name_that_does_not_exist_is_refused_with_what_was_meant(
    game_id: str, position: dict[str, Any], path: str, meant: str
) -> None:
    with pytest.raises(RuleError) as refusal:
        laid_out(game_id, position)
    assert refusal.value.code == "bad_position"
    assert path in str(refusal.value.say.values["path"])
    assert refusal.value.hint is not None
    assert meant in sentence(refusal.value.hint, "en", {})


def test_what_is_missing_or_of_another_kind_is_refused_with_its_path() -> None:
    for soldier, path in (({}, "slot"), ({"slot": "one"}, "slot")):
        with pytest.raises(RuleError) as refusal:
            laid_out("world_adventure", at_homes(soldiers=[soldier]))
        assert refusal.value.say.values["path"] == f"players.red.soldiers.0.{path}"


@pytest.mark.parametrize(
    ("game_id", "position", "words"),
    [
        ("runika", {"round": "three"}, "At round stands a text; a whole number belongs there."),
        ("runika", {"bagg": {}}, "A position of this game has no bagg."),
        (
            "world_adventure",
            at_homes(soldiers=[{}]),
            "players.red.soldiers.0.slot is missing.",
        ),
        (
            "mechamancers",
            {"players": {"red": {"hand": {"attack": [1]}}}},
            "At players.red.hand.attack stands a list; a whole number belongs there.",
        ),
        (
            "mechamancers",
            {"players": {"red": {"status": "lift"}}},
            "There is no lift at players.red.status in this game.",
        ),
        (
            "mechamancers",
            {"first_picker": "nobody"},
            "There is no nobody at first_picker in this game.",
        ),
        (
            "mechamancers",
            {"players": {"red": {"field": {"9": {"card": "wall"}}}}},
            "There is no 9 at players.red.field in this game.",
        ),
    ],
)
def test_what_is_wrong_is_said_in_words_not_as_a_decoder_would(
    game_id: str, position: dict[str, Any], words: str
) -> None:
    with pytest.raises(RuleError) as refusal:
        laid_out(game_id, position)
    assert sentence(refusal.value.say, "en", {}) == words


def test_more_goods_than_the_hold_takes_are_refused() -> None:
    goods = {"fruit": 2, "spice": 2, "silk": 2, "iron": 2}
    with pytest.raises(RuleError) as refusal:
        laid_out("world_adventure", at_homes(goods=goods))
    assert invariants_named(refusal.value) == ("cargo",)


def test_goods_stay_aboard_when_a_power_used_twice_has_lent_their_slots() -> None:
    """Used twice in a turn Deep Hold lends four slots; the first rune opens a rune slot."""
    goods = {"fruit": 2, "spice": 2, "silk": 2, "iron": 1}
    runes = {"minion": 1}
    state = laid_out("world_adventure", at_homes(goods=goods, runes=runes))
    assert games.find("world_adventure").broken(state) == ()
    with pytest.raises(RuleError):
        laid_out("world_adventure", at_homes(goods=goods))


def test_an_event_is_turned_up_only_from_a_pile_that_holds_one() -> None:
    at_its_end = {"step": "E1", **T_STEP, "acted": ["red", "blue"], "current": "", "event_pile": 0}
    with pytest.raises(RuleError) as refusal:
        laid_out("mechamancers", at_its_end)
    assert invariants_named(refusal.value) == ("event_left",)


def test_dice_noted_by_a_pending_step_show_pips() -> None:
    stack = [{"step": "P3", "seat": "red", "dice": [99]}]
    with pytest.raises(RuleError) as refusal:
        laid_out("world_adventure", {"stack": stack, **at_homes()})
    assert invariants_named(refusal.value) == ("dice_noted",)


@pytest.mark.parametrize(
    ("game_id", "position"),
    [
        ("world_adventure", {"stack": [{"step": "KU2", "seat": "red"}], **at_homes()}),
        ("world_adventure", {"stack": [{"step": "KX3", "seat": "red"}], **at_homes()}),
        ("runika", {"step": "T1", "active": "red"}),
        ("spell_saga", {"step": "B3b"}),
    ],
)
def test_a_step_that_nobody_can_go_on_from_is_refused(
    game_id: str, position: dict[str, Any]
) -> None:
    players = games.find(game_id).seats[0]
    start = set_up(games.find(game_id), players)
    with pytest.raises(RuleError) as refusal:
        arranged(games.find(game_id), start.options, start.seats, start.pack, position)
    assert refusal.value.code == "bad_position"


def test_a_role_brings_its_shield() -> None:
    roles = {"red": {"role": "ruler"}, "blue": {"role": "barricade"}}
    state = laid_out("mechamancers", {"step": "T4", **T_STEP, "players": roles})
    cards = {role.id: role for role in state.pack.roles}
    for seat, given_ in roles.items():
        assert state.players[seat].base_shield_now == cards[given_["role"]].base_shield
    said = {"red": {"role": "ruler", "base_shield_now": 0}, "blue": {"role": "barricade"}}
    bare = laid_out("mechamancers", {"step": "T4", **T_STEP, "players": said})
    assert bare.players["red"].base_shield_now == 0


def test_what_is_nowhere_in_sight_lies_where_it_belongs() -> None:
    runika = laid_out(
        "runika",
        {"step": "T2", "active": "red", "players": {"red": {"stored": ["Fp"], "rolled": True}}},
    )
    assert (sum(runika.bag.values()), runika.bag["F"]) == (79, 19)
    adventure = laid_out("world_adventure", at_homes(goods={"silk": 1}))
    assert (adventure.stock["silk"], adventure.stock["fruit"]) == (1, 2)
    mechs = laid_out("mechamancers", {"players": {"red": {"vp": 9}}})
    assert mechs.vp_supply + 9 + mechs.players["blue"].vp == mechs.vp_total


@pytest.mark.parametrize("game_id", games.ids())
@given(seed=st.integers(1, 10**6))
@settings(max_examples=2)
def test_a_mistyped_position_is_refused_with_words_or_played_on(game_id: str, seed: int) -> None:
    game, figures = games.find(game_id), Figures()
    for start, mutant in mutants(game, seed, 6):
        tried(game, start, mutant, figures, 80)
    assert figures.played + sum(figures.refused.values()) == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_must_hold_is_said_in_words(language: str) -> None:
    with pytest.raises(RuleError) as refusal:
        laid_out("world_adventure", at_homes(gold=100))
    told = sentence(refusal.value.say, language, {"red": "Ann"})
    assert "99" in told
    assert "Ann" in told
    assert "wa." not in told
