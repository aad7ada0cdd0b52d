"""The journal: the only SQL and the only clock. Append-only; an accepted intent is on disk before
anyone sees it.

Rows are never changed. A row's body carries its own checksum, so a damaged one is found and
everything before it kept.
"""

import shutil
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from companion.errors import SetupError
from companion.journal_edits import OF_A_GAME, JournalEdits
from companion.salvage import PAGE_BYTES, is_whole, salvage
from companion.wal import LineWitness, has_lost_lines

_TABLES = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, rules INTEGER NOT NULL,
    header BLOB NOT NULL, started REAL NOT NULL, ended REAL, outcome BLOB);
CREATE TABLE IF NOT EXISTS line (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL, intent TEXT NOT NULL,
    body BLOB NOT NULL, crc INTEGER NOT NULL, at REAL NOT NULL, before INTEGER,
    UNIQUE (game, intent));
CREATE TABLE IF NOT EXISTS snapshot (
    game INTEGER NOT NULL, seq INTEGER NOT NULL, state BLOB NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (game, seq));
CREATE TABLE IF NOT EXISTS spare (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, header BLOB NOT NULL,
    started REAL NOT NULL);
CREATE TABLE IF NOT EXISTS restart (game INTEGER PRIMARY KEY, seq INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS live (one INTEGER PRIMARY KEY CHECK (one = 1), game INTEGER);
"""
_COLUMNS = "id, game, rules, header, started, ended, outcome"
BEGINNING = 1024  # bytes of a header: enough for the names of most tables
KEEP_BYTES = 256 * 2**20
SPARE_AFTER = 16  # lines: then a copy of the start lies several pages behind the first two


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


class ListedGame(NamedTuple):
    """A game in the list of all. `beginning`: of its header, which says first who sits there."""

    id: int
    game: str
    started: float
    ended: float | None
    beginning: bytes


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
            self.recovered = _recovered_if_damaged(path, clock)
            self._db = _open(path)
            self._db.executescript(_TABLES)
            _name_lines_before(self._db)
            self._witness = LineWitness(path)
            missing = _missing(self._db, self._witness)
            self.recovered = f"{self.recovered} {missing}".strip()
        except (OSError, sqlite3.Error) as error:
            raise SetupError(
                f"Cannot open the journal {path}: {error}. Is the disk full or read-only?"
            ) from None
        self.snapshots = JournalSnapshots(self._db)
        self.edits = JournalEdits(self._db)
        self._writer = _LineWriter(self._db)

    def close(self) -> None:
        self._witness.close()
        self._db.close()

    # Games

    def begin(self, game: str, rules: int, header: bytes) -> int:
        with self._db:
            now = self.clock()
            sql = "INSERT INTO game (game, rules, header, started) VALUES (?, ?, ?, ?)"
            number = self._db.execute(sql, (game, rules, header, now)).lastrowid
            # Without its start no line of a game means anything: it is written twice, and far off a
            # third time later.
            self._db.execute(
                "INSERT INTO spare VALUES (?, ?, ?, ?, ?)", (number, game, rules, header, now)
            )
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
        return [
            GameRow(*row)
            for row in self._db.execute(f"SELECT {_COLUMNS} FROM game ORDER BY id DESC")
        ]

    def game(self, number: int) -> GameRow:
        row = self._db.execute(f"SELECT {_COLUMNS} FROM game WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise SetupError(f"There is no game number {number} in the journal.")
        return GameRow(*row)

    def end(self, number: int, outcome: bytes | None) -> None:
        """Records how the game stands; undo through the end takes the outcome away again."""
        with self._db:
            ended = self.clock() if outcome is not None else None
            self._db.execute(
                "UPDATE game SET ended = ?, outcome = ? WHERE id = ?", (ended, outcome, number)
            )

    # Lines

    @contextmanager
    def writing(self) -> Iterator[Callable[[Entry], int]]:
        """Lines written inside are durable when the block ends, all or none: what arrives together
        shares a commit.
        """
        now = self.clock()
        try:
            with self._db:
                yield lambda entry: self._writer.write(entry, now)
        except BaseException:
            self._writer.forget()
            raise
        if self._writer.newest:
            self._witness.note(self._writer.newest)

    def lines(self, number: int, after: int = 0) -> Iterator[Row]:
        """The lines of a game in order, up to the first damaged or lost one."""
        columns = "seq, intent, body, at, crc, before"
        sql = f"SELECT {columns} FROM line WHERE game = ? AND seq > ? ORDER BY seq"
        after = last = max(after, self.restart(number))
        for seq, intent, body, at, crc, before in self._db.execute(sql, (number, after)):
            if zlib.crc32(body) != crc or (before is not None and before > last):
                return
            last = seq
            yield Row(seq, intent, body, at)

    def restart(self, number: int) -> int:
        """The snapshot a game begins with because lines before it were lost; 0: it is whole."""
        return _restart(self._db, number)

    def last_seq(self) -> int:
        return int(self._db.execute("SELECT COALESCE(MAX(seq), 0) FROM line").fetchone()[0])


def listed_games(journal: Journal, newest: int | None = None) -> list[ListedGame]:
    """The newest games first, all or so many, without reading their starts: those hold whole
    packs.
    """
    sql = f"SELECT id, game, started, ended, substr(header, 1, {BEGINNING}) FROM game"
    limit = -1 if newest is None else newest
    rows = journal._db.execute(f"{sql} ORDER BY id DESC LIMIT ?", (limit,))
    return [ListedGame(*row) for row in rows]


class _LineWriter:
    """Appends lines; each names the one before it, so that a lost one is noticed."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._ends: dict[int, tuple[int, int]] = {}  # by game: how many, and the last one's number
        self.newest = 0

    def write(self, entry: Entry, now: float) -> int:
        count, before = self._ends.get(entry.game) or self._end(entry.game)
        sql = "INSERT INTO line (game, intent, body, crc, at, before) VALUES (?, ?, ?, ?, ?, ?)"
        values = (*entry, zlib.crc32(entry.body), now, before)
        number = int(self._db.execute(sql, values).lastrowid or 0)
        self._ends[entry.game] = count + 1, number
        self.newest = number
        if count + 1 == SPARE_AFTER:
            start = "SELECT -id, game, rules, header, started FROM game WHERE id = ?"
            self._db.execute(f"INSERT OR IGNORE INTO spare {start}", (entry.game,))
        return number

    def forget(self) -> None:
        """What was counted did not become durable."""
        self._ends.clear()

    def _end(self, game: int) -> tuple[int, int]:
        sql = "SELECT COUNT(*), COALESCE(MAX(seq), 0) FROM line WHERE game = ?"
        count, last = self._db.execute(sql, (game,)).fetchone()
        return count, max(last, _restart(self._db, game))


class JournalSnapshots:
    """Whole states kept beside the lines. The two newest of a game are enough, the older one in
    case the newer is damaged.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def keep(self, number: int, seq: int, state: bytes) -> None:
        with self._db:
            sql = "INSERT OR REPLACE INTO snapshot (game, seq, state, crc) VALUES (?, ?, ?, ?)"
            self._db.execute(sql, (number, seq, state, zlib.crc32(state)))
            newest = "SELECT seq FROM snapshot WHERE game = ? ORDER BY seq DESC LIMIT 2"
            kept = f"SELECT * FROM ({newest}) UNION SELECT seq FROM restart WHERE game = ?"
            old = f"DELETE FROM snapshot WHERE game = ? AND seq NOT IN ({kept})"
            self._db.execute(old, (number,) * 3)

    def of(self, number: int) -> list[tuple[int, bytes]]:
        """Undamaged ones, newest first."""
        sql = "SELECT seq, state, crc FROM snapshot WHERE game = ? ORDER BY seq DESC"
        rows = self._db.execute(sql, (number,))
        return [(seq, state) for seq, state, crc in rows if zlib.crc32(state) == crc]


# Keeping it healthy and small


def journal_to_look_at(path: Path, folder: Path, why: str) -> Journal:
    """A copy of what can be read, for a disk that takes nothing: people see their game, and why it
    stands still.
    """
    for suffix in ("", "-wal"):
        with suppress(OSError):
            shutil.copyfile(f"{path}{suffix}", f"{folder / path.name}{suffix}")
    journal = Journal(folder / path.name)
    journal.looks_only = why
    journal._db.execute("PRAGMA query_only = ON")
    return journal


def trim(journal: Journal, keep_bytes: int = KEEP_BYTES) -> int:
    """Forgets the oldest finished games, all at once, until the rest fits; returns how many.

    The file is not made smaller: what is free in it is used for the next games, and copying it all
    would hold the table up. A full disk takes nothing away: the whole change fails.
    """
    db, live = journal._db, journal.live()
    over = _used(db) - keep_bytes
    forgotten: list[tuple[int]] = []
    for number, size in db.execute(_SIZES) if over > 0 else ():
        if over <= 0:
            break
        if number != live:
            forgotten.append((number,))
            over -= size
    with db:
        for table, column in OF_A_GAME:
            db.executemany(f"DELETE FROM {table} WHERE {column} = ?", forgotten)
    return len(forgotten)


_SIZES = """
SELECT game.id, 2 * length(game.header)
    + COALESCE((SELECT SUM(length(body) + 64) FROM line WHERE line.game = game.id), 0)
    + COALESCE((SELECT SUM(length(state)) FROM snapshot WHERE snapshot.game = game.id), 0)
FROM game WHERE ended IS NOT NULL ORDER BY id
"""


def _used(db: sqlite3.Connection) -> int:
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    free = db.execute("PRAGMA freelist_count").fetchone()[0]
    return int((pages - free) * db.execute("PRAGMA page_size").fetchone()[0])


def _missing(db: sqlite3.Connection, witness: LineWitness) -> str:
    """What the witness knows of and the journal does not, said once."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'line'").fetchone()
    given, told = int(row[0]) if row else 0, witness.told()
    if told <= given:
        return ""
    witness.note(given)
    return f"The last {told - given} lines of the journal are missing."


