"""Battles between units: clans against each other, against Brigand and Government."""

import pytest

from companion.kit.pieces import count_of
from tests.games.world_adventure.table import Table, ambush, both_fight, duel, refusal, soldier

STRIKE = {"kind": "extra_strike", "who": "hero"}
DOUBLE_STRIKE = {"name": "Double Strike", "condition": "hero_hit", "effects": [STRIKE]}
NIMBLE = {"hp": 3, "attack": 1, "accuracy": 2, "cast": 3, "skill": DOUBLE_STRIKE}


@pytest.mark.rule("WA-251", "WA-255", "WA-296", "WA-256", "WA-247")
@pytest.mark.parametrize(
    ("theirs", "option", "mine"),
    [(0, "defeat", 4), (2, "defeat", 3), (2, "attack", 2), (0, "attack", 4)],
)
def test_attacking_a_player_counts_by_whether_he_is_wanted(
    theirs: int, option: str, mine: int
) -> None:
    table = duel({"wanted_down_on": option}, {"wanted": 3}, {"wanted": theirs})
    assert (table.one().wanted, table.state.battle.was_wanted) == (mine, theirs > 0)


@pytest.mark.rule("WA-250", "WA-252", "WA-G45")
@pytest.mark.parametrize(
    ("what", "option", "wanted"),
    [("government", "defeat", 5), ("brigand", "defeat", 3), ("brigand", "attack", 1)],
)
def test_attacking_a_hunter(what: str, option: str, wanted: int) -> None:
    table = Table(
        players={"red": {"wanted": 3}},
        options={"wanted_down_on": option},
        stack=[{"step": "P3a", "seat": "red", "what": what}],
        **{what: {"territory": "java.2"}},
    )
    assert table.choose("P3a", "attack").one().wanted == wanted
    assert what in table.state.turn.checked


@pytest.mark.rule("WA-044", "WA-223", "WA-R02", "WA-R05")
def test_both_sides_roll_in_any_order_each_with_its_own_set() -> None:
    table = both_fight(duel(blue={"leadership": 1, "soldiers": [soldier(1)]}))
    assert table.open() == ["KU3.red", "KU3.blue"]
    assert (table.ask("KU3.red").zone, table.ask("KU3.blue").zone) == ("tray", None)
    assert refusal(lambda: table.dice("KU3.red", silver=1, gold=1, red=1)) == "WA-R02"
    assert refusal(lambda: table.dice("KU3.red", silver=1)) == "WA-R02"
    assert refusal(lambda: table.dice("KU3.red", "blue", silver=1, gold=1)) == "WA-R05"
    table.dice("KU3.blue", silver=6, gold=6, red=6)
    assert table.open() == ["KU3.red"]
    table.dice("KU3.red", silver=6, gold=6)
    assert table.state.battle.round == 2


@pytest.mark.rule("WA-276", "WA-G36", "WA-232", "WA-R28")
def test_the_attacker_decides_first_and_one_try_is_allowed_a_round() -> None:
    table = duel()
    assert table.open() == ["KU2"]
    assert table.ask("KU2").seats == ("red",)
    table.choose("KU2", "retreat").roll("KUf", 4)
    assert refusal(lambda: table.choose("KU2", "retreat")) == "WA-R28"
    table.choose("KU2", "fight")
    assert table.ask("KU2").seats == ("blue",)
    table.choose("KU2", "retreat").roll("KUf", 3)
    assert (
        table.state.battle,
        table.one().runes["player_1"],
        table.one().hero_exp,
        table.one().gold,
    ) == (
        None,
        1,
        2,
        20,
    )
    assert table.one("blue").territory == "java.2"


@pytest.mark.rule("WA-G35")
def test_a_failed_retreat_may_give_the_other_side_a_free_round() -> None:
    table = duel({"failed_retreat": "free_hit"}).choose("KU2", "retreat").roll("KUf", 6)
    assert table.open() == ["KU3.blue"]
    table.dice("KU3.blue", silver=1, gold=6).choose("KU4s.blue", "suggested")
    assert (table.state.battle.sides[0].units[0].damage, table.state.battle.round) == (1, 1)
    assert table.ask("KU2").seats == ("red",)
    npc = ambush({"failed_retreat": "free_hit"}).choose("KU2", "retreat").roll("KUf", 6)
    npc.dice("KU3.brigand.1", red=1, black=6, purple=6)
    assert (npc.state.battle.sides[1].units[0].damage, npc.open()) == (1, ["KU2"])


