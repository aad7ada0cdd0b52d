"""What the camera sees of a grid: a deed is read from the grid as we know it and as it lies now.

The engine's memory of a face wins over a picture that disagrees. Where several explanations give
different grids, nothing is believed and the table is asked.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.runika.pack import ELEMENTS
from companion.games.runika.rules.bag import rebalanced
from companion.games.runika.rules.claims import claimable, take
from companion.games.runika.rules.dice import ELEMENT_SAY, ELEMENT_WORDS, count_elements
from companion.games.runika.rules.dice_pieces import GRID_CELLS, as_cells, dice_pieces, seen_grid
from companion.games.runika.rules.disk import side_of
from companion.games.runika.rules.effects import discard_die, shift_die, shift_sides
from companion.games.runika.rules.grid import (
    CELL_NAMES,
    SIDES,
    Grid,
    cell_at,
    cleared,
    occupied,
    push,
    shift,
)
from companion.games.runika.rules.pushing import SIDE_SAY, lanes_from, legal_lanes, push_stored
from companion.games.runika.rules.stored_dice import without
from companion.games.runika.rules.turns import deed
from companion.games.runika.state import EMPTY, SIZE, GameStory, State, turn_ask_id, with_turn
from companion.kit.asks import Place
from companion.kit.intents import Placed
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step
from companion.kit.story import RuleError, refuse

SHOWS = ("T2", "T2A", "T2F", "T3")
MOST_AT_ONCE = 3


def grid_asks(state: State) -> Asks:
    """The grid as it lies after a deed that shows on it; `unplaced` may count the stored dice still
    lying beside it.
    """
    if state.turn.offer or state.turn.claiming or state.me.reroll:
        return ()
    return (
        Place(
            id=turn_ask_id(state, "grid"),
            say=say("rk.ask.grid", seat=name_of(state.active)),
            seats=(state.active,),
            zone=f"grid:{state.active}",
            sheet="grid",
            cells=GRID_CELLS,
            pieces=dice_pieces(state, faces=True),
            per_cell=1,
            now=as_cells(state.me.grid),
            optional=True,
            as_it_lies=True,
        ),
    )


class Push(NamedTuple):
    """A stored die (by its place) that may have been pushed in there."""

    at: int
    lane: str
    grid: Grid


def is_same(seen: Grid, known: Grid) -> bool:
    """Elements and faces agree; a face the camera could not read agrees with any."""
    return all(
        a == b or a[:2] == b[:2] or (a[1] == "?" and a[0] == b[0])
        for a, b in zip(seen, known, strict=True)
    )


def is_alike(seen: Grid, known: Grid) -> bool:
    """The elements agree; a face may have been misread, or a die have tipped over."""
    return all(a[0] == b[0] for a, b in zip(seen, known, strict=True))


def differing(seen: Grid, known: Grid) -> tuple[str, ...]:
    return tuple(
        CELL_NAMES[at]
        for at in range(SIZE * SIZE)
        if not is_same(seen[at : at + 1], known[at : at + 1])
    )


def vanished(state: State, placed: Placed) -> dict[str, int] | None:
    """Stored dice that no longer lie beside the grid, by element; None if nobody looked."""
    if not placed.unplaced:
        return None
    stored = count_elements(state.me.stored)
    return {e: stored[e] - placed.unplaced.get(ELEMENT_WORDS[e], 0) for e in ELEMENTS}


def grid_seen(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    assert isinstance(reply.value, Placed)
    state, seen = story.state, seen_grid(reply.value)
    if any(die[1] == "r" for die in seen):
        raise refuse("E-ROTATE-ON-GRID", "rk.refused.rotate_on_grid")
    match state.step:
        case "T2":
            _after_push(story, seen, vanished(state, reply.value))
        case "T2A":
            _after_shift(story, seen)
        case "T2F":
            _after_discard(story, seen)
        case _:
            _after_claim(story, seen)


def _agrees(story: GameStory) -> None:
    seat = story.state.active
    story.tell(story.state, "rk.log.grid_agrees", about=(seat,), seat=name_of(seat))


# Pushes


def _after_push(story: GameStory, seen: Grid, gone: dict[str, int] | None) -> None:
    state = story.state
    number = None if gone is None else sum(gone.values())
    if not number and is_same(seen, state.me.grid):
        _agrees(story)
        return
    if gone is not None and min(gone.values()) < 0:
        raise refuse("E-CONSERVE", "rk.refused.stored_grew")
    if number in (None, 1) and _one_push(story, seen, gone):
        return
    moves = push_sequence(state, seen, gone)
    if moves:
        state = with_turn(state, offer=moves)
        story.tell(state, "rk.log.offered", about=(state.active,), n=len(moves))
    else:
        _take_as_it_lies(story, seen)


def pushes(state: State, gone: dict[str, int] | None, *, any_side: bool = False) -> Iterator[Push]:
    """Every push of one stored die that could have been made, lowest lane first."""
    tried: set[str] = set()
    for at, die in enumerate(state.me.stored):
        if die in tried or die[1] == "r" or (gone is not None and not gone[die[0]]):
            continue
        tried.add(die)
        lanes = lanes_from(SIDES) if any_side else legal_lanes(state, die)
        for lane in lanes:
            yield Push(at, lane, push(state.me.grid, die, lane)[0])


def infer_push(state: State, seen: Grid, gone: dict[str, int] | None = None) -> Push | None:
    """The one push that explains the grid seen, from a side that is right now."""
    tried = list(pushes(state, gone))
    exact = next((one for one in tried if is_same(seen, one.grid)), None)
    if exact is not None:
        return exact
    alike = [one for one in tried if is_alike(seen, one.grid)]
    return alike[0] if len({one.grid for one in alike}) == 1 else None


def _one_push(story: GameStory, seen: Grid, gone: dict[str, int] | None) -> bool:
    state = story.state
    found = infer_push(state, seen, gone) or _push_from_wrong_side(story, seen, gone)
    if found is None:
        return False
    tipped = differing(seen, found.grid)
    push_stored(story, found.at, found.lane)
    if tipped:
        story.tell(story.state, "rk.log.tipped", about=(state.active,), cells=tipped)
    return True


def _push_from_wrong_side(story: GameStory, seen: Grid, gone: dict[str, int] | None) -> Push | None:
    """Refused with the right side named, and kept only if it happened anyway."""
    state = story.state
    for one in pushes(state, gone, any_side=True):
        if is_same(seen, one.grid):
            element = state.me.stored[one.at][0]
            side = SIDE_SAY[side_of(state, state.active, element)]
            name = ELEMENT_SAY[element]
            story.refuse_if(True, "E-SIDE", "rk.refused.side", element=name, side=side)
            return one
    return None


def push_sequence(state: State, seen: Grid, gone: dict[str, int] | None) -> tuple[str, ...]:
    """Two or three stored dice, in an order that explains the grid seen, as moves "place lane"."""
    numbers = (2, 3) if gone is None else (sum(gone.values()),)
    for number in numbers:
        if 2 <= number <= min(MOST_AT_ONCE, len(state.me.stored)):
            moves = _sequence(state, state.me.grid, state.me.stored, seen, number)
            if moves:
                return moves
    return ()


def _sequence(
    state: State, grid: Grid, stored: tuple[str, ...], seen: Grid, left: int
) -> tuple[str, ...]:
    if left == 0:
        return ()
    tried: set[str] = set()
    for at, die in enumerate(stored):
        if die in tried or die[1] == "r":
            continue
        tried.add(die)
        for lane in legal_lanes(state, die):
            after = push(grid, die, lane)[0]
            move = f"{at + 1} {lane}"
            if left == 1 and is_same(seen, after):
                return (move,)
            rest = _sequence(state, after, without(stored, at), seen, left - 1)
            if rest:
                return (move, *rest)
    return ()


def _take_as_it_lies(story: GameStory, seen: Grid) -> None:
    """Nothing we know leads there; if it happened anyway, the grid is taken as it lies and the bag
    makes up for it.
    """
    state, seat = story.state, story.state.active
    known = state.me.grid
    cells = differing(seen, known)
    story.refuse_if(True, "E-CONSERVE", "rk.refused.unexplained", cells=cells)
    grid = tuple(_as_it_lies(now, was) for now, was in zip(seen, known, strict=True))
    state = rebalanced(with_player(state, seat, grid=grid))
    story.tell(state, "rk.log.grid_taken", about=(seat,), seat=name_of(seat))


def _as_it_lies(now: str, was: str) -> str:
    """The die seen; its face is remembered where the element agrees, and energy where unread."""
    if now[0] == was[0]:
        return was
    return now[0] + ("e" if now[1] == "?" else now[1])


def _unexplained(seen: Grid, known: Grid) -> RuleError:
    return refuse("E-CONSERVE", "rk.refused.unexplained", cells=differing(seen, known))


# Other deeds


def _after_shift(story: GameStory, seen: Grid) -> None:
    state, grid = story.state, story.state.me.grid
    if is_same(seen, grid):
        _agrees(story)
        return
    for cell in occupied(grid):
        for side in shift_sides(state, cell):
            if is_same(seen, shift(grid, cell, side)[0]):
                shift_die(story, cell, side)
                return
    if any(is_same(seen, after) for after in _diagonal_moves(grid)):
        raise refuse("E-AIR-DIAG", "rk.refused.air_diagonal")
    if any(is_same(seen, cleared(grid, (cell,))) for cell in occupied(grid)):
        raise refuse("E-AIR-SELF-OFF", "rk.refused.air_self_off")
    raise _unexplained(seen, grid)


def _diagonal_moves(grid: Grid) -> Iterator[Grid]:
    for cell in occupied(grid):
        row, col = cell // SIZE + 1, cell % SIZE + 1
        for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            if 1 <= row + down <= SIZE and 1 <= col + right <= SIZE:
                after = list(cleared(grid, (cell,)))
                after[cell_at(row + down, col + right)] = grid[cell]
                yield tuple(after)


def _after_discard(story: GameStory, seen: Grid) -> None:
    grid = story.state.me.grid
    if is_same(seen, grid):
        _agrees(story)
        return
    cell = next((cell for cell in occupied(grid) if is_same(seen, cleared(grid, (cell,)))), None)
    if cell is None:
        raise _unexplained(seen, grid)
    discard_die(story, cell)


def _after_claim(story: GameStory, seen: Grid) -> None:
    """The dice of one rune are gone: that rune was claimed, if it is the only one they make."""
    state, grid = story.state, story.state.me.grid
    if is_same(seen, grid):
        _agrees(story)
        return
    gone = tuple(cell for cell in occupied(grid) if seen[cell] == EMPTY)
    if not is_same(seen, cleared(grid, gone)):
        raise _unexplained(seen, grid)
    claims = [claim for claim in claimable(state) if claim.match.cells == gone]
    if len(claims) > 1:
        names = tuple(dict.fromkeys(claim.rune.name for claim in claims))
        raise refuse("E-STEP", "rk.refused.which_rune", hint=say("rk.hint.which_rune"), names=names)
    if not claims:
        raise _unexplained(seen, grid)
    take(story, claims[0].rune.id, gone)


STEPS: dict[str, Step[State, PlainStep]] = {"grid": Step(take=deed(grid_seen))}
