"""The header keeps its one line, whatever is away: what is below it does not jump."""

from typing import Any

import pytest

from companion.service.status import Device, Status
from companion.table.table import Table
from tests.web.browser import TABLET
from tests.web.looks import CUT, opened
from tests.web.moments import play

SIZES = {
    "tablet": TABLET,
    "upright": {"width": 800, "height": 1280},
    "phone": {"width": 390, "height": 844},
}

ROWS = """() => [...document.querySelectorAll('.head > *')]
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.width).map((box) => Math.round((box.top + box.bottom) / 2))"""


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_the_header_stays_one_row_while_camera_and_panel_are_away(
    size: dict[str, int], table: Table, board: Status, address: str, chromium: Any
) -> None:
    play(table, "runika", 60, 3)  # the longest title
    page = opened(chromium, address, "still: true", size)
    calm = page.locator(".head").bounding_box()
    board.show(camera=Device("away"), panel=Device("away"))
    page.wait_for_function("() => document.querySelectorAll('.head .badge.away').length === 2")
    middles = page.evaluate(ROWS)
    assert max(middles) - min(middles) <= 2
    away = page.locator(".head").bounding_box()
    assert calm is not None
    assert away is not None
    assert away["height"] - calm["height"] < 10
    assert away["height"] <= 60
    assert page.evaluate(CUT.replace("body *", ".head *")) == []