@pytest.mark.rule("WA-224", "WA-226")
def test_points_to_give_out_open_with_a_way_that_the_rules_take() -> None:
    blue = {"leadership": 2, "soldiers": [soldier(1), soldier(2)]}
    table = both_fight(duel(red={"leadership": 1, "soldiers": [soldier(1, level=2)]}, blue=blue))
    table.dice("KU3.red", silver=1, gold=6, red=2).dice(
        "KU3.blue", silver=6, gold=6, red=6, black=6
    )
    sheet = table.ask("KU4.red").now
    assert sum(count_of(pieces) for pieces in sheet.values()) == 3
    table.place(
        "KU4.red",
        {unit: {piece.id: piece.count for piece in pieces} for unit, pieces in sheet.items()},
    )
    assert sum(unit.damage for unit in table.state.battle.sides[1].units) == 3


@pytest.mark.rule("WA-224", "WA-226", "WA-227", "WA-284", "WA-R26")
def test_where_points_may_go() -> None:
    blue = {"leadership": 2, "soldiers": [soldier(1), soldier(2)]}
    table = both_fight(duel(red={"leadership": 1, "soldiers": [soldier(1, level=2)]}, blue=blue))
    table.dice("KU3.red", silver=1, gold=6, red=2).dice(
        "KU3.blue", silver=6, gold=6, red=6, black=6
    )
    assert refusal(lambda: table.place("KU4.red", {"1": {"red": 3}})) == "WA-R26"
    assert refusal(lambda: table.place("KU4.red", {"1": {"red": 2, "silver": 1}})) == "WA-R26"
    assert refusal(lambda: table.place("KU4.red", {"hero": {"red": 2, "silver": 1}})) == "WA-R26"
    assert refusal(lambda: table.place("KU4.red", {"1": {"red": 2}})) == "WA-R26"
    assert refusal(lambda: table.place("KU4.red", {"9": {"red": 2}})) == "WA-R26"
    table.place("KU4.red", {"1": {"red": 1}, "2": {"red": 1, "silver": 1}})
    assert [one.condition for one in table.one("blue").soldiers] == ["active", "fainted"]
    assert [unit.damage for unit in table.state.battle.sides[1].units] == [0, 1, 2]
    both_fight(table).dice("KU3.red", silver=6, gold=6, red=2).dice(
        "KU3.blue", silver=6, gold=6, red=6
    )
    assert (
        refusal(lambda: table.place("KU4.red", {"1": {"red": 2}})) == "WA-R26"
    )  # one of its two is lost already


@pytest.mark.rule("WA-228", "WA-G31", "WA-230")
def test_npc_points_go_to_the_weakest_soldier_and_the_hero_last() -> None:
    table = ambush(leadership=2, soldiers=[soldier(1, level=2), soldier(2)]).choose("KU2", "fight")
    table.dice("KU3.red", silver=6, gold=6, red=6, black=6).dice(
        "KU3.brigand.1", red=1, black=3, purple=3
    )
    units = {unit.id: unit.damage for unit in table.state.battle.sides[1].units}
    assert units == {"hero": 0, "1": 1, "2": 2}
    alone = (
        ambush()
        .choose("KU2", "fight")
        .dice("KU3.red", silver=6, gold=6)
        .dice("KU3.brigand.1", red=1, black=3, purple=4)
    )
    assert alone.state.battle.sides[1].units[0].damage == 2
    alone.choose("KU2", "fight").dice("KU3.red", silver=6, gold=6).dice(
        "KU3.brigand.1", red=1, black=4, purple=4
    )
    assert alone.open() == ["D2"]


