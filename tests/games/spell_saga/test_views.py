"""What the tablet shows: ring, lanes, badges, bonuses with their reasons, battle, and both
languages.
"""

from typing import Any

import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.state import State
from companion.texts import sentence
from tests.games.spell_saga.table import at, choose, options_of, ready_on, refusal


def _tracker(state: State, name: str) -> Any:
    return next(tracker for tracker in GAME.view(state, None).trackers if tracker.id == name)


def _shown(state: State) -> list[str]:
    return [tracker.id for tracker in GAME.view(state, None).trackers]


def _english(words: Any) -> str:
    return sentence(words, "en", {})


def test_the_ring_shows_depth_token_and_where_to_go() -> None:
    state = at(
        "T1",
        places=[["p1", "p2"], ["p3"], [], ["p4"], []],
        token="p1",
        attached={"PL0": [], "p1": ["rm"]},
    )
    ring = _tracker(state, "places")
    assert [len(spot.cards) for spot in ring.spots] == [2, 1, 0, 1, 0]
    assert [spot.here for spot in ring.spots] == [True, False, False, False, False]
    assert [spot.open for spot in ring.spots] == [True, True, False, True, False]
    top = ring.spots[0].cards[0]
    assert (top.id, top.colours, top.glyph, top.attached[0].id) == ("p1", ("red",), "sprout", "rm")
    assert top.attached[0].mark.key == "ss.mark.go"
    assert _english(top.glyph_say) == "Spring"
    assert top.shared == ("yellow",)
    later = _tracker(at("T6", places=[["p1"], ["p3"], [], [], []], token="p1"), "places")
    assert [spot.open for spot in later.spots] == [False] * 5


def test_the_order_of_the_ring_names_the_broken_joint() -> None:
    state = at("T6", places=[["p1"], ["p2"], ["p3"], [], []], token="p1")
    lines = _tracker(state, "order").lines
    assert [line.key for line in lines] == [
        "ss.order.DISCORDANT",
        "ss.order.joint",
        "ss.order.NONE",
    ]
    assert _english(lines[1]) == "It breaks at p3."
    harmonic = at("T6", places=[["p1"], ["p2"], [], [], []], token="p1")
    assert _tracker(harmonic, "order").lines[0].key == "ss.order.HARMONIC"


def test_the_kismet_strip_says_the_luck_word_with_its_reason() -> None:
    hero = {"card": "HE0", "luck_stack": ["lSP"], "action": "xI"}
    state = ready_on(at("T6", heroes=[hero]), "T6")
    strip = _tracker(state, "kismet.1")
    assert [_english(card.slot) for card in strip.cards] == ["Place", "Action", "Luck"]
    assert _english(strip.note) == "Good luck: three times Spring"
    assert sentence(strip.note, "id", {}) == "Nasib baik: tiga kali Musim Semi"
    none = ready_on(at("T6", heroes=[{**hero, "action": "i0"}]), "T6")
    assert _english(_tracker(none, "kismet.1").note) == "No luck: i0 has no glyph"
    two = ready_on(at("T6", heroes=[{**hero, "action": "xSU1"}]), "T6")
    assert _english(_tracker(two, "kismet.1").note) == "No luck: two times Spring"
    bad = ready_on(at("T6", heroes=[{**hero, "action": "xSU1", "luck_stack": ["lAU"]}]), "T6")
    assert _english(_tracker(bad, "kismet.1").note) == "Bad luck: three different glyphs"
    colour = ready_on(at("T6", heroes=[{**hero, "action": "EN5", "luck_stack": ["SO2"]}]), "T6")
    assert _english(_tracker(colour, "kismet.1").note) == "Good luck: Blue on all three"
    changed = at("T8", heroes=[{**hero, "luck": "NO", "why": "no_glyph"}])
    assert _english(_tracker(changed, "kismet.1").note) == "No luck: as read earlier this turn"
    taken = at("T8", heroes=[{"card": "HE0", "luck": "GOOD", "why": "harmonics", "match": "V"}])
    assert _english(_tracker(taken, "kismet.1").note) == "Good luck: Violet on all three"
    fresh = at("T4", heroes=[hero])
    assert _tracker(fresh, "kismet.1").note.key == "ss.luck.UNCHECKED"


