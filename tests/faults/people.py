"""People at the table: they answer what is asked over HTTP, tap again when no reply comes, and
remember every yes.
"""

import random
import threading
import time
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.journal import Journal
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.simulate import Player
from tests.faults.service import Service

GAME = "spell_from_the_future"
SEATS = tuple(Seat(colour, colour=colour) for colour in ("red", "blue", "green"))
PAUSE_S = 0.15  # between taps; people are not faster


class Person(threading.Thread):
    """`told` is what the service has said yes to: intent id to journal number. Faults make it wait,
    never give up.
    """

    def __init__(self, service: Service, name: str, seed: int, pause_s: float = PAUSE_S) -> None:
        super().__init__(name=name, daemon=True)
        self._service, self._chance, self._pause_s = service, random.Random(seed), pause_s
        self._game = games.find(GAME)
        self._pack = Shelf().pack(self._game, None)
        self._over = threading.Event()
        self._count = 0
        self.told: dict[str, int] = {}
        self.repeats = self.refused = 0
        self.wrong: list[str] = []
        self.slowest_s = 0.0

    def run(self) -> None:
        while not self._over.wait(self._pause_s):
            try:
                intent = self._next()
            except OSError:
                continue  # nobody answers: look again
            if intent is not None:
                self._send(intent)

    def _next(self) -> dict[str, Any] | None:
        table = self._service.call("/api/table", timeout_s=5)
        if not table.get("game") or table.get("outcome"):
            seats = [msgspec.to_builtins(seat) for seat in SEATS]
            self._service.call("/api/games", {"game": GAME, "seats": seats}, timeout_s=20)
            return None
        position = self._service.call("/api/table?as=position", timeout_s=5)
        if "error" in position:
            return None
        state = arranged(self._game, {}, SEATS, self._pack, position)
        asks = self._game.asks(state)
        if not asks:
            return None  # somebody else has just ended the game
        answer = Player(self._game, self._chance).answer(state, asks, 0)
        self._count += 1
        plain: dict[str, Any] = msgspec.to_builtins(answer)
        return plain | {"id": f"{self.name}-{self._count}", "device": self.name}

    def _send(self, intent: dict[str, Any]) -> None:
        """Until there is a reply; the same id every time."""
        begun_s = time.monotonic()
        while not self._over.is_set():
            try:
                reply = self._service.call("/api/intents", intent, timeout_s=10)
            except (OSError, ValueError):
                self.repeats += 1
                self._over.wait(0.3)
                continue
            if reply.get("error", {}).get("code") == "disk":
                self._over.wait(0.3)
                continue
            self._note(intent["id"], reply)
            break
        self.slowest_s = max(self.slowest_s, time.monotonic() - begun_s)

    def _note(self, name: str, reply: dict[str, Any]) -> None:
        seq = reply.get("accepted", reply.get("duplicate"))
        if seq is None:
            self.refused += 1  # somebody else was faster: the ask is gone
            if reply["error"]["code"] == "fault":
                self.wrong.append(str(reply))
            return
        self.told[name] = seq

    def stop(self) -> None:
        self._over.set()
        self.join()


def lines_of(data: Path) -> list[tuple[str, int]]:
    """Every line of every game: the intent's id and the journal number."""
    journal = Journal(data / "journal.sqlite")
    rows = [(row.intent, row.seq) for game in journal.games() for row in journal.lines(game.id)]
    journal.close()
    assert journal.recovered == ""
    return rows


def account(data: Path, people: list[Person]) -> dict[str, int]:
    """What people were told against what is in the journal."""
    rows = lines_of(data)
    written = dict(rows)
    told = {name: seq for person in people for name, seq in person.told.items()}
    return {
        "accepted": len(told),
        "lost": sum(name not in written for name in told),
        "renumbered": sum(name in written and written[name] != seq for name, seq in told.items()),
        "doubled": len(rows) - len(written),
        "repeated after a lost reply": sum(person.repeats for person in people),
        "faults inside": sum(len(person.wrong) for person in people),
        "false camera readings": sum(name.startswith("eye-") for name, _ in rows),
    }
