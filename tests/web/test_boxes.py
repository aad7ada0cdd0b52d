"""Marking the boxes of a sheet: what is drawn on its picture is kept as parts of the picture,
whatever its shape.
"""

from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, Route

from tests.web.looks import opened

MARKING = """async () => {
  const { markBoxes } = await import('/static/js/screens/boxes.js');
  const body = document.createElement('div');
  body.className = 'stack';
  document.getElementById('page').replaceChildren(body);
  const wanted = { sheet: 'mind', boxes: ['A', 'B'] };
  markBoxes({ body }, { id: 'focus', title: 'Focus' }, wanted, () => {});
}"""


def picture(page: Page, wide: int, high: int) -> None:
    png = cv2.imencode(".png", np.full((high, wide, 3), 120, np.uint8))[1].tobytes()
    page.route(
        "**/api/taught/picture*", lambda route: route.fulfill(body=png, content_type="image/png")
    )


def draw(page: Page, from_: tuple[float, float], to: tuple[float, float]) -> None:
    box = page.locator(".boxes img").bounding_box()
    assert box is not None
    ends = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in (from_, to)]
    page.mouse.move(*ends[0])
    page.mouse.down()
    page.mouse.move(*ends[1], steps=3)
    page.mouse.up()


@pytest.mark.parametrize(("wide", "high"), [(120, 180), (300, 90)])
def test_a_box_is_kept_where_it_was_drawn(
    wide: int, high: int, address: str, chromium: Any
) -> None:
    page = opened(chromium, address)
    picture(page, wide, high)
    sent: list[Any] = []

    def take(route: Route) -> None:
        sent.append(route.request.post_data_json)
        route.fulfill(json=sent[0])

    page.route("**/api/taught/boxes*", take)
    page.evaluate(MARKING)
    page.wait_for_function("() => document.querySelector('.boxes').style.width")
    shape = page.locator(".boxes img").bounding_box()
    assert shape is not None
    assert shape["width"] / shape["height"] == pytest.approx(wide / high, rel=0.02)
    assert shape["height"] <= 0.61 * 800
    draw(page, (0.1, 0.2), (0.5, 0.6))
    draw(page, (0.5, 0.2), (0.9, 0.6))
    with page.expect_response("**/api/taught/boxes*"):
        page.click("#keep-boxes")
    boxes = sent[0]["boxes"]
    assert boxes["A"] == pytest.approx([0.1, 0.2, 0.4, 0.4], abs=0.02)
    assert boxes["B"] == pytest.approx([0.5, 0.2, 0.4, 0.4], abs=0.02)
