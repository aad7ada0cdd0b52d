"""Places that stay: between two questions only values change, and a finger never misses."""

import random
import threading
import time
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.kit.intents import Adjust
from companion.table.table import Table
from tests.table.playing import next_answer
from tests.web.looks import opened
from tests.web.moments import play

FAR_PX = 8
# Where every tracker of the stage stands, by the arrangement it stands in.
WHERE = """() => [
  document.querySelector('.areas').style.gridTemplateAreas,
  Object.fromEntries([...document.querySelectorAll('.areas [data-tracker]')].map((one) => {
    const box = (one.closest('.slot') ?? one).getBoundingClientRect();
    return [one.dataset.tracker, [box.left, box.top]];
  })),
  ['.head', '.band', '.middle', '.seats[data-edge=bottom]', '.log'].map((name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    return [box.left, box.top, box.width, box.height].map(Math.round);
  }),
]"""
GAMES = [
    ("mechamancers", 60, 4),
    ("runika", 30, 3),
    ("spell_from_the_future", 20, 3),
    ("spell_saga", 20, 1),
    ("world_adventure", 40, 4),
]


def goes_on(page: Page, table: Table) -> None:
    page.wait_for_function("seq => Number(document.body.dataset.seq) === seq", arg=table.last_seq)


@pytest.mark.parametrize(("game", "answers", "players"), GAMES)
def test_no_tracker_moves_and_no_place_changes(
    game: str, answers: int, players: int, table: Table, address: str, chromium: Any
) -> None:
    play(table, game, answers, players)
    page = opened(chromium, address)
    chance, moved = random.Random(2), list[tuple[str, float]]()
    plan, before, places = page.evaluate(WHERE)
    assert before
    for number in range(40):
        table.submit(next_answer(table, chance, f"on{number}"))
        goes_on(page, table)
        now_plan, now, now_places = page.evaluate(WHERE)
        assert now_places == places
        if now_plan == plan:
            for name in before.keys() & now.keys():
                far = max(abs(a - b) for a, b in zip(before[name], now[name], strict=True))
                moved += [(name, far)] if far > FAR_PX else []
        plan, before = now_plan, now
    assert moved == []


def test_no_place_lies_below_the_fold(table: Table, address: str, chromium: Any) -> None:
    play(table, "spell_from_the_future", 52, 3)
    page = opened(chromium, address)
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    _, _, places = page.evaluate(WHERE)
    bar, ask, stage, seats, log = places
    assert ask == [12, 60, 928, 184]
    assert stage == [12, 252, 928, 508]
    assert seats == [948, 60, 320, 700]
    assert bar[1] == 0
    assert log[1] + log[3] == 800


PRESS = """async ([name, times]) => {
  const counts = { heard: 0 };
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const fire = (one, kind, x, y) => one.dispatchEvent(new PointerEvent(kind,
    { bubbles: true, clientX: x, clientY: y, pointerId: 1, isPrimary: true }));
  for (let at = 0; at < times; at += 1) {
    const one = document.querySelector(name);
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    fire(document.elementFromPoint(x, y), 'pointerdown', x, y);
    await wait(90);
    const under = document.elementFromPoint(x, y);
    fire(under, 'pointerup', x, y);
    if (under && (under === one || one.contains(under))) { counts.heard += 1; under.click(); }
    else counts.missed = [one.isConnected, under && under.outerHTML.slice(0, 90)];
    await wait(0);
  }
  return [counts.heard, counts.missed];
}"""


def test_no_tap_is_lost_while_others_play(table: Table, address: str, chromium: Any) -> None:
    """A stepper of the question, 90 ms a tap, while numbers change several times a second."""
    play(table, "spell_from_the_future", 14, 3, seed=4)
    page = opened(chromium, address)
    chip = page.locator("[data-ask] [data-chip]")
    for at in range(chip.count()):
        if page.locator("[data-ask][data-kind=place]").count():
            break
        page.locator(".more-asks").evaluate_all("all => all.forEach(one => { one.open = true })")
        chip.nth(at).click()
    stop = threading.Event()

    def others() -> None:
        for number in range(1000):
            if stop.wait(0.15):
                return
            to = 3 + number % 5
            table.submit(Adjust(id=f"o{number}", handle="white_vp:red", to=to, reason="x"))

    playing = threading.Thread(target=others)
    playing.start()
    more = "[data-ask] [data-cell=A] [data-piece=white] button:last-child"
    try:
        heard = page.evaluate(PRESS, [more, 100])
    finally:
        stop.set()
        playing.join()
    time.sleep(0.3)
    assert heard == [100, None]
    shown = page.locator("[data-ask] [data-cell=A] [data-piece=white] output").inner_text()
    assert shown == "100"
