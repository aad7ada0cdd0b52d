"""One step of the demo, by whichever way a person would take: before the lens, on the panel, else
with a finger.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.errors import CompanionError, SetupError
from companion.kit.asks import Ask, Place, Roll, Show
from companion.service.status import Status
from companion.service.virtual.fingers import Dialled, next_press, presses_left
from companion.service.virtual.piece_layer import PieceLayer
from companion.service.virtual.script import ScriptStep
from companion.service.virtual.stage import is_counted
from companion.service.virtual.table import VirtualTable
from companion.table.table import Table

MOST_PRESSES = 14
LOOK_S = 0.05
LEARNS_S = 1.6  # places are reported every second
BUSY = ("rolling", "hidden")  # what an eye says of a place that it has not made up its mind about


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people are given to see things, and how long eye and panel are waited for."""

    step_s: float = 1.1
    press_s: float = 0.22
    lens_s: float = 6.0
    lens_longest_s: float = 30.0
    panel_s: float = 1.0
    end_s: float = 7.0
    passing_s: float = 0.02


USUAL = Pace()


class Performer:
    """`press` is a finger on the panel, `rest` waits (and raises when the demo is over), `says`
    what is being done.
    """

    def __init__(
        self,
        table: Table,
        status: Status,
        stand: VirtualTable,
        press: Callable[[dict[str, Any]], None],
        rest: Callable[[float], None],
        pace: Pace,
    ) -> None:
        self._table, self._status, self._stand, self._press = table, status, stand, press
        self._rest, self._pace = rest, pace
        self._layer = PieceLayer(stand, rest)
        self.ways = {"lens": 0, "panel": 0, "tap": 0}

    def perform(self, step: ScriptStep, says: Callable[[str], None]) -> str:
        """By which way it was done."""
        before = self._table.last_seq
        if self._can_see(step.ask):
            says("throw" if isinstance(step.ask, Roll) else "lay")
            if self._before_the_lens(step, before):
                self.ways["lens"] += 1
                return "lens"
        if self._can_press(step):
            says("press")
            if self._on_the_panel(step, before):
                self.ways["panel"] += 1
                return "panel"
        says("tap")
        if not self._table.lending.submit(step.answer):
            raise OverError
        self.ways["tap"] += 1
        return "tap"

    def _answered(self, before: int, within_s: float) -> bool:
        ends_s, version = time.monotonic() + within_s, self._table.changes.version
        while self._table.last_seq <= before and time.monotonic() < ends_s:
            version = self._table.changes.wait(version, LOOK_S)
            self._rest(0.0)  # a pause, or the end of the demo
        return self._table.last_seq > before

    # Before the lens

    def _can_see(self, ask: Ask) -> bool:
        stand = self._stand
        stand.follow()
        there = stand.stage is not None and stand.stage.area(ask) is not None
        laid = isinstance(ask, Roll | Show | Place) or is_counted(ask)
        return laid and there and self._status.shown()["camera"].state != "none"

    def _before_the_lens(self, step: ScriptStep, before: int) -> bool:
        self._wait_until_watched(step.ask)
        try:
            return self._layer.lay(step.ask, step.answer.answer) and self._seen(step.ask, before)
        except SetupError:  # there is no such place on this table: another way, then
            return False

    def _wait_until_watched(self, ask: Ask) -> None:
        """What lies there before the camera has looked would pass for something left over."""
        ends_s = time.monotonic() + self._pace.lens_s
        while ask.id not in self._status.shown()["states"] and time.monotonic() < ends_s:
            self._rest(LOOK_S)

    def _seen(self, ask: Ask, before: int) -> bool:
        """Waits for the eye, as long as it is busy with the place: a slow device is no reason to
        tap.

        A doubt stands on the page meanwhile; it may pass, as with a card that the eye is just being
        taught.
        """
        begun_s, pace = time.monotonic(), self._pace
        ends_s = begun_s + pace.lens_s
        while not self._answered(before, LOOK_S):
            now_s = time.monotonic()
            if self._is_busy(ask):
                ends_s = min(now_s + pace.lens_s, begun_s + pace.lens_longest_s)
            if now_s >= ends_s:
                return False
        return True

    def _is_busy(self, ask: Ask) -> bool:
        """The eye follows something in that place, or has said nothing of any place for a while: it
        learns a card.
        """
        return (
            self._status.shown()["states"].get(ask.id) in BUSY
            or self._status.silent_s("states") > LEARNS_S
        )

    # On the panel

    def _can_press(self, step: ScriptStep) -> bool:
        is_on = self._status.shown()["panel"].state == "on"
        return (
            is_on and presses_left(step.ask, step.answer, self._seats(), MOST_PRESSES) is not None
        )

    def _seats(self) -> tuple[str, ...]:
        face = self._table.snapshot()
        return tuple(seat.id for seat in face.seats) if face is not None else ()

    def _on_the_panel(self, step: ScriptStep, before: int) -> bool:
        for _ in range(2 * MOST_PRESSES):
            shown = self._status.shown()["face"] or {}
            at = msgspec.convert(shown.get("at") or {}, Dialled)
            role = next_press(step.ask, step.answer, at, self._seats())
            if role is None:
                return False
            self._tap_key(role)
            ends = role == "confirm" or role.startswith("seat")
            if ends and self._answered(before, self._pace.panel_s):
                return True
        return self._answered(before, self._pace.panel_s)

    def _tap_key(self, role: str) -> None:
        self._press({"do": "press", "role": role})
        self._rest(self._pace.press_s / 2)
        self._press({"do": "release", "role": role})
        self._rest(self._pace.press_s / 2)


class OverError(CompanionError):
    """Somebody ended the demo, or took the table back."""
