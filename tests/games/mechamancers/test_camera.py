"""What the camera sees on the fields: confirmed, pointed out, or asked about; never simply
believed.
"""

from typing import Any

import pytest

from companion.kit.asks import Place
from companion.kit.intents import Placed
from companion.kit.pieces import Piece
from tests.games.mechamancers.table import Table, code, event, refusal

WALLS: Any = {"ann": {2: "lancer"}, "ben": {2: "rampart"}}


def hurt(n: int = 1, **more: Any) -> Table:
    """Ben's Rampart has just been hit."""
    card = {1: "twinblade", 2: "lancer", 3: "colossus"}[n]
    table = Table(field={"ann": {2: card}, "ben": {2: "rampart"}}, **more)
    table.attack(2, "ben:2")
    return table


@pytest.mark.rule("MM-G27", "MM-082")
def test_every_field_may_be_looked_at_while_the_game_goes_on() -> None:
    table = Table(field=WALLS)
    ask = table.ask("field.ben")
    assert isinstance(ask, Place)
    assert (ask.zone, ask.optional, ask.per_cell, ask.sheet) == ("field:ben", True, 1, "field")
    assert [cell.id for cell in ask.cells] == ["1", "2", "3", "4", "5", "6"]
    assert all(piece.turns for piece in ask.pieces)
    assert ask.now == {"1": (Piece("bulwark"),), "2": (Piece("rampart"),)}
    assert hurt().ask("field.ben").now["2"] == (Piece("rampart", turn=3),)


@pytest.mark.rule("MM-147", "MM-139", "MM-131")
def test_the_awaited_turn_confirms_and_names_the_corner() -> None:
    table = hurt(2)
    table.see("ben", {1: "bulwark", 2: ("rampart", 1)})
    assert (table.mech("ben", 2).turning, table.said()) == (2, [])
    table.see("ben", {1: "bulwark", 2: ("rampart", 2)})
    assert (table.mech("ben", 2).turning, table.mech("ben", 2).d) == (0, 2)
    assert table.words("mm.log.turned")["quarter"] == 2
    assert table.words("mm.log.turned")["corner"].key == "mm.corner.bottom_right"


@pytest.mark.rule("MM-146", "MM-E_ROT_WRONG_WAY", "MM-C01")
def test_the_wrong_way_is_pointed_out_with_the_right_one() -> None:
    damaged = refusal(hurt().see, "ben", {1: "bulwark", 2: ("rampart", 3)})
    assert damaged.code == "MM-E_ROT_WRONG_WAY"
    assert (damaged.say.values["way"].key, damaged.say.values["quarter"]) == (
        "mm.way.counter_clockwise",
        1,
    )
    players = {"ann": {"role": "barricade"}}
    healed = Table("T2", players=players, field={"ann": {2: ("rampart", 1)}})
    healed.choose("T2", "privilege:ann:2")
    refused = refusal(healed.see, "ann", {1: "bulwark", 2: ("rampart", 2)})
    assert (refused.code, refused.say.values["way"].key) == (
        "MM-E_ROT_WRONG_WAY",
        "mm.way.clockwise",
    )


@pytest.mark.rule("MM-148", "MM-138")
def test_several_changes_of_one_mech_count_together() -> None:
    table = Table(field={"ann": {2: "twinblade", 3: "mender", 4: ("citadel", 3)}})
    table.attack(2, "ann:4")
    assert table.mech("ann", 4).card == "empty"
    both = Table(field={"ann": {2: "twinblade", 3: "mender", 4: ("citadel", 1)}})
    both.attack(2, "ann:4")
    both.attack(2, "ann:4")
    assert both.mech("ann", 4).turning == 2
    both.choose("T4", "ability:3")
    assert (both.mech("ann", 4).d, both.mech("ann", 4).turning) == (2, 1)
    assert (
        code(both.see, "ann", {1: "bulwark", 2: "twinblade", 3: "mender", 4: "citadel"})
        == "MM-E_ROT_WRONG_WAY"
    )
    both.see("ann", {1: "bulwark", 2: "twinblade", 3: "mender", 4: ("citadel", 2)})
    assert both.mech("ann", 4).turning == 0


