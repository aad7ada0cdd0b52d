"""The table as each device sees it, spoken in its language. Made once per change, seat and
language, then shared.
"""

import threading
from typing import Any

import msgspec

from companion.kit.seats import Seat
from companion.table.lines import LogLine
from companion.table.table import Table, TableSnapshot
from companion.texts import spoken
from web.forms import asked_shortly, short_form


class SnapshotCache:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._made: dict[tuple[int, str | None, str], tuple[int, bytes]] = {}
        self._tick = -1
        self._lock = threading.Lock()

    def face(self, seat: str | None, language: str) -> tuple[int, bytes]:
        """The journal number and the table as JSON."""
        key = (self._table.tick, seat, language)
        made = self._made.get(key)
        if made is None:
            made = _made(self._table.face(seat), language, self._table.last_seq)
            with self._lock:
                if self._tick != key[0]:  # nobody asks for an earlier one again
                    self._made, self._tick = {}, key[0]
                self._made[key] = made
        return made


def _made(face: TableSnapshot | None, language: str, last_seq: int) -> tuple[int, bytes]:
    if face is None:
        empty: dict[str, Any] = {
            "seq": last_seq,
            "game": None,
            "asks": [],
            "trackers": [],
            "log": [],
            "outcome": None,
        }
        return last_seq, msgspec.json.encode(empty)
    return face.seq, msgspec.json.encode(plain_face(face, language))


def plain_face(face: TableSnapshot, language: str) -> dict[str, Any]:
    names = names_of(face.seats)
    view = msgspec.to_builtins(face.view)
    plain = {
        "seq": face.seq,
        "number": face.number,
        "game": face.game,
        "title": face.title,
        "seats": msgspec.to_builtins(face.seats),
        "headline": view["headline"],
        "asks": msgspec.to_builtins(face.asks),
        "trackers": view["trackers"],
        "closed": view["closed"],
        "hushed": view["hushed"],
        "log": msgspec.to_builtins(face.log),
        "moves": msgspec.to_builtins(face.moves),
        "outcome": msgspec.to_builtins(face.outcome),
        "hash": face.hash,
    }
    asked = asked_shortly(face.asks)
    facts = {deck: short_form(face.game, deck, needs, language) for deck, needs in asked.items()}
    return {**spoken(plain, language, names), "facts": facts}


def spoken_line(line: LogLine, seats: tuple[Seat, ...], language: str) -> Any:
    return spoken(msgspec.to_builtins(line), language, names_of(seats))


def names_of(seats: tuple[Seat, ...]) -> dict[str, str]:
    return {seat.id: seat.name for seat in seats if seat.name}
