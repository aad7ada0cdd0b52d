"""Battles beyond the examples: joining late, dropping out, songs, prizes, what a refusal says."""

import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.state import Battle, State, hero_limit, item_limit, source_limit
from companion.kit.asks import Choose, Ready
from companion.kit.intents import Chosen, Readied, Shown
from companion.kit.pieces import CardSeen
from tests.games.spell_saga.table import (
    answer,
    asked,
    at,
    choose,
    count,
    opened,
    options_of,
    ready_on,
    refusal,
    show,
    told,
    with_cards,
)


def _fight(
    *heroes: dict[str, object], options: dict[str, str] | None = None, **position: object
) -> State:
    """A battle, ready for the heroes' attacks (no enemy has the advantage)."""
    state = at("T9", options, **{"hand_unknown": 6, "heroes": list(heroes), **position})
    return ready_on(state, "on", "B2")


def _battle(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


ONE = {"card": "HE0", "luck": "NO", "action": "e193"}


@pytest.mark.rule("SS-163", "SS-G35", "SS-165")
def test_a_battle_walks_through_its_steps_in_order() -> None:
    state = at("T9", hand_unknown=6, heroes=[{"card": "HE0", "luck": "BAD", "action": "e231"}])
    steps = []
    for name in ("on", "B2", "B3a"):
        state = ready_on(state, name)
        steps.append(state.step)
    state = choose(state, "B3b", "close:HE0")
    steps.append(state.step)
    state = show(state, "B4", "unknown1", "unknown2")
    steps.append(state.step)
    state = ready_on(state, "B5")
    assert [*steps, state.step] == ["B2", "B3a", "B3b", "B4", "B5", "T10"]
    assert state.battle is None


@pytest.mark.rule("SS-188")
def test_damage_changes_no_limit() -> None:
    state = choose(_fight(ONE), "B3b", "close:HE0")
    hurt = show(ready_on(state, "B3c"), "B4", "unknown1")
    assert (source_limit(hurt), hero_limit(hurt), item_limit(hurt, 0)) == (5, 2, 3)
    assert hurt.hand_unknown == 5


@pytest.mark.rule("SS-166", "SS-164", "SS-212")
def test_a_song_on_the_used_item_adds_to_its_attack_and_stays() -> None:
    state = _fight({**ONE, "items": [{"card": "IT2", "songs": ["song"]}]})
    state = choose(state, "B3b", "attack:HE0:IT2:0:e193")
    assert _battle(state).enemies[0].hits == 3
    assert state.heroes[0].items[0].songs == ("song",)


@pytest.mark.rule("SS-R22", "SS-220", "SS-172")
def test_attacks_that_make_no_sense_say_why() -> None:
    state = _fight(
        {**ONE, "items": [{"card": "a2"}]}, {"card": "HE1", "luck": "NO", "action": "e111"}
    )
    assert refusal(state, "B3b", "attack:HE1:a2:0:e193") == "SS-R17"
    assert refusal(state, "B3b", "attack:HE0:a2:0:e3") == "SS-R22"
    state = choose(state, "B3b", "attack:HE0:a2:0:e111")
    assert _battle(state).enemies[1].defeated
    assert refusal(state, "B3b", "attack:HE1:other:0:e111") == "SS-R22"
    assert refusal(state, "B3b", "attack:HE0:other:0:e193") == "SS-R22"
    assert opened(state, "B3b") == ["close:HE0", "attack:HE1:other:0:e193", "close:HE1"]
    assert refusal(at("T8"), "B3b", "attack:HE0:other:0:e193") == "SS-R22"
    forced = choose(state, "B3b", "attack:HE0:other:0:e193", force="they agreed")
    assert [job.do for job in forced.jobs] == ["number"]


@pytest.mark.rule("SS-164", "SS-R21", "SS-219")
def test_the_lock_counts_uses_that_are_no_attack_but_not_bonuses() -> None:
    items = [{"card": "IT6"}, {"card": "a2"}, {"card": "IT8"}]
    state = _fight(
        {**ONE, "luck_stack": ["xSU"], "items": items}, hand=["lAU"], story=["ST1", "ST2"]
    )
    claimed = show(choose(state, "may", "claim:IT8:0"), "draw", "i0")
    assert not claimed.heroes[0].item_used
    used = choose(choose(claimed, "may", "use:IT6:0"), "switch", "done")
    assert used.heroes[0].item_used
    assert options_of(used, "B3b")["attack:HE0:a2:0:e193"] == "SS-R21"
    after = choose(state, "B3b", "attack:HE0:a2:0:e193")
    assert refusal(after, "may", "use:IT6:0") == "SS-R21"


@pytest.mark.rule("SS-179", "SS-G36", "SS-G37", "SS-186")
def test_a_late_enemy_joins_strikes_last_and_may_lengthen_the_battle() -> None:
    hero = {"card": "HE0", "luck": "BAD", "action": "e231"}
    state = ready_on(
        at("T9", hand_unknown=6, heroes=[hero], attached={"PL0": ["FO4"]}), "on", "B2", "B3a"
    )
    long = {"attack": 1, "armor": 2, "rounds": 3, "rules": [{"effects": [{"do": "become_enemy"}]}]}
    state = with_cards(state, {"id": "FO4", "type": "folk", "folk_kind": "enemy", **long})
    state = choose(state, "may", "rule:FO4:0")
    assert [(enemy.card, enemy.first) for enemy in _battle(state).enemies] == [
        ("e231", True),
        ("FO4", False),
    ]
    assert _battle(state).rounds == 3
    state = choose(state, "B3b", "close:HE0")
    assert (state.step, GAME.asks(state)[0].say.values["enemy"]) == ("B3c", "FO4")


@pytest.mark.rule("SS-178")
def test_an_enemy_that_is_no_longer_acknowledged_drops_out() -> None:
    state = _fight({**ONE, "action": "e2"}, story=["ST0", "f2"])
    state = choose(with_cards(state, {"id": "e2", "type": "enemy", "cost": 9}), "may", "recount")
    state = show(state, "recount")
    assert (state.step, state.battle, state.heroes[0].action) == ("T10", None, "e2")


@pytest.mark.rule("SS-182", "SS-183", "SS-018", "SS-222")
def test_an_optional_prize_may_be_declined_and_a_mandatory_one_not() -> None:
    optional = _fight({**ONE, "action": "EN5"}, story_unknown=2)
    optional = count(choose(optional, "B3b", "attack:HE0:other:0:EN5"), "number", 5)
    assert options_of(optional, "offer") == {"yes": "", "no": ""}
    declined = ready_on(choose(optional, "offer", "no"), "B5")
    assert (declined.hand, declined.step) == (("EN5",), "T10")
    accepted = ready_on(show(choose(optional, "offer", "yes"), "draw", "i0"), "B5")
    assert accepted.hand == ("i0", "EN5")
    forced = _fight({**ONE, "action": "EN8"}, story_unknown=4)
    forced = count(choose(forced, "B3b", "attack:HE0:other:0:EN8"), "number", 7)
    assert asked(forced) == ["draw"]


@pytest.mark.rule("SS-185", "SS-183")
def test_a_penalty_must_be_followed_before_the_enemy_leaves() -> None:
    state = _fight({**ONE, "action": "EN4"}, story_unknown=2, hand=["i0"], hand_unknown=3)
    for _ in range(2):
        state = ready_on(choose(state, "B3b", "close:HE0"), "B3c")
        lost = ("unknown1", "unknown2") if state.hand_unknown > 1 else ("unknown1", "i0")
        state = show(state, "B4", *lost)
        state = ready_on(state, "B2") if state.step == "B2" else state
    assert (state.hand, state.hand_unknown, state.step, state.jobs) == ((), 0, "B5", ())
    assert isinstance(GAME.asks(state)[0], Ready)


@pytest.mark.rule("SS-170", "SS-G33", "SS-R28")
def test_more_damage_than_cards_takes_all_and_the_rest_lapses() -> None:
    state = ready_on(
        choose(_fight({**ONE, "action": "e341"}, hand_unknown=2), "B3b", "close:HE0"), "B3c"
    )
    assert refusal(state, "B4", Chosen(("unknown1",))) == "SS-R29"
    assert refusal_of_show(state, "unknown1") == "SS-R28"
    story = answer(state, "B4", _shown("unknown1", "unknown2"))
    assert [
        event.why.values for event in story.events if event.why and event.why.key == "ss.log.lapsed"
    ] == [{"n": 1}]
    assert "ss.log.hand_low" in told(story)


def _shown(*cards: str) -> Shown:
    return Shown(tuple(CardSeen(card) for card in cards))


def refusal_of_show(state: State, *cards: str) -> str:
    return refusal(state, "B4", _shown(*cards))


@pytest.mark.rule("SS-181", "SS-180")
def test_with_the_hand_empty_the_round_ends_by_itself() -> None:
    state = choose(_fight({**ONE, "action": "e231"}, hand_unknown=0), "B3b", "close:HE0")
    story = answer(state, "B3c", Readied())
    assert "ss.log.lapsed" in told(story)
    assert story.state.step == "B5"


@pytest.mark.rule("SS-O24")
def test_held_off_damage_counts_for_immediate_attacks_too() -> None:
    hero = {"card": "HE0", "luck": "NO", "action": "e231"}
    state = _fight(hero, options={"damage_timing": "immediate"}, hand=["SO2"])
    state = choose(state, "may", "song:SO2")
    assert _battle(state).shield == 2
    state = ready_on(choose(state, "B3b", "close:HE0"), "B3c")
    assert (state.hand_unknown, state.step) == (6, "B5")


@pytest.mark.rule("SS-G31", "SS-128", "SS-129")
def test_who_strikes_first_is_shown_lane_by_lane() -> None:
    heroes = [
        {"card": "HE0", "luck": "BAD", "action": "e191"},
        {"card": "HE1", "luck": "NO", "action": "e193"},
    ]
    state = ready_on(at("T9", hand_unknown=6, heroes=heroes), "on")
    assert [line.key for line in GAME.asks(state)[0].lines] == [
        "ss.line.strikes_first",
        "ss.line.strikes_last",
    ]
    state = ready_on(state, "B2")
    assert (state.step, GAME.asks(state)[0].say.values) == ("B3a", {"enemy": "e191", "n": 1})
    state = ready_on(state, "B3a")
    assert state.step == "B3b"
    ask = GAME.asks(state)[0]
    assert isinstance(ask, Choose)
    assert len(ask.options) == 6
