"""The table as each device sees it, spoken in its language. Made once per change, seat and
language, then shared; who has the version before is sent only what changed.
"""

import threading
from dataclasses import dataclass, replace
from typing import Any, Protocol

import msgspec

from companion.kit.seats import Seat
from companion.table import LogLine, Table, TableSnapshot
from companion.texts import spoken
from web.forms import asked_shortly, short_form

MOST_KINDS = 40  # of viewers: seats and languages
MOST_LINES = 4000
# Lists whose entries have a name of their own; the log's is its journal number.
NAMED = {"asks": "id", "trackers": "id"}


@dataclass(frozen=True, slots=True)
class SpokenTable:
    """The table at one version of the game, for one kind of viewer. `change` says what is different
    from the version `before`; `log` are its lines, encoded, by their journal number.
    """

    version: int
    seq: int
    whole: bytes
    parts: dict[str, Any]
    log: dict[int, msgspec.Raw]
    before: int = -1
    seq_before: int = -1
    change: bytes = b""


class SnapshotCache:
    """Made once per change and kind of viewer (seat and language), then shared by all of them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._made: dict[tuple[str | None, str], SpokenTable] = {}
        self._lines = SpokenLines()
        self._lock = threading.Lock()

    def spoken(self, seat: str | None, language: str) -> SpokenTable:
        key = (seat, language)
        made = self._made.get(key)
        if made is not None and made.version == self._table.changes.game_version:
            return made
        with self._lock:
            before = self._made.get(key)
            if before is None or before.version != self._table.changes.game_version:
                self._made[key] = self._fresh(seat, language, before)
                self._forget_others()
            return self._made[key]

    def _fresh(self, seat: str | None, language: str, before: SpokenTable | None) -> SpokenTable:
        version = self._table.changes.game_version
        snapshot = self._table.snapshot(seat)
        if snapshot is None:
            parts, log = _without_game(self._table.last_seq), dict[int, msgspec.Raw]()
        else:
            version = snapshot.version
            parts = plain_parts(snapshot, language)
            log = self._lines.spoken(snapshot.seats, snapshot.log, language)
        whole = msgspec.json.encode({**parts, "log": list(log.values())})
        made = SpokenTable(version, parts["seq"], whole, parts, log)
        if before is None:
            return made
        change = msgspec.json.encode(changed(before, made))
        return replace(made, before=before.version, seq_before=before.seq, change=change)

    def log(self, seat: str | None, language: str, newest: int | None) -> bytes:
        """The log by itself, oldest line first."""
        seats, lines = self._table.reading(
            lambda live: (live.state.seats, live.log(newest, seat=seat))
        )
        with self._lock:
            spoken_lines = self._lines.spoken(seats, lines, language)
        return msgspec.json.encode(list(spoken_lines.values()))

    def _forget_others(self) -> None:
        """A seat somebody once looked with is not kept for ever."""
        if len(self._made) > MOST_KINDS:
            self._made.pop(next(iter(self._made)))


class SpokenLines:
    """Lines of the log in each language: a line is spoken and encoded once."""

    def __init__(self) -> None:
        self._seats: tuple[Seat, ...] = ()
        self._made: dict[tuple[str, int], tuple[LogLine, msgspec.Raw]] = {}

    def spoken(
        self, seats: tuple[Seat, ...], log: tuple[LogLine, ...], language: str
    ) -> dict[int, msgspec.Raw]:
        if self._seats != seats:
            self._seats, self._made = seats, {}
        names = names_of(seats)
        return {line.seq: self._line(line, names, language) for line in log}

    def _line(self, line: LogLine, names: dict[str, str], language: str) -> msgspec.Raw:
        made_of, made = self._made.get((language, line.seq), (None, None))
        if made is None or made_of is not line:
            plain = spoken(msgspec.to_builtins(line), language, names)
            made = msgspec.Raw(msgspec.json.encode(plain))
            if len(self._made) > MOST_LINES:
                self._made.clear()
            self._made[language, line.seq] = line, made
        return made


class ShownAround(Protocol):
    version: int

    def shown(self) -> dict[str, Any]: ...


class SpokenDevices:
    """Badges, sights and hints around the table, made once per change and language."""

    def __init__(self, table: Table, devices: ShownAround) -> None:
        self._table, self._devices = table, devices
        self._made: dict[str, tuple[int, tuple[Seat, ...], bytes]] = {}

    def spoken(self, language: str) -> bytes:
        live, version = self._table.live, self._devices.version
        seats = live.state.seats if live is not None else ()
        made = self._made.get(language)
        if made is not None and made[:2] == (version, seats):
            return made[2]
        shown = msgspec.to_builtins(self._devices.shown())
        told = msgspec.json.encode(spoken(shown, language, names_of(seats)))
        self._made[language] = version, seats, told
        return told


def changed(before: SpokenTable, now: SpokenTable) -> dict[str, Any]:
    """What turns the one into the other. `set` are parts that are new as a whole; of `lists`, whose
    entries have a name, only the entries that differ, and the order where that does.
    """
    parts = {
        name: part
        for name, part in now.parts.items()
        if name not in NAMED and before.parts.get(name) != part
    }
    lists = {name: _entries(now.parts[name], mark) for name, mark in NAMED.items()}
    were = {name: _entries(before.parts[name], mark) for name, mark in NAMED.items()}
    lists["log"], were["log"] = now.log, before.log
    changes = {name: _list_change(were[name], lists[name]) for name in lists}
    gone = [name for name in before.parts if name not in now.parts]
    return {
        "set": parts,
        "gone": gone,
        "lists": {name: change for name, change in changes.items() if change},
    }


def _entries(entries: list[dict[str, Any]], mark: str) -> dict[Any, Any]:
    return {entry[mark]: entry for entry in entries}


def _list_change(old: dict[Any, Any], new: dict[Any, Any]) -> dict[str, Any]:
    entries = [entry for name, entry in new.items() if old.get(name) != entry]
    if list(old) == list(new):
        return {"entries": entries} if entries else {}
    return {"entries": entries, "order": list(new)}


def _without_game(seq: int) -> dict[str, Any]:
    return {"seq": seq, "game": None, "asks": [], "trackers": [], "outcome": None}


def plain_snapshot(snapshot: TableSnapshot, language: str) -> dict[str, Any]:
    names = names_of(snapshot.seats)
    log = spoken(msgspec.to_builtins(snapshot.log), language, names)
    return {**plain_parts(snapshot, language), "log": log}


def plain_parts(snapshot: TableSnapshot, language: str) -> dict[str, Any]:
    """All but the log, which grows and is spoken line by line."""
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
        "stage": view["stage"],
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
