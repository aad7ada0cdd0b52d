"""Shop, stalls, workshop, recruiter, guild."""

from typing import Any

import pytest

from tests.games.world_adventure.table import Table, refusal, soldier

CITY = {"territory": "java.0"}


def city(
    options: dict[str, Any] | None = None, fields: dict[str, Any] | None = None, **red: Any
) -> Table:
    return Table(players={"red": {**CITY, **red}}, options=options, **(fields or {}))


@pytest.mark.rule("WA-100", "WA-R18")
def test_city_services_are_for_cities() -> None:
    table = Table()
    for action in ("shop", "stall", "workshop", "recruiter", "quest:take"):
        assert refusal(lambda action=action: table.choose("P1", action)) in ("WA-R18",)


@pytest.mark.rule("WA-102", "WA-104", "WA-R16", "WA-G21", "WA-G54")
def test_selling_comes_before_the_dice_and_all_needed_goods_bring_six() -> None:
    table = city(goods={"silk": 2, "fruit": 1}).choose("P1", "shop")
    assert refusal(lambda: table.place("P5s.sell", {})) == "WA-R16"
    assert refusal(lambda: table.place("P5s.sell", {"sold": {"silk": 3}})) == "WA-R16"
    table.place("P5s.sell", {"sold": {"silk": 2}})
    assert table.one().gold == 32
    assert table.open() == ["P5s.roll", "P5s.close"]
    rolled = city(goods={"silk": 2}).choose("P1", "shop").roll("P5s.roll", 1, 2, 3, 4, 5, 6)
    assert refusal(lambda: rolled.place("P5s.sell", {"sold": {"silk": 1}})) == "WA-R16"
    assert refusal(lambda: rolled.place("P5s.buy", {"bought": {"silk": 1}})) == "WA-R16"
    rolled.place("P5s.buy", {"bought": {"iron": 1}})
    assert rolled.one().goods["iron"] == 1


@pytest.mark.rule("WA-110", "WA-R15", "WA-R16")
def test_what_is_bought_must_fit_and_be_paid() -> None:
    table = city(gold=7).choose("P1", "shop").roll("P5s.roll", 1, 2, 3, 4, 5, 5)
    assert refusal(lambda: table.place("P5s.buy", {"bought": {"fruit": 1, "spice": 1}})) == "WA-R15"
    table.place("P5s.buy", {"bought": {"fruit": 1}})
    assert table.one().gold == 3
    narrow = (
        city(caravan="chaser", goods={"silk": 1})
        .choose("P1", "shop")
        .roll("P5s.roll", 1, 2, 3, 4, 5, 5)
    )
    assert (
        refusal(lambda: narrow.place("P5s.buy", {"bought": {"fruit": 1, "spice": 1}})) == "WA-R16"
    )
    wider = (
        city(caravan="chaser", cargo_up=1, goods={"silk": 1})
        .choose("P1", "shop")
        .roll("P5s.roll", 1, 2, 3, 4, 5, 5)
    )
    assert wider.place("P5s.buy", {"bought": {"fruit": 1, "spice": 1}}).one().gold == 12


@pytest.mark.rule("WA-114", "WA-G15", "WA-132")
@pytest.mark.parametrize(("charisma", "code"), [(3, "WA-R16"), (4, "accepted"), (5, "accepted")])
def test_charisma_4_chooses_one_good_beyond_the_dice(charisma: int, code: str) -> None:
    table = (
        city(charisma=charisma, legendary_items=1)
        .choose("P1", "shop")
        .roll("P5s.roll", 1, 1, 1, 1, 1, 1)
    )
    assert refusal(lambda: table.place("P5s.buy", {"bought": {"iron": 1, "spice": 1}})) == "WA-R16"
    assert refusal(lambda: table.place("P5s.buy", {"bought": {"iron": 1}})) == code
    need = city(charisma=4).choose("P1", "shop").roll("P5s.roll", 1, 1, 1, 1, 1, 1)
    assert refusal(lambda: need.place("P5s.buy", {"bought": {"silk": 1}})) == "WA-R16"


@pytest.mark.rule("WA-G13")
@pytest.mark.parametrize(("charisma", "least", "gold"), [(3, 1, 19), (4, 1, 19), (4, 0, 20)])
def test_the_least_price_of_a_good_is_an_option(charisma: int, least: int, gold: int) -> None:
    table = (
        city({"min_good_price": least}, charisma=charisma)
        .choose("P1", "shop")
        .roll("P5s.roll", 1, 1, 1, 1, 1, 1)
    )
    assert table.place("P5s.buy", {"bought": {"fruit": 1}}).one().gold == gold


