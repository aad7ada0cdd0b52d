"""What is wrong with the device itself becomes a note on every screen."""

import os
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.packs import Shelf
from companion.service.monitor import SILENT_S, Monitor
from companion.service.status import Device, Status
from companion.table.table import Table
from companion.texts import texts


class Clocks:
    """Two clocks: the one on the wall can be set, the other only goes on."""

    def __init__(self) -> None:
        self.wall_s, self.steady_s = 1_800_000_000.0, 50.0

    def passes(self, seconds: float) -> None:
        self.wall_s += seconds
        self.steady_s += seconds


@pytest.fixture
def status(tmp_path: Path) -> Status:
    return Status(tmp_path / "evidence")


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def monitor(tmp_path: Path, status: Status, clocks: Clocks) -> Monitor:
    table = Table(Journal(tmp_path / "journal.sqlite"), Shelf())
    return Monitor(table, status, tmp_path, (), lambda: clocks.wall_s, lambda: clocks.steady_s)


def notes(monitor: Monitor, status: Status) -> list[str]:
    monitor.look()
    return [note.id for note in status.shown()["notes"]]


def test_when_all_is_well_there_is_no_note(monitor: Monitor, status: Status) -> None:
    assert notes(monitor, status) == []


def test_a_clock_that_is_set_is_told_for_two_minutes(
    monitor: Monitor, status: Status, clocks: Clocks
) -> None:
    clocks.passes(3600)
    assert notes(monitor, status) == []
    clocks.wall_s += 86_400
    assert notes(monitor, status) == ["clock_jumped"]
    assert status.shown()["notes"][0].what == "+1440"
    clocks.passes(121)
    assert notes(monitor, status) == []


def test_a_journal_that_was_refused_is_told_with_the_reason(
    monitor: Monitor, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitor._table.journals.held, "trouble", "database or disk is full")
    assert notes(monitor, status) == ["disk_refused"]
    assert "full" in status.shown()["notes"][0].what


def test_a_disk_that_takes_long_is_told(
    monitor: Monitor, status: Status, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitor._table.owner, "busy_since_s", clocks.steady_s)
    clocks.passes(0.2)
    assert notes(monitor, status) == []
    clocks.passes(2)
    assert notes(monitor, status) == ["disk_slow"]


def test_a_full_and_a_read_only_disk_are_told(
    monitor: Monitor, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = os.statvfs("/")
    fields = (
        "f_bsize",
        "f_frsize",
        "f_blocks",
        "f_bfree",
        "f_bavail",
        "f_files",
        "f_ffree",
        "f_favail",
        "f_flag",
    )
    values = {name: getattr(usual, name) for name in fields} | {
        "f_namemax": usual.f_namemax,
        "f_flag": 0,
    }

    def disk(**changed: int) -> None:
        found = values | changed
        made = os.statvfs_result(tuple(found[name] for name in (*fields, "f_namemax")))
        monkeypatch.setattr(os, "statvfs", lambda path: made)

    disk(f_bavail=100, f_frsize=4096)
    assert notes(monitor, status) == ["disk_full"]
    disk(f_flag=os.ST_RDONLY)
    assert notes(monitor, status) == ["disk_read_only"]
    monkeypatch.undo()
    assert notes(monitor, status) == []


def test_a_data_folder_that_is_gone_is_told(
    monitor: Monitor, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitor, "_data", Path("/no/such/disk"))
    assert notes(monitor, status) == ["disk_gone"]


@pytest.mark.parametrize(("black", "told"), [(1, ["camera_black"]), (0, [])])
def test_a_black_picture_is_told(
    monitor: Monitor, status: Status, black: int, told: list[str]
) -> None:
    status.show(camera=Device("on", "", {"black": black}))
    assert notes(monitor, status) == told


def test_an_eye_that_falls_silent_is_away(monitor: Monitor, status: Status) -> None:
    status.show(camera=Device("on"))
    monitor.look()
    assert status.shown()["camera"].state == "on"
    status._heard_s["camera"] -= SILENT_S + 0.1
    monitor.look()
    assert status.shown()["camera"].state == "away"
    assert status.shown()["camera"].what


def test_every_note_has_a_sentence_in_every_language() -> None:
    source = "\n".join(Path(file).read_text() for file in Path("companion/service").glob("*.py"))
    ids = {part.partition('"')[0] for part in source.split('Note("')[1:]}
    assert len(ids) > 10
    for language in ("en", "id"):
        assert {f"web.note.{one}" for one in ids} <= set(texts(language))


def test_a_disturbed_cable_is_told_while_it_lasts_and_a_single_spark_is_not(
    monitor: Monitor, status: Status, clocks: Clocks
) -> None:
    status.show(panel=Device("on", "", {"bad_frames": 100, "panel_bad_frames": 7}))
    assert notes(monitor, status) == []
    clocks.passes(0.5)
    status.show(panel=Device("on", "", {"bad_frames": 101, "panel_bad_frames": 7}))
    assert notes(monitor, status) == []
    clocks.passes(0.5)
    status.show(panel=Device("on", "", {"bad_frames": 101, "panel_bad_frames": 8}))
    assert notes(monitor, status) == ["panel_noisy"]
    clocks.passes(5.1)
    assert notes(monitor, status) == []
    status.show(panel=Device("on", "", {"bad_frames": 0, "panel_bad_frames": 0}))
    assert notes(monitor, status) == []
