"""What people do with the page besides answering, in a real browser: put right, take back, look on, come back."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.kit.asks import Roll, dice_wanted
from companion.kit.intents import Answer, Rolled
from companion.kit.pieces import Die
from companion.kit.seats import Seat
from companion.table.owner import Accepted, Table
from tests.table.playing import next_answer
from tests.web.browser import TABLET, browser, watched

SEATS = (Seat("red", "Ani", "red"), Seat("blue", "Budi", "blue"), Seat("green", "Citra", "green"))
SHOWN = "seq => Number(document.body.dataset.seq) >= seq"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as made:
        yield made


def play_to_a_roll(table: Table) -> Roll:
    """Into the game, up to the moment when dice are asked for."""
    chance = random.Random(11)
    table.begin("spell_from_the_future", SEATS)
    for number in range(400):
        assert table.live is not None
        asks = table.live.game.asks(table.live.state)
        roll = next((ask for ask in asks if isinstance(ask, Roll)), None)
        if roll is not None:
            return roll
        table.submit(next_answer(table, chance, str(number)))
    raise AssertionError("no roll was asked for")


def throw(table: Table, roll: Roll, face: int, name: str) -> int:
    dice = tuple(Die(face, die.kind, die.colour) for die in roll.dice for _ in range(die.count))
    reply = table.submit(Answer(id=name, device="camera", ask=roll.id, answer=Rolled(dice)))
    assert isinstance(reply, Accepted), reply
    return reply.seq


def shown(page: Page, address: str, seq: int) -> None:
    page.goto(address)
    page.wait_for_function(SHOWN, arg=seq)


def test_a_wrong_roll_is_put_right_with_two_taps(table: Table, address: str, chromium: Any) -> None:
    roll = play_to_a_roll(table)
    assert dice_wanted(roll) == 1
    seq = throw(table, roll, 2, "wrong")
    page = chromium.new_page(viewport=TABLET)
    complaints = watched(page)
    shown(page, address, seq)
    page.locator(".last-dice button").first.click()
    page.locator(".sheet-over [data-face='5']").click()
    page.wait_for_function(SHOWN, arg=seq + 1)
    assert table.live is not None
    told = table.live.asked_in(seq)
    assert told is not None
    assert told[1] == Rolled((Die(5, roll.dice[0].kind, roll.dice[0].colour),))
    page.wait_for_selector(".sheet-over", state="detached")
    assert complaints == []
    page.close()


def test_undo_to_a_line_strikes_it_through(table: Table, address: str, chromium: Any) -> None:
    roll = play_to_a_roll(table)
    seq = throw(table, roll, 2, "one")
    page = chromium.new_page(viewport=TABLET)
    shown(page, address, seq)
    page.locator(".log .last").click()
    page.locator(f".lines [data-line='{seq}'] button").last.click()
    page.wait_for_function(SHOWN, arg=seq + 1)
    assert page.locator(f"[data-ask='{roll.id}']").count() == 1
    page.locator(".log .last").click()
    page.wait_for_selector(f".lines [data-line='{seq}'] .struck")
    page.close()
