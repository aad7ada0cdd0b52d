"""Putting things right: what was seen wrongly, forgotten, miscounted or regretted."""

from typing import Any

import pytest

from companion.games.mechamancers.rules.figures import damage_now
from companion.games.mechamancers.state import role_card
from companion.kit.intents import Chosen, Correct
from tests.games.mechamancers.table import Table, code, gadget, refusal

OPEN: Any = {"ann": {2: "lancer"}, "ben": {1: "empty"}}


@pytest.mark.rule("MM-C04")
def test_an_attack_taken_back_leaves_no_trace() -> None:
    table = Table(field=OPEN, players={"ben": {"base_shield_now": 1, "shield_left": {"ann": 1}}})
    before = table.state
    table.attack(2, "ben:base")
    assert (table.player("ben").vp, table.player("ben").shield_left["ann"]) == (6, 0)
    table.undo()
    assert table.state == before
    assert {say.key for say in table.live.moves} <= {"mm.where.vp", "mm.where.mech"}


@pytest.mark.rule("MM-C05")
def test_forgotten_damage_and_repair_are_set_by_hand() -> None:
    table = Table(field={"ben": {2: ("rampart", 1)}})
    table.adjust("d:ben:2", 2)
    assert (table.mech("ben", 2).d, table.mech("ben", 2).turning) == (2, 1)
    table.adjust("d:ben:2", 0)
    assert (table.mech("ben", 2).d, table.mech("ben", 2).turning) == (0, -1)
    assert code(table.adjust, "d:ben:2", 4) == "out_of_range"
    table.adjust("d:ben:2", 3)
    assert (
        table.mech("ben", 2).card,
        table.state.gone[0].card,
        table.state.discard["defense"],
    ) == (
        "empty",
        "rampart",
        1,
    )
    assert table.sounds() == ["destroyed"]


@pytest.mark.rule("MM-C05")
def test_a_mech_destroyed_by_hand_takes_its_gifts_along() -> None:
    pack = {"mechs": [gadget({"do": "add_base_shield", "n": 2}, trigger="passive")]}
    players: Any = {"ben": {"base_shield_now": 3, "passive_shield": 2, "shield_left": {"ann": 3}}}
    table = Table(pack=pack, field={"ben": {2: "gadget"}}, players=players)
    table.adjust("d:ben:2", 1)
    assert (table.player("ben").base_shield_now, table.player("ben").shield_left["ann"]) == (1, 1)


@pytest.mark.rule("MM-C06")
def test_a_role_misread_shows_what_would_have_moved_and_moves_it_after_a_yes() -> None:
    players: Any = {
        "ben": {"role": "quirk", "base_shield_now": 1, "shield_left": {"ann": 1}},
        "ann": {"role": "ruler"},
    }
    table = Table(field=OPEN, players=players)
    table.attack(2, "ben:base")
    assert (table.player("ben").vp, table.player("ben").hits) == (6, {"ann": (2,)})
    table.adjust("role:ben", "barricade")
    ben = table.player("ben")
    assert (ben.role, ben.base_shield_now, ben.shield_left, ben.vp) == (
        "barricade",
        3,
        {"ann": 1},
        6,
    )
    words = table.words("mm.log.would_have_moved")
    assert (words["n"], words["loser"].seat, words["winner"].seat) == (1, "ann", "ben")
    table.undo()
    table.adjust("role:ben", "barricade", confirmed=True)
    assert (table.player("ben").vp, table.player("ann").vp) == (7, 7)
    table.adjust("role:ben", "warlock", confirmed=True)
    assert (table.player("ben").vp, table.player("ann").vp, table.player("ben").shield_left) == (
        5,
        9,
        {"ann": 0},
    )


@pytest.mark.rule("MM-C07")
def test_swapped_roles_are_swapped_back_and_the_order_of_the_rest_follows() -> None:
    players: Any = {
        "ann": {"role": "quirk"},
        "ben": {"role": "barricade", "base_shield_now": 3, "shield_left": {"ann": 3}},
        "cho": {"role": "cabalist", "base_shield_now": 1, "shield_left": {"ann": 1}},
        "dee": {"role": "warlock"},
    }
    table = Table(seats="ann ben cho dee", players=players, first_actor="ann")
    table.adjust("role:ben", "cabalist")
    assert (table.player("ben").role, table.player("cho").role) == ("cabalist", "barricade")
    assert table.state.turn_order == ("ann", "cho", "ben", "dee")
    assert (table.player("cho").base_shield_now, table.player("ben").shield_left["ann"]) == (3, 1)
    table.adjust("role:dee", "ruler")
    assert (table.state.turn_order, table.state.ruler_holder) == (
        ("ann", "cho", "dee", "ben"),
        "dee",
    )
    table.adjust("role:ann", "warlock")
    assert table.state.turn_order == ("ann", "cho", "dee", "ben")


@pytest.mark.rule("MM-C07")
def test_a_role_corrected_during_the_pledge_needs_no_order() -> None:
    table = Table("P2", seats="ann ben cho", ruler_holder="cho")
    table.show("P2", "ruler")
    table.adjust("role:ann", "barricade")
    assert (
        table.state.turn_order,
        table.state.ruler_holder,
        table.player("ann").base_shield_now,
    ) == ((), "cho", 3)


