"""The table as each device sees it, spoken in its language. Made once per change, seat and
language, then shared; who has the version before is sent only what changed.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar

import msgspec

from companion.kit.asks import Ask
from companion.kit.seats import Seat
from companion.table import LogLine, Table, TableSnapshot
from companion.texts import explanation, spoken
from web.forms import asked_shortly, short_form

_LOG = logging.getLogger(__name__)
MOST_KINDS = 40  # of viewers: seats and languages
MOST_SPOKEN = 6000  # parts and lines, in all languages
T = TypeVar("T")
Entries = dict[T, msgspec.Raw]
Speak = Callable[[Any, str, dict[str, str]], Any]


@dataclass(frozen=True)
class SpokenTable:
    """The table at one version of the game, for one kind of viewer, every part of it encoded.
    `asks`, `trackers` and `log` by their own names; `change` says what is different from the
    version `before`.
    """

    version: int
    seq: int
    parts: Entries[str]
    asks: Entries[str]
    trackers: Entries[str]
    log: Entries[int]
    before: int = -1
    change: bytes = b""

    @property
    def lists(self) -> dict[str, Entries[Any]]:
        return {"asks": self.asks, "trackers": self.trackers, "log": self.log}

    @cached_property
    def whole(self) -> bytes:
        """Only who comes anew, or missed a change, needs all of it."""
        lists = {name: list(entries.values()) for name, entries in self.lists.items()}
        return msgspec.json.encode(self.parts | lists)


class SnapshotCache:
    """Made once per change and kind of viewer (seat and language), then shared by all of them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._made: dict[tuple[str | None, str], SpokenTable] = {}
        self._speech = Speech()
        self._lock = threading.Lock()

    def spoken(self, seat: str | None, language: str) -> SpokenTable:
        key = (seat, language)
        made = self._made.get(key)
        if made is not None and made.version == self._table.changes.game_version:
            return made
        with self._lock:
            before = self._made.get(key)
            if before is None or before.version != self._table.changes.game_version:
                made = self._fresh(seat, language)
                if before is not None:
                    change = msgspec.json.encode(changed(before, made))
                    made = replace(made, before=before.version, change=change)
                self._made[key] = made
                self._forget_others()
            return self._made[key]

    def _fresh(self, seat: str | None, language: str) -> SpokenTable:
        version = self._table.changes.game_version
        snapshot, is_unshown = self._looked_at(seat)
        if snapshot is None:
            seq = self._table.last_seq
            parts = {"seq": seq, "game": None, "outcome": None, "unshown": is_unshown}
            return SpokenTable(version, seq, self._speech.of(parts, language), {}, {}, {})
        self._speech.between(snapshot.seats)
        return SpokenTable(
            snapshot.version,
            snapshot.seq,
            self._speech.of(parts_of(snapshot, language), language),
            self._speech.of({ask.id: ask for ask in snapshot.asks}, language, spoken_ask),
            self._speech.of({one.id: one for one in snapshot.view.trackers}, language),
            self._speech.of_lines(snapshot.log, language),
        )

    def _looked_at(self, seat: str | None) -> tuple[TableSnapshot | None, bool]:
        """The table, and whether there is one that cannot be shown. Whatever its rules stumble
        over (a game of other rules, a damaged file): people must be able to leave it.
        """
        try:
            return self._table.snapshot(seat), False
        except Exception:
            _LOG.exception("the table cannot be shown")
            return None, True

    def log(self, seat: str | None, language: str, newest: int | None) -> bytes:
        """The log by itself, oldest line first."""
        seats, lines = self._table.reading(
            lambda live: (live.state.seats, live.log(newest, seat=seat))
        )
        with self._lock:
            self._speech.between(seats)
            spoken_lines = self._speech.of_lines(lines, language)
        return msgspec.json.encode(list(spoken_lines.values()))

    def _forget_others(self) -> None:
        """A seat somebody once looked with is not kept for ever."""
        if len(self._made) > MOST_KINDS:
            self._made.pop(next(iter(self._made)))


