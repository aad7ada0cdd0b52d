"""Keeps the records up to date beside the game: when one ends, is put away or begins, and after a
start with games that were never counted. One thread.
"""

import sqlite3
import threading

from companion.records.records import Records
from companion.table.table import Table

EVERY_S = 1.0
PAUSE_S = 0.1
AT_ONCE = 3  # games between two looks at whether to stop


class RecordKeeping:
    def __init__(self, table: Table, records: Records) -> None:
        self._table, self._records = table, records

    def run(self, stop: threading.Event) -> None:
        try:
            self._follow(stop)
        except sqlite3.ProgrammingError:  # the table closes its journal when all stop
            if not stop.is_set():
                raise

    def _follow(self, stop: threading.Event) -> None:
        done: tuple[int, int] | None = None
        seen = -1
        while not stop.is_set():
            now = self._moment()
            if now == done:
                seen = self._table.changes.wait(seen, EVERY_S)
                stop.wait(PAUSE_S)  # a busy table is not looked at after every tap
            elif self._records.catch_up(AT_ONCE) == 0:
                done = now

    def _moment(self) -> tuple[int, int]:
        """Changes when there is something to count: another game on the table, or one more line in
        a game that is over.
        """
        own = self._table.journals.own
        live = own.live
        is_over = live is not None and live.game.outcome(live.state) is not None
        return own.number, live.seq if live is not None and is_over else 0
