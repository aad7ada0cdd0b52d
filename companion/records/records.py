"""The records of a table: they follow the journal, and forget what it must forget.

Reading and writing the journal is handed in, so that the same works inside the service and for a
command beside it.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

import msgspec

from companion.journal import Journal
from companion.kit.story import refuse
from companion.records import filing
from companion.records.people import People
from companion.records.store import PAPER, RecordStore
from companion.records.summary import VERSION, GameSummary, summarised
from companion.table.lines import Header
from companion.table.live_game import LiveGame
from companion.table.open_game import opened_from, rows_of

T = TypeVar("T")
KEEP_DELETED_S = 24 * 3600.0
_HEADER = msgspec.json.Decoder(Header)


class JournalAccess(Protocol):
    """`read` and `write` hold the journal undisturbed; `live` is the number of the game on the
    table, `reopen` reads it back after a change.
    """

    def read(self, look: Callable[[Journal], T]) -> T: ...

    def write(self, change: Callable[[Journal], T]) -> T: ...

    def live(self) -> int: ...

    def reopen(self, number: int) -> None: ...


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game read back, and whoever sat where by the names they gave."""

    live: LiveGame
    started: float
    names: Mapping[str, str]
    seq: int


class Records:
    def __init__(self, store: RecordStore, journal: JournalAccess) -> None:
        self.store, self.journal = store, journal
        self.people = People(store)
        self._following = threading.Lock()
        if store.fact("version") != str(VERSION):
            with store.writing():
                store.change("UPDATE played SET seq = -1 WHERE number < ?", PAPER)
            store.note("seen", "0 0")
            store.note("version", str(VERSION))

    # Following the journal

    def catch_up(self, most: int | None = None) -> int:
        """Summaries of all games that changed since the last time, newest first; with `most`, no
        more than so many now. Returns how many are left.
        """
        with self._following:
            seen_seq, seen_number = map(int, self.store.fact("seen", "0 0").split())
            last_seq = self.journal.read(lambda journal: journal.last_seq())
            if last_seq < seen_seq:  # another journal, or a damaged one that was saved
                seen_seq = seen_number = 0
            changed = self.journal.read(
                lambda journal: journal.edits.changed_since(seen_seq, seen_number)
            )
            newest_first = sorted(changed, reverse=True)
            due = [number for number in newest_first if self._is_due(number, changed)]
            now = due if most is None else due[:most]
            for number in now:
                self._file(number)
            if len(now) == len(due):
                newest = max(changed, default=seen_number)
                self.store.note("seen", f"{last_seq} {max(newest, seen_number)}")
            self._purge()
            return len(due) - len(now)

    def _is_due(self, number: int, changed: Mapping[int, tuple[float, int]]) -> bool:
        rows = self.store.rows("SELECT started, seq FROM played WHERE number = ?", number)
        return not rows or tuple(rows[0]) != changed[number]

    def _file(self, number: int) -> None:
        try:
            kept = self.read(number)
            summary = summarised(kept.live, kept.started)
        except Exception:  # one game that cannot be read must not hide the others
            self._file_unreadable(number)
            return
        guests = self.guests(number)
        with self.store.writing():
            people = {
                seat.seat: person
                for seat in summary.seats
                if seat.seat not in guests
                and (person := self.people.meet(kept.names.get(seat.seat, ""), seat.colour))
            }
        filing.file_game(self.store, number, summary, people, kept.seq)
        named = [seat for seat in guests if kept.names.get(seat)]
        if named and summary.outcome is not None:
            words = [kept.names[seat] for seat in named]
            self.journal.write(lambda journal: journal.edits.forget_names({number: named}, words))

    def _file_unreadable(self, number: int) -> None:
        row = self.journal.read(lambda journal: journal.game(number))
        sql = "INSERT OR IGNORE INTO played (number, game, started, summary) VALUES (?, ?, ?, ?)"
        empty = msgspec.json.encode(GameSummary(row.game, row.started, ()))
        with self.store.writing():
            self.store.change(sql, number, row.game, row.started, empty)

    def read(self, number: int) -> KeptGame:
        """A game of the journal, read back whole."""
        rows = self.journal.read(lambda journal: rows_of(journal, number))
        live = opened_from(rows)
        seats = _HEADER.decode(rows.game.header).seats
        names = {seat["id"]: seat.get("name", "") for seat in seats}
        return KeptGame(live, rows.game.started, names, live.seq)

    def begun(self, number: int) -> tuple[str, Header]:
        """Which game it is and how it was set up."""
        if number >= PAPER:
            raise refuse("paper", "records.refused.paper")
        row = self.journal.read(lambda journal: journal.game(number))
        return row.game, _HEADER.decode(row.header)

    # Guests

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Nothing is followed meanwhile: a game is begun and its guests are named in one go."""
        with self._following:
            yield

    def mark_guests(self, number: int, seats: tuple[str, ...]) -> None:
        """Those who sit there leave no trace: no person, no sums, and no name once it is over."""
        with self.store.writing():
            for seat in seats:
                self.store.change("INSERT OR IGNORE INTO guest VALUES (?, ?)", number, seat)

    def guests(self, number: int) -> set[str]:
        rows = self.store.rows("SELECT seat FROM guest WHERE number = ?", number)
        return {str(row[0]) for row in rows}

    def _purge(self) -> None:
        """Games deleted more than a day ago go for good."""
        now = self.journal.read(lambda journal: journal.clock())
        sql = "SELECT number FROM played WHERE deleted < ?"
        gone = [row[0] for row in self.store.rows(sql, now - KEEP_DELETED_S)]
        if not gone:
            return
        ours = [number for number in gone if number < PAPER]
        self.journal.write(lambda journal: journal.edits.delete(ours))
        with self.store.writing():
            for number in gone:
                filing.remove(self.store, number)
