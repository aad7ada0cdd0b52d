"""Everything that can go wrong between tables, broker and hall, while tables play ten times as fast
as people: `python -m tests.faults.hall [--tables 24]`. Prints what was lost and how soon the hall
was right again.

Needs root or user namespaces; each part has a network of its own (`networks.py`).
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from companion.benchmarks.hall.around import EventListener, PageReader, Worker
from tests.faults import networks
from tests.faults.networks import PLACES, cut, inside, mend

BROKER = f"mqtt://{PLACES['broker']}:1883"
HALL_PORTS = (8138, 8139)
RIGHT_S = 5.0
QUIET_S = 12.0  # after the fault: long enough to be right again in it
CUTS_S = (3, 8, 15, 30)
DAY_S = 24 * 3600


class Stage:
    """Broker, two halls and tables, each where its cable can be pulled."""

    def __init__(self, stack: ExitStack, folder: Path, tables: int) -> None:
        self._stack, self.folder, self.tables = stack, folder, tables
        self.broker = self.start_broker()
        self.halls = [self.start_hall(port) for port in HALL_PORTS]
        listening = EventListener(BROKER)
        self.listener = stack.enter_context(listening)
        places = [f"http://{PLACES['hall']}:{port}" for port in HALL_PORTS]
        self.pages = [stack.enter_context(PageReader(place)) for place in places]

    def _start(self, where: str, *command: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*inside(where), *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def start_broker(self) -> subprocess.Popen[bytes]:
        config = self.folder / "mosquitto.conf"
        kept = f"persistence true\npersistence_location {self.folder}/\nautosave_interval 1\n"
        config.write_text(f"listener 1883 0.0.0.0\nallow_anonymous true\nuser root\n{kept}")
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        process = self._start("broker", program, "-c", str(config))
        time.sleep(1)
        return process

    def start_hall(self, port: int) -> subprocess.Popen[bytes]:
        place = ["--broker", BROKER, "--host", "0.0.0.0", "--port", str(port)]
        return self._start("hall", sys.executable, "-m", "companion", "hall", *place)

    def start_tables(self, seconds: float, *before: str) -> Worker:
        asked = (BROKER, 0, self.tables, 1.0, seconds, self.folder)
        worker = Worker(*asked, before=[*inside("tables"), *before])
        self._stack.callback(worker.process.kill)
        assert worker.is_ready(), "the tables did not come up"
        worker.go_on()
        return worker


def run(name: str, tables: int, seconds: float, fault: Callable[[Stage, Worker], Worker]) -> Any:
    """Plays, lets the fault happen, plays on; figures."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir="/dev/shm")))
        stage = Stage(stack, folder, tables)
        worker = stage.start_tables(seconds + QUIET_S)
        time.sleep(4)
        begun_s = time.time()
        last = fault(stage, worker)
        lifted_s = time.time()
        result = last.result()
        wrong = [page.wait_for(result["lines"]) for page in stage.pages]
        expected = set(result["expected"])
        stage.listener.wait_for(expected)
        told = {
            "fault": name,
            "lasted, s": round(lifted_s - begun_s, 1),
            "hall right again after, s": round(right_after(stage, result, lifted_s), 1),
            "tables wrong in the end": sum(map(len, wrong)),
            "lines written": sum(result["lines"].values()),
            "answers lost at a table": lost_answers(result),
            "events": len(expected),
            "events not heard by another listener": len(expected - stage.listener.ids),
        }
        last.end()
        return told


def right_after(stage: Stage, result: dict[str, Any], lifted_s: float) -> float:
    """How long until both pages had every line that was written when the fault was over."""
    newest: dict[str, int] = {}
    for table, line, at_s in result["answers"]:
        if at_s <= lifted_s:
            newest[table] = max(line, newest.get(table, 0))
    seen = [page.seen_s(table, line) for page in stage.pages for table, line in newest.items()]
    return max(0.0, max(seen, default=lifted_s) - lifted_s)


def lost_answers(result: dict[str, Any]) -> int:
    """Accepted, and not in the table's journal in the end."""
    return sum(line > result["lines"][table] for table, line, _ in result["answers"])


def network_cut(place: str, seconds: float) -> Callable[[Stage, Worker], Worker]:
    def fault(_stage: Stage, worker: Worker) -> Worker:
        cut(place)
        time.sleep(seconds)
        mend(place)
        return worker

    return fault


def broker_killed(stage: Stage, worker: Worker) -> Worker:
    stage.broker.kill()
    stage.broker.wait()
    time.sleep(5)
    stage.broker = stage.start_broker()
    return worker


def hall_killed(stage: Stage, worker: Worker) -> Worker:
    stage.halls[0].kill()
    stage.halls[0].wait()
    time.sleep(2)
    stage.halls[0] = stage.start_hall(HALL_PORTS[0])
    return worker


def tables_killed(stage: Stage, worker: Worker) -> Worker:
    """All at once, without a word, then started again on their journals."""
    worker.process.kill()
    worker.process.wait()
    return stage.start_tables(QUIET_S)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--only", default="", help="faults whose name holds this word")
    args = parser.parse_args()
    networks.enter()
    networks.build()
    faults = {
        **{f"tables cut off {s} s": (s, network_cut("tables", s)) for s in CUTS_S},
        **{f"hall cut off {s} s": (s, network_cut("hall", s)) for s in CUTS_S},
        "broker killed": (6, broker_killed),
        "hall killed": (2, hall_killed),
        "tables killed": (10, tables_killed),
    }
    told = []
    for name, (seconds, fault) in faults.items():
        if args.only in name:
            told.append(run(name, args.tables, 4 + seconds, fault))
            print(json.dumps(told[-1]), flush=True)
    bad = [one for one in told if one["tables wrong in the end"] or one["answers lost at a table"]]
    late = [one for one in told if one["hall right again after, s"] > RIGHT_S]
    print(f"{len(told)} faults: {len(bad)} with something lost, {len(late)} later than {RIGHT_S} s")
    return bool(bad or late)


if __name__ == "__main__":
    sys.exit(main())
