"""What the tablet draws for each player: grid with disk and lanes, stored dice, influence, runes,
points.
"""

from msgspec.structs import replace

from companion.games.runika.rules.claims import claimable
from companion.games.runika.rules.dice import ELEMENT_SAY, ELEMENTS, EMPTY, die_say
from companion.games.runika.rules.dice_pieces import as_piece
from companion.games.runika.rules.disk import on_top, side_of
from companion.games.runika.rules.grid import CELL_NAMES, LANES, SIDE_WORDS, SIZE, push
from companion.games.runika.rules.modes import has_masters, has_powers, target
from companion.games.runika.rules.powers import names_of, power_say
from companion.games.runika.rules.pushing import legal_lanes
from companion.games.runika.state import (
    NO_DIE,
    OVER,
    Claimed,
    Player,
    State,
)
from companion.games.runika.views.middle import letter_of, table_trackers
from companion.kit.events import Path
from companion.kit.say import Say, name_of, say
from companion.kit.seats import order_of, with_player
from companion.kit.trackers import (
    CardFace,
    Cards,
    Chart,
    Counter,
    Dial,
    Gauge,
    Grid,
    GridCell,
    Lane,
    Slot,
    Tracker,
    View,
)

MATCH, FALLS_OFF = "match", "off"
FACE_MARKS = {"p": "★", "e": "◆", "r": "↻", "?": "?"}


def view(state: State, seat: str | None) -> View:
    shown = known_to(state, seat)
    trackers = [*_active_grid(shown), *table_trackers(shown)]
    for one in order_of(shown):
        trackers += _seat_trackers(shown, one, sees_merits(state, seat, one))
    return View(_headline(shown), tuple(trackers))


def sees_merits(state: State, viewer: str | None, owner: str) -> bool:
    return not state.on("merit_hidden") or viewer == owner or state.step == OVER


def known_to(state: State, seat: str | None) -> State:
    """Merits kept secret count as nothing for those who have not seen them."""
    for owner, player in state.players.items():
        if player.merits and not sees_merits(state, seat, owner):
            state = with_player(state, owner, merits=(0,) * len(player.merits))
    return state


def _headline(state: State) -> Say:
    return say("rk.headline", round=state.round, step=say(f"rk.step.{state.step}"))


def _active_grid(state: State) -> list[Tracker]:
    """What everybody looks at: the grid of whoever's turn it is, with what could be done on it."""
    if not state.active:
        return []
    grid = _grid(state, state.active, state.me)
    return [
        replace(grid, id="grid", seat=None, say=say("rk.view.grid_of", seat=name_of(state.active)))
    ]


def _seat_trackers(state: State, seat: str, sees: bool) -> list[Tracker]:
    player = state.players[seat]
    found: list[Tracker] = [
        _points(seat, player),
        _grid(state, seat, player),
        _track(state, seat, player),
        _disk(state, seat, player),
        _stored(state, seat, player),
    ]
    if has_masters(state):
        found.append(_influence(state, seat, player))
        found.append(_merits(seat, player, sees))
    found.append(_tokens(seat, player))
    found.append(_runes(state, seat, player))
    return found


def _points(seat: str, player: Player) -> Tracker:
    parts: tuple[Path, ...] = tuple(
        ("players", seat, part) for part in ("runes", "merits", "tokens")
    )
    return Counter(
        id=f"{seat}.points",
        say=say("rk.view.points"),
        seat=seat,
        size=2,
        value=player.total,
        made_of=parts,
    )


def _track(state: State, seat: str, player: Player) -> Tracker:
    """The total in its three parts, with a mark where the game closes."""
    runes = sum(card.value for card in player.runes)
    sizes = (("runes", runes), ("merits", sum(player.merits)), ("tokens", player.tokens))
    parts = tuple((say(f"rk.view.part.{name}"), size) for name, size in sizes)
    return Gauge(
        id=f"{seat}.track",
        say=say("rk.view.track"),
        seat=seat,
        parts=parts,
        value=player.total,
        most=max(target(state), player.total),
        against=target(state),
        against_say=say("rk.view.target", n=target(state)),
    )


def _tokens(seat: str, player: Player) -> Tracker:
    note = say("rk.view.owed", n=player.owed) if player.owed else None
    return Counter(
        id=f"{seat}.tokens",
        say=say("rk.view.tokens"),
        seat=seat,
        handle=f"{seat}.tokens",
        value=player.tokens,
        note=note,
        quiet=True,
    )


