"""The pictures that readings were made from, kept in a folder that does not grow without end."""

from pathlib import Path

MOST_BYTES = 64 * 2**20


class EvidenceFolder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, name: str, jpeg: bytes) -> str:
        """Evidence for a line of the log; the oldest goes when there is too much."""
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / name).write_bytes(jpeg)
        files = sorted(self._folder.iterdir(), key=lambda file: file.stat().st_mtime)
        total = sum(file.stat().st_size for file in files)
        while total > MOST_BYTES and len(files) > 1:
            oldest = files.pop(0)
            total -= oldest.stat().st_size
            oldest.unlink()
        return name

    def read(self, name: str) -> bytes | None:
        file = self._folder / Path(name).name
        return file.read_bytes() if file.is_file() else None
