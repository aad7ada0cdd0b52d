"""A whole game of Spell from the Future with no touch but set-up: dice, cards and tokens before the
virtual lens, the rest on the virtual panel's buttons. What the page shows of it is what a table
would see.
"""

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from companion import games
from companion.config import Config
from companion.kit.asks import Ask, Place, Ready, Roll, Show
from companion.kit.intents import Answer, Placed, Rolled, Shown
from companion.kit.pieces import Piece
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.service.service import Service
from companion.service.virtual.fingers import Dialled, next_press
from companion.service.virtual.script import ScriptStep
from tests.web.browser import TABLET, watched
from tests.web.fingers import UNFOLDED

GAME = games.find("spell_from_the_future")
CAMERA = "virtual:?table=lens&felt=wood&fps=8"
# on a busy machine the eye may take its time; on an idle one each answer comes within two seconds
LONG_S = 240.0
LOOKS_MS = 2000  # of a busy camera: two pictures in which nothing moves


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path, Config(), camera=CAMERA, panel="script:demo", virtual=True)
    yield made
    made.stop()


def shortest(state: Any) -> list[ScriptStep]:
    """A legal game that ends soon: the village falls. Found by chance, so that it stays legal when
    rules change.
    """
    found = (whole(state, random.Random(seed)) for seed in range(150))
    return min((steps for steps in found if steps), key=len)


def whole(state: Any, chance: random.Random) -> list[ScriptStep]:
    steps: list[ScriptStep] = []
    for _ in range(90):
        asks = GAME.asks(state)
        at_once = [ask for ask in asks if isinstance(ask, Ready) and ask.id.endswith(":all")]
        ask = (at_once or [ask for ask in asks if not ask.optional])[0]
        value = one_token(ask, chance) or GAME.answer_like_a_player(state, ask, chance)
        answer = Answer(id=str(len(steps)), ask=ask.id, answer=value, seat=whose(ask))
        with suppress(RuleError):
            state = answered(GAME, state, answer, asks).state
            steps.append(ScriptStep(ask, answer))
        if GAME.outcome(state) is not None:
            return steps
    return []


def one_token(ask: Ask, chance: random.Random) -> Placed | None:
    """A timid mage: the beast will have its way, and the game is short."""
    if not isinstance(ask, Place):
        return None
    cell = chance.choice([cell.id for cell in ask.cells if cell.most != 0])
    return Placed({cell: (Piece(chance.choice(["white", "black"])),)})


def whose(ask: Ask) -> str | None:
    waiting = [seat for seat in ask.seats if not isinstance(ask, Ready) or seat not in ask.done]
    return waiting[0] if waiting else None


