"""Many tables in one process: real journals and real publishers, with simulated players.

    python -m companion.benchmarks.hall.tables BROKER FIRST COUNT EVERY_S SECONDS FOLDER

Says `ready` when all are known to the broker, plays when told to go on, then says what it did.
"""

import heapq
import json
import random
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion import games
from companion.broadcast.desk import Desk
from companion.broadcast.watcher import TableWatcher
from companion.config import MqttSettings
from companion.journal import Journal
from companion.kit.intents import Answer
from companion.mqtt.publisher import Publisher, Surroundings
from companion.packs import Shelf
from companion.simulate import Player, seats_for
from companion.table.table import Accepted, Table

PEOPLE = ("Anna", "Ben", "Cleo", "Dewi", "Emil")


class SimulatedTable:
    def __init__(self, number: int, broker: str, folder: Path) -> None:
        self.name = f"t{number:04}"
        self.table = Table(Journal(folder / f"{self.name}.sqlite"), Shelf(files=True))
        self.table.start()
        settings = MqttSettings(broker=broker, table=self.name, name=f"Table {number}")
        around = Surroundings(lambda: {"camera": "on", "panel": "on"})
        self.desk = Desk(self.table.begin, lambda _desk: None)
        self.publisher = Publisher(self.table, settings, "en", around, self.desk)
        self._chance, self._number = random.Random(number), number
        self._count = self.newest_line()  # a table started again says nothing twice

    def begin(self) -> None:
        known = games.ids()
        game = games.find(known[self._number % len(known)])
        least, most = game.seats
        seats = seats_for(game, min(most, max(least, 2 + self._number % 3), len(game.colours)))
        self.table.begin(game.id, seats, dict(game.suggested(len(seats))))

    def answer(self) -> int | None:
        """One answer as people give them; its journal number if it was accepted."""
        live = self.table.live
        assert live is not None
        asks = live.game.asks(live.state)
        if not asks:
            self.begin()
            return None
        self._count += 1
        given = Player(live.game, self._chance).answer(live.state, asks, self._count)
        reply = self.table.submit(
            Answer(
                id=f"{self.name}-{self._count}", ask=given.ask, answer=given.answer, seat=given.seat
            )
        )
        return reply.seq if isinstance(reply, Accepted) else None

    def newest_line(self) -> int:
        """Of the whole journal: a game that has just begun has none."""
        return self.table.reading_own(lambda own: own.journal.last_seq())

    def expected(self) -> list[str]:
        """The ids of everything that happened, by the journal alone."""
        watcher = TableWatcher(self.table, self.publisher._teller, dict, self.desk)
        watcher.begin_after(0)
        return [event.id for event in watcher.look(time.time()).events]


def play(tables: Sequence[SimulatedTable], every_s: float, seconds: float) -> list[Any]:
    """Each answers once in `every_s`, not all at once; table, line and moment of each answer."""
    chance, begun = random.Random(1), time.monotonic()
    due = [(begun + chance.random() * every_s, at) for at in range(len(tables))]
    heapq.heapify(due)
    told = []
    while due[0][0] < begun + seconds:
        when, at = heapq.heappop(due)
        time.sleep(max(0.0, when - time.monotonic()))
        now_s = time.time()
        line = tables[at].answer()
        if line is not None:
            told.append((tables[at].name, line, now_s))
        heapq.heappush(due, (when + every_s * chance.uniform(0.5, 1.5), at))
    return told


def warm_up(broker: str, folder: Path) -> None:
    """Rules, cards and words of every game are loaded once, as on a table that has been on."""
    for number in range(len(games.ids())):
        one = SimulatedTable(9000 + number, broker, folder)
        one.publisher.go_on_from(b"")
        one.begin()
        for _ in range(30):
            one.answer()
            one.publisher.look(time.time())
        one.table.stop()


def memory_kb() -> int:
    text = Path("/proc/self/smaps_rollup").read_text("ascii")
    return int(next(line for line in text.splitlines() if line.startswith("Pss:")).split()[1])


def main(broker: str, first: int, count: int, every_s: float, seconds: float, folder: Path) -> None:
    warm_up(broker, folder)
    before_kb, stop = memory_kb(), threading.Event()
    tables = [SimulatedTable(first + at, broker, folder) for at in range(count)]
    threads = [threading.Thread(target=one.publisher.run, args=(stop,)) for one in tables]
    for thread in threads:
        thread.start()
    while not all(one.publisher.has_told for one in tables):
        time.sleep(0.05)
    print("ready", flush=True)
    sys.stdin.readline()
    for one in tables:
        if one.table.live is None:
            one.begin()
    spent_s = time.process_time()
    answers = play(tables, every_s, seconds)
    spent_s = time.process_time() - spent_s
    while not all(one.publisher.connection.is_idle for one in tables):
        time.sleep(0.05)
    after_kb = memory_kb()
    lines = {one.name: one.newest_line() for one in tables}
    expected = [name for one in tables for name in one.expected()]
    figures = {"kb": after_kb - before_kb, "spent_s": spent_s, "lines": lines}
    print(json.dumps({"answers": answers, "expected": expected, **figures}), flush=True)
    sys.stdin.readline()
    stop.set()
    for one, thread in zip(tables, threads, strict=True):
        thread.join()
        one.table.stop()


if __name__ == "__main__":
    broker, first, count, every_s, seconds, folder = sys.argv[1:]
    main(broker, int(first), int(count), float(every_s), float(seconds), Path(folder))
