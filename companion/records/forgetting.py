"""Forgetting somebody everywhere: in the journal, in the sums, in the others' sums."""

from companion.records import filing
from companion.records.records import Records
from companion.records.store import PAPER


def forget(records: Records, person: int) -> None:
    """Their games stay: a seat has a colour, and nobody says who sat there."""
    records.catch_up()
    known = records.people.get(person)
    seats: dict[int, list[str]] = {}
    sql = "SELECT number, seat FROM seat WHERE person = ?"
    for number, seat in records.store.rows(sql, person):
        seats.setdefault(number, []).append(seat)
    in_journal = {number: some for number, some in seats.items() if number < PAPER}
    words = [known.name, *records.people.names_of(person)]
    at = records.journal.read(lambda journal: journal.clock())
    records.journal.write(lambda journal: journal.edits.forget_names(in_journal, words))

    def unseat() -> None:
        records.store.change("UPDATE seat SET person = NULL WHERE person = ?", person)
        records.people.mark_forgotten(person, at)

    with records.store.writing() as store:
        filing.recount_around(store, seats, unseat)
    records.store.clean()
    if records.journal.live() in seats:
        records.journal.reopen(records.journal.live())