@pytest.mark.rule("MM-C08", "MM-E_NEGATIVE")
def test_tokens_set_by_hand_come_from_and_go_to_the_centre() -> None:
    table = Table()
    table.adjust("vp:ann", 9)
    table.adjust("mana:ben", 0)
    assert (table.player("ann").vp, table.state.vp_supply) == (9, -2)
    assert (table.player("ben").mana, table.state.mana_supply) == (0, 2)
    for handle in ("vp:ann", "mana:ann", "hand:ann:attack"):
        assert code(table.adjust, handle, -1) == "MM-E_NEGATIVE"


@pytest.mark.rule("MM-C09", "MM-046")
def test_a_hand_is_recounted_by_type_and_keeps_its_limit() -> None:
    table = Table("T3")
    table.adjust("hand:ann:attack", 7)
    assert code(table.adjust, "hand:ann:unique", 1) == "breaks"
    own = Table("T2", players={"ann": {"role": "quirk", "hand": {"attack": 7}}})
    own.adjust("hand:ann:unique", 1)
    assert sum(own.player("ann").hand.values()) == 8


@pytest.mark.rule("MM-C10")
def test_a_card_drawn_from_the_wrong_pile_is_corrected_afterwards() -> None:
    table = Table("T2", players={"ann": {"role": "cabalist"}})
    table.choose("T2", "draw:attack:1")
    line = table.live.seq
    table.choose("T2", "draw:attack:1")
    table.take(Correct(id="c", line=line, answer=Chosen(("draw:defense:1",))))
    assert (table.player("ann").hand["attack"], table.player("ann").hand["defense"]) == (1, 1)
    assert any("seen" not in say.key and say.key == "mm.where.hand" for say in table.live.moves)


@pytest.mark.rule("MM-C11")
def test_a_forgotten_event_is_reached_by_going_back_or_counted_off_later() -> None:
    table = Table("E1")
    table.show("E1", "calm")
    table.show("P2", "quirk")
    table.undo()
    table.undo()
    assert (table.state.step, table.state.event_pile) == ("E1", 6)
    late = Table("T3")
    late.adjust("event_pile", 5)
    assert late.state.event_pile == 5


@pytest.mark.rule("MM-C11")
def test_an_event_pile_set_to_nothing_asks_for_no_event() -> None:
    table = Table("E1")
    table.adjust("event_pile", 0)
    assert (table.state.step, table.state.round) == ("P2", 2)


@pytest.mark.rule("MM-C13")
def test_a_wrong_first_picker_restarts_the_pledge() -> None:
    table = Table("P2", seats="ann ben cho")
    table.show("P2", "ruler")
    table.adjust("first_picker", "ben")
    assert (table.state.picker, table.state.first_picker, table.player("ann").role) == (
        "ben",
        "ben",
        "",
    )
    assert "first_picker" not in [
        handle.id for handle in Table("T3").live.game.handles(Table("T3").state)
    ]


@pytest.mark.rule("MM-C14")
def test_a_card_misrecognised_is_replaced_and_the_price_offered() -> None:
    table = Table("T3", field={"ann": {2: ("wall", 1)}}, players={"ann": {"mana": 2}})
    table.adjust("card:ann:2", "citadel")
    assert (table.mech("ann", 2).card, table.mech("ann", 2).d, table.player("ann").mana) == (
        "citadel",
        1,
        2,
    )
    assert (
        table.words("mm.log.cost_differs")["more"],
        table.words("mm.log.cost_differs")["n"],
    ) == (3, 3)
    table.undo()
    table.adjust("card:ann:2", "citadel", confirmed=True)
    assert (table.player("ann").mana, table.state.mana_supply) == (0, 2)
    table.adjust("card:ann:2", "reactor", confirmed=True)
    assert (table.player("ann").mana, table.state.mana_supply) == (4, -2)
    assert code(table.adjust, "card:ann:2", "lancer") == "MM-E_ROT_IMPOSSIBLE"


@pytest.mark.rule("MM-C15", "MM-G26", "MM-E_PACK", "MM-008")
def test_a_wrong_number_of_the_pack_holds_from_now_on() -> None:
    table = Table(field={"ann": {2: "lancer"}})
    table.adjust("pack:lancer:0:damage", 3)
    assert damage_now(table.state, "ann", "2") == 3
    table.adjust("pack:lancer:cost", 1)
    assert table.state.pack.mechs[1].cost == 1
    table.adjust("pack:quirk:order", 9)
    table.adjust("pack:quirk:base_shield", 4)
    assert (role_card(table.state, "quirk").order, role_card(table.state, "quirk").base_shield) == (
        9,
        4,
    )
    assert code(table.adjust, "pack:quirk:order", 2) == "MM-E_PACK"
    assert code(table.adjust, "pack:lancer:0:attacks", 0) == "MM-E_PACK"


