"""What waits for the broker. Of a state only the newest matters; events are kept in their order,
up to a limit, and what had to go is counted and told.
"""

import threading
from collections import deque
from dataclasses import dataclass

MOST_EVENTS = 2_000  # an evening's; about 600 KB


@dataclass(frozen=True, slots=True)
class Letter:
    topic: str
    payload: bytes
    retain: bool = False
    keeps_s: int = 0  # how long the broker keeps it; 0: for ever


class Outbox:
    def __init__(self, most_events: int = MOST_EVENTS) -> None:
        self._lock = threading.Lock()
        self._states: dict[str, Letter] = {}
        self._events: deque[Letter] = deque()
        self._most = most_events
        self.dropped = 0

    def put(self, letter: Letter) -> None:
        with self._lock:
            if letter.retain:
                self._states.pop(letter.topic, None)
                self._states[letter.topic] = letter
                return
            if len(self._events) >= self._most:
                self._events.popleft()
                self.dropped += 1
            self._events.append(letter)

    def take(self) -> Letter | None:
        """Events first: who sees a state has been told how it came about."""
        with self._lock:
            if self._events:
                return self._events.popleft()
            if self._states:
                return self._states.pop(next(iter(self._states)))
            return None

    def __len__(self) -> int:
        with self._lock:
            return len(self._states) + len(self._events)
