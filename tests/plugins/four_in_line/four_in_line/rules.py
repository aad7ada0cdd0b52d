"""The rules of four in line: one piece a turn, and what a line is."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.kit.asks import Ask, BoardShape, PieceWanted
from companion.kit.boards import laid, one_more
from companion.kit.intents import Placed
from companion.kit.outcome import Outcome
from companion.kit.pieces import Cells
from companion.kit.say import name_of, say
from companion.kit.seats import order_of, with_player
from companion.kit.steps import PlainStep, Reply, Step
from companion.kit.story import Story
from companion.kit.usual import TurnState, ask_id, next_turn

SIZE, IN_LINE = 5, 4
BOARD = BoardShape(rows=SIZE, cols=SIZE)
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Player(msgspec.Struct, frozen=True):
    longest: Annotated[int, msgspec.Meta(ge=0, le=SIZE)] = 0  # in line


class State(TurnState, frozen=True, kw_only=True):
    players: dict[str, Player]
    board: Cells = msgspec.field(default_factory=dict)


def longest(board: Cells, seat: str) -> int:
    """How many pieces of a seat lie in line (FL-02)."""
    own = {_at(cell) for cell, pieces in board.items() if pieces and pieces[0].id == seat}
    return max((_run(own, start, way) for start in own for way in WAYS), default=0)


def _at(cell: str) -> tuple[int, int]:
    row, _, col = cell.partition(",")
    return int(row), int(col)


def _run(own: set[tuple[int, int]], start: tuple[int, int], way: tuple[int, int]) -> int:
    number, (row, col) = 0, start
    while (row, col) in own:
        number, row, col = number + 1, row + way[0], col + way[1]
    return number


def ask_lay(state: State, _step: PlainStep) -> tuple[Ask, ...]:
    kinds = [PieceWanted(seat, say(f"kit.colour.{seat}"), seat) for seat in order_of(state)]
    words = say("fl.ask.lay", name=name_of(state.turn))
    seats = (state.turn,)
    return (
        one_more(
            BOARD, state.board, state.turn, among=kinds, id=ask_id(state), say=words, seats=seats
        ),
    )


def take_lay(story: Story[State], _step: PlainStep, reply: Reply) -> None:
    state, value = story.state, reply.value
    cells = value.cells if isinstance(value, Placed) else {}
    ((cell, _),) = laid(state.board, cells)
    number = longest(cells, state.turn)
    after = with_player(replace(state, board=cells), state.turn, longest=number)
    row, col = _at(cell)
    done = after if number >= IN_LINE else next_turn(after, "lay")
    story.tell(done, "fl.laid", name=name_of(state.turn), row=row, col=col)


def is_over(state: State) -> bool:
    is_full = len(state.board) == SIZE * SIZE
    return is_full or any(one.longest >= IN_LINE for one in state.players.values())


def outcome(state: State) -> Outcome | None:
    if not is_over(state):
        return None
    won = tuple(seat for seat, one in state.players.items() if one.longest >= IN_LINE)
    if not won:
        return Outcome("drawn", (), say("fl.end.drawn"))
    return Outcome("won", won, say("fl.end.won", name=name_of(won[0])))


STEPS = {"lay": Step(ask_lay, take_lay)}
