"""What effects give for a while: swords, damage, shields, stores, ways past blockers, phases passed
over.
"""

from typing import Any

import pytest

from companion.games.mechamancers.rules.figures import attacks_left, damage_now, pierces
from tests.games.mechamancers.table import THREE, Table, gadget, use


def test_more_swords_and_more_damage_last_as_long_as_they_say() -> None:
    effects = [
        {"do": do, "mechs": "own_mech", "type": "attack", "n": 1, "lasts": lasts}
        for do, lasts in (
            ("add_attacks", "turn"),
            ("add_damage", "round"),
            ("add_damage", "next_round"),
            ("add_attacks", "instant"),
        )
    ]
    table = use(*effects, field={"ann": {2: "lancer"}}, acted=["ben"])
    assert (attacks_left(table.state, "ann", "2"), damage_now(table.state, "ann", "2")) == (3, 3)
    table.choose("T4", "done")
    assert [b.until for b in table.mech("ann", 2).boosts] == ["round", "next_round"]
    table.show("E1", "calm")
    assert (attacks_left(table.state, "ann", "2"), damage_now(table.state, "ann", "2")) == (1, 3)
    assert [b.until for b in table.mech("ann", 2).boosts] == ["round"]


def test_a_raised_shield_falls_back_and_a_lowered_one_stays_low() -> None:
    players: Any = {
        "ann": {"role": "quirk", "base_shield_now": 2, "shield_left": {"ben": 1, "cho": 2}},
        "ben": {"role": "ruler"},
    }
    raised = use({"do": "add_base_shield", "n": 2, "lasts": "turn"}, seats=THREE, players=players)
    assert (raised.player("ann").base_shield_now, raised.player("ann").shield_left) == (
        4,
        {"ben": 3, "cho": 4},
    )
    raised.choose("T4", "done")
    assert (raised.player("ann").base_shield_now, raised.player("ann").shield_left) == (
        2,
        {"ben": 2, "cho": 2},
    )
    lowered = use({"do": "add_base_shield", "n": -1, "lasts": "turn"}, seats=THREE, players=players)
    assert (lowered.player("ann").base_shield_now, lowered.player("ann").shield_left) == (
        1,
        {"ben": 0, "cho": 1},
    )
    lowered.choose("T4", "done")
    assert (lowered.player("ann").base_shield_now, lowered.player("ann").shield_left) == (
        1,
        {"ben": 0, "cho": 1},
    )
    flat = use({"do": "add_base_shield", "n": -5, "who": "each_foe"}, seats=THREE, players=players)
    assert flat.player("ben").base_shield_now == 0


def test_a_shield_promised_for_the_next_round_joins_the_role() -> None:
    table = use(
        {"do": "add_base_shield", "n": 2, "lasts": "next_round"},
        acted=["ben"],
        players={"ann": {"base_shield_now": 1}},
    )
    assert table.player("ann").base_shield_now == 1
    table.choose("T4", "done")
    table.show("E1", "calm")
    table.show("P2", "barricade")
    assert (table.player("ann").base_shield_now, table.player("ann").shield_left) == (5, {"ben": 5})
    table.show("P2", "ruler")
    for _ in range(2):
        for step in ("T2", "T3", "T4"):
            table.choose(step, "done")
    table.show("E1", "windfall")
    table.show("P2", "barricade")
    table.show("P2", "quirk")
    assert (table.player("ben").base_shield_now, table.player("ann").base_shield_now) == (3, 1)


def test_a_mech_may_shield_the_base_while_it_stands() -> None:
    pack = {"mechs": [gadget({"do": "add_base_shield", "n": 2}, trigger="passive")]}
    players: Any = {
        "ann": {"mana": 3, "hand": {"unique": 1}, "base_shield_now": 1, "shield_left": {"ben": 0}}
    }
    table = Table("T3", pack=pack, players=players, field={"ann": {2: "colossus"}})
    table.show("T3.activate", "gadget")
    ann = table.player("ann")
    assert (ann.base_shield_now, ann.passive_shield, ann.shield_left) == (3, 2, {"ben": 2})
    table.choose("T3", "done")
    table.attack(2, "ann:3")
    ann = table.player("ann")
    assert (ann.base_shield_now, ann.passive_shield, ann.shield_left) == (1, 0, {"ben": 1})
    pledge = Table(
        "P2", pack=pack, field={"ann": {2: "gadget"}}, players={"ann": {"passive_shield": 2}}
    )
    pledge.show("P2", "quirk")
    assert pledge.player("ann").base_shield_now == 3


