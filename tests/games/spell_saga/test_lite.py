"""Lite tracking: counts and kismet cards only, without a pack; luck, acknowledging, battles and the
end still hold.
"""

import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.state import State, hand_size, story_count
from companion.kit.asks import Choose, Count, Ready
from companion.kit.intents import Chosen, Counted
from companion.kit.position import arranged
from tests.games.spell_saga.table import (
    SEATS,
    answer,
    asked,
    choose,
    count,
    example_pack,
    opened,
    options_of,
    ready_on,
    refusal,
    told,
)


def lite(step: str = "T1", **position: object) -> State:
    state: State = arranged(
        GAME,
        {"tracking": "lite"},
        SEATS,
        example_pack(),
        {"step": step, "started": True, "hand_unknown": 5, **position},
    )
    return state


def _glyph(state: State, glyph: str, *colours: str) -> State:
    return choose(choose(state, "glyph", glyph), "harmonics", *colours)


def _action(state: State, kind: str, cost: str, glyph: str, *colours: str) -> State:
    return _glyph(choose(choose(state, "type", kind), "cost", cost), glyph, *colours)


def _to_action(glyph_place: str = "SP", glyph_luck: str = "SP") -> State:
    """A first turn, up to the action card."""
    state: State = arranged(GAME, {"tracking": "lite"}, SEATS, example_pack(), None)
    state = _glyph(ready_on(state, "S2", "S3", "S4"), glyph_luck, "V")
    state = ready_on(state, "S6")
    assert (state.step, hand_size(state), story_count(state), state.deck_count) == (
        "T1",
        5,
        1,
        None,
    )
    state = _glyph(ready_on(state, "T1"), glyph_place, "B")
    state = ready_on(state, "T3", "T4")
    assert (hand_size(state), state.turn) == (6, 1)
    return state


@pytest.mark.rule("SS-O32", "SS-G49")
def test_a_turn_by_counts_and_a_few_taps() -> None:
    state = _to_action()
    assert isinstance(GAME.asks(state)[0], Choose)
    assert {state.cards[card].type for card in state.heroes[0].luck_stack} == {"story"}
    state = _action(state, "item", "1", "SP", "R")
    assert (state.step, state.heroes[0].match) == ("T6", "")
    state = ready_on(state, "T6")
    assert (state.heroes[0].luck, state.heroes[0].why) == ("GOOD", "equal")
    state = ready_on(state, "T7", "T8")
    assert (state.step, hand_size(state), state.heroes[0].action) == ("T10", 7, None)
    ask = GAME.asks(state)[0]
    assert isinstance(ask, Ready)
    assert ask.say.values["n"] == 2
    state = ready_on(state, "T10")
    assert (state.step, hand_size(state)) == ("T1", 5)
    assert len(state.cards) == 2  # the place and the luck card; what went to hand is only counted


@pytest.mark.rule("SS-O32")
def test_colours_beat_glyphs_and_ignored_cards_stay() -> None:
    state = _glyph(ready_on(lite(heroes=[{"card": "hero1"}]), "T1"), "SP", "V", "B")
    assert state.cards["q1"].harmonics == "VB"
    state = _action(ready_on(state, "T3", "T4"), "enemy", "2", "AU", "V")
    assert asked(state) == ["attack"]
    for name, least, number in (("attack", 0, 2), ("armor", 0, 3), ("rounds", 1, 1)):
        ask = GAME.asks(state)[0]
        assert isinstance(ask, Count)
        assert ask.least == least
        state = count(state, name, number)
    state = ready_on(state, "T6")
    assert state.heroes[0].luck == "NO"  # no luck card
    state = choose(state, "may", "kismet:hero1")
    state = choose(_glyph(state, "NW", "V"), "may", "luck")
    assert (state.heroes[0].luck, state.heroes[0].why, state.heroes[0].match) == (
        "GOOD",
        "harmonics",
        "V",
    )
    state = ready_on(state, "T7", "T8", "T10")
    assert hand_size(state) == 5  # 6, trimmed; the enemy of cost 2 was ignored


def _fight(luck: str, hand: int = 5) -> State:
    enemy = {"id": "q9", "type": "enemy", "cost": 1, "attack": 2, "armor": 3, "rounds": 1}
    return lite(
        "T9",
        cards={"q9": enemy},
        hand_unknown=hand,
        heroes=[{"card": "hero1", "luck": luck, "action": "q9"}],
    )


