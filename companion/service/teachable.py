"""What the camera can be taught of a game, found in its open asks and its pack. Pure."""

from typing import Any

from companion.kit.asks import Place, Roll, Show
from companion.table.snapshots import TableSnapshot

NAMES = ("title", "name", "name_en", "name_id")  # what packs call a card's name


def faces_of(face: TableSnapshot) -> list[tuple[str, str]]:
    """Every face of every symbol die in the open asks: its colour or kind, and what it shows."""
    found: dict[tuple[str, str], None] = {}
    for ask in face.asks:
        if isinstance(ask, Roll):
            for die in ask.dice:
                if die.kind != "d6":
                    found |= dict.fromkeys(
                        (die.colour or die.kind, str(side)) for side in die.faces
                    )
        elif isinstance(ask, Place):
            for piece in ask.pieces:
                if piece.kind == "die":
                    found |= dict.fromkeys(
                        (piece.colour or piece.id, str(side)) for side in piece.faces
                    )
    return list(found)


def cards_of(face: TableSnapshot) -> dict[str, Any]:
    """Every card the open asks know, with its title."""
    found: dict[str, Any] = {}
    for ask in face.asks:
        if isinstance(ask, Show):
            found |= {card.id: card.title for card in ask.known}
        elif isinstance(ask, Place):
            found |= {
                piece.id: piece.say or piece.id for piece in ask.pieces if piece.kind == "card"
            }
    return found


def cards_in(pack: Any) -> dict[str, Any]:
    """Everything with an id in a pack, with its name: whatever the game, those are its cards."""
    found: dict[str, Any] = {}
    for name in getattr(pack, "__struct_fields__", ()):
        things = getattr(pack, name)
        for one in things if isinstance(things, tuple) else ():
            names = (getattr(one, name, "") for name in NAMES)
            if isinstance(getattr(one, "id", None), str):
                found[one.id] = next(
                    (name for name in names if isinstance(name, str) and name), one.id
                )
    return found


def sheets_of(face: TableSnapshot) -> dict[str, list[str]]:
    """Sheets with boxes for tokens in the open asks, and the boxes each has."""
    asks = [ask for ask in face.asks if isinstance(ask, Place)]
    tokens = [
        ask
        for ask in asks
        if all(piece.kind == "token" for piece in ask.pieces) and len(ask.cells) > 1
    ]
    return {ask.sheet: [cell.id for cell in ask.cells] for ask in tokens}
