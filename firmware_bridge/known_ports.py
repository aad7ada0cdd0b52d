"""The ports on which our panel has answered, by the names that do not change when another thing is
plugged in. One a line, the newest first.
"""

from pathlib import Path

BY_ID = Path("/dev/serial/by-id")
MOST = 8


class KnownPorts:
    """`file` None: nothing is remembered."""

    def __init__(self, file: Path | None, by_id: Path = BY_ID) -> None:
        self._file, self._by_id = file, by_id

    def plugged_in(self) -> list[str]:
        return [port for port in self._remembered() if Path(port).exists()]

    def remember(self, port: str) -> None:
        """A disk that takes nothing costs a convenience, not the panel."""
        name = self._lasting_name(port)
        before = self._remembered()
        if self._file is None or before[:1] == [name]:
            return
        names = [name, *(one for one in before if one != name)]
        try:
            self._file.write_text("\n".join(names[:MOST]) + "\n", "utf-8")
        except OSError:
            return

    def _remembered(self) -> list[str]:
        if self._file is None or not self._file.is_file():
            return []
        try:
            return self._file.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return []

    def _lasting_name(self, port: str) -> str:
        device = Path(port).resolve()
        links = (link for link in sorted(self._by_id.glob("*")) if link.resolve() == device)
        return str(next(links, port))
