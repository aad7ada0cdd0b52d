"""Pushing stored dice onto the grid: from which side, into which lane, and what falls off."""

from functools import cache
from itertools import product

from companion.games.runika.rules.bag import to_bag
from companion.games.runika.rules.dice import die_say
from companion.games.runika.rules.disk import side_of
from companion.games.runika.rules.grid import LANES, SIDES, push
from companion.games.runika.rules.stored_dice import taken
from companion.games.runika.state import GameStory, State, with_turn
from companion.kit.asks import Option
from companion.kit.say import Value, name_of, say
from companion.kit.seats import with_player

SIDE_SAY = {side: say(f"rk.side.{side}") for side in SIDES}
LANE_NUMBERS = ("1", "2", "3", "4")
LANE_SAY = {lane: say("rk.option.lane", side=SIDE_SAY[lane[0]], n=lane[1]) for lane in LANES}


@cache
def lanes_from(sides: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(side + number for side, number in product(sides, LANE_NUMBERS))


def legal_sides(state: State, die: str) -> tuple[str, ...]:
    """Where the active player may push this die in: its element's side, or any while a power says
    so.
    """
    return SIDES if state.turn.free_pushes else (side_of(state, state.active, die[0]),)


def legal_lanes(state: State, die: str) -> tuple[str, ...]:
    return lanes_from(legal_sides(state, die))


def lane_option(state: State, die: str, lane: str) -> Option:
    """What the push would do is said before it is made."""
    _, off = push(state.me.grid, die, lane)
    detail = say("rk.option.off", die=die_say(off)) if off else None
    return Option(lane, LANE_SAY[lane], detail=detail, colour=state.pack.colours[die[0]])


def push_stored(story: GameStory, at: int, lane: str) -> None:
    state, seat, die = story.state, story.state.active, story.state.me.stored[at]
    grid, off = push(state.me.grid, die, lane)
    pushes = (*state.turn.pushes, f"{die} {lane}")
    free_pushes = max(0, state.turn.free_pushes - 1)
    state = with_turn(taken(state, at), free_pushes=free_pushes, pushes=pushes)
    state = with_player(state, seat, grid=grid)
    words: dict[str, Value] = {"seat": name_of(seat), "die": die_say(die), "lane": LANE_SAY[lane]}
    if not off:
        story.tell(state, say("rk.log.pushed", **words), about=(seat,))
        return
    what = say("rk.log.pushed_off", **words, off=die_say(off))
    story.tell(to_bag(state, off), what, about=(seat,), sound="off")
