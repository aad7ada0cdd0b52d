"""Who plays here: names as they are entered lead to people; people can be renamed, merged and
forgotten.
"""

import hashlib
from typing import NamedTuple

from companion.kit.names import check_names
from companion.kit.say import say
from companion.kit.story import RuleError, refuse
from companion.records.store import RecordStore

MOST_NAME = 24
SHAPES = 6


class Person(NamedTuple):
    id: int
    name: str
    colour: str
    shape: int


def key_of(name: str) -> str:
    """Capitals and spaces do not make another person."""
    return " ".join(name.split()).casefold()


class People:
    def __init__(self, store: RecordStore) -> None:
        self._store = store

    def everyone(self) -> list[Person]:
        rows = self._store.rows("SELECT id, name, colour, shape FROM person ORDER BY name, id")
        return [Person(*row) for row in rows]

    def get(self, number: int) -> Person:
        sql = "SELECT id, name, colour, shape FROM person WHERE id = ?"
        rows = self._store.rows(sql, number)
        if not rows:
            raise no_such_person(number)
        return Person(*rows[0])

    def called(self, name: str) -> int | None:
        """Who is meant by that name."""
        rows = self._store.rows("SELECT person FROM alias WHERE key = ?", key_of(name))
        return int(rows[0][0]) if rows else None

    def meet(self, name: str, colour: str) -> int | None:
        """Whoever sits down under that name, known from before or new; nobody without a name."""
        if not key_of(name):
            return None
        known = self.called(name)
        if known is not None:
            sql = "UPDATE person SET colour = ? WHERE id = ? AND colour = ''"
            self._store.change(sql, colour, known)
            return known
        sql = "INSERT INTO person (name, colour) VALUES (?, ?)"
        person = self._store.change(sql, " ".join(name.split()), colour)
        self._store.change("UPDATE person SET shape = id % ? WHERE id = ?", SHAPES, person)
        self._store.change("INSERT INTO alias VALUES (?, ?)", key_of(name), person)
        return person

    def dress(self, number: int, colour: str, shape: int) -> None:
        self.get(number)
        with self._store.writing():
            sql = "UPDATE person SET colour = ?, shape = ? WHERE id = ?"
            self._store.change(sql, colour, shape % SHAPES, number)

    def rename(self, number: int, name: str) -> None:
        """The old name still means the same person: earlier games carry it."""
        self.get(number)
        wanted = " ".join(name.split())
        if not 0 < len(wanted) <= MOST_NAME:
            raise refuse("name", "records.refused.name", n=MOST_NAME)
        check_names(wanted)
        owner = self.called(wanted)
        if owner not in (None, number):
            hint = say("records.hint.merge")
            raise refuse("name_taken", "records.refused.name_taken", hint=hint, name=wanted)
        with self._store.writing():
            self._store.change("UPDATE person SET name = ? WHERE id = ?", wanted, number)
            sql = "INSERT OR REPLACE INTO alias VALUES (?, ?)"
            self._store.change(sql, key_of(wanted), number)

    def names_of(self, number: int) -> list[str]:
        """Every name that leads to this person, as `key_of` writes it."""
        return [str(row[0]) for row in self._store.rows(_KEYS, number)]

    # Forgetting

    def mark_forgotten(self, number: int, at: float) -> None:
        """Of the names only a mark stays, so that an old backup does not bring them back."""
        for key in self.names_of(number):
            sql = "INSERT OR REPLACE INTO forgotten VALUES (?, ?)"
            self._store.change(sql, self._mark(key), at)
        self._store.change("DELETE FROM alias WHERE person = ?", number)
        self._store.change("DELETE FROM person WHERE id = ?", number)

    def is_forgotten(self, name: str, played: float) -> bool:
        """Whether whoever had this name then has been forgotten since."""
        sql = "SELECT at FROM forgotten WHERE mark = ?"
        rows = self._store.rows(sql, self._mark(key_of(name)))
        return bool(rows) and played < rows[0][0]

    def _mark(self, key: str) -> str:
        salt = self._store.table_id().encode()
        return hashlib.scrypt(key.encode(), salt=salt, n=2**12, r=8, p=1, dklen=16).hex()


_KEYS = "SELECT key FROM alias WHERE person = ?"


def no_such_person(number: int) -> RuleError:
    return refuse("no_such_person", "records.refused.no_such_person", n=number)