@pytest.mark.rule("WA-G31")
def test_an_opponent_may_give_out_the_npcs_points() -> None:
    seats = ("red", "blue", "green")
    table = Table(
        seats,
        {"npc_damage": "opponents_choose"},
        brigand={"territory": "java.2"},
        turn_order=["green", "red", "blue"],
        players={"red": {"leadership": 2, "soldiers": [soldier(1), soldier(2)]}},
    )
    table.choose("P1", "end").choose("KU2", "fight").dice(
        "KU3.red", silver=6, gold=6, red=6, black=6
    )
    table.dice("KU3.brigand.1", red=1, black=6, purple=6)
    assert table.ask("KU4.brigand").seats == ("blue",)
    table.place("KU4.brigand", {"2": {"red": 1}}, seat="blue")
    assert [unit.damage for unit in table.state.battle.sides[1].units] == [0, 0, 1]
    team = Table(
        ("red", "blue", "green", "yellow"),
        {"npc_damage": "opponents_choose", "mode": "coop18"},
        brigand={"territory": "java.2"},
        turn_order=["red", "green", "yellow", "blue"],
    )
    team.choose("P1", "end").choose("KU2", "fight").dice("KU3.red", silver=6, gold=6).dice(
        "KU3.brigand.1", red=1, black=6, purple=6
    )
    assert team.ask("KU4.brigand").seats == ("yellow",)


@pytest.mark.rule("WA-235", "WA-236", "WA-G31", "WA-G64", "WA-274")
def test_a_large_hunter_rolls_in_two_throws() -> None:
    pack = {
        "hunters": [
            {
                "id": "brigand_1",
                "name": "Horde",
                "kind": "brigand",
                "stage": 1,
                "explorer": 2,
                "lv1_units": 7,
                "lv2_units": 1,
                "gold": 5,
                "source": "demo",
            }
        ]
    }
    table = (
        Table(pack=pack, brigand={"territory": "java.2"}).choose("P1", "end").choose("KU2", "fight")
    )
    units = table.state.battle.sides[0].units
    assert [unit.die for unit in units] == [
        "red",
        "black",
        "purple",
        "blue",
        "green",
        "silver",
        "gold",
        "red",
    ]
    assert [(unit.level, unit.throw) for unit in units[6:]] == [(1, 0), (2, 1)]
    table.dice("KU3.red", silver=6, gold=6)
    table.dice("KU3.brigand.1", red=6, black=6, purple=6, blue=6, green=6, silver=6, gold=6)
    assert table.open() == ["KU3.brigand.2"]
    table.dice("KU3.brigand.2", red=1)
    assert table.state.battle.sides[1].units[0].damage == 2


@pytest.mark.rule("WA-G34", "WA-265")
@pytest.mark.parametrize(("option", "damage"), [("no", 0), ("yes", 1)])
def test_a_hunter_is_whole_in_the_next_battle_unless_played_otherwise(
    option: str, damage: int
) -> None:
    table = ambush({"npc_keeps_damage": option}, {"turn_order": ["blue", "red"]}).choose(
        "KU2", "fight"
    )
    table.dice("KU3.red", silver=1, gold=6).dice("KU3.brigand.1", red=6, black=6, purple=6).place(
        "KU4.red", {"u2": {"silver": 1}}
    )
    table.choose("KU2", "bomb").roll("Nr", 1, 6)
    assert table.state.battle.sides[0].units[1].damage == damage
    assert table.one().smoke_bomb == 0


@pytest.mark.rule("WA-231", "WA-G32", "WA-G49", "WA-269")
def test_mutual_end_with_an_npc_is_rolled_for_too() -> None:
    pack = {
        "hunters": [
            {
                "id": "brigand_1",
                "kind": "brigand",
                "stage": 1,
                "explorer": 1,
                "lv1_units": 1,
                "lv2_units": 0,
                "gold": 5,
                "wanted_delta": -2,
                "source": "demo",
            }
        ]
    }
    heroes = {
        "heroes": [{"id": "salman", "lv1": {"hp": 1, "attack": 2, "cast": 3}, "source": "demo"}]
    }
    for mine, npc, alive in ((5, 2, True), (1, 6, False)):
        table = (
            Table(
                pack={**pack, **heroes},
                brigand={"territory": "java.2"},
                options={"npc_keeps_damage": "yes"},
            )
            .choose("P1", "end")
            .choose("KU2", "fight")
        )
        table.dice("KU3.red", silver=1, gold=6).dice("KU3.brigand.1", red=1).choose(
            "KU4s.red", "suggested"
        )
        assert sorted(table.open()) == ["KUo.brigand.1", "KUo.red.1"]
        table.roll("KUo.red.1", mine).roll("KUo.brigand.1", npc)
        assert (table.one().runes["brigand"] == 1) is alive
        assert (table.state.brigand.territory == "") is alive
        if not alive:
            assert table.state.brigand.lost == (1,)


