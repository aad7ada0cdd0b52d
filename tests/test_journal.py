"""The journal: durable before visible, many games, found again after damage, bounded."""

import random
import sqlite3
from pathlib import Path

import pytest

from companion.journal import Entry, Journal, copy_journal, trim
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.table.live_game import state_hash
from companion.table.open_game import opened
from companion.table.table import Table
from tests.table.playing import play_on

START = b'{"start": "' + b"0123456789" * 2000 + b'"}'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def filled(path: Path, lines: int, body: bytes = b"{}") -> tuple[Journal, int]:
    journal = Journal(path, clock=lambda: 1000.0)
    number = journal.begin("some_game", 1, b"{}")
    with journal.writing() as write:
        for at in range(lines):
            write(Entry(number, f"intent {at}", body))
    return journal, number


def test_what_was_written_is_there_after_opening_again(path: Path) -> None:
    journal, number = filled(path, 3)
    journal.close()
    again = Journal(path)
    assert [row.intent for row in again.lines(number)] == ["intent 0", "intent 1", "intent 2"]
    assert again.live() == number
    assert again.recovered == ""


def test_every_commit_is_synced_to_disk(path: Path) -> None:
    journal, _ = filled(path, 1)
    assert journal._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert journal._db.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_lines_written_together_are_written_all_or_not_at_all(path: Path) -> None:
    journal, number = filled(path, 1)

    def write_two_the_same() -> None:
        with journal.writing() as write:
            write(Entry(number, "new", b"{}"))
            write(Entry(number, "intent 0", b"{}"))

    with pytest.raises(sqlite3.IntegrityError):
        write_two_the_same()
    assert [row.intent for row in journal.lines(number)] == ["intent 0"]


def test_numbers_grow_over_all_games(path: Path) -> None:
    journal, first = filled(path, 2)
    second = journal.begin("other_game", 1, b"{}")
    with journal.writing() as write:
        assert write(Entry(second, "intent 0", b"{}")) == 3
    assert journal.last_seq() == 3
    assert [row.seq for row in journal.lines(first)] == [1, 2]


def test_a_damaged_line_ends_the_game_before_it(path: Path) -> None:
    journal, number = filled(path, 5)
    with journal._db:
        journal._db.execute("UPDATE line SET body = x'00' WHERE seq = 4")
    assert [row.seq for row in journal.lines(number)] == [1, 2, 3]


def test_a_damaged_snapshot_is_not_offered_but_the_one_before_is(path: Path) -> None:
    journal, number = filled(path, 1)
    journal.snapshots.keep(number, 10, b"old")
    journal.snapshots.keep(number, 20, b"new")
    with journal._db:
        journal._db.execute("UPDATE snapshot SET state = x'00' WHERE seq = 20")
    assert journal.snapshots.of(number) == [(10, b"old")]


def test_only_the_two_newest_snapshots_are_kept(path: Path) -> None:
    journal, number = filled(path, 1)
    for seq in range(5):
        journal.snapshots.keep(number, seq, b"state")
    assert [seq for seq, _ in journal.snapshots.of(number)] == [4, 3]


def test_a_damaged_file_is_set_aside_and_its_readable_lines_are_saved(path: Path) -> None:
    journal, number = filled(path, 2000, b"x" * 200)
    journal.close()
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 8192] = b"\xff" * 8192
    path.write_bytes(content)
    again = Journal(path, clock=lambda: 2000.0)
    assert "damaged" in again.recovered
    assert (path.parent / "journal.damaged-2000.sqlite").exists()
    saved = [row.seq for row in again.lines(number)]
    assert saved == list(range(1, len(saved) + 1))
    assert 900 < len(saved) < 1100
    assert "of no use" in again.recovered
    assert again.begin("next_game", 1, b"{}") > number


def test_a_file_that_is_no_database_is_set_aside(path: Path) -> None:
    path.write_bytes(b"not a database at all" * 500)
    journal = Journal(path, clock=lambda: 3000.0)
    assert "damaged" in journal.recovered
    assert journal.games() == []


def test_the_oldest_finished_games_are_forgotten_when_the_file_grows_too_large(path: Path) -> None:
    journal, first = filled(path, 400, b"x" * 1000)
    journal.end(first, b"{}")
    second = journal.begin("game", 1, b"{}")
    assert trim(journal, keep_bytes=100_000) == 1
    assert [row.id for row in journal.games()] == [second]


