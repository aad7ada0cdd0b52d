"""Laying mechs and dice by hand: a piece and its place are tapped, as on the table; nothing is
picked from a list.
"""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from companion.kit.asks import Ask, Place
from companion.kit.pieces import Cells, Piece
from companion.table.table import Table
from tests.web.browser import TABLET, watched
from tests.web.fingers import to_question, unfold
from tests.web.looks import CUT, faults, opened
from tests.web.moments import MOMENTS, play

PHONE = {"width": 390, "height": 844}
SMALL = """(all) => all.map((one) => one.getBoundingClientRect())
    .filter((box) => box.width < 64 || box.height < 64)"""


def sheet(table: Table, game: str, name: str) -> Place:
    """A moment at which this sheet may be filled in."""
    play(table, game, *MOMENTS[game])
    assert table.live is not None
    asks: tuple[Ask, ...] = table.live.game.asks(table.live.state)
    return next(ask for ask in asks if isinstance(ask, Place) and ask.sheet == name)


def unfolded(page: Page, ask: Place) -> Locator:
    to_question(page, ask)
    place: Locator = page.locator(f'[data-ask="{ask.id}"]')
    unfold(place)
    return place


def given(page: Page, place: Locator) -> Any:
    with page.expect_request("**/api/intent*") as told:
        place.locator("button.primary").click()
    body: Any = told.value.post_data_json
    return body["answer"]["cells"]


def lying(cells: Cells) -> dict[str, list[tuple[str, int]]]:
    return {cell: [(piece.id, piece.turn) for piece in pieces] for cell, pieces in cells.items()}


def test_a_mech_is_laid_by_two_taps_turned_by_another_and_taken_away(
    table: Table, address: str, chromium: Any
) -> None:
    ask = sheet(table, "mechamancers", "field")
    free = [cell.id for cell in ask.cells if cell.id not in ask.now]
    page = opened(chromium, address)
    complaints = watched(page)
    place = unfolded(page, ask)
    assert place.locator("select").count() == 0
    place.locator('[data-lay="1"]').click()  # a piece, then its place
    for _ in range(1 + 3):
        place.locator(f'[data-spot="{free[0]}"]').click()
    place.locator(f'[data-spot="{free[1]}"]').click()  # a place, then its piece
    place.locator('[data-lay="2"]').click()
    gone = next(iter(ask.now))
    place.locator("[data-lay=away]").click()
    place.locator(f'[data-spot="{gone}"]').click()
    wanted = {cell: pieces for cell, pieces in ask.now.items() if cell != gone}
    wanted |= {free[0]: (Piece(ask.pieces[1].id, turn=3),), free[1]: (Piece(ask.pieces[2].id),)}
    cells = given(page, place)
    assert {
        cell: [(one["id"], one.get("turn", 0)) for one in here] for cell, here in cells.items()
    } == lying(wanted)
    assert complaints == []


def test_a_die_on_the_grid_is_taken_up_and_laid_elsewhere(
    table: Table, address: str, chromium: Any
) -> None:
    ask = sheet(table, "runika", "grid")
    start, piece = next(iter(ask.now.items()))
    free = next(cell.id for cell in ask.cells if cell.id not in ask.now)
    page = opened(chromium, address)
    place = unfolded(page, ask)
    place.locator(f'[data-spot="{start}"]').click()
    place.locator(f'[data-spot="{free}"]').click()
    cells = given(page, place)
    assert start not in cells
    assert [(one["id"], one["face"]) for one in cells[free]] == [(piece[0].id, piece[0].face)]


def test_keys_lay_and_turn_and_stay_where_they_were(
    table: Table, address: str, chromium: Any
) -> None:
    ask = sheet(table, "mechamancers", "field")
    free = next(cell.id for cell in ask.cells if cell.id not in ask.now)
    page = opened(chromium, address)
    place = unfolded(page, ask)
    place.locator('[data-lay="1"]').focus()
    page.keyboard.press("Enter")
    assert place.locator('[data-lay="1"]').get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.activeElement.dataset.lay") == "1"
    spot = place.locator(f'[data-spot="{free}"]')
    spot.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.dataset.spot") == free
    assert (spot.get_attribute("aria-label") or "").endswith("90°")


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
@pytest.mark.parametrize(
    "settings", ["still: true", "still: true, scale: 2, language: 'id', theme: 'dark'"]
)
@pytest.mark.parametrize(("game", "name"), [("mechamancers", "field"), ("runika", "grid")])
def test_pieces_and_places_are_large_and_nothing_is_cut(
    game: str,
    name: str,
    settings: str,
    size: dict[str, int],
    table: Table,
    address: str,
    chromium: Any,
) -> None:
    ask = sheet(table, game, name)
    page = opened(chromium, address, settings, size)
    place = unfolded(page, ask)
    place.locator('[data-lay="1"]').click()
    assert place.locator("[data-lay], [data-spot]").evaluate_all(SMALL) == []
    assert page.evaluate(CUT.replace("body *", ".ask *")) == []
    assert faults(page, within=f'[data-ask="{ask.id}"]') == []
