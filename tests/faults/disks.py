"""Power, not only kill: what a disk may look like after the current failed at any moment.

    python -m tests.faults.disks [--disks 1000] [--seed 1]

A table plays under a library that writes down every write and sync. At a random moment the power
fails: what was synced is there; of what was not, any part may be, in any order, torn at 512 bytes.
Each such disk is opened; an accepted answer that is not in it is a loss. With `synchronous=OFF`
losses must be found, or this looks at nothing.
"""

import argparse
import random
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.errors import SetupError
from companion.journal import Journal

SOURCE = Path(__file__).with_name("recorder.c")
ENTRY = struct.Struct("@c63sll")
SECTOR = 512
JOURNAL, ACCEPTED = "journal.sqlite", "accepted"
PLAY = """
import os, random, sys
from pathlib import Path
from companion.journal import Journal
from companion.packs import Shelf
from companion.kit.seats import Seat
from companion.table.table import Accepted, Table
from tests.table.playing import next_answer
folder, answers, synchronous = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
table = Table(Journal(folder / "journal.sqlite"), Shelf())
table.journals.own.journal._db.execute(f"PRAGMA synchronous = {synchronous}")
table.start()
table.begin("spell_from_the_future", tuple(Seat(c, colour=c) for c in ("red", "blue", "green")))
said = os.open(folder / "accepted", os.O_WRONLY | os.O_CREAT)
chance = random.Random(int(sys.argv[4]))
for number in range(answers):
    answer = next_answer(table, chance, f"a{number}")
    if isinstance(table.submit(answer), Accepted):
        os.write(said, f"{answer.id}\\n".encode())  # recorded: accepted before whatever follows
os._exit(0)
"""


@dataclass(frozen=True, slots=True)
class Deed:
    kind: str  # W: written, T: cut to a length, S: synced, U: gone
    name: str
    at: int
    data: bytes


def recorded(folder: Path, answers: int, synchronous: str, seed: int) -> list[Deed]:
    library, record, data = folder / "recorder.so", folder / "record", folder / "data"
    data.mkdir()
    gcc = ["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, SOURCE]
    subprocess.run(gcc, check=True)
    around = {"RECORD_FILE": record, "RECORD_FOLDER": data.resolve(), "LD_PRELOAD": library}
    command = [sys.executable, "-c", PLAY, data.resolve(), str(answers), synchronous, str(seed)]
    here = {"PYTHONPATH": ".", "PATH": "/usr/bin:/bin"}
    subprocess.run(command, check=True, env={**here, **{k: str(v) for k, v in around.items()}})
    return list(_deeds(record.read_bytes()))


def _deeds(raw: bytes) -> Iterator[Deed]:
    at = 0
    while at < len(raw):
        kind, name, where, size = ENTRY.unpack_from(raw, at)
        at += ENTRY.size
        data = raw[at : at + size] if kind == b"W" else b""
        at += len(data)
        yield Deed(kind.decode(), name.rstrip(b"\0").decode(), where, data)


def disk_after(deeds: list[Deed], chance: random.Random) -> dict[str, bytearray]:
    """One of the disks there may be when the power fails after these deeds."""
    files: dict[str, bytearray] = {}
    for name in {deed.name for deed in deeds}:
        of_file = _since_it_is_there([deed for deed in deeds if deed.name == name])
        if not of_file:
            continue
        synced = max((at for at, deed in enumerate(of_file, 1) if deed.kind == "S"), default=0)
        files[name] = bytearray()
        for deed in of_file[:synced]:
            _done(files[name], deed)
        for deed in _some_of(of_file[synced:], chance):
            _done(files[name], deed)
    return files


def _since_it_is_there(deeds: list[Deed]) -> list[Deed]:
    """Files go only while a journal is made, long before anything is accepted."""
    gone = max((at for at, deed in enumerate(deeds, 1) if deed.kind == "U"), default=0)
    return deeds[gone:]


def _some_of(deeds: list[Deed], chance: random.Random) -> list[Deed]:
    """Deeds that were not synced: all, none, or any of their pieces in any order."""
    way = chance.choice(("all", "none", "some", "some", "shuffled"))
    if way in ("all", "none"):
        return deeds if way == "all" else []
    pieces = [piece for deed in deeds for piece in _pieces(deed)]
    kept = [piece for piece in pieces if chance.random() < 0.5]
    if way == "shuffled":
        chance.shuffle(kept)
    return kept


def _pieces(deed: Deed) -> Iterator[Deed]:
    """A write is torn where a sector of the disk ends."""
    if deed.kind != "W":
        yield deed
        return
    at, end = deed.at, deed.at + len(deed.data)
    while at < end:
        until = min(end, (at // SECTOR + 1) * SECTOR)
        yield Deed("W", deed.name, at, deed.data[at - deed.at : until - deed.at])
        at = until


def _done(file: bytearray, deed: Deed) -> None:
    if deed.kind == "T":
        del file[deed.at :]
        file.extend(bytes(deed.at - len(file)))
    elif deed.kind == "W":
        end = deed.at + len(deed.data)
        file.extend(bytes(max(0, end - len(file))))
        file[deed.at : end] = deed.data


def lost(folder: Path, deeds: list[Deed], chance: random.Random) -> int:
    """Of the answers accepted before the power failed, how many are not on the rebuilt disk."""
    accepted = {deed.data.decode().strip() for deed in deeds if deed.name == ACCEPTED}
    accepted.discard("")
    folder.mkdir()
    for name, content in disk_after(deeds, chance).items():
        if name != ACCEPTED and not name.endswith("-shm"):
            (folder / name).write_bytes(content)
    try:
        journal = Journal(folder / JOURNAL)
    except SetupError:
        return len(accepted) or 1
    kept = {row.intent for game in journal.games() for row in journal.lines(game.id)}
    journal.close()
    return len(accepted - kept)


def run(disks: int, seed: int, synchronous: str = "FULL", answers: int = 120) -> tuple[int, int]:
    """How many disks were opened, and how many of them had lost something."""
    chance = random.Random(seed)
    damaged = 0
    with tempfile.TemporaryDirectory() as work:
        deeds = recorded(Path(work), answers, synchronous, seed)
        first = next(at for at, deed in enumerate(deeds) if deed.name == ACCEPTED)
        for number in range(disks):
            cut = chance.randrange(first, len(deeds) + 1)
            damaged += lost(Path(work) / str(number), deeds[:cut], chance) > 0
    return disks, damaged


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--disks", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    opened, damaged = run(args.disks, args.seed)
    print(f"{opened} disks after a power cut: {damaged} lost something that was accepted")
    control, caught = run(max(50, args.disks // 10), args.seed, "OFF")
    print(f"{control} disks written without syncs: {caught} lost something, as they should")
    return 1 if damaged or not caught else 0


if __name__ == "__main__":
    sys.exit(main())
