"""Battles with merchants and monsters."""

from typing import Any

import pytest

from tests.games.world_adventure.table import Table, refusal, soldier

MISS = {"silver": 6, "gold": 6}


def merchant(slot: int = 5, fields: dict[str, Any] | None = None, **red: Any) -> Table:
    people = {"red": {"explorer": 1, "smoke_bomb": 0, **red}}
    table = Table(players=people, **(fields or {})).choose("P1", "scout:merchant").roll("P3", 1)
    return table.roll("P3m", slot, slot).choose("P3a", "attack")


def monster(
    slot: int = 1,
    fields: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    **red: Any,
) -> Table:
    table = Table(
        players={"red": {"territory": "java.1", **red}}, options=options, **(fields or {})
    )
    return table.choose("P1", "engage").roll("P3m", slot, slot).choose("P3a", "attack")


@pytest.mark.rule("WA-031", "WA-214", "WA-204", "WA-G37")
def test_a_merchant_is_chased_and_never_strikes_back() -> None:
    table = merchant(caravan="chaser", leadership=1, soldiers=[soldier(1)])
    assert (table.state.battle.card, table.state.battle.territory) == ("merchant_15", "java.2")
    table.dice("KM2", red=6, **MISS).dice("KM2", red=6, **MISS)
    assert (table.state.battle.chase, table.one().soldiers[0].condition) == (1, "active")
    table.choose("KM1", "stop")
    assert (
        table.state.battle,
        table.state.merchant_x[0],
        table.one().wanted,
        table.one().hero_exp,
    ) == (
        None,
        "java.2",
        1,
        0,
    )


@pytest.mark.rule("WA-020", "WA-212", "WA-008")
@pytest.mark.parametrize(("slot", "rune"), [(1, "merchant_green"), (4, "merchant_yellow"), (6, "")])
def test_plunder_earns_a_rune_by_tier_once(slot: int, rune: str) -> None:
    clan = {"leadership": 2, "soldiers": [soldier(1, level=2), soldier(2, level=2)]}
    first = merchant(slot, **clan).dice("KM2", silver=1, gold=1, red=1, black=1)
    while first.open()[0] in ("L1", "L2"):
        code = first.open()[0]
        first.roll(code, *[1] * first.ask(code).dice[0].count)
    assert first.one().rune_count == bool(rune)
    if rune:
        assert first.one().runes[rune] == 1
        second = merchant(slot, runes={rune: 1}, **clan).dice(
            "KM2", silver=1, gold=1, red=1, black=1
        )
        assert second.one().hero_exp > 0
        assert (
            second.roll("L1", *[1] * second.ask("L1").dice[0].count).roll("L2", 6).one().rune_count
            == 1
        )


@pytest.mark.rule("WA-213", "WA-G58")
def test_cargo_dice_give_what_is_in_stock_and_fits() -> None:
    table = Table(
        stack=[{"step": "L1", "seat": "red", "n": 4}],
        players={"red": {"caravan": "chaser"}, "blue": {"goods": {"silk": 2}}},
    )
    table.roll("L1", 6, 1, 2, 3)
    assert table.open() == ["L1c"]
    assert refusal(lambda: table.place("L1c", {"taken": {"silk": 1}})) == "no_such_piece"
    assert refusal(lambda: table.place("L1c", {"taken": {"fruit": 2}})) == "WA-R16"
    assert (
        refusal(lambda: table.place("L1c", {"taken": {"fruit": 1, "spice": 1, "chocolate": 1}}))
        == "WA-R16"
    )
    table.place("L1c", {"taken": {"fruit": 1, "chocolate": 1}})
    assert (
        table.one().goods["fruit"],
        table.one().goods["chocolate"],
        table.one().goods["spice"],
    ) == (1, 1, 0)
    full = Table(
        stack=[{"step": "L1", "seat": "red", "n": 1}],
        players={"red": {"caravan": "chaser", "goods": {"silk": 1, "iron": 1}}},
    )
    assert full.roll("L1", 1).one().goods["fruit"] == 0


@pytest.mark.rule("WA-171", "WA-G38", "WA-G60")
@pytest.mark.parametrize(("total", "appears"), [(1, False), (2, True), (3, False)])
def test_every_third_merchant_attacked_brings_the_government(total: int, appears: bool) -> None:
    table = merchant(fields={"merchant_x_total": total}).dice("KM2", **MISS)
    assert ("A1.marker" in table.open()) is appears


@pytest.mark.rule("WA-018", "WA-177", "WA-183", "WA-G62")
@pytest.mark.parametrize(("slot", "tier"), [(1, "minion"), (4, "destroyer")])
def test_the_first_of_each_tier_earns_a_rune(slot: int, tier: str) -> None:
    strong = {"leadership": 2, "soldiers": [soldier(1, level=2), soldier(2, level=2)]}
    table = monster(slot, **strong).dice("KX3", silver=1, gold=1, red=1, black=1)
    while table.open()[0] in ("L1", "L2"):
        table.roll(table.open()[0], 1)
    assert (table.one().runes[tier], table.state.monster_x[0]) == (1, "java.1")
    raid = Table(raid={"territory": "java.3", "card": "raid_1"}, players={"red": strong}).choose(
        "P2", "java.3"
    )
    raid.dice("KX3", silver=1, gold=1, red=1, black=1)
    assert raid.state.battle is None
    raid.roll("L1", 1).roll("L2", 1, 1)
    assert (raid.one().runes["raid"], raid.state.raid.territory, raid.state.monster_x_total) == (
        1,
        "",
        0,
    )
    assert raid.one().hero_exp == 3


