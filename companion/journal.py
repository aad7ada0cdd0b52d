"""The journal: the only SQL and the only clock. Append-only; an accepted intent is on disk before anyone sees it.

Rows are never changed. A row's body carries its own checksum, so a damaged one is found and everything before it kept.
"""

import shutil
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import SetupError

_TABLES = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, rules INTEGER NOT NULL, header BLOB NOT NULL,
    started REAL NOT NULL, ended REAL, outcome BLOB);
CREATE TABLE IF NOT EXISTS line (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL, intent TEXT NOT NULL, body BLOB NOT NULL,
    crc INTEGER NOT NULL, at REAL NOT NULL, UNIQUE (game, intent));
CREATE TABLE IF NOT EXISTS snapshot (
    game INTEGER NOT NULL, seq INTEGER NOT NULL, state BLOB NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY (game, seq));
CREATE TABLE IF NOT EXISTS spare (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, header BLOB NOT NULL, started REAL NOT NULL);
CREATE TABLE IF NOT EXISTS live (one INTEGER PRIMARY KEY CHECK (one = 1), game INTEGER);
"""
KEEP_BYTES = 256 * 2**20


class Row(NamedTuple):
    seq: int
    intent: str
    body: bytes
    at: float


class GameRow(NamedTuple):
    id: int
    game: str
    rules: int
    header: bytes
    started: float
    ended: float | None
    outcome: bytes | None


class Entry(NamedTuple):
    """What is to be written: one accepted intent."""

    game: int
    intent: str
    body: bytes


class Journal:
    """`clock` is for tests; times are only shown, nothing is ordered by them."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self.clock = clock
        self.looks_only = ""  # why nothing can be written, when it is only a copy to look at
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.recovered = self._recover_if_damaged()
            self._db = _open(path)
            self._db.executescript(_TABLES)
        except (OSError, sqlite3.Error) as error:
            raise SetupError(f"Cannot open the journal {path}: {error}. Is the disk full or read-only?") from None

    @classmethod
    def to_look_at(cls, path: Path, folder: Path, why: str) -> "Journal":
        """A copy of what can be read, for a disk that takes nothing: people see their game, and why it stands still."""
        for suffix in ("", "-wal"):
            with suppress(OSError):
                shutil.copyfile(f"{path}{suffix}", f"{folder / path.name}{suffix}")
        journal = cls(folder / path.name)
        journal.looks_only = why
        journal._db.execute("PRAGMA query_only = ON")
        return journal

    def close(self) -> None:
        self._db.close()

    # Games

    def begin(self, game: str, rules: int, header: bytes) -> int:
        with self._db:
            now = self.clock()
            sql = "INSERT INTO game (game, rules, header, started) VALUES (?, ?, ?, ?)"
            number = self._db.execute(sql, (game, rules, header, now)).lastrowid
            # Without its start no line of a game means anything: it is written a second time, elsewhere in the file.
            self._db.execute("INSERT INTO spare VALUES (?, ?, ?, ?, ?)", (number, game, rules, header, now))
            self._db.execute("INSERT OR REPLACE INTO live (one, game) VALUES (1, ?)", (number,))
        assert number is not None
        return number

    def make_live(self, number: int | None) -> None:
        with self._db:
            self._db.execute("INSERT OR REPLACE INTO live (one, game) VALUES (1, ?)", (number,))

    def live(self) -> int | None:
        row = self._db.execute("SELECT game FROM live").fetchone()
        return row[0] if row else None

    def games(self) -> list[GameRow]:
        columns = "id, game, rules, header, started, ended, outcome"
        return [GameRow(*row) for row in self._db.execute(f"SELECT {columns} FROM game ORDER BY id DESC")]

    def game(self, number: int) -> GameRow:
        found = next((row for row in self.games() if row.id == number), None)
        if found is None:
            raise SetupError(f"There is no game number {number} in the journal.")
        return found

    def end(self, number: int, outcome: bytes | None) -> None:
        """Records how the game stands; undo through the end takes the outcome away again."""
        with self._db:
            ended = self.clock() if outcome is not None else None
            self._db.execute("UPDATE game SET ended = ?, outcome = ? WHERE id = ?", (ended, outcome, number))

    # Lines

    @contextmanager
    def writing(self) -> Iterator[Callable[[Entry], int]]:
        """Lines written inside are durable when the block ends, all or none: what arrives together shares a commit."""
        with self._db:
            now = self.clock()
            sql = "INSERT INTO line (game, intent, body, crc, at) VALUES (?, ?, ?, ?, ?)"

            def write(entry: Entry) -> int:
                return int(self._db.execute(sql, (*entry, zlib.crc32(entry.body), now)).lastrowid or 0)

            yield write

    def lines(self, number: int, after: int = 0) -> Iterator[Row]:
        """The lines of a game in order, up to the first damaged one."""
        sql = "SELECT seq, intent, body, at, crc FROM line WHERE game = ? AND seq > ? ORDER BY seq"
        for seq, intent, body, at, crc in self._db.execute(sql, (number, after)):
            if zlib.crc32(body) != crc:
                return
            yield Row(seq, intent, body, at)

    def last_seq(self) -> int:
        return int(self._db.execute("SELECT COALESCE(MAX(seq), 0) FROM line").fetchone()[0])

    # Snapshots

    def snapshot(self, number: int, seq: int, state: bytes) -> None:
        """Kept beside the lines; the two newest of a game are enough, the older one in case the newer is damaged."""
        with self._db:
            sql = "INSERT OR REPLACE INTO snapshot (game, seq, state, crc) VALUES (?, ?, ?, ?)"
            self._db.execute(sql, (number, seq, state, zlib.crc32(state)))
            old = "SELECT seq FROM snapshot WHERE game = ? ORDER BY seq DESC LIMIT 2"
            self._db.execute(f"DELETE FROM snapshot WHERE game = ? AND seq NOT IN ({old})", (number, number))

    def snapshots(self, number: int) -> list[tuple[int, bytes]]:
        """Undamaged ones, newest first."""
        sql = "SELECT seq, state, crc FROM snapshot WHERE game = ? ORDER BY seq DESC"
        return [(seq, state) for seq, state, crc in self._db.execute(sql, (number,)) if zlib.crc32(state) == crc]

    # Keeping it healthy and small

    def trim(self, keep_bytes: int = KEEP_BYTES) -> int:
        """Forgets the oldest finished games while the file is too large; returns how many."""
        forgotten = 0
        while self._size() > keep_bytes:
            row = self._db.execute("SELECT MIN(id) FROM game WHERE ended IS NOT NULL").fetchone()
            if row[0] is None or row[0] == self.live():
                break
            with self._db:
                for table, column in (("line", "game"), ("snapshot", "game"), ("spare", "id"), ("game", "id")):
                    self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", row)
            self._db.execute("VACUUM")
            forgotten += 1
        return forgotten

    def _size(self) -> int:
        pages = self._db.execute("PRAGMA page_count").fetchone()[0]
        return int(pages * self._db.execute("PRAGMA page_size").fetchone()[0])

    def _recover_if_damaged(self) -> str:
        """'' if all is well; else what was done. The damaged file is kept for people to look at."""
        if not self.path.exists() or is_sound(self.path):
            return ""
        damaged = self.path.with_name(f"{self.path.stem}.damaged-{int(self.clock())}{self.path.suffix}")
        for suffix in ("", "-wal", "-shm"):
            part = Path(f"{self.path}{suffix}")
            if part.exists():
                shutil.move(part, f"{damaged}{suffix}")
        saved = _salvage(damaged, self.path)
        return f"The journal was damaged. {saved} lines were saved; the damaged file is {damaged.name}."


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, check_same_thread=False, timeout=5)
    db.execute("PRAGMA page_size = 1024")  # a line touches four pages: 9 KB written for each instead of 18
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA journal_size_limit = 4194304")
    return db


