"""What lies on the virtual table in each game, kept: a game that is left and gone on with, or a
house without power, finds everything where it lay.
"""

from pathlib import Path

import msgspec

from companion.service.virtual.stage import PiecesByMat
from vision.protocol import VirtualMessage

FILE = "virtual_table.json"
MOST_GAMES = 12


class LeftTable(msgspec.Struct, frozen=True):
    """Pieces by the mat they lie on, also of mats that are away now; and the dice thrown last."""

    pieces: PiecesByMat = {}
    thrown: VirtualMessage | None = None


class KeptTables:
    """By the game's number in the journal. A file that cannot be read is a bare table; one that
    cannot be written is told of elsewhere: the disk is watched by the monitor.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._tables = self._read()

    def of(self, game: int) -> LeftTable:
        return self._tables.get(game, LeftTable())

    def keep(self, game: int, table: LeftTable) -> None:
        if self.of(game) == table:
            return
        others = {number: one for number, one in self._tables.items() if number != game}
        newest = list({**others, game: table}.items())[-MOST_GAMES:]
        self._tables = dict(newest)
        fresh = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(msgspec.json.encode(self._tables))
            fresh.replace(self._path)
        except OSError:
            return

    def _read(self) -> dict[int, LeftTable]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[int, LeftTable])
        except (OSError, msgspec.MsgspecError):
            return {}
