"""A journal damaged anywhere: never a crash, never a loss nobody is told of, never a lost answer
afterwards. `python -m tests.table.damage` tries two thousand.
"""

import random
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.packs import Shelf
from companion.table.open_game import kept_games
from companion.table.table import Table
from tests.table.damage import NAME, PARTS, sample, trial


def test_damaged_journals_lose_nothing_in_silence() -> None:
    counts = trial(24, seed=7000)
    assert [what for what in counts if what.startswith("FINDING")] == []
    assert any(what.startswith("said") for what in counts)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    sample(tmp_path, 60)
    return tmp_path / NAME


def test_one_flipped_bit_in_a_line_is_said_and_what_follows_is_kept(whole: Path) -> None:
    with Journal(whole)._db as db:
        body = db.execute("SELECT body FROM line WHERE seq = 31").fetchone()[0]
        flipped = bytes([body[0] ^ 1]) + body[1:]
        db.execute("UPDATE line SET body = ? WHERE seq = 31", (flipped,))
    db.close()
    journal = Journal(whole)
    assert "damaged" in journal.recovered
    table = Table(journal, Shelf())
    table.start()
    reached = table.last_seq
    assert reached == 60, "the snapshot behind the hole is used"
    table.stop()


def test_a_journal_cut_off_at_a_clean_place_is_missed(whole: Path) -> None:
    Path(f"{whole}-wal").unlink()
    journal = Journal(whole)
    assert "missing" in journal.recovered
    journal.close()
    again = Journal(whole)
    assert again.recovered == "", "it is said once"
    again.close()


def test_an_empty_file_is_damage_and_no_new_start(tmp_path: Path) -> None:
    (tmp_path / NAME).touch()
    journal = Journal(tmp_path / NAME)
    assert "damaged" in journal.recovered
    journal.close()


def test_a_sound_journal_is_left_alone(whole: Path) -> None:
    journal = Journal(whole)
    assert journal.recovered == ""
    journal.close()
    assert not list(whole.parent.glob("*.damaged*"))


def test_a_damaged_start_of_one_game_does_not_hide_the_others(whole: Path) -> None:
    journal = Journal(whole)
    other = journal.begin("runika", 1, b'{"seats": []}')
    with journal._db as db:
        db.execute("UPDATE game SET header = ? WHERE id = ?", (random.randbytes(9), other))
    assert len(kept_games(journal, other)) == 2
    journal.close()
    again = Journal(whole)
    assert again.recovered
    assert again.game(other).header == b'{"seats": []}', "the spare is used"
    again.close()


def test_the_parts_of_a_journal_are_known(whole: Path) -> None:
    assert all(Path(f"{whole}{part}").exists() for part in PARTS)
