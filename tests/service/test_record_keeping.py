"""The records follow the table by themselves: a game that ends is counted without being asked."""

import threading
from pathlib import Path

from companion.journal import Journal
from companion.packs import Shelf
from companion.records.access import TableAccess
from companion.records.records import Records
from companion.records.store import RecordStore
from companion.service.record_keeping import RecordKeeping
from companion.table.table import Table
from tests.records.conftest import data, played_once

__all__ = ["data", "played_once"]


class UntilCounted(threading.Event):
    """Asked to stop as soon as everything is on file."""

    def __init__(self, records: Records, games: int) -> None:
        super().__init__()
        self._records, self._games = records, games

    def is_set(self) -> bool:
        count = self._records.store.rows("SELECT COUNT(*) FROM played")[0][0]
        return bool(count >= self._games)


def test_games_never_counted_are_caught_up_with(data: Path) -> None:
    table = Table(Journal(data / "journal.sqlite"), Shelf(None))
    table.start()
    records = Records(RecordStore(":memory:"), TableAccess(table))
    RecordKeeping(table, records).run(UntilCounted(records, 7))
    assert records.catch_up() == 0
    assert len(records.people.everyone()) == 4
    table.stop()


def test_a_journal_closed_while_all_stop_is_no_fault(data: Path) -> None:
    table = Table(Journal(data / "journal.sqlite"), Shelf(None))
    table.start()
    records = Records(RecordStore(":memory:"), TableAccess(table))
    table.stop()
    stop = threading.Event()
    stop.set()
    RecordKeeping(table, records).run(stop)
