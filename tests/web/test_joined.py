"""Who may play: the first start of a table that the network reaches, and who has joined since."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.service.status import Status
from companion.table.table import Table
from companion.texts import texts
from tests.web.browser import watched
from tests.web.looks import CUT, SHEET, faults, opened
from tests.web.moments import play
from web.app import create_app
from web.permissions import Permissions
from web.server import WebServer

SAMSUNG = "Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36"
LARGE = "still: true, scale: 2, language: 'id', theme: 'dark'"


@pytest.fixture
def gate(tmp_path: Path) -> Permissions:
    return Permissions(tmp_path / "secrets.json")


@pytest.fixture
def in_network(table: Table, tmp_path: Path, gate: Permissions) -> Iterator[str]:
    """A table that says it is reached by others, served to this machine alone."""
    app = create_app(table, Status(tmp_path / "evidence"), gate, ("192.168.1.20",))
    server = WebServer(app, "127.0.0.1", 0)
    yield server.start()
    server.stop()


def open_devices(page: Page) -> None:
    page.click("#menu")
    page.click("[data-screen=joined]")
    page.wait_for_selector(".sheet-over #joined")


@pytest.mark.parametrize("settings", ["still: true", LARGE])
def test_the_first_start_asks_for_a_pin_before_anything_else(
    settings: str, in_network: str, gate: Permissions, chromium: Any
) -> None:
    page = opened(chromium, in_network, settings)
    complaints = watched(page)
    page.wait_for_selector(".first-start")
    assert page.locator(".tile").count() == 0
    assert page.evaluate(CUT) + faults(page) == []
    page.fill("#first-pin", "2468")
    page.click("#set-pin")
    page.wait_for_selector(".tile")
    assert not gate.is_open
    open_devices(page)  # this device hosts, and is the only one
    assert page.locator("[data-device]").count() == 1
    stranger = opened(chromium, in_network, settings)
    stranger.wait_for_selector(".tile")
    stranger.click("#menu")
    stranger.click("[data-screen=joined]")
    stranger.wait_for_selector(".sheet-over .refused input")  # it may enter the PIN
    assert complaints == []


def test_or_the_owner_says_that_the_network_is_trusted(
    in_network: str, gate: Permissions, chromium: Any
) -> None:
    page = opened(chromium, in_network)
    page.click("#trust-network")
    page.wait_for_selector(".tile")
    assert gate.is_open
    open_devices(page)
    page.fill("#first-pin", "2468")  # there is still a way to shut it
    page.click("#set-pin")
    page.wait_for_selector("[data-device]")
    assert not gate.is_open


@pytest.mark.parametrize("settings", ["still: true", LARGE])
def test_the_host_sees_who_has_joined_and_takes_a_role_away(
    settings: str, in_network: str, gate: Permissions, table: Table, chromium: Any
) -> None:
    play(table, "runika", 6, 2)
    gate.set_pin("host", "2468")
    gate.set_pin("play", "1357")
    taken = gate.accept(gate.invite("play", "red"), SAMSUNG)
    assert taken is not None
    page = opened(chromium, in_network, settings)
    page.request.post(f"{in_network}/api/pair", data={"pin": "2468"})
    open_devices(page)
    rows = page.locator("[data-device]")
    assert "Android" in rows.nth(0).inner_text()
    language = "id" if settings == LARGE else "en"
    assert texts(language)["web.joined.play"] in rows.nth(0).inner_text()
    assert texts(language)["web.joined.mine"] in rows.nth(1).inner_text()
    assert page.evaluate(CUT) + faults(page, within=SHEET) == []
    rows.nth(0).locator("button").click()
    page.wait_for_function("() => document.querySelectorAll('[data-device]').length === 1")
    assert gate.who(taken[0]).role == "look"
