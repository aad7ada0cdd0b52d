"""Hero skills and purple Rune Powers in battle."""

from typing import Any

import pytest

from tests.games.world_adventure.table import Table, soldier


def hero(name: str, slot: int = 4, **more: Any) -> Table:
    red = {"territory": "java.1", "hero": name, "caravan": "scout_shell", **more}
    return (
        Table(players={"red": red})
        .choose("P1", "engage")
        .roll("P3m", slot, slot)
        .choose("P3a", "attack")
    )


def with_power(card: str, slot: int = 4, **more: Any) -> Table:
    return hero(
        "bram", slot, runes={"minion": 1}, powers=[{"card": card, "uses": 1}], **more
    ).choose("KX2", f"power:{card}")


CLAN = {"leadership": 2, "soldiers": [soldier(1), soldier(2)]}


def test_skills_that_add_damage() -> None:
    assert hero("mei").dice("KX3", silver=6, gold=4).state.battle.hp == 3
    assert hero("mei").dice("KX3", silver=6, gold=5).state.battle.hp == 4
    assert hero("tarek", **CLAN).dice("KX3", silver=3, gold=3, red=3, black=6).state.battle is None
    assert hero("tarek").dice("KX3", silver=3, gold=3).state.battle.hp == 2
    assert hero("naru").dice("KX3", silver=4, gold=3).state.battle.hp == 3
    assert hero("naru").dice("KX3", silver=5, gold=3).state.battle.hp == 4


def test_skills_that_protect() -> None:
    table = hero("wira").dice("KX3", silver=6, gold=2)
    assert (table.state.battle.sides[0].shield, table.state.battle.barrier) == (0, 2)
    assert hero("wira").dice("KX3", silver=6, gold=3).state.battle.barrier == 1
    assert hero("zahra").dice("KX3", silver=6, gold=3).state.battle.sides[0].rerolls == 1
    fallen = (
        hero("kirana", **{**CLAN, "caravan": "chaser"})
        .dice("KX3", silver=6, gold=6, red=6, black=6)
        .choose("KX4a", "1")
    )
    fallen.dice("KX3", silver=6, gold=1, black=6)
    assert [one.active for one in fallen.one().soldiers] == [True, True]
    fallen.choose("KX4a", "2")
    assert [unit.id for unit in fallen.state.battle.sides[0].units if unit.active] == ["hero", "1"]


def test_a_skill_the_table_must_judge() -> None:
    yes = hero("otto").dice("KX3", silver=6, gold=2).choose("KSa", "yes")
    no = hero("otto").dice("KX3", silver=6, gold=2).choose("KSa", "no")
    assert (yes.state.battle.hp, no.state.battle.hp) == (2, 4)
    assert hero("otto").dice("KX3", silver=6, gold=3).state.battle.hp == 4
    pack = {
        "heroes": [
            {
                "id": "poet",
                "lv1": {
                    "hp": 3,
                    "cast": 3,
                    "skill": {"name": "Ode", "effects": [{"kind": "manual", "text": "Sing."}]},
                },
                "source": "demo",
            }
        ]
    }
    red = {"territory": "java.1", "hero": "poet", "caravan": "scout_shell"}
    table = (
        Table(pack=pack, players={"red": red})
        .choose("P1", "engage")
        .roll("P3m", 4, 4)
        .choose("P3a", "attack")
        .dice("KX3", silver=6, gold=1)
    )
    assert table.ready("KH").state.battle.round == 2


def test_a_hero_without_cast_rolls_no_gold_die() -> None:
    table = hero("bram")
    assert [die.colour for die in table.ask("KX3").dice] == ["silver"]
    assert table.dice("KX3", silver=3).state.battle.hp == 3


@pytest.mark.rule("WA-065", "WA-280")
def test_purple_powers_before_the_dice() -> None:
    assert with_power("lightning").state.battle.hp == 1
    assert with_power("lightning", 1).open() == ["L2"]
    assert with_power("fury").dice("KX3", silver=1).state.battle.hp == 2
    aim = with_power("true_aim").dice("KX3", silver=4)
    assert aim.state.battle.hp == 3
    assert aim.dice("KX3", silver=4).state.battle.hp == 2
    assert with_power("twin").dice("KX3", silver=3).state.battle.hp == 2
    loaded = (
        with_power("loaded_dice")
        .dice("KX3", silver=6)
        .choose("KRa", "silver")
        .dice("KRb", silver=1)
    )
    assert (loaded.state.battle.hp, loaded.state.battle.sides[0].rerolls) == (3, 1)
    gone = with_power("vanish")
    assert (gone.state.battle, gone.state.destroyer.territory) == (None, "java.1")
    assert with_power("long_chase").state.battle.barrier == 3
    assert with_power("nets").state.battle.hp == 4
    shield = with_power("shield").dice("KX3", silver=6)
    assert (shield.state.battle.sides[0].shield, shield.state.battle.barrier) == (1, 2)