@pytest.mark.rule("MM-148")
def test_what_helps_is_taken_even_if_something_else_lies_wrong() -> None:
    table = Table(field={"ann": {2: "twinblade"}, "ben": {2: "rampart", 3: "lancer"}})
    table.attack(2, "ben:2")
    table.attack(2, "ben:1")
    table.see("ben", {1: ("bulwark", 1), 2: ("rampart", 3), 3: "lancer"})
    assert (table.mech("ben", 1).turning, table.mech("ben", 2).turning) == (0, 1)
    assert table.said() == ["mm.log.turned", "mm.refused.rot_wrong_way"]
    assert table.sounds() == ["wrong"]
    assert (
        code(table.see, "ben", {1: ("bulwark", 1), 2: ("rampart", 3), 3: "lancer"})
        == "MM-E_ROT_WRONG_WAY"
    )


@pytest.mark.rule("MM-E_FACE_DOWN", "MM-078", "MM-E_ROT_BETWEEN", "MM-145")
def test_face_down_and_askew_cards_are_named() -> None:
    table = Table(field=WALLS)
    lying: Any = {1: "bulwark", 2: "rampart"}
    assert code(table.see, "ben", lying, "down") == "MM-E_FACE_DOWN"
    assert code(table.see, "ben", lying, "between") == "MM-E_ROT_BETWEEN"
    assert refusal(table.see, "ben", {2: "rampart"}, "down").say.values == {"slot": "2"}


@pytest.mark.rule("MM-E_CARD_TYPE", "MM-E_FOREIGN", "MM-E_SLOT", "MM-E_BULWARK_COUNT")
def test_what_does_not_belong_on_a_field() -> None:
    table = Table(field=WALLS)
    assert code(table.see, "ben", {1: "bulwark", 2: "quirk"}) == "MM-E_CARD_TYPE"
    assert code(table.see, "ben", {1: "bulwark", 2: "quake"}) == "MM-E_CARD_TYPE"
    assert code(table.see, "ben", {1: "bulwark", 2: "die"}) == "MM-E_FOREIGN"
    assert code(table.see, "ben", {0: "bulwark"}) == "MM-E_SLOT"
    pile = Placed({"1": (Piece("bulwark"), Piece("wall"))})
    assert code(table.answer, "field.ben", pile) == "MM-E_SLOT"
    assert code(table.answer, "field.ben", Placed({"1": (Piece("bulwark", 2),)})) == "MM-E_SLOT"
    five: Any = dict.fromkeys(range(1, 5), "bulwark")
    assert code(table.see, "ben", five) == "MM-E_BULWARK_COUNT"
    assert (
        code(Table("T3", players={"ann": {"hand": {"attack": 1}}}).show, "T3.activate", "quirk")
        == "MM-E_CARD_TYPE"
    )


@pytest.mark.rule("MM-082")
def test_a_mech_pushed_to_another_slot_is_the_same_mech() -> None:
    table = Table(field={"ann": {2: "lancer", 3: ("rampart", 1)}}, attacker="2")
    table.see("ann", {1: "bulwark", 5: "lancer", 3: ("rampart", 1)})
    assert (table.mech("ann", 5).card, table.mech("ann", 2).card, table.state.attacker) == (
        "lancer",
        "empty",
        "5",
    )
    assert table.said() == ["mm.log.moved"]
    table.see("ann", {1: "bulwark", 5: "lancer", 4: ("rampart", 1)})
    assert (table.mech("ann", 4).d, table.mech("ann", 3).card, table.state.attacker) == (
        1,
        "empty",
        "5",
    )
    turned = Table("T2", players={"ann": {"role": "quirk"}}, field={"ann": {3: ("rampart", 1)}})
    turned.see("ann", {1: "bulwark", 4: "rampart"})
    assert (turned.mech("ann", 3).card, [p.kind for p in turned.state.proposals]) == (
        "rampart",
        ["gone"],
    )
    assert turned.said() == ["mm.refused.gone_unexplained", "mm.refused.phase"]


def test_a_mech_is_not_taken_for_moved_when_two_places_would_do() -> None:
    table = Table(field={"ann": {2: "wall"}})
    table.see("ann", {1: "bulwark", 3: "wall", 4: "wall"})
    assert table.mech("ann", 2).card == "wall"
    assert [p.kind for p in table.state.proposals] == ["gone"]