def _restart(db: sqlite3.Connection, number: int) -> int:
    row = db.execute("SELECT seq FROM restart WHERE game = ?", (number,)).fetchone()
    return int(row[0]) if row else 0


def _name_lines_before(db: sqlite3.Connection) -> None:
    """Journals of the first versions have lines that do not name the one before them."""
    columns = {row[1] for row in db.execute("PRAGMA table_info(line)")}
    if "before" not in columns:
        db.execute("ALTER TABLE line ADD COLUMN before INTEGER")


def _recovered_if_damaged(path: Path, clock: Callable[[], float]) -> str:
    """'' if all is well; else what was done. The damaged file is kept for people to look at."""
    if not path.exists() or is_sound(path):
        return ""
    damaged = path.with_name(f"{path.stem}.damaged-{int(clock())}{path.suffix}")
    for suffix in ("", "-wal", "-shm"):
        part = Path(f"{path}{suffix}")
        if part.exists():
            shutil.move(part, f"{damaged}{suffix}")
    with closing(_open(path)) as fresh:
        fresh.executescript(_TABLES)
        saved, left = salvage(damaged, fresh)
    behind = f"; {left} more are of no use without those that were lost" if left else ""
    saved_lines = f"The journal was damaged. {saved} lines were saved{behind}."
    return f"{saved_lines} The damaged file is {damaged.name}."


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, check_same_thread=False, timeout=5)
    # A line touches four pages: 9 KB written for each instead of 18.
    db.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA journal_size_limit = 4194304")
    db.execute("PRAGMA cache_size = -512")  # kilobytes: the live game is in memory anyway
    return db


