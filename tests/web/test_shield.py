"""A base's shield is a ring around its number: an arc for each point, and a lock while blockers
stand before it.
"""

from typing import Any

import pytest

from companion.kit.trackers import Gauge
from companion.table.table import Table
from tests.web.looks import CUT, opened
from tests.web.moments import play

DRAWN = """async (one) => {
    const { draw } = await import('/static/js/trackers/index.js');
    const ring = { id: 'base', say: 'Base shield', kind: 'gauge', shape: 'ring', ...one };
    const made = draw(ring, {}, () => {});
    document.body.append(made);
    return [made.querySelectorAll('svg > path').length, made.querySelectorAll('path.full').length,
        made.querySelectorAll('.lock').length, made.querySelector('.number').textContent];
}"""


@pytest.mark.parametrize(
    ("one", "wanted"),
    [
        ({"value": 2, "most": 5, "locked": True}, [5, 2, 1, "2"]),
        ({"value": 0, "most": 1}, [1, 0, 0, "0"]),
        ({"value": 30, "most": 30}, [24, 24, 0, "30"]),
    ],
)
def test_a_ring_has_an_arc_for_each_point(
    one: Any, wanted: list[Any], address: str, chromium: Any
) -> None:
    page = chromium.new_page()
    page.goto(address)
    page.wait_for_selector(".setup")
    assert page.evaluate(DRAWN, one) == wanted
    assert page.evaluate(CUT.replace("body *", ".tracker *")) == []


def test_each_base_is_a_ring_that_is_locked_while_blockers_stand(
    table: Table, address: str, chromium: Any
) -> None:
    play(table, "mechamancers", 120, 4)
    assert table.live is not None
    bases = [
        one
        for one in table.live.game.view(table.live.state, None).trackers
        if one.id.startswith("base:")
    ]
    assert len(bases) == 4
    for base in bases:
        assert isinstance(base, Gauge)
        assert base.shape == "ring"
        assert base.note is not None
        assert base.locked == (base.note.key == "mm.note.guarded")
    page = opened(chromium, address)
    page.locator("[data-seat=red] .who").click()
    page.wait_for_selector("[data-tracker='base:red'] .shield")