@pytest.mark.rule("MM-E_GONE_UNEXPLAINED", "MM-147", "MM-C02")
def test_a_card_that_vanished_is_asked_about() -> None:
    table = Table(field=WALLS, players={"ben": {"hand": {"defense": 7}}})
    table.see("ben", {1: "bulwark"})
    assert (table.mech("ben", 2).card, table.said(), table.sounds()) == (
        "rampart",
        ["mm.refused.gone_unexplained"],
        ["wrong"],
    )
    ask = table.ask("proposal.ben.2")
    assert (ask.say.key, ask.optional) == ("mm.propose.gone", True)
    assert table.options("proposal.ben.2") == ["destroyed", "picked_up", "bumped"]
    table.see("ben", {1: "bulwark"})
    assert len(table.state.proposals) == 1
    table.choose("proposal.ben.2", "destroyed")
    assert (table.mech("ben", 2).card, table.state.gone, table.state.proposals) == ("empty", (), ())
    assert table.said() == ["mm.log.destroyed"]
    table.undo()
    table.choose("proposal.ben.2", "picked_up")
    assert (
        table.player("ben").hand["defense"],
        table.state.gone,
        table.state.questions[0].kind,
    ) == (8, (), "discard")
    table.undo()
    table.choose("proposal.ben.2", "bumped")
    assert (table.mech("ben", 2).card, table.state.proposals, table.said()) == (
        "rampart",
        (),
        ["mm.log.set_back"],
    )
    assert table.words("mm.log.set_back")["quarter"] == 0


@pytest.mark.rule("MM-E_ROT_UNEXPLAINED", "MM-C02", "MM-136")
def test_a_turn_without_a_cause_is_asked_about() -> None:
    table = Table("T3", field={"ben": {2: ("rampart", 1)}})
    table.see("ben", {1: "bulwark", 2: ("rampart", 2)})
    assert (table.mech("ben", 2).d, table.said()) == (1, ["mm.refused.rot_unexplained"])
    assert table.ask("proposal.ben.2").say.key == "mm.propose.turned"
    assert table.options("proposal.ben.2") == ["damage", "bumped"]
    table.choose("proposal.ben.2", "damage")
    assert (table.mech("ben", 2).d, table.mech("ben", 2).turning) == (2, 0)
    table.see("ben", {1: "bulwark", 2: ("rampart", 0)})
    assert table.options("proposal.ben.2") == ["repaired", "bumped"]
    table.choose("proposal.ben.2", "repaired")
    assert (table.mech("ben", 2).d, table.mech("ben", 2).turning) == (0, 0)
    table.see("ben", {1: "bulwark", 2: ("rampart", 3)})
    assert table.options("proposal.ben.2") == ["destroyed", "bumped"]
    table.choose("proposal.ben.2", "destroyed")
    assert table.said() == ["mm.log.deadly", "mm.log.destroyed"]
    assert (table.mech("ben", 2).card, [gone.card for gone in table.state.gone]) == (
        "empty",
        ["rampart"],
    )


@pytest.mark.rule("MM-138", "MM-137")
def test_a_card_of_four_health_upright_again_may_be_anything() -> None:
    table = Table("T3", field={"ben": {2: ("citadel", 3)}})
    table.see("ben", {1: "bulwark", 2: "citadel"})
    assert table.options("proposal.ben.2") == ["destroyed", "repaired", "bumped"]
    table.choose("proposal.ben.2", "repaired")
    assert (table.mech("ben", 2).d, table.mech("ben", 2).turning) == (0, 0)


@pytest.mark.rule("MM-147")
def test_a_newer_sighting_replaces_the_older_and_the_right_one_ends_it() -> None:
    table = Table("T3", field={"ben": {2: "rampart"}})
    table.see("ben", {1: "bulwark", 2: ("rampart", 1)})
    table.see("ben", {1: ("bulwark", 1), 2: ("rampart", 2)})
    assert [(p.slot, p.quarter) for p in table.state.proposals] == [("1", 1), ("2", 2)]
    table.see("ben", {1: ("bulwark", 1), 2: "rampart"})
    assert ([p.slot for p in table.state.proposals], table.said()) == (["1"], ["mm.log.lapsed"])
    table.choose("T3", "done")
    assert table.state.step == "T4"


