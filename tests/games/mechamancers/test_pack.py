"""Card packs: what is printed, what is invented, what is refused, what is taught."""

from typing import Any

import pytest

from companion import games
from companion.errors import SetupError
from companion.games.mechamancers.options import OPTIONS
from companion.games.mechamancers.pack import (
    MechCard,
    RoleCard,
    check_pack,
    pack_warnings,
    role_from,
    title,
)
from companion.games.mechamancers.setup import setup
from companion.games.mechamancers.state import role_card
from companion.kit.packs import read_pack
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.packs import checked, in_english, merged, shipped
from companion.simulate import simulate
from tests.games.mechamancers.table import Table, code, gadget

GAME = games.find("mechamancers")


def with_mech(**changes: Any) -> dict[str, Any]:
    base = {
        "id": "x",
        "name": {"en": "X"},
        "type": "unique",
        "cost": 1,
        "max_health": 1,
        "stats": [{"health": 1}],
    }
    return merged(shipped(GAME, "demo"), {"mechs": [{**base, **changes}]})


def problems(raw: dict[str, Any]) -> list[str]:
    return [in_english(problem) for problem in check_pack(read_pack(GAME.pack, raw))]


@pytest.mark.rule("MM-004", "MM-005", "MM-G01", "MM-G02", "MM-G26", "MM-006", "MM-008")
def test_the_printed_pack_states_what_the_book_states_and_nothing_else() -> None:
    pack = checked(GAME, shipped(GAME, "printed"), "printed")
    assert [title(role) for role in pack.roles] == [
        "The Quirk (The Foreseer)",
        "The Barricade",
        "The Ruler (The Kaizer)",
        "The Cabalist",
        "The Warlock",
    ]
    assert [role.privilege.do for role in pack.roles] == [
        "event_peek",
        "heal",
        "first_pick",
        "transmute",
        "add_attacks",
    ]
    assert {(role.order, role.mana, role.draw, role.base_shield) for role in pack.roles} == {
        (None, None, None, None)
    }
    bulwark = pack.mechs[0]
    assert (len(pack.mechs), bulwark.cost, bulwark.max_health, bulwark.copies, pack.events) == (
        1,
        3,
        2,
        4,
        (),
    )
    assert all(card.verified and card.source == "printed" for card in (*pack.roles, *pack.mechs))


def test_the_demo_pack_is_marked_as_invented_and_has_nothing_odd() -> None:
    pack = checked(GAME, shipped(GAME, "demo"), "demo")
    assert (pack.source, pack.verified) == ("demo", False)
    assert {card.source for card in (*pack.roles, *pack.mechs, *pack.events)} == {"demo"}
    assert pack_warnings(pack) == ()


@pytest.mark.rule("MM-E_PACK", "MM-003", "MM-142", "MM-G18", "MM-007")
@pytest.mark.parametrize(
    ("changes", "names"),
    [
        (
            {"max_health": 2, "stats": [{"health": 2}]},
            "x: stats: A mech has one corner for each health: 1 corner does",
        ),
        (
            {"max_health": 2, "stats": [{"health": 2}, {"health": 2}]},
            "x: stats[1].health: This corner shows",
        ),
        ({"stats": [{"health": 1, "attacks": 1}]}, "x: stats: Only attack mechs have swords"),
        ({"stats": [{"health": 1, "damage": 1}]}, "x: stats: Only attack mechs have swords"),
        ({"type": "attack"}, "x: stats[0]: An attack mech has at least one sword and one damage"),
        ({"type": "attack", "stats": [{"health": 1, "attacks": 1}]}, "x: stats[0]: An attack mech"),
        ({"id": "empty"}, "empty: id: The word “empty” stands for a free place"),
        ({"type": "bulwark"}, "mechs: Exactly one of the mechs must be a Bulwark"),
    ],
)
def test_a_wrong_card_is_named_with_its_field(changes: dict[str, Any], names: str) -> None:
    found = problems(with_mech(**changes))
    assert len(found) == 1
    assert found[0].startswith(names)


@pytest.mark.rule("MM-142", "MM-E_PACK")
@pytest.mark.parametrize(
    "changes", [{"max_health": 5}, {"type": "dragon"}, {"cost": -1}, {"colour": "red"}]
)
def test_what_no_card_can_be_is_refused_when_read(changes: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="x"):
        checked(GAME, with_mech(**changes), "test")


def test_a_sound_card_of_each_type_is_accepted() -> None:
    assert (
        problems(with_mech(type="attack", stats=[{"health": 1, "attacks": 1, "damage": 1}])) == []
    )
    assert (
        problems(with_mech(type="defense", max_health=2, stats=[{"health": 2}, {"health": 1}]))
        == []
    )


def test_abilities_must_make_sense() -> None:
    passive = with_mech(**gadget({"do": "gain_vp"}, trigger="passive"))
    assert problems(passive)[0].startswith(
        "gadget: abilities[0].effects[0].do: A passive ability cannot do this"
    )
    lasting = with_mech(**gadget({"do": "add_damage", "lasts": "while_on_field"}))
    assert problems(lasting)[0].startswith(
        "gadget: abilities[0].effects[0].lasts: Only a passive ability"
    )
    assert (
        problems(
            with_mech(**gadget({"do": "add_damage", "lasts": "while_on_field"}, trigger="passive"))
        )
        == []
    )


@pytest.mark.rule("MM-005", "MM-E_PACK")
def test_each_privilege_stands_once_and_each_order_number_too() -> None:
    raw = shipped(GAME, "demo")
    fewer = {**raw, "roles": raw["roles"][:4]}
    assert problems(fewer)[0].startswith("roles: There must be 5 roles")
    twice = merged(raw, {"roles": [{**raw["roles"][0], "order": 2}]})
    assert [one.partition(": Two roles")[0] for one in problems(twice)] == [
        "barricade: order",
        "quirk: order",
    ]