@pytest.mark.rule("MM-C16")
def test_a_phase_ended_too_soon_is_taken_back() -> None:
    table = Table("T3")
    table.choose("T3", "done")
    table.undo()
    assert table.state.step == "T3"


@pytest.mark.rule("MM-C17")
def test_a_mech_destroyed_by_mistake_comes_back() -> None:
    table = Table(field={"ann": {2: "lancer"}, "ben": {2: ("wall", 1)}})
    table.attack(2, "ben:2")
    assert (table.state.discard["defense"], len(table.state.gone)) == (1, 1)
    table.adjust("card:ben:2", "wall")
    assert (
        table.mech("ben", 2).card,
        table.mech("ben", 2).d,
        table.state.gone,
        table.state.discard["defense"],
    ) == (
        "wall",
        0,
        (),
        0,
    )
    table.adjust("d:ben:2", 1)
    assert table.mech("ben", 2).d == 1
    table.adjust("card:ben:2", "empty")
    assert (table.mech("ben", 2).card, table.mech("ben", 2).d, table.state.discard["defense"]) == (
        "empty",
        0,
        1,
    )
    table.adjust("card:ben:3", "mender")
    assert table.state.discard["unique"] == 0


@pytest.mark.rule("MM-C18")
def test_a_player_who_leaves_has_no_turn_no_shield_and_no_place() -> None:
    players: Any = {
        "ben": {"role": "ruler", "base_shield_now": 2, "shield_left": {"ann": 2, "cho": 2}},
        "cho": {"role": "warlock"},
    }
    table = Table(
        seats="ann ben cho",
        players=players,
        field={"ann": {2: "lancer", 3: "lancer"}},
        ruler_holder="ben",
        round=7,
        final_round=True,
        event_pile=0,
    )
    table.adjust("status:ben", "left")
    ben = table.player("ben")
    assert (ben.role, ben.base_shield_now, ben.shield_left, table.state.ruler_holder) == (
        "",
        0,
        {},
        "",
    )
    assert table.state.turn_order == ("ann", "cho")
    table.attack(2, "ben:1")
    table.attack(3, "ben:base")
    assert (table.mech("ben", 1).card, table.player("ann").vp) == ("empty", 9)
    table.ok()
    table.choose("T4", "done")
    assert table.state.current == "cho"
    for step in ("T2", "T3", "T4"):
        table.choose(step, "done")
    outcome = table.live.game.outcome(table.state)
    assert outcome is not None
    assert [one.seat for one in outcome.standings] == ["ann", "cho"]


@pytest.mark.rule("MM-C18")
def test_whatever_waited_for_the_one_who_left_goes_on() -> None:
    turn = Table(seats="ann ben", players={"ben": {"role": "quirk"}})
    turn.adjust("status:ann", "left")
    assert (turn.state.current, turn.state.step) == ("ben", "T2")
    pledge = Table("P2", seats="ann ben cho")
    pledge.adjust("status:ann", "left")
    assert pledge.state.picker == "cho"
    pledge.show("P2", "quirk")
    pledge.adjust("status:ben", "left")
    assert (pledge.state.step, pledge.state.turn_order) == ("T2", ("cho",))
    assert code(pledge.adjust, "status:cho", "left") == "MM-E_PLAYERS"
    pledge.adjust("status:ben", "playing")
    assert (pledge.player("ben").status, pledge.said()) == (
        "playing",
        ["kit.adjusted", "mm.log.came_back"],
    )
    next_round = Table(
        "E1", seats="ann ben cho", players={"ann": {"status": "left"}}, first_actor="ann"
    )
    next_round.show("E1", "calm")
    assert next_round.state.picker == "cho"


@pytest.mark.rule("MM-C18")
def test_questions_to_the_one_who_left_are_dropped() -> None:
    hands: Any = {"ann": {"hand": {"attack": 2}}, "ben": {"hand": {"attack": 2}}}
    table = Table("E1", players=hands)
    table.show("E1", "levy")
    table.adjust("status:ann", "left")
    assert [question.seat for question in table.state.questions] == ["ben"]
    choice = Table(
        "T3",
        field={"ann": {1: ("bulwark", 1), 2: ("wall", 1), 3: "mender"}},
        players={"ben": {"role": "quirk"}},
    )
    choice.choose("T3", "ability:3")
    choice.adjust("status:ann", "left")
    assert (choice.state.questions, choice.state.queue, choice.state.current) == ((), (), "ben")


def test_handles_have_words_for_people() -> None:
    table = Table(
        players={"ben": {"role": "quirk", "base_shield_now": 1, "shield_left": {"ann": 1}}}
    )
    handles = {handle.id: handle for handle in table.live.game.handles(table.state)}
    assert handles["role:ben"].words == ("quirk", "barricade", "ruler", "cabalist", "warlock")
    assert handles["shield:ben:ann"].most == 1
    assert handles["d:ann:1"].most == 2
    assert handles["card:ann:2"].words[0] == "empty"
    assert "role:ann" not in handles
    assert "pile:attack" not in handles
    assert refusal(table.adjust, "card:ann:2", "dragon").code == "no_such_option"