@pytest.mark.rule("WA-101", "WA-112", "WA-G20", "WA-R17", "WA-E30")
@pytest.mark.parametrize(
    ("wait", "month", "why"),
    [(2, 5, "shop_closed"), (2, 6, None), (3, 6, "shop_closed"), (3, 7, None)],
)
def test_the_same_shop_opens_again_after_the_wait(wait: int, month: int, why: str | None) -> None:
    table = city({"shop_wait": wait}, {"month": month}, shop_month={"java": 4})
    assert table.why_not("P1", "shop") == why
    if why is not None:
        option = next(option for option in table.ask("P1").options if option.id == "shop")
        assert option.why_not is not None
        assert option.why_not.values["month"] == 4 + wait
        assert refusal(lambda: table.choose("P1", "shop")) == "WA-R17"
    once = city(None, {"turn": {"moves": 1, "actions": 1, "shop_done": True}})
    assert once.why_not("P1", "shop") == "shop_done"


@pytest.mark.rule("WA-G05", "WA-021")
def test_the_second_good_of_a_great_sale_may_have_to_differ() -> None:
    table = city({"sale_second_good": "other_kind"}, goods={"silk": 2}).choose("P1", "shop")
    table.place("P5s.sell", {"sold": {"silk": 2}}).choose("P5s.close", "close")
    assert (table.one().runes["sale_12"], table.one().hero_exp) == (0, 1)
    mixed = city({"sale_second_good": "other_kind"}, goods={"silk": 1, "iron": 2}).choose(
        "P1", "shop"
    )
    mixed.place("P5s.sell", {"sold": {"silk": 1, "iron": 2}}).choose("P5s.close", "close")
    assert mixed.one().runes["sale_12"] == 1
    alone = city(
        {"sale_second_good": "any"},
        {"effects": [{"kind": "price", "what": "sell_good", "n": 6}]},
        goods={"silk": 1},
    )
    alone.choose("P1", "shop").place("P5s.sell", {"sold": {"silk": 1}}).choose("P5s.close", "close")
    assert (alone.one().gold, alone.one().runes["sale_12"], alone.one().hero_exp) == (32, 0, 1)
    used = (
        city(goods={"silk": 2}, runes={"sale_12": 1})
        .choose("P1", "shop")
        .place("P5s.sell", {"sold": {"silk": 2}})
    )
    assert used.choose("P5s.close", "close").one().rune_count == 1
    one = city({"sale_rune_per_trade": "one"}, goods={"silk": 2}, runes={"sale_16": 1}).choose(
        "P1", "shop"
    )
    one.place("P5s.sell", {"sold": {"silk": 2}}).choose("P5s.close", "close")
    assert one.one().runes["sale_12"] == 1


@pytest.mark.rule("WA-163", "WA-G22", "WA-290")
def test_every_third_need_brings_the_brigand_at_once_or_at_the_months_end() -> None:
    fields = {"needs_fulfilled": 2, "turn_order": ["blue", "red"]}
    table = (
        city(None, fields, goods={"silk": 1})
        .choose("P1", "shop")
        .place("P5s.sell", {"sold": {"silk": 1}})
    )
    table.choose("P5s.close", "close").show("A1.marker", "egypt").roll("A1.die", 5)
    assert table.state.brigand.territory == "egypt.5"
    second = (
        city(None, {"needs_fulfilled": 1}, goods={"silk": 1})
        .choose("P1", "shop")
        .place("P5s.sell", {"sold": {"silk": 1}})
    )
    assert second.choose("P5s.close", "close").open()[0] == "P1"
    late = city({"brigand_when": "end_of_month"}, fields, goods={"silk": 1}).choose("P1", "shop")
    late.place("P5s.sell", {"sold": {"silk": 1}}).choose("P5s.close", "close")
    assert late.state.brigand_due is True
    late.choose("P1", "end").show("A1.marker", "egypt").roll("A1.die", 5)
    assert (late.state.brigand.territory, late.state.brigand_due, late.open()) == (
        "egypt.5",
        False,
        ["E2a"],
    )


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


