"""Minds the panel: presses to the table, asks to its lamps and display. One thread; the link never
blocks the game.
"""

import threading
import time
from collections.abc import Callable

from companion.kit.intents import Intent
from companion.kit.say import Say, say
from companion.service.status import Device, Status
from companion.table.table import Accepted, Duplicate, Refused, Table, TableSnapshot
from companion.texts import sentence
from firmware_bridge import words
from firmware_bridge.config import PanelConfig
from firmware_bridge.hands import Hands
from firmware_bridge.meaning import Scene, turn_start
from firmware_bridge.panel import Panel, PanelEvent

STEP_S = 0.02
NOTHING = say("said.press")
FIGURES = (
    "firmware", "bad_frames", "panel_bad_frames", "repeats", "duplicates", "resets", "reconnects", "dropped", "healed",
)  # fmt: skip


class PanelHands:
    def __init__(
        self,
        table: Table,
        status: Status,
        panel: Panel,
        config: PanelConfig,
        language: str,
        look: Callable[[], None],
    ) -> None:
        self._table, self._status, self._panel, self._language = table, status, panel, language
        self._hands = Hands(config)
        self._ask_camera = look
        self._tick = -1

    def run(self, stop: threading.Event) -> None:
        try:
            while not stop.is_set():
                for event in self._panel.step(STEP_S):
                    self._press(event)
                for intent in self._hands.tick(time.monotonic()):
                    self._submit(intent)
                self._look()
        finally:
            self._panel.close()

    def _press(self, event: PanelEvent) -> None:
        for intent in self._hands.take(event, time.monotonic()):
            self._submit(intent)
        if self._hands.wishes:
            self._hands.wishes.clear()
            self._ask_camera()
        if self._hands.missed:
            self._hands.missed = ""
            self._status.answer("panel", NOTHING)
        self._show()

    def _submit(self, intent: Intent) -> None:
        reply = self._table.submit(intent)
        self._hands.answered(isinstance(reply, Accepted | Duplicate))
        if isinstance(reply, Refused):
            self._status.answer("panel", reply.say)

    def _look(self) -> None:
        """A table that has changed is a new scene; a panel that came or went is a new badge."""
        health = self._panel.health()
        figures = {name: getattr(health, name) for name in FIGURES}
        state = "on" if health.is_connected else "away"
        self._status.show(
            panel=Device(state, "" if health.is_connected else health.what, dict(figures))
        )
        if self._table.changes.game_version != self._tick:
            self._tick = self._table.changes.game_version
            face = self._table.snapshot()
            self._hands.look_at(self._scene(face) if face is not None else Scene())
            self._show()

    def _show(self) -> None:
        health = self._panel.health()
        desired = self._hands.desired(health.columns or 20, health.rows or 4)
        self._panel.show(desired)
        shown = {"rows": list(desired.rows), "lamps": [lamp.name.lower() for lamp in desired.lamps]}
        focus = self._hands.focus
        at = {"ask": focus.ask, "number": focus.number, "taken": focus.taken, "seat": focus.seat}
        self._status.show(face={**shown, "at": at})

    def _scene(self, face: TableSnapshot) -> Scene:
        colours = {
            seat.id: sentence(say(f"kit.colour.{seat.id}"), self._language, {})
            for seat in face.seats
        }
        names = {seat.id: seat.name or colours[seat.id] for seat in face.seats}
        seats = tuple(seat.id for seat in face.seats)

        def speak(words: Say) -> str:
            return sentence(words, self._language, names)

        figures = words.figures(face.view.trackers, seats, names, speak, 20)
        return Scene(
            face.asks,
            seats,
            speak,
            figures,
            can_undo=bool(face.log),
            turn_line=turn_start(face.log),
        )
