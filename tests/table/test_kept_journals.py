"""Journals written by the version before the plain names open and go on unchanged: the same states,
the same questions, the same log.

`python -m tests.table.keep_journals FOLDER` wrote them; those here are never written again.
"""

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import games
from companion.journal import Journal
from companion.kit.intents import Intent
from companion.packs import Shelf
from companion.table.table import Accepted, Table
from tests.table.reading_journals import told

KEPT = Path(__file__).parent / "journals"
GAMES = sorted(file.stem for file in KEPT.glob("*.json"))
WHOLE, HALF = 1, 2  # their numbers in each journal


@pytest.fixture
def game_id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def table(game_id: str, tmp_path: Path) -> Iterator[Table]:
    file = tmp_path / "journal.sqlite"
    file.write_bytes(lzma.decompress((KEPT / f"{game_id}.sqlite.xz").read_bytes()))
    table = Table(Journal(file), Shelf(None))
    table.start()
    yield table
    table.stop()


def expected(game_id: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((KEPT / f"{game_id}.json").read_bytes())
    return found


def read(table: Table) -> dict[str, Any]:
    """As it looks in a file: tuples are lists there."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(told(table)))
    return found


def test_every_game_of_that_time_is_still_played() -> None:
    assert len(GAMES) == 5
    assert set(GAMES) <= set(games.ids())


@pytest.mark.parametrize("game_id", GAMES, indirect=True)
def test_a_game_left_in_the_middle_is_live_again_and_goes_on(game_id: str, table: Table) -> None:
    kept = expected(game_id)
    assert read(table) == kept["half"]
    for intent in msgspec.convert(kept["intents"], list[Intent]):
        assert isinstance(table.submit(intent), Accepted)
    assert read(table) == kept["after"]


@pytest.mark.parametrize("game_id", GAMES, indirect=True)
def test_a_finished_game_reads_as_it_ended(game_id: str, table: Table) -> None:
    table.resume(WHOLE)
    assert read(table) == expected(game_id)["whole"]
    table.resume(HALF)
    assert read(table) == expected(game_id)["half"]
