"""One file with the games, the owner's cards and the configuration. No pictures, no PINs, no
tokens.
"""

import re
import stat
import struct
import tempfile
import tomllib
import zipfile
import zlib
from fnmatch import fnmatchcase
from pathlib import Path

from companion.config import read_config
from companion.errors import SetupError
from companion.journal import copy_journal, is_sound
from companion.records.access import records_in
from companion.records.importing import Imported, import_games
from companion.service.lock import served_by

JOURNAL, RECORDS = "journal.sqlite", "records.sqlite"
CONFIG = "config.toml"
KEPT = (CONFIG, "packs/*/*.toml", "taught/zones_*.json")
BESIDE = ("-wal", "-shm", "-last")  # what SQLite and the journal keep beside it
MOST_BYTES, MOST_FILES = 512 * 2**20, 2000
CHUNK = 2**16
PART = re.compile(r"[^\\/:\x00-\x1f]{1,255}(?<!^\.)(?<!^\.\.)")  # of a file's name


def back_up(data: Path, to: Path) -> int:
    """A consistent copy, also while a game is going on; returns how many files it holds."""
    if not (data / JOURNAL).is_file():
        raise SetupError(f"There is nothing in {data} to back up.")
    beside = to.with_suffix(".new")
    with (
        tempfile.TemporaryDirectory() as folder,
        # Quickly rather than small: taps at the table wait for the same processor.
        zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file,
    ):
        for name in (JOURNAL, RECORDS):
            if (data / name).is_file():
                copy_journal(data / name, Path(folder) / name)
                file.write(Path(folder) / name, name)
        for path in (
            path for pattern in KEPT for path in sorted(data.glob(pattern)) if path.is_file()
        ):
            file.write(path, path.relative_to(data).as_posix())
        count = len(file.namelist())
    beside.replace(to)
    return count


def restore(source: Path, data: Path) -> int:
    """Unpacked aside and checked whole, then swapped in at once or not at all; what was there
    before is kept beside it. Returns how many files there are.
    """
    if served_by(data) is not None:
        raise SetupError(
            f"The service uses {data}: stop it first (sudo systemctl stop tableside), then restore."
        )
    try:
        with (
            zipfile.ZipFile(source) as file,
            tempfile.TemporaryDirectory(dir=_made(data)) as folder,
        ):
            names = _checked(file, source)
            for name in names:
                _unpack(file, name, Path(folder) / name)
            _check_contents(Path(folder), names, source)
            _swap(Path(folder), data, names)
            return len(names)
    except UNREADABLE as error:
        raise SetupError(f"{source} is no backup of ours: {error}. Nothing was restored.") from None


def merge(source: Path, data: Path) -> Imported:
    """The backup's games beside those that are here, none twice; cards and settings stay as they
    are.
    """
    if served_by(data) is not None:
        raise SetupError(
            f"The service uses {data}: stop it first (sudo systemctl stop tableside), then merge."
        )
    try:
        with zipfile.ZipFile(source) as file, tempfile.TemporaryDirectory() as folder:
            _checked(file, source)
            _unpack(file, JOURNAL, Path(folder) / JOURNAL)
            if not is_sound(Path(folder) / JOURNAL):
                raise SetupError(f"The journal in {source} is damaged. Nothing was merged.")
            return import_games(records_in(data), Path(folder) / JOURNAL)
    except UNREADABLE as error:
        raise SetupError(f"{source} is no backup of ours: {error}. Nothing was merged.") from None


# How the standard library says that a zip is damaged, encrypted or of a kind it does not know.
UNREADABLE = (
    OSError,
    ValueError,
    EOFError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _checked(file: zipfile.ZipFile, source: Path) -> list[str]:
    """Only names we write ourselves, each once, and no more bytes than a table could fill."""
    infos = file.infolist()
    names = [info.filename for info in infos]
    if JOURNAL not in names or len(set(names)) != len(names) or not all(map(_is_ours, infos)):
        raise SetupError(f"{source} holds files that no backup of ours has. Nothing was restored.")
    total = sum(info.file_size for info in infos)
    if total > MOST_BYTES or len(names) > MOST_FILES:
        raise SetupError(f"{source} is far too large for a backup of ours. Nothing was restored.")
    return names


def _is_ours(info: zipfile.ZipInfo) -> bool:
    """A plain file under a name we would have written: not absolute, no way up, no link."""
    parts = info.filename.split("/")
    if any(not PART.fullmatch(part) for part in parts):
        return False
    mode = info.external_attr >> 16
    if mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode):
        return False
    return any(_fits(parts, pattern.split("/")) for pattern in (JOURNAL, RECORDS, *KEPT))


def _fits(parts: list[str], pattern: list[str]) -> bool:
    """Part by part from the front: a pattern that may float would fit any folder."""
    if len(parts) != len(pattern):
        return False
    return all(fnmatchcase(part, wanted) for part, wanted in zip(parts, pattern, strict=True))


def _unpack(file: zipfile.ZipFile, name: str, to: Path) -> None:
    """At most as many bytes as the zip has said: it may lie about that."""
    to.parent.mkdir(parents=True, exist_ok=True)
    left = file.getinfo(name).file_size
    with file.open(name) as packed, to.open("wb") as plain:
        while chunk := packed.read(CHUNK):
            left -= len(chunk)
            if left < 0:
                raise ValueError(f"{name} is larger than it says")
            plain.write(chunk)


def _check_contents(folder: Path, names: list[str], source: Path) -> None:
    if not is_sound(folder / JOURNAL):
        raise SetupError(f"The journal in {source} is damaged. Nothing was restored.")
    for suffix in ("-wal", "-shm"):
        Path(f"{folder / JOURNAL}{suffix}").unlink(missing_ok=True)
    for name in names:
        try:
            if name == CONFIG:
                read_config(folder / name)
            elif name.endswith(".toml"):
                tomllib.loads((folder / name).read_text("utf-8"))
        except (SetupError, ValueError) as error:
            raise SetupError(
                f"{name} in {source} cannot be read: {error}. Nothing was restored."
            ) from None


def _swap(folder: Path, data: Path, names: list[str]) -> None:
    """All or nothing: what fails half-way is taken back."""
    moved: list[tuple[Path, Path]] = []
    try:
        for name in names:
            (data / name).parent.mkdir(parents=True, exist_ok=True)
            for old in (data / name, *(Path(f"{data / name}{suffix}") for suffix in BESIDE)):
                if old.exists():
                    aside = old.with_name(f"{old.name}.before-restore")
                    old.replace(aside)
                    moved.append((aside, old))
            (folder / name).replace(data / name)
            moved.append((data / name, folder / name))
    except OSError:
        for now, before in reversed(moved):
            now.replace(before)
        raise