def test_effects_wear_off_after_their_rounds() -> None:
    aim = with_power("true_aim").dice("KX3", silver=6).dice("KX3", silver=4)
    assert aim.state.battle.hp == 3
    assert aim.state.battle.sides[0].buffs == ()
    fury = with_power("fury").dice("KX3", silver=6)
    assert fury.state.battle.sides[0].buffs == ()


def test_chasing_a_merchant_with_powers() -> None:
    red = {
        "explorer": 1,
        "smoke_bomb": 0,
        "runes": {"minion": 1},
        "powers": [{"card": "long_chase", "uses": 1}],
    }
    table = (
        Table(players={"red": red})
        .choose("P1", "scout:merchant")
        .roll("P3", 1)
        .roll("P3m", 5, 5)
        .choose("P3a", "attack")
    )
    assert table.choose("KM1", "power:long_chase").state.battle.chase == 2
    bolt = (
        Table(players={"red": {**red, "powers": [{"card": "lightning", "uses": 1}]}})
        .choose("P1", "scout:merchant")
        .roll("P3", 1)
    )
    bolt.roll("P3m", 1, 1).choose("P3a", "attack").choose("KM1", "power:lightning")
    assert (bolt.state.battle, bolt.one().hero_exp, bolt.open()) == (None, 1, ["L1"])
    flee = (
        Table(players={"red": {**red, "powers": [{"card": "vanish", "uses": 1}]}})
        .choose("P1", "scout:merchant")
        .roll("P3", 1)
    )
    flee.roll("P3m", 5, 5).choose("P3a", "attack").choose("KM1", "power:vanish")
    assert (flee.state.battle, "merchant_escapes" in flee.said) == (None, True)


def duel(card: str, blue: dict[str, Any] | None = None) -> Table:
    red = {"hero": "bram", "runes": {"minion": 1}, "powers": [{"card": card, "uses": 1}]}
    table = Table(
        players={"red": red, "blue": {"territory": "java.2", **(blue or {})}},
        stack=[{"step": "P3a", "seat": "red", "what": "blue"}],
    )
    return table.choose("P3a", "attack").choose("KU2", f"power:{card}")


def test_purple_powers_among_units() -> None:
    bolt = duel("lightning", CLAN)
    assert {unit.id: unit.damage for unit in bolt.state.battle.sides[1].units} == {
        "hero": 0,
        "1": 2,
        "2": 1,
    }
    assert bolt.one("blue").soldiers[0].condition == "fainted"
    assert duel("lightning").state.battle is None
    nets = duel("nets", CLAN)
    assert [one.condition for one in nets.one("blue").soldiers] == ["fainted", "active"]
    assert duel("nets").state.battle is not None
    shield = duel("shield").choose("KU2", "fight", seat="red").choose("KU2", "fight", seat="blue")
    shield.dice("KU3.red", silver=6).dice("KU3.blue", silver=1, gold=6).choose(
        "KU4s.blue", "suggested"
    )
    assert (shield.state.battle.sides[0].units[0].damage, shield.state.battle.sides[0].shield) == (
        0,
        1,
    )
    flee = duel("vanish")
    assert (flee.state.battle, flee.one("blue").runes["player_1"]) == (None, 1)
    aim = duel("true_aim").choose("KU2", "fight", seat="red").choose("KU2", "fight", seat="blue")
    aim.dice("KU3.red", silver=4).dice("KU3.blue", silver=6, gold=6).choose("KU4s.red", "suggested")
    assert aim.state.battle.sides[1].units[0].damage == 1
    healed = duel("blessing")
    assert healed.state.battle.sides[0].units[0].damage == 0


@pytest.mark.parametrize(
    ("card", "damage"),
    [("nets", {"hero": 0, "1": 2, "2": 0}), ("lightning", {"hero": 0, "1": 2, "2": 1})],
)
def test_the_defender_strikes_the_attacker_with_his_powers(
    card: str, damage: dict[str, int]
) -> None:
    blue = {"territory": "java.2", "runes": {"minion": 1}, "powers": [{"card": card, "uses": 1}]}
    table = Table(
        players={"red": CLAN, "blue": blue}, stack=[{"step": "P3a", "seat": "red", "what": "blue"}]
    )
    table.choose("P3a", "attack").choose("KU2", "fight", seat="red").choose(
        "KU2", f"power:{card}", seat="blue"
    )
    assert {unit.id: unit.damage for unit in table.state.battle.sides[0].units} == damage
    assert [one.condition for one in table.one().soldiers] == ["fainted", "active"]
