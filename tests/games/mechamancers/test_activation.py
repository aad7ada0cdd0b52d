"""Laying mechs on the field, replacing them, teaching unknown ones, abilities used by choice."""

from typing import Any

import pytest

from companion.games.mechamancers.rules.figures import attacks_left, cost_now
from companion.games.mechamancers.state import mech_card
from companion.kit.asks import Show
from companion.kit.intents import Shown
from companion.kit.pieces import CardSeen
from tests.games.mechamancers.table import Table, code, gadget, refusal

RICH = {"ann": {"mana": 20, "hand": {"attack": 2, "defense": 2, "unique": 3}}}


@pytest.mark.rule("MM-070", "MM-071", "MM-072", "MM-073", "MM-079", "MM-084")
def test_mechs_are_paid_for_and_lie_in_the_lowest_free_slot() -> None:
    table = Table(
        "T3",
        players={"ann": {"mana": 6, "hand": {"attack": 1, "defense": 1}}},
        field={"ann": {3: "wall"}},
    )
    table.show("T3.activate", "lancer")
    assert (table.mech("ann", 2).card, table.mech("ann", 2).fresh, table.player("ann").mana) == (
        "lancer",
        True,
        4,
    )
    assert table.said() == ["mm.log.paid", "mm.log.activated"]
    table.show("T3.activate", "rampart")
    assert (table.mech("ann", 4).card, table.mech("ann", 4).d, table.player("ann").mana) == (
        "rampart",
        0,
        1,
    )
    assert table.state.mana_supply == 5
    assert sum(table.player("ann").hand.values()) == 0
    assert "T3.activate" not in table.topics()


@pytest.mark.rule("MM-E_MANA", "MM-071")
def test_too_little_mana_is_refused_and_when_forced_takes_what_is_there() -> None:
    table = Table("T3", players={"ann": {"mana": 1, "hand": {"attack": 1}}})
    refused = refusal(table.show, "T3.activate", "lancer")
    assert (refused.code, refused.may_force) == ("MM-E_MANA", True)
    assert refused.say.values == {"mech": "Lancer", "cost": 2, "mana": 1}
    table.answer("T3.activate", Shown((CardSeen("lancer"),)), force="a gift")
    assert (table.player("ann").mana, table.mech("ann", 2).card) == (0, "lancer")


@pytest.mark.rule("MM-E_NOT_IN_HAND", "MM-081")
def test_only_cards_that_can_be_in_hand_are_activated() -> None:
    table = Table("T3", players={"ann": {"mana": 9, "hand": {"attack": 1}}})
    assert code(table.show, "T3.activate", "wall") == "MM-E_NOT_IN_HAND"
    assert code(table.show, "T3.activate", "bulwark") == "MM-E_NOT_IN_HAND"
    table.answer("T3.activate", Shown((CardSeen("wall"),)), force="miscounted")
    assert (table.player("ann").hand["defense"], table.mech("ann", 2).card) == (0, "wall")


@pytest.mark.rule("MM-081", "MM-E_PHASE", "MM-E_NOT_YOUR_TURN")
def test_activation_belongs_to_the_own_activation_phase() -> None:
    assert code(Table("T4", players=RICH).show, "T3.activate", "wall") == "MM-E_PHASE"
    table = Table("T3", players={**RICH, "ben": {"hand": {"attack": 1}}})
    assert code(table.show, "T3.activate", "lancer", "ben") == "MM-E_NOT_YOUR_TURN"
    assert code(Table("T3").show, "T3.activate", "wall") == "MM-E_NOT_IN_HAND"


@pytest.mark.rule(
    "MM-074", "MM-075", "MM-077", "MM-E_FIELD_FULL", "MM-E_REPLACE_NEEDLESS", "MM-G11"
)
def test_a_seventh_mech_needs_one_removed_each_time() -> None:
    field: Any = {"ann": dict.fromkeys(range(2, 6), "wall")}
    table = Table("T3", players=RICH, field=field)
    assert code(table.choose, "T3", "replace:2") == "MM-E_REPLACE_NEEDLESS"
    assert [o for o in table.options("T3") if o.startswith("replace")] == []
    table.show("T3.activate", "mender")
    assert table.mech("ann", 6).card == "mender"
    assert table.ask("T3.activate").optional
    refused = refusal(table.show, "T3.activate", "reactor")
    assert (refused.code, refused.may_force, refused.say.values) == (
        "MM-E_FIELD_FULL",
        False,
        {"n": 6},
    )
    assert [o for o in table.options("T3") if o.startswith("replace")] == [
        f"replace:{n}" for n in range(1, 7)
    ]
    table.choose("T3", "replace:4")
    assert (table.state.room, table.said()) == ("4", ["mm.log.room"])
    assert not table.ask("T3.activate").optional
    table.show("T3.activate", "reactor")
    assert (table.mech("ann", 4).card, table.state.room, table.state.gone) == ("reactor", "", ())
    assert table.said() == ["mm.log.paid", "mm.log.replaced", "mm.log.activated"]
    assert code(table.show, "T3.activate", "banner") == "MM-E_FIELD_FULL"


