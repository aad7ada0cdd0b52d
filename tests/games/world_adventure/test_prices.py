"""Prices of goods."""

import pytest

from tests.games.world_adventure.table import Table


@pytest.mark.rule("WA-V06")
@pytest.mark.parametrize(("charisma", "price"), [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0), (5, 0)])
def test_goods_cost_four_gold_less_charisma(charisma: int, price: int) -> None:
    one = {"charisma": charisma, "legendary_items": 1, "territory": "java.0"}
    table = Table(players={"red": one}).choose("P1", "shop").roll("P5s.roll", 1, 2, 3, 4, 5, 6)
    table.place("P5s.buy", {"bought": {"fruit": 1, "spice": 1}})
    assert table.one().gold == 20 - 2 * price
