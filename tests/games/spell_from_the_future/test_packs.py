"""The shipped packs, and packs that make no sense."""

from typing import Any

import pytest

from companion import games
from companion.games.spell_from_the_future.pack import TIERS, Pack, WordCard
from companion.kit.intents import Answer, Shown
from companion.kit.pieces import CardSeen
from companion.kit.play import answered
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.packs import checked, findings, in_english, merged, shipped
from companion.table.live_game import LiveGame

GAME = games.find("spell_from_the_future")


def pack(name: str) -> Pack:
    loaded = checked(GAME, shipped(GAME, name), name)
    assert isinstance(loaded, Pack)
    return loaded


@pytest.mark.rule("SF-V35", "SF-020", "SF-009", "SF-G21")
def test_the_demo_pack_is_complete() -> None:
    demo = pack("demo")
    assert (
        tuple(sum(beast.tier == tier for beast in demo.beasts) for tier in (1, 2, 3, 4))
        == TIERS
        == (6, 6, 5, 5)
    )
    assert (len(demo.minds), len(demo.words), len(demo.colours)) == (8, 36, 10)
    assert all(card.source == "demo" and card.verified for card in (*demo.beasts, *demo.minds))
    assert [beast.id for beast in demo.beasts if beast.mystic] == ["D05", "D11", "D16", "D20"]
    for beast in demo.beasts:
        three = beast.stats["3"]
        for players in (4, 5):
            stats = beast.stats[str(players)]
            assert stats.health == -(-three.health * players // 3)
            assert stats.attack == -(-three.attack * players // 3)
            assert stats.damage == three.damage


@pytest.mark.rule("SF-G11", "SF-123", "SF-G13")
def test_the_printed_pack_holds_what_the_book_states() -> None:
    printed = pack("printed")
    (beast,) = printed.beasts
    stats = beast.stats["3"]
    assert (stats.health, stats.attack, stats.damage, beast.tier, beast.mystic) == (
        7,
        5,
        1,
        None,
        False,
    )
    assert (beast.if_defeated[0].do, beast.if_not_defeated[0].do) == ("token_limit", "word_cards")
    assert [mind.title for mind in printed.minds[:3]] == [
        "MIND OF FOCUS",
        "OFFENSIVE MIND",
        "DEFENSIVE MIND",
    ]
    assert len(printed.minds) == 8
    assert not any(mind.verified for mind in printed.minds)
    assert all(mind.effects[0].do == "manual" for mind in printed.minds[3:])
    assert [colour.id for colour in printed.colours[:2]] == ["yellow", "brown"]


@pytest.mark.parametrize(
    ("extra", "problem"),
    [
        (
            {"beasts": [{"id": "B", "if_defeated": [{"do": "add_attack", "n": 1}]}]},
            "only Mind Cards do",
        ),
        (
            {"beasts": [{"id": "B", "if_defeated": [{"do": "manual", "if": {"single_box": 1}}]}]},
            "without a condition",
        ),
        ({"minds": [{"id": "M", "effects": [{"do": "word_cards", "n": 1}]}]}, "only Beasts do"),
        (
            {"minds": [{"id": "M", "effects": [{"do": "gain_vp", "n": 1, "track": "box_colour"}]}]},
            "need the condition",
        ),
        (
            {
                "minds": [
                    {"id": "M", "effects": [{"do": "add_attack", "if": {"beast_defeated": True}}]}
                ]
            },
            "before the fight",
        ),
        (
            {"minds": [{"id": "M", "effects": [{"do": "token_limit", "if": {"single_box": 1}}]}]},
            "holds all the time",
        ),
        ({"minds": [{"id": "M", "effects": [{"do": "box_rule"}]}]}, "kind: Say which"),
        (
            {
                "minds": [
                    {
                        "id": "M",
                        "effects": [
                            {"do": "manual", "if": {"single_box": 1, "initiative": "mages"}}
                        ],
                    }
                ]
            },
            "one condition can",
        ),
        ({"beasts": [{"id": "B", "tier": 4, "source": "demo"}]}, "6 Beasts of tier 4"),
        ({"beasts": [{"id": "B", "stats": {"3": {"health": -1, "attack": 1}}}]}, "int` >= 0"),
        ({"beasts": [{"id": "B", "wings": 2}]}, "wings"),
    ],
)
def test_a_pack_that_makes_no_sense_is_told_why(extra: dict[str, Any], problem: str) -> None:
    found = [in_english(one) for one in findings(GAME, merged(shipped(GAME, "demo"), extra))]
    assert any(problem in one for one in found), found


def test_ten_different_colours_are_needed() -> None:
    raw = shipped(GAME, "demo")
    nine = {**raw, "colours": raw["colours"][:9]}
    assert findings(GAME, nine)
    twice = {**raw, "colours": [*raw["colours"][:9], raw["colours"][0]]}
    assert any("10 different" in in_english(problem) for problem in findings(GAME, twice))


def test_the_shipped_packs_have_no_findings() -> None:
    assert [findings(GAME, shipped(GAME, name)) for name in GAME.packs] == [[], []]


def test_a_word_may_stand_in_one_language_only() -> None:
    assert WordCard("w", ("bee", "oil"), ("lebah",)).texts() == ("bee / lebah", "oil")


def test_a_set_with_a_gap_takes_a_card_it_has_never_seen() -> None:
    raw = shipped(GAME, "demo")
    cards = checked(GAME, {**raw, "minds": raw["minds"][:7]}, "seven")
    seats = tuple(Seat(one, colour=one) for one in ("red", "blue", "green"))
    position = {
        "step": "P5.2",
        "first_player": "red",
        "current_beast": {"id": "D13", "health": 7, "attack": 5, "damage": 1},
        "beast_deck_count": 6,
        "letters": ["A"],
    }
    live = LiveGame(GAME, arranged(GAME, {}, seats, cards, position))
    shown = Shown((CardSeen("eighth", facts={"name": "EIGHTH"}),))
    state = answered(
        GAME, live.state, Answer(id="a", ask="1:P5.2.mind:red", answer=shown, seat="red")
    ).state
    assert (
        state.players["red"].mind_in_play,
        len(state.pack.minds),
        state.pack.minds[7].title,
    ) == (
        "eighth",
        8,
        "EIGHTH",
    )
