"""Whatever is said to the virtual table over HTTP: never a fault, and the eye lives on.

python -m tests.web.odd_messages [--requests 10000] [--seed 1]
"""

import argparse
import http.client
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.faults.service import Screen, Service

GAME = {
    "game": "runika",
    "seats": [{"id": c, "colour": c} for c in ("red", "blue")],
}
TO = ("table", "panel", "dealer", "demo", "camera")  # not power: it would go out
DEEDS = {
    "table": (
        "throw", "put", "move", "turn", "take", "sweep", "light", "hand", "bump", "cock", "unplug",
        "plug",
    ),
    "panel": ("press", "release", "turn", "unplug", "plug"),
    "dealer": ("deal",),
    "demo": ("pause", "go_on", "skip", "end"),
    "camera": ("throw", "clear", "light", "felt", "nudge", "mats", "put", "hold", "show"),
}  # fmt: skip
NAMES = {
    "ask": ("place", "show", "roll"),
    "cell": ("", "A", "1,1"),
    "id": ("piece-1", "piece-2", "thrown-3"),
    "kind": ("token", "card", "die", "sheet", "back"),
    "look": ("red", "white", "x"),
    "title": ("A card", None),
    "name": ("day", "dim", "lamp"),
    "role": ("confirm", "plus"),
    "x": (0, 0.5, 1),
    "y": (0.1, 0.9, 1),
    "towards": (0, 45, 359.5),
    "hard": (0, 0.5, 1),
    "seconds": (0.2, 1),
    "seed": (1, 7),
    "die": (0, 1),
    "turn": (0, 1, 3),
    "by": (1, -1),
    "values": ([1], [2, 5], [6, 6, 6]),
    "parts": ([], ["a", "b"], None),
    "games": ([], ["runika"]),
    "file": ("/etc/passwd",),
    "count": (1, 3),
}
ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 10**30, -(10**9), 1e308, -1e-308, 0.1, "", " ", "x" * 5000, "\0",
    "\u202e", "../../etc/passwd", "NaN", "1e999", [], [[]], [None], [1, "a", None], ["x" * 300] * 9,
    {}, {"is": "say", "key": "x"}, {"a": {"b": [1]}},
)  # fmt: skip


def messages(chance: random.Random, count: int) -> Iterator[Any]:
    """Some sound, most with one or two odd values, some nothing like a message."""
    for _ in range(count):
        if chance.random() < 0.05:
            yield chance.choice(ODD)
            continue
        to = chance.choice(TO)
        message: dict[str, Any] = {"to": to, "do": chance.choice(DEEDS[to])}
        for name in chance.sample(sorted(NAMES), chance.randrange(6)):
            message[name] = chance.choice(NAMES[name])
        for name in chance.choices(("to", "do", *NAMES), k=chance.choice((0, 1, 1, 2))):
            message[name] = chance.choice(ODD)
        yield message


class OddTalk:
    """Messages to one running service. `statuses` counts its answers."""

    def __init__(self, service: Service, seed: int) -> None:
        self._link = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        self._chance = random.Random(seed)
        self.statuses: Counter[int] = Counter()
        self.faults: list[str] = []

    def close(self) -> None:
        self._link.close()

    def say(self, count: int) -> None:
        for message in messages(self._chance, count):
            body = json.dumps(message)
            self._link.request("POST", "/api/virtual", body, {"Content-Type": "application/json"})
            reply = self._link.getresponse()
            told = reply.read()
            self.statuses[reply.status] += 1
            if reply.status >= 500:
                self.faults.append(f"{reply.status}: {body[:300]} {told.decode()[:200]}")


def sound_again(service: Service, screen: Screen) -> float:
    """Everything is plugged in again; seconds until the eye sees as before."""
    service.call("/api/virtual", {"to": "demo", "do": "end"})
    service.call("/api/virtual", {"to": "table", "do": "plug"})
    service.call("/api/virtual", {"to": "table", "do": "light", "name": "day"})
    return screen.until(lambda: screen.badge("camera") == "on", "the camera is on again")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder) / "data", "--virtual")
        service.start()
        screen = Screen(service)
        service.call("/api/games", GAME)
        sound_again(service, screen)
        eye, talk = service.eye(), OddTalk(service, args.seed)
        for said in range(0, args.requests, 1000):
            talk.say(min(1000, args.requests - said))
            print(f"{said + 1000}: {dict(talk.statuses)}, faults {len(talk.faults)}", flush=True)
        sound_again(service, screen)
        lived = service.eye() == eye
        talk.close()
        screen.close()
        service.end()
    print("\n".join(talk.faults[:10]))
    print(f"requests {talk.statuses.total()}, faults {len(talk.faults)}, eye lived: {lived}")
    return 0 if lived and not talk.faults else 1


if __name__ == "__main__":
    sys.exit(main())