@pytest.mark.rule("MM-E_SLOT", "MM-084", "MM-082")
def test_the_camera_may_choose_the_slot() -> None:
    table = Table("T3", players=RICH, field={"ann": {2: "lancer"}})
    assert code(table.see, "ann", {1: "bulwark", 2: "wall"}) == "MM-E_SLOT"
    assert code(table.see, "ann", {1: "bulwark", 2: "lancer", 7: "wall"}) == "MM-E_SLOT"
    table.see("ann", {1: "bulwark", 2: "lancer", 5: "wall"})
    assert (table.mech("ann", 5).card, table.player("ann").mana) == ("wall", 18)
    assert code(table.see, "ben", {1: "bulwark", 2: "wall"}) == "MM-E_NOT_YOUR_TURN"
    assert code(Table("T4", players=RICH).see, "ann", {1: "bulwark", 2: "wall"}) == "MM-E_PHASE"


@pytest.mark.rule("MM-084", "MM-E_SLOT")
def test_with_a_full_field_the_camera_sees_the_new_card_in_the_room_made() -> None:
    lying: Any = {1: "bulwark", **dict.fromkeys(range(2, 7), "wall")}
    table = Table("T3", players=RICH, field={"ann": lying})
    assert code(table.see, "ann", {**lying, 3: "lancer"}) == "MM-E_SLOT"
    table.choose("T3", "replace:3")
    assert code(table.see, "ann", {**lying, 4: "lancer"}) == "MM-E_SLOT"
    table.see("ann", {**lying, 3: "lancer"})
    assert (table.mech("ann", 3).card, table.player("ann").mana) == ("lancer", 18)


@pytest.mark.rule("MM-083", "MM-G32", "MM-E_BULWARK_COUNT", "MM-004")
def test_a_bulwark_in_hand_costs_three_and_there_are_only_so_many() -> None:
    table = Table(
        "T3", players={"ann": {"mana": 3, "hand": {"bulwark": 1}}}, field={"ann": {1: "empty"}}
    )
    table.show("T3.activate", "bulwark")
    assert (
        table.mech("ann", 1).card,
        table.player("ann").mana,
        table.player("ann").hand["bulwark"],
    ) == (
        "bulwark",
        0,
        0,
    )
    full = Table("T3", players={"ann": {"mana": 3, "hand": {"attack": 1}}})
    forced = Shown((CardSeen("bulwark"),))
    assert code(full.answer, "T3.activate", forced, None, "found one") == "MM-E_BULWARK_COUNT"


@pytest.mark.rule("MM-E_PACK", "MM-006", "MM-G28", "MM-E_CARD_TYPE")
def test_an_unknown_mech_is_taught_when_it_is_laid() -> None:
    table = Table("T3", players=RICH)
    ask = table.ask("T3.activate")
    assert isinstance(ask, Show)
    assert ask.new
    assert ask.needs == ("name", "type", "cost", "max_health", "attacks", "damage", "text")
    assert [card.note for card in ask.known[:1]] == ["demo"]
    assert code(table.show, "T3.activate", "hydra") == "MM-E_PACK"
    facts = {
        "name": "Hydra",
        "type": "attack",
        "cost": 5,
        "max_health": 3,
        "attacks": "3/2",
        "damage": 1,
        "text": "Read it.",
    }
    table.show("T3.activate", "hydra", **facts)
    assert (table.mech("ann", 2).card, table.player("ann").mana) == ("hydra", 15)
    card = mech_card(table.state, "hydra")
    assert [(s.health, s.attacks, s.damage) for s in card.stats] == [
        (3, 3, 1),
        (2, 2, 1),
        (1, 2, 1),
    ]
    assert (card.source, card.verified, card.abilities[0].effects[0].do) == (
        "owner",
        True,
        "manual",
    )
    assert table.state.pack.mechs[-1].id == "hydra"
    for bad in (
        {"max_health": 5},
        {"max_health": 0},
        {"type": "tank"},
        {"type": "attack"},
        {"cost": "x", "type": "unique"},
        {"attacks": "many"},
    ):
        assert code(table.show, "T3.activate", "worse", **bad) in ("MM-E_PACK", "bad_card")