class Speech:
    """Parts of the table and lines of the log as they are sent in each language. Most of a table
    stays as it was from change to change, so what was spoken and encoded once is kept.
    """

    def __init__(self) -> None:
        self._seats: tuple[Seat, ...] = ()
        self._names: dict[str, str] = {}
        self._parts: dict[tuple[str, bytes], msgspec.Raw] = {}
        self._lines: dict[tuple[str, int], tuple[LogLine, msgspec.Raw]] = {}

    def between(self, seats: tuple[Seat, ...]) -> None:
        """Those who are spoken of: with other names everything is said anew."""
        if self._seats != seats:
            self._seats, self._parts, self._lines = seats, {}, {}
            self._names = names_of(seats)

    def of(self, parts: dict[str, Any], language: str, speak: Speak | None = None) -> Entries[str]:
        how = speak or spoken_part
        return {name: self._part(part, language, how) for name, part in parts.items()}

    def of_lines(self, log: tuple[LogLine, ...], language: str) -> Entries[int]:
        return {line.seq: self._line(line, language) for line in log}

    def _part(self, part: Any, language: str, speak: Speak) -> msgspec.Raw:
        """By what it is made of: encoding that is far quicker than speaking."""
        key = language, msgspec.json.encode(part)
        made = self._parts.get(key)
        if made is None:
            if len(self._parts) > MOST_SPOKEN:
                self._parts.clear()
            made = self._parts[key] = self._encoded(speak(part, language, self._names))
        return made

    def _line(self, line: LogLine, language: str) -> msgspec.Raw:
        """A line that reads the same is the same object."""
        made_of, made = self._lines.get((language, line.seq), (None, None))
        if made is None or made_of is not line:
            if len(self._lines) > MOST_SPOKEN:
                self._lines.clear()
            made = self._encoded(spoken_part(line, language, self._names))
            self._lines[language, line.seq] = line, made
        return made

    @staticmethod
    def _encoded(plain: Any) -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode(plain))


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
    were = before.lists
    lists = {name: _list_change(were[name], entries) for name, entries in now.lists.items()}
    return {
        "set": {name: part for name, part in now.parts.items() if before.parts.get(name) != part},
        "gone": [name for name in before.parts if name not in now.parts],
        "lists": {name: change for name, change in lists.items() if change},
    }


def _list_change(old: Entries[Any], new: Entries[Any]) -> dict[str, Any]:
    entries = [entry for name, entry in new.items() if old.get(name) != entry]
    if list(old) == list(new):
        return {"entries": entries} if entries else {}
    return {"entries": entries, "order": list(new)}


def parts_of(snapshot: TableSnapshot, language: str) -> dict[str, Any]:
    """All but the lists, which change entry by entry."""
    view = snapshot.view
    return {
        "seq": snapshot.seq,
        "number": snapshot.number,
        "game": snapshot.game,
        "title": snapshot.title,
        "seats": snapshot.seats,
        "headline": view.headline,
        "closed": view.closed,
        "hushed": view.hushed,
        "stage": view.stage,
        "passing": view.passing,
        "moves": snapshot.moves,
        "outcome": snapshot.outcome,
        "hash": snapshot.hash,
        "facts": {
            deck: short_form(snapshot.game, deck, needs, language)
            for deck, needs in asked_shortly(snapshot.asks).items()
        },
    }


def plain_snapshot(snapshot: TableSnapshot, language: str) -> dict[str, Any]:
    """The same, made for one look alone."""
    names = names_of(snapshot.seats)
    lists = {"trackers": snapshot.view.trackers, "log": snapshot.log}
    told = spoken_part(parts_of(snapshot, language) | lists, language, names)
    return {**told, "asks": [spoken_ask(ask, language, names) for ask in snapshot.asks]}


def spoken_part(part: Any, language: str, names: dict[str, str]) -> Any:
    return spoken(msgspec.to_builtins(part), language, names)


def spoken_ask(ask: Ask, language: str, names: dict[str, str]) -> Any:
    """With what can be said beyond its headline."""
    more = explanation(ask.say, language, names)
    return {**spoken_part(ask, language, names), "more": more}


def spoken_line(line: LogLine, seats: tuple[Seat, ...], language: str) -> Any:
    return spoken_part(line, language, names_of(seats))


def names_of(seats: tuple[Seat, ...]) -> dict[str, str]:
    return {seat.id: seat.name for seat in seats if seat.name}
