"""The few things that may change what is written in a journal: a game deleted for good, the name of
somebody who wants to be forgotten, and games of another journal taken in.

Lines keep their order and their checksums; every change is whole or not at all.
"""

import re
import sqlite3
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

BLANK = "…"  # stands in a sentence where somebody's name stood
_FREE_TEXT = ("reason", "force")  # what people typed themselves
# Where the rows of a game are, and how they name it.
OF_A_GAME = (
    ("line", "game"),
    ("snapshot", "game"),
    ("spare", "abs(id)"),
    ("restart", "game"),
    ("game", "id"),
)


# By the lines' own numbers: the index by game would be read whole, however little is new.
CHANGED = """
SELECT id, started, 0 FROM game WHERE id > ? UNION ALL
SELECT game.id, started, newest FROM game JOIN
    (SELECT game, MAX(seq) AS newest FROM line NOT INDEXED WHERE seq > ? GROUP BY game) AS lines
    ON lines.game = game.id
"""


class JournalEdits:
    """Called by the journal's owner alone."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def changed_since(self, seq: int, number: int) -> dict[int, tuple[float, int]]:
        """The games begun after that one or with lines after that number: when each was started,
        and its newest line.
        """
        found: dict[int, tuple[float, int]] = {}
        for game, started, newest in self._db.execute(CHANGED, (number, seq)):
            found[game] = started, max(newest, found.get(game, (0.0, 0))[1])
        return found

    def delete(self, numbers: Collection[int]) -> None:
        """For good, and so that nothing of them stays in the file."""
        self._db.execute("PRAGMA secure_delete = ON")
        with self._db:
            for table, column in OF_A_GAME:
                sql = f"DELETE FROM {table} WHERE {column} = ?"
                self._db.executemany(sql, [(number,) for number in numbers])
        self._clean()

    def forget_names(self, seats: Mapping[int, Collection[str]], words: Collection[str]) -> None:
        """These seats of these games have no name any more, only their colour says who it was; nor
        do these words stand in what people typed there.
        """
        self._db.execute("PRAGMA secure_delete = ON")
        with self._db:
            for number, some in seats.items():
                self._without_names("game", number, some)
                for spare in (number, -number):
                    self._without_names("spare", spare, some)
                self._snapshots_without(number, some)
                self._lines_without(number, words)
        self._clean()

    def _clean(self) -> None:
        """Nothing of what was changed stays in the file that SQLite keeps beside the journal."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.execute("PRAGMA secure_delete = OFF")

    def _without_names(self, table: str, row: int, seats: Collection[str]) -> None:
        sql = f"SELECT header FROM {table} WHERE id = ?"
        for (header,) in self._db.execute(sql, (row,)).fetchall():
            plain = msgspec.json.decode(header)
            for held in (plain, plain.get("start", {})):
                _blank_seats(held, seats)
            sql = f"UPDATE {table} SET header = ? WHERE id = ?"
            self._db.execute(sql, (msgspec.json.encode(plain), row))

    def _snapshots_without(self, number: int, seats: Collection[str]) -> None:
        sql = "SELECT seq, state FROM snapshot WHERE game = ?"
        for seq, state in self._db.execute(sql, (number,)).fetchall():
            plain = msgspec.json.decode(state)
            _blank_seats(plain, seats)
            body = msgspec.json.encode(plain)
            sql = "UPDATE snapshot SET state = ?, crc = ? WHERE game = ? AND seq = ?"
            self._db.execute(sql, (body, zlib.crc32(body), number, seq))

    def _lines_without(self, number: int, names: Iterable[str]) -> None:
        words = [rf"(?<!\w){re.escape(name)}(?!\w)" for name in names if name]
        if not words:
            return
        pattern = re.compile("|".join(words), re.IGNORECASE)
        sql = "SELECT seq, body FROM line WHERE game = ?"
        for seq, body in self._db.execute(sql, (number,)).fetchall():
            plain = _without(msgspec.json.decode(body), pattern)
            changed = msgspec.json.encode(plain)
            if changed != body:
                sql = "UPDATE line SET body = ?, crc = ? WHERE seq = ?"
                self._db.execute(sql, (changed, zlib.crc32(changed), seq))

    # Taking in games of another journal

    def has(self, game: str, started: float) -> bool:
        sql = "SELECT 1 FROM game WHERE game = ? AND started = ?"
        return self._db.execute(sql, (game, started)).fetchone() is not None

    def take_in(self, game: Sequence[Any], lines: Iterable[Sequence[Any]]) -> int:
        """A game of another journal (its row without the number) under a new one; its lines are
        numbered anew, also where they name each other.
        """
        with self._db:
            sql = (
                "INSERT INTO game (game, rules, header, started, ended, outcome) "
                "VALUES (?, ?, ?, ?, ?, ?)"
            )
            number = int(self._db.execute(sql, tuple(game)).lastrowid or 0)
            spare = "INSERT INTO spare SELECT id, game, rules, header, started FROM game"
            self._db.execute(f"{spare} WHERE id = ?", (number,))
            places: dict[int, int] = {}
            before = 0
            for seq, intent, body, at in lines:
                moved = _renumbered(body, places)
                sql = (
                    "INSERT INTO line (game, intent, body, crc, at, before) "
                    "VALUES (?, ?, ?, ?, ?, ?)"
                )
                values = (number, intent, moved, zlib.crc32(moved), at, before)
                before = places[seq] = int(self._db.execute(sql, values).lastrowid or 0)
        return number


def _blank_seats(plain: Any, seats: Collection[str]) -> None:
    for seat in plain.get("seats", ()):
        if seat.get("id") in seats:
            seat["name"] = ""


def _without(plain: Any, pattern: re.Pattern[str]) -> Any:
    """The sentences people typed, without those names."""
    if isinstance(plain, dict):
        return {
            key: pattern.sub(BLANK, value)
            if key in _FREE_TEXT and isinstance(value, str)
            else _without(value, pattern)
            for key, value in plain.items()
        }
    return [_without(one, pattern) for one in plain] if isinstance(plain, list) else plain


def _renumbered(body: bytes, places: Mapping[int, int]) -> bytes:
    """An undo, a redo and a correction name a line, and a correction brings lines with numbers of
    their own.
    """
    plain = msgspec.json.decode(body)
    intent = plain["intent"]
    tail = plain.get("tail", ())
    if intent.get("line") is None and not tail:
        return body
    if intent.get("line") is not None:
        intent["line"] = places.get(intent["line"], intent["line"])
    for line in tail:
        line["seq"] = places.get(line["seq"], line["seq"])
    return msgspec.json.encode(plain)
