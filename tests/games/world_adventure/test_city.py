"""Shop, stalls, workshop, recruiter, guild."""

import pytest

from tests.games.world_adventure.table import CITY, Table, city, refusal, soldier


@pytest.mark.rule("WA-100", "WA-R18")
def test_city_services_are_for_cities() -> None:
    table = Table()
    for action in ("shop", "stall", "workshop", "recruiter", "quest:take"):
        assert refusal(lambda action=action: table.choose("P1", action)) in ("WA-R18",)


@pytest.mark.rule("WA-116", "WA-117", "WA-R18")
def test_why_a_stall_cannot_be_built() -> None:
    assert city().why_not("P1", "stall") == "stall_charisma"
    assert city(charisma=1).why_not("P1", "stall") is None
    assert city(charisma=1, gold=4).why_not("P1", "stall") == "no_gold"
    assert (
        city(charisma=5, legendary_items=1, stalls=["china", "india", "egypt", "europe"]).why_not(
            "P1", "stall"
        )
        == "stall_most"
    )
    assert city(charisma=3, stalls=["java"]).why_not("P1", "stall") == "stall_taken"
    assert (
        Table(
            players={"red": {**CITY, "charisma": 1}, "blue": {"stalls": ["java"], "charisma": 1}}
        ).why_not("P1", "stall")
        == "stall_taken"
    )


@pytest.mark.rule("WA-014", "WA-118", "WA-154", "WA-G26")
def test_stalls_earn_runes_from_the_second_and_teach_the_whole_clan() -> None:
    clan = {"leadership": 2, "soldiers": [soldier(1), soldier(2, condition="fainted")]}
    first = city(charisma=4, **clan).choose("P1", "stall")
    assert (first.one().rune_count, first.one().hero_exp, first.one().gold) == (0, 1, 15)
    assert [one.exp for one in first.one().soldiers] == [1, 1]
    awake = city({"quiet_exp_fainted": "no"}, charisma=4, **clan).choose("P1", "stall")
    assert [one.exp for one in awake.one().soldiers] == [1, 0]
    for owned, rune in (
        (["china"], "stall_2"),
        (["china", "india"], "stall_3"),
        (["china", "india", "egypt"], "stall_4"),
    ):
        assert city(charisma=4, stalls=owned).choose("P1", "stall").one().runes[rune] == 1


@pytest.mark.rule("WA-148", "WA-118")
def test_whoever_is_at_lv_2_learns_nothing_more() -> None:
    clan = {"leadership": 2, "soldiers": [soldier(1, level=2), soldier(2, exp=6)]}
    built = city(charisma=1, hero_level=2, **clan).choose("P1", "stall").one()
    assert (built.hero_exp, [one.exp for one in built.soldiers]) == (0, [0, 6])


@pytest.mark.rule("WA-123", "WA-124", "WA-128", "WA-R19", "WA-G24", "WA-G25")
def test_upgrades_cost_five_and_sell_for_two_whatever_the_charisma() -> None:
    table = city(charisma=4, smoke_bomb=0).choose("P1", "workshop").choose("P5c", "buy:smoke_bomb")
    assert (table.one().gold, table.one().smoke_bomb) == (15, 1)
    assert refusal(lambda: table.choose("P5c", "buy:smoke_bomb")) == "WA-R19"
    table.choose("P5c", "sell:smoke_bomb")
    assert (table.one().gold, table.one().smoke_bomb) == (17, 0)
    assert refusal(lambda: table.choose("P5c", "sell:smoke_bomb")) == "WA-R19"
    full = city(medic_packs=3, gold=50).choose("P1", "workshop")
    assert refusal(lambda: full.choose("P5c", "buy:medic_packs")) == "WA-R19"
    poor = city(gold=4).choose("P1", "workshop")
    assert refusal(lambda: poor.choose("P5c", "buy:mount_pet")) == "WA-R15"


@pytest.mark.rule("WA-121", "WA-127", "WA-R20")
def test_a_caravan_is_exchanged_as_a_whole_or_not_at_all() -> None:
    table = city(gold=33, smoke_bomb=0).choose("P1", "workshop")
    assert refusal(lambda: table.choose("P5c", "caravan:master_trader")) == "WA-R20"
    assert refusal(lambda: table.choose("P5c", "caravan:trader")) == "WA-R20"
    assert table.one().gold == 33
    enough = (
        city(gold=35, smoke_bomb=0, goods={"silk": 2, "iron": 2})
        .choose("P1", "workshop")
        .choose("P5c", "caravan:master_chaser")
    )
    assert (enough.one().gold, enough.one().caravan) == (0, "master_chaser")
    enough.choose("R3a", "explorer").choose("R5", "unseen").show("R5u", "hawk", "fury").choose(
        "R5k", "hawk"
    )
    assert refusal(lambda: enough.place("P5u", {"back": {"silk": 2}})) == "WA-R16"
    assert refusal(lambda: enough.place("P5u", {"back": {"silk": 3}})) == "WA-R16"
    enough.place("P5u", {"back": {"silk": 1}})
    assert (enough.one().goods["silk"], enough.state.stock["silk"]) == (1, 1)
    rich = (
        city(gold=99, smoke_bomb=1, medic_packs=3, caravan="master_trader")
        .choose("P1", "workshop")
        .choose("P5c", "caravan:trader")
    )
    assert (rich.one().gold, rich.one().gold_wasted, rich.one().medic_packs) == (99, 18, 0)