def test_what_was_forgotten_is_room_for_the_next_games(path: Path) -> None:
    journal, first = filled(path, 400, b"x" * 1000)
    journal.end(first, b"{}")
    second = journal.begin("game", 1, b"{}")
    journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = path.stat().st_size
    assert trim(journal, keep_bytes=100_000) == 1
    with journal.writing() as write:
        for number in range(300):
            write(Entry(second, f"again {number}", b"x" * 1000))
    journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert path.stat().st_size <= size
    journal.close()
    assert Journal(path).recovered == "", "a forgotten game is no damage"


def test_a_running_game_is_never_forgotten(path: Path) -> None:
    journal, number = filled(path, 400, b"x" * 1000)
    assert trim(journal, keep_bytes=1) == 0
    assert journal.game(number).game == "some_game"


def test_a_backup_is_a_whole_journal(path: Path, tmp_path: Path) -> None:
    journal, number = filled(path, 3)
    copy_journal(path, tmp_path / "copy.sqlite")
    journal.close()
    assert len(list(Journal(tmp_path / "copy.sqlite").lines(number))) == 3


def test_a_game_whose_start_was_hit_is_saved_from_its_spare(path: Path) -> None:
    journal = Journal(path)
    number = journal.begin("some_game", 1, START)
    with journal.writing() as write:
        for line in range(20):
            write(Entry(number, f"i{line}", b"body"))
    journal.close()
    whole = path.read_bytes()
    at = whole.index(START[:20])
    path.write_bytes(whole[:at] + bytes(1024) + whole[at + 1024 :])
    with path.open("r+b") as file:  # and a page that makes the damage be noticed
        file.seek((at // 1024) * 1024)
        file.write(b"\xff" * 1024)
    again = Journal(path)
    assert again.recovered
    assert again.game(number).header == START
    assert len(list(again.lines(number))) == 20
    again.close()


def played(path: Path, answers: int) -> dict[int, str]:
    """A game; what its state was after each line."""
    table = Table(Journal(path), Shelf())
    table.start()
    table.begin("spell_from_the_future", (Seat("red"), Seat("blue"), Seat("green")))
    hashes = {}
    for _ in range(answers):
        play_on(table, 1)
        face = table.snapshot()
        assert face is not None
        hashes[face.seq] = face.hash
    table.stop()
    return hashes


@pytest.mark.parametrize(("answers", "step"), [(20, 4096), (125, 5 * 4096)])
def test_wherever_the_damage_is_the_game_goes_on_from_a_state_it_once_had(
    path: Path, answers: int, step: int
) -> None:
    hashes = played(path, answers)
    whole, last = path.read_bytes(), max(hashes)
    reached = []
    for at in range(0, len(whole), step):
        for old in path.parent.glob("journal.*"):
            old.unlink()
        noise = random.Random(at).randbytes(len(whole[at : at + 4096]))
        path.write_bytes(whole[:at] + noise + whole[at + 4096 :])
        journal = Journal(path)
        live = opened(journal, journal.game(journal.live() or 0))
        assert live.seq == 0 or state_hash(live.state) == hashes[live.seq]
        reached.append(live.seq)
        journal.close()
    assert reached.count(last) >= 0.6 * len(reached)


def test_lines_of_the_first_version_are_taken_as_they_are(path: Path) -> None:
    journal, number = filled(path, 5)
    with journal._db:
        journal._db.execute("ALTER TABLE line DROP COLUMN before")
    journal.close()
    again = Journal(path)
    with again.writing() as write:
        write(Entry(number, "new", b"body"))
    assert [row.seq for row in again.lines(number)] == [1, 2, 3, 4, 5, 6]
    again.close()


def damaged(path: Path) -> Journal:
    """Opened again after its first bytes were lost: nothing is found through SQLite any more."""
    path.write_bytes(b"x" * 100 + path.read_bytes()[100:])
    again = Journal(path)
    assert again.recovered
    return again


def test_a_game_that_goes_on_from_a_snapshot_does_so_after_the_next_damage_too(path: Path) -> None:
    journal, number = filled(path, 30, b'{"intent": {"kind": "answer"}}')
    journal.snapshots.keep(number, 20, b"state")
    with journal._db:
        journal._db.execute("DELETE FROM line WHERE seq BETWEEN 5 AND 9 OR seq > 20")
    journal.close()
    for lines in ([], [21], [21, 22]):
        again = damaged(path)
        assert again.restart(number) == 20
        assert [row.seq for row in again.lines(number)] == lines
        with again.writing() as write:
            write(Entry(number, f"later{len(lines)}", b'{"intent": {"kind": "answer"}}'))
        again.close()
