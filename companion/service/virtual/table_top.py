"""The mats under the virtual camera and everything on them: laid with the game, put away with it,
and told to the camera, also to one that has just come.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import games
from companion.service.places import mats_file
from companion.service.virtual.dice import Dice
from companion.service.virtual.kept_tables import KeptTables, LeftTable
from companion.service.virtual.stage import Stage
from companion.service.virtual.surface import Surface
from companion.table.table import TableSnapshot
from vision.protocol import VirtualMessage


class TableTop:
    """`tell` is the camera's ear, `folder` where it is kept what lies there."""

    def __init__(
        self, surface: Surface, dice: Dice, tell: Callable[[VirtualMessage], None], folder: Path
    ) -> None:
        self._surface, self._dice, self._tell = surface, dice, tell
        self._kept, self._left = KeptTables(folder), LeftTable()
        self._face: TableSnapshot | None = None

    def change_game(self, face: TableSnapshot | None) -> bool:
        """What lay there is put away with its game, and lies there again when it is gone on with.
        False: it is the same game.
        """
        before, self._face = self._face, face
        if (face.playing if face else 0) == (before.playing if before else 0):
            return False
        self._lay_mats((), self._kept.of(face.playing) if face else LeftTable())
        return True

    def bring(self, mats: tuple[str, ...]) -> None:
        """Mats that were away; those that go take what lies on them along."""
        self._lay_mats(mats, self._lying())

    def _lay_mats(self, first: tuple[str, ...], left: LeftTable) -> None:
        surface, face = self._surface, self._face
        surface.take_away(surface.pieces.values())
        self._dice.sweep()
        surface.stage = Stage.of(face, first) if face is not None else None
        self._left, self._dice.thrown = left, left.thrown
        self._tell_mats()
        for piece in surface.stage.laid(left.pieces) if surface.stage is not None else ():
            surface.lay(surface.renewed(piece), slides=False)
        self._dice.tell_again()

    def _lying(self) -> LeftTable:
        """Everything that lies there, and on mats that are away."""
        stage = self._surface.stage
        if stage is None:
            return LeftTable()
        names = {"", *stage.names()}
        away = {name: there for name, there in self._left.pieces.items() if name not in names}
        return LeftTable(away | stage.by_mat(self._surface.pieces.values()), self._dice.thrown)

    def keep(self) -> None:
        """Not of a demo: nobody goes on with it."""
        if self._face is not None and not self._face.is_lent:
            self._kept.keep(self._face.playing, self._lying())

    # Telling the camera

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """What is told meanwhile comes before the camera's eyes at once."""
        self._tell({"do": "hold"})
        try:
            yield
        finally:
            self._tell({"do": "show"})

    def tell_all(self) -> None:
        self._tell_mats()
        for piece in self._surface.pieces.values():
            self._surface.tell_of(piece)
        self._dice.tell_again()

    def _tell_mats(self) -> None:
        stage = self._surface.stage
        if stage is None or self._face is None:
            self._tell({"do": "mats", "names": []})
            return
        self._tell(mats_message(self._face.game, stage.names()))


def mats_message(game: str, names: Iterable[str]) -> VirtualMessage:
    """Which mats to lay: those of the game's own file, or the standard ones it names."""
    file, laid = mats_file(game), list[int | str](names)
    if file.is_file():
        return {"do": "mats", "file": str(file), "names": laid}
    return {"do": "mats", "standard": list(games.find(game).mats), "names": laid}