@pytest.mark.rule("WA-142", "WA-143", "WA-144", "WA-271", "WA-294", "WA-R21", "WA-R22", "WA-R24")
def test_recruiting_and_recovering() -> None:
    table = city(leadership=3, soldiers=[soldier(2, condition="fainted")]).choose("P1", "recruiter")
    ids = [option.id for option in table.ask("P5r").options]
    assert ids == ["recruit:1", "recruit:3", "recover:2", "recruit_lv2", "done"]
    assert refusal(lambda: table.choose("P5r", "recruit_lv2")) == "WA-R22"
    assert refusal(lambda: table.choose("P5r", "recruit:4")) == "WA-R21"
    assert refusal(lambda: table.choose("P5r", "recover:1")) == "WA-R24"
    table.choose("P5r", "recruit:3").choose("P5r", "recover:2")
    assert table.one().gold == 20 - 5 - 2
    assert [(one.slot, one.level, one.condition) for one in table.one().soldiers] == [
        (2, 1, "active"),
        (3, 1, "active"),
    ]
    full = city(leadership=0).choose("P1", "recruiter")
    assert refusal(lambda: full.choose("P5r", "recruit")) == "WA-R21"
    poor = city(gold=1, leadership=2, soldiers=[soldier(1, condition="fainted")]).choose(
        "P1", "recruiter"
    )
    assert refusal(lambda: poor.choose("P5r", "recruit:2")) == "WA-R15"
    assert refusal(lambda: poor.choose("P5r", "recover:1")) == "WA-R15"


@pytest.mark.rule("WA-145", "WA-146", "WA-148", "WA-149", "WA-R23", "WA-G26", "WA-G27")
def test_training_needs_six_exp_a_fresh_month_and_gold() -> None:
    red = {
        "leadership": 3,
        "soldiers": [
            soldier(1, exp=5),
            soldier(2, exp=6, condition="fainted"),
            soldier(3, exp=6, level=2),
        ],
    }
    table = city(hero_exp=5, **red).choose("P1", "recruiter")
    assert refusal(lambda: table.choose("P5r", "evolve:1")) == "WA-R23"
    table.choose("P5r", "train")
    assert refusal(lambda: table.choose("P5t", "1")) == "WA-R23"
    assert refusal(lambda: table.choose("P5t", "3")) == "WA-R23"
    assert refusal(lambda: table.choose("P5t", "hero")) == "WA-R23"
    table.choose("P5t", "2")
    assert refusal(lambda: table.dice("P5d", red=3)) == "WA-R02"
    table.dice("P5d", black=4)
    assert (table.one().gold, table.one().soldiers[1].level, table.one().soldiers[1].exp) == (
        15,
        1,
        6,
    )
    assert refusal(lambda: table.choose("P5r", "train")) == "WA-R23"
    again = (
        city(hero_exp=6, fields={"month": 3}, hero_trained_month=2)
        .choose("P1", "recruiter")
        .choose("P5r", "train")
    )
    again.choose("P5t", "hero").dice("P5d", silver=3)
    assert (again.one().hero_level, again.one().hero_trained_month) == (2, 3)
    once = city(
        hero_exp=6,
        fields={"month": 2},
        hero_trained_month=2,
        leadership=1,
        soldiers=[soldier(1, exp=6)],
    )
    once.choose("P1", "recruiter").choose("P5r", "train")
    assert (once.why_not("P5t", "hero"), once.why_not("P5t", "1")) == ("trained", None)
    poor = (
        city(gold=9, hero_exp=6, leadership=1, soldiers=[soldier(1, exp=6)])
        .choose("P1", "recruiter")
        .choose("P5r", "train")
    )
    assert poor.ask("P5t").most == 1


@pytest.mark.rule("WA-R23")
def test_whoever_thinks_better_of_training_goes_back_and_pays_nothing() -> None:
    table = city(hero_exp=6).choose("P1", "recruiter").choose("P5r", "train")
    assert refusal(lambda: table.choose("P5t", "hero", "none")) == "wrong_number"
    table.choose("P5t", "none")
    assert (table.open(), table.one().gold) == (["P5r"], 20)
    assert table.one().hero_trained_month == 0
