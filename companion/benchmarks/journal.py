"""The journal: appending with fsync, opening a long game, bytes written per intent."""

import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.benchmarks.engine import played
from companion.journal import Entry, Journal
from companion.packs import Shelf
from companion.table.lines import Body
from companion.table.table import Table

HELP = "append with fsync, opening, size"
GAME = "spell_from_the_future"


def run(_photographs: Path | None) -> dict[str, Any]:
    live = played(games.find(GAME), 2000)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        table = Table(Journal(path), Shelf())
        table.start()
        number = table.begin(GAME, live.state.seats, live.state.options)
        times = [append(table.journals.held.journal, number, line) for line in live.lines]
        table.stop()
        begun = time.perf_counter()
        again = Table(Journal(path), Shelf())
        again.start()
        opening = time.perf_counter() - begun
        again.stop()
        size = path.stat().st_size
    times.sort()
    return {
        "append with fsync, ms, median": round(1000 * statistics.median(times), 2),
        "append with fsync, ms, p99": round(1000 * times[int(len(times) * 0.99)], 2),
        "lines": len(live.lines),
        "opening the game again, ms": round(1000 * opening, 1),
        "bytes a line": size // max(1, len(live.lines)),
    }


def append(journal: Journal, number: int, line: Any) -> float:
    body = msgspec.json.encode(Body(line.intent, line.events, line.bent))
    entry = Entry(number, f"{line.intent.id}-{random.random()}", body)
    begun = time.perf_counter()
    with journal.writing() as write:
        write(entry)
    return time.perf_counter() - begun
