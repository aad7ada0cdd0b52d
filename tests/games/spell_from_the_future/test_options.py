"""Table options: what each takes, what may change during a game, what is suggested."""

import pytest

from companion.games.spell_from_the_future import GAME
from tests.games.spell_from_the_future.table import (
    asked,
    table,
)


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        ("campaign_lives", [1, 9], [0, 10, "3"]),
        ("min_tokens", [0, 1], [-1, 2, True]),
        ("own_t1", [0, 6], [-1, 7]),
        ("own_t2", [0, 6], [7]),
        ("own_t3", [0, 5], [6]),
        ("own_t4", [0, 5], [6]),
        ("damage_mode", ["printed", "shortfall", "flat1"], ["flat2", 1]),
        ("mode", ["standard", "two_player", "campaign"], ["solo"]),
    ],
)
def test_options_take_what_they_should(
    option: str, good: list[int | str], bad: list[int | str]
) -> None:
    spec = next(spec for spec in GAME.options if spec.name == option)
    assert all(spec.accepts(value) for value in good)
    assert not any(spec.accepts(value) for value in bad)


def test_what_was_chosen_for_the_whole_game_cannot_change_in_it() -> None:
    fixed = {spec.name for spec in GAME.options if not spec.live}
    assert fixed == {
        "mode",
        "difficulty_table",
        "own_t1",
        "own_t2",
        "own_t3",
        "own_t4",
        "campaign_lives",
    }
    defaults = {spec.name: spec.default for spec in GAME.options if not spec.values}
    assert defaults == {
        "own_t1": 1,
        "own_t2": 2,
        "own_t3": 2,
        "own_t4": 2,
        "min_tokens": 0,
        "campaign_lives": 3,
    }


def test_counting_the_deck_is_optional_and_knows_the_tiers() -> None:
    ask = asked(table(step="S3"), "S3.count")
    assert ask.optional
    assert [(cell.id, cell.most) for cell in ask.cells] == [
        ("T1", 6),
        ("T2", 6),
        ("T3", 5),
        ("T4", 5),
    ]


def test_two_people_are_offered_the_mode_for_two() -> None:
    assert [dict(GAME.suggested(players)) for players in (2, 3, 5)] == [
        {"mode": "two_player"},
        {},
        {},
    ]


@pytest.mark.rule("SF-G01")
@pytest.mark.parametrize("own", [(3, 0, 2, 2), (0, 3, 2, 2), (1, 1, 5, 0), (1, 1, 0, 5)])
def test_every_tier_counts_in_an_own_mix(own: tuple[int, ...]) -> None:
    options = {
        "difficulty_table": "own",
        **{f"own_t{tier}": count for tier, count in enumerate(own, 1)},
    }
    live = table(options=options, step="S3")
    assert tuple(asked(live, "S3").say.values[letter] for letter in "abcd") == own
