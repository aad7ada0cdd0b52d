"""The web: start to first page, a tap to all screens, and intents from eight devices at once."""

import http.client
import json
import random
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HELP = "start-up, tap to all screens with slow readers, concurrent devices"
GAME = "spell_from_the_future"
TAPS = 40
LONGEST_S = 45.0  # for the crowd: the whole is done within two minutes
SMALL_BUFFER = 4096  # of a device that never reads: the service feels it soon


def run(_photographs: Any) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (address, started):
        begin(address)
        return {
            "start to first page, s": round(started, 2),
            "tap to all screens, 8 clients": screens(address, 8),
            "tap to all screens, 50 clients": screens(address, 50),
            "tap to all screens, 50 clients, 15 more that never read": screens(address, 50, 15),
            "tap to all screens, 100 clients": screens(address, 100),
            "tap to all screens, 100 clients, 15 more that never read": screens(address, 100, 15),
            "intents from 8 clients": crowd(address, 8, 1250),
        }


@contextmanager
def served(data: Path) -> Iterator[tuple[str, float]]:
    """The service as people start it, in its own process."""
    command = [sys.executable, "-m", "companion", "serve", "--port", "0", "--data", str(data)]
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        address = service.stdout.readline().strip()
        urllib.request.urlopen(address, timeout=30).read()
        started = time.perf_counter() - begun
        try:
            yield address, started
        finally:
            service.terminate()


def begin(address: str) -> None:
    seats = [{"id": c, "colour": c} for c in ("red", "blue", "green")]
    Caller(address).call("/api/games", {"game": GAME, "seats": seats})


class Caller:
    """One device's connection, kept open as a browser keeps it."""

    def __init__(self, address: str) -> None:
        self._link = http.client.HTTPConnection(address.partition("://")[2], timeout=30)

    def call(self, path: str, data: Any = None) -> Any:
        body = None if data is None else json.dumps(data)
        method = "GET" if data is None else "POST"
        self._link.request(method, path, body, {"Content-Type": "application/json"})
        return json.loads(self._link.getresponse().read())

    def handle(self) -> str:
        handles = self.call("/api/handles")
        fitting = (one for one in handles if not one["words"] and (one["most"] or 9) >= 2)
        return str(next(fitting)["id"])


class Screens(threading.Thread):
    """Devices that listen, all read by one thread, which notes when each saw each journal number.
    `deaf` more are open and never read.
    """

    def __init__(self, address: str, count: int, deaf: int = 0) -> None:
        super().__init__(daemon=True)
        where, _, port = address.partition("://")[2].rpartition(":")
        self._links = [self._opened(where, int(port)) for _ in range(count)]
        self._deaf = [self._opened(where, int(port), SMALL_BUFFER) for _ in range(deaf)]
        self._rest = [b""] * count
        self.seen: list[dict[int, float]] = [{} for _ in range(count)]
        self.arrived = threading.Condition()
        self._is_over = False
        self.start()

    @staticmethod
    def _opened(host: str, port: int, buffer: int = 0) -> socket.socket:
        link = socket.socket()
        if buffer:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        link.connect((host, port))
        asked = f"GET /api/events?changes=1 HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n"
        link.sendall(asked.encode())
        link.recv(1, socket.MSG_PEEK)  # as people come: one after the other, each let in
        return link

    def run(self) -> None:
        with selectors.DefaultSelector() as ready:
            for at, link in enumerate(self._links):
                ready.register(link, selectors.EVENT_READ, at)
            while not self._is_over:
                for key, _ in ready.select(0.2):
                    self._read(key.data)

    def _read(self, at: int) -> None:
        told = self._rest[at] + self._links[at].recv(1 << 18)
        numbers = [int(found) for found in re.findall(rb"(?:^|\n)id: (\d+)\n", told)]
        self._rest[at] = told[told.rfind(b"\n") + 1 :]
        now = time.perf_counter()
        with self.arrived:
            for number in numbers:
                self.seen[at].setdefault(number, now)
            self.arrived.notify_all()

    def latest(self, seq: int) -> float:
        """When the last of them had seen this number, or a later one."""
        with self.arrived:
            self.arrived.wait_for(lambda: all(self._since(one, seq) for one in self.seen), 20)
            return max(min(self._since(one, seq)) for one in self.seen)

    @staticmethod
    def _since(seen: dict[int, float], seq: int) -> list[float]:
        return [at for number, at in seen.items() if number >= seq]

    def close(self) -> None:
        self._is_over = True
        self.join()
        for link in (*self._links, *self._deaf):
            link.close()


def screens(address: str, clients: int, deaf: int = 0) -> dict[str, float]:
    listening, caller = Screens(address, clients, deaf), Caller(address)
    listening.latest(0)
    handle, delays = caller.handle(), []
    for tap in range(TAPS):
        name = f"tap {clients} {deaf} {tap}"
        intent = {"id": name, "kind": "adjust", "handle": handle, "to": 1 + tap % 2}
        begun = time.perf_counter()
        seq = caller.call("/api/intents", intent)["accepted"]
        delays.append(listening.latest(seq) - begun)
    listening.close()
    delays.sort()
    return {
        "p50, ms": round(1000 * delays[TAPS // 2], 1),
        "p95, ms": round(1000 * delays[int(TAPS * 0.95)], 1),
    }


def crowd(address: str, clients: int, each: int) -> dict[str, Any]:
    """Devices that adjust and undo, some of it twice, while as many screens listen."""
    listening, replies = Screens(address, clients), dict[str, set[int]]()
    begun = time.perf_counter()
    sent = [0] * clients
    threads = [
        threading.Thread(target=device, args=(address, name, each, replies, sent))
        for name in range(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - begun
    caller = Caller(address)
    log = {line["seq"] for line in caller.call("/api/log")}
    accepted = {seq for numbers in replies.values() for seq in numbers}
    listening.latest(caller.call("/api/table")["seq"])  # every screen has come to the end
    listening.close()
    return {
        "sent": sum(sent),
        "accepted": len(accepted),
        "lost": len(accepted - log),
        "doubled": sum(len(numbers) > 1 for numbers in replies.values()),
        "intents a second": round(sum(sent) / spent),
    }


def device(
    address: str, name: int, each: int, replies: dict[str, set[int]], sent: list[int]
) -> None:
    """Adjusts and undoes at random, every tenth intent sent twice with the same id."""
    chance, caller = random.Random(name), Caller(address)
    target, end = caller.handle(), time.perf_counter() + LONGEST_S
    for number in range(each):
        kind = chance.choice(["adjust", "adjust", "undo", "redo"])
        intent: dict[str, Any] = {"id": f"{name}:{number}", "kind": kind}
        if kind == "adjust":
            intent |= {"handle": target, "to": 1 + chance.randrange(2)}
        for _ in range(2 if number % 10 == 0 else 1):
            reply = caller.call("/api/intents", intent)
            sent[name] += 1
            seq = reply.get("accepted", reply.get("duplicate"))
            if seq is not None and kind == "adjust":
                replies.setdefault(intent["id"], set()).add(seq)
        if time.perf_counter() > end:
            return