def test_a_hint_says_what_a_check_would_read_now() -> None:
    hero = {"card": "HE0", "luck_stack": ["lAU"], "action": "xSU1", "luck": "GOOD", "why": "equal"}
    assert _english(_tracker(at("T8", heroes=[hero]), "hints").lines[0]) == (
        "A check for Edyta would now read: Bad luck: three different glyphs"
    )
    same = {**hero, "luck": "BAD", "why": "different"}
    assert "hints" not in _shown(at("T8", heroes=[same]))


def test_the_hand_is_a_gauge_against_the_source_limit_and_warns_when_low() -> None:
    gauge = _tracker(at("T8", hand_unknown=7), "hand")
    assert (gauge.value, gauge.most, gauge.against, gauge.note) == (7, 7, 5, None)
    low = _tracker(at("T8", hand_unknown=1), "hand")
    assert (low.value, low.most, low.note.values) == (1, 5, {"n": 1})
    assert _tracker(at("T8", hand_unknown=2), "hand").note is None
    lines = GAME.asks(at("T10", hand_unknown=1))[0].lines
    assert [line.key for line in lines] == ["ss.line.last_cards"]
    assert GAME.asks(at("T10", hand_unknown=2))[0].lines == ()


def test_hand_cards_carry_badges() -> None:
    state = at(
        "T8", hand=["IT1", "s3", "f2", "e1", "PL5", "IT0", "a2"], story_unknown=1, token="PL0"
    )
    marks = {card.id: card.mark.key for card in _tracker(state, "hand_cards").cards}
    assert marks == {
        "IT1": "ss.mark.affordable",
        "s3": "ss.mark.ignored",
        "f2": "ss.mark.free",
        "e1": "ss.mark.enemy",
        "PL5": "ss.mark.may_enter",
        "IT0": "ss.mark.conditional",
        "a2": "ss.mark.affordable",
    }
    faded = {card.id: card.faded for card in _tracker(state, "hand_cards").cards}
    assert faded["s3"] is True
    assert faded["IT1"] is False
    poor = at("T8", hand=["IT1"])
    assert _tracker(poor, "hand_cards").cards[0].mark.key == "ss.mark.acknowledged"
    assert _tracker(state, "hand_cards").cards[0].source == "demo"


@pytest.mark.rule("SS-147", "SS-R23")
def test_bonuses_say_from_which_cards_they_can_be_claimed_or_where_the_run_breaks() -> None:
    hero = {"card": "HE0", "luck": "NO", "items": [{"card": "IT8"}, {"card": "IT2"}]}
    rich = at("T6", story=["ST1", "ST2"], heroes=[hero])
    lines = [_english(line) for line in _tracker(rich, "bonuses").lines]
    assert (
        lines[0] == "Prism, harmonic bonus: Violet, Red in the story row (Old Oath, Second Verse)."
    )
    assert lines[1].startswith("Iron Lute, good luck bonus: closed. Iron Lute needs good luck.")
    poor = at(
        "T6", story=["ST1", "ST3", "ST2"], heroes=[{"card": "HE0", "items": [{"card": "IT8"}]}]
    )
    closed = _english(_tracker(poor, "bonuses").lines[0])
    assert closed == (
        "Prism, harmonic bonus: closed. Violet, Red: 1 of 2 found in the story row (Old Oath), "
        "then the run breaks."
    )
    nowhere = at("T6", story=["ST4"], heroes=[{"card": "HE0", "items": [{"card": "IT8"}]}])
    assert "none of it lies together" in _english(_tracker(nowhere, "bonuses").lines[0])
    lucky = at("T6", heroes=[{"card": "HE0", "luck": "GOOD", "items": [{"card": "IT2"}]}])
    assert _english(_tracker(lucky, "bonuses").lines[0]) == "Iron Lute, good luck bonus: open."


