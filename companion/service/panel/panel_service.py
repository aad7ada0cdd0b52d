"""Minds the panel: presses to the table, asks to its lamps and display. One thread; the link never
blocks the game.
"""

import threading
import time
from collections.abc import Callable

from companion.kit.intents import Intent
from companion.kit.say import Say, say
from companion.service.panel import display
from companion.service.panel.actions import PanelScene, turn_start
from companion.service.panel.connection import condition_said
from companion.service.panel.controller import PanelController
from companion.service.status import Device, Status
from companion.table.table import Accepted, Duplicate, Refused, Table, TableSnapshot
from companion.texts import sentence
from firmware_bridge.config import PanelConfig
from firmware_bridge.panel import Panel, PanelEvent

STEP_S = 0.02
NOTHING = say("said.press")
FIGURES = (
    "firmware",
    "bad_frames",
    "panel_bad_frames",
    "repeats",
    "duplicates",
    "resets",
    "reconnects",
    "dropped",
    "healed",
)


class PanelService:
    def __init__(
        self,
        table: Table,
        status: Status,
        panel: Panel,
        config: PanelConfig,
        language: str,
        look: Callable[[], None],
        at_rest: tuple[str, ...] = (),
    ) -> None:
        """`at_rest`: what the display says while nothing is played."""
        self._table, self._status, self._panel, self._language = table, status, panel, language
        self._controller = PanelController(config)
        self._ask_camera = look
        self._at_rest = PanelScene(figures=at_rest)
        self._tick = -1

    def run(self, stop: threading.Event) -> None:
        try:
            while not stop.is_set():
                for event in self._panel.step(STEP_S):
                    self._press(event)
                for intent in self._controller.tick(time.monotonic()):
                    self._submit(intent)
                self._look()
        finally:
            self._panel.close()

    def _press(self, event: PanelEvent) -> None:
        for intent in self._controller.take(event, time.monotonic()):
            self._submit(intent)
        if self._controller.wishes:
            self._controller.wishes.clear()
            self._ask_camera()
        if self._controller.missed:
            self._controller.missed = ""
            self._status.answer("panel", NOTHING)
        self._show()

    def _submit(self, intent: Intent) -> None:
        reply = self._table.submit(intent)
        self._controller.answered(isinstance(reply, Accepted | Duplicate))
        if isinstance(reply, Refused):
            self._status.answer("panel", reply.say)

    def _look(self) -> None:
        """A table that has changed is a new scene; a panel that came or went is a new badge."""
        health = self._panel.health()
        figures = {name: getattr(health, name) for name in FIGURES}
        if health.is_connected:
            self._status.show(panel=Device("on", "", figures))
        else:
            self._status.show(panel=Device("away", condition_said(health), figures))
        if self._table.changes.game_version != self._tick:
            self._tick = self._table.changes.game_version
            face = self._table.snapshot()
            self._controller.look_at(self._scene(face) if face is not None else self._at_rest)
            self._show()

    def _show(self) -> None:
        health = self._panel.health()
        desired = self._controller.desired(health.columns or 20, health.rows or 4)
        self._panel.show(desired)
        shown = {"rows": list(desired.rows), "lamps": [lamp.name.lower() for lamp in desired.lamps]}
        focus = self._controller.focus
        at = {"ask": focus.ask, "number": focus.number, "taken": focus.taken, "seat": focus.seat}
        self._status.show(face={**shown, "at": at})

    def _scene(self, face: TableSnapshot) -> PanelScene:
        colours = {
            seat.id: sentence(say(f"kit.colour.{seat.id}"), self._language, {})
            for seat in face.seats
        }
        names = {seat.id: seat.name or colours[seat.id] for seat in face.seats}
        seats = tuple(seat.id for seat in face.seats)

        def speak(words: Say) -> str:
            return sentence(words, self._language, names)

        figures = display.figures(face.view.trackers, seats, names, speak, 20)
        return PanelScene(
            face.asks,
            seats,
            speak,
            figures,
            can_undo=bool(face.log),
            turn_line=turn_start(face.log),
        )
