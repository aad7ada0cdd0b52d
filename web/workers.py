"""Threads that answer requests for one loop. What they make comes back to it, many at once if many
are ready: waking a loop costs more than most answers.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
Work = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class Workers:
    """`start` inside the loop. What waits when they are closed is never made."""

    def __init__(self, count: int, name: str) -> None:
        self._waiting: SimpleQueue[Work | None] = SimpleQueue()
        self._done: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self._is_called = False
        self._threads = [
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True)
            for number in range(count)
        ]

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        for _ in self._threads:
            self._waiting.put(None)

    def run(self, make: Callable[[], T]) -> "asyncio.Future[T]":
        coming: asyncio.Future[T] = self._loop.create_future()
        self._waiting.put((make, coming))
        return coming

    def _work(self) -> None:
        while (work := self._waiting.get()) is not None:
            make, coming = work
            try:
                self._hand_over(coming, make(), None)
            except BaseException as error:  # whoever waits for it gets it
                self._hand_over(coming, None, error)

    def _hand_over(
        self, coming: "asyncio.Future[Any]", made: Any, error: BaseException | None
    ) -> None:
        self._done.append((coming, made, error))
        if not self._is_called:  # else the loop has not come to fetch yet
            self._is_called = True
            with suppress(RuntimeError):  # it is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._fetch)

    def _fetch(self) -> None:
        self._is_called = False  # first: who adds from now on calls again
        while self._done:
            coming, made, error = self._done.popleft()
            if coming.done():
                continue
            if error is not None:
                coming.set_exception(error)
            else:
                coming.set_result(made)
