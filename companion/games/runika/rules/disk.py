"""The disk: which side of a grid belongs to which element, how it lies, and setting it."""

from functools import lru_cache

from companion.games.runika.rules.dice import ELEMENT_SAY
from companion.games.runika.rules.grid import sides
from companion.games.runika.state import GameStory, State
from companion.kit.asks import Cell, PieceWanted, Place
from companion.kit.intents import AnswerValue, Placed
from companion.kit.pieces import Cells
from companion.kit.say import Say, name_of, say
from companion.kit.seats import with_player
from companion.kit.story import refuse

_CELLS = (Cell("disk", most=1),)


def side_of(state: State, seat: str, element: str) -> str:
    """The side of that player's grid that the element owns now."""
    disk = state.pack.disk
    return sides(disk.order_clockwise, disk.start_top, state.players[seat].disk)[element]


def on_top(state: State, turns: int) -> str:
    """The element at the top of a board whose disk has made so many quarter turns."""
    disk = state.pack.disk
    owners = sides(disk.order_clockwise, disk.start_top, turns)
    return next(element for element, side in owners.items() if side == "T")


def disk_ask(state: State, seat: str, ask_id: str, what: Say, now: Cells) -> Place:
    """The camera sees how a disk lies; nobody needs to press."""
    disk = state.pack.disk
    return Place(
        id=ask_id,
        say=what,
        seats=(seat,),
        zone=f"disk:{seat}",
        sheet="disk",
        cells=_CELLS,
        pieces=_disk_piece(disk.order_clockwise, disk.start_top, state.pack.colour_pairs),
        now=now,
        optional=True,
        as_it_lies=True,
    )


@lru_cache(maxsize=16)
def _disk_piece(
    order: tuple[str, ...], top: str, colours: tuple[tuple[str, str], ...]
) -> tuple[PieceWanted, ...]:
    """The disk with its four colours clockwise, beginning with the one that is on top unturned."""
    start, by_element = order.index(top), dict(colours)
    from_top = order[start:] + order[:start]
    around = tuple(by_element[element] for element in from_top)
    name = say("rk.piece.disk")
    return (PieceWanted("disk", name, most=1, turns=True, kind="disk", sides=around),)


def turns_seen(value: AnswerValue) -> int:
    """How many quarter turns the disk that was seen has made."""
    assert isinstance(value, Placed)
    pieces = value.cells.get("disk", ())
    if len(pieces) != 1:
        raise refuse("E-CELL", "rk.refused.cell", cell="disk")
    return pieces[0].turn


def set_turns(story: GameStory, turns: int) -> None:
    seat = story.state.active
    state = with_player(story.state, seat, disk=turns)
    top = ELEMENT_SAY[on_top(state, turns)]
    story.tell(state, "rk.log.disk_set", about=(seat,), seat=name_of(seat), element=top)
