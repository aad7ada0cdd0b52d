"""Two rounds of Runika by touch, in a real browser: draft, rolls, pushes, masters, runes."""

import random

from playwright.sync_api import Locator, Page

from companion.games.runika.invariants import broken
from companion.kit.asks import Place
from companion.table.owner import Table
from tests.web.browser import TABLET, browser, watched

SETTLED = "seq => Number(document.body.dataset.seq) > seq || document.querySelector('.refused')"
ROUNDS = 2


def begin_by_touch(page: Page, address: str) -> None:
    page.goto(address)
    page.click("[data-game=runika]")
    for at, name in enumerate(("Ani", "Budi")):
        page.locator(".people input").nth(at).fill(name)
    page.click("#start")
    page.wait_for_selector(".ask")


def tap_an_answer(ask: Locator, table: Table, chance: random.Random) -> None:
    kind = ask.get_attribute("data-kind")
    if kind == "roll":
        throw(ask, chance)
    elif kind == "place":
        draw_dice(ask, table, chance)
    elif kind == "ready":
        ask.locator("button:not([aria-pressed=true])").first.click()
    elif kind == "show":
        show_a_card(ask, table, chance)
    else:
        buttons = ask.locator(".options button:not([disabled])")
        buttons.nth(chance.randrange(buttons.count())).click()


def throw(ask: Locator, chance: random.Random) -> None:
    """Every die is set by tapping its face; one die alone answers with the tap."""
    number = ask.locator(".dice button").count()
    for _ in range(max(1, number)):
        ask.locator("button.face").nth(chance.randrange(3)).click()
    if number:
        ask.locator("button.primary").click()


def draw_dice(ask: Locator, table: Table, chance: random.Random) -> None:
    """As many dice as are asked for, by colour, with the plus buttons."""
    assert table.live is not None
    wanted = next(one for one in table.live.game.asks(table.live.state) if one.id == ask.get_attribute("data-ask"))
    assert isinstance(wanted, Place)
    for _ in range(wanted.most or 0):
        colour = chance.choice(("air", "fire", "earth", "water"))
        ask.locator(f"[data-piece={colour}] button").last.click()
    ask.locator("button.primary").click()


def show_a_card(ask: Locator, table: Table, chance: random.Random) -> None:
    """A card that is still in the deck: none of those in the row or claimed."""
    assert table.live is not None
    state = table.live.state
    out = {space.rune for space in state.row} | {
        card.rune for player in state.players.values() for card in player.runes
    }
    ids = [button.get_attribute("data-card") for button in ask.locator(".known button").all()]
    ask.locator(f"[data-card='{chance.choice([one for one in ids if one not in out])}']").click()


def test_two_rounds_of_runika_by_touch(table: Table, address: str) -> None:
    chance, taps = random.Random(7), 0
    with browser() as chromium:
        page = chromium.new_page(viewport=TABLET)
        complaints = watched(page)
        begin_by_touch(page, address)
        while table.live is None or table.live.state.round <= ROUNDS:
            before = table.last_seq
            asks = page.locator(".ask:not(.optional)")
            tap_an_answer(asks.nth(chance.randrange(asks.count())), table, chance)
            page.wait_for_function(SETTLED, arg=before)
            assert page.locator(".refused").count() == 0
            taps += 1
            assert taps < 300
        state = table.live.state
        assert broken(state) == ()
        assert sum(die != ".." for player in state.players.values() for die in player.grid) > 0
        assert page.locator("[data-seat=red] [data-tracker='red.points'] .number").inner_text() == str(
            state.players["red"].total
        )
        assert complaints == []