def test_a_few_known_events_are_pointed_out_and_never_make_a_game_unplayable() -> None:
    raw = shipped(GAME, "demo")

    def warned(*events: dict[str, Any]) -> list[str]:
        some = {**raw, "events": list(events)}
        assert problems(some) == []
        return [say.key for say in pack_warnings(read_pack(GAME.pack, some))]

    assert warned(*raw["events"][:5]) == ["mm.warn.few_events"]
    assert warned(*raw["events"][:6]) == warned() == []
    assert warned({**raw["events"][0], "copies": 6}) == []
    taught = {"events": [{**event, "source": "owner"} for event in raw["events"][:3]]}
    pack = checked(GAME, merged(shipped(GAME, "printed"), taught), "printed")
    seats = tuple(Seat(colour, colour=colour) for colour in GAME.colours[:2])
    assert setup({option.name: option.default for option in OPTIONS}, seats, pack).step == "SU1"


@pytest.mark.rule("MM-032", "MM-004")
def test_odd_numbers_are_only_pointed_out() -> None:
    raw = shipped(GAME, "demo")
    odd = merged(
        raw, {"roles": [{**raw["roles"][0], "order": 9}], "mechs": [{**raw["mechs"][0], "cost": 2}]}
    )
    pack = checked(GAME, odd, "odd")
    odd_cards = [(one.key, one.values["card"]) for one in pack_warnings(pack)]
    assert odd_cards == [
        ("mm.warn.quirk_order", "The Barricade"),
        ("mm.warn.bulwark_numbers", "Bulwark"),
    ]
    table = Table("SU2", pack=odd)
    assert [line.key for line in table.ask("SU2").lines[-2:]] == [
        "mm.warn.quirk_order",
        "mm.warn.bulwark_numbers",
    ]


@pytest.mark.rule("MM-E_PACK")
def test_a_game_is_not_set_up_with_a_wrong_pack() -> None:
    pack = read_pack(GAME.pack, with_mech(max_health=2))
    with pytest.raises(RuleError) as refused:
        setup({spec.name: spec.default for spec in OPTIONS}, (Seat("ann"), Seat("ben")), pack)
    assert refused.value.code == "MM-E_PACK"


@pytest.mark.rule("MM-G26", "MM-E_PACK", "MM-008")
def test_a_role_without_numbers_is_taught_when_first_taken() -> None:
    table = Table("P2", pack="printed")
    needed = [card.needs for card in table.ask("P2").known]
    assert needed == [("order", "mana", "draw", "base_shield")] * 5
    assert code(table.show, "P2", "quirk") == "MM-E_PACK"
    assert code(table.show, "P2", "quirk", order=1, mana=3, base_shield=1) == "MM-E_PACK"
    table.show("P2", "quirk", order=1, mana="3", draw="1 attack unique + 2 defense", base_shield=2)
    role = role_card(table.state, "quirk")
    assert (role.order, role.mana, role.base_shield, role.source, role.verified) == (
        1,
        3,
        2,
        "owner",
        True,
    )
    assert [(one.types, one.count) for one in role.draw or ()] == [
        (("attack", "unique"), 1),
        (("defense",), 2),
    ]
    assert (role.aliases, table.player("ann").base_shield_now) == (("The Foreseer",), 2)
    assert code(table.show, "P2", "ruler", order=1, mana=3, draw="1", base_shield=1) == "MM-E_PACK"
    table.show("P2", "ruler", order=2, mana=3, draw="1", base_shield=1)
    assert role_card(table.state, "ruler").draw[0].types == ("attack", "defense", "unique")
    assert table.state.turn_order == ("ann", "ben")


def test_what_is_known_of_a_role_is_kept_when_the_rest_is_taught() -> None:
    role = read_pack(GAME.pack, shipped(GAME, "demo")).roles[0]
    taught = role_from(role, {"mana": 5})
    assert (taught.mana, taught.order, taught.base_shield, taught.draw) == (5, 1, 1, role.draw)
    with pytest.raises(RuleError):
        role_from(role, {"mana": "a lot"})
    with pytest.raises(RuleError):
        role_from(role, {"draw": "attack"})


@pytest.mark.rule("MM-G28")
def test_with_the_printed_pack_alone_a_game_is_played_to_its_end() -> None:
    tally = simulate(GAME, 1, players=2, pack="printed")
    assert (tally.finished, tally.violations) == (1, 0)


def test_names_fall_back_to_what_there_is() -> None:
    card = MechCard("x", {"id": "Iks"}, "unique", 1, 1, ())
    assert title(card) == "Iks"
    assert title(MechCard("y", {}, "unique", 1, 1, ())) == "y"
    assert title(RoleCard("z", {"en": "Z"}, None, ("A", "B"))) == "Z (A, B)"


@pytest.mark.rule("MM-G30", "MM-015")
def test_token_numbers_of_the_pack_make_the_supply() -> None:
    table = Table("SU1", pack={"victory_tokens": 40, "mana_tokens": 30})
    assert (table.state.vp_supply, table.state.mana_supply, table.state.vp_total) == (26, 26, 40)
    none = Table("SU1")
    assert (none.state.vp_supply, none.state.mana_supply, none.state.vp_total) == (0, 0, 14)


def test_the_options_are_those_of_the_rules() -> None:
    assert len(OPTIONS) == 21
    assert all(spec.default == spec.values[0] and spec.live for spec in OPTIONS)