@pytest.mark.rule("WA-181", "WA-182", "WA-184", "WA-186", "WA-268", "WA-185")
def test_every_third_monster_x_calls_a_legendary_to_its_colour() -> None:
    fields = {"monster_x_total": 2, "monster_x": ["java.3", "india.1", *[""] * 7]}
    table = monster(1, fields, runes={"minion": 1}).dice("KX3", silver=1, gold=1).roll("L2", 1)
    assert table.open() == ["TLa"]
    table.show("TLa", "sand_titan")
    piece = table.state.legendaries[0]
    assert (piece.territory, piece.card, table.state.legendaries_used) == (
        "arabia.5",
        "sand_titan",
        ("sand_titan",),
    )
    assert [effect.kind for effect in table.state.effects] == ["move"]
    nine = {
        "monster_x_total": 8,
        "monster_x": [
            *[
                f"{n}.3"
                for n in ("japan", "china", "rusia", "india", "persia", "arabia", "egypt", "europe")
            ],
            "",
        ],
    }
    last = (
        monster(1, {**nine, "legendaries_used": ["sand_titan"]}, runes={"minion": 1})
        .dice("KX3", silver=1, gold=1)
        .roll("L2", 1)
    )
    assert "sand_titan" not in [card.id for card in last.ask("TLa").known]
    assert last.state.monster_x[8] == "java.1"
    last.show("TLa", "jade_tiger")
    assert last.state.monster_x == ("",) * 9
    fourth = (
        monster(1, {"monster_x_total": 3}, runes={"minion": 1})
        .dice("KX3", silver=1, gold=1)
        .roll("L2", 1)
    )
    assert fourth.open()[0] == "P1"


@pytest.mark.rule("WA-217", "WA-218", "WA-R27", "WA-G33")
def test_a_soldier_of_choice_faints_and_the_hero_last() -> None:
    table = monster(4, leadership=2, soldiers=[soldier(1, level=2), soldier(2)]).dice(
        "KX3", red=6, black=6, **MISS
    )
    assert refusal(lambda: table.choose("KX4a", "hero")) == "WA-R27"
    assert refusal(lambda: table.choose("KX4a", "3")) == "WA-R27"
    table.choose("KX4a", "1").dice("KX3", black=6, **MISS)
    assert [one.condition for one in table.one().soldiers] == ["fainted", "fainted"]
    table.dice("KX3", **MISS)
    assert table.open() == ["D2"]


@pytest.mark.rule("WA-220", "WA-267", "WA-270", "WA-R28", "WA-G35")
@pytest.mark.parametrize(("die", "away"), [(3, True), (4, False)])
def test_a_retreat_die_must_not_exceed_the_cards_value(die: int, away: bool) -> None:
    table = monster(4, caravan="scout_shell").choose("KX2", "retreat").roll("KXf", die)
    assert (table.state.battle is None) is away
    assert (table.state.destroyer.territory == "java.1") is away
    if not away:
        assert refusal(lambda: table.choose("KX2", "retreat")) == "WA-R28"
        table.dice("KX3", **MISS)
        assert (table.state.battle.barrier, table.state.battle.round) == (1, 2)
        table.choose("KX2", "retreat")


@pytest.mark.rule("WA-G35")
def test_a_failed_retreat_may_cost_a_free_hit() -> None:
    table = monster(
        4, options={"failed_retreat": "free_hit"}, leadership=1, soldiers=[soldier(1)]
    ).choose("KX2", "retreat")
    table.roll("KXf", 4)
    assert (table.one().soldiers[0].condition, table.state.battle.round, table.open()[0]) == (
        "fainted",
        1,
        "KX3",
    )


@pytest.mark.rule("WA-206", "WA-R28")
def test_a_smoke_bomb_leaves_at_once() -> None:
    table = monster(1, goods={"silk": 1, "iron": 1}).choose("KX2", "bomb").choose("KDa", "iron")
    assert (
        table.one().smoke_bomb,
        table.one().goods["iron"],
        table.state.stock["iron"],
        table.state.battle,
    ) == (
        0,
        0,
        2,
        None,
    )
    without = monster(1, smoke_bomb=0)
    assert refusal(lambda: without.choose("KX2", "bomb")) == "WA-R28"
    down = monster(4, leadership=2, soldiers=[soldier(1), soldier(2)]).dice(
        "KX3", red=6, black=6, **MISS
    )
    assert refusal(lambda: down.choose("KX2", "bomb")) == "WA-R28"


