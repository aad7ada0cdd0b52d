"""What only people can do, triggers in their order, and events."""

from typing import Any

import pytest

from companion.kit.intents import Readied
from tests.games.mechamancers.table import (
    THREE,
    Table,
    code,
    event,
    gadget,
    happens,
    refusal,
    use,
    vps,
)


@pytest.mark.rule("MM-G28")
def test_what_only_people_can_do_waits_for_them() -> None:
    table = happens({"do": "manual", "text": "Swap seats."})
    ask = table.ask("choice.manual")
    assert (table.state.step, ask.lines[0].values["text"]) == ("E2", "Swap seats.")
    assert ask.say.values["card"] == "Happening"
    table.answer("choice.manual", Readied())
    assert table.state.step == "P2"


@pytest.mark.rule("MM-156")
def test_damaged_fires_once_per_hit_or_once_per_point() -> None:
    for per, mana in (("hit", 3), ("point", 4)):
        pack = {
            "mechs": [
                gadget({"do": "gain_mana", "n": 1}, trigger="on_damaged", per=per, max_health=4)
            ]
        }
        table = Table(pack=pack, field={"ann": {2: "lancer", 3: "gadget"}})
        table.attack(2, "ann:3")
        assert (table.mech("ann", 3).d, table.player("ann").mana) == (2, mana)


@pytest.mark.rule("MM-156", "MM-076")
def test_destroyed_fires_instead_of_damaged_and_also_by_destroy() -> None:
    burst = gadget(
        {"do": "gain_vp", "n": 1}, card="burst", trigger="on_destroyed", per="point", max_health=2
    )
    pack = {
        "mechs": [
            burst,
            gadget({"do": "destroy", "mechs": "own_mech", "count": "all", "damaged": True}),
        ]
    }
    table = Table(pack=pack, field={"ann": {2: "lancer", 3: "burst", 4: ("burst", 1), 5: "gadget"}})
    table.attack(2, "ann:3")
    assert (table.mech("ann", 3).card, table.player("ann").vp) == ("empty", 8)
    table.choose("T4", "ability:5")
    assert (table.mech("ann", 4).card, table.player("ann").vp) == ("empty", 9)


@pytest.mark.rule("MM-157", "MM-161", "MM-162")
def test_triggers_run_in_turn_order_then_by_slot() -> None:
    bell = [
        gadget({"do": "manual", "text": name}, card=name, trigger="on_destroyed")
        for name in ("one", "two", "three")
    ]
    field: Any = {"ann": {2: "one"}, "ben": {2: "three", 3: "two"}, "cho": {2: "two"}}
    quake = event({"do": "damage", "mechs": "any_mech", "count": "all"})
    table = Table(
        "E1",
        pack={"mechs": bell, "events": [quake]},
        field=field,
        seats=THREE,
        turn_order=["cho", "ben", "ann"],
    )
    table.show("E1", "happening")
    told = []
    while table.state.questions:
        told.append((table.state.questions[0].seat, table.state.questions[0].text))
        table.ready("choice.manual")
    assert told == [("cho", "two"), ("ben", "three"), ("ben", "two"), ("ann", "one")]


@pytest.mark.rule("MM-157")
def test_the_current_players_triggers_come_first() -> None:
    bell = [
        gadget({"do": "manual", "text": name}, card=name, trigger="on_destroyed")
        for name in ("one", "two")
    ]
    bomb = gadget({"do": "damage", "mechs": "any_mech", "count": "all"})
    field: Any = {"ann": {2: "one"}, "ben": {2: "two", 3: "gadget"}}
    table = Table(
        "T4",
        "ben",
        pack={"mechs": [*bell, bomb]},
        field=field,
        turn_order=["ann", "ben"],
        acted=["ann"],
    )
    table.choose("T4", "ability:3")
    assert table.state.questions[0].text == "two"
    table.ready("choice.manual")
    assert table.state.questions[0].text == "one"


