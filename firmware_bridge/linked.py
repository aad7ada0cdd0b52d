"""A panel at the other end of a byte stream: opens the port, feeds the link, and opens it again
when it is gone.

All waiting is bounded by the caller's `wait_s`; a port that fails is closed and tried again with
growing pauses.
"""

import time
from collections.abc import Callable
from typing import Protocol

from firmware_bridge.errors import BridgeError
from firmware_bridge.link import Link
from firmware_bridge.panel import Desired, PanelEvent, PanelHealth

FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 1.0  # a panel put back must be there again within two seconds
GIVE_UP_SILENT_S = 3.0  # some Nanos take two seconds in their bootloader before they say a word


class Port(Protocol):
    """Raises OSError when the other end is gone."""

    def read(self, wait_s: float) -> bytes: ...

    def write(self, stream: bytes) -> None: ...

    def close(self) -> None: ...


class LinkedPanel:
    def __init__(
        self,
        url: str,
        open_port: Callable[[], Port],
        clock: Callable[[], float] = time.monotonic,
        answered: Callable[[], None] = lambda: None,
    ) -> None:
        self._link = Link(url)
        self._open_port = open_port
        self._clock = clock
        self._answered, self._has_answered = answered, False
        self._port: Port | None = None
        self._desired = Desired()
        self._pause_s = FIRST_PAUSE_S
        self._try_at_s = float("-inf")
        self._health = PanelHealth(url)

    def step(self, wait_s: float) -> tuple[PanelEvent, ...]:
        events: tuple[PanelEvent, ...] = ()
        try:
            port = self._port or self._try_to_open(wait_s)
            if port is not None:
                events = self._exchange(port, wait_s)
        except OSError as error:
            self._lose(str(error))
        self._health = self._link.health(self._clock())
        return events

    def _try_to_open(self, wait_s: float) -> Port | None:
        now_s = self._clock()
        if now_s < self._try_at_s:
            time.sleep(min(wait_s, self._try_at_s - now_s))
            return None
        self._plan_next_try(now_s)
        try:
            self._port = self._open_port()
        except BridgeError:
            return None
        self._has_answered = False
        self._link.opened(now_s)
        return self._port

    def _plan_next_try(self, now_s: float) -> None:
        self._try_at_s = now_s + self._pause_s
        self._pause_s = min(LONGEST_PAUSE_S, self._pause_s * 2)

    def _exchange(self, port: Port, wait_s: float) -> tuple[PanelEvent, ...]:
        # Acknowledgements go out one round after their events were handed over: what is
        # acknowledged has been taken. Should we die in between, the panel repeats and the intent's
        # id tells that it was counted.
        self._link.show(self._desired)
        port.write(self._link.to_send(self._clock()))
        now_s, events = self._read(port, wait_s)
        if self._link.is_connected(now_s):
            self._pause_s = FIRST_PAUSE_S
            self._note_answer()
        elif self._link.silent_s(now_s) > GIVE_UP_SILENT_S:
            self._lose("nothing heard")
        return events

    def _note_answer(self) -> None:
        if not self._has_answered:
            self._has_answered = True
            self._answered()

    def _read(self, port: Port, wait_s: float) -> tuple[float, tuple[PanelEvent, ...]]:
        stream = port.read(wait_s)
        now_s = self._clock()
        return now_s, self._link.receive(stream, now_s)

    def _lose(self, why: str) -> None:
        if self._port is not None:
            self._port.close()
        self._port = None
        self._link.closed(why)
        self._try_at_s = max(self._try_at_s, self._clock() + FIRST_PAUSE_S)

    def show(self, desired: Desired) -> None:
        self._desired = desired

    def health(self) -> PanelHealth:
        return self._health

    def close(self) -> None:
        if self._port is not None:
            self._port.close()
        self._port = None
        self._link.closed("closed")
        self._health = self._link.health(self._clock())
