"""A whole game of each in a browser, from the first question to its end, by touch or by keys alone.

python -m tests.web.whole_games [GAME ...] [--keys] [--seed 1]
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Locator, Page

from companion import games
from companion.journal import Journal
from companion.kit.asks import Ask
from companion.kit.intents import Answer
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.packs import Shelf
from companion.service.status import Status
from companion.simulate import Player, set_up
from companion.table.table import Table
from tests.web.browser import TABLET, browser, watched
from tests.web.fingers import tap
from web.app import create_app
from web.server import WebServer

# The fewest people of each, so that it ends soon.
PEOPLE = {
    "mechamancers": 2,
    "runika": 2,
    "spell_from_the_future": 3,
    "spell_saga": 1,
    "world_adventure": 2,
}
LONGEST = 6000
WITHIN_REACH = "one => one === document.activeElement && one.tabIndex >= 0"


class Hand:
    """A page, or a part of it, whose controls are pressed in another way than with a mouse."""

    def __init__(self, held: Page | Locator, by_keys: bool) -> None:
        self._held, self._by_keys = held, by_keys

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._held, name)
        return Hand(found, self._by_keys) if isinstance(found, Locator) else found

    def locator(self, *place: Any, **how: Any) -> "Hand":
        return Hand(self._held.locator(*place, **how), self._by_keys)

    def click(self) -> None:
        one = cast(Locator, self._held)
        if not self._by_keys:
            return one.tap()
        one.focus()
        assert one.evaluate(WITHIN_REACH), "no key reaches it"
        one.press("Enter")
        return None


@dataclass(frozen=True)
class Played:
    game: str
    answers: int
    result: str
    seconds: float
    complaints: list[str]

    def line(self) -> str:
        told = f"{self.answers:>9}{self.seconds:>9.0f} s  {self.result or 'not ended'}"
        return f"{self.game:24}{told}" + "".join(f"\n    {one}" for one in self.complaints)


@contextmanager
def served() -> Iterator[tuple[Table, str]]:
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Journal(Path(folder) / "journal.sqlite"), Shelf(Path(folder) / "packs"))
        table.start()
        status = Status(Path(folder) / "evidence", table.changes.announce)
        server = WebServer(create_app(table, status), "127.0.0.1", 0)
        try:
            yield table, server.start()
        finally:
            server.stop()
            table.stop()


def whole(chromium: Any, game_id: str, by_keys: bool, seed: int) -> Played:
    """One game by chance, in a page of its own."""
    start, began = set_up(games.find(game_id), PEOPLE[game_id]), time.monotonic()
    with served() as (table, address):
        table.begin(game_id, start.seats, dict(start.options))
        page = chromium.new_context(viewport=TABLET, has_touch=True).new_page()
        complaints = watched(page)
        page.goto(f"{address}/?still")
        page.wait_for_selector(".ask")
        for answer in answers(table, seed):
            ask = next(one for one in asked(table) if one.id == answer.ask)
            tap(cast(Page, Hand(page, by_keys)), ask, answer, table.last_seq)
            if page.locator(".refused").count():
                complaints.append(f"{answer}: {page.locator('.refused').first.inner_text()}")
        result, given = result_of(table), table.last_seq
        if result:
            page.wait_for_selector(".ask.ended")
        page.context.close()
    return Played(game_id, given, result, time.monotonic() - began, complaints)


def answers(table: Table, seed: int) -> Iterator[Answer]:
    """Until the game is over; what the rules would refuse is left out."""
    assert table.live is not None
    game = table.live.game
    player = Player(game, random.Random(seed))
    for number in range(LONGEST):
        if result_of(table):
            return
        answer = player.answer(table.live.state, asked(table), number)
        try:
            answered(game, table.live.state, answer)
        except RuleError:
            continue
        yield answer


def asked(table: Table) -> tuple[Ask, ...]:
    assert table.live is not None
    return table.live.game.asks(table.live.state)


def result_of(table: Table) -> str:
    """How it ended; empty while it goes on."""
    assert table.live is not None
    outcome = table.live.game.outcome(table.live.state)
    return outcome.result if outcome is not None else ""


def main() -> int:
    given = argparse.ArgumentParser()
    given.add_argument("games", nargs="*", default=sorted(PEOPLE))
    given.add_argument("--keys", action="store_true")
    given.add_argument("--seed", type=int, default=1)
    wanted = given.parse_args()
    are_fine = True
    with browser() as chromium:
        for game_id in wanted.games:
            played = whole(chromium, game_id, wanted.keys, wanted.seed)
            print(played.line(), flush=True)
            are_fine = are_fine and not played.complaints and bool(played.result)
    return 0 if are_fine else 1


if __name__ == "__main__":
    sys.exit(main())