@pytest.mark.rule("MM-157")
def test_a_chain_without_end_is_stopped_after_fifty() -> None:
    echo = gadget(
        {"do": "heal", "mechs": "self", "n": 1},
        {"do": "damage", "mechs": "self", "n": 1},
        trigger="on_damaged",
        max_health=3,
    )
    table = Table(pack={"mechs": [echo]}, field={"ann": {2: "twinblade", 3: "gadget"}})
    table.attack(2, "ann:3")
    assert (table.state.questions[0].kind, table.state.questions[0].text, table.state.queue) == (
        "manual",
        "chain",
        (),
    )
    assert table.said().count("mm.log.healed") == 50
    assert table.ask("choice.manual").say.key == "mm.question.chain"
    table.ready("choice.manual")
    assert (table.state.questions, table.state.chain) == ((), 0)


@pytest.mark.rule("MM-157")
def test_the_attacking_mech_is_nobody_when_an_effect_struck() -> None:
    field: Any = {"ben": {2: "mine"}, "ann": {2: "lancer"}}
    table = use({"do": "damage", "mechs": "foe_mech", "type": "unique"}, field=field)
    assert (table.mech("ben", 2).card, table.mech("ann", 2).card) == ("empty", "lancer")


def test_abilities_at_the_start_of_a_turn_work_before_the_resource_phase() -> None:
    spring = gadget({"do": "draw", "n": 1}, trigger="turn_start")
    players: Any = {"ben": {"role": "ruler", "hand": {"attack": 7}}}
    table = Table(pack={"mechs": [spring]}, field={"ben": {2: "gadget"}}, players=players)
    table.choose("T4", "done")
    assert (table.state.step, table.state.current, table.player("ben").mana) == ("T1", "ben", 2)
    table.choose("choice.draw", "unique")
    assert (table.state.step, table.state.questions[0].n) == ("T1", 1)
    table.choose("choice.discard", "discard:unique:1")
    assert (table.state.step, table.player("ben").mana) == ("T2", 6)


@pytest.mark.rule("MM-163", "MM-167", "MM-G29")
def test_an_events_blow_against_bases_goes_to_the_supply() -> None:
    players: Any = {"ann": {"base_shield_now": 3, "shield_left": {"ben": 3}}, "ben": {"vp": 1}}
    blow = {"do": "damage_base", "who": "each", "n": 2}
    physical = happens(blow, players=players, field={"ann": {1: "empty"}}, vp_supply=6)
    assert (vps(physical), physical.state.vp_supply) == ([5, 1], 8)
    magic = happens({**blow, "kind": "magic"}, players=players, vp_supply=6)
    assert (vps(magic), magic.state.vp_supply) == ([5, 0], 9)


@pytest.mark.rule("MM-162")
def test_an_event_has_no_owner_to_give_anything_to() -> None:
    table = happens(
        {"do": "steal_vp", "who": "each", "n": 2},
        {"do": "first_pick"},
        {"do": "gain_vp"},
        {"do": "damage", "mechs": "self"},
        {"do": "lose_vp", "who": "chosen_foe"},
    )
    assert (vps(table), table.state.first_picker, table.state.step) == ([7, 7], "ann", "P2")


@pytest.mark.rule("MM-161")
def test_everybody_chooses_in_turn_order_and_all_are_hit_together() -> None:
    hit = {"do": "damage", "who": "each", "mechs": "own_mech", "count": 1, "n": 2}
    table = happens(hit, field={"ann": {2: "wall"}, "ben": {2: "wall"}}, turn_order=["ben", "ann"])
    assert table.state.questions[0].seat == "ben"
    table.choose("choice.mechs", "ben:2")
    assert table.mech("ben", 2).d == 0
    assert table.state.questions[0].seat == "ann"
    table.choose("choice.mechs", "ann:1")
    assert (table.mech("ben", 2).card, table.mech("ann", 1).card, table.mech("ann", 2).d) == (
        "empty",
        "empty",
        0,
    )


