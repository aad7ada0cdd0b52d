"""Real things on the table, as an answer reports them: dice, pieces in cells, cards."""

from typing import Any

import msgspec


class Die(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One die as it lies. Pip dice have whole numbers as faces, symbol dice have words."""

    face: int | str
    kind: str = "d6"
    colour: str | None = None

    @property
    def pips(self) -> int:
        return self.face if isinstance(self.face, int) else 0


class Piece(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """So many pieces of one kind in a cell; `turn` counts quarter turns clockwise, `face` is a
    die's.
    """

    id: str
    count: int = 1
    turn: int = 0
    face: int | str | None = None


class CardSeen(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card shown. `facts` is what its owner typed in when the companion met it for the first
    time.
    """

    id: str
    turn: int = 0
    face_up: bool = True
    facts: dict[str, Any] = {}


Cells = dict[str, tuple[Piece, ...]]


def count_of(pieces: tuple[Piece, ...], piece_id: str | None = None) -> int:
    """How many pieces (of that kind, or of any)."""
    return sum(piece.count for piece in pieces if piece_id in (None, piece.id))
