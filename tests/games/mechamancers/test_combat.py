"""Attacks: who may, on whom, what stands in the way, where the damage goes."""

from typing import Any

import pytest

from companion.games.mechamancers.rules.bases import through
from companion.games.mechamancers.rules.figures import (
    attack_points,
    attacks_left,
    damage_now,
    total_shield,
)
from tests.games.mechamancers.table import Table, code, gadget, refusal

OPEN: Any = {"ben": {1: "empty"}}


@pytest.mark.rule("MM-090", "MM-150", "MM-003", "MM-E_NO_SWORDS", "MM-E_TARGET")
def test_only_attack_mechs_attack() -> None:
    table = Table(field={"ann": {2: "wall", 3: "mender", 4: "lancer"}})
    assert table.options("T4") == ["ability:3", "attack:4", "done"]
    for slot, word in ((1, "Bulwark"), (2, "Wall"), (3, "Mender")):
        refused = refusal(table.choose, "T4", f"attack:{slot}")
        assert (refused.code, refused.say.values) == ("MM-E_NO_SWORDS", {"mech": word})
    assert code(table.choose, "T4", "attack:5") == "MM-E_TARGET"
    assert code(table.choose, "T4", "attack:9") == "MM-E_TARGET"


@pytest.mark.rule("MM-096", "MM-092", "MM-E_NO_ATTACKS_LEFT")
def test_attackers_may_take_turns_and_change_targets() -> None:
    table = Table(
        field={"ann": {2: "twinblade", 3: "lancer"}, "ben": {2: "rampart"}, "cho": {2: "citadel"}},
        seats="ann ben cho",
    )
    assert "T4.target" not in table.topics()
    table.choose("T4", "attack:2")
    table.choose("T4", "attack:3")
    assert (table.state.attacker, table.said()) == ("3", ["mm.log.attacker"])
    assert table.options("T4.target") == [
        "ann:1",
        "ann:2",
        "ben:1",
        "ben:2",
        "ben:base",
        "cho:1",
        "cho:2",
        "cho:base",
    ]
    assert table.ask("T4.target").say.values["n"] == 2
    table.choose("T4.target", "ben:2")
    assert (table.state.attacker, table.mech("ben", 2).d) == ("", 2)
    table.attack(2, "cho:2")
    table.attack(2, "ben:2")
    assert (table.mech("cho", 2).d, table.mech("ben", 2).card) == (1, "empty")
    refused = refusal(table.choose, "T4", "attack:2")
    assert (refused.code, refused.may_force) == ("MM-E_NO_ATTACKS_LEFT", True)
    assert refused.say.values == {"mech": "Twinblade", "n": 2, "of": 2}
    table.attack(2, "cho:2", force="it did")
    assert (table.mech("cho", 2).d, table.mech("ann", 2).attacks_made) == (2, 3)


@pytest.mark.rule("MM-095", "MM-G09", "MM-E_TARGET", "MM-E_OWN_BASE", "MM-E_SELF_TARGET")
def test_what_is_no_target() -> None:
    table = Table(field={"ann": {2: "lancer"}})
    assert code(table.choose, "T4.target", "ben:1") == "MM-E_TARGET"
    table.choose("T4", "attack:2")
    assert code(table.choose, "T4.target", "ann:base") == "MM-E_OWN_BASE"
    assert code(table.choose, "T4.target", "ann:2") == "MM-E_SELF_TARGET"
    assert code(table.choose, "T4.target", "ben:4") == "MM-E_TARGET"
    assert code(table.choose, "T4.target", "zoe:base") == "MM-E_TARGET"
    assert code(table.choose, "T4.target", "zoe:1") == "MM-E_TARGET"
    assert code(Table("T3").choose, "T4.target", "ben:1") == "MM-E_PHASE"
    assert table.mech("ann", 2).attacks_made == 0


@pytest.mark.rule("MM-097", "MM-100", "MM-E_BLOCKED", "MM-098", "MM-150")
def test_only_the_attacked_players_own_blockers_guard_the_base() -> None:
    field: Any = {
        "ann": {2: "lancer", 3: "lancer"},
        "ben": {1: "empty", 2: "mender", 3: "lancer"},
        "cho": {2: "wall"},
    }
    table = Table(field=field, seats="ann ben cho")
    table.attack(2, "ben:base")
    assert (table.player("ben").vp, table.player("ann").vp) == (5, 9)
    table.choose("T4", "attack:3")
    refused = refusal(table.choose, "T4.target", "cho:base")
    assert (refused.code, refused.may_force) == ("MM-E_BLOCKED", True)
    assert refused.say.values["blockers"] == ("Bulwark", "Wall")
    table.choose("T4.target", "cho:base", force="agreed")
    assert table.player("cho").vp == 5


