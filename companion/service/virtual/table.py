"""The virtual table in play: lays the mats of the game and what the tracker has, takes the messages
of hands, tells the camera what lies where. One thread follows the game; hands come from the web's
threads.
"""

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.errors import SetupError
from companion.kit.asks import Ask, Place, Roll
from companion.kit.pieces import Cells
from companion.service.places import TRAY
from companion.service.status import Status
from companion.service.track_markers import standing
from companion.service.virtual.dice import Dice
from companion.service.virtual.hands import Hands
from companion.service.virtual.mishaps import Mishaps
from companion.service.virtual.scene import scene_of
from companion.service.virtual.stage import Stage, is_in
from companion.service.virtual.surface import Surface
from companion.service.virtual.table_top import TableTop
from companion.service.virtual.teacher import Teacher
from companion.service.virtual.tracked import Tracker, lay_cells
from companion.table.table import Table, TableSnapshot
from vision.protocol import VirtualMessage

WAIT_S = 0.25
BETWEEN_S = 0.05  # two bits of teaching ahead


class VirtualTable:
    """`tell` is the camera's ear, `taught` the folder of everything the eye was taught."""

    def __init__(
        self,
        table: Table,
        status: Status,
        tell: Callable[[VirtualMessage], None],
        taught: Path,
        look_again: Callable[[], None],
    ) -> None:
        self._table, self._status = table, status
        self._teacher = Teacher(taught, look_again)
        self._lock = threading.RLock()
        self._tick = -1
        self._was_on = False
        chance = random.Random()
        self.surface = Surface(tell, self._teacher.teach, self._teacher.speak)
        self.mishaps = Mishaps(tell, chance)
        self._dice = Dice(self.surface, tell, self._teacher.teach, chance)
        self._hands = Hands(self.surface, self._dice.sweep)
        self._top = TableTop(self.surface, self._dice, tell, taught)
        self._tracker = Tracker()

    @property
    def stage(self) -> Stage | None:
        return self.surface.stage

    # Following the game

    def run(self, stop: threading.Event) -> None:
        stir = -1
        while not stop.is_set():
            self.follow()
            has_more = self._teacher.teach_ahead()
            stir = self._table.changes.wait(stir, BETWEEN_S if has_more else WAIT_S)

    def follow(self) -> None:
        is_on = self._status.shown()["camera"].state == "on"
        with self._lock:
            if self._table.changes.game_version != self._tick:
                self._tick = self._table.changes.game_version
                self._take_in(self._table.snapshot())
            if is_on and not self._was_on:
                self._tell_all()
            self._was_on = is_on

    def _take_in(self, face: TableSnapshot | None) -> None:
        self._teacher.face, self.surface.asks = face, face.asks if face is not None else ()
        self.surface.closed = face.view.closed if face is not None else ()
        with self._top.unseen():
            if self._top.change_game(face):
                self._tracker.forget()
                self._teacher.foresee(self._table.live)
            if face is not None and self.stage is not None:
                missing = self.stage.missing(face.asks)
                if missing:
                    self._top.bring(missing)
                self._follow_tracker(face)
        self._show()

    def _follow_tracker(self, face: TableSnapshot) -> None:
        ground = self.surface.staged().ground
        self.surface.tracks = tuple(
            one.ask for one in standing(face.view.trackers, face.seats, ground)
        )
        self._tracker.follow(self.surface, (*face.asks, *self.surface.tracks))

    def _tell_all(self) -> None:
        """A camera that has just come may know nothing yet."""
        with self._top.unseen():
            self.mishaps.tell_light()
            self._top.tell_all()

    # Hands

    def hear(self, message: dict[str, Any]) -> None:
        """What the page sends. Everything is checked here: a camera that gets nonsense
        would stop.
        """
        hands, mishaps = self._hands, self.mishaps
        with self._lock:
            deed = str(message.get("do"))
            hand = {
                "throw": self._dice.throw, "put": hands.put, "move": hands.move, "turn": hands.turn,
                "take": hands.take, "sweep": hands.sweep, "light": mishaps.dim,
                "hand": mishaps.hand, "bump": mishaps.bump, "cock": self._dice.cock,
                "unplug": mishaps.cable, "plug": mishaps.cable,
            }.get(deed)  # fmt: skip
            if hand is None:
                raise SetupError(f"Nobody can {deed!r} at the virtual table.")
            if deed == "throw" and self.stage is not None:
                rolls = (
                    self.stage.ground.place_of(ask)
                    for ask in self.surface.asks
                    if isinstance(ask, Roll)
                )
                self._status.unread({TRAY, *(place for place in rolls if place)})
            hand(message)
            self._show()

    def clear_for(self, ask: Ask) -> bool:
        """Takes away what lies where this ask looks: a new day's card comes to an empty place.
        False: it was empty.
        """
        with self._lock:
            area = self.stage.area(ask) if self.stage is not None else None
            there = [
                one
                for one in self.surface.pieces.values()
                if area is not None and is_in(area.box_mm, one)
            ]
            self.surface.take_away(there)
            return bool(there)

    def lay(self, ask: Place, wanted: Cells) -> None:
        """Everything an answer is made of, at once; a card with boxes stays where it lies."""
        with self._lock:
            lay_cells(self.surface, ask, wanted)
            self._show()

    def _show(self) -> None:
        self._top.keep()
        self._status.show(scene=self.mishaps.scene() | scene_of(self.surface))