@pytest.mark.rule("MM-C03")
def test_only_attacks_that_fit_are_proposed() -> None:
    field: Any = {
        "ann": {2: "lancer", 3: ("twinblade", 1), 4: "colossus", 5: "wall"},
        "ben": {2: "rampart", 3: "mender"},
    }
    table = Table(field=field)
    table.see("ben", {1: "bulwark", 2: ("rampart", 2), 3: "mender"})
    assert table.options("proposal.ben.2") == ["hit:2x1", "damage", "bumped"]
    assert table.ask("proposal.ben.2").say.key == "mm.propose.attack"
    hit, _, bumped = table.ask("proposal.ben.2").options
    assert (hit.say.key, hit.say.values, bumped.say.key) == (
        "mm.verdict.hit",
        {"mech": "Lancer", "times": 1},
        "mm.verdict.bumped",
    )
    table.see("ben", {1: "bulwark", 2: ("rampart", 3), 3: "mender"})
    assert table.options("proposal.ben.2") == ["hit:4x1", "destroyed", "bumped"]
    table.choose("proposal.ben.2", "hit:4x1")
    assert (table.mech("ben", 2).card, table.mech("ann", 4).attacks_made) == ("empty", 1)
    own = Table(field={"ann": {2: "twinblade", 3: "twinblade"}})
    own.see("ann", {1: "bulwark", 2: ("twinblade", 1), 3: "twinblade"})
    assert own.options("proposal.ann.2") == ["hit:3x1", "damage", "bumped"]
    kept = Table(
        field={"ann": {2: "twinblade"}, "ben": {2: "mender"}},
        options={"blockers_guard": "base_and_mechs"},
    )
    kept.see("ben", {1: "bulwark", 2: ("mender", 1)})
    assert kept.options("proposal.ben.2") == ["destroyed", "bumped"]
    healed = Table(field={"ann": {2: "twinblade"}, "ben": {2: ("rampart", 1)}})
    healed.see("ben", {1: "bulwark", 2: "rampart"})
    assert healed.options("proposal.ben.2") == ["repaired", "bumped"]


@pytest.mark.rule("MM-135")
def test_a_new_card_in_the_slot_of_a_dead_one_takes_its_place() -> None:
    gone = [{"seat": "ann", "slot": "2", "card": "wall"}]
    table = Table("T3", gone=gone, players={"ann": {"mana": 9, "hand": {"attack": 1}}})
    table.see("ann", {1: "bulwark", 2: "lancer"})
    assert (table.mech("ann", 2).card, table.state.gone) == ("lancer", ())
    assert table.said() == ["mm.log.taken_away", "mm.log.paid", "mm.log.activated"]
    by_touch = Table("T3", gone=gone, players={"ann": {"mana": 9, "hand": {"attack": 1}}})
    by_touch.show("T3.activate", "lancer")
    assert (by_touch.mech("ann", 2).card, by_touch.state.gone) == ("lancer", ())


@pytest.mark.rule("MM-079", "MM-E_ROT_BETWEEN")
def test_a_new_mech_must_lie_upright() -> None:
    table = Table("T3", players={"ann": {"mana": 9, "hand": {"attack": 1}}})
    assert code(table.see, "ann", {1: "bulwark", 2: ("lancer", 1)}) == "MM-E_ROT_BETWEEN"


@pytest.mark.rule("MM-E_PENDING")
def test_while_a_question_is_open_cards_are_turned_but_none_is_laid() -> None:
    field: Any = {"ann": {1: ("bulwark", 1), 2: ("wall", 1), 3: "mender"}}
    table = Table("T3", field=field, players={"ann": {"mana": 9, "hand": {"attack": 1}}})
    table.choose("T3", "ability:3")
    assert table.topics() == ["choice.mechs", "field.ann", "field.ben"]
    assert (
        code(table.see, "ann", {1: ("bulwark", 1), 2: ("wall", 1), 3: "mender", 4: "lancer"})
        == "MM-E_PENDING"
    )
    assert (
        code(table.see, "ann", {1: ("bulwark", 1), 5: ("wall", 1), 3: "mender", 9: "lancer"})
        == "MM-E_SLOT"
    )
    table.see("ann", {1: ("bulwark", 1), 5: ("wall", 1), 3: "mender"})
    assert table.mech("ann", 2).card == "wall"


def test_the_event_step_waits_until_the_cards_lie_right() -> None:
    table = Table(
        "E1", pack={"events": [event({"do": "damage", "mechs": "any_mech", "count": "all"})]}
    )
    table.show("E1", "happening")
    assert (table.state.step, table.topics()) == ("E2", ["ok", "field.ann", "field.ben"])
    table.see("ann", {1: ("bulwark", 1)})
    assert table.state.step == "E2"
    table.see("ben", {1: ("bulwark", 1)})
    assert (table.state.step, table.state.round) == ("P2", 2)
