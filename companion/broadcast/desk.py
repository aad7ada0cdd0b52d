"""What lies on the table's desk beside the game: words for the table, a call for the judge, a clock
that stands still. Some of it may come in from outside, where the owner has allowed that; never an
answer to a game's question: those need a joined device.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from companion.broadcast.messages import Command
from companion.errors import CompanionError
from companion.kit.seats import Seat

MOST_TEXT = 200
MOST_BYTES = 4_000
REMEMBERED = 200


class Desk:
    """`begin` starts a game, `changed` tells the screens."""

    def __init__(
        self,
        begin: Callable[[str, tuple[Seat, ...]], object],
        changed: Callable[["Desk"], None],
    ) -> None:
        self.message, self.calls, self.paused = "", False, False
        self._begin, self._changed = begin, changed
        self._known: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def hear(self, name: str, payload: bytes) -> str:
        """Does it, once however often it comes; says what was wrong with it otherwise."""
        if len(payload) > MOST_BYTES:
            return "too long"
        try:
            command = msgspec.json.decode(payload, type=Command)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            return str(error)
        with self._lock:
            if command.id in self._known:
                return ""
            self._known[command.id] = None
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return self._do(name, command)

    def _do(self, name: str, command: Command) -> str:
        match name:
            case "announce" | "message":
                self.message = plain(command.text)
            case "judge":
                self.calls = not self.calls
            case "pause":
                self.paused = not self.paused
            case "start":
                return self._start(command)
            case _:
                return f"no command {name!r}"
        self._changed(self)
        return ""

    def _start(self, command: Command) -> str:
        seats = tuple(Seat(one, colour=one) for one in command.seats)
        try:
            self._begin(command.game, seats)
        except CompanionError as error:
            return str(error)
        return ""

    def call_judge(self, calls: bool) -> None:
        self.calls = calls
        self._changed(self)


def plain(text: str) -> str:
    """One printable line."""
    return "".join(one for one in text if one.isprintable())[:MOST_TEXT]