@pytest.mark.rule("WA-231", "WA-G34")
def test_of_hunters_saved_by_the_last_die_only_the_last_one_stands() -> None:
    two = {"explorer": 1, "lv1_units": 2, "lv2_units": 0, "gold": 5, "wanted_delta": -2}
    brigand = {"id": "brigand_1", "kind": "brigand", "stage": 1, "source": "demo", **two}
    hero = {"id": "salman", "lv1": {"hp": 1, "attack": 4, "cast": 3}, "source": "demo"}
    table = Table(
        pack={"hunters": [brigand], "heroes": [hero]},
        brigand={"territory": "java.2"},
        options={"npc_keeps_damage": "yes"},
    )
    table.choose("P1", "end").choose("KU2", "fight")
    table.dice("KU3.red", silver=1, gold=6).dice("KU3.brigand.1", red=1, black=6)
    table.choose("KU4s.red", "suggested").roll("KUo.red.1", 1).roll("KUo.brigand.1", 6)
    assert table.state.brigand.lost == (2, 1)


@pytest.mark.rule("WA-137", "WA-R29", "WA-G17")
@pytest.mark.parametrize(("option", "again"), [("per_battle", False), ("per_round", True)])
def test_one_die_is_rolled_again_in_a_battle_or_in_every_round(option: str, again: bool) -> None:
    clan = {"leadership": 4, "soldiers": [soldier(1)]}
    table = ambush({"leadership_reroll": option}, None, **clan).choose("KU2", "fight")
    table.dice("KU3.red", silver=6, gold=6, red=6).dice("KU3.brigand.1", red=6, black=6, purple=6)
    assert [one.id for one in table.ask("KRa").options] == ["none", "silver", "red", "gold"]
    assert refusal(lambda: table.choose("KRa", "gold")) == "WA-R29"
    table.choose("KRa", "red")
    assert refusal(lambda: table.dice("KRb", silver=1)) == "WA-R02"
    table.dice("KRb", red=6).choose("KU2", "fight")
    table.dice("KU3.red", silver=6, gold=6, red=6).dice("KU3.brigand.1", red=6, black=6, purple=6)
    assert ("KRa" in table.open()) is again
    if not again:
        assert refusal(lambda: table.dice("KRb", red=1)) == "WA-R29"
    three = ambush(leadership=3, soldiers=[soldier(1)]).choose("KU2", "fight")
    three.dice("KU3.red", silver=6, gold=6, red=6).dice("KU3.brigand.1", red=6, black=6, purple=6)
    assert three.open() == ["KU2"]


@pytest.mark.rule("WA-G35", "WA-203")
def test_a_double_strike_of_the_free_hit_does_not_help_the_ordinary_roll() -> None:
    table = duel({"failed_retreat": "free_hit"}).choose("KU2", "retreat").roll("KUf", 6)
    table.dice("KU3.blue", silver=1, gold=1).choose("KU4s.blue", "suggested")
    assert table.state.battle.sides[0].units[0].damage == 2
    assert table.state.battle.sides[1].buffs == ()
    both_fight(table).dice("KU3.red", silver=6, gold=6).dice("KU3.blue", silver=1, gold=6)
    assert [piece.most for piece in table.ask("KU4.blue").pieces] == [1]


@pytest.mark.rule("WA-203", "WA-227", "WA-G30")
@pytest.mark.parametrize(("source", "points"), [("card", 0), ("fixed3", 2)])
def test_a_double_strike_hits_by_the_same_number_as_the_die(source: str, points: int) -> None:
    pack = {"heroes": [{"id": "salman", "name": "Salman", "lv1": NIMBLE, "lv2": NIMBLE}]}
    table = both_fight(duel({"accuracy_source": source}, pack=pack))
    table.dice("KU3.red", silver=3, gold=1).dice("KU3.blue", silver=6, gold=6)
    asked = [code for code in table.open() if code == "KU4.red"]
    assert sum(piece.most for code in asked for piece in table.ask(code).pieces) == points
