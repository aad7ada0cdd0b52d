"""Several games in a row are an evening; whoever won the most of them won it."""

from typing import Any

from companion.records import filing
from companion.records.records import Records
from companion.records.store import PlayedRow, RecordStore

APART_S = 3 * 3600.0  # between two games: longer, and it is another evening
MOST_GAMES = 30


def evening_of(store: RecordStore, number: int) -> list[PlayedRow]:
    """The games before and after this one without a long break, oldest first."""
    here = filing.played_row(store, number)
    earlier = _run(store, here, "started < ? ORDER BY started DESC", forward=False)
    later = _run(store, here, "started > ? ORDER BY started", forward=True)
    return [*reversed(earlier), here, *later]


def _run(store: RecordStore, here: PlayedRow, which: str, *, forward: bool) -> list[PlayedRow]:
    sql = f"SELECT {filing.COLUMNS} FROM played WHERE deleted IS NULL AND {which} LIMIT ?"
    found: list[PlayedRow] = []
    last = here
    for row in map(PlayedRow._make, store.rows(sql, here.started, MOST_GAMES)):
        before, after = (last, row) if forward else (row, last)
        if after.started - _end(before) > APART_S:
            break
        found.append(row)
        last = row
    return found


def _end(row: PlayedRow) -> float:
    return row.ended if row.ended is not None else row.started


def winners_of(records: Records, rows: list[PlayedRow]) -> list[dict[str, Any]]:
    """Everybody who played, best first: by games won, then by how many they left behind.
    `won`: the evening is theirs, also if they share it.
    """
    wins: dict[int, int] = {}
    beaten: dict[int, int] = {}
    plays: dict[int, int] = {}
    for row in rows:
        summary = filing.read_summary(row)
        if summary.outcome is None:
            continue
        people = filing.people_of(records.store, row.number)
        places = {seat.seat: seat.place for seat in summary.seats}
        for seat in summary.seats:
            person = people.get(seat.seat)
            if person is None:
                continue
            plays[person] = plays.get(person, 0) + 1
            wins[person] = wins.get(person, 0) + seat.won
            mine = seat.place
            left = sum(
                mine is not None and other is not None and other > mine for other in places.values()
            )
            beaten[person] = beaten.get(person, 0) + left
    order = sorted(plays, key=lambda one: (-wins[one], -beaten[one]))
    best = max(((wins[one], beaten[one]) for one in order), default=(0, 0))
    return [
        {
            **records.people.get(one)._asdict(),
            "plays": plays[one],
            "wins": wins[one],
            "beaten": beaten[one],
            "won": wins[one] > 0 and (wins[one], beaten[one]) == best,
        }
        for one in order
    ]
