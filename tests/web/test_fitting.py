"""What matters is seen without scrolling, large numbers tell their story, and what is old looks
old.
"""

import random
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.kit.intents import Adjust, Answer, Chosen
from companion.table.table import Table
from tests.table.playing import next_answer
from tests.web.browser import TABLET, watched
from tests.web.looks import CUT, opened
from tests.web.moments import play
from web.server import WebServer

# Of the table: (game, answers, players, seed). The first has six mechs in the field of the one who
# plays.
FULL = [
    ("mechamancers", 174, 4, 1),
    ("mechamancers", 414, 4, 3),  # somebody has 11 points, as in the longer game of Runika
    ("spell_from_the_future", 52, 3, 5),
    ("runika", 60, 2, 5),
    ("runika", 700, 4, 5),
    ("world_adventure", 500, 2, 2),
    ("world_adventure", 800, 4, 5),
    ("spell_saga", 50, 1, 5),
]
# What stands below the stage's floor, or in a place too small for it.
BELOW = """() => {
  const floor = document.querySelector('.middle').getBoundingClientRect().bottom;
  return [...document.querySelectorAll('.areas .slot')]
    .filter((one) => one.getBoundingClientRect().bottom > floor + 1
      || one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.firstElementChild.dataset.tracker);
}"""


@pytest.mark.parametrize(("game", "answers", "players", "seed"), FULL)
def test_a_full_table_is_seen_without_scrolling(
    game: str, answers: int, players: int, seed: int, table: Table, address: str, chromium: Any
) -> None:
    """In the language with the longer words."""
    play(table, game, answers, players, seed)
    page = opened(chromium, address, "still: true, language: 'id'")
    assert page.locator(".middle [data-tracker]").count() > 5
    assert page.evaluate(BELOW) == []
    assert page.evaluate(CUT) == []


EDGE = "() => document.querySelector('.middle').getBoundingClientRect().bottom"
LOG = """() => [...document.querySelectorAll('.log .last div')]
    .reduce((sum, one) => sum + one.offsetHeight, 0)
    / parseFloat(getComputedStyle(document.documentElement).fontSize)"""


def test_nothing_moves_for_the_reasons_of_changes_and_a_long_line_of_the_log(
    table: Table, address: str, chromium: Any
) -> None:
    play(table, "world_adventure", 60, 4)
    page = opened(chromium, address)
    before, chance = page.evaluate(EDGE), random.Random(3)
    for number in range(30):
        table.submit(next_answer(table, chance, f"r{number}"))
        page.wait_for_function(
            "seq => Number(document.body.dataset.seq) === seq", arg=table.last_seq
        )
        assert page.evaluate(LOG) <= 3
    for gold in range(40, 48):
        table.submit(
            Adjust(id=f"gold {gold}", handle="gold:red", to=gold, reason="found on the road")
        )
    page.wait_for_selector(".seat-box .reason")
    assert page.evaluate(EDGE) == before


SMALLEST_PX = 13.9
LETTERS = """() => Math.min(...[...document.querySelectorAll('.areas .slot *')]
  .filter((one) => one.offsetParent
    && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)
    * (one.closest('.label') ? 1
      : Number(one.closest('.tracker')?.style.getPropertyValue('--zoom') || 1))))"""


@pytest.mark.parametrize(("game", "answers", "players", "seed"), FULL)
def test_what_is_drawn_closer_stays_legible(
    game: str, answers: int, players: int, seed: int, table: Table, address: str, chromium: Any
) -> None:
    play(table, game, answers, players, seed)
    page = opened(chromium, address)
    assert page.evaluate(LETTERS) >= SMALLEST_PX


def test_a_feat_carries_the_shape_and_letter_of_who_did_it(
    table: Table, address: str, chromium: Any
) -> None:
    """Without colour, the letter of a colour's name is nobody's at this table."""
    play(table, "world_adventure", 300, 4)
    page = opened(chromium, address)
    lines = page.locator("[data-tracker=rune_track] .feat-line .shape text")
    assert lines.all_text_contents() == ["A", "B", "C", "D"]
    for sheet in page.locator(".also[data-sheet][aria-expanded=true]").all():
        sheet.click()  # see the table
    page.locator("[data-tracker=rune_track] .whole").click()
    done = page.locator("[data-tracker=rune_track] .slot.filled .shape text")
    assert done.count()
    assert set(done.all_text_contents()) <= {"A", "B", "C", "D"}
    assert not page.locator("[data-tracker=rune_track] .disc").count()


NUMBERS = [
    ("runika", 400, 2, ".points"),
    ("spell_saga", 60, 1, "hand"),
    ("world_adventure", 300, 3, "runes:"),
]


@pytest.mark.parametrize(("game", "answers", "players", "number"), NUMBERS)
def test_a_sum_tells_its_history(
    game: str, answers: int, players: int, number: str, table: Table, address: str, chromium: Any
) -> None:
    play(table, game, answers, players)
    page = opened(chromium, address)
    complaints = watched(page)
    figure = page.locator(f'.seat-box .figure[data-tracker*="{number}"]').first
    shown = figure.locator(".number").inner_text()
    figure.click()
    newest = page.locator(".sheet-over .lines li").first
    expect(newest.locator(".number")).to_have_text(shown)
    assert newest.locator(".what").inner_text().strip()
    assert complaints == []


LIT = [("world_adventure", 60, 2), ("runika", 60, 3), ("spell_saga", 30, 1)]


@pytest.mark.parametrize(("game", "answers", "players"), LIT)
def test_a_tap_on_what_is_lit_takes_that_choice(
    game: str, answers: int, players: int, table: Table, address: str, chromium: Any
) -> None:
    play(table, game, answers, players)
    chance = random.Random(3)
    page = opened(chromium, address)
    for number in range(60):
        page.wait_for_function(
            "seq => Number(document.body.dataset.seq) === seq", arg=table.last_seq
        )
        lit = page.locator(".middle [data-takes]").first
        option = lit.get_attribute("data-takes") if lit.count() else None
        if option:
            break
        table.submit(next_answer(table, chance, f"lit{number}"))
    before = table.last_seq
    lit.click(position={"x": 8, "y": 14} if game == "spell_saga" else None)
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
    assert table.live is not None
    answer = table.live.lines[-1].intent
    assert isinstance(answer, Answer)
    assert isinstance(answer.answer, Chosen)
    assert answer.answer.options == (option,)


def test_a_page_that_is_cut_off_looks_old_until_the_service_is_back(
    table: Table, app: Flask, chromium: Any
) -> None:
    play(table, "runika", 30, 2)
    server = WebServer(app, "127.0.0.1", 0)
    page: Page = chromium.new_page(viewport=TABLET)
    page.goto(server.start())
    page.wait_for_selector(".seat-box")
    look = "() => Number(getComputedStyle(document.querySelector('.middle')).opacity)"
    assert page.evaluate(look) == 1
    server.stop()
    page.wait_for_function(f"() => ({look})() < 1")
    expect(page.locator(".badge.link.away")).to_be_visible()


def test_the_keyboard_goes_on_from_the_next_question(
    table: Table, address: str, chromium: Any
) -> None:
    play(table, "world_adventure", 0, 3)
    page = opened(chromium, address)
    for line in page.locator(".ask input[type=checkbox]").all():
        line.check()
    before = page.locator(".ask .say").first.inner_text()
    page.locator(".corner .primary").press("Enter")
    expect(page.locator(".ask .say").first).not_to_have_text(before)
    assert page.evaluate("() => document.activeElement.closest('.do-now') !== null")
