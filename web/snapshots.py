"""The table as each device sees it, spoken in its language. Made once per change, seat and
language, then shared.
"""

import threading
from typing import Any

import msgspec

from companion.kit.seats import Seat
from companion.table import LogLine, Table, TableSnapshot
from companion.texts import spoken
from web.forms import asked_shortly, short_form


class SnapshotCache:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._version = -1
        self._made: dict[tuple[str | None, str], tuple[int, bytes]] = {}
        self._lock = threading.Lock()

    def spoken(self, seat: str | None, language: str) -> tuple[int, bytes]:
        """The journal number and the table as JSON."""
        version = self._table.changes.game_version
        with self._lock:
            if self._version != version:  # nobody asks for an earlier one again
                self._made, self._version = {}, version
            made = self._made
        key = (seat, language)
        if key not in made:
            made[key] = _encoded(self._table, seat, language)
        return made[key]


def _encoded(table: Table, seat: str | None, language: str) -> tuple[int, bytes]:
    snapshot = table.snapshot(seat)
    if snapshot is None:
        empty: dict[str, Any] = {
            "seq": table.last_seq,
            "game": None,
            "asks": [],
            "trackers": [],
            "log": [],
            "outcome": None,
        }
        return empty["seq"], msgspec.json.encode(empty)
    return snapshot.seq, msgspec.json.encode(plain_snapshot(snapshot, language))


def plain_snapshot(snapshot: TableSnapshot, language: str) -> dict[str, Any]:
    names = names_of(snapshot.seats)
    view = msgspec.to_builtins(snapshot.view)
    plain = {
        "seq": snapshot.seq,
        "number": snapshot.number,
        "game": snapshot.game,
        "title": snapshot.title,
        "seats": msgspec.to_builtins(snapshot.seats),
        "headline": view["headline"],
        "asks": msgspec.to_builtins(snapshot.asks),
        "trackers": view["trackers"],
        "closed": view["closed"],
        "hushed": view["hushed"],
        "log": msgspec.to_builtins(snapshot.log),
        "moves": msgspec.to_builtins(snapshot.moves),
        "outcome": msgspec.to_builtins(snapshot.outcome),
        "hash": snapshot.hash,
    }
    asked = asked_shortly(snapshot.asks)
    facts = {
        deck: short_form(snapshot.game, deck, needs, language) for deck, needs in asked.items()
    }
    return {**spoken(plain, language, names), "facts": facts}


def spoken_line(line: LogLine, seats: tuple[Seat, ...], language: str) -> Any:
    return spoken(msgspec.to_builtins(line), language, names_of(seats))


def names_of(seats: tuple[Seat, ...]) -> dict[str, str]:
    return {seat.id: seat.name for seat in seats if seat.name}
