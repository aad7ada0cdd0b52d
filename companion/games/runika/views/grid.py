"""A grid as the tablet draws it: dice, coloured edges, and what could be done on it now."""

from msgspec.structs import replace

from companion.games.runika.pack import ELEMENTS
from companion.games.runika.rules.claims import claimable
from companion.games.runika.rules.dice import die_say
from companion.games.runika.rules.dice_pieces import as_piece
from companion.games.runika.rules.disk import side_of
from companion.games.runika.rules.grid import CELL_NAMES, LANES, SIDE_WORDS, push
from companion.games.runika.rules.pushing import legal_lanes
from companion.games.runika.state import EMPTY, NO_DIE, SIZE, Player, State
from companion.kit.say import name_of, say
from companion.kit.trackers import Grid, GridCell, Lane

MATCH, FALLS_OFF = "match", "off"
FACE_MARKS = {"p": "★", "e": "◆", "r": "↻", "?": "?"}


def active_grid(state: State) -> tuple[Grid, ...]:
    """What everybody looks at: the grid of whoever's turn it is, with what could be done on it."""
    if not state.active:
        return ()
    what = say("rk.view.grid_of", seat=name_of(state.active))
    return (replace(seat_grid(state, state.active), id="grid", seat=None, say=what),)


def seat_grid(state: State, seat: str) -> Grid:
    player = state.players[seat]
    return Grid(
        id=f"{seat}.grid",
        say=say("rk.view.grid"),
        seat=seat,
        rows=SIZE,
        cols=SIZE,
        cells=_cells(state, seat, player),
        lanes=_lanes(state, seat, player),
        turn=player.disk,
    )


def _lanes(state: State, seat: str, player: Player) -> tuple[Lane, ...]:
    """The edges in their elements' colours; the lanes a chosen die may take are lit."""
    edges = tuple(_edge(state, seat, element) for element in ELEMENTS)
    if seat != state.active or state.turn.aim == NO_DIE:
        return edges
    die = player.stored[state.turn.aim]
    colour = state.pack.colours[die[0]]
    lit = tuple(_lit(lane, colour) for lane in legal_lanes(state, die))
    return edges + lit


def _edge(state: State, seat: str, element: str) -> Lane:
    side = SIDE_WORDS[side_of(state, seat, element)]
    return Lane(side, colour=state.pack.colours[element], badge=element)


def _lit(lane: str, colour: str) -> Lane:
    side, number = lane[0], lane[1]
    return Lane(SIDE_WORDS[side], int(number) - 1, colour, number, lane)


def _cells(state: State, seat: str, player: Player) -> tuple[GridCell, ...]:
    outlines, ghosts = _proposals(state, seat, player)
    found = []
    for cell, die in enumerate(player.grid):
        shown = ghosts.get(cell, die) if die == EMPTY else die
        if shown == EMPTY:
            continue
        found.append(
            GridCell(
                cell // SIZE,
                cell % SIZE,
                as_piece(shown),
                state.pack.colours[shown[0]],
                shown[0] + FACE_MARKS[shown[1]],
                ghost=die == EMPTY,
                outline=outlines.get(cell),
                say=say("rk.option.cell", cell=CELL_NAMES[cell], die=die_say(shown)),
            )
        )
    return tuple(found)


def _proposals(state: State, seat: str, player: Player) -> tuple[dict[int, str], dict[int, str]]:
    """Outlines (cells of a rune that can be claimed, dice that would fall off) and ghosts (dice
    that would lie).
    """
    if seat != state.active:
        return {}, {}
    if state.step == "T3":
        return _claimable_cells(state), {}
    if state.turn.aim == NO_DIE:
        return {}, {}
    die = player.stored[state.turn.aim]
    return push_preview(player, die, legal_lanes(state, die))


def _claimable_cells(state: State) -> dict[int, str]:
    outlines: dict[int, str] = {}
    for claim in claimable(state):
        outlines |= dict.fromkeys(claim.match.cells, MATCH)
    return outlines


def push_preview(
    player: Player, die: str, lanes: tuple[str, ...]
) -> tuple[dict[int, str], dict[int, str]]:
    """For each lane: the die that would fall off, or the gap that would be filled by which die."""
    outlines: dict[int, str] = {}
    ghosts: dict[int, str] = {}
    for lane in lanes:
        after, off = push(player.grid, die, lane)
        if off:
            outlines[LANES[lane][-1]] = FALLS_OFF
        for cell in LANES[lane]:
            if player.grid[cell] == EMPTY and after[cell] != EMPTY:
                ghosts[cell] = after[cell]
    return outlines, ghosts