@pytest.mark.rule("MM-161", "MM-057")
def test_drones_ask_only_those_with_a_choice() -> None:
    table = Table(
        "E1", field={"ann": {1: ("bulwark", 1), 2: ("wall", 1)}, "ben": {1: ("bulwark", 1)}}
    )
    table.show("E1", "drones")
    assert (table.state.questions[0].seat, len(table.state.questions)) == ("ann", 1)
    table.choose("choice.mechs", "ann:2")
    assert (table.mech("ann", 1).d, table.mech("ann", 2).d, table.mech("ben", 1).d) == (1, 0, 0)


@pytest.mark.rule("MM-164")
def test_an_event_for_the_next_round_stays_in_view_until_that_round_ends() -> None:
    lasting = event(
        {"do": "change_cost", "who": "each", "n": 2, "lasts": "next_round"}, lasts="next_round"
    )
    table = Table(
        "E1", pack={"events": [lasting]}, players={"ann": {"mana": 3, "hand": {"attack": 1}}}
    )
    table.show("E1", "happening")
    assert (table.state.event_stays, table.state.event_now, table.state.round) == (
        "happening",
        "",
        2,
    )
    assert table.tracker("events").top.id == "happening"
    table.show("P2", "quirk")
    table.show("P2", "ruler")
    table.choose("T2", "done")
    table.show("T3.activate", "lancer")
    assert table.player("ann").mana == 2
    for step in ("T3", "T4", "T2", "T3", "T4"):
        table.choose(step, "done")
    assert "happening" not in [card.id for card in table.ask("E1").known]
    table.show("E1", "calm")
    assert (table.state.event_stays, table.player("ann").lasting) == ("", ())


@pytest.mark.rule(
    "MM-E_EVENT_EARLY",
    "MM-E_EVENT_TWICE",
    "MM-E_EVENT_NONE",
    "MM-E_EVENT_UNKNOWN",
    "MM-C12",
    "MM-164",
)
def test_events_at_the_wrong_time() -> None:
    early = Table("T3", seats=THREE, acted=["ben"])
    assert code(early.show, "E1", "calm") == "MM-E_EVENT_EARLY"
    refused = refusal(early.show, "T3.activate", "calm")
    assert (refused.code, refused.say.values) == ("MM-E_EVENT_EARLY", {"n": 2})
    assert code(Table("P2").show, "E1", "calm") == "MM-E_EVENT_EARLY"
    assert code(Table("T3", event_pile=0).show, "E1", "calm") == "MM-E_EVENT_NONE"
    twice = happens({"do": "manual", "text": "-"})
    assert code(twice.show, "E1", "calm") == "MM-E_EVENT_TWICE"
    used = Table("E1", events_used=["calm"])
    assert code(used.show, "E1", "calm") == "MM-E_EVENT_TWICE"
    fresh = Table("E1")
    assert code(fresh.show, "E1", "comet") == "MM-E_EVENT_UNKNOWN"
    fresh.show("E1", "comet", text="Everybody stands up.", name="Comet")
    assert (fresh.state.step, fresh.state.questions[0].text, fresh.state.pack.events[-1].id) == (
        "E2",
        "Everybody stands up.",
        "comet",
    )
    assert fresh.state.pack.events[-1].source == "owner"


def test_a_standing_mech_may_make_others_pass_over_a_phase() -> None:
    pack = {
        "mechs": [
            gadget({"do": "skip_phase", "who": "each_foe", "phase": "combat"}, trigger="passive")
        ]
    }
    table = Table(
        "T3",
        "ben",
        pack=pack,
        field={"ann": {2: "gadget"}},
        players={"ann": {"role": "quirk"}},
        seats="ann ben",
    )
    table.choose("T3", "done")
    assert (table.state.current, table.state.step) == ("ann", "T2")
