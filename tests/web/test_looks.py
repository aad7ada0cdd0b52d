"""What the page looks like, measured in a real browser: digits seen from two metres, nothing cut
off at 200 %, and what axe says about every screen."""

from typing import Any

import pytest
from playwright.sync_api import Page

from companion import games
from companion.kit.say import say
from companion.service.status import Hint, Status
from companion.table.table import Table
from tests.web.browser import PHONE, watched
from tests.web.looks import CUT, SHEET, faults, opened
from tests.web.moments import MOMENTS, play

DIGITS = """() => [...document.querySelectorAll('.seat-box .figure.main .number')].map((one) => {
    const pen = document.createElement('canvas').getContext('2d');
    const style = getComputedStyle(one);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const size = pen.measureText('0');
    return size.actualBoundingBoxAscent + size.actualBoundingBoxDescent;
})"""
WALL = {"width": 1920, "height": 1080}
# On the wall nobody scrolls: everything is there, and nothing to press.
WHOLE = """() => {
    const middle = document.querySelector('.wall .middle');
    const pressed = [...document.querySelectorAll('.head button, .band button')]
        .filter((one) => one.offsetParent);
    const fits = middle && middle.querySelector('.tracker')
        && middle.scrollHeight <= middle.clientHeight + 1;
    return fits && !pressed.length;
}"""
PX_PER_MM = 1280 / 217  # a 10-inch tablet of 16:10 is 217 mm wide


@pytest.mark.parametrize("game_id", MOMENTS)
def test_a_game_is_readable_from_afar_large_and_by_every_sense(
    game_id: str, table: Table, address: str, chromium: Any
) -> None:
    play(table, game_id, *MOMENTS[game_id])
    page = opened(chromium, address)
    complaints, wrong = watched(page), list[str]()
    digits = page.evaluate(DIGITS)
    assert len(digits) == MOMENTS[game_id][1]
    assert min(digits) >= 20 * PX_PER_MM
    wrong += page.evaluate(CUT) + faults(page)
    look_at_a_seat(page)
    wrong += faults(page)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    wrong += faults(page, ["color-contrast"])
    page.context.close()
    for language in ("en", "id"):
        page = opened(chromium, address, f"scale: 2, still: true, language: '{language}'")
        wrong += page.evaluate(CUT)
        look_at_a_seat(page)
        wrong += page.evaluate(CUT)
        page.context.close()
    page = opened(chromium, address, size=PHONE)
    wrong += page.evaluate(CUT)
    page.goto(f"{address}/?view=wall")
    page.set_viewport_size(WALL)
    page.wait_for_function(WHOLE)
    assert wrong == []
    assert complaints == []


def look_at_a_seat(page: Page) -> None:
    page.locator(".seat-box .who").first.click()
    page.wait_for_selector("#to-table")


# Five share a column of 700 px
@pytest.mark.parametrize(("players", "least_mm"), [(2, 20), (5, 16)])
def test_every_number_of_players_has_its_digits_in_20_mm_five_in_16(
    players: int, least_mm: int, table: Table, address: str, chromium: Any
) -> None:
    play(table, "spell_from_the_future", 40, players)
    page = opened(chromium, address)
    digits = page.evaluate(DIGITS)
    assert len(digits) == players
    assert min(digits) >= least_mm * PX_PER_MM
    assert page.evaluate(CUT) == []


COLUMNS = """() => ['.band', '.virtual', '.seats[data-edge=bottom]'].map((name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    return [box.left, box.right];
})"""
SIZES = ((1280, 800), (800, 1280), (390, 844), (1920, 1080))


@pytest.mark.parametrize("size", SIZES)
def test_what_the_camera_notices_moves_no_column_and_cuts_no_ask(
    size: tuple[int, int], table: Table, board: Status, address: str, chromium: Any
) -> None:
    board.talk = lambda _message: None  # a virtual table: the page draws it beside the dashboard
    play(table, "mechamancers", *MOMENTS["mechamancers"])
    page = opened(chromium, address, size={"width": size[0], "height": size[1]})
    page.wait_for_selector(".virtual .stage")
    before = page.evaluate(COLUMNS)
    board.show(hints=tuple(Hint(f"field:{at}", say("said.roll", values=("4",))) for at in range(4)))
    board.answer("camera", say("said.roll", values=("3",)))
    page.wait_for_selector(".band .answered")
    page.wait_for_selector(".band .hints li")
    assert page.evaluate(COLUMNS) == before
    assert page.evaluate(CUT) == []


SHOWS = """([title, seq]) => document.querySelector('.head h1')?.textContent.startsWith(title)
    && Number(document.body.dataset.seq) === seq"""
CORNER = """() => {
    const box = document.querySelector('.corner').getBoundingClientRect();
    return [box.left, box.top, box.width, box.height].map(Math.round);
}"""


def test_the_one_action_stands_in_the_same_corner_and_in_sight(
    table: Table, address: str, chromium: Any
) -> None:
    page = opened(chromium, address)
    for game_id, answers in (
        ("spell_from_the_future", 0),
        ("spell_from_the_future", 52),
        ("world_adventure", 0),
    ):
        play(table, game_id, answers, 3)
        page.wait_for_function(SHOWS, arg=[games.find(game_id).title, table.last_seq])
        assert page.evaluate(CORNER) == [710, 72, 216, 160]
    page.locator(".corner .primary").click()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=table.last_seq - 1)


def test_the_map_is_seen_whole_with_marks_that_can_be_read(
    table: Table, address: str, chromium: Any
) -> None:
    play(table, "world_adventure", *MOMENTS["world_adventure"])
    page = opened(chromium, address)
    whole, holder = (page.locator(name).bounding_box() for name in (".map svg", ".middle"))
    assert whole is not None
    assert holder is not None
    assert whole["y"] + whole["height"] <= holder["y"] + holder["height"]
    heights = page.locator(".map text").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert len(heights) >= 22  # nine nations with what they need, four heroes
    assert min(heights) >= 14
    assert "Ani" in str(page.locator(".map svg").get_attribute("aria-label"))


def test_the_sheets_over_the_page_have_no_serious_fault(
    table: Table, address: str, chromium: Any
) -> None:
    page = opened(chromium, address)
    assert faults(page) == []
    page.click("[data-game=runika]")
    assert faults(page) == []
    play(table, "mechamancers", 90, 2)
    page.wait_for_selector(".table-page .tracker")
    page.locator(".log .last").click()
    page.wait_for_selector(".sheet-over .lines li")
    assert faults(page, within=SHEET) == []
    page.locator("#replay").click()
    page.wait_for_selector(".sheet-over .tracker")
    assert faults(page, within=SHEET) == []
    page.keyboard.press("Escape")
    page.locator("button.figure").first.click()
    page.wait_for_selector(".set-sheet .lines")
    assert faults(page, within=".setting") == []
    page.locator("[data-leave]").click()
    page.click("#menu")
    assert faults(page, within=SHEET) == []
    page.click("[data-screen=packs]")
    page.locator(".sheet-over [data-kind=mechs] summary").click()
    assert faults(page, within=SHEET) == []
    page.locator("[data-add=mechs]").click()
    page.wait_for_selector(".card-form")
    assert faults(page, within=SHEET) == []
