"""Whole sagas by chance: the demo deck can be won and lost, and no card is ever lost or doubled."""

import random

from companion.games.spell_saga import GAME
from companion.games.spell_saga.rules.piles import located
from companion.games.spell_saga.state import State, change
from companion.kit.position import arranged
from companion.simulate import Player, Tally, play
from tests.games.spell_saga.table import SEATS, demo_pack


def _saga(seed: int, **options: str) -> tuple[str, list[State]]:
    start = arranged(GAME, options, SEATS, demo_pack(), None)
    seen: list[State] = []
    end = play(
        GAME,
        start,
        Player(GAME, random.Random(seed)),
        Tally(),
        lambda _before, story: seen.append(story.state),
    )
    outcome = GAME.outcome(end)
    return outcome.result if outcome else "unfinished", seen


def test_the_demo_deck_can_be_won_and_lost_and_keeps_its_42_cards() -> None:
    results: set[str] = set()
    for seed in range(60):
        result, states = _saga(seed)
        results.add(result)
        for state in states:
            if not state.jobs:  # a card being drawn or sung lies nowhere for a moment
                assert (state.deck_count or 0) + len(located(state)) == 42
        if {"won", "lost"} <= results:
            break
    assert {"won", "lost"} <= results
    assert "unfinished" not in results


def test_a_lite_saga_ends_and_remembers_only_kismet_cards() -> None:
    result, states = _saga(3, tracking="lite")
    assert result in ("lost", "won", "given_up")
    for state in states:
        kismet = {
            card
            for hero in state.heroes
            for card in (*hero.luck_stack, *hero.extras, hero.action)
            if card
        }
        held = {job.card for job in state.jobs}
        assert set(state.cards) <= kismet | held | {state.token}


def test_invariants_name_what_is_wrong() -> None:
    state = arranged(GAME, {}, SEATS, demo_pack(), {"started": True, "step": "T4", "hand": ["IT1"]})
    assert GAME.broken(state) == ()
    for wrong, name in (
        ({"hand": ("IT1", "IT1")}, "one_place"),
        ({"hand": ("nobody",)}, "cards_known"),
        ({"places": (("PL0",), (), (), ())}, "spots"),
        ({"heroes": ()}, "heroes"),
        ({"hand_unknown": -1}, "counts"),
        ({"deck_count": -1}, "counts"),
        ({"token": "IT1"}, "token"),
        ({"token": "@6"}, "token"),
        ({"attached": {"PL3": ("RM0",)}}, "hosts"),
        ({"result": "LOST"}, "result"),
        ({"step": "WON"}, "result"),
    ):
        assert name in GAME.broken(change(state, **wrong)), name
    full = ("PL0", "PL1", "PL2", "PL3", "PL4", "PL6")
    assert "spots" in GAME.broken(change(state, places=(full, (), (), (), ())))
    assert "spots" not in GAME.broken(change(state, places=(full[:5], (), (), (), ())))
    assert "empty_hand" in GAME.broken(change(state, result="LOST", step="LOST"))
    acted = change(state, step="T1", heroes=(change(state.heroes[0], action="EN1"),))
    assert GAME.broken(acted) == ("action_pile",)