@pytest.mark.rule("MM-099", "MM-G07")
def test_sheltered_mechs_are_an_opponents_others_never_the_own() -> None:
    options = {"blockers_guard": "base_and_mechs"}
    table = Table(
        field={"ann": {2: "twinblade", 3: "mender"}, "ben": {2: "mender"}}, options=options
    )
    table.choose("T4", "attack:2")
    assert code(table.choose, "T4.target", "ben:2") == "MM-E_BLOCKED"
    table.choose("T4.target", "ann:3")
    assert table.mech("ann", 3).card == "empty"
    table.attack(2, "ben:1")
    assert table.mech("ben", 1).d == 1
    bare = Table(field={"ann": {2: "lancer"}, "ben": {1: "empty", 2: "mender"}}, options=options)
    bare.attack(2, "ben:2")
    assert bare.mech("ben", 2).card == "empty"


@pytest.mark.rule("MM-121")
def test_an_attack_of_no_damage_is_spent_and_does_nothing() -> None:
    pack = {
        "mechs": [gadget({"do": "add_damage", "n": -5, "mechs": "foe_mech"}, trigger="passive")]
    }
    players = {"ben": {"base_shield_now": 2, "shield_left": {"ann": 2}}}
    table = Table(
        field={"ann": {2: "twinblade"}, "ben": {1: "empty", 2: "gadget"}},
        pack=pack,
        players=players,
    )
    assert damage_now(table.state, "ann", "2") == 0
    table.attack(2, "ben:base")
    table.attack(2, "ben:2")
    assert (
        table.player("ben").vp,
        table.player("ben").shield_left["ann"],
        table.mech("ben", 2).card,
    ) == (
        7,
        2,
        "gadget",
    )
    assert table.mech("ann", 2).attacks_made == 2


@pytest.mark.rule("MM-106", "MM-109", "MM-110", "MM-116", "MM-113")
@pytest.mark.parametrize(
    ("shield", "left", "moved", "said"),
    [
        (0, 0, 3, "mm.log.vp_moved"),
        (2, 0, 1, "mm.log.vp_moved"),
        (3, 0, 0, "mm.log.absorbed"),
        (4, 1, 0, "mm.log.absorbed"),
    ],
)
def test_the_shield_first_then_points(shield: int, left: int, moved: int, said: str) -> None:
    players = {"ben": {"base_shield_now": shield, "shield_left": {"ann": shield}}}
    table = Table(field={"ann": {2: "colossus"}, **OPEN}, players=players)
    table.attack(2, "ben:base")
    assert table.player("ben").shield_left["ann"] == left
    assert (table.player("ben").vp, table.player("ann").vp) == (7 - moved, 7 + moved)
    assert said in table.said()
    assert ("mm.log.shield_worn" in table.said()) is (shield > 0)
    assert table.mech("ben", 1).card == "empty"


@pytest.mark.rule("MM-111", "MM-112", "MM-G05", "MM-G30")
def test_points_that_are_not_there() -> None:
    field: Any = {"ann": {2: "colossus"}, **OPEN}
    two: Any = {"players": {"ben": {"vp": 2}}, "vp_supply": 5}
    capped = Table(field=field, **two)
    capped.attack(2, "ben:base")
    assert (capped.player("ben").vp, capped.player("ann").vp, capped.state.vp_supply) == (0, 9, 5)
    topped = Table(field=field, options={"vp_shortfall": "topped_up"}, **two)
    topped.attack(2, "ben:base")
    assert (topped.player("ben").vp, topped.player("ann").vp, topped.state.vp_supply) == (0, 10, 4)
    assert topped.said()[-2:] == ["mm.log.vp_moved", "mm.log.vp_from_supply"]
    none = Table(field=field, players={"ben": {"vp": 0}}, vp_supply=7)
    none.attack(2, "ben:base")
    assert none.said()[-1] == "mm.log.nothing_to_take"


@pytest.mark.rule("MM-G08", "MM-103", "MM-G33")
def test_spilling_goes_from_blocker_to_blocker_then_to_the_base() -> None:
    field: Any = {"ann": {2: "colossus"}, "ben": {1: ("bulwark", 1), 2: ("wall", 1), 3: "rampart"}}
    table = Table(field=field, options={"overkill": "spills"})
    table.attack(2, "ben:1")
    assert (table.state.questions[0].kind, table.state.questions[0].n) == ("spill", 2)
    assert table.options("choice.spill") == ["ben:2", "ben:3"]
    assert code(table.choose, "choice.spill", "ben:1") == "MM-E_TARGET"
    table.choose("choice.spill", "ben:2")
    assert (table.mech("ben", 2).card, table.mech("ben", 3).d, table.player("ben").vp) == (
        "empty",
        1,
        7,
    )
    last = Table(
        field={"ann": {2: "colossus"}, "ben": {1: ("bulwark", 1)}}, options={"overkill": "spills"}
    )
    last.attack(2, "ben:1")
    assert (last.player("ben").vp, last.player("ann").vp) == (5, 9)


@pytest.mark.rule("MM-G08")
def test_nothing_spills_from_own_mechs_or_from_mechs_that_do_not_block() -> None:
    options = {"overkill": "spills"}
    table = Table(
        field={
            "ann": {2: "colossus", 3: ("wall", 1), 4: "colossus"},
            "ben": {1: "empty", 2: "mender"},
        },
        options=options,
    )
    table.attack(2, "ann:3")
    assert (table.mech("ann", 1).d, table.player("ann").vp) == (0, 7)
    table.attack(4, "ben:2")
    assert (table.player("ben").vp, table.mech("ben", 2).card) == (7, "empty")