@pytest.mark.rule("WA-265", "WA-G34")
@pytest.mark.parametrize(("option", "hp"), [("no", 4), ("yes", 3)])
def test_a_monster_that_survives_is_whole_again_unless_the_table_plays_otherwise(
    option: str, hp: int
) -> None:
    table = monster(4, options={"npc_keeps_damage": option}, caravan="scout_shell").dice(
        "KX3", silver=1, gold=6
    )
    table.choose("KX2", "retreat").roll("KXf", 1)
    table.adjust("actions", 1).choose("P1", "engage").choose("P3a", "attack")
    assert table.state.battle.hp == hp


@pytest.mark.rule("WA-199", "WA-202", "WA-203", "WA-283")
@pytest.mark.parametrize(("silver", "gold", "left"), [(3, 3, 2), (3, 4, 3), (4, 3, 4)])
def test_double_strike_needs_the_gold_die_and_a_hit(silver: int, gold: int, left: int) -> None:
    table = monster(4, caravan="scout_shell").dice("KX3", silver=silver, gold=gold)
    assert table.state.battle.hp == left


@pytest.mark.rule("WA-149", "WA-201")
def test_lv_2_units_deal_two_and_the_hero_uses_his_second_values() -> None:
    table = monster(
        4, hero_level=2, leadership=1, soldiers=[soldier(1, level=2)], caravan="scout_shell"
    )
    hero, red = table.state.battle.sides[0].units
    assert (hero.hp, hero.attack, red.hp, red.attack, red.level) == (5, 2, 4, 2, 2)
    assert [line.key for line in table.ask("KX3").lines] == ["wa.strong_dice"]
    table.dice("KX3", silver=6, gold=6, red=3)
    assert table.state.battle.hp == 2


@pytest.mark.rule("WA-253", "WA-254", "WA-252", "WA-G45")
@pytest.mark.parametrize(("option", "at_start", "at_end"), [("defeat", 3, 2), ("attack", 2, 2)])
def test_wanted_falls_with_the_victory_or_with_the_attack(
    option: str, at_start: int, at_end: int
) -> None:
    strong = {"leadership": 2, "soldiers": [soldier(1, level=2), soldier(2, level=2)]}
    table = monster(4, options={"wanted_down_on": option}, wanted=3, **strong)
    assert table.one().wanted == at_start
    table.dice("KX3", silver=1, gold=1, red=1, black=1)
    assert table.one().wanted == at_end
    auto = Table(
        options={"wanted_down_on": option},
        players={"red": {"wanted": 3, **strong}},
        raid={"territory": "java.3", "card": "raid_1"},
    )
    auto.choose("P2", "java.3")
    assert auto.one().wanted == 3


@pytest.mark.rule("WA-076", "WA-G50", "WA-G39")
def test_a_legendarys_event_rules_until_the_last_of_them_falls() -> None:
    fields = {
        "event_running": "market_day",
        "legendaries": [{"territory": "java.3", "card": "sea_serpent", "lost": 7}],
        "legendaries_used": ["sea_serpent"],
        "effects": [{"kind": "price", "what": "sell_good", "n": -1}],
    }
    table = (
        Table(options={"npc_keeps_damage": "yes"}, **fields)
        .choose("P2", "java.3")
        .dice("KX3", silver=1, gold=6)
    )
    table.roll("L1", 1, 2).roll("L2", 1, 1, 1, 1).choose("R3a", "explorer")
    assert [(effect.what, effect.n) for effect in table.state.effects] == [("buy_good", -1)]
    assert "event_back" in table.said


@pytest.mark.rule("WA-G39", "WA-187")
@pytest.mark.parametrize(("option", "number"), [("no", 2), ("yes", 1)])
def test_legendaries_do_not_replace_each_other_unless_played_so(option: str, number: int) -> None:
    fields = {
        "monster_x_total": 2,
        "legendaries": [{"territory": "java.3", "card": "jade_tiger"}],
        "legendaries_used": ["jade_tiger"],
    }
    table = (
        monster(1, fields, {"legendary_replace": option}, runes={"minion": 1})
        .dice("KX3", silver=1, gold=1)
        .roll("L2", 1)
    )
    table.show("TLa", "dusk_elephant")
    assert len(table.state.legendaries) == number
    assert table.state.legendaries[-1].card == "dusk_elephant"


@pytest.mark.rule("WA-G04", "WA-009")
@pytest.mark.parametrize(("option", "count"), [("once", 1), ("each", 2)])
def test_a_second_legendary_brings_a_rune_only_where_the_table_plays_it(
    option: str, count: int
) -> None:
    fields = {
        "legendaries": [{"territory": "java.3", "card": "jade_tiger", "lost": 7}],
        "legendaries_used": ["jade_tiger"],
    }
    red = {"runes": {"legendary": 1}, "legendary_defeated": 1}
    table = Table(
        options={"npc_keeps_damage": "yes", "legendary_runes": option},
        players={"red": red},
        **fields,
    )
    table.choose("P2", "java.3").dice("KX3", silver=1, gold=6).roll("L1", 1, 2).roll(
        "L2", 1, 1, 1, 1
    ).choose("R3a", "explorer")
    assert (table.one().rune_count, table.one().legendary_defeated) == (count, 2)