def test_limits_are_said_with_their_numbers() -> None:
    lines = [
        _english(line)
        for line in _tracker(at("T8", story_unknown=2, hand_unknown=4), "limits").lines
    ]
    assert lines == [
        "Cards up to cost 3 are acknowledged.",
        "Source limit 7, with story count 3.",
        "Armor of the heroes: 4, the cards in hand.",
        "Heroes: 1 of 2.",
    ]


def test_the_ladder_stands_on_step_9_during_a_battle() -> None:
    heroes = [{"card": "HE0", "luck": "NO", "action": "e232", "items": [{"card": "a2"}]}]
    fight = ready_on(at("T9", hand_unknown=5, heroes=heroes), "on", "B2")
    ladder = _tracker(fight, "steps")
    assert ladder.at == "T9"
    assert [step.state for step in ladder.steps][7:10] == ["done", "now", ""]
    fight = choose(fight, "B3b", "attack:HE0:a2:0:e232")
    enemy = _tracker(fight, "enemy.e232")
    assert (enemy.value, enemy.against, enemy.most) == (2, 3, 4)
    assert _english(enemy.against_say) == "needs more than 3"
    assert enemy.note.key == "ss.line.strikes_last"
    assert [step.state for step in _tracker(fight, "rounds").steps] == ["now", ""]
    assert [line.key for line in _tracker(fight, "fighters").lines] == [
        "ss.line.hero_open",
        "ss.line.item_used",
    ]
    assert _tracker(fight, "pending").value == 0
    assert GAME.view(fight, None).headline.values == {"n": 1, "of": 2, "turn": 1}


def test_headlines() -> None:
    assert _english(GAME.view(at("T4"), None).headline) == "Turn 1 · 4 Draw to hand"
    assert GAME.view(at("S2", started=False), None).headline.key == "ss.headline.setup"
    assert GAME.view(at("LOST", result="LOST"), None).headline.key == "ss.headline.LOST"


def test_items_show_their_face_slots_and_songs() -> None:
    items = [{"card": "IT2", "songs": ["song1"]}, {"card": "IT1", "face": "down"}]
    strip = _tracker(at("T8", heroes=[{"card": "HE0", "items": items}]), "hero.1")
    assert [card.id for card in strip.cards] == ["HE0", "IT2", "IT1"]
    assert [card.face_up for card in strip.cards] == [True, True, False]
    assert (strip.slots, strip.cards[1].attached[0].id, strip.cards[2].handle) == (
        4,
        "song1",
        "face.IT1",
    )
    assert strip.cards[2].figures == (("attack", 2),)
    stack = at("T8", heroes=[{"card": "HE0", "luck_stack": ["lSP", "lSU"], "extras": ["e1"]}])
    assert (_tracker(stack, "luck_stack.1").count, _tracker(stack, "luck_stack.1").top.id) == (
        2,
        "lSP",
    )
    assert _tracker(stack, "extras.1").cards[0].figures == (
        ("attack", 1),
        ("armor", 1),
        ("rounds", 4),
    )
    assert _tracker(stack, "deck").count == 40


def test_lite_tracking_draws_no_ring_and_no_items() -> None:
    state = at(
        "T8",
        {"tracking": "lite"},
        heroes=[{"card": "hero1"}],
        attached={},
        deck_count=None,
        token="",
    )
    assert {"places", "order", "story", "hero.1", "hand_cards", "deck", "bonuses"} & set(
        _shown(state)
    ) == set()
    assert {"steps", "story_count", "kismet.1", "hand", "limits"} <= set(_shown(state))


def test_you_may_also_lists_closed_actions_with_their_reason() -> None:
    heroes = [{"card": "HE0", "items": [{"card": "IT6", "face": "down"}]}]
    state = at("T8", hand=["s3", "e1", "f2"], heroes=heroes)
    listed = options_of(state, "may")
    assert listed == {
        "buy:s3": "SS-R09",
        "buy:e1": "SS-R11",
        "folk:f2": "SS-R18",
        "use:IT6:0": "SS-R17",
        "luck": "SS-R26",
        "recount": "",
        "give_up": "",
    }
    assert refusal(state, "may", "use:IT6:0") == "SS-R17"
