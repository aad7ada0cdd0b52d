"""The hall's page in a browser: every table at once on a big screen, nothing cut off on a phone."""

import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.broadcast.messages import GameNow, SeatNow, TableState
from companion.broadcast.observing import utc
from companion.config import MqttSettings
from companion.hall.board import heard
from companion.hall.hall import Hall
from companion.hall.server import HallSite
from companion.hall.serving import serving
from tests.web.browser import watched

TABLES = 24
COLOURS = ("red", "blue", "green", "yellow")
LONG = "Runika and the Six-sided Spellbooks"
SEEN = """() => [...document.querySelectorAll("[data-table]")].filter((one) =>
    one.getBoundingClientRect().bottom <= window.innerHeight).length"""


@pytest.fixture
def hall() -> Iterator[str]:
    """As many tables as a club has; no broker is needed to look."""
    made = Hall(MqttSettings(broker="mqtt://127.0.0.1:1"), "test")
    for number in range(TABLES):
        name = f"t{number}"
        seats = tuple(SeatNow(one, one.title(), one, number) for one in COLOURS)
        game = GameNow("runika", LONG, 1, 1, utc(time.time()), "Round 1", seats, "Take one die")
        state = TableState(name, f"Table {number}", utc(time.time()), game=game)
        board = heard(made.board, f"tableside/v1/{name}/state", msgspec.json.encode(state))
        made.board = heard(board, f"tableside/v1/{name}/online", b"online")
    with serving(HallSite(made), "127.0.0.1", 0) as address:
        yield address


def opened(chromium: Any, address: str, width: int, height: int) -> tuple[Any, list[str]]:
    page = chromium.new_page(viewport={"width": width, "height": height})
    complaints = watched(page)
    page.goto(address)
    page.locator("[data-table]").nth(TABLES - 1).wait_for()
    return page, complaints


def test_a_big_screen_shows_every_table_at_once(hall: str, chromium: Any) -> None:
    page, complaints = opened(chromium, hall, 1920, 1080)
    assert page.evaluate(SEEN) < TABLES
    page.click("#big")
    assert page.evaluate(SEEN) == TABLES
    page.keyboard.press("Escape")
    assert page.locator("header").is_visible()
    assert complaints == []


def test_on_a_phone_nothing_runs_over_the_side_and_the_round_is_read(
    hall: str, chromium: Any
) -> None:
    page, complaints = opened(chromium, hall, 390, 844)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator(".where").first.inner_text() == "Round 1"
    assert complaints == []
