"""A service too busy to send all of its page: what did not come is asked for again, and the page
says so meanwhile.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from companion.texts import texts
from tests.web.moments import play

SLOW = texts("en")["web.slow"]


@pytest.fixture
def game(table: Any) -> None:
    play(table, "runika", 30)


def lose(page: Page, what: str, times: int) -> list[str]:
    """The first answers to these requests are lost, as on a service that is busy; says what was
    asked for.
    """
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.abort() if len(asked) <= times else route.continue_()

    page.route(what, answer)
    return asked


def test_a_lost_style_sheet_is_fetched_again(game: None, address: str, chromium: Any) -> None:
    page = chromium.new_page()
    lose(page, "**/css/page.css*", 2)
    page.goto(address)
    expect(page.locator("#boot")).to_have_text(SLOW)
    expect(page.locator("#boot")).to_be_hidden(timeout=15_000)
    counts = page.evaluate("() => [...document.styleSheets].map((one) => one.cssRules.length)")
    assert max(counts) > 100
    expect(page.locator(".ask").first).to_be_visible()


@pytest.mark.parametrize("part", ["js/main.js", "api/texts/en*"])
def test_a_page_without_its_scripts_begins_anew(
    part: str, game: None, address: str, chromium: Any
) -> None:
    page = chromium.new_page()
    asked = lose(page, f"**/{part}", 1)
    page.goto(address)
    expect(page.locator("#boot")).to_have_text(SLOW)
    expect(page.locator(".ask").first).to_be_visible(timeout=15_000)
    expect(page.locator("#boot")).to_be_hidden()
    assert len(asked) > 1
    assert page.evaluate("sessionStorage.getItem('tableside-tries')") is None


def test_the_first_page_begins_anew_too(address: str, chromium: Any) -> None:
    page = chromium.new_page()
    lose(page, "**/api/games*", 1)
    page.goto(address)
    expect(page.locator("#boot")).to_have_text(SLOW)
    expect(page.locator("[data-game]").first).to_be_visible(timeout=15_000)


def test_it_is_said_in_the_language_of_the_device(game: None, address: str, chromium: Any) -> None:
    page = chromium.new_page()
    page.add_init_script("localStorage.setItem('tableside', JSON.stringify({ language: 'id' }))")
    lose(page, "**/js/main.js", 1)
    page.goto(address)
    expect(page.locator("#boot")).to_have_text(texts("id")["web.slow"])
