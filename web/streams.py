"""What an open stream is told, as bytes: the lines it missed, the table or what changed of it, what
stands around it. Who waits for the next change, a thread or a loop, is not this module's business.
"""

from dataclasses import dataclass

import msgspec

from web.services import Services
from web.snapshots import SpokenTable, spoken_line

BEAT_S = 0.7  # a device that hears nothing for three of these says that it is cut off
FIRST_WORD = b"retry: 1000\n\n"
BEAT = b"event: beat\ndata: {}\n\n"
TAKES_OVER = "tableside.stream"  # in a request's environment: who sends the stream instead


@dataclass(frozen=True, slots=True)
class StreamWanted:
    """What a device asked for. `last`: the journal number it saw; `changes`: it folds changes into
    the table it has.
    """

    seat: str | None
    language: str
    last: int | None = None
    changes: bool = False


@dataclass(frozen=True, slots=True)
class StreamNews:
    """What a kind of viewer sees now: the table, and around it."""

    table: SpokenTable
    around_version: int
    around: bytes


def shown_to(given: Services, wanted: StreamWanted) -> StreamNews:
    """May wait for the table, on a slow disk too."""
    version = given.devices.version
    around = given.around.spoken(wanted.language)
    return StreamNews(given.snapshots.spoken(wanted.seat, wanted.language), version, around)


class Stream:
    """How far one device has been told."""

    def __init__(self, given: Services, wanted: StreamWanted) -> None:
        self._given, self.wanted = given, wanted
        self._last = wanted.last
        self._version = self._around_version = -1

    @property
    def is_new(self) -> bool:
        """Nothing was told yet: what it missed may have to be read."""
        return self._version < 0

    def news(self, shown: StreamNews) -> bytes:
        """What is new of this since the last call; nothing if nothing is."""
        told = b""
        if shown.table.version != self._version:
            told += self._table(shown.table)
        if shown.around_version != self._around_version:
            self._around_version = shown.around_version
            told += b"event: around\ndata: %s\n\n" % shown.around
        return told

    def _table(self, now: SpokenTable) -> bytes:
        is_next = self._version >= 0 and now.before == self._version
        last, self._version, self._last = self._last, now.version, now.seq
        if self.wanted.changes and is_next:
            return b"id: %d\nevent: change\ndata: %s\n\n" % (now.seq, now.change)
        missed = self._missed(now, last) if not self.wanted.changes else b""
        return missed + b"id: %d\nevent: table\ndata: %s\n\n" % (now.seq, now.whole)

    def _missed(self, now: SpokenTable, last: int | None) -> bytes:
        """Each line added since, by itself."""
        if last is None or now.seq <= last or not now.log:
            return b""
        lines = {seq: line for seq, line in now.log.items() if seq > last}
        if len(lines) == len(now.log):  # more than are shown
            lines = self._read(last)
        return b"".join(
            b"id: %d\nevent: line\ndata: %s\n\n" % (seq, bytes(line)) for seq, line in lines.items()
        )

    def _read(self, last: int) -> dict[int, msgspec.Raw]:
        wanted = self.wanted
        seats, lines = self._given.table.reading(
            lambda live: (live.state.seats, live.told.since(last, wanted.seat))
        )
        spoken = ((line.seq, spoken_line(line, seats, wanted.language)) for line in lines)
        return {seq: msgspec.Raw(msgspec.json.encode(line)) for seq, line in spoken}