@pytest.mark.rule("MM-080", "MM-G16")
def test_a_new_mech_may_use_its_ability_at_once_unless_mechs_wait() -> None:
    for delay, fits in (("off", True), ("on", False)):
        table = Table("T3", players=RICH, options={"summoning_delay": delay})
        table.show("T3.activate", "drill")
        if fits:
            table.choose("T3", "ability:2")
            assert table.player("ann").lasting[0].what == "pierce"
        else:
            assert code(table.choose, "T3", "ability:2") == "MM-E_FRESH"


@pytest.mark.rule(
    "MM-153", "MM-G17", "MM-E_ABILITY_USED", "MM-E_ABILITY_NONE", "MM-E_TARGET", "MM-152"
)
def test_abilities_by_choice_once_per_turn() -> None:
    field: Any = {"ann": {2: "drill", 3: "lancer", 4: "banner"}}
    table = Table("T3", field=field)
    assert table.options("T3") == ["ability:2", "done"]
    assert code(table.choose, "T3", "ability:3") == "MM-E_ABILITY_NONE"
    assert code(table.choose, "T3", "ability:4") == "MM-E_ABILITY_NONE"
    assert code(table.choose, "T3", "ability:5") == "MM-E_TARGET"
    table.choose("T3", "ability:2")
    assert table.mech("ann", 2).ability_used
    refused = refusal(table.choose, "T3", "ability:2")
    assert (refused.code, refused.may_force) == ("MM-E_ABILITY_USED", True)
    free = Table("T3", field=field, options={"ability_use": "unlimited"})
    free.choose("T3", "ability:2")
    free.choose("T3", "ability:2")
    assert len(free.player("ann").lasting) == 2


@pytest.mark.rule("MM-153")
def test_an_ability_may_cost_mana() -> None:
    pack = {"mechs": [gadget({"do": "gain_vp", "n": 1}, cost_mana=3)]}
    poor = Table("T3", pack=pack, field={"ann": {2: "gadget"}}, players={"ann": {"mana": 2}})
    assert refusal(poor.choose, "T3", "ability:2").say.values == {
        "mech": "Gadget",
        "cost": 3,
        "mana": 2,
    }
    assert code(poor.choose, "T3", "ability:2") == "MM-E_MANA"
    able = Table("T3", pack=pack, field={"ann": {2: "gadget"}}, players={"ann": {"mana": 3}})
    able.choose("T3", "ability:2")
    assert (able.player("ann").mana, able.player("ann").vp, able.state.mana_supply) == (0, 8, 3)


@pytest.mark.rule("MM-154", "MM-033")
def test_counters_of_the_turn_are_cleared_when_it_comes_round_again() -> None:
    field: Any = {"ben": {2: "twinblade", 3: ("drill", 1)}}
    table = Table(
        "T4", "ann", field=field, players={"ann": {"role": "quirk"}, "ben": {"role": "warlock"}}
    )
    used = {"attacks_made": 2, "ability_used": True, "fresh": True}
    players = {
        "ben": {
            "role": "warlock",
            "field": {"2": {"card": "twinblade", **used}},
            "privilege_used": True,
            "drawn_this_turn": {"attack": 2},
        }
    }
    table = Table("T4", "ann", players=players)
    table.choose("T4", "done")
    mech = table.mech("ben", 2)
    assert (mech.attacks_made, mech.ability_used, mech.fresh) == (0, False, False)
    assert attacks_left(table.state, "ben", "2") == 2
    assert (table.player("ben").privilege_used, table.player("ben").drawn_this_turn) == (False, {})
    assert table.said()[0] == "mm.log.turn"
    assert table.sounds() == ["turn"]


@pytest.mark.rule("MM-071")
def test_costs_changed_by_effects_never_fall_below_nothing() -> None:
    pack = {
        "mechs": [
            gadget({"do": "change_cost", "n": -3, "type": "defense"}, trigger="passive"),
            gadget({"do": "change_cost", "n": 1, "who": "each_foe"}, card="tax", trigger="passive"),
        ]
    }
    table = Table("T3", pack=pack, field={"ann": {2: "gadget"}, "ben": {2: "tax"}}, players=RICH)
    costs = {
        card: cost_now(table.state, "ann", mech_card(table.state, card))
        for card in ("wall", "rampart", "citadel", "lancer")
    }
    assert costs == {"wall": 0, "rampart": 1, "citadel": 3, "lancer": 3}
    assert cost_now(table.state, "ben", mech_card(table.state, "wall")) == 2
    table.show("T3.activate", "citadel")
    assert table.player("ann").mana == 17