@pytest.mark.rule("MM-101", "MM-102", "MM-104", "MM-114")
def test_a_destroyed_last_blocker_is_announced() -> None:
    table = Table(field={"ann": {2: "lancer", 3: "lancer"}, "ben": {2: ("wall", 1)}})
    table.attack(2, "ben:1")
    assert table.sounds() == ["destroyed"]
    table.attack(3, "ben:2")
    assert table.sounds() == ["destroyed", "base_open"]
    assert table.words("mm.log.base_open")["seat"].seat == "ben"
    assert [gone.card for gone in table.state.gone] == ["bulwark", "wall"]
    assert table.state.discard == {"attack": 0, "defense": 1, "unique": 0, "bulwark": 1}


@pytest.mark.rule("MM-117", "MM-G33", "MM-007")
def test_attack_points_against_total_shield() -> None:
    players = {"ben": {"base_shield_now": 2, "shield_left": {"ann": 2}}}
    field: Any = {
        "ann": {2: "twinblade", 3: ("colossus", 1), 4: "wall"},
        "ben": {1: ("bulwark", 1), 2: "rampart", 3: "mender"},
    }
    table = Table(field=field, players=players)
    assert attack_points(table.state, "ann") == 4
    assert total_shield(table.state, "ben", "ann") == 6
    table.attack(2, "ben:1")
    assert attack_points(table.state, "ann") == 3
    assert total_shield(table.state, "ben", "ann") == 5
    gauge = table.tracker("against:ben")
    assert (gauge.value, gauge.against, gauge.note.values["n"]) == (3, 5, 0)


@pytest.mark.rule("MM-105", "MM-120")
def test_swords_follow_the_corner_that_is_up() -> None:
    table = Table(field={"ann": {2: ("twinblade", 1), 3: "twinblade"}})
    assert [attacks_left(table.state, "ann", slot) for slot in ("2", "3")] == [1, 2]
    table.attack(3, "ann:2")
    assert table.mech("ann", 2).card == "empty"
    assert table.options("T4") == ["attack:3", "done"]


def test_a_mech_about_to_attack_that_falls_no_longer_attacks() -> None:
    table = Table(field={"ann": {2: "lancer"}}, attacker="2")
    assert "T4.target" in table.topics()
    table.adjust("d:ann:2", 1)
    assert table.mech("ann", 2).card == "empty"
    table.ok()
    assert table.state.attacker == ""


def test_the_end_is_suggested_when_no_attack_is_left() -> None:
    table = Table(field={"ann": {2: "lancer"}})
    assert table.ask("T4").lines == ()
    table.attack(2, "ben:1")
    assert table.ask("T4").say.key == "mm.ask.nothing_left"
    assert table.state.step == "T4"


@pytest.mark.rule("MM-G04", "MM-107", "MM-108")
def test_pool_and_single_hit() -> None:
    assert through("pool", 3, (1, 1, 2)) == (1, 0)
    assert through("pool", 3, (2,)) == (0, 1)
    assert through("single_hit", 3, (1, 2)) == (2, 0)
    assert through("single_hit", 3, (4, 2)) == (3, 0)
    assert through("pool", 0, (2, 1)) == (3, 0)
    assert through("pool", 2, ()) == (0, 2)


@pytest.mark.rule("MM-E_ROT_PENDING", "MM-E_DEAD_ON_FIELD")
def test_a_phase_ends_when_the_cards_lie_right_or_somebody_says_so() -> None:
    table = Table(
        field={"ann": {2: "twinblade"}, "ben": {2: "mender"}}, players={"ben": {"role": "quirk"}}
    )
    table.attack(2, "ben:1")
    refused = refusal(table.choose, "T4", "done")
    assert (refused.code, refused.may_force) == ("MM-E_ROT_PENDING", True)
    assert refused.say.values["quarter"] == 1
    assert [line.key for line in table.ask("ok").lines] == ["mm.pending.turn"]
    table.attack(2, "ben:2")
    assert [line.key for line in table.ask("ok").lines] == ["mm.pending.turn", "mm.pending.discard"]
    table.see("ben", {1: ("bulwark", 1), 2: "mender"})
    assert code(table.choose, "T4", "done") == "MM-E_DEAD_ON_FIELD"
    table.ok()
    assert (table.state.gone, table.said()) == ((), ["mm.log.confirmed"])
    assert "ok" not in table.topics()
    table.choose("T4", "done")
    assert table.state.current == "ben"


@pytest.mark.rule("MM-137")
def test_a_destroyed_card_of_four_health_is_taken_away_unturned() -> None:
    table = Table(field={"ann": {2: "colossus"}, "ben": {2: ("citadel", 1)}})
    table.attack(2, "ben:2")
    assert [line.key for line in table.ask("ok").lines] == ["mm.pending.discard_unturned"]
