"""What requests bring along: so much each, and so much of all that are read or wait for a thread,
however many there are.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

MOST_BODY = 2_000_000  # whatever the application takes is below this
MOST_BODIES = 48_000_000
SMALL_BODY = 64 * 1024  # taken whatever the others hold: a tap is far smaller
Receive = Callable[[], Awaitable[dict[str, Any]]]


class TooMuchError(Exception):
    """Said to whoever sent it: status, code and words."""


class Bodies:
    """Used by the server's loop alone."""

    def __init__(self) -> None:
        self._held = 0

    @asynccontextmanager
    async def read(self, receive: Receive) -> AsyncIterator[bytes]:
        """All of one request's body, counted for as long as somebody works with it."""
        pieces, size = list[bytes](), 0
        try:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ConnectionResetError
                piece = message.get("body", b"")
                pieces.append(piece)
                size += len(piece)
                self._held += len(piece)
                if size > MOST_BODY:
                    raise TooMuchError(413, "too_large", "This is more than is taken here.")
                if size > SMALL_BODY and self._held > MOST_BODIES:
                    raise TooMuchError(503, "busy", "Too many devices send at once.")
                if not message.get("more_body"):
                    break
            yield b"".join(pieces)
        finally:
            self._held -= size
