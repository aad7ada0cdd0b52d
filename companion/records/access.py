"""Two ways to a journal: through the table that owns it, or a file nobody else has open."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from companion.errors import SetupError
from companion.journal import Journal
from companion.records.records import Records
from companion.records.store import RecordStore
from companion.table import Table

T = TypeVar("T")
FILE = "records.sqlite"


class TableAccess:
    """Reading waits for nobody longer than a decision takes; changes go through the owner."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def read(self, look: Callable[[Journal], T]) -> T:
        return self._table.reading_own(lambda own: look(own.journal))

    def write(self, change: Callable[[Journal], T]) -> T:
        own = self._table.journals.own
        changed: T = self._table.owner.ask(lambda: change(own.journal))
        return changed

    def live(self) -> int:
        return self._table.journals.own.number

    def reopen(self, number: int) -> None:
        own = self._table.journals.own
        self._table.owner.ask(lambda: own.resume(number))


class FileAccess:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def read(self, look: Callable[[Journal], T]) -> T:
        return look(self._journal)

    write = read

    def live(self) -> int:
        return self._journal.live() or 0

    def reopen(self, number: int) -> None:
        """Nothing is open here that would have to be read again."""


def records_in(data: Path) -> Records:
    """For a command: the records of that folder, brought up to date."""
    path = data / "journal.sqlite"
    if not path.is_file():
        raise SetupError(f"There is no journal in {data}. Give the folder with --data.")
    records = Records(RecordStore(data / FILE), FileAccess(Journal(path)))
    records.catch_up()
    return records
