"""Simulated players answer as the rules allow, and games end."""

import random
from typing import Any

import pytest

from companion import games
from companion.kit.intents import Chosen, Counted, Placed, Shown
from companion.simulate import Player, Tally, play, simulate
from tests.games.mechamancers.table import Table

GAME = games.find("mechamancers")


def offered(table: Table, topic: str) -> set[str]:
    """Every option a simulated player would ever take."""
    found = set()
    for place in range(60):
        value = GAME.answer_like_a_player(table.state, table.ask(topic), random.Random(place))
        assert isinstance(value, Chosen)
        found |= set(value.options)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_end_with_few_refusals(players: int) -> None:
    tally = simulate(GAME, 1, seed=5, players=players)
    assert (tally.finished, tally.violations) == (1, 0)
    assert tally.refused * 12 < tally.answers


@pytest.mark.parametrize(
    "options",
    [
        {
            "overkill": "spills",
            "hand_limit": "discard_at_once",
            "warlock_target": "name_in_combat",
            "vp_source": "supply",
        },
        {
            "hand_limit": "stop_drawing",
            "draw_mode": "exact",
            "summoning_delay": "on",
            "blockers_guard": "base_and_mechs",
        },
        {
            "base_shield_mode": "single_hit",
            "vp_shortfall": "topped_up",
            "ability_use": "unlimited",
            "end_timing": "at_once",
        },
        {
            "ruler_privilege": "both",
            "barricade_target": "any",
            "removed_triggers": "on",
            "roles_face": "secret_until_all",
        },
    ],
)
def test_games_end_under_every_option(options: dict[str, Any]) -> None:
    tally = simulate(GAME, 1, seed=3, players=2, options=options)
    assert (tally.finished, tally.violations) == (1, 0)


def test_targets_that_are_sheltered_are_left_alone() -> None:
    table = Table(field={"ann": {2: "lancer"}, "ben": {2: "mender"}}, attacker="2")
    assert offered(table, "T4.target") == {"ann:1", "ben:1", "ben:2"}
    open_base = Table(field={"ann": {2: "lancer"}, "ben": {1: "empty"}}, attacker="2")
    assert offered(open_base, "T4.target") == {"ann:1", "ben:base"}


def test_only_mechs_that_can_attack_are_chosen() -> None:
    used = {"field": {"2": {"card": "lancer", "attacks_made": 1}, "3": {"card": "lancer"}}}
    table = Table(players={"ann": used})
    assert offered(table, "T4") == {"attack:3", "done"}
    waiting = {"field": {"2": {"card": "lancer", "fresh": True}}}
    assert offered(Table(players={"ann": waiting}, options={"summoning_delay": "on"}), "T4") == {
        "done"
    }
    assert offered(Table(players={"ann": waiting}), "T4") == {"attack:2", "done"}


def test_abilities_are_used_where_they_do_something() -> None:
    assert offered(Table("T3", field={"ann": {2: "mender"}}), "T3") == {"done"}
    assert offered(Table("T3", field={"ann": {2: "mender", 3: ("wall", 1)}}), "T3") == {
        "ability:2",
        "done",
    }
    used = {"field": {"2": {"card": "drill", "ability_used": True}}}
    assert offered(Table("T3", players={"ann": used}), "T3") == {"done"}
    fresh = {"field": {"2": {"card": "drill", "fresh": True}}}
    assert offered(
        Table("T3", players={"ann": fresh}, options={"summoning_delay": "on"}), "T3"
    ) == {"done"}


def test_a_full_field_is_made_room_on() -> None:
    full = Table("T3", field={"ann": dict.fromkeys(range(2, 7), "wall")})
    assert offered(full, "T3") == {*(f"replace:{n}" for n in range(1, 7)), "done"}


