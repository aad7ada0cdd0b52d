"""Saving what can be saved from a damaged journal, page by page: SQLite gives up where it cannot
follow.

A row is taken only when its own checksum holds. Lines behind a hole say what changed, not what is:
without the lost ones they would make a state that never was. So a game with a hole goes on from a
snapshot behind it, or ends before it.
"""

import json
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.wal import committed_pages

PAGE_BYTES = 1024  # as the journal makes it; for a file whose first page is gone
LARGEST_ROW = 16 * 2**20
LEAF = 0x0D  # a page of rows, as SQLite marks it
SHOT = 4  # columns of a snapshot
OLD_LINE = 6  # columns: before lines named the one before them
COPY = "id, game, rules, header, started"
Row = tuple[Any, ...]


def salvage(damaged: Path, new: sqlite3.Connection) -> tuple[int, int]:
    """Fills a fresh journal; returns how many lines were saved, and how many a hole has made
    useless.
    """
    found: dict[str, dict[int, Row]] = {
        name: {} for name in ("game", "spare", "line", "snapshot", "live")
    }
    by_page = list(_by_page(damaged))  # first: SQLite tidies its log away when it closes
    for name, key, row in (*_by_sqlite(damaged), *by_page):
        if _fits(row) and is_sound(name, row):
            found[name].setdefault(key, row)
    _take_spares(found["game"], found["spare"])
    lines, restarts = _whole_games(found["line"], list(found["snapshot"].values()))
    left, newest = (
        len(found["line"]) - len(lines),
        max((*found["line"], *restarts.values()), default=0),
    )
    found["line"] = lines
    with new:
        new.executemany("INSERT INTO restart VALUES (?, ?)", restarts.items())
        for name, rows in found.items():
            for row in rows.values():
                new.execute(
                    f"INSERT OR IGNORE INTO {name} VALUES ({', '.join('?' * len(row))})", row
                )
        new.execute(
            "DELETE FROM sqlite_sequence WHERE name = 'line'"
        )  # a number is never given twice
        new.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('line', ?)", (newest,))
        new.execute(f"INSERT OR IGNORE INTO spare ({COPY}) SELECT {COPY} FROM game")
        if not found["live"]:  # which game was on is lost: the one with the newest line
            new.execute("INSERT INTO live SELECT 1, game FROM line ORDER BY seq DESC LIMIT 1")
    return len(lines), left


def _take_spares(games: dict[int, Row], spares: dict[int, Row]) -> None:
    """A start that is lost, or that two copies agree against, comes from its copies."""
    for number, row in sorted(spares.items()):
        key = abs(number)
        games.setdefault(key, (key, *row[1:], None, None))
        other = spares.get(-number)
        if other is not None and other[1:] == row[1:] and games[key][1:5] != row[1:]:
            games[key] = (key, *row[1:], *games[key][5:])


def is_whole(journal: sqlite3.Connection) -> bool:
    """Whether every row is what was written: SQLite looks at pages, not at what people said."""
    found = {name: list(_rows(journal, name)) for name in ("game", "spare", "live")}
    if not all(is_sound(name, row) for name, rows in found.items() for row in rows):
        return False
    copies: dict[int, list[Row]] = {}
    for row in found["spare"]:
        copies.setdefault(abs(row[0]), []).append(row[1:])
    for row in found["game"]:
        if any(row[1:5] != copy for copy in copies.get(row[0], ())):
            return False
    if not set(copies) <= {row[0] for row in found["game"]}:
        return False
    return _chains_hold(journal)


def _chains_hold(journal: sqlite3.Connection) -> bool:
    """Line by line, game by game: each sound, and none missing between two."""
    restarts: dict[int, int] = dict(_rows(journal, "restart"))
    games = {row[0] for row in journal.execute("SELECT id FROM game")}
    ends: dict[int, int] = {}
    for row in journal.execute("SELECT * FROM line ORDER BY seq"):
        line = (*row, None) if len(row) == OLD_LINE else row
        if not is_sound("line", line) or line[1] not in games:
            return False
        last = ends.get(line[1], restarts.get(line[1], 0))
        if line[0] > last and line[6] not in (None, last):
            return False
        ends[line[1]] = max(line[0], last)
    return True


def _rows(journal: sqlite3.Connection, table: str) -> Iterator[Row]:
    """All rows of a table; a journal of an older version may not have it."""
    known = journal.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    yield from journal.execute(f"SELECT * FROM {table}") if known else ()


def is_sound(table: str, row: Row) -> bool:
    match table, row:
        case "line", (
            int(),
            int(),
            str(),
            bytes() as body,
            int(crc),
            float() | int(),
            int() | None,
        ):
            return zlib.crc32(body) == crc
        case "snapshot", (int(), int(), bytes() as state, int(crc)):
            return zlib.crc32(state) == crc
        case "game", (int(), str(), int(), bytes() as header, float() | int(), _, _):
            return _is_json(header)
        case "spare", (int(), str(), int(), bytes() as header, float() | int()):
            return _is_json(header)
        case "live", (1, int() | None):
            return True
    return False


def _fits(row: Row) -> bool:
    """Noise can look like a row with numbers that no journal could hold."""
    return all(abs(value) < 2**63 for value in row if isinstance(value, int))


def _is_json(header: bytes) -> bool:
    try:
        return isinstance(json.loads(header), dict)
    except ValueError:
        return False


