"""The web: start to first page, a tap to all screens, and intents from eight devices at once."""

import json
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

HELP = "start-up, tap to all screens, concurrent devices"
GAME = "spell_from_the_future"


def run(_photographs: Any) -> dict[str, Any]:
    with served() as (address, started):
        begin(address)
        return {
            "start to first page, s": round(started, 2),
            "tap to all screens, 8 clients": screens(address, 8),
            "tap to all screens, 50 clients": screens(address, 50),
            "10,000 intents from 8 clients": crowd(address, 8, 1250),
        }


@contextmanager
def served() -> Iterator[tuple[str, float]]:
    """The service as people start it, in its own process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion", "serve", "--port", "0", "--data", folder]
        begun = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
            assert service.stdout is not None
            address = service.stdout.readline().strip()
            urllib.request.urlopen(address, timeout=10).read()
            started = time.perf_counter() - begun
            try:
                yield address, started
            finally:
                service.terminate()


def call(address: str, path: str, data: Any = None) -> Any:
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(address + path, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        return json.load(error)


def begin(address: str) -> None:
    call(
        address,
        "/api/games",
        {"game": GAME, "seats": [{"id": c, "colour": c} for c in ("red", "blue", "green")]},
    )


class Screen(threading.Thread):
    """A device that listens, and notes when it saw each journal number and with which state."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.address = address
        self.seen: dict[int, float] = {}
        self.hash = ""
        self.ready = threading.Event()

    def run(self) -> None:
        with urllib.request.urlopen(f"{self.address}/api/events", timeout=120) as stream:
            number = None
            for raw in stream:
                if raw.startswith(b"id: "):
                    number = int(raw[4:])
                elif raw.startswith(b"data: ") and number is not None:
                    self.seen.setdefault(number, time.perf_counter())
                    if b'"hash":"' in raw:
                        self.hash = raw.rsplit(b'"hash":"', 1)[1][:16].decode()
                    self.ready.set()


def screens(address: str, clients: int, taps: int = 40) -> dict[str, float]:
    listening = [Screen(address) for _ in range(clients)]
    for screen in listening:
        screen.start()
    for screen in listening:
        screen.ready.wait(20)
    delays = []
    for tap in range(taps):
        begun = time.perf_counter()
        intent = {
            "id": f"tap {clients} {tap}",
            "kind": "adjust",
            "handle": handle(address),
            "to": 1 + tap % 2,
        }
        seq = call(address, "/api/intents", intent)["accepted"]
        delays.append(max(arrival(screen, seq) for screen in listening) - begun)
    delays.sort()
    return {
        "p50, ms": round(1000 * delays[taps // 2], 1),
        "p95, ms": round(1000 * delays[int(taps * 0.95)], 1),
    }


def handle(address: str) -> str:
    handles = call(address, "/api/handles")
    return str(next(one["id"] for one in handles if not one["words"] and (one["most"] or 9) >= 2))


def arrival(screen: Screen, seq: int) -> float:
    deadline = time.perf_counter() + 10
    while seq not in screen.seen and time.perf_counter() < deadline:
        time.sleep(0.0005)
    return screen.seen[seq]


def crowd(address: str, clients: int, each: int) -> dict[str, Any]:
    """Devices that answer what they see, some of it twice; afterwards every screen has the same
    state.
    """
    listening = [Screen(address) for _ in range(clients)]
    for screen in listening:
        screen.start()
    replies: dict[str, set[int]] = {}
    threads = [
        threading.Thread(target=device, args=(address, name, each, replies))
        for name in range(clients)
    ]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - begun
    log = {line["seq"] for line in call(address, "/api/log")}
    accepted = {seq for numbers in replies.values() for seq in numbers}
    final = call(address, "/api/table")
    for screen in listening:
        arrival(screen, final["seq"])
    return {
        "sent": clients * each,
        "accepted": len(accepted),
        "lost": len(accepted - log),
        "doubled": sum(len(numbers) > 1 for numbers in replies.values()),
        "different states on screens": len({screen.hash for screen in listening} | {final["hash"]})
        - 1,
        "intents a second": round(clients * each / spent),
    }


def device(address: str, name: int, each: int, replies: dict[str, set[int]]) -> None:
    """Adjusts and undoes at random, every tenth intent sent twice with the same id."""
    chance = random.Random(name)
    target = handle(address)
    for number in range(each):
        intent: dict[str, Any] = {
            "id": f"{name}:{number}",
            "kind": chance.choice(["adjust", "adjust", "undo", "redo"]),
        }
        if intent["kind"] == "adjust":
            intent |= {"handle": target, "to": 1 + chance.randrange(2)}
        for _ in range(2 if number % 10 == 0 else 1):
            reply = call(address, "/api/intents", intent)
            seq = reply.get("accepted", reply.get("duplicate"))
            if seq is not None and intent["kind"] == "adjust":
                replies.setdefault(intent["id"], set()).add(seq)