@pytest.mark.parametrize(
    ("what", "shield", "blockers"),
    [("base_shield", True, False), ("blockers", False, True), ("both", True, True)],
)
def test_piercing(what: str, shield: bool, blockers: bool) -> None:
    table = use({"do": "pierce", "what": what, "lasts": "turn"}, field={"ann": {2: "twinblade"}})
    assert (
        pierces(table.state, "ann", "base_shield"),
        pierces(table.state, "ann", "blockers"),
    ) == (shield, blockers)
    assert not pierces(table.state, "ben", what)
    if blockers:
        table.attack(2, "ben:base")
        table.attack(2, "ben:base")
        assert table.player("ann").vp == 9


def test_passive_piercing_is_its_owners() -> None:
    pack = {"mechs": [gadget({"do": "pierce", "what": "blockers"}, trigger="passive")]}
    table = Table(pack=pack, field={"ann": {2: "gadget", 3: "lancer"}})
    assert (pierces(table.state, "ann", "blockers"), pierces(table.state, "ben", "blockers")) == (
        True,
        False,
    )
    assert not pierces(table.state, "ann", "base_shield")
    table.attack(3, "ben:base")
    assert table.player("ann").vp == 9


def test_a_store_takes_damage_before_the_mech_does() -> None:
    effect = {
        "do": "prevent_damage",
        "mechs": "own_mech",
        "type": "defense",
        "n": 2,
        "lasts": "turn",
    }
    table = use(effect, field={"ann": {2: "colossus", 3: "rampart", 4: "twinblade"}})
    table.attack(4, "ann:3")
    assert (table.mech("ann", 3).d, [b.n for b in table.mech("ann", 3).boosts]) == (0, [1])
    assert table.said()[-1] == "mm.log.prevented"
    table.attack(2, "ann:3")
    assert (table.mech("ann", 3).d, table.mech("ann", 3).boosts) == (2, ())


def test_a_standing_mech_gives_its_store_once_and_takes_it_along() -> None:
    pack = {
        "mechs": [
            gadget(
                {"do": "prevent_damage", "mechs": "own_mech", "type": "defense", "n": 1},
                trigger="passive",
            )
        ]
    }
    players: Any = {"ann": {"mana": 9, "hand": {"unique": 1, "defense": 1}}}
    table = Table(
        "T3", pack=pack, players=players, field={"ann": {2: "twinblade", 3: "rampart", 4: "lancer"}}
    )
    table.show("T3.activate", "gadget")
    assert [b.n for b in table.mech("ann", 3).boosts] == [1]
    table.show("T3.activate", "wall")
    assert [b.n for b in table.mech("ann", 6).boosts] == [1]
    table.choose("T3", "done")
    table.attack(2, "ann:3")
    table.attack(2, "ann:3")
    assert (table.mech("ann", 3).d, [b.n for b in table.mech("ann", 3).boosts]) == (1, [0])
    table.attack(4, "ann:5")
    assert (table.mech("ann", 3).boosts, table.mech("ann", 6).boosts) == ((), ())


@pytest.mark.parametrize(
    ("phase", "step", "mana"), [("resource", "T3", 2), ("activation", "T2", 6), ("combat", "T2", 6)]
)
def test_a_phase_may_be_passed_over(phase: str, step: str, mana: int) -> None:
    effect = {"do": "skip_phase", "who": "each_foe", "phase": phase, "lasts": "round"}
    table = use(effect, players={"ben": {"role": "ruler"}})
    table.choose("T4", "done")
    assert (table.state.current, table.state.step, table.player("ben").mana) == ("ben", step, mana)
    if phase == "resource":
        return
    table.choose("T2", "done")
    assert table.state.step == {"activation": "T4", "combat": "T3"}[phase]
    if phase == "combat":
        table.choose("T3", "done")
        assert table.state.step == "E1"
    assert f"mm.log.skipped_{phase}" in table.said()
