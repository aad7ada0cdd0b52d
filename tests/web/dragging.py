"""Three scenes on the virtual table by dragging only, and the same answers by touch only: a day of
Spell from the Future, a turn of Runika, a visit to a shop in World Adventure. Says how many seconds
and actions each took, and keeps a picture of every step.

    python -m tests.web.dragging FOLDER [GAME]
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from companion import games
from companion.config import Config
from companion.kit.asks import Ask, Count, Place, Roll, Show
from companion.kit.intents import Answer, Counted, Placed, Shown
from companion.kit.seats import Seat
from companion.kit.trackers import Order
from companion.service.service import Service
from companion.table.table import Table
from tests.table.playing import next_answer
from tests.web.browser import TABLET, browser
from tests.web.fingers import tap

CAMERA = "virtual:?table=dragging&felt=wood&fps=6"
NAMES = ("Ani", "Budi")
READ_MS, MOST_STEPS, LEAST_WAIT_MS = 25_000, 30, 900
COUNTS = (
    """() => { window.actions = 0; addEventListener('pointerdown', () => actions += 1, true); }"""
)


@dataclass(frozen=True)
class Scene:
    """`starts` and `ends` say of a live game whether the scene does."""

    game: str
    starts: Callable[[Any], bool]
    ends: Callable[[Any, Any], bool]


def round_of(live: Any) -> int:
    return int(live.state.round)


def whose_turn(live: Any) -> str:
    trackers = live.game.view(live.state, None).trackers
    turns = [turn for one in trackers if isinstance(one, Order) for turn in one.turns]
    return next((turn.seat for turn in turns if turn.state == "now"), "")


def begins_a_turn(live: Any) -> bool:
    asks = live.game.asks(live.state)
    return any(isinstance(ask, Roll) and not ask.optional for ask in asks)


def is_shopping(live: Any) -> bool:
    asks = live.game.asks(live.state)
    return any(isinstance(ask, Place) and ask.sheet == "shop" for ask in asks)


SCENES = (
    Scene(
        "spell_from_the_future",
        lambda live: round_of(live) == 2,
        lambda live, _before: round_of(live) > 2,
    ),
    Scene(
        "runika",
        lambda live: round_of(live) == 2 and begins_a_turn(live),
        lambda live, before: whose_turn(live) not in ("", before),
    ),
    Scene("world_adventure", is_shopping, lambda live, _before: not is_shopping(live)),
)


class Dragging:
    def __init__(self, page: Page, service: Service) -> None:
        self.page, self.service, self.ways = page, service, dict.fromkeys(("drag", "tap"), 0)

    def give(self, ask: Ask, answer: Answer) -> None:
        before = self.service.table.last_seq
        if self._lay(ask, answer) and self._was_read(before):
            self.ways["drag"] += 1
            return
        self.ways["tap"] += 1
        if self.service.table.last_seq == before:
            tap(self.page, ask, answer, before)

    def _was_read(self, seq: int) -> bool:
        ends_s = time.monotonic() + READ_MS / 1000
        while self.service.table.last_seq == seq and time.monotonic() < ends_s:
            self.page.wait_for_timeout(50)
        return self.service.table.last_seq > seq

    def _lay(self, ask: Ask, answer: Answer) -> bool:
        target = self.page.locator(f'.target[data-for="{ask.id}"]').first
        if not target.count():
            return False
        self.page.wait_for_timeout(LEAST_WAIT_MS)  # the question is read
        match ask, answer.answer:
            case Roll(), _:
                self._swing()
            case Show(), Shown(cards=cards):
                for card in cards:
                    self._drag(ask, card.id, target)
            case Place(), Placed(cells=cells):
                return self._place(ask, cells)
            case Count(), Counted(number=number) if 0 < number == ask.start:
                for _ in range(number):
                    self._drag(ask, ask.colour or ask.of, target)
            case _:
                return False
        return True

    def _place(self, ask: Place, cells: Any) -> bool:
        kinds = {piece.id: piece for piece in ask.pieces}
        for cell, pieces in cells.items():
            target = self.page.locator(f'.target[data-for="{ask.id}"][data-cell="{cell}"]')
            missing = [one for one in pieces if one not in ask.now.get(cell, ())]
            for one in missing:
                if one.turn or not target.count():
                    return False
                look = one.id if kinds[one.id].kind == "card" else kinds[one.id].colour or one.id
                for _ in range(one.count):
                    self._drag(ask, look, target.first)
        return bool(cells)

    def _drag(self, ask: Ask, look: str, target: Locator) -> None:
        chip = self.page.locator(f'[data-supply="{ask.id}"] [data-chip][data-look="{look}"]').first
        chip.scroll_into_view_if_needed()
        start, end = chip.bounding_box(), target.bounding_box()
        assert start is not None
        assert end is not None
        self.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        self.page.mouse.down()
        x, y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
        self.page.mouse.move(x, y, steps=8)
        self.page.mouse.up()
        self.page.wait_for_timeout(150)

    def _swing(self) -> None:
        box = self.page.locator(".over-table").bounding_box()
        assert box is not None
        x, y = box["x"] + 12, box["y"] + 12
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 150, y + 60, steps=6)
        self.page.mouse.up()


def begin(service: Service, scene: Scene) -> None:
    game = games.find(scene.game)
    colours = game.colours[: max(2, game.seats[0])]
    seats = tuple(Seat(one, name, one) for one, name in zip(colours, NAMES, strict=True))
    service.table.begin(scene.game, seats, dict(game.suggested(len(seats))))
    chance = random.Random(11)
    for number in range(600):
        if scene.starts(service.table.live):
            return
        service.table.submit(next_answer(service.table, chance, f"b{number}"))
    raise AssertionError(f"{scene.game}: the scene never began")


def by_dragging(page: Page, service: Service, scene: Scene, folder: Path) -> list[Answer]:
    """The answers that were given."""
    hands, chance, first = Dragging(page, service), random.Random(3), service.table.last_seq
    turn = whose_turn(service.table.live)
    page.evaluate(COUNTS)
    begun_s = time.monotonic()
    for number in range(MOST_STEPS):
        live = service.table.live
        assert live is not None
        if scene.ends(live, turn):
            break
        answer = next_answer(service.table, chance, f"d{number}")
        ask = next(one for one in live.game.asks(live.state) if one.id == answer.ask)
        hands.give(ask, answer)
        page.screenshot(path=str(folder / f"{scene.game}-{number:02}.png"))
    report(page, scene, "dragging", begun_s, str(hands.ways))
    assert service.table.live is not None
    return [given for _, given in service.table.live.told.answers_since(first)]


def by_touch(page: Page, table: Table, scene: Scene, answers: list[Answer]) -> None:
    page.evaluate(COUNTS)
    begun_s, done = time.monotonic(), 0
    for answer in answers:
        live = table.live
        assert live is not None
        asks = [one for one in live.game.asks(live.state) if one.id == answer.ask]
        if asks:
            tap(page, asks[0], answer, table.last_seq)
            done += 1
    report(page, scene, "touch", begun_s, f"{done} of {len(answers)} answers")


def report(page: Page, scene: Scene, how: str, begun_s: float, more: str) -> None:
    actions, took_s = page.evaluate("actions"), time.monotonic() - begun_s
    print(f"{scene.game} by {how}: {took_s:.0f} s, {actions} actions, {more}", flush=True)


def play(scene: Scene, chromium: Any, folder: Path) -> None:
    answers: list[Answer] = []
    for is_virtual in (True, False):
        with tempfile.TemporaryDirectory() as data:
            camera = CAMERA if is_virtual else "none"
            service = Service(Path(data), Config(), camera=camera, virtual=is_virtual)
            address = service.start("127.0.0.1", 0)
            try:
                begin(service, scene)
                page = chromium.new_page(viewport=TABLET)
                page.set_default_timeout(90_000)
                page.goto(address)
                page.wait_for_selector(".table-page")
                if is_virtual:
                    page.wait_for_selector(".over-table g", state="attached")
                    page.wait_for_selector(".badge:not(.away):has-text('camera')")
                    answers = by_dragging(page, service, scene, folder)
                else:
                    by_touch(page, service.table, scene, answers)
                page.close()
            finally:
                service.stop()


def main() -> int:
    folder, only = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with browser() as chromium:
        for scene in SCENES:
            if not only or scene.game in only:
                play(scene, chromium, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