def _whole_games(lines: dict[int, Row], shots: list[Row]) -> tuple[dict[int, Row], dict[int, int]]:
    """The lines worth keeping, and by game the snapshot it has to begin with."""
    kept: dict[int, Row] = {}
    restarts: dict[int, int] = {}
    for game in {row[1] for row in lines.values()}:
        own = [row for _, row in sorted(lines.items()) if row[1] == game]
        chosen = _chain(own, 0)
        if len(chosen) < len(own):
            for seq in sorted((shot[1] for shot in shots if shot[0] == game), reverse=True):
                later = _chain([row for row in own if row[0] > seq], seq)
                if own[-1] in (later or [row for row in own if row[0] == seq]) and _stands_alone(
                    later
                ):
                    chosen, restarts[game] = later, seq
                    break
        kept |= {row[0]: row for row in chosen}
    return kept, restarts


def _chain(rows: list[Row], last: int) -> list[Row]:
    """Every line names the one before it in its game; lines of older journals do not, and are taken
    as they are.
    """
    chained = []
    for row in rows:
        if row[6] not in (None, last):
            break
        chained.append(row)
        last = row[0]
    return chained


def _stands_alone(rows: list[Row]) -> bool:
    """Whether no line reaches back behind the first of them, as undo may."""
    depth = 0
    for row in rows:
        intent = json.loads(row[3]).get("intent", {})
        kind = intent.get("kind")
        if kind in ("redo", "correct") or (kind == "undo" and intent.get("line") is not None):
            return False
        depth += -1 if kind == "undo" else 1
        if depth < 0:
            return False
    return True


# Through SQLite, as far as it goes


def _by_sqlite(damaged: Path) -> Iterator[tuple[str, int, Row]]:
    """Row by row from the front, then from the back: a bad page in the middle costs only itself."""
    old = sqlite3.connect(damaged)
    for name in ("game", "spare", "line", "snapshot", "live"):
        for order in ("ASC", "DESC"):
            with suppress(sqlite3.DatabaseError):
                for key, *row in old.execute(f"SELECT rowid, * FROM {name} ORDER BY rowid {order}"):
                    yield (
                        name,
                        key,
                        (*row, None) if name == "line" and len(row) == OLD_LINE else tuple(row),
                    )
    old.close()


# Page by page


def _by_page(damaged: Path) -> Iterator[tuple[str, int, Row]]:
    pages = _pages(damaged)
    for number, page in pages.items():
        start = 100 if number == 1 else 0
        if len(page) > start + 8 and page[start] == LEAF:
            for at in struct.unpack_from(f">{_fitting(page, start)}H", page, start + 8):
                with suppress(IndexError, ValueError, struct.error, UnicodeDecodeError):
                    key, values = _row(page, at, pages)
                    yield from _named(key, values)


def _named(key: int, values: list[Any]) -> Iterator[tuple[str, int, Row]]:
    """Which table a row is of can be told by its form; the number that counts rows is stored as
    nothing.
    """
    if len(values) == OLD_LINE:
        values = [*values, None]
    if len(values) == SHOT:
        yield "snapshot", key, tuple(values)
    elif values and values[0] is None:  # a row that has something else there is one of SQLite's own
        for name in {7: ("line", "game"), 5: ("spare",), 2: ("live",)}.get(len(values), ()):
            yield name, key, (key, *values[1:])


def _pages(damaged: Path) -> dict[int, bytes]:
    """The file's pages, and over them those that were committed to the log beside it."""
    raw = damaged.read_bytes()
    size = int.from_bytes(raw[16:18]) if raw.startswith(b"SQLite format 3\0") else PAGE_BYTES
    size = size if size in (512, 1024, 2048, 4096, 8192, 16384, 32768) else PAGE_BYTES
    pages = {at // size + 1: raw[at : at + size] for at in range(0, len(raw), size)}
    return pages | committed_pages(Path(f"{damaged}-wal"), size)


def _fitting(page: bytes, start: int) -> int:
    """How many rows the page says it has, or as many as could be there."""
    return min(int.from_bytes(page[start + 3 : start + 5]), (len(page) - start - 8) // 2)


def _row(page: bytes, at: int, pages: dict[int, bytes]) -> tuple[int, list[Any]]:
    length, at = _varint(page, at)
    key, at = _varint(page, at)
    if length > LARGEST_ROW:
        raise ValueError
    body = _whole(page, at, length, pages)
    head, here = _varint(body, 0)
    there, values = head, []
    while here < head:
        kind, here = _varint(body, here)
        value, there = _value(body, there, kind)
        values.append(value)
    return key - 2**64 if key >= 2**63 else key, values


def _whole(page: bytes, at: int, length: int, pages: dict[int, bytes]) -> bytes:
    """A row that does not fit into its page goes on in others, each naming the next."""
    size = len(page)
    if length <= size - 35:
        return page[at : at + length]
    least = (size - 12) * 32 // 255 - 23
    here = least + (length - least) % (size - 4)
    here = here if here <= size - 35 else least
    parts, left = [page[at : at + here]], length - here
    following = int.from_bytes(page[at + here : at + here + 4])
    while left > 0:
        more = pages.get(following, b"")
        if len(more) < size:
            raise ValueError
        parts.append(more[4 : 4 + min(left, size - 4)])
        following, left = int.from_bytes(more[:4]), left - (size - 4)
    return b"".join(parts)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for count in range(9):
        byte = data[at + count]
        if count == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    raise ValueError


def _value(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in (0, 8, 9):
        return {0: None, 8: 0, 9: 1}[kind], at
    size = {5: 6, 6: 8, 7: 8}.get(kind, kind) if kind < 12 else (kind - 12) // 2
    part = data[at : at + size]
    if len(part) < size or kind in (10, 11):
        raise ValueError
    if kind < 7:
        return int.from_bytes(part, signed=True), at + size
    if kind == 7:
        return struct.unpack(">d", part)[0], at + size
    return (part.decode() if kind % 2 else part), at + size
