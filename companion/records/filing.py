"""A game's summary goes on file: its seats, its figures, and what it adds to the sums. Whatever was
on file of it before is taken away first.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from companion.kit.story import refuse
from companion.records.store import (
    PlayedRow,
    RecordStore,
    SeatRow,
    Totals,
    add_totals,
)
from companion.records.summary import GameSummary
from companion.records.sums import added_by

_SUMMARY = msgspec.json.Decoder(GameSummary)
COLUMNS = "number, game, started, ended, summary, hidden, deleted"
_SEAT_COLUMNS = "number, seat, person, game, started, score, won, counts"


def read_summary(row: PlayedRow) -> GameSummary:
    return _SUMMARY.decode(row.summary)


def played_row(store: RecordStore, number: int) -> PlayedRow:
    rows = store.rows(f"SELECT {COLUMNS} FROM played WHERE number = ?", number)
    if not rows:
        raise refuse("no_such_game", "records.refused.no_such_game", n=number)
    return PlayedRow(*rows[0])


def seats_of(store: RecordStore, number: int) -> list[SeatRow]:
    sql = f"SELECT {_SEAT_COLUMNS} FROM seat WHERE number = ?"
    return [SeatRow(*row) for row in store.rows(sql, number)]


def people_of(store: RecordStore, number: int) -> dict[str, int]:
    """By seat, whoever is remembered."""
    return {row.seat: row.person for row in seats_of(store, number) if row.person is not None}


def file_game(
    store: RecordStore, number: int, summary: GameSummary, people: Mapping[str, int], seq: int
) -> None:
    """`seq`: the journal's newest line that is in it."""
    with store.writing():
        uncount(store, number)
        sql = (
            "INSERT INTO played (number, game, started, ended, summary, seq) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET game = excluded.game, "
            "started = excluded.started, ended = excluded.ended, summary = excluded.summary, "
            "seq = excluded.seq"
        )
        body = msgspec.json.encode(summary)
        store.change(sql, number, summary.game, summary.started, summary.ended, body, seq)
        store.change("DELETE FROM seat WHERE number = ?", number)
        for seat in summary.seats:
            person = people.get(seat.seat)
            row = (person, summary.game, summary.started, seat.score, seat.won, False)
            sql = f"INSERT INTO seat ({_SEAT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            store.change(sql, number, seat.seat, *row)
        store.change("DELETE FROM figure WHERE number = ?", number)
        count(store, number)


def count(store: RecordStore, number: int) -> None:
    """The game becomes part of the sums, unless it is not finished or deleted."""
    row = played_row(store, number)
    summary = read_summary(row)
    if summary.outcome is None or row.deleted is not None:
        return
    add_totals(store, added_by(summary, people_of(store, number)))
    store.change("UPDATE seat SET counts = 1 WHERE number = ?", number)
    for figure in summary.figures:
        sql = "INSERT OR REPLACE INTO figure VALUES (?, ?, ?, ?, ?)"
        rank = figure.value if figure.most else -figure.value
        store.change(sql, number, summary.game, figure.id, figure.value, rank)


def uncount(store: RecordStore, number: int) -> None:
    """The game is no longer part of the sums."""
    if not any(seat.counts for seat in seats_of(store, number)):
        return
    summary = read_summary(played_row(store, number))
    added = added_by(summary, people_of(store, number))
    add_totals(store, {key: -n for key, n in added.items()})
    store.change("UPDATE seat SET counts = 0 WHERE number = ?", number)
    store.change("DELETE FROM figure WHERE number = ?", number)


def recount_around(store: RecordStore, numbers: Iterable[int], change: Callable[[], None]) -> None:
    """Whoever sits where changes: these games are taken out of the sums and put in again."""
    touched = [*numbers]
    for number in touched:
        uncount(store, number)
    change()
    for number in touched:
        count(store, number)


def remove(store: RecordStore, number: int) -> None:
    uncount(store, number)
    for table in ("played", "seat", "guest", "figure"):
        store.change(f"DELETE FROM {table} WHERE number = ?", number)


def games_of_person(store: RecordStore, person: int) -> list[int]:
    return [row[0] for row in store.rows("SELECT number FROM seat WHERE person = ?", person)]


def recounted(store: RecordStore) -> Totals:
    """All sums counted anew from the games on file: what the kept ones must equal."""
    totals: Totals = Counter()
    sql = f"SELECT {COLUMNS} FROM played WHERE deleted IS NULL"
    for row in map(PlayedRow._make, store.rows(sql)):
        totals.update(added_by(read_summary(row), people_of(store, row.number)))
    return Counter({key: n for key, n in totals.items() if n})
