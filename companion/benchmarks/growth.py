"""What grows with work: addresses of a table with many games and a long one, and taps meanwhile."""

import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion import games
from companion.benchmarks.engine import played
from companion.benchmarks.web import Caller, served
from companion.journal import Journal
from companion.packs import Shelf
from companion.table.table import Table

HELP = "a journal of 501 games, a game of 2,119 lines, a backup beside the table"
GAME = "spell_from_the_future"
GAMES, LINES = 501, 2119
LOOKS = 5
EVERY_S = 0.02  # a tap while the backup is made


def run(_photographs: Path | None) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        fill(data)
        with served(data) as (address, _):
            return measured(address)


def fill(data: Path) -> None:
    """Many games begun, and after them a long one."""
    live = played(games.find(GAME), LINES)
    table = Table(Journal(data / "journal.sqlite"), Shelf())
    table.start()
    for _ in range(GAMES):
        table.begin(GAME, live.state.seats, live.state.options)
    for line in live.lines:
        table.submit(line.intent)
    table.stop()


def measured(address: str) -> dict[str, Any]:
    caller = Caller(address)
    found: dict[str, Any] = {
        "games": len(caller.call("/api/journal")),
        "lines": len(caller.call("/api/log")),
    }
    begun = time.perf_counter()
    caller.call("/api/curves")
    found["/api/curves, first look, ms"] = round(1000 * (time.perf_counter() - begun), 1)
    for path in ("/api/journal", "/api/journal?newest=50", "/api/curves", "/api/log"):
        found[f"{path}, ms"] = median_ms(partial(caller.call, path))
    found["/api/log?newest=120, ms"] = median_ms(lambda: caller.call("/api/log?newest=120"))
    return found | backed_up(address)


def median_ms(look: Callable[[], Any]) -> float:
    times = []
    for _ in range(LOOKS):
        begun = time.perf_counter()
        look()
        times.append(time.perf_counter() - begun)
    return round(1000 * sorted(times)[LOOKS // 2], 1)


def backed_up(address: str) -> dict[str, Any]:
    """A backup, and how long taps take beside it and without it."""
    alone = taps(address, "alone", lambda: time.sleep(1.0))
    size = 0

    def back_up() -> None:
        nonlocal size
        with urllib.request.urlopen(f"{address}/api/backup", timeout=120) as reply:
            size = len(reply.read())

    begun = time.perf_counter()
    beside = taps(address, "beside", back_up)
    return {
        "backup, s": round(time.perf_counter() - begun, 2),
        "backup, MB": round(size / 1e6, 1),
        "longest tap alone, ms": alone,
        "longest tap beside a backup, ms": beside,
    }


def taps(address: str, name: str, work: Callable[[], None]) -> float:
    """The longest of the taps while something is done."""
    caller, longest, number = Caller(address), 0.0, 0
    handle = caller.handle()
    doing = threading.Thread(target=work)
    doing.start()
    while doing.is_alive():
        number += 1
        tap = {"id": f"{name} {number}", "kind": "adjust", "handle": handle}
        begun = time.perf_counter()
        caller.call("/api/intents", {**tap, "to": 1 + number % 2})
        longest = max(longest, time.perf_counter() - begun)
        time.sleep(EVERY_S)
    return round(1000 * longest, 1)
