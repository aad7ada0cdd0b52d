"""The demo: a short game of each, played by itself through the lens and on the panel, with a pause
and an end.

It plays on a lent table, in a journal of its own: people's games are never touched.
"""

import shutil
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.errors import CompanionError, SetupError
from companion.journal import Journal
from companion.kit.position import position_of
from companion.kit.say import Say, say
from companion.service.status import Status
from companion.service.virtual.perform import USUAL, OverError, Pace, Performer
from companion.service.virtual.script import ScriptStep, moves_a_score, opening, thought_out
from companion.service.virtual.table import VirtualTable
from companion.simulate import seats_for, set_up
from companion.table.table import Table

NAMES = ("Ani", "Budi", "Citra", "Dewi", "Eko", "Fitri")
PLAYERS = 2
IDLE_S = 0.2
SEEDS = 40  # games thought out at most, until somebody wins one


class SkippedError(CompanionError):
    """On to the next game."""


class Demo:
    """One thread plays; the page starts, pauses, skips and ends from any other."""

    def __init__(
        self,
        table: Table,
        status: Status,
        stand: VirtualTable,
        press: Callable[[dict[str, Any]], None],
        scratch: Path,
        pace: Pace = USUAL,
    ) -> None:
        self._table, self._status, self._scratch, self._pace = table, status, scratch, pace
        self._wanted: tuple[str, ...] = ()
        self._going, self._skips, self._stop = (
            threading.Event(),
            threading.Event(),
            threading.Event(),
        )
        self._played = 0
        self._bar = threading.Lock()
        self.performer = Performer(table, status, stand, press, self._rest, pace)

    def hear(self, message: dict[str, Any]) -> None:
        match message.get("do"):
            case "start":
                self._start(tuple(message.get("games") or ()))
            case "pause" | "go_on" as deed:
                (self._going.clear if deed == "pause" else self._going.set)()
                self._show()
            case "skip":
                self._skips.set()
                self._going.set()
            case "end":
                self._table.lending.take_back()
                self._going.set()
            case "play_on":
                play_on(self._table)
                self._going.set()
            case other:
                raise SetupError(f"The demo cannot {other!r}.")

    def _start(self, wanted: tuple[str, ...]) -> None:
        for game in wanted:
            games.find(game)
        if not self._table.lending.is_lent:
            self._wanted = wanted or games.ids()
            self._going.set()

    # The thread

    def run(self, stop: threading.Event) -> None:
        self._stop = stop
        in_order(games.ids())  # thought out before anybody asks for it
        while not stop.is_set():
            if self._wanted:
                self._play_all()
            stop.wait(IDLE_S)

    def _play_all(self) -> None:
        wanted, self._wanted = self._wanted, ()
        wanted = in_order(wanted) if wanted == games.ids() else wanted
        try:
            for at, game in enumerate(wanted):
                self._play(game, at + 1, len(wanted))
        except OverError:
            pass
        finally:
            self._table.lending.take_back()
            with self._bar:
                self._status.show(demo=None)

    def _play(self, game_id: str, number: int, of: int) -> None:
        self._played += 1
        self._skips.clear()
        folder = self._scratch / f"demo-{self._played}"
        self._table.lending.lend(Journal(folder / "journal.sqlite"))
        try:
            self._begin(game_id, number, of)
            self._follow_script()
            self._show(part=1.0, doing="end")
            self._rest(self._pace.end_s)
        except SkippedError:
            pass
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _begin(self, game_id: str, number: int, of: int) -> None:
        game = games.find(game_id)
        players = max(game.seats[0], min(PLAYERS, game.seats[1]))
        named = zip(seats_for(game, players), NAMES, strict=False)
        seats = tuple(msgspec.structs.replace(seat, name=name) for seat, name in named)
        demo = {"game": game_id, "title": game.title, "n": number, "of": of}
        self._show(demo, part=0.0, doing="pass")
        if not self._table.lending.begin(game_id, seats, dict(game.suggested(players))):
            raise OverError

    def _follow_script(self) -> None:
        """Dice at once, where some give somebody something. Then a whole game, thought out
        beforehand; and anew when the eye, or a person, answered otherwise.
        """
        done = again = 0
        live = self._table.live
        steps = opening(live.game, live.state, f"demo-{self._played}-first") if live else ()
        while steps or not again:
            if not steps or not is_open(self._table, steps[0]):
                again += 1
                steps = self._script(again)
                continue
            self._step(steps[0], round(done / (done + len(steps)), 3))
            done, steps = done + 1, steps[1:]

    def _step(self, step: ScriptStep, part: float) -> None:
        if step.is_shown:
            before = self._table.last_seq
            way = self.performer.perform(step, lambda doing: self._show(part=part, doing=doing))
            self._show(caption=caption(self._table, before, way))
            self._rest(self._pace.step_s)
        else:
            self._show(part=part, doing="pass")
            if not self._table.lending.submit(step.answer):
                raise OverError
            self._rest(self._pace.passing_s)

    def _script(self, again: int) -> tuple[ScriptStep, ...]:
        live = self._table.live
        if live is None or not self._table.lending.is_lent:
            raise OverError
        first = 1 + 1000 * again
        return thought_out(
            live.game, live.state, range(first, first + SEEDS), f"demo-{self._played}-{again}"
        )

    # Waiting, pausing, ending

    def _rest(self, seconds: float) -> None:
        ends_s = time.monotonic() + seconds
        while True:
            if self._stop.is_set() or not self._table.lending.is_lent:
                raise OverError
            if self._skips.is_set():
                raise SkippedError
            left_s = ends_s - time.monotonic()
            if not self._going.is_set():
                ends_s += IDLE_S / 2  # a pause lasts as long as it lasts
            elif left_s <= 0:
                return
            self._stop.wait(min(max(left_s, 0.01), IDLE_S / 2))

    def _show(self, demo: dict[str, Any] | None = None, **changes: Any) -> None:
        """The bar, from the thread that plays and from those that hear: the last to show it knows
        of every pause.
        """
        with self._bar:
            now = demo or self._status.shown().get("demo")
            if now:
                self._status.show(demo={**now, **changes, "paused": not self._going.is_set()})


def play_on(table: Table) -> None:
    """From here on it is people's own game; what was live before is kept beside it."""
    live = table.live
    if live is None or not table.lending.is_lent:
        raise SetupError("The demo is over: begin a game of your own.")
    state = live.state
    position = position_of(live.game, state)
    table.begin(live.game.id, state.seats, dict(state.options), position=position)


@cache
def in_order(ids: tuple[str, ...]) -> tuple[str, ...]:
    """First a game whose dice move a score soon: that says at once what this is."""
    found = [(one, *_opening_of(one)) for one in ids]
    ways = [(not is_score, steps, one) for one, is_score, steps in found if steps]
    first = min(ways)[2] if ways else ids[0]
    return (first, *(one for one in ids if one != first))


def _opening_of(game_id: str) -> tuple[bool, int]:
    """Whether its first dice move a score, and how many answers lead there."""
    game = games.find(game_id)
    start = set_up(game)
    steps = opening(game, start, "")
    return moves_a_score(game, steps, start), len(steps)


def caption(table: Table, before: int, way: str) -> Say | None:
    """What was read and what it did."""
    live = table.live
    lines = live.told.since(before, None) if live is not None else ()
    did = tuple(words for line in lines if not line.undone for words in line.says)
    return say(f"web.demo.caption.{way}", did=did[:2]) if did else None


def is_open(table: Table, step: ScriptStep) -> bool:
    shown = table.snapshot()
    return shown is not None and any(ask.id == step.ask.id for ask in shown.asks)
