"""Dice as pieces: how a grid and loose dice stand in an ask, and how an answer reports them."""

from functools import lru_cache

from companion.games.runika.rules.dice import (
    ELEMENT_OF,
    ELEMENT_SAY,
    ELEMENT_WORDS,
    FACE_OF,
    FACE_WORDS,
    die_say,
)
from companion.games.runika.rules.grid import CELL_NAMES, CELL_OF, Grid
from companion.games.runika.state import EMPTY, EMPTY_GRID, State
from companion.kit.asks import Cell, Option, PieceWanted
from companion.kit.intents import Placed
from companion.kit.pieces import Cells, Piece
from companion.kit.say import say
from companion.kit.steps import Reply
from companion.kit.story import refuse

_FACES = tuple(FACE_WORDS.values())
GRID_CELLS = tuple(Cell(name, most=1) for name in CELL_NAMES)


@lru_cache(maxsize=16)
def _pieces(
    colours: tuple[tuple[str, str], ...], faces: tuple[str, ...]
) -> tuple[PieceWanted, ...]:
    return tuple(
        PieceWanted(ELEMENT_WORDS[e], ELEMENT_SAY[e], colour, faces=faces, kind="die")
        for e, colour in colours
    )


def dice_pieces(state: State, faces: bool) -> tuple[PieceWanted, ...]:
    """The four kinds of dice as pieces; with faces where they matter."""
    return _pieces(state.pack.colour_pairs, _FACES if faces else ())


@lru_cache(maxsize=2048)
def as_piece(die: str) -> Piece:
    return Piece(ELEMENT_WORDS[die[0]], face=FACE_WORDS.get(die[1]))


@lru_cache(maxsize=256)
def as_cells(grid: Grid) -> Cells:
    return {CELL_NAMES[cell]: (as_piece(die),) for cell, die in enumerate(grid) if die != EMPTY}


def seen_grid(placed: Placed) -> Grid:
    """A sighting of the grid; icons of foreign energy are not seen, the engine remembers them."""
    seen = list(EMPTY_GRID)
    for name, pieces in placed.cells.items():
        if sum(piece.count for piece in pieces) > 1:
            raise refuse("E-CELL", "rk.refused.cell", cell=name)
        if pieces:
            face = FACE_OF[str(pieces[0].face)] if pieces[0].face is not None else "?"
            seen[CELL_OF[name]] = ELEMENT_OF[pieces[0].id] + face
    return tuple(seen)


def counted(reply: Reply) -> dict[str, int]:
    """Dice lying loose, by element."""
    counts: dict[str, int] = {}
    for pieces in reply.pieces.values():
        for word, number in pieces.items():
            element = ELEMENT_OF[word]
            counts[element] = counts.get(element, 0) + number
    return counts


def cell_option(state: State, grid: Grid, cell: int) -> Option:
    die = grid[cell]
    what = say("rk.option.cell", cell=CELL_NAMES[cell], die=die_say(die))
    return Option(CELL_NAMES[cell], what, colour=state.pack.colours[die[0]])