def _grid(state: State, seat: str, player: Player) -> Grid:
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
    edges = tuple(
        Lane(
            SIDE_WORDS[side_of(state, seat, element)],
            colour=state.pack.colours[element],
            badge=element,
        )
        for element in ELEMENTS
    )
    if seat != state.active or state.turn.aim == NO_DIE:
        return edges
    die = player.stored[state.turn.aim]
    colour = state.pack.colours[die[0]]
    lit = (
        Lane(SIDE_WORDS[lane[0]], int(lane[1]) - 1, colour, lane[1], lane)
        for lane in legal_lanes(state, die)
    )
    return (*edges, *lit)


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
        return {cell: MATCH for claim in claimable(state) for cell in claim.match.cells}, {}
    if state.turn.aim == NO_DIE:
        return {}, {}
    die = player.stored[state.turn.aim]
    return push_preview(player, die, legal_lanes(state, die))


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


def _disk(state: State, seat: str, player: Player) -> Tracker:
    top, after = on_top(state, player.disk), on_top(state, (player.disk + 1) % 4)
    return Dial(
        id=f"{seat}.disk",
        say=say("rk.view.disk"),
        seat=seat,
        handle=f"{seat}.disk",
        sides=_disk_sides(state, seat),
        note=say("rk.view.disk_note", element=ELEMENT_SAY[top], after=ELEMENT_SAY[after]),
        quiet=True,
    )


def _disk_sides(state: State, seat: str) -> tuple[tuple[str, str], ...]:
    """The elements as the disk shows them, clockwise from the top."""
    at = {SIDE_WORDS[side_of(state, seat, element)]: element for element in ELEMENTS}
    return tuple(
        (at[side], state.pack.colours[at[side]]) for side in ("top", "right", "bottom", "left")
    )


def _stored(state: State, seat: str, player: Player) -> Tracker:
    cards = tuple(
        CardFace(
            str(at + 1),
            die_say(die),
            colour=state.pack.colours[die[0]],
            badge=die[0],
            glyph=FACE_MARKS[die[1]],
            faded=die[1] == "?",
            handle=f"{seat}.stored.{at + 1}",
        )
        for at, die in enumerate(player.stored)
    )
    note = say("rk.view.stored_left", n=len(cards)) if player.rolled else say("rk.view.not_rolled")
    return Cards(
        id=f"{seat}.stored",
        say=say("rk.view.stored"),
        seat=seat,
        cards=cards,
        shape="die",
        note=note if cards else None,
    )


def _influence(state: State, seat: str, player: Player) -> Tracker:
    slots = tuple(
        Slot(
            element,
            state.pack.master(element).name,
            (seat,) if placed else (),
            lit=player.has_all_masters,
        )
        for element, placed in player.influence.items()
    )
    due = say("rk.view.merit_due") if player.has_all_masters else None
    return Chart(
        id=f"{seat}.influence", say=say("rk.view.influence"), seat=seat, slots=slots, note=due
    )


def _merits(seat: str, player: Player, sees: bool) -> Tracker:
    cards = tuple(
        CardFace(
            str(at + 1),
            say("rk.view.merit"),
            face_up=sees,
            figures=(("points", value if sees else "?"),),
            handle=f"{seat}.merits.{at + 1}" if sees else None,
        )
        for at, value in enumerate(player.merits)
    )
    return Cards(id=f"{seat}.merits", say=say("rk.view.merits"), seat=seat, cards=cards, quiet=True)


def _runes(state: State, seat: str, player: Player) -> Tracker:
    names = names_of(player.runes)
    cards = tuple(_rune(state, seat, at, name, player.runes[at]) for at, name in enumerate(names))
    return Cards(id=f"{seat}.runes", say=say("rk.view.runes"), seat=seat, cards=cards, quiet=True)


def _rune(state: State, seat: str, at: int, name: str, card: Claimed) -> CardFace:
    rune = state.pack.rune(card.rune)
    timing = say(f"rk.timing.{rune.power.timing}")
    return CardFace(
        name,
        rune.name,
        face_up=not card.flipped,
        colour=state.pack.colours[rune.element] if rune.element else None,
        glyph=letter_of(rune),
        pattern=rune.frame,
        figures=(("points", card.value),),
        lines=(power_say(state, card),) if has_powers(state) else (),
        faded=card.used,
        mark=timing if has_powers(state) else None,
        source=rune.source,
        handle=f"{seat}.runes.{at + 1}",
    )
