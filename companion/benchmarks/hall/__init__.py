"""Many tables and one hall on this machine, with a real Mosquitto: how soon a score is on the
hall's page, what is lost, what a table costs, how smooth the page is.

A real table is taken to answer every ten seconds; here each does so every second. Journals lie in
memory where that can be: two hundred tables have two hundred disks, this machine has one.
`TABLESIDE_TABLES=24` measures that many and no more.
"""

import os
import time
from contextlib import ExitStack
from typing import Any

from companion.benchmarks.hall.around import (
    EventListener,
    PageReader,
    has_mosquitto,
    mosquitto,
    playing,
    resident_kb,
    scratch,
    served_hall,
)
from companion.benchmarks.hall.browser import frames

HELP = "a score on the hall's page, what is lost, memory per table, frames a second"
TABLES, REAL_S, FASTER = 200, 10.0, 10
SECONDS, LIMIT_MS = 20.0, 500
MORE = (300, 400, 500, 600, 800)
P95 = "score on the page, p95, ms"


def run(_photographs: Any) -> dict[str, Any]:
    if not has_mosquitto():
        return {"note": "needs Mosquitto: apt-get install mosquitto"}
    tables = int(os.environ.get("TABLESIDE_TABLES", TABLES))
    first = measured(tables)
    told: dict[str, Any] = {f"{tables} tables": first}
    if "TABLESIDE_TABLES" in os.environ:
        return told
    most = tables if is_well(first) else 0
    for more in MORE if most else ():
        told[f"{more} tables"] = step = measured(more, with_page=False)
        if not is_well(step):
            break
        most = more
    return {"most tables within 500 ms": most, **told}


def is_well(figures: dict[str, Any]) -> bool:
    return bool(figures[P95] <= LIMIT_MS and figures["events lost"] == 0)


def measured(tables: int, *, with_page: bool = True) -> dict[str, Any]:
    with ExitStack() as stack:
        folder = stack.enter_context(scratch())
        broker = stack.enter_context(mosquitto(folder))
        hall, address = stack.enter_context(served_hall(broker))
        listener = stack.enter_context(EventListener(broker))
        page = stack.enter_context(PageReader(address))
        workers = stack.enter_context(playing(broker, tables, folder, REAL_S / FASTER, SECONDS))
        listener.begin()
        for worker in workers:
            worker.go_on()
        drawn = frames(address, SECONDS / 2) if with_page else {}
        results = [worker.result() for worker in workers]
        ended_s = time.time()
        lines = {name: line for one in results for name, line in one["lines"].items()}
        wrong = page.wait_for(lines)
        expected = {name for one in results for name in one["expected"]}
        listener.wait_for(expected)
        answers = [told for one in results for told in one["answers"]]
        return {
            **delays(page, answers),
            "answers a second": round(len(answers) / SECONDS),
            "events told": len(expected),
            "events lost": len(expected - listener.ids),
            "tables the hall has wrong in the end": len(wrong),
            "right in the end after, s": round(max(0.0, page.newest_s - ended_s), 2),
            "memory per table, KB": round(sum(one["kb"] for one in results) / tables),
            "memory of the hall, MB": round(resident_kb(hall) / 1024),
            "processor of the tables, cores": round(
                sum(one["spent_s"] for one in results) / SECONDS, 2
            ),
            **drawn,
            **traffic(listener, tables),
        }


def delays(page: PageReader, answers: list[Any]) -> dict[str, Any]:
    """From the moment before a tap is handed in to the moment the page has heard of it."""
    found = sorted(1000 * (page.seen_s(name, line) - at_s) for name, line, at_s in answers)
    return {
        "score on the page, p50, ms": round(found[len(found) // 2]),
        P95: round(found[int(len(found) * 0.95)]),
        "score on the page, worst, ms": round(found[-1]),
    }


def traffic(listener: EventListener, tables: int) -> dict[str, Any]:
    """At the speed people play, by kind."""
    hours = tables * SECONDS * FASTER / 3600
    told = {}
    for kind, (count, size) in sorted(listener.sizes.items()):
        told[f"{kind} messages per table and hour"] = round(count / hours)
        told[f"{kind} KB per table and hour"] = round(size / 1024 / hours)
    return told