@pytest.mark.rule("WA-156", "WA-157", "WA-160", "WA-G23")
def test_a_quest_is_one_of_two_unseen_or_one_that_lies_open() -> None:
    table = (
        city(None, {"quest_faceup": ["feast", "well", "riddle"]})
        .choose("P1", "quest:take")
        .choose("P6", "unseen")
    )
    table.show("P6u", "duel", "letters").choose("P6k", "duel")
    assert table.state.quest_faceup == ("feast", "well", "riddle", "letters")
    assert (table.one().quest.card, table.one().quest.city, table.state.turn.actions) == (
        "duel",
        "java.0",
        0,
    )
    assert table.open()[0] == "P1"
    none = city(None, {"quest_faceup": ["feast"]}).choose("P1", "quest:take").choose("P6", "unseen")
    none.show("P6u", "duel", "letters").choose("P6k", "none")
    assert (none.state.quest_faceup, none.one().quest, none.state.turn.actions) == (
        ("feast", "duel", "letters"),
        None,
        0,
    )
    taken = (
        city(None, {"quest_faceup": ["feast", "well"]})
        .choose("P1", "quest:take")
        .choose("P6", "well")
    )
    assert taken.ask("P6f").most == 2
    taken.show("P6f", "duel", "riddle")
    assert taken.state.quest_faceup == ("feast", "duel", "riddle")


@pytest.mark.rule("WA-019", "WA-160", "WA-162", "WA-R31", "WA-151")
def test_a_quest_is_done_at_its_place_with_the_dice_its_card_asks_for() -> None:
    feast = {"quest": {"card": "feast", "city": "java.0"}, "charisma": 2}
    table = city(**feast).choose("P1", "quest:complete").roll("P6q", 4, 3)
    assert (
        table.one().quest,
        table.one().gold,
        table.one().hero_exp,
        table.one().runes["quest_1"],
    ) == (None, 25, 1, 1)
    failed = city(**feast).choose("P1", "quest:complete").roll("P6q", 4, 5)
    assert failed.one().quest is not None
    assert refusal(lambda: failed.choose("P1", "quest:complete")) == "WA-R31"
    away = Table(players={"red": feast})
    assert refusal(lambda: away.choose("P1", "quest:complete")) == "WA-R31"
    third = (
        city(quest={"card": "duel", "city": "java.0"}, quests_done=2)
        .choose("P1", "quest:complete")
        .choose("P6y", "yes")
    )
    assert third.one().runes["quest_3"] == 1
    fourth = (
        city(quest={"card": "duel", "city": "java.0"}, quests_done=3)
        .choose("P1", "quest:complete")
        .choose("P6y", "yes")
    )
    assert (fourth.one().rune_count, fourth.one().gold, fourth.one().hero_exp) == (0, 22, 2)
    unsure = (
        city(quest={"card": "duel", "city": "java.0"})
        .choose("P1", "quest:complete")
        .choose("P6y", "no")
    )
    assert unsure.one().quest is not None
    assert refusal(lambda: city().choose("P1", "quest:complete")) == "WA-R31"
    choir = (
        city(quest={"card": "choir", "city": "java.0"}, charisma=2)
        .choose("P1", "quest:complete")
        .roll("P6q", 1, 4)
    )
    assert choir.one().quest is not None


@pytest.mark.rule("WA-131", "WA-135", "WA-292")
@pytest.mark.parametrize(("status", "card"), [("charisma", "choir"), ("explorer", "well")])
def test_a_limit_break_passes_a_check_without_dice(status: str, card: str) -> None:
    sure = {status: 5, "legendary_items": 1, "quest": {"card": card, "city": "java.0"}}
    assert city(**sure).choose("P1", "quest:complete").one().quests_done == 1
    four = city(**{status: 4, "quest": {"card": card, "city": "java.0"}}).choose(
        "P1", "quest:complete"
    )
    assert "P6q" in four.open()
    none = city(quest={"card": card, "city": "java.0"}).choose("P1", "quest:complete").ready("P6q")
    assert none.one().quests_done == 0


@pytest.mark.rule("WA-161")
def test_a_quest_with_two_places_is_done_at_both() -> None:
    held = {"card": "survey", "city": "java.0", "places": ["java.2", "java.3"]}
    table = (
        Table(players={"red": {"quest": held}}).choose("P1", "quest:complete").choose("P6y", "yes")
    )
    assert (table.one().quest.done, table.one().rune_count) == (("java.2",), 0)
    assert refusal(lambda: table.choose("P1", "quest:complete")) == "WA-R31"
    table.choose("P2", "java.3").choose("P1", "quest:complete").choose("P6y", "yes")
    assert (table.one().runes["quest_1"], table.one().gold) == (1, 29)
    door = {"quest": {"card": "pyramid", "city": "java.0"}, "territory": "egypt.4", "explorer": 2}
    named = (
        Table(players={"red": door})
        .choose("P1", "quest:complete")
        .roll("P6q", 1, 2)
        .roll("L2", 1, 1)
    )
    assert (named.one().quests_done, named.one().gold) == (1, 20 + 7 + 4)
