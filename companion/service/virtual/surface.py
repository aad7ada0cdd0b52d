"""The pieces that lie on the virtual table.

Kept in the house as well as told to the camera, so that a camera that was restarted can be told
again.
"""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import replace

from companion.errors import SetupError
from companion.kit.asks import Ask, Place
from companion.kit.say import Say
from companion.service.virtual.stage import Stage
from companion.service.virtual.taught import sheet_boxes, titles_of
from vision.protocol import VirtualMessage
from vision.virtual.pieces import VirtualPiece

MOST_PIECES = 160


class Surface:
    """`tell` is the camera's ear; `teach` is told what a card or die looks like before
    it is laid.
    """

    def __init__(
        self,
        tell: Callable[[VirtualMessage], None],
        teach: Callable[[str], None],
        speak: Callable[[Say], str],
    ) -> None:
        self._tell, self._teach, self._speak = tell, teach, speak
        self._ids = itertools.count(1)
        self.stage: Stage | None = None
        self.asks: tuple[Ask, ...] = ()
        self.closed: tuple[str, ...] = ()  # zones the camera must not look into now
        self.tracks: tuple[
            Place, ...
        ] = ()  # with markers that follow the tracker; nobody is asked for them
        self.pieces: dict[str, VirtualPiece] = {}

    def staged(self) -> Stage:
        if self.stage is None:
            raise SetupError("Begin a game first: its mats are laid then.")
        return self.stage

    @property
    def has_room(self) -> bool:
        return len(self.pieces) < MOST_PIECES

    def made(
        self, kind: str, look: str, title: str, quarter: int, parts: tuple[str, ...]
    ) -> VirtualPiece:
        """A new piece, which the eye has been taught; a card with boxes for tokens is a sheet."""
        if kind == "card" and look in (sheets := sheet_boxes(self.asks)):
            kind, parts = "sheet", sheets[look]
        self._teach(look)
        named = title or titles_of(self.asks, self._speak).get(look, look)[:80]
        return VirtualPiece(
            self.new_id(), kind, look, named, turn_deg=90.0 * (quarter % 4), parts=parts
        )

    def new_id(self, kind: str = "piece") -> str:
        return f"{kind}:{next(self._ids)}"

    def renewed(self, piece: VirtualPiece) -> VirtualPiece:
        """The same piece, under a name that no other has."""
        return replace(piece, id=self.new_id(piece.id.partition(":")[0]))

    def lay(self, piece: VirtualPiece, *, slides: bool = True) -> None:
        if piece.id not in self.pieces and not self.has_room:
            raise SetupError("The virtual table is full: sweep it first.")
        self.pieces[piece.id] = piece
        self.tell_of(piece, slides=slides)

    def take_away(self, gone: Iterable[VirtualPiece]) -> None:
        for piece in list(gone):
            del self.pieces[piece.id]
            self._tell({"do": "take", "id": piece.id})

    def tell_of(self, piece: VirtualPiece, *, slides: bool = False) -> None:
        put: VirtualMessage = {
            "do": "put",
            "id": piece.id,
            "kind": piece.kind,
            "look": piece.look,
            "title": piece.title,
        }
        put |= {
            "parts": list(piece.parts),
            "x": piece.x_mm,
            "y": piece.y_mm,
            "degrees": piece.turn_deg,
        }
        self._tell(put | {"slide": int(slides)})
