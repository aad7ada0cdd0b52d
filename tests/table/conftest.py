"""A real table over a real journal, with Spell from the Future on it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.table.table import Table

SEATS = tuple(Seat(colour, colour=colour) for colour in ("red", "blue", "green"))


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Callable[[], Table]]:
    """Opens the table of one data folder, as often as the service would be started."""
    opened: list[Table] = []

    def start() -> Table:
        table = Table(Journal(tmp_path / "journal.sqlite"), Shelf(tmp_path / "packs"))
        table.start()
        opened.append(table)
        return table

    yield start
    for table in opened:
        if table.owner.is_running:
            table.stop()


@pytest.fixture
def table(open_table: Callable[[], Table]) -> Table:
    made = open_table()
    made.begin("spell_from_the_future", SEATS)
    return made
