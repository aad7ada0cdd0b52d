"""A whole three-player game of Spell from the Future by touch, in a real browser, and the winner
checked.
"""

import random
from typing import Any

from playwright.sync_api import Locator, Page

from companion.table.table import Table
from tests.web.browser import TABLET, watched
from tests.web.fingers import SETTLED, unfold
from tests.web.looks import opened
from tests.web.moments import play

# Sheets and cards that somebody has to enter, with their controls in sight.
UNFOLDED = ", ".join(
    f".ask:not(.optional):not(.folded)[data-kind={kind}]" for kind in ("show", "place")
)


def begin_by_touch(page: Page, address: str) -> None:
    page.goto(address)
    page.click("[data-game=spell_from_the_future]")
    for at, name in enumerate(("Ani", "Budi", "Citra")):
        page.locator(".people input").nth(at).fill(name)
    page.click("#start")
    page.wait_for_selector(".ask")


def tap_an_answer(ask: Locator, chance: random.Random) -> None:
    """Answers one ask the way its kind is answered by touch."""
    unfold(ask)
    kind = ask.get_attribute("data-kind")
    if kind == "roll":
        ask.locator("button.face").nth(chance.randrange(6)).click()
    elif kind == "ready":
        ask.locator("button:not([aria-pressed=true])").first.click()
    elif kind == "place":
        place_some_tokens(ask, chance)
    elif kind == "show":
        pick(ask, ask.locator(".known button"), chance)
    elif kind == "count":
        ask.locator("button.primary").click()
    else:
        pick(ask, ask.locator(".options button:not(.closed)"), chance)


def pick(ask: Locator, buttons: Locator, chance: random.Random) -> None:
    """One of the buttons; where several are wanted, as many as it takes."""
    start, several = chance.randrange(buttons.count()), ask.locator("[data-pick=several]").count()
    buttons.nth(start).click()
    if several:
        done = ask.locator(":scope > button.primary, :scope > details > button.primary")
        for at in range(1, buttons.count()):
            if done.is_enabled():
                break
            buttons.nth((start + at) % buttons.count()).click()
        done.click()


def place_some_tokens(ask: Locator, chance: random.Random) -> None:
    """One of each colour on two of the first four boxes: those have a word every day."""
    for first, colour in enumerate(("white", "black")):
        cell = ask.locator(".cell").nth(2 * first + chance.randrange(2))
        cell.locator(f"[data-piece={colour}] button").last.click()
    ask.locator("button.primary").click()


def play_to_the_end(page: Page, table: Table) -> int:
    chance, taps = random.Random(4), 0
    while not page.locator(".end").count():
        before = table.last_seq
        asks = page.locator(".ask:not(.optional)")
        assert page.locator(UNFOLDED).count() <= 1
        cards_first = page.locator(".ask[data-kind=show]:not(.optional)")
        asks = cards_first if cards_first.count() else asks
        tap_an_answer(asks.nth(chance.randrange(asks.count())), chance)
        page.wait_for_function(SETTLED, arg=before)
        taps += 1
        assert taps < 600
    return taps


def test_a_whole_game_by_touch_names_its_winner(table: Table, address: str, chromium: Any) -> None:
    page = chromium.new_page(viewport=TABLET)
    complaints = watched(page)
    begin_by_touch(page, address)
    assert play_to_the_end(page, table) > 30
    assert table.live is not None
    outcome = table.live.game.outcome(table.live.state)
    assert outcome is not None
    assert page.locator(".end").get_attribute("data-winners") == " ".join(outcome.winners)
    names = {"red": "Ani", "blue": "Budi", "green": "Citra"}
    for seat in outcome.winners:
        assert names[seat] in page.locator(".end h2").inner_text()
    assert complaints == []


def test_of_several_sheets_one_is_open_and_one_that_was_opened_stays_so(
    table: Table, address: str, chromium: Any
) -> None:
    play(
        table, "spell_from_the_future", 14, 3, seed=4
    )  # the screens are up: a Mind Card and a sheet for each
    page = opened(chromium, address)
    assert page.locator(UNFOLDED).count() == 1
    assert page.locator(".ask.folded:not(.optional)").count() == 5
    last = page.locator(
        f'[data-ask="{page.locator(".ask.folded").last.get_attribute("data-ask")}"]'
    )
    unfold(last)
    last.locator("[data-cell=A] [data-piece=white] button").last.click()
    before = table.last_seq
    page.locator(UNFOLDED).locator(".known button").first.click()
    page.wait_for_function(SETTLED, arg=before)
    assert last.locator("[data-cell=A] [data-piece=white] output").inner_text() == "1"
    assert last.locator("[data-cell=A]").is_visible()
    assert (
        page.locator(UNFOLDED).get_attribute("data-kind") == "place"
    )  # the next one opened by itself
