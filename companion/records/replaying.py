"""Any kept game step by step, as a spectator saw it. The last few looked at stay in memory: a
slider asks for many places of the same game.
"""

import threading
from collections import OrderedDict

import msgspec

from companion.kit.story import refuse
from companion.records.records import KeptGame, Records
from companion.records.store import PAPER
from companion.records.telling import people_at
from companion.table import LogLine, TableSnapshot, snapshot_of

MOST_OPEN = 2


class Replays:
    def __init__(self, records: Records) -> None:
        self._records = records
        self._open: OrderedDict[int, KeptGame] = OrderedDict()
        self._lock = threading.Lock()

    def log(self, number: int) -> tuple[LogLine, ...]:
        with self._lock:
            return self._game(number).live.log()

    def table_at(self, number: int, seq: int) -> TableSnapshot:
        """With the names people have today."""
        with self._lock:
            snapshot = snapshot_of(self._game(number).live, number, seq)
        return msgspec.structs.replace(snapshot, seats=self._named(number, snapshot))

    def _named(self, number: int, snapshot: TableSnapshot) -> tuple[msgspec.Struct, ...]:
        people = people_at(self._records, number)
        return tuple(
            msgspec.structs.replace(seat, name=people[seat.id].name if seat.id in people else "")
            for seat in snapshot.seats
        )

    def _game(self, number: int) -> KeptGame:
        if number >= PAPER:
            raise refuse("paper", "records.refused.paper")
        if number == self._records.journal.live():
            return self._records.read(number)  # it may have moved on since
        kept = self._open.pop(number, None) or self._records.read(number)
        self._open[number] = kept
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return kept

    def forget(self) -> None:
        """Names may have gone from the journal."""
        with self._lock:
            self._open.clear()