class Hands:
    """Hands at the virtual table: everything through the page's virtual camera and panel, nothing
    in Do this now.
    """

    def __init__(self, page: Page, service: Service) -> None:
        self.page, self.service = page, service

    def give(self, step: ScriptStep) -> str:
        before = self.service.table.last_seq
        value = step.answer.answer
        if isinstance(step.ask, Roll) and isinstance(value, Rolled):
            self._throw(value)
        elif isinstance(step.ask, Show) and isinstance(value, Shown) and step.ask.cards == "mind":
            self._take_away(step.ask)
            self._let_look(step.ask)
            self._lay(step.ask, value.cards[0].id, "")
        elif isinstance(step.ask, Place) and isinstance(value, Placed):
            for cell, pieces in value.cells.items():
                self._lay(step.ask, pieces[0].id, cell)
        else:
            self._press(step, before)
            return "panel"
        assert self._wait(lambda: self.service.table.last_seq > before, LONG_S), self._unseen(step)
        return "lens"

    def _unseen(self, step: ScriptStep) -> str:
        shown = self.service.status.shown()
        about = {name: shown[name] for name in ("sights", "camera", "states")}
        return f"{step.ask.id} was never seen: {about}"

    def _throw(self, value: Rolled) -> None:
        faces = [die.face for die in value.dice]
        self.service.status.tell({"to": "table", "do": "throw", "values": faces})

    def _let_look(self, ask: Ask) -> None:
        """The question has come; before a hand lays its card the camera has seen the bare place."""
        states = lambda: self.service.status.shown()["states"]  # noqa: E731
        assert self._wait(lambda: ask.id in states(), LONG_S), "the camera never looked there"
        self.page.wait_for_timeout(LOOKS_MS)

    def _take_away(self, ask: Ask) -> None:
        """Yesterday's card goes back to the hand."""
        assert self._wait(lambda: self._places(ask), LONG_S), "the virtual table never followed"
        ((left, top), _, (right, bottom), _) = self._places(ask)[0]["cells"][0]["corners"]
        for piece in self.service.status.shown()["scene"]["pieces"]:
            x, y = (sum(side) / 4 for side in zip(*piece["corners"], strict=True))
            if left < x < right and top < y < bottom:
                old = self.page.locator(f'.piece[data-piece="{piece["id"]}"]')
                old.focus()
                self.page.keyboard.press("Delete")
                old.wait_for(state="detached")

    def _places(self, ask: Ask) -> list[Any]:
        return [
            one
            for one in self.service.status.shown()["scene"].get("targets", ())
            if one["ask"] == ask.id
        ]

    def _lay(self, ask: Ask, look: str, cell: str) -> None:
        """From the supply onto the mat: take up, put down."""
        self.page.locator(f'[data-supply="{ask.id}"] .chip[data-look="{look}"]').click()
        self.page.locator(f'.holding .target[data-for="{ask.id}"][data-cell="{cell}"]').focus()
        self.page.keyboard.press("Enter")
        self.page.wait_for_function("() => !document.querySelector('.over-table.holding')")

    def _press(self, step: ScriptStep, before: int) -> None:
        seats = tuple(seat.id for seat in self._face().seats)
        for _ in range(80):
            at = self._dialled()
            role = next_press(step.ask, step.answer, at, seats)
            assert role is not None, f"the panel cannot answer {step.ask.id}"
            self.page.locator(f'.key[data-role="{role}"]').click()
            moved = lambda was=at: self.service.table.last_seq > before or self._dialled() != was  # noqa: E731
            assert self._wait(moved, LONG_S), (
                f"{role} moved nothing"
            )  # pressed again, it might answer the next ask
            if self.service.table.last_seq > before:
                return
        raise AssertionError(f"pressing did not answer {step.ask.id}")

    def _dialled(self) -> Dialled:
        return msgspec.convert((self.service.status.shown()["face"] or {}).get("at") or {}, Dialled)

    def _face(self) -> Any:
        return self.service.table.snapshot()

    def _wait(self, true: Any, seconds: float) -> bool:
        ends_s = time.monotonic() + seconds
        while time.monotonic() < ends_s:
            if true():
                return True
            self.page.wait_for_timeout(30)
        return bool(true())


def test_a_whole_game_through_the_lens_and_the_panel_without_a_touch(
    service: Service, chromium: Any
) -> None:
    address = service.start("127.0.0.1", 0)
    page = chromium.new_page(viewport=TABLET)
    page.set_default_timeout(1000 * LONG_S)
    complaints = watched(page)
    page.goto(address)
    set_up(page)
    page.wait_for_selector(".stage")
    page.locator(".drawer > summary").click()  # the panel
    hands, ways = Hands(page, service), []
    live = service.table.live
    assert live is not None
    for step in shortest(live.state):
        page.wait_for_function(
            "seq => Number(document.body.dataset.seq) >= seq", arg=service.table.last_seq
        )
        ways.append(hands.give(step))
    page.wait_for_selector(".end, [data-end]", timeout=20_000)
    face = service.table.snapshot()
    assert face is not None
    assert face.outcome is not None
    devices = {line.intent.device for line in live.lines}
    assert devices == {"camera", "panel"}
    assert ways.count("lens") >= 8
    assert complaints == []


def set_up(page: Page) -> None:
    """The only touches of this game."""
    page.click('[data-game="spell_from_the_future"]')
    while page.locator(".people input").count() > 2:
        page.click("text=Remove")
    page.evaluate(UNFOLDED)
    page.click("[data-option=damage_mode] [data-value=shortfall]")
    page.click("#start")
