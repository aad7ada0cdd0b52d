"""Looks at a table and says what is new, line by line: what was written while nobody looked, also
before a crash, is read back from the journal and told as it went. So the same happening has the
same id whenever it is told.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.broadcast.desk import Desk
from companion.broadcast.messages import TableEvent
from companion.broadcast.observing import TableMoment, Teller, Throw
from companion.kit.intents import Answer, Rolled
from companion.table import GameRows, LiveGame, Table, replayed_since, rows_of, snapshot_now
from companion.table.open_journal import OpenJournal

MOST_LINES = 2_000  # an evening's: who was away for longer is told the newest
NO_GAME = 2**62  # no game has a higher number


@dataclass(frozen=True, slots=True)
class TableNews:
    """`is_new`: the state is another one than at the look before; `skipped`: lines that were too
    many to be told.
    """

    events: tuple[TableEvent, ...]
    now: TableMoment
    is_new: bool
    skipped: int = 0


class TableWatcher:
    def __init__(
        self, table: Table, teller: Teller, devices: Callable[[], Mapping[str, str]], desk: Desk
    ) -> None:
        self._table, self._teller, self._devices, self._desk = table, teller, devices, desk
        self._before: TableMoment | None = None
        self._line: int | None = None

    def begin_after(self, line: int) -> None:
        """Everything up to that number was told before the first look. A number that the journal
        has not reached is another journal's: then nothing is known to have been told.
        """
        newest: int = self._table.reading_own(lambda own: own.journal.last_seq())
        self._line = line if line <= newest else newest

    def look(self, now_s: float) -> TableNews:
        before, since = self._before, self._line
        if self._table.lending.is_lent:  # a demo is no game of this table
            return TableNews(
                (), before or TableMoment(None, now_s, line=since or 0), before is None
            )
        now = self._table.reading_own(lambda own: self._moment(own, now_s))
        self._before, self._line = now, now.line
        if since is None:
            return TableNews((), now, True)
        skipped = max(0, now.line - since - MOST_LINES)
        events = tuple(self._events(before, now, since + skipped))
        return TableNews(events, now, before is None or told(before) != told(now), skipped)

    def _moment(self, own: OpenJournal, now_s: float) -> TableMoment:
        desk, devices, newest = self._desk, dict(self._devices()), own.journal.last_seq()
        moment = TableMoment(
            None, now_s, devices=devices, calls=desk.calls, paused=desk.paused, line=newest
        )
        if own.live is None:
            return moment
        seen = self._table.snapshot()
        if seen is None or seen.is_lent:
            return moment
        since = newest if self._line is None else self._line
        return replace(moment, snapshot=seen, **_facts(own, own.live, since))

    def _events(
        self, before: TableMoment | None, now: TableMoment, since: int
    ) -> Iterator[TableEvent]:
        around = before or now
        start = before
        if before is None or not _is_next(before, now):
            for moment in self._missed(around, since):
                if 0 < moment.line <= since:  # how that game stood when it was last told of
                    start = moment
                    continue
                yield from self._teller.events(start or replace(around, snapshot=None), moment)
                start = moment
            now = replace(now, throws=())  # each was told with its line
        yield from self._teller.events(start or now, now)

    def _missed(self, around: TableMoment, since: int) -> Iterator[TableMoment]:
        """A moment for each line after that one, game by game; before each game's how it stood."""
        for rows in self._table.reading_own(lambda own: _rows_after(own, since)):
            seen = since
            for live, at_s in replayed_since(rows, since):
                yield replace(
                    around,
                    snapshot=snapshot_now(live, rows.game.id),
                    at_s=at_s,
                    began_s=rows.game.started,
                    throws=throws_since(live, seen),
                    scores=known_scores(live),
                    line=live.seq,
                )
                seen = live.seq


def _rows_after(own: OpenJournal, since: int) -> list[GameRows]:
    changed = own.journal.edits.changed_since(since, NO_GAME)
    in_order = sorted(changed, key=lambda number: changed[number][1])
    return [rows_of(own.journal, number) for number in in_order]


def _facts(own: OpenJournal, live: LiveGame, since: int) -> dict[str, Any]:
    return {
        "began_s": own.journal.game(own.number).started,
        "throws": throws_since(live, since),
        "scores": known_scores(live),
    }


def _is_next(before: TableMoment, now: TableMoment) -> bool:
    """Nothing was written between the two but at most one line, of the same game."""
    if now.line == before.line:
        return True
    was, seen = before.snapshot, now.snapshot
    is_same = was is not None and seen is not None and was.number == seen.number
    return is_same and now.line == before.line + 1


def told(moment: TableMoment) -> tuple[object, ...]:
    """What makes two moments the same to whoever listens; the time alone is no news."""
    seen = moment.snapshot
    line = None if seen is None else (seen.number, seen.seq, seen.hash)
    return line, dict(moment.devices), moment.calls, moment.paused


def known_scores(live: LiveGame) -> dict[str, int]:
    """As far as everybody knows."""
    return dict(live.game.scores(live.game.known_to(live.state, None)))


def throws_since(live: LiveGame, since: int) -> tuple[Throw, ...]:
    """The rolls of the newest lines that everybody may know, oldest first."""
    found = []
    for line in reversed(live.lines):
        if line.seq <= since:
            break
        intent = line.intent
        if not isinstance(intent, Answer) or not isinstance(intent.answer, Rolled):
            continue
        if live.told.is_told(line, None):
            found.append(Throw(line.seq, intent.seat or "", intent.answer.dice))
    return tuple(reversed(found))
