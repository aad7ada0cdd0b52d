"""The Merchant Shop: selling, buying, prices, needs fulfilled."""

import pytest

from tests.games.world_adventure.table import Table, city, refusal


@pytest.mark.rule("WA-102", "WA-104", "WA-R16", "WA-G21", "WA-G54")
def test_selling_comes_before_the_dice_and_all_needed_goods_bring_six() -> None:
    table = city(goods={"silk": 2, "fruit": 1}).choose("P1", "shop")
    assert refusal(lambda: table.place("P5s.sell", {})) == "WA-R16"
    assert refusal(lambda: table.place("P5s.sell", {"sold": {"silk": 3}})) == "WA-R16"
    table.place("P5s.sell", {"sold": {"silk": 2}})
    assert table.one().gold == 32
    assert table.open() == ["P5s.sell", "P5s.roll", "P5s.close"]
    table.place("P5s.sell", {"sold": {"fruit": 1}})
    assert (table.one().gold, table.open()) == (36, ["P5s.roll", "P5s.close"])
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


@pytest.mark.rule("WA-V06")
@pytest.mark.parametrize(("charisma", "price"), [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0), (5, 0)])
def test_goods_cost_four_gold_less_charisma(charisma: int, price: int) -> None:
    one = {"charisma": charisma, "legendary_items": 1, "territory": "java.0"}
    table = Table(players={"red": one}).choose("P1", "shop").roll("P5s.roll", 1, 2, 3, 4, 5, 6)
    table.place("P5s.buy", {"bought": {"fruit": 1, "spice": 1}})
    assert table.one().gold == 20 - 2 * price


@pytest.mark.rule("WA-104")
def test_what_a_visit_sold_counts_together_however_often_one_sold() -> None:
    at_once = city(goods={"silk": 2}).choose("P1", "shop").place("P5s.sell", {"sold": {"silk": 2}})
    table = city(goods={"silk": 2}).choose("P1", "shop")
    for _ in range(2):
        table.place("P5s.sell", {"sold": {"silk": 1}})
    at_once.choose("P5s.close", "close")
    table.choose("P5s.close", "close")
    assert table.one() == at_once.one()
    assert table.one().runes["sale_12"] == 1
