"""Journals damaged in every way a disk knows, opened and played on.

    python -m tests.table.damage [--journals 2000]

A loss that nobody is told of, a journal that cannot be opened, or an answer accepted afterwards
that is gone at the next start is a finding; the figures are printed.
"""

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from companion.journal import Journal
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.table.table import Table
from tests.table.playing import play_on

SEATS = (Seat("red"), Seat("blue"), Seat("green"))
NAME = "journal.sqlite"
PARTS = ("", "-wal", "-last")
PLAYED_ON = 3  # answers after the damage
Damage = Callable[[bytearray, random.Random], None]


def bit_flip(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def zeroed_range(data: bytearray, chance: random.Random) -> None:
    at, size = chance.randrange(len(data)), chance.choice((16, 512, 4096))
    end = min(len(data), at + size)
    data[at:end] = bytes(end - at)


def torn_page(data: bytearray, chance: random.Random) -> None:
    """Half a page is old: here, noise."""
    at = chance.randrange(len(data)) // 512 * 512
    end = min(len(data), at + 512)
    data[at:end] = chance.randbytes(end - at)


def truncated(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


def emptied(data: bytearray, _chance: random.Random) -> None:
    data.clear()


DAMAGES: dict[str, Damage] = {
    "bit flip": bit_flip,
    "zeroed range": zeroed_range,
    "torn page": torn_page,
    "truncated": truncated,
    "emptied": emptied,
}


def sample(folder: Path, answers: int = 90) -> int:
    """A journal as a power cut leaves it, part of the game still in the log. Returns how many lines
    it has.
    """
    journal = Journal(folder / "made" / NAME)
    table = Table(journal, Shelf())
    table.start()
    table.begin("spell_from_the_future", SEATS)
    play_on(table, answers // 2)
    journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    play_on(table, answers - answers // 2)
    for suffix in PARTS:
        shutil.copyfile(f"{journal.path}{suffix}", folder / f"{NAME}{suffix}")
    lines = journal._db.execute("SELECT COUNT(*) FROM line").fetchone()[0]
    table.stop()
    return int(lines)


def lines_in(table: Table, number: int) -> int:
    journal = table.journals.held.journal
    return len(list(journal.lines(number))) + (journal.restart(number) > 0)


def suffer(folder: Path, whole: Path, lines: int, seed: int) -> str:
    """One damaged journal; what came of it: as before, said, or a finding."""
    chance = random.Random(seed)
    name = chance.choice([*DAMAGES, "bit flip"])
    suffix = chance.choice(("", "-wal"))
    for part in PARTS:
        shutil.copyfile(whole / f"{NAME}{part}", folder / f"{NAME}{part}")
    hit = folder / f"{NAME}{suffix}"
    data = bytearray(hit.read_bytes())
    DAMAGES[name](data, chance)
    hit.write_bytes(data)
    where = "log" if suffix else "file"
    try:
        return f"{_opened(folder, lines)}: {name} in the {where}"
    except Exception as error:
        return f"FINDING crash {type(error).__name__} {error}: {name} in the {where}"


def _opened(folder: Path, lines: int) -> str:
    table = Table(Journal(folder / NAME), Shelf())
    table.start()
    journal = table.journals.held.journal
    told = bool(journal.recovered or table.journals.held.unopened)
    number = journal.live()
    kept = lines_in(table, number) if number is not None else 0
    if table.snapshot() is None:
        number = table.begin("spell_from_the_future", SEATS)
    before = table.last_seq
    play_on(table, PLAYED_ON)
    after = table.last_seq
    table.stop()
    again = Table(Journal(folder / NAME), Shelf())
    again.start()
    reached = again.last_seq
    again.stop()
    if reached < after or after < before + PLAYED_ON:
        return f"FINDING accepted {after}, after the next start {reached}"
    if kept < lines and not told:
        return f"FINDING silent loss, {kept} of {lines} lines"
    return "said" if told else "as before"


def trial(number: int, seed: int = 0) -> Counter[str]:
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as work:
        whole = Path(work) / "whole"
        whole.mkdir()
        lines = sample(whole)
        for one in range(number):
            folder = Path(work) / str(one)
            folder.mkdir()
            counts[suffer(folder, whole, lines, seed + one)] += 1
            shutil.rmtree(folder)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--journals", type=int, default=2000)
    counts = trial(parser.parse_args().journals)
    for what, count in sorted(counts.items()):
        print(f"{count:6} {what}")
    return int(any(what.startswith("FINDING") for what in counts))


if __name__ == "__main__":
    sys.exit(main())
