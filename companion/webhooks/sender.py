"""Posts a table's events to one address, in their order, each until it is taken.

The journal is the queue: how far the receiver was told is noted in a small file, and a table
started again goes on from there. Ids make repeats harmless.
"""

import hashlib
import logging
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.broadcast.watcher import TableNews, TableWatcher
from companion.config import WebhookSettings
from companion.table import Table
from companion.webhooks.posting import Post, Taken
from companion.webhooks.signing import headers

log = logging.getLogger(__name__)

LOOK_S = 0.2
BUSY_S = 0.02  # while one is under way and others wait
AGAIN_S = (1.0, 2.0, 5.0, 15.0, 60.0, 300.0)
MOST_EVENTS = 2_000
NOTE_S = 5.0  # between two notes of how far we are: cards wear


@dataclass(frozen=True, slots=True)
class DueEvent:
    """An event for the receiver; when it was taken, all up to `line` was, if that is known."""

    id: str
    body: bytes
    line: int | None = None


class WebhookSender:
    """`note` is where it is kept how far the receiver was told."""

    def __init__(
        self, table: Table, watcher: TableWatcher, settings: WebhookSettings, note: Path
    ) -> None:
        self._table, self._watcher, self._settings = table, watcher, settings
        self._note = ProgressNote(note)
        self._waiting: deque[DueEvent] = deque()
        self._post: Post | None = None
        self._underway: DueEvent | None = None
        self._failed = 0
        self._again_s = 0.0
        self.is_over = False
        self.dropped = 0
        if self._note.line is not None:
            watcher.begin_after(self._note.line)

    def run(self, stop: threading.Event) -> None:
        seen = -1
        try:
            while not stop.is_set() and not self.is_over:
                is_busy = self._post is not None
                seen = self._table.changes.wait(seen, BUSY_S if is_busy else LOOK_S)
                self.look(time.time(), time.monotonic())
            while not stop.is_set():  # a receiver that wants no more is left alone
                stop.wait(LOOK_S)
        finally:
            self._note.write()

    def look(self, now_s: float, clock_s: float) -> None:
        self._take_in(self._watcher.look(now_s))
        self._settle(clock_s)
        if self._waiting and self._post is None and clock_s >= self._again_s:
            self._underway = first = self._waiting.popleft()
            signed = headers(self._settings.secret, first.id, int(now_s), first.body)
            self._post = Post(self._settings.url, first.body, signed)
            self._post.start()
        self._note.write_if_old(clock_s)

    def _take_in(self, look: TableNews) -> None:
        wanted = self._settings.events
        events = [one for one in look.events if not wanted or kind_of(one) in wanted]
        for event in events:
            line = look.now.line if event is events[-1] else None
            self._waiting.append(DueEvent(event.id, msgspec.json.encode(event), line))
        self.dropped += look.skipped
        while len(self._waiting) > MOST_EVENTS:
            self._waiting.popleft()
            self.dropped += 1
        if not self._waiting and self._post is None:
            self._note.line = look.now.line

    def _settle(self, clock_s: float) -> None:
        post, sent = self._post, self._underway
        if post is None or sent is None or post.taken is None:
            return
        self._post = self._underway = None
        if post.taken is Taken.LATER:
            self._waiting.appendleft(sent)
            self._put_off(clock_s, post.why)
            return
        self._failed = 0
        if post.taken is not Taken.YES:
            self.dropped += 1
            log.warning("the webhook %s refused an event: %s", self._settings.url, post.why)
        self.is_over = post.taken is Taken.GONE
        if sent.line is not None:
            self._note.line = sent.line

    def _put_off(self, clock_s: float, why: str) -> None:
        if self._failed == 0:
            log.warning("the webhook %s is away: %s", self._settings.url, why)
        self._again_s = clock_s + AGAIN_S[min(self._failed, len(AGAIN_S) - 1)]
        self._failed += 1


class ProgressNote:
    """The newest number of the journal that the receiver has everything up to."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._written_s = 0.0
        self.line: int | None = None
        with suppress(OSError, ValueError):
            self.line = int(file.read_text("utf-8"))
        self._written = self.line

    def write_if_old(self, clock_s: float) -> None:
        if clock_s >= self._written_s + NOTE_S:
            self._written_s = clock_s
            self.write()

    def write(self) -> None:
        if self.line is None or self.line == self._written:
            return
        beside = self._file.with_suffix(".new")
        with suppress(OSError):  # a full disk: told twice is better than not told
            beside.write_text(str(self.line), "utf-8")
            beside.replace(self._file)
            self._written = self.line


def kind_of(event: msgspec.Struct) -> str:
    return str(event.__struct_config__.tag)


def note_file(data: Path, settings: WebhookSettings) -> Path:
    """One for each address, which may itself be a secret."""
    return data / f"webhook-{hashlib.sha256(settings.url.encode()).hexdigest()[:12]}"