@pytest.mark.rule("SS-O32")
def test_a_battle_with_typed_in_attack_numbers() -> None:
    state = ready_on(_fight("NO"), "on", "B2")
    assert opened(state, "B3b") == ["attack:hero1:other:0:q9", "close:hero1"]
    won = count(choose(state, "B3b", "attack:hero1:other:0:q9"), "number", 4)
    won = ready_on(won, "B5")
    assert (hand_size(won), won.step, won.cards) == (6, "T10", {})
    lost = ready_on(choose(state, "B3b", "close:hero1"), "B3c", "B4", "B5")
    assert (hand_size(lost), lost.step) == (3, "T10")
    beaten = ready_on(
        choose(ready_on(_fight("NO", 1), "on", "B2"), "B3b", "close:hero1"),
        "B3c",
        "B4",
        "B5",
        "T10",
    )
    assert beaten.result == "LOST"


@pytest.mark.rule("SS-O32", "SS-R09", "SS-R13")
def test_cards_are_bought_from_hand_by_their_cost() -> None:
    state = lite("T8")
    bought = count(choose(state, "may", "buy_story"), "price", 1)
    assert (story_count(bought), hand_size(bought)) == (2, 3)
    dear = choose(state, "may", "buy_item")
    assert refusal(dear, "price", Counted(2)) == "SS-R09"
    poor = choose(lite("T8", story_unknown=3, hand_unknown=2), "may", "buy_place")
    assert refusal(poor, "price", Counted(2)) == "SS-R13"
    assert hand_size(count(choose(lite("T8", story_unknown=3), "may", "buy_folk"), "price", 3)) == 4
    assert (
        hand_size(count(choose(lite("T8", story_unknown=3), "may", "buy_spell_song"), "price", 3))
        == 4
    )
    assert options_of(lite("T8", hand_unknown=0), "may")["buy_story"] == "SS-R13"


@pytest.mark.rule("SS-O32")
def test_heroes_join_and_leave_by_count() -> None:
    joined = count(choose(lite("T8"), "may", "buy_hero"), "price", 0)
    joined = _glyph(joined, "SU", "G")
    assert [hero.card for hero in joined.heroes] == ["hero1", "hero2"]
    assert joined.heroes[1].luck_stack == ("q1",)
    left = choose(joined, "may", "leave:hero2")
    assert ([hero.card for hero in left.heroes], left.cards) == (["hero1"], {})
    assert "leave:hero1" not in options_of(left, "may")


@pytest.mark.rule("SS-O32", "SS-R18")
def test_the_action_card_is_bought_or_played_for_free() -> None:
    def state(kind: str, cost: int) -> State:
        card = {"id": "q9", "type": kind, "cost": cost}
        return lite("T8", cards={"q9": card}, heroes=[{"card": "hero1", "action": "q9"}])

    bought = choose(state("story", 1), "may", "buy:q9")
    bought = ready_on(bought, "pay")
    assert (story_count(bought), hand_size(bought), bought.heroes[0].action) == (2, 4, None)
    assert options_of(state("folk", 1), "may")["gone:q9"] == ""
    assert choose(state("folk", 1), "may", "gone:q9").heroes[0].action is None
    assert options_of(state("folk", 2), "may")["gone:q9"] == "SS-R18"
    assert options_of(state("item", 1), "may")["gone:q9"] == "SS-R18"
    assert options_of(state("item", 2), "may")["buy:q9"] == "SS-R09"


@pytest.mark.rule("SS-O32", "SS-003")
def test_the_player_says_when_the_demo_ends_and_when_the_place_changes() -> None:
    assert choose(lite("T8"), "may", "demo").result == "WON"
    moved = _glyph(
        choose(lite("T8", token="q7", cards={"q7": {"id": "q7", "type": "place"}}), "may", "place"),
        "AU",
    )
    assert (moved.cards[moved.token].glyph, moved.cards[moved.token].type) == ("AU", "place")
    assert "q7" not in moved.cards
    assert options_of(lite("T8"), "may")["luck"] == "SS-R26"
    assert GAME.where(lite("T8"))["hand"].values == {"n": 5}


@pytest.mark.rule("SS-O32", "SS-146")
@pytest.mark.parametrize(("colour", "log"), [("V", "ss.log.match"), ("R", "ss.log.no_match")])
def test_the_log_says_whether_the_colours_meet(colour: str, log: str) -> None:
    luck = {"id": "q9", "type": "story", "glyph": "SP", "harmonics": "V"}
    state = lite(heroes=[{"card": "hero1", "luck_stack": ["q9"]}], cards={"q9": luck})
    state = _glyph(ready_on(state, "T1"), "SP", "V")
    state = choose(
        choose(choose(ready_on(state, "T3", "T4"), "type", "item"), "cost", "1"), "glyph", "AU"
    )
    assert log in told(answer(state, "harmonics", Chosen((colour,))))
