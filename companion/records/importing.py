"""Games of an earlier backup, or of another table, taken in without doubles; and people merged."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.journal import GameRow, Journal
from companion.kit.story import refuse
from companion.records import filing
from companion.records.records import Records
from companion.table.lines import Header


class Imported(NamedTuple):
    added: int
    known: int  # here already
    damaged: int  # cannot be taken in


def import_games(records: Records, source: Path) -> Imported:
    """A game is known by when it was begun, to the microsecond. Somebody forgotten here since stays
    so.
    """
    other = Journal(source)
    added = known = damaged = 0
    for row in reversed(other.games()):
        if _is_known(records, row):
            known += 1
        elif other.restart(row.id) or not _seats(row):
            damaged += 1
        else:
            _take_in(records, other, row)
            added += 1
    other.close()
    records.catch_up()
    return Imported(added, known, damaged)


def _is_known(records: Records, row: GameRow) -> bool:
    return records.journal.read(lambda journal: journal.edits.has(row.game, row.started))


def _take_in(records: Records, other: Journal, row: GameRow) -> None:
    forgotten = [
        (seat["id"], seat["name"])
        for seat in _seats(row)
        if seat.get("name") and records.people.is_forgotten(seat["name"], row.started)
    ]
    lines = list(other.lines(row.id))

    def write(journal: Journal) -> None:
        number = journal.edits.take_in(row[1:], lines)
        if forgotten:
            seats, words = zip(*forgotten, strict=True)
            journal.edits.forget_names({number: seats}, words)

    records.journal.write(write)


def _seats(row: GameRow) -> tuple[dict[str, str], ...]:
    try:
        return msgspec.json.decode(row.header, type=Header).seats
    except msgspec.DecodeError:
        return ()


def merge_people(records: Records, one: int, into: int) -> None:
    """Two names that were one person all the time."""
    records.people.get(one)
    records.people.get(into)
    if one == into:
        raise refuse("same_person", "records.refused.same_person")
    store = records.store
    numbers = {*filing.games_of_person(store, one), *filing.games_of_person(store, into)}
    both = set(filing.games_of_person(store, one)) & set(filing.games_of_person(store, into))
    if both:
        raise refuse("played_together", "records.refused.played_together", n=len(both))

    def move() -> None:
        store.change("UPDATE seat SET person = ? WHERE person = ?", into, one)
        store.change("UPDATE alias SET person = ? WHERE person = ?", into, one)
        store.change("DELETE FROM person WHERE id = ?", one)

    with store.writing():
        filing.recount_around(store, numbers, move)