def is_sound(path: Path) -> bool:
    """False only for real damage: a disk that is full, read-only or busy says nothing about the file."""
    try:
        db = sqlite3.connect(path, timeout=5)
        try:
            return bool(db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
        finally:
            db.close()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return False
        raise SetupError(f"Cannot read the journal {path}: {error}. Is the disk full or read-only?") from None


def copy_journal(path: Path, to: Path) -> None:
    """A consistent copy while the game goes on in another connection; nothing is repaired or changed by it."""
    beside = to.with_suffix(".new")
    try:
        with closing(_for_reading(path)) as journal, closing(sqlite3.connect(beside)) as copy:
            journal.backup(copy)
    except sqlite3.Error as error:
        raise SetupError(f"Cannot copy the journal {path}: {error}.") from None
    beside.replace(to)


def is_game_going_on(path: Path) -> bool:
    try:
        with closing(_for_reading(path)) as journal:
            sql = "SELECT COUNT(*) FROM live JOIN game ON live.game = game.id WHERE game.ended IS NULL"
            return bool(journal.execute(sql).fetchone()[0])
    except sqlite3.Error as error:
        raise SetupError(f"Cannot read the journal {path}: {error}.") from None


def _for_reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)


def _salvage(damaged: Path, fresh: Path) -> int:
    """Copies every row that can still be read into a fresh file; returns how many lines came through."""
    new = _open(fresh)
    new.executescript(_TABLES)
    old = sqlite3.connect(damaged)
    counts = {table: _copy(old, new, table) for table in ("game", "spare", "line", "snapshot", "live")}
    with new:
        columns = "id, game, rules, header, started"
        new.execute(f"INSERT OR IGNORE INTO game ({columns}) SELECT {columns} FROM spare")
        new.execute(f"INSERT OR IGNORE INTO spare ({columns}) SELECT {columns} FROM game")
    old.close()
    new.close()
    return counts["line"]


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, table: str) -> int:
    copied = 0
    for row in _readable(old, table):
        marks = ", ".join("?" * len(row))
        with new:
            copied += new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row).rowcount
    return copied


def _readable(old: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """Row by row from the front, then from the back: a bad page in the middle costs only itself."""
    seen: set[int] = set()
    for order in ("ASC", "DESC"):
        try:
            for rowid, *row in old.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid {order}"):
                if rowid in seen:
                    return
                seen.add(rowid)
                yield tuple(row)
        except sqlite3.DatabaseError:
            continue
