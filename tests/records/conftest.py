"""A journal with a few simulated games of everything, made once; a copy for whoever changes it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import games
from companion.journal import Journal
from companion.records.access import FILE, FileAccess
from companion.records.records import Records
from companion.records.store import RecordStore
from tests.records.many_games import Clock, play_into, seats_for

FOUR = ("Ana", "Budi", "Citra", "Dewi")
SMALL = "mechamancers"


@pytest.fixture(scope="session")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games 1 to 5 are one whole game each, 6 a second of the smallest, 7 one that goes on."""
    data = tmp_path_factory.mktemp("played")
    clock = Clock()
    journal = Journal(data / "journal.sqlite", clock)
    for seed, game in enumerate(games.every()):
        play_into(journal, clock, game, seats_for(game, FOUR[: max(game.seats[0], 2)]), seed)
        clock.now += 600
    small = games.find(SMALL)
    play_into(journal, clock, small, seats_for(small, FOUR[1:3]), 7)
    clock.now += 600
    play_into(journal, clock, small, seats_for(small, FOUR[2:4]), 8, lines=30)
    records = Records(RecordStore(data / FILE), FileAccess(journal))
    records.catch_up()
    journal.make_live(None)
    journal.close()
    records.store.close()
    return data


@pytest.fixture
def data(played_once: Path, tmp_path: Path) -> Path:
    """A folder of one's own with those games."""
    return shutil.copytree(played_once, tmp_path / "data")


@pytest.fixture
def clock() -> Clock:
    return Clock(1_700_000_000.0 + 10 * 24 * 3600)


@pytest.fixture
def open_records(data: Path, clock: Clock) -> Callable[[], Records]:
    def start() -> Records:
        journal = Journal(data / "journal.sqlite", clock)
        return Records(RecordStore(data / FILE), FileAccess(journal))

    return start


@pytest.fixture
def records(open_records: Callable[[], Records]) -> Records:
    return open_records()
