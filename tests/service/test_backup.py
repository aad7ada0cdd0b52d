"""Backup: one file, restored elsewhere; a foreign or hostile file restores nothing."""

import stat
import zipfile
from pathlib import Path

import pytest

from companion.errors import SetupError
from companion.journal import Entry, Journal
from companion.service.backup import back_up, restore


def table_at(folder: Path) -> Path:
    journal = Journal(folder / "journal.sqlite")
    number = journal.begin("some_game", 1, b"{}")
    with journal.writing() as write:
        write(Entry(number, "one", b"{}"))
    journal.close()
    (folder / "packs" / "some_game").mkdir(parents=True)
    (folder / "packs" / "some_game" / "owner.toml").write_text("a = 1\n")
    (folder / "secrets.json").write_text("hashes")
    return folder


def test_games_and_cards_come_back_on_another_device_and_secrets_stay(tmp_path: Path) -> None:
    here, there = table_at(tmp_path / "here"), tmp_path / "there"
    assert back_up(here, tmp_path / "all.zip") == 2
    assert "secrets.json" not in zipfile.ZipFile(tmp_path / "all.zip").namelist()
    assert restore(tmp_path / "all.zip", there) == 2
    journal = Journal(there / "journal.sqlite")
    assert [row.intent for row in journal.lines(1)] == ["one"]
    assert (there / "packs" / "some_game" / "owner.toml").read_text() == "a = 1\n"


def test_what_was_there_before_is_kept_beside(tmp_path: Path) -> None:
    here, there = table_at(tmp_path / "here"), table_at(tmp_path / "there")
    back_up(here, tmp_path / "all.zip")
    restore(tmp_path / "all.zip", there)
    assert (there / "journal.sqlite.before-restore").is_file()


FOREIGN = [
    "../evil.toml",
    "/etc/evil",
    "packs/../../evil.toml",
    "packs/../evil.toml",
    "secrets.json",
    "run.sh",
    "/outside/packs/a/b.toml",
    "outside/packs/a/b.toml",
    "packs/a/b.toml/c.toml",
    "packs\\a\\b.toml",
    "C:/packs/a/b.toml",
    "packs/a/b\x00.toml",
    "packs/a/",
    "taught/king.jpg",
]


@pytest.mark.parametrize("name", FOREIGN)
def test_a_file_with_foreign_names_restores_nothing(tmp_path: Path, name: str) -> None:
    back_up(table_at(tmp_path / "here"), tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip", "a") as file:
        file.writestr(name, "x")
    with pytest.raises(SetupError):
        restore(tmp_path / "all.zip", tmp_path / "there")
    assert list((tmp_path / "there").iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x03\x04 broken"])
def test_what_is_no_backup_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(SetupError):
        restore(tmp_path / "x.zip", tmp_path / "there")


def test_a_zip_bomb_is_refused_by_what_it_would_unpack_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(table_at(tmp_path / "here"), tmp_path / "all.zip")
    monkeypatch.setattr("companion.service.backup.MOST_BYTES", 100)
    with pytest.raises(SetupError, match="too large"):
        restore(tmp_path / "all.zip", tmp_path / "there")


def test_a_damaged_journal_inside_restores_nothing(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as file:
        file.writestr("journal.sqlite", b"x" * 5000)
    with pytest.raises(SetupError, match="damaged"):
        restore(tmp_path / "bad.zip", tmp_path / "there")


def hostile(tmp_path: Path, name: str, content: str, mode: int = 0) -> Path:
    back_up(table_at(tmp_path / "here"), tmp_path / "all.zip")
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    with zipfile.ZipFile(tmp_path / "all.zip", "a") as file:
        file.writestr(info, content)
    return tmp_path / "all.zip"


@pytest.mark.parametrize(
    ("name", "content", "mode"),
    [
        ("config.toml", "port = [", 0),
        ("config.toml", 'no_such_key = "x"', 0),
        ("packs/some_game/other.toml", "= broken", 0),
        ("packs/some_game/link.toml", "/etc/passwd", stat.S_IFLNK | 0o777),
    ],
)
def test_contents_that_cannot_be_restore_nothing(
    tmp_path: Path, name: str, content: str, mode: int
) -> None:
    there = table_at(tmp_path / "there")
    before = {path: path.read_bytes() for path in there.rglob("*") if path.is_file()}
    with pytest.raises(SetupError, match="Nothing was restored"):
        restore(hostile(tmp_path, name, content, mode), there)
    assert {path: path.read_bytes() for path in there.rglob("*") if path.is_file()} == before


def test_a_name_that_stands_twice_restores_nothing(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        file = hostile(tmp_path, "packs/some_game/owner.toml", "b = 2")
    with pytest.raises(SetupError):
        restore(file, tmp_path / "there")


def test_a_disk_that_fails_half_way_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = table_at(tmp_path / "there")
    file = hostile(tmp_path, "packs/some_game/zz.toml", "z = 1")
    whole = (there / "journal.sqlite").read_bytes()
    usual = Path.replace

    def failing(self: Path, target: Path) -> Path:
        if self.name == "zz.toml":
            raise OSError("no space left on the disk")
        return usual(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(SetupError, match="Nothing was restored"):
        restore(file, there)
    assert (there / "journal.sqlite").read_bytes() == whole
    assert not (there / "packs" / "some_game" / "zz.toml").exists()
    assert not list(there.rglob("*.before-restore"))


def test_zones_drawn_by_hand_come_along(tmp_path: Path) -> None:
    here = table_at(tmp_path / "here")
    (here / "taught").mkdir()
    (here / "taught" / "zones_camera.json").write_text("{}")
    back_up(here, tmp_path / "all.zip")
    restore(tmp_path / "all.zip", tmp_path / "there")
    assert (tmp_path / "there" / "taught" / "zones_camera.json").is_file()
