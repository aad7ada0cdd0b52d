"""Who is connected: limits per address, deadlines for slow ones, and room for whoever has joined.

A connection costs a few kilobytes, not a thread; but a house has only so many screens. Whoever has
not shown a role yet is a stranger. Too many strangers, from one place or in all: the one that waits
longest goes, so that the next, which may be a player's tablet, comes in.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

STRANGERS_PER_ADDRESS = 64
MOST_STRANGERS = 160
MOST_CONNECTIONS = 480  # joined ones included; the system's own limit is 1,024 files
HEAD_S = 10.0  # for a request up to its body
BODY_S = 30.0  # for what comes after a request's head
STALE_S = 60.0  # a device that takes nothing for so long is gone
Address = tuple[str, int]


class Connection:
    """What is known of one of them."""

    def __init__(self, address: Address, close: Callable[[], None], now_s: float) -> None:
        self.address, self.close, self.waiting_since_s = address, close, now_s
        self.has_joined = False
        self.is_stream = False


class Connections:
    """Used by the server's loop alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[Address, Connection] = {}  # oldest first

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, address: Address, close: Callable[[], None]) -> Connection | None:
        """None: there is no room, even after sending strangers away."""
        here = [one for one in self._strangers() if one.address[0] == address[0]]
        if len(here) >= STRANGERS_PER_ADDRESS:
            self._send_away(here)
        everywhere = list(self._strangers())
        if len(everywhere) >= MOST_STRANGERS or len(self._open) >= MOST_CONNECTIONS:
            self._send_away(everywhere)
        if len(self._open) >= MOST_CONNECTIONS:
            return None
        self._open[address] = Connection(address, close, self._clock())
        return self._open[address]

    def find(self, address: Address) -> Connection | None:
        return self._open.get(address)

    def forget(self, connection: Connection) -> None:
        if self._open.get(connection.address) is connection:
            del self._open[connection.address]

    def _strangers(self) -> Iterator[Connection]:
        return (one for one in self._open.values() if not one.has_joined)

    def _send_away(self, strangers: list[Connection]) -> None:
        """Rather one that has asked for nothing than a screen somebody looks at."""
        waiting = [one for one in strangers if not one.is_stream] or strangers
        if waiting:
            oldest = min(waiting, key=lambda one: one.waiting_since_s)
            self.forget(oldest)
            oldest.close()


class GuardedProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, for connections that were admitted and do not dawdle."""

    registry: Connections  # given by `guarded`

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._deadline = self._stale = self.loop.call_later(HEAD_S, self._too_slow)
        self._admitted = self.registry.admit(self.client or ("", id(self)), transport.abort)
        if self._admitted is None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        self._stale.cancel()
        if self._admitted is not None:
            self.registry.forget(self._admitted)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        before = self.cycle
        lacked_body = bool(before) and before.more_body
        super().handle_events()
        is_new = self.cycle is not before
        if is_new or (lacked_body and not before.more_body):
            self._deadline.cancel()
        if is_new and self.cycle.more_body:
            self._deadline = self.loop.call_later(BODY_S, self._too_slow)

    def on_response_complete(self) -> None:
        """The next request of this connection has its own deadline, from its first byte on."""
        self._deadline.cancel()
        if self._admitted is not None:
            self._admitted.waiting_since_s = self.loop.time()
        super().on_response_complete()

    def data_received(self, data: bytes) -> None:
        begins = self.conn.their_state is h11.IDLE and not self._deadline_runs()
        if begins:
            self._deadline = self.loop.call_later(HEAD_S, self._too_slow)
        super().data_received(data)

    def pause_writing(self) -> None:
        """More was sent than the device has taken."""
        super().pause_writing()
        self._stale.cancel()
        self._stale = self.loop.call_later(STALE_S, self._too_slow)

    def resume_writing(self) -> None:
        self._stale.cancel()
        super().resume_writing()

    def _deadline_runs(self) -> bool:
        return not self._deadline.cancelled() and self._deadline.when() > self.loop.time()

    def _too_slow(self) -> None:
        self.transport.abort()


def guarded(registry: Connections) -> type[GuardedProtocol]:
    """The protocol of one server: uvicorn makes its connections from a class."""
    return type("ServedProtocol", (GuardedProtocol,), {"registry": registry})
