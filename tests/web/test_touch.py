"""A whole three-player game of Spell from the Future by touch, in a real browser, and the winner
checked.
"""

import random
from typing import Any

from playwright.sync_api import Locator, Page

from companion.kit.asks import Place, Show
from companion.kit.intents import Answer, Shown
from companion.kit.pieces import CardSeen
from companion.table.table import Table
from tests.web.browser import TABLET, watched
from tests.web.fingers import SETTLED, UNFOLDED, to_question, unfold
from tests.web.looks import opened
from tests.web.moments import play


def begin_by_touch(page: Page, address: str) -> None:
    page.goto(address)
    page.click("[data-game=spell_from_the_future]")
    for at, name in enumerate(("Ani", "Budi", "Citra")):
        page.locator(".people input").nth(at).fill(name)
    page.evaluate(UNFOLDED)
    page.click("[data-value=demo]")  # on a real table the cards of the box are the usual ones
    page.click("#start")
    page.wait_for_selector(".ask")


def tap_an_answer(ask: Locator, chance: random.Random) -> None:
    """Answers one ask the way its kind is answered by touch."""
    unfold(ask)
    kind = ask.get_attribute("data-kind")
    if kind == "roll":
        ask.locator("button.face").nth(chance.randrange(6)).click()
    elif kind == "ready":
        ask.locator(".corner .primary, [data-ready]:not([aria-pressed=true])").first.click()
    elif kind == "place":
        place_some_tokens(ask, chance)
    elif kind == "show":
        pick(ask, ask.locator(".known .entry-card"), chance)
    elif kind == "count":
        ask.locator(".corner button.primary").click()
    else:
        pick(ask, ask.locator(".options [data-option]:not(.closed)"), chance)


def pick(ask: Locator, buttons: Locator, chance: random.Random) -> None:
    """One of the buttons; where several are wanted, as many as it takes."""
    start, several = chance.randrange(buttons.count()), ask.locator("[data-pick=several]").count()
    buttons.nth(start).click()
    if several:
        done = ask.locator(".corner button.primary")
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
    ask.locator(".corner button.primary").click()


def play_to_the_end(page: Page, table: Table) -> int:
    chance, taps = random.Random(4), 0
    while not page.locator(".end").count():
        before = table.last_seq
        ask = page.locator(".ask[data-ask]")
        assert ask.count() == 1, "one question stands in the band"
        tap_an_answer(ask, chance)
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
        assert names[seat] in page.locator(".ended .say").inner_text()
    assert complaints == []


def test_of_several_sheets_one_is_the_question_and_what_is_half_made_stays_so(
    table: Table, address: str, chromium: Any
) -> None:
    # the screens are up: a Mind Card and a sheet for each
    play(table, "spell_from_the_future", 14, 3, seed=4)
    page = opened(chromium, address)
    assert page.locator(".ask[data-ask]").count() == 1
    assert page.locator("[data-chip]").count() >= 5
    assert table.live is not None
    asks = table.live.game.asks(table.live.state)
    sheet = [ask for ask in asks if isinstance(ask, Place)][-1]
    card = next(ask for ask in asks if isinstance(ask, Show))
    assert not to_question(page, sheet)
    last = page.locator(f'[data-ask="{sheet.id}"]')
    unfold(last)
    last.locator("[data-cell=A] [data-piece=white] button").last.click()
    before = table.last_seq
    shown = Shown(cards=(CardSeen(card.known[0].id),))
    table.submit(Answer(id="other", ask=card.id, answer=shown, seat=card.seats[0]))
    page.wait_for_function(SETTLED, arg=before)
    assert last.locator("[data-cell=A] [data-piece=white] output").inner_text() == "1"
    assert last.locator("[data-cell=A]").is_visible()
