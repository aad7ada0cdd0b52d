"""Every screen behind the menu, the virtual table and the end: no serious fault for axe, nothing
cut off at 200 %.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from companion.config import Config
from companion.service.service import Service
from companion.table.table import Table
from companion.texts import texts
from tests.web.browser import watched
from tests.web.looks import CUT, SHEET, faults, opened
from tests.web.moments import play

SCREENS = {
    "games": "#games-list p",
    "people": ".people-list, .soft",
    "pace": "[data-pace], .soft",
    "camera": ".zones-list",
    "teach": ".lesson-list, .soft",
    "turning": "button",
    "packs": "[data-kind]",
    "hardware": "#hardware p",
    "joined": "#joined",
    "help": "#help a",
    "selftest": "#selftest .check",
}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder: Path = tmp_path_factory.mktemp("house")
    made = Service(
        folder, Config(), camera="virtual:?table=screens&fps=2", panel="script:demo", virtual=True
    )
    made.address = made.start("127.0.0.1", 0)
    play(made.table, "runika", 52, 2)
    yield made
    made.stop()


def wrong_with(page: Page, within: str = "html") -> list[str]:
    found: list[str] = page.evaluate(CUT)
    return found + faults(page, within=within)


@pytest.mark.parametrize(
    "settings", ["still: true", "still: true, scale: 2, language: 'id', theme: 'dark'"]
)
def test_the_virtual_table_and_every_screen_behind_the_menu(
    settings: str, service: Service, chromium: Any
) -> None:
    page = opened(chromium, service.address, settings)
    page.set_default_timeout(60_000)
    complaints = watched(page)
    page.wait_for_selector(".stage")
    page.wait_for_selector(".badge:not(.away) >> nth=2")
    wrong = wrong_with(page)
    page.locator(".drawer > summary").click()
    wrong += wrong_with(page)
    page.locator("[data-mischief=lamp]").click()
    page.locator(
        "[data-mischief=lamp][aria-pressed=true]"
    ).click()  # the shelf is still open: what was done is undone
    for screen, there in SCREENS.items():
        page.click("#menu")
        page.click(f"[data-screen={screen}]")
        page.wait_for_selector(
            f".sheet-over:not(:has([data-screen])) :is({there})"
        )  # not still the menu
        wrong += [f"{screen}: {fault}" for fault in wrong_with(page, SHEET)]
        page.keyboard.press("Escape")
    page.context.close()
    assert not wrong, "\n".join(wrong)
    assert complaints == []


IN_SIGHT = """() => ['.drawer-body', '.keys', '[data-mischief=sweep]'].every((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.left >= 0
    && box.bottom <= innerHeight && box.right <= innerWidth;
})"""


def test_panel_and_mischief_lie_in_a_drawer_that_opens_whole(
    service: Service, chromium: Any
) -> None:
    page = opened(chromium, service.address)
    page.wait_for_selector(".keys .key", state="attached")
    assert not page.locator(".keys").is_visible()
    page.locator(".drawer > summary").click()
    assert page.evaluate(IN_SIGHT)
    page.context.close()


def test_a_tap_throws_and_a_swing_throws_harder(service: Service, chromium: Any) -> None:
    page = opened(chromium, service.address)
    page.set_default_timeout(60_000)
    page.wait_for_selector(".over-table.throwable")
    box = page.locator(".over-table").bounding_box()
    assert box is not None
    corner = (box["x"] + 4, box["y"] + 4)  # bare cloth

    def thrown(swing: float) -> Any:
        with page.expect_request("**/api/virtual*") as told:
            page.mouse.move(*corner)
            page.mouse.down()
            page.mouse.move(corner[0] + swing, corner[1] + swing, steps=3)
            page.mouse.up()
        return told.value.post_data_json

    assert thrown(0) == {"to": "table", "do": "throw"}
    hard = thrown(box["height"] / 2)
    assert hard["hard"] > 0.5
    assert round(hard["towards"]) == 45
    assert page.locator(".lens-sees polygon").count() == 0
    page.click("#lens-sees")
    page.wait_for_selector(".lens-sees polygon.place")
    page.context.close()


def test_a_screen_that_comes_late_does_not_open_after_it_was_closed(
    table: Table, address: str, chromium: Any
) -> None:
    play(table, "runika", 20, 2)
    page = opened(chromium, address, "still: true")
    complaints = watched(page)
    waiting: list[Route] = []
    page.route("**/api/games?*", lambda route: waiting.append(route))
    page.click("#menu")
    page.click("[data-screen=packs]")
    page.get_by_text(texts("en")["web.coming"]).wait_for()  # it says at once that it is on its way
    page.keyboard.press("Escape")
    page.locator(".log .last").click()
    page.wait_for_selector(".sheet-over .lines")
    with page.expect_response("**/api/packs/runika?*"):
        waiting[0].continue_()
    page.evaluate(
        "() => fetch('/api/packs/runika').then((reply) => reply.json())"
    )  # what came is drawn by now
    assert page.locator(".sheet-over .lines").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#over").is_hidden()
    assert complaints == []
    page.context.close()


def test_a_screen_that_does_not_come_says_so_and_can_be_tried_again(
    table: Table, address: str, chromium: Any
) -> None:
    page = opened(chromium, address, "still: true")
    page.route("**/api/games?*", lambda route: route.abort(), times=1)
    page.click("#menu")
    page.click("[data-screen=packs]")
    page.get_by_text(texts("en")["web.not_come"]).wait_for()
    page.get_by_role("button", name=texts("en")["web.try_again"]).click()
    page.wait_for_selector(".sheet-over [data-kind]")
    page.context.close()


@pytest.mark.parametrize("settings", ["still: true", "still: true, scale: 2, language: 'id'"])
def test_the_end_of_a_game(settings: str, table: Table, address: str, chromium: Any) -> None:
    play(table, "spell_from_the_future", 600, 3)
    page = opened(chromium, address, settings)
    page.wait_for_selector(".end .whole-game svg")
    tips = page.locator(".whole-game .tip").evaluate_all(
        "all => all.map((one) => Number(one.getAttribute('y')))"
    )
    assert all(below - above > 15 for above, below in pairwise(sorted(tips))), (
        "names at the ends of lines overlap"
    )
    assert wrong_with(page) == []
    page.context.close()
