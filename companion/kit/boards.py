"""Boards: what lies in which cell, and the ask to lay a piece more. Cells are named as mats name
them, row and column from 1 (`2,3`).
"""

from collections.abc import Iterable

from companion.kit.asks import BoardShape, Cell, PieceWanted, Place
from companion.kit.pieces import Cells, Piece, count_of
from companion.kit.say import Say, say


def cell_names(shape: BoardShape) -> tuple[str, ...]:
    if shape.spots:
        return tuple(spot.id for spot in shape.spots)
    return tuple(
        f"{row},{col}" for row in range(1, shape.rows + 1) for col in range(1, shape.cols + 1)
    )


def cell_said(shape: BoardShape, name: str) -> Say:
    if shape.spots:
        return say("kit.board.spot", name=name)
    row, _, col = name.partition(",")
    return say("kit.board.cell", row=row, col=col)


def one_more(
    shape: BoardShape, now: Cells, piece: str, /, *, among: Iterable[PieceWanted], **ask: object
) -> Place:
    """The ask to lay one more such piece into a free cell. `among` are all kinds that may lie
    there. Sheet and zone are called `board`, unless `ask` says otherwise.
    """
    lying = sum(count_of(pieces) for pieces in now.values())
    kinds = tuple(_so_many(one, now, 1 if one.id == piece else 0) for one in among)
    cells = tuple(Cell(name, cell_said(shape, name), 1) for name in cell_names(shape))
    usual = {"sheet": "board", "zone": "board", "per_cell": 1, "keeps": True}
    number = lying + 1
    return Place(
        **(usual | ask),  # type: ignore[arg-type]
        board=shape,
        cells=cells,
        pieces=kinds,
        now=now,
        least=number,
        most=number,
    )


def _so_many(kind: PieceWanted, now: Cells, more: int) -> PieceWanted:
    lying = sum(count_of(pieces, kind.id) for pieces in now.values())
    return PieceWanted(
        kind.id, kind.say, kind.colour, lying + more, kind.faces, kind.turns, kind.kind, kind.sides
    )


def laid(now: Cells, cells: Cells) -> tuple[tuple[str, Piece], ...]:
    """What an answer adds to what lay there, cell by cell."""
    return tuple(
        (name, piece)
        for name, pieces in cells.items()
        for piece in pieces
        if piece not in now.get(name, ())
    )


def lying_at(board: str, shape: BoardShape, cells: Cells) -> dict[str, Say]:
    """Where the pieces of a board belong, in words."""
    return {
        f"{board}:{name}": say(
            "kit.where.cell",
            cell=cell_said(shape, name),
            pieces=tuple(say("kit.where.piece", piece=_named(one), n=one.count) for one in pieces),
        )
        for name, pieces in cells.items()
        if pieces
    }


def _named(piece: Piece) -> Say:
    return say(f"kit.colour.{piece.id}")