def test_an_unknown_card_is_made_up_when_nothing_can_be_paid_for() -> None:
    table = Table("T3", pack="printed", players={"ann": {"mana": 1, "hand": {"attack": 1}}})
    value = GAME.answer_like_a_player(table.state, table.ask("T3.activate"), random.Random(1))
    assert isinstance(value, Shown)
    assert (value.cards[0].id, value.cards[0].facts["type"], value.cards[0].facts["cost"]) == (
        "attack1",
        "attack",
        1,
    )
    table.answer("T3.activate", value)
    assert table.mech("ann", 2).card == "attack1"
    pledge = Table("P2", pack="printed")
    role = GAME.answer_like_a_player(pledge.state, pledge.ask("P2"), random.Random(1))
    assert isinstance(role, Shown)
    pledge.answer("P2", role)
    assert pledge.player("ann").role == role.cards[0].id
    event = GAME.answer_like_a_player(
        Table("E1", pack="printed").state, Table("E1", pack="printed").ask("E1"), random.Random(1)
    )
    assert isinstance(event, Shown)
    assert (event.cards[0].id, event.cards[0].facts) == ("event1", {"text": "-"})


def test_a_phase_is_ended_only_when_it_may() -> None:
    assert offered(
        Table("T2", players={"ann": {"role": "ruler", "hand": {"attack": 8}}}), "T2"
    ) == {
        "draw:attack:1",
        "draw:defense:1",
        "draw:unique:1",
        "discard:attack:1",
    }
    stop = {"hand_limit": "stop_drawing"}
    table = Table("T2", players={"ann": {"role": "barricade", "hand": {"attack": 6}}}, options=stop)
    assert offered(table, "T2") == {"draw:defense:1", "done"}
    turning = {"field": {"1": {"card": "bulwark", "d": 1, "turning": 1}, "2": {"card": "lancer"}}}
    assert offered(Table(players={"ann": turning}), "T4") == {"attack:2"}


def test_cards_are_laid_that_can_be_paid_for() -> None:
    table = Table("T3", players={"ann": {"mana": 2, "hand": {"attack": 1, "defense": 1}}})
    shown = set()
    for place in range(40):
        value = GAME.answer_like_a_player(
            table.state, table.ask("T3.activate"), random.Random(place)
        )
        assert isinstance(value, Shown)
        shown.add(value.cards[0].id)
    assert shown == {"lancer", "wall"}


def test_the_camera_sees_what_should_lie_there() -> None:
    table = Table("P2", round=2, event_pile=5, field={"ann": {2: ("wall", 1)}})
    field = GAME.answer_like_a_player(table.state, table.ask("field.ann"), random.Random(0))
    assert isinstance(field, Placed)
    assert field.cells["2"][0].turn == 3
    tokens = GAME.answer_like_a_player(table.state, table.ask("tokens.ann"), random.Random(0))
    assert isinstance(tokens, Placed)
    assert (tokens.cells["vp"][0].count, tokens.cells["mana"][0].count) == (7, 2)
    assert GAME.answer_like_a_player(
        Table("SU2").state, Table("SU2").ask("SU2"), random.Random(0)
    ) == Counted(6)


def test_hand_cards_are_given_up_in_any_number() -> None:
    table = Table("T2", players={"ann": {"role": "cabalist", "hand": {"attack": 2}}})
    numbers = set()
    for place in range(20):
        value = GAME.answer_like_a_player(
            table.state, table.ask("T2.transmute"), random.Random(place)
        )
        assert isinstance(value, Placed)
        numbers.add(sum(piece.count for pieces in value.cells.values() for piece in pieces))
    assert numbers == {0, 1, 2}


def test_the_event_pile_never_grows_in_a_game() -> None:
    piles: list[int] = []
    import random

    state = Table("SU1").state
    play(
        GAME,
        state,
        Player(GAME, random.Random(2)),
        Tally(),
        lambda _before, story: piles.append(story.state.event_pile),
    )
    assert piles == sorted(piles, reverse=True)
    assert piles[-1] == 0
