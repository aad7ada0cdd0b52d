"""Simulated players: an answer that fits the form of an ask, drawn by a chance from outside."""

from collections.abc import Sequence
from typing import Protocol, TypeVar, assert_never

from companion.kit.asks import (
    Ask,
    Cell,
    Choose,
    Count,
    PieceWanted,
    Place,
    Ready,
    Roll,
    Show,
)
from companion.kit.intents import AnswerValue, Chosen, Counted, Placed, Readied, Rolled, Shown
from companion.kit.pieces import CardSeen, Cells, Die, Piece, count_of

T = TypeVar("T")


class Chance(Protocol):
    def randrange(self, stop: int, /) -> int: ...


class Rehearsal:
    """The same numbers every time: for trying something out where no real chance is at hand."""

    def __init__(self, seed: int = 1) -> None:
        self._now = seed

    def randrange(self, stop: int, /) -> int:
        self._now = (self._now * 1103515245 + 12345) % 2**31
        return (self._now >> 8) % stop


def pick(chance: Chance, things: Sequence[T]) -> T:
    return things[chance.randrange(len(things))]


def some(chance: Chance, things: Sequence[T], number: int) -> tuple[T, ...]:
    """`number` different ones, in a random order."""
    left = list(things)
    return tuple(left.pop(chance.randrange(len(left))) for _ in range(min(number, len(left))))


def any_answer(ask: Ask, chance: Chance) -> AnswerValue:
    match ask:
        case Roll():
            wanted = [die for die in ask.dice for _ in range(die.count)]
            return Rolled(
                tuple(Die(pick(chance, die.faces), die.kind, die.colour) for die in wanted)
            )
        case Choose():
            open_ones = [option for option in ask.options if option.why_not is None]
            alone = [option.id for option in open_ones if option.alone]
            open_ids = [option.id for option in open_ones if not option.alone]
            if alone and (len(open_ids) < ask.least or not chance.randrange(len(open_ids) + 1)):
                return Chosen((pick(chance, alone),))
            number = ask.least + chance.randrange(
                max(1, min(ask.most, len(open_ids)) - ask.least + 1)
            )
            return Chosen(some(chance, open_ids, number))
        case Count():
            most = ask.most if ask.most is not None else ask.least + 5
            return Counted(ask.least + chance.randrange(most - ask.least + 1))
        case Show():
            number = ask.least + chance.randrange(ask.most - ask.least + 1)
            ids = [card.id for card in ask.known]
            shown = (
                tuple(pick(chance, ids) for _ in range(number))
                if ask.spare and ids
                else some(chance, ids, number)
            )
            return Shown(tuple(CardSeen(card) for card in shown))
        case Place():
            return Placed(_scatter(ask, chance))
        case Ready():
            return Readied()
        case _:
            assert_never(ask)


def _scatter(ask: Place, chance: Chance) -> Cells:
    """Pieces one by one into random cells that still take them."""
    if ask.keeps:
        return _laid_beside(ask, chance)
    cells: Cells = {}
    most = ask.most if ask.most is not None else 4
    for _ in range(ask.least + chance.randrange(max(1, most - ask.least + 1))):
        piece, cell = pick(chance, ask.pieces), pick(chance, ask.cells)
        if not _has_room(ask, cells, piece, cell):
            continue
        lying = cells.get(cell.id, ())
        cells[cell.id] = _with_one_more(
            lying, piece.id, pick(chance, piece.faces) if piece.faces else None
        )
    return cells


def _laid_beside(ask: Place, chance: Chance) -> Cells:
    """What lies there stays; as many more as are asked for, where there is room for them."""
    cells = dict(ask.now)
    lying = sum(count_of(pieces) for pieces in cells.values())
    most = ask.most if ask.most is not None else ask.least
    for _ in range(ask.least + chance.randrange(max(1, most - ask.least + 1)) - lying):
        room = [
            (piece, cell)
            for piece in ask.pieces
            for cell in ask.cells
            if _has_room(ask, cells, piece, cell)
        ]
        if not room:
            break
        piece, cell = pick(chance, room)
        face = pick(chance, piece.faces) if piece.faces else None
        cells[cell.id] = _with_one_more(cells.get(cell.id, ()), piece.id, face)
    return cells


def _has_room(ask: Place, cells: Cells, piece: PieceWanted, cell: Cell) -> bool:
    lying = cells.get(cell.id, ())
    limit = min(x for x in (cell.most, ask.per_cell, 99) if x is not None)
    used = sum(count_of(pieces, piece.id) for pieces in cells.values())
    mixed = ask.one_kind_per_cell and any(other.id != piece.id for other in lying)
    is_left = piece.most is None or used < piece.most
    return count_of(lying) < limit and is_left and not mixed


def _with_one_more(
    lying: tuple[Piece, ...], piece_id: str, face: int | str | None
) -> tuple[Piece, ...]:
    for at, piece in enumerate(lying):
        if piece.id == piece_id and piece.face == face:
            return (*lying[:at], Piece(piece_id, piece.count + 1, face=face), *lying[at + 1 :])
    return (*lying, Piece(piece_id, face=face))
