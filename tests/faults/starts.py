"""What can be wrong at the start, and how it ends: each must say what is the matter, lose nothing,
and harm nobody.
"""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.people import Person, account, lines_of
from tests.faults.service import Screen, Service, free_port
from tests.faults.weather import Weather

STOP_BAR_S = 2.0


@contextmanager
def serving(
    data: Path, *words: str, around: dict[str, str] | None = None
) -> Iterator[tuple[Service, Screen]]:
    service = Service(data, *words, around=around)
    service.start()
    screen = Screen(service)
    try:
        screen.until(lambda: screen.is_connected, "the page is connected")
        yield service, screen
    finally:
        screen.close()
        if service.process is not None and service.process.poll() is None:
            service.end()


def played(data: Path, answers: int = 30) -> Person:
    """A game with so many answers on it."""
    with serving(data) as (service, screen):
        person = Person(service, "before", 1, pause_s=0.01)
        person.start()
        screen.until(lambda: len(person.told) >= answers, "people play")
        person.stop()
    return person


def told_on_the_way_out(*words: str) -> str:
    """A service that cannot start says why in one line, and ends with 2."""
    command = [sys.executable, "-m", "companion", "serve", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2, done
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr.strip()


def two_on_one_port(work: Path) -> str:
    port = free_port()
    first = Service(work / "one", port=port)
    first.start()
    try:
        told = told_on_the_way_out("--port", str(port), "--data", str(work / "two"))
        assert "another companion" in told
        first.call("/api/table")
        return told
    finally:
        first.end()


def two_on_one_folder(work: Path) -> str:
    with serving(work / "data") as (service, _):
        told = told_on_the_way_out("--port", "0", "--data", str(work / "data"))
        assert "already uses" in told
        service.call("/api/table")
        return told


def no_camera_at_boot(work: Path) -> str:
    with serving(work / "data", "--camera", "v4l2:/dev/video99") as (service, screen):
        shown_s = screen.until(lambda: screen.badge("camera") == "away", "the camera's badge")
        person = Person(service, "p", 1, pause_s=0.01)
        person.start()
        screen.until(lambda: len(person.told) >= 5, "the game is played by touch")
        person.stop()
    return f"shown after {shown_s:.1f} s, {len(person.told)} answers by touch"


def damaged_journal(work: Path) -> str:
    person = played(work / "data")
    file = work / "data" / "journal.sqlite"
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        page_bytes = db.execute("PRAGMA page_size").fetchone()[0]
    db.close()
    with file.open("r+b") as raw:  # a page in the middle, as a worn card loses them
        raw.seek(page_bytes * (pages // 2))
        raw.write(os.urandom(4096))
    with serving(work / "data") as (_, screen):
        shown_s = screen.until(lambda: "recovered" in screen.notes(), "the note about the damage")
        screen.until(lambda: screen.table, "the game")
        stands, stood = screen.table["seq"], max(person.told.values())
    saved = len(lines_of(work / "data"))
    assert list((work / "data").glob("journal.damaged-*")), "the damaged file is kept"
    kept = f"{saved} of {len(person.told)} lines saved from 4 KB of noise"
    return f"shown after {shown_s:.1f} s; {kept}, the game stands at line {stands} of {stood}"


def read_only_at_boot(work: Path) -> str:
    person = played(work / "data")
    weather = Weather(work, work / "data")
    weather.disk("read-only")
    with serving(work / "data", around=weather.around()) as (service, screen):
        shown_s = screen.until(
            lambda: "looks_only" in screen.notes(), "why nothing can be recorded"
        )
        assert screen.table["seq"] == max(person.told.values())
        reply = service.call("/api/intents", {"id": "x", "kind": "undo"})
        assert reply["error"]["code"] == "disk", reply
    counted = account(work / "data", [person])
    assert counted["lost"] == counted["doubled"] == 0
    kept = f"the game is there to look at, {counted['accepted']} answers kept"
    return f"shown after {shown_s:.1f} s; {kept}"


def really_full_disk(work: Path) -> str:
    """A file system of two megabytes, where mounting is allowed."""
    small = work / "small"
    small.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(small)], capture_output=True
    ).returncode:
        return "not allowed to mount here; the fault in play uses the laid-over library"
    try:
        with serving(small / "data") as (service, screen):
            person = Person(service, "p", 1, pause_s=0.01)
            person.start()
            screen.until(lambda: len(person.told) >= 10, "people play")
            (small / "filler").write_bytes(
                b"x" * (os.statvfs(small).f_bavail * os.statvfs(small).f_frsize)
            )
            shown_s = screen.until(
                lambda: screen.notes() >= {"disk_full", "disk_refused"}, "the full disk"
            )
            (small / "filler").unlink()
            before = len(person.told)
            screen.until(lambda: len(person.told) > before + 5, "people play on")
            person.stop()
        counted = account(small / "data", [person])
        assert counted["lost"] == counted["doubled"] == 0, counted
        return f"shown after {shown_s:.1f} s; {counted['accepted']} answers, none lost or doubled"
    finally:
        subprocess.run(["umount", str(small)], check=True)


def _ended_in(data: Path) -> float:
    with serving(data, "--virtual", "--camera", "virtual:?width=320&height=180&die=30&fps=10") as (
        service,
        screen,
    ):
        screen.until(lambda: screen.badge("camera") == screen.badge("panel") == "on", "all is well")
        person = Person(service, "p", 1, pause_s=0.0)
        person.start()
        screen.until(lambda: len(person.told) >= 3, "people play")
        took_s = service.end()
        assert service.process is not None
        assert service.process.returncode == 0
        person.stop()
    counted = account(data, [person])
    assert counted["lost"] == 0, counted
    return took_s


def sigterm(work: Path) -> str:
    """With camera, panel, an open stream and a tap under way."""
    longest_s = 0.0
    for number in range(3):
        longest_s = max(longest_s, _ended_in(work / str(number)))
    assert longest_s <= STOP_BAR_S, f"it took {longest_s:.1f} s to end"
    return f"ended within {longest_s:.2f} s, three of three, nothing lost"


def safe_mode(work: Path) -> str:
    data = work / "data"
    data.mkdir()
    (data / "config.toml").write_text("host = 3\nthis is no TOML")
    (data / "secrets.json").write_text("[")
    (data / "journal.sqlite").write_bytes(os.urandom(20_000))
    begun_s = time.monotonic()
    with serving(data, "--safe") as (_, screen):
        screen.until(lambda: "safe_mode" in screen.notes(), "safe mode")
        assert {"recovered", "secrets_damaged"} <= screen.notes()
        shown_s = time.monotonic() - begun_s
        return f"up and shown after {shown_s:.1f} s with broken config, PINs and journal"


STARTS: dict[str, Callable[[Path], str]] = {
    "two services on one port": two_on_one_port,
    "two services on one folder": two_on_one_folder,
    "no camera at boot": no_camera_at_boot,
    "damaged journal": damaged_journal,
    "read-only disk at boot": read_only_at_boot,
    "a disk that is really full": really_full_disk,
    "SIGTERM": sigterm,
    "safe mode with all broken": safe_mode,
}
