"""What stands around the tables that are measured: a broker, a hall, whoever listens to each."""

import http.client
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

PROCESSES = 2
PATIENCE_S = 30.0
AGAIN_S = 0.5
SILENT_S = 12.0  # a hall says something every ten seconds
OWN_ID = re.compile(rb'"id":"([^"]+)"')


def has_mosquitto() -> bool:
    return bool(shutil.which("mosquitto")) or Path("/usr/sbin/mosquitto").exists()


@contextmanager
def scratch() -> Iterator[Path]:
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder)


@contextmanager
def mosquitto(folder: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = folder / "mosquitto.conf"
    limits = "max_queued_messages 0\nmax_inflight_messages 0"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n{limits}\n", "ascii")
    program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
    with subprocess.Popen([program, "-c", str(config)], stderr=subprocess.DEVNULL) as process:
        try:
            yield f"mqtt://127.0.0.1:{port}"
        finally:
            process.terminate()


@contextmanager
def served_hall(broker: str) -> Iterator[tuple[int, str]]:
    """As people start it; its process and its address."""
    command = [sys.executable, "-m", "companion", "hall", "--broker", broker, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.pid, process.stdout.readline().strip()
        finally:
            process.terminate()


def resident_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS:")).split()[1])


class Worker:
    """A process of many tables. `before` is put before its command: where it runs."""

    def __init__(self, *arguments: object, before: Sequence[str] = ()) -> None:
        module = "companion.benchmarks.hall.tables"
        command = [*before, sys.executable, "-m", module, *map(str, arguments)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def is_ready(self) -> bool:
        return self._line() == "ready"

    def go_on(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def result(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._line())
        return found

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self) -> None:
        with suppress(OSError):
            self.go_on()
        try:
            self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()


@contextmanager
def playing(
    broker: str, tables: int, folder: Path, every_s: float, seconds: float
) -> Iterator[list[Worker]]:
    firsts = [tables * at // PROCESSES for at in range(PROCESSES + 1)]
    made = [Worker(broker, a, b - a, every_s, seconds, folder) for a, b in pairwise(firsts)]
    try:
        if not all(worker.is_ready() for worker in made):
            raise RuntimeError("the tables did not come up")
        yield made
    finally:
        for worker in made:
            worker.end()


class EventListener:
    """Hears everything, as another subscriber would: ids of events, sizes of all."""

    def __init__(self, broker: str) -> None:
        host, _, port = broker.partition("://")[2].partition(":")
        self.ids: set[str] = set()
        self.sizes: dict[str, tuple[int, int]] = {}
        self._client = Client(
            CallbackAPIVersion.VERSION2, "listener", protocol=MQTTProtocolVersion.MQTTv5
        )
        self._client.on_message = self._note
        self._client.on_connect = lambda client, *_: client.subscribe("tableside/#", 1)
        listens = threading.Event()
        self._client.on_subscribe = lambda *_: listens.set()
        # The broker keeps what comes while we are away: what is missing then was never told.
        facts = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        facts.SessionExpiryInterval = 3600
        self._client.connect(host, int(port), clean_start=False, properties=facts)
        self._client.loop_start()
        if not listens.wait(PATIENCE_S):
            raise RuntimeError("the broker lets nobody listen")

    def begin(self) -> None:
        """What came until now is not counted in the sizes."""
        self.sizes = {}

    def _note(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        kind = message.topic.rpartition("/")[2]
        if "/reply/" in message.topic:
            kind = "reply"
        count, size = self.sizes.get(kind, (0, 0))
        whole = len(message.payload) + len(message.topic) + 10
        self.sizes[kind] = count + 1, size + whole
        if kind == "event" and (found := OWN_ID.search(message.payload)):
            self.ids.add(found[1].decode())

    def wait_for(self, expected: set[str]) -> None:
        ends_s = time.monotonic() + PATIENCE_S
        while not expected <= set(self.ids) and time.monotonic() < ends_s:
            time.sleep(0.1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class PageReader(threading.Thread):
    """The hall's page as its script hears it: when which line of which table came."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self._address, self._is_over = address, threading.Event()
        self._lines: dict[str, list[int]] = defaultdict(list)
        self._at_s: dict[str, list[float]] = defaultdict(list)
        self.newest_s = 0.0

    def run(self) -> None:
        """A hall that is gone is looked for again, as a browser does."""
        while not self._is_over.is_set():
            with suppress(OSError, http.client.HTTPException):
                self._read()
            self._is_over.wait(AGAIN_S)

    def _read(self) -> None:
        place = f"{self._address}/api/hall/events"
        with urllib.request.urlopen(place, timeout=SILENT_S) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    self._take(json.loads(line[6:]), time.time())
                if self._is_over.is_set():
                    return

    def _take(self, news: dict[str, Any], now_s: float) -> None:
        for one in news["tables"]:
            line = (one["state"] or {}).get("line", 0)
            if not self._lines[one["id"]] or line > self._lines[one["id"]][-1]:
                self._lines[one["id"]].append(line)
                self._at_s[one["id"]].append(now_s)
                self.newest_s = now_s

    def seen_s(self, table: str, line: int) -> float:
        """When it, or a later one, was there; never is a long time."""
        at = bisect_left(self._lines[table], line)
        found = self._at_s[table]
        return found[at] if at < len(found) else time.time() + PATIENCE_S

    def wait_for(self, lines: dict[str, int]) -> list[str]:
        """The tables that are not up to their newest line in the end."""
        ends_s = time.monotonic() + PATIENCE_S
        while True:
            wrong = [name for name, line in lines.items() if self._lines[name][-1:] != [line]]
            if not wrong or time.monotonic() > ends_s:
                return wrong
            time.sleep(0.05)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
