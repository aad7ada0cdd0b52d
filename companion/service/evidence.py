"""The pictures that readings were made from, kept in a folder that does not grow without end."""

from pathlib import Path

MOST_BYTES = 64 * 2**20
NOW, BEFORE = "-now.jpg", "-before.jpg"  # the page knows the second from the first


class EvidenceFolder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, name: str, now: bytes, before: bytes | None = None) -> str:
        """Evidence for a line of the log, and beside it what lay there before; the oldest goes when
        there is too much. Gives back the name of the picture as it is now.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        stem = name.removesuffix(".jpg")
        kept = name if before is None else f"{stem}{NOW}"
        (self._folder / kept).write_bytes(now)
        if before is not None:
            (self._folder / f"{stem}{BEFORE}").write_bytes(before)
        files = sorted(self._folder.iterdir(), key=lambda file: file.stat().st_mtime)
        total = sum(file.stat().st_size for file in files)
        while total > MOST_BYTES and len(files) > 1:
            oldest = files.pop(0)
            total -= oldest.stat().st_size
            oldest.unlink()
        return kept

    def read(self, name: str) -> bytes | None:
        file = self._folder / Path(name).name
        return file.read_bytes() if file.is_file() else None
