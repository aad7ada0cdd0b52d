"""The file beside the journal: summaries of games, people, and sums kept so that no page has to
count. The only SQL of the records.

Sums are whole numbers added and taken away again with each game, so that they always equal what
counting anew would give.
"""

import secrets
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import SetupError

_TABLES = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS person (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, colour TEXT NOT NULL DEFAULT '',
    shape INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS alias (key TEXT PRIMARY KEY, person INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS played (
    number INTEGER PRIMARY KEY, game TEXT NOT NULL, started REAL NOT NULL, ended REAL,
    summary BLOB NOT NULL, seq INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0,
    deleted REAL);
CREATE INDEX IF NOT EXISTS played_list ON played (started, number, game, ended, hidden, deleted);
CREATE INDEX IF NOT EXISTS played_deleted ON played (deleted) WHERE deleted IS NOT NULL;
CREATE TABLE IF NOT EXISTS seat (
    number INTEGER NOT NULL, seat TEXT NOT NULL, person INTEGER, game TEXT NOT NULL,
    started REAL NOT NULL, score INTEGER, won INTEGER NOT NULL, counts INTEGER NOT NULL,
    PRIMARY KEY (number, seat)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seat_person ON seat (person, counts, game, started);
CREATE TABLE IF NOT EXISTS guest (
    number INTEGER NOT NULL, seat TEXT NOT NULL, PRIMARY KEY (number, seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS total (
    person INTEGER NOT NULL, game TEXT NOT NULL, what TEXT NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (person, game, what)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS figure (
    number INTEGER NOT NULL, game TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL,
    rank INTEGER NOT NULL, PRIMARY KEY (number, name)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS figure_best ON figure (game, name, rank);
CREATE TABLE IF NOT EXISTS forgotten (mark TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
"""
PAPER = 1_000_000_000  # games from this number on were scored on paper: no journal has them
LARGEST = 2**63 - 1
TotalKey = tuple[int, str, str]  # person, game, what
Totals = Counter[TotalKey]


class PlayedRow(NamedTuple):
    number: int
    game: str
    started: float
    ended: float | None
    summary: bytes
    hidden: bool
    deleted: float | None


class SeatRow(NamedTuple):
    """`counts`: the game is finished and not deleted, so it is part of the sums."""

    number: int
    seat: str
    person: int | None
    game: str
    started: float
    score: int | None
    won: bool
    counts: bool


class RecordStore:
    """One connection behind one lock: whoever reads or writes holds it for a moment."""

    def __init__(self, path: Path | str) -> None:
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(path, check_same_thread=False, timeout=5)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA secure_delete = ON")  # who is forgotten leaves no bytes
            self._db.executescript(_TABLES)
        except (sqlite3.Error, OSError) as error:
            raise SetupError(f"Cannot open the records {path}: {error}.") from None

    def close(self) -> None:
        with self._lock:
            self._db.close()

    @contextmanager
    def writing(self) -> Iterator["RecordStore"]:
        """All of it or nothing."""
        with self._lock, self._db:
            yield self

    def rows(self, sql: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._db.execute(sql, tuple(map(_held, values))).fetchall()

    def change(self, sql: str, *values: Any) -> int:
        """The number of the new row, where it made one. Only inside `writing`."""
        return int(self._db.execute(sql, tuple(map(_held, values))).lastrowid or 0)

    def clean(self) -> None:
        """Nothing of what was deleted stays in the file that SQLite keeps beside it."""
        with self._lock:
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # Facts about the table itself

    def fact(self, name: str, otherwise: str = "") -> str:
        found = self.rows("SELECT value FROM about WHERE name = ?", name)
        return str(found[0][0]) if found else otherwise

    def note(self, name: str, value: str) -> None:
        with self.writing():
            self.change("INSERT OR REPLACE INTO about VALUES (?, ?)", name, value)

    def table_id(self) -> str:
        """Made once, so that games of two tables never have the same name."""
        if not self.fact("table"):
            self.note("table", secrets.token_hex(8))
        return self.fact("table")


# Sums, as functions over a store that is being written


def add_totals(store: RecordStore, totals: Mapping[TotalKey, int]) -> None:
    for (person, game, what), n in totals.items():
        if n:
            store.change(
                "INSERT INTO total VALUES (?, ?, ?, ?) "
                "ON CONFLICT (person, game, what) DO UPDATE SET n = n + excluded.n",
                *(person, game, what, n),
            )
            gone = "DELETE FROM total WHERE person = ? AND game = ? AND what = ? AND n = 0"
            store.change(gone, person, game, what)


def set_totals(store: RecordStore, totals: Mapping[TotalKey, int]) -> None:
    store.change("DELETE FROM total")
    add_totals(store, totals)


def totals_of(store: RecordStore, people: Iterable[int] = ()) -> Totals:
    """The sums kept; of these people, or of everybody."""
    found: Totals = Counter()
    wanted = [*people]
    where = f" WHERE person IN ({', '.join('?' * len(wanted))})" if wanted else ""
    for person, game, what, n in store.rows(f"SELECT * FROM total{where}", *wanted):
        found[person, game, what] = n
    return found


def _held(value: Any) -> Any:
    """Numbers as large as the file holds: what lies beyond names nothing, as does the largest."""
    return max(-LARGEST, min(value, LARGEST)) if isinstance(value, int) else value
