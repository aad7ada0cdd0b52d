"""How Runika's asks are built: their names, the dice and grids in them. No rule is decided here.

An ask's name follows the colon of its id (`3.red.2:T2.way`); before it stand the round, the seat
and a count.
"""

from functools import lru_cache

from companion.games.runika.rules.dice import (
    DICE_KIND,
    ELEMENT_OF,
    ELEMENT_SAY,
    ELEMENT_WORDS,
    EMPTY,
    FACE_OF,
    FACE_WORDS,
    count_elements,
    die_say,
    face_words,
    rolled,
)
from companion.games.runika.rules.grid import CELL_NAMES, CELL_OF, EMPTY_GRID, Grid
from companion.games.runika.state import State
from companion.kit.asks import Cell, DieWanted, Option, PieceWanted
from companion.kit.intents import Placed, Rolled
from companion.kit.pieces import Cells, Die, Piece
from companion.kit.say import say
from companion.kit.story import refuse

_FACES = tuple(FACE_WORDS.values())
GRID_CELLS = tuple(Cell(name, most=1) for name in CELL_NAMES)


def name_of_ask(ask_id: str) -> str:
    return ask_id.rpartition(":")[2]


def seat_of_ask(ask_id: str) -> str:
    parts = ask_id.rpartition(":")[0].split(".")
    return parts[1] if len(parts) > 1 else ""


def turn_id(state: State, name: str) -> str:
    """An occasion of the active player's turn."""
    return f"{state.round}.{state.active}.{state.turn.acts}:{name}"


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


def counted(placed: Placed) -> dict[str, int]:
    """Dice lying loose, by element."""
    counts: dict[str, int] = {}
    for pieces in placed.cells.values():
        for piece in pieces:
            element = ELEMENT_OF[piece.id]
            counts[element] = counts.get(element, 0) + piece.count
    return counts


def dice_wanted(state: State, dice: tuple[str, ...]) -> tuple[DieWanted, ...]:
    """These dice, to be thrown: by colour, because the rules tell them apart by it."""
    return _wanted(dice, state.pack.colour_pairs, face_words(state.pack.energy_icon_by_face))


@lru_cache(maxsize=1024)
def _wanted(
    dice: tuple[str, ...], colours: tuple[tuple[str, str], ...], faces: tuple[str, ...]
) -> tuple[DieWanted, ...]:
    numbers = count_elements(dice)
    return tuple(
        DieWanted(DICE_KIND, colour, numbers[e], faces) for e, colour in colours if numbers[e]
    )


def thrown(
    state: State, stored: tuple[str, ...], positions: tuple[int, ...], value: Rolled
) -> tuple[str, ...]:
    """The stored dice after these positions were thrown; dice of one colour take their faces in
    order.
    """
    element_of = {spec.colour: spec.id for spec in state.pack.dice}
    lying: dict[str, list[Die]] = {}
    for die in value.dice:
        lying.setdefault(element_of[str(die.colour)], []).append(die)
    after = list(stored)
    for at in positions:
        waiting = lying.get(stored[at][0])
        if waiting:
            after[at] = rolled(stored[at][0], waiting.pop(0).face)
    return tuple(after)


def die_option(state: State, at: int, die: str) -> Option:
    return _die_option(at, die, state.pack.colours[die[0]])


@lru_cache(maxsize=1024)
def _die_option(at: int, die: str, colour: str) -> Option:
    return Option(str(at + 1), die_say(die), colour=colour)


def cell_option(state: State, grid: Grid, cell: int) -> Option:
    die = grid[cell]
    what = say("rk.option.cell", cell=CELL_NAMES[cell], die=die_say(die))
    return Option(CELL_NAMES[cell], what, colour=state.pack.colours[die[0]])
