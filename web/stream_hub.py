"""All open streams, sent from one loop. A thread waits for the table's changes and wakes the loop;
what a kind of viewer is told is made once, by one thread beside it, and shared.

A device that reads slowly holds up nobody: it is sent the newest table when it can take it.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial

from web.services import Services
from web.streams import BEAT, BEAT_S, FIRST_WORD, Stream, StreamNews, StreamWanted, shown_to
from web.workers import Workers

MOST_STREAMS = 320
STRANGERS_PER_ADDRESS = 32  # screens that only look, from one place
PAUSE_S = 0.02  # between two tellings: many taps at once are one picture
Tell = Callable[[bytes], Awaitable[None]]
Kind = tuple[str | None, str]


class StreamHub:
    def __init__(self, given: Services) -> None:
        self._given = given
        self._open = 0
        self._strangers: Counter[str] = Counter()
        self._makers = Workers(1, "web-snapshots")
        self._news: asyncio.Future[None] | None = None
        self._making: dict[Kind, tuple[tuple[int, int], asyncio.Future[StreamNews]]] = {}
        self._thread: threading.Thread | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Inside the loop that sends."""
        self._loop = loop
        self._makers.start(loop)
        self._news = loop.create_future()
        self._thread = threading.Thread(target=self._watch, name="web-changes", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Once `stopping` is set and the table has said so."""
        self._makers.close()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        """The one thread that waits for all streams: it tells the loop at once after a quiet
        moment, and of many changes after each other only now and then.
        """
        changes, stopping = self._given.table.changes, self._given.stopping
        seen = changes.version
        while not stopping.is_set():
            now = changes.wait(seen, BEAT_S)
            if now != seen or stopping.is_set():
                seen = now
                try:
                    self._loop.call_soon_threadsafe(self._tell)
                except RuntimeError:
                    return  # the loop is closed
                stopping.wait(PAUSE_S)

    def _tell(self) -> None:
        news, self._news = self._news, self._loop.create_future()
        if news is not None and not news.done():
            news.set_result(None)

    def take_place(self, stranger_at: str) -> bool:
        """Whether there is one. `stranger_at`: whence somebody only looks; empty: they have
        joined.
        """
        is_full = self._open >= MOST_STREAMS
        if stranger_at:
            is_full |= self._strangers[stranger_at] >= STRANGERS_PER_ADDRESS
            is_full |= self._strangers.total() >= MOST_STREAMS // 2
        if is_full:
            return False
        self._open += 1
        self._strangers[stranger_at] += bool(stranger_at)
        return True

    def leave_place(self, stranger_at: str) -> None:
        self._open -= 1
        self._strangers[stranger_at] -= bool(stranger_at)
        self._strangers += Counter()  # addresses that nobody looks from are forgotten

    async def serve(self, wanted: StreamWanted, tell: Tell) -> None:
        """Until the service ends; whoever called ends it when the device has gone."""
        stream = Stream(self._given, wanted)
        await tell(FIRST_WORD)
        while self._given.table.owner.is_running and not self._given.stopping.is_set():
            news = self._news
            shown = await self._shown(stream.wanted)
            if stream.is_new:
                told = await self._makers.run(partial(stream.news, shown))
            else:
                told = stream.news(shown)
            if told:
                await tell(told)
            elif news is self._news and not await self._heard(news):
                await tell(BEAT)

    async def _shown(self, wanted: StreamWanted) -> StreamNews:
        """Made once for all who see the same."""
        kind = (wanted.seat, wanted.language)
        now = (self._given.table.changes.game_version, self._given.devices.version)
        version, making = self._making.get(kind, (None, None))
        if making is None or version != now:
            making = self._makers.run(partial(shown_to, self._given, wanted))
            self._making[kind] = now, making
        return await asyncio.shield(making)

    async def _heard(self, news: "asyncio.Future[None] | None") -> bool:
        """Whether something happened within a beat."""
        if news is None:
            return False
        done, _ = await asyncio.wait((news,), timeout=BEAT_S)
        return bool(done)
