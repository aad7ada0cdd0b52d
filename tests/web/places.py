"""Whole games played past an open page: how many trackers stood elsewhere after an answer, which of
the five places changed, and what did not fit into its area. All of it should be nothing.

python -m tests.web.places [--answers 2000] [--only GAME ...]
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from companion.journal import Journal
from companion.packs import Shelf
from companion.service.status import Status
from companion.table.table import Accepted, Table
from tests.table.playing import next_answer
from tests.web.browser import browser
from tests.web.looks import opened
from tests.web.moments import MOMENTS, play
from web.app import create_app
from web.server import WebServer

FAR_PX = 8
# Where every tracker stands, by the arrangement it stands in; the five places; what is cut off.
WHERE = """() => {
  const boxOf = (one) => one.getBoundingClientRect();
  const slots = [...document.querySelectorAll('.areas .slot')].filter((one) => one.offsetParent);
  return [
    document.querySelector('.areas').style.gridTemplateAreas,
    Object.fromEntries([...document.querySelectorAll(':is(.areas, .seats) [data-tracker]')]
      .filter((one) => one.offsetParent).map((one) => {
        const box = boxOf(one.closest('.slot') ?? one.closest('.seat-box') ?? one);
        const where = one.closest('.seats') ? 'seat ' : '';
        return [where + one.dataset.tracker, [box.left, box.top]];
      })),
    ['.head', '.band', '.middle', '.seats[data-edge=bottom]', '.log'].map((name) => {
      const box = boxOf(document.querySelector(name));
      return [box.left, box.top, box.width, box.height].map(Math.round);
    }),
    slots
      .filter((one) => one.scrollHeight > one.clientHeight + 1 || boxOf(one).bottom > innerHeight)
      .map((one) => one.firstElementChild?.dataset.tracker ?? ''),
  ];
}"""


@dataclass
class Walk:
    """What an eye that never leaves the page has seen move."""

    answers: int = 0
    looked: int = 0
    moved: list[tuple[str, int]] = field(default_factory=list)
    places: list[tuple[Any, Any]] = field(default_factory=list)
    below: set[str] = field(default_factory=set)

    def line(self) -> str:
        figures = (self.answers, self.looked, len(self.moved), len(self.places), len(self.below))
        return "".join(f"{figure:>10}" for figure in figures)


def goes_on(page: Page, table: Table) -> None:
    page.wait_for_function("seq => Number(document.body.dataset.seq) === seq", arg=table.last_seq)


def walked(page: Page, table: Table, answers: int, seed: int = 2) -> Walk:
    """Plays so many answers past the page, or to the end, and looks after each."""
    walk, chance = Walk(), random.Random(seed)
    plan, before, places, below = page.evaluate(WHERE)
    for number in range(answers):
        assert table.live is not None
        if table.live.game.outcome(table.live.state) is not None:
            break
        reply = table.submit(next_answer(table, chance, f"walk{number}"))
        if not isinstance(reply, Accepted):
            continue
        goes_on(page, table)
        assert table.live is not None
        if table.live.game.outcome(table.live.state) is not None:
            break
        now_plan, now, now_places, below = page.evaluate(WHERE)
        walk.answers += 1
        walk.below |= set(below)
        walk.places += [(places, now_places)] if now_places != places else []
        if now_plan == plan:
            walk.looked += len(before.keys() & now.keys())
            for name in before.keys() & now.keys():
                far = max(abs(a - b) for a, b in zip(before[name], now[name], strict=True))
                walk.moved += [(name, round(far))] if far > FAR_PX else []
        plan, before = now_plan, now
    return walk


@contextmanager
def served(is_virtual: bool) -> Iterator[tuple[Table, str]]:
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Journal(Path(folder) / "journal.sqlite"), Shelf(Path(folder) / "packs"))
        table.start()
        status = Status(Path(folder) / "evidence", table.changes.announce)
        status.talk = (lambda _message: None) if is_virtual else None
        server = WebServer(create_app(table, status), "127.0.0.1", 0)
        try:
            yield table, server.start()
        finally:
            server.stop()
            table.stop()


def whole_game(chromium: Any, game: str, is_virtual: bool, answers: int) -> Walk:
    with served(is_virtual) as (table, address):
        play(table, game, 0, MOMENTS[game][1])
        page = opened(chromium, address, "still: true, view: 'scores'")
        try:
            return walked(page, table, answers)
        finally:
            page.context.close()


def main() -> int:
    given = argparse.ArgumentParser()
    given.add_argument("--answers", type=int, default=2000)
    given.add_argument("--only", nargs="*", default=sorted(MOMENTS))
    wanted = given.parse_args()
    words = ("answers", "trackers", "moved", "places", "below")
    print(f"{'game':32}" + "".join(f"{word:>10}" for word in words), flush=True)
    clean = True
    with browser() as chromium:
        for game in wanted.only:
            for is_virtual in (False, True):
                walk = whole_game(chromium, game, is_virtual, wanted.answers)
                name = f"{game}{' (virtual)' if is_virtual else ''}"
                print(f"{name:32}{walk.line()}", flush=True)
                print(*sorted(set(walk.moved))[:6], *sorted(walk.below)[:6], flush=True)
                clean = clean and not (walk.moved or walk.places)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
