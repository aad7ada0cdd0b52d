"""One file with the games, the owner's cards and the configuration. No pictures, no PINs, no
tokens.
"""

import struct
import tempfile
import zipfile
import zlib
from pathlib import Path

from companion.errors import SetupError
from companion.journal import copy_journal, is_sound
from companion.service.lock import served_by

JOURNAL = "journal.sqlite"
KEPT = ("config.toml", "packs/*/*.toml", "zones/*")
MOST_BYTES = 512 * 2**20


def back_up(data: Path, to: Path) -> int:
    """A consistent copy, also while a game is going on; returns how many files it holds."""
    if not (data / JOURNAL).is_file():
        raise SetupError(f"There is nothing in {data} to back up.")
    beside = to.with_suffix(".new")
    with (
        tempfile.TemporaryDirectory() as folder,
        zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as file,
    ):
        copy = Path(folder) / JOURNAL
        copy_journal(data / JOURNAL, copy)
        file.write(copy, JOURNAL)
        for path in (
            path for pattern in KEPT for path in sorted(data.glob(pattern)) if path.is_file()
        ):
            file.write(path, path.relative_to(data).as_posix())
        count = len(file.namelist())
    beside.replace(to)
    return count


def restore(source: Path, data: Path) -> int:
    """Checked first, then moved into place; what was there before is kept beside it."""
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
            file.extractall(folder, names)
            if not is_sound(Path(folder) / JOURNAL):
                raise SetupError(f"The journal in {source} is damaged. Nothing was restored.")
            for name in names:
                _into_place(Path(folder) / name, data / name)
            return len(names)
    except (
        OSError,
        ValueError,
        EOFError,
        RuntimeError,
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
    ) as error:
        # All of these are how the standard library says that a zip is damaged, encrypted or of a
        # kind it does not know.
        raise SetupError(f"{source} is no backup of ours: {error}. Nothing was restored.") from None


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _checked(file: zipfile.ZipFile, source: Path) -> list[str]:
    """Only names we write ourselves, and no more bytes than a table could fill: a zip can lie about
    both.
    """
    total = sum(info.file_size for info in file.infolist())
    names = file.namelist()
    allowed = [
        name
        for name in names
        if name == JOURNAL or any(Path(name).match(pattern) for pattern in KEPT)
    ]
    if (
        JOURNAL not in names
        or len(allowed) != len(names)
        or any(".." in Path(name).parts for name in names)
    ):
        raise SetupError(f"{source} holds files that no backup of ours has. Nothing was restored.")
    if total > MOST_BYTES:
        raise SetupError(f"{source} is far too large for a backup of ours. Nothing was restored.")
    return names


def _into_place(new: Path, old: Path) -> None:
    old.parent.mkdir(parents=True, exist_ok=True)
    if old.exists():
        old.replace(old.with_name(f"{old.name}.before-restore"))
    for suffix in ("-wal", "-shm"):
        Path(f"{old}{suffix}").unlink(missing_ok=True)
    new.replace(old)
