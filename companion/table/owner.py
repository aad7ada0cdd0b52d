"""The table's one thread: whatever is handed in is decided in the order it came, and nobody sees a
change before it is on disk.
"""

import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec

from companion.errors import SetupError
from companion.kit.intents import Intent
from companion.table.changes import Changes
from companion.table.open_journal import OpenJournal, no_disk
from companion.table.replies import Accepted

MOST_AT_ONCE = 64  # intents that wait together share one commit
Wish = Callable[[], Any] | Intent


class PendingReply:
    """For one who waits. A bare lock: the quickest thing a thread can wait for, and every tap
    waits for one.
    """

    def __init__(self) -> None:
        self._reply: Any = None
        self._error: BaseException | None = None
        self._is_there = threading.Lock()
        self._is_there.acquire()

    def set_result(self, reply: Any) -> None:
        self._reply = reply
        self._is_there.release()

    def set_exception(self, error: BaseException) -> None:
        self._error = error
        self._is_there.release()

    def result(self) -> Any:
        self._is_there.acquire()
        if self._error is not None:
            raise self._error
        return self._reply


class TableOwner:
    """`held` is the journal on the table now; `deciding` is held while something is decided and
    written, also on a slow disk.
    """

    def __init__(
        self, held: Callable[[], OpenJournal], changes: Changes, deciding: threading.RLock
    ) -> None:
        self._held, self._changes, self._deciding = held, changes, deciding
        self._queue: queue.SimpleQueue[tuple[Wish, PendingReply] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self.busy_since_s: float | None = None  # a slow disk is seen from outside by this

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def ask(self, wish: Wish) -> Any:
        """Returns when it is done, or raises what it raised."""
        if not self.is_running:
            raise SetupError("The table is closed.")
        pending = PendingReply()
        self._queue.put((wish, pending))
        return pending.result()

    # The thread

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            wishes = [first]
            while not self._queue.empty() and len(wishes) < MOST_AT_ONCE:
                following = self._queue.get()
                if following is None:
                    self._queue.put(None)
                    break
                wishes.append(following)
            self._serve(wishes)

    def _serve(self, wishes: list[tuple[Wish, PendingReply]]) -> None:
        self.busy_since_s = time.monotonic()
        with self._deciding:
            self._held().reload_if_stale()
        intents = [(wish, pending) for wish, pending in wishes if isinstance(wish, msgspec.Struct)]
        if intents:
            self._serve_intents(intents)
        for wish, pending in wishes:
            if not isinstance(wish, msgspec.Struct):
                self._serve_call(wish, pending)
        self.busy_since_s = None

    def _serve_intents(self, wishes: list[tuple[Intent, PendingReply]]) -> None:
        with self._deciding:
            replies = self._held().write([intent for intent, _ in wishes])
            if any(isinstance(reply, Accepted) for reply in replies):
                self._changes.announce_game()
        for (_, pending), reply in zip(wishes, replies, strict=True):
            if isinstance(reply, Exception):
                pending.set_exception(reply)
            else:
                pending.set_result(reply)

    def _serve_call(self, wish: Callable[[], Any], pending: PendingReply) -> None:
        try:
            with self._deciding:
                result = wish()
                self._changes.announce_game()
            self._held().trouble = ""
            pending.set_result(result)
        except sqlite3.Error as error:
            self._held().trouble = str(error)
            pending.set_exception(no_disk(error))
        except Exception as error:  # whoever asked gets it; the owner lives on
            pending.set_exception(error)
