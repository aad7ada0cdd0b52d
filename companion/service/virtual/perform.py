"""One step of the demo, by whichever way a person would take: before the lens, on the panel, else
with a finger.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.errors import CompanionError, SetupError
from companion.kit.asks import Ask, Count, Place, Roll, Show
from companion.kit.intents import AnswerValue, Counted, Placed, Rolled, Shown
from companion.kit.pieces import CardSeen, Cells, count_of
from companion.service.status import Status
from companion.service.virtual.fingers import Dialled, next_press, presses_left
from companion.service.virtual.script import ScriptStep
from companion.service.virtual.stage import is_counted, room_for
from companion.service.virtual.table import VirtualTable
from companion.service.virtual.tracked import can_lay, cells_on
from companion.table.table import Table

MOST_PRESSES, MOST_PIECES = 14, 10
LOOK_S, EMPTY_S = 0.05, 0.8
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
        self.ways = {"lens": 0, "panel": 0, "tap": 0}

    def perform(self, step: ScriptStep, says: Callable[[str], None]) -> None:
        before = self._table.last_seq
        if self._can_see(step.ask):
            says("throw" if isinstance(step.ask, Roll) else "lay")
            if self._before_the_lens(step, before):
                self.ways["lens"] += 1
                return
        if self._can_press(step):
            says("press")
            if self._on_the_panel(step, before):
                self.ways["panel"] += 1
                return
        says("tap")
        if not self._table.lending.submit(step.answer):
            raise OverError
        self.ways["tap"] += 1

    def _answered(self, before: int, within_s: float) -> bool:
        ends_s = time.monotonic() + within_s
        while self._table.last_seq <= before and time.monotonic() < ends_s:
            self._rest(LOOK_S)
        return self._table.last_seq > before

    # Before the lens

    def _can_see(self, ask: Ask) -> bool:
        stand = self._stand
        stand.follow()
        there = stand.stage is not None and stand.stage.area(ask) is not None
        laid = isinstance(ask, Roll | Show | Place) or is_counted(ask)
        return laid and there and self._status.shown()["camera"].state != "none"

    def _before_the_lens(self, step: ScriptStep, before: int) -> bool:
        try:
            return self._lay(step.ask, step.answer.answer) and self._seen(step.ask, before)
        except SetupError:  # there is no such place on this table: another way, then
            return False

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

    def _lay(self, ask: Ask, value: AnswerValue) -> bool:
        """Throws or lays what the answer is made of; False where that cannot be done."""
        match value:
            case Rolled():
                self._stand.hear(
                    {"do": "throw", "ask": ask.id, "values": [die.face for die in value.dice]}
                )
            case Shown():
                return self._show(ask, value.cards)
            case Placed() if isinstance(ask, Place):
                return self._place(ask, value.cells)
            case Counted() if isinstance(ask, Count):
                return self._count(ask, value.number)
            case _:
                return False
        return True

    def _show(self, ask: Ask, cards: tuple[CardSeen, ...]) -> bool:
        stand, stage = self._stand, self._stand.stage
        area = stage.area(ask) if stage is not None else None
        if area is None or not 0 < len(cards) <= max(
            len(area.cells_mm), room_for(area.box_mm, "card")
        ):
            return False  # one card on another: the eye would see only the upper one
        if stand.clear_for(ask):
            self._rest(EMPTY_S)  # the same card again is news only where its place was seen empty
        for card in cards:
            cells = stage.cells(ask, stand.surface.pieces.values()) if stage is not None else {}
            put = {"do": "put", "ask": ask.id, "cell": next(iter(cells), ""), "kind": "card"}
            stand.hear({**put, "look": card.id, "turn": card.turn})
        return True

    def _count(self, ask: Count, number: int) -> bool:
        """Any pieces of the kind; an eye that sees another number than it expects would
        only ask.
        """
        if not 0 < number <= MOST_PIECES or number != ask.start:
            return False
        self._stand.clear_for(ask)
        for _ in range(number):
            put = {"do": "put", "ask": ask.id, "cell": "", "kind": ask.piece}
            self._stand.hear({**put, "look": ask.colour or ask.of})
        return True

    def _place(self, ask: Place, wanted: Cells) -> bool:
        if wanted == ask.now:
            return False  # it lies so already: the camera will see nothing new
        total = sum(count_of(pieces) for pieces in wanted.values())
        if (
            not 0 < total <= MOST_PIECES
            or not can_lay(ask, wanted)
            or not cells_on(self._stand.surface, ask)
        ):
            return False
        self._stand.lay(ask, wanted)
        return True

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