def is_sound(path: Path) -> bool:
    """False only for real damage: a disk that is full, read-only or busy says nothing about the
    file.
    """
    if path.stat().st_size == 0:
        return False  # a journal has its tables from its first moment on
    if has_lost_lines(Path(f"{path}-wal"), PAGE_BYTES):  # asked first: SQLite would tidy it away
        return False
    try:
        with closing(sqlite3.connect(path, timeout=5)) as db:
            pages = db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            return pages and is_whole(db)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return False
        raise SetupError(
            f"Cannot read the journal {path}: {error}. Is the disk full or read-only?"
        ) from None


def copy_journal(path: Path, to: Path) -> None:
    """A consistent copy while the game goes on in another connection; nothing is repaired or
    changed by it.
    """
    beside = to.with_suffix(".new")
    try:
        with closing(_for_reading(path)) as journal, closing(sqlite3.connect(beside)) as copy:
            copy.execute("PRAGMA synchronous = OFF")  # the table's own syncs must not wait for it
            journal.backup(copy)
    except sqlite3.Error as error:
        raise SetupError(f"Cannot copy the journal {path}: {error}.") from None
    beside.replace(to)


def is_game_going_on(path: Path) -> bool:
    try:
        with closing(_for_reading(path)) as journal:
            playing = "live JOIN game ON live.game = game.id WHERE game.ended IS NULL"
            return bool(journal.execute(f"SELECT COUNT(*) FROM {playing}").fetchone()[0])
    except sqlite3.Error as error:
        raise SetupError(f"Cannot read the journal {path}: {error}.") from None


def _for_reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)
