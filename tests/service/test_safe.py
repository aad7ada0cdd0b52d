"""Each part fails by itself: whatever is wrong with a device, a file or a game, the rest starts."""

import random
import sqlite3
from pathlib import Path

import pytest

from companion.config import Config, read_config
from companion.errors import SetupError
from companion.journal import Journal
from companion.kit.seats import Seat
from companion.service.lock import DataLock, served_by
from companion.service.service import Service
from companion.table.table import Refused
from tests.service.test_service import until
from tests.table.playing import next_answer, play_on
from web.permissions import Permissions

SEATS = tuple(Seat(colour, colour=colour) for colour in ("red", "blue", "green"))


def noted(service: Service) -> list[str]:
    return [note.id for note in service.status.shown()["notes"]]


def test_safe_mode_starts_with_everything_broken(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('port = "eight"\nlanguage = "id"\nkeep = 3\n')
    (tmp_path / "secrets.json").write_text("{broken")
    (tmp_path / "journal.sqlite").write_bytes(b"x" * 5000)
    owners = tmp_path / "packs" / "spell_from_the_future"
    owners.mkdir(parents=True)
    (owners / "owner.toml").write_text("this is [not TOML")
    config = read_config(tmp_path / "config.toml", lenient=True)
    assert (config.port, config.language) == (8137, "id")
    service = Service(
        tmp_path, config, camera="v4l2:/dev/video99", panel="serial:/dev/nothing", safe=True
    )
    service.start("127.0.0.1", 0)
    try:
        until(lambda: "safe_mode" in noted(service), "the page says safe mode")
        assert {"recovered", "secrets_damaged"} <= set(noted(service))
        assert (
            service.status.shown()["camera"].state
            == service.status.shown()["panel"].state
            == "none"
        )
        service.table.begin("spell_from_the_future", SEATS)
        assert play_on(service.table, 5) == [1, 2, 3, 4, 5]
    finally:
        service.stop()


def test_a_panel_that_cannot_be_opened_is_a_badge_and_not_the_end(tmp_path: Path) -> None:
    service = Service(tmp_path, Config(), panel="gpio:")
    service.start("127.0.0.1", 0)
    try:
        until(lambda: service.status.shown()["panel"].state == "away", "the badge says away")
        assert not service.stuck()
        service.table.begin("spell_from_the_future", SEATS)
        assert play_on(service.table, 3)
    finally:
        service.stop()


def test_a_game_that_cannot_be_opened_leaves_the_others_playable(tmp_path: Path) -> None:
    service = Service(tmp_path, Config())
    service.start("127.0.0.1", 0)
    service.table.begin("spell_from_the_future", SEATS)
    service.stop()
    with sqlite3.connect(tmp_path / "journal.sqlite") as db:
        for table in ("game", "spare"):
            db.execute(f"UPDATE {table} SET header = x'7b7d'")
    db.close()
    again = Service(tmp_path, Config())
    again.start("127.0.0.1", 0)
    try:
        until(lambda: "game_unopened" in noted(again), "the page names it")
        again.table.begin("spell_from_the_future", SEATS)
        assert play_on(again.table, 3)
    finally:
        again.stop()


def test_a_disk_that_takes_nothing_at_the_start_still_shows_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Service(tmp_path, Config())
    first.start("127.0.0.1", 0)
    first.table.begin("spell_from_the_future", SEATS)
    accepted = play_on(first.table, 7)
    first.stop()
    opened = Journal.__init__

    def refuse(self: Journal, path: Path, *more: object) -> None:
        if path.parent == tmp_path:
            raise SetupError("attempt to write a readonly database")
        opened(self, path)

    monkeypatch.setattr(Journal, "__init__", refuse)
    service = Service(tmp_path, Config())
    service.start("127.0.0.1", 0)
    try:
        until(lambda: "looks_only" in noted(service), "the page says why")
        assert service.table.last_seq == accepted[-1]
        tap = service.table.submit(next_answer(service.table, random.Random(1), "tap"))
        assert isinstance(tap, Refused)
        assert tap.code == "disk"
    finally:
        service.stop()


def test_one_service_per_data_folder(tmp_path: Path) -> None:
    service = Service(tmp_path, Config())
    assert served_by(tmp_path) is not None
    with pytest.raises(SetupError, match="already uses"):
        Service(tmp_path, Config())
    service.start("127.0.0.1", 0)
    service.stop()
    assert served_by(tmp_path) is None
    DataLock(tmp_path).release()


def test_a_damaged_file_of_pins_shuts_the_door_instead_of_opening_it(tmp_path: Path) -> None:
    Permissions(tmp_path / "secrets.json").set_pin("play", "1234")
    (tmp_path / "secrets.json").write_bytes((tmp_path / "secrets.json").read_bytes()[:-20])
    gate = Permissions(tmp_path / "secrets.json")
    assert gate.is_damaged
    assert not gate.is_open
    assert gate.who(None).role == "look"
    assert gate.pair("1234", "here") is None
    gate.set_pin("admin", "new one")
    assert Permissions(tmp_path / "secrets.json").pair("new one", "here") is not None
