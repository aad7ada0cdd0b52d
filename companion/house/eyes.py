"""Minds the eye: tells it what to look for, takes its readings to the table, shows how it is. One thread."""

import threading
from collections.abc import Mapping

from companion.house.board import Board, Device
from companion.house.sights import Corners, answer_of, intent_of, orders, sight_of
from companion.kit.asks import Ask
from companion.table.owner import Accepted, Table
from vision.orders import Health, Message, Picture, Seen, Tell, Watch
from vision.reading import Reading
from vision.watch import Watcher


class Eyes:
    def __init__(self, table: Table, board: Board, camera_url: str, zones: Mapping[str, Corners]) -> None:
        self._table, self._board, self._zones = table, board, zones
        self._watcher = Watcher(camera_url)
        self._ordered = Watch()
        self._tick = -1
        self._count = 0
        self._boot = f"{id(self):x}-{threading.get_native_id()}"

    def run(self, stop: threading.Event) -> None:
        """Until stopped. A reading that nobody asked for any more is dropped without a word."""
        self._watcher.start()
        self._board.show(camera=Device("away", "starting"))
        try:
            while not stop.is_set():
                self._order()
                for report in self._watcher.reports(0.05):
                    match report:
                        case Health():
                            self._health(report)
                        case Picture(jpeg=jpeg):
                            self._board.see(jpeg)
                        case Seen(ask=ask, reading=reading):
                            self._seen(ask, reading)
        finally:
            self._watcher.stop()

    def tell(self, message: Message) -> None:
        self._watcher.tell(Tell(message))

    def look(self) -> None:
        """A hand says that the dice lie: read them, whether they moved or not."""
        self._watcher.look()

    def _asks(self) -> tuple[Ask, ...]:
        face = self._table.face()
        return face.asks if face is not None else ()

    def _order(self) -> None:
        if self._table.tick == self._tick:
            return
        self._tick = self._table.tick
        face = self._table.face()
        wanted = orders(face.asks, face.view.closed, self._zones) if face is not None else Watch()
        wanted = Watch(wanted.orders, wanted.closed, pictures_per_s=self._board.pictures_per_s)
        if wanted != self._ordered:
            self._ordered = wanted
            self._watcher.watch(wanted)
            self._board.show(sights=())

    def _health(self, health: Health) -> None:
        state = "on" if health.camera_works else "away"
        figures = {"frames_per_s": health.frames_per_s}
        self._board.show(camera=Device(state, health.why, dict(figures)), tray=" ".join(health.states.values()))

    def _seen(self, ask_id: str, reading: Reading) -> None:
        ask = next((ask for ask in self._asks() if ask.id == ask_id), None)
        if ask is None:
            return
        self._count += 1
        name = f"{self._boot}-{self._count}.jpg"
        kept = self._board.keep(name, reading.evidence) if reading.evidence else ""
        value = answer_of(ask, reading)
        if value is not None:
            reply = self._table.submit(intent_of(ask, value, f"eye-{self._boot}-{self._count}", kept or None))
            if isinstance(reply, Accepted):
                self._board.show(sights=())
                return
        self._board.show(sights=(sight_of(reading, kept),))
