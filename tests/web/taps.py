"""Fingers in a hurry: taps of 90 ms on every kind of control while the table is busy. Counts what
was lost, what counted twice and what landed on a neighbour.

python -m tests.web.taps [--taps 500] [--only NAME ...] [--seed 1] [--slower 4]
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from companion.journal import Journal
from companion.packs import Shelf
from companion.service.status import Status
from companion.table.table import Table
from tests.web.browser import TABLET, browser
from tests.web.noise import Noise
from web.app import create_app
from web.server import WebServer

DOWN_MS = 90
FLIGHT_MS = (30, 140)  # from looking at a control to touching it
HEARD_MS = 5000  # only a lost tap takes so long
# Which control a click belongs to, by what it is for: the page may have drawn it anew meanwhile.
RECORDER = """(() => {
  const CONTROL = 'button, summary, [role=button]';
  const MARKS = ['id', 'data-key', 'data-option', 'data-card', 'data-face', 'data-chip', 'data-act',
    'data-ready', 'data-sheet', 'data-value', 'data-digit', 'data-by', 'data-reason', 'data-kind',
    'data-unpick', 'data-put', 'aria-label'];
  window.nameOf = (one) => {
    const control = one && one.closest(CONTROL);
    if (!control) return 'nothing';
    const marks = MARKS.map((mark) => control.getAttribute(mark)).filter(Boolean);
    const words = [control.className, control.textContent.trim()];
    const place = control.closest('.corner') ? 'corner' : '';
    return [place, ...(marks.length ? marks : words)].filter(Boolean).join(' ');
  };
  window.heard = [];
  addEventListener('click', ({ target }) => heard.push(nameOf(target)), true);
})()"""
AIM = """([place, at]) => {
  const all = [...document.querySelectorAll(place)].filter((one) =>
    one.offsetParent && !one.disabled && getComputedStyle(one).visibility === 'visible');
  const one = all[at % all.length];
  if (!one) return null;
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return [x, y, nameOf(one), Boolean(top && (top === one || one.contains(top)))];
}"""


@dataclass
class Count:
    """What became of the taps on one kind of control."""

    kind: str
    taps: int = 0
    lost: int = 0
    doubled: int = 0
    neighbour: int = 0
    wrong: int = 0  # the click came, yet what it does did not happen exactly once
    odd: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.neighbour or self.wrong)

    def note(self, wanted: str, heard: list[str]) -> None:
        self.taps += 1
        if not heard:
            self.lost += 1
        elif len(heard) > 1:
            self.doubled += 1
        elif heard[0] != wanted:
            self.neighbour += 1
        else:
            return
        self.odd.append(f"{wanted} -> {heard}")

    def line(self) -> str:
        figures = (self.taps, self.lost, self.doubled, self.neighbour, self.wrong)
        return f"{self.kind:10}" + "".join(f"{figure:>10}" for figure in figures)


HEADER = f"{'control':10}" + "".join(
    f"{word:>10}" for word in ("taps", "lost", "doubled", "neighbour", "wrong")
)


class Finger:
    """Touches the glass through the browser's own input, so gestures are made as for a hand."""

    def __init__(self, page: Page, chance: random.Random) -> None:
        self.page, self._chance = page, chance
        self._glass = page.context.new_cdp_session(page)

    def slow(self, times: float) -> None:
        """As on a tablet that is so many times slower than this machine."""
        self._glass.send("Emulation.setCPUThrottlingRate", {"rate": times})

    def tap(self, place: str, at: int, count: Count) -> bool:
        """Looks, moves, touches, lifts; says whether there was something to touch."""
        aimed = self.page.evaluate(AIM, [place, at])
        if aimed is None or not aimed[3]:
            return False
        x, y, wanted, _ = aimed
        self.page.evaluate("heard.length = 0")
        self.page.wait_for_timeout(self._chance.randint(*FLIGHT_MS))
        self._touch("touchStart", [{"x": x, "y": y}])
        self.page.wait_for_timeout(DOWN_MS)
        self._touch("touchEnd", [])
        count.note(wanted, self._heard())
        return True

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self._glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _heard(self) -> list[str]:
        """All clicks of this touch: the first comes at once, a second one would follow it."""
        until = time.monotonic() + HEARD_MS / 1000
        while time.monotonic() < until and not self.page.evaluate("heard.length"):
            self.page.wait_for_timeout(5)
        self.page.wait_for_timeout(25)
        heard: list[str] = self.page.evaluate("heard")
        return heard


@dataclass
class Bench:
    """A table, its page and its noise, made anew for each kind of control."""

    table: Table
    status: Status
    page: Page
    finger: Finger
    noise: Noise
    chance: random.Random

    def goes_on(self) -> None:
        self.page.wait_for_function(
            "seq => Number(document.body.dataset.seq) >= seq", arg=self.table.last_seq
        )


@contextmanager
def bench(
    chromium: Any, prepare: Callable[[Table], None], seed: int, is_virtual: bool = False
) -> Iterator[Bench]:
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Journal(Path(folder) / "journal.sqlite"), Shelf(Path(folder) / "packs"))
        table.start()
        status = Status(Path(folder) / "evidence", table.changes.announce)
        if is_virtual:
            status.talk = lambda _message: None
        server = WebServer(create_app(table, status), "127.0.0.1", 0)
        address = server.start()
        context = chromium.new_context(viewport=TABLET, has_touch=True)
        try:
            prepare(table)
            page = context.new_page()
            page.add_init_script(RECORDER)
            page.goto(address)
            page.wait_for_selector(".table-page .ask")
            chance = random.Random(seed)
            yield Bench(table, status, page, Finger(page, chance), Noise(table, status), chance)
        finally:
            context.close()
            server.stop()
            table.stop()


def hurried(chromium: Any, scene: Any, taps: int, seed: int = 1, slower: float = 1) -> Count:
    """So many taps on one kind of control while others play."""
    count = Count(scene.name)
    with bench(chromium, scene.prepare, seed, scene.is_virtual) as made:
        made.finger.slow(slower)
        scene.open(made)
        stop = threading.Event()
        playing = threading.Thread(target=made.noise.until, args=(stop, scene.noises(made)))
        playing.start()
        try:
            misses = 0
            while count.taps < taps:
                if not scene.once(made, count):
                    misses += 1
                    made.page.wait_for_timeout(20)
                    assert misses < 20 * taps, f"{scene.name}: nothing to touch"
        finally:
            stop.set()
            playing.join()
        count.wrong += scene.check(made, count)
    return count


def main() -> int:
    from tests.web.tap_scenes import SCENES

    given = argparse.ArgumentParser()
    given.add_argument("--taps", type=int, default=500)
    given.add_argument("--only", nargs="*", default=[])
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--slower", type=float, default=1)
    wanted = given.parse_args()
    print(HEADER, flush=True)
    clean = True
    with browser() as chromium:
        for scene in SCENES:
            if wanted.only and scene.name not in wanted.only:
                continue
            count = hurried(chromium, scene, wanted.taps, wanted.seed, wanted.slower)
            print(count.line(), *count.odd[:4], sep="\n    ", flush=True)
            clean = clean and count.is_clean
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
