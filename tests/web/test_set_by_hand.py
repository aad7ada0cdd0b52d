"""A number set by hand in a real browser: few taps, one line, and a way to do it all the same."""

from typing import Any

from companion.table.table import Table
from tests.web.looks import opened
from tests.web.moments import play


def lines(table: Table) -> int:
    assert table.live is not None
    return len(table.live.log())


def figure(table: Table, seat: str) -> int:
    assert table.live is not None
    return int(table.live.state.players[seat].gold)


def test_five_gold_more_are_two_taps_on_the_sheet_and_one_line(
    table: Table, address: str, chromium: Any
) -> None:
    play(table, "world_adventure", 40, 3)
    page = opened(chromium, address)
    before, said = figure(table, "red"), lines(table)
    page.locator('.seat-box[data-seat=red] button[data-tracker="gold:red"]').click()
    page.locator("[data-by='5']").click()
    page.locator(".corner button.primary").click()
    page.locator(".setting").wait_for(state="detached")
    assert figure(table, "red") == before + 5
    assert lines(table) == said + 1


def test_what_would_end_the_game_says_so_with_the_button_that_does_it(
    table: Table, address: str, chromium: Any
) -> None:
    play(table, "spell_from_the_future", 52, 3)
    page = opened(chromium, address)
    page.locator("[data-tracker=village] button.value").first.click()
    for digit in "10":
        page.locator(f"[data-digit='{digit}']").click()
    pad = page.locator(".set-pad").bounding_box()
    page.locator("[data-reason=forgotten]").click()
    page.locator(".corner button.primary").click()
    page.locator("[data-anyway]").wait_for()
    assert "ends the game" in page.locator(".refused-line").inner_text()
    assert page.locator(".set-pad").bounding_box() == pad, "nothing moved under the finger"
    page.locator("[data-anyway]").click()
    page.wait_for_selector(".end")
    assert table.live is not None
    assert table.live.log()[-1].says
