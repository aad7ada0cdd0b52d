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
        ({"hand": ("IT1", "IT1")}, "every card lies in one place"),
        ({"hand": ("nobody",)}, "every card is known"),
        ({"places": (("PL0",), (), (), ())}, "five spots, five cards each"),
        ({"heroes": ()}, "at least one hero"),
        ({"hand_unknown": -1}, "counts are not negative"),
        ({"deck_count": -1}, "counts are not negative"),
        ({"token": "IT1"}, "the token stands on a place"),
        ({"token": "@6"}, "the token stands on a place"),
        ({"attached": {"PL3": ("RM0",)}}, "attachments have a host"),
        ({"result": "LOST"}, "the end has a result"),
        ({"step": "WON"}, "the end has a result"),
    ):
        assert name in GAME.broken(change(state, **wrong)), name
    full = ("PL0", "PL1", "PL2", "PL3", "PL4", "PL6")
    assert "five spots, five cards each" in GAME.broken(
        change(state, places=(full, (), (), (), ()))
    )
    assert "five spots, five cards each" not in GAME.broken(
        change(state, places=(full[:5], (), (), (), ()))
    )
    assert "lost means an empty hand" in GAME.broken(change(state, result="LOST", step="LOST"))
    acted = change(state, step="T1", heroes=(change(state.heroes[0], action="EN1"),))
    assert GAME.broken(acted) == ("the action pile is empty between turns",)
