"""What abilities and powers ask for, and what each answer does: steps T2A, T2F, T2E, T2W, T2P."""

from msgspec.structs import replace

from companion.games.runika.pack import ELEMENTS
from companion.games.runika.rules.bag import can_draw, check_colours, from_bag, to_bag
from companion.games.runika.rules.dice import ELEMENT_SAY, dice_say, die_say
from companion.games.runika.rules.dice_pieces import cell_option, counted, dice_pieces
from companion.games.runika.rules.disk import on_top, set_turns
from companion.games.runika.rules.grid import (
    CELL_NAMES,
    CELL_OF,
    SIDES,
    WAYS_OUT,
    cleared,
    occupied,
    shift,
    swapped,
)
from companion.games.runika.rules.pending import (
    begin_ability,
    change_first,
    drop_first,
    once_less,
    open_masters,
    place_token,
    step_of,
    waits_for_roll,
)
from companion.games.runika.rules.points import with_tokens
from companion.games.runika.rules.stored_dice import (
    dice_at,
    dice_wanted,
    die_options,
    places_chosen,
    thrown,
    unrolled,
)
from companion.games.runika.rules.turns import deed
from companion.games.runika.state import EMPTY, NO_DIE, GameStory, Pending, State, turn_ask_id
from companion.kit.asks import Ask, Cell, Choose, Option, Place, Roll
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step
from companion.kit.story import refuse

ENOUGH = "enough"
_WAIVE = (Option(ENOUGH, say("rk.option.enough"), alone=True),)
_DRAWN = (Cell("drawn"),)


def effect_asks(state: State, _frame: PlainStep) -> Asks:
    """Of the first effect in line."""
    if not state.turn.pending:
        return ()
    effect = state.turn.pending[0]
    if waits_for_roll(state, effect):
        return (_throw_ask(state, effect),)
    match effect.do:
        case "draw_dice":
            return (_draw_ask(state, effect),)
        case "shift_grid_die" if effect.cell != NO_DIE:
            return (_side_ask(state, effect),)
    return (_choose_ask(state, effect),)


def _choose_ask(state: State, effect: Pending) -> Ask:
    least = 2 if effect.do == "swap_grid_dice" else 1
    return Choose(
        id=turn_ask_id(state, step_of(effect)),
        say=say(f"rk.ask.{effect.do}", seat=name_of(state.active), n=effect.left),
        seats=(state.active,),
        options=(*_options(state, effect), *_enough(effect)),
        least=least,
        most=_most(state, effect),
    )


def _most(state: State, effect: Pending) -> int:
    match effect.do:
        case "swap_grid_dice":
            return 2
        case "reroll_stored" | "set_face" | "discard_stored":
            return min(effect.left, len(state.me.stored))
    return 1


def _enough(effect: Pending) -> tuple[Option, ...]:
    """After the first step of a power the rest may be waived."""
    return () if effect.exact or not effect.done else _WAIVE


def _options(state: State, effect: Pending) -> tuple[Option, ...]:
    grid = state.me.grid
    match effect.do:
        case "shift_grid_die" | "discard_grid_die" | "swap_grid_dice":
            return tuple(cell_option(state, grid, cell) for cell in occupied(grid))
        case "set_disk":
            return tuple(_turn_option(state, effect, turns) for turns in range(4))
        case "gain_influence":
            return tuple(_master_option(state, element) for element in open_masters(state, ""))
        case "use_ability":
            return tuple(_master_option(state, element) for element in ELEMENTS)
    return die_options(state, state.me)


def _turn_option(state: State, effect: Pending, turns: int) -> Option:
    top = on_top(state, turns)
    same = turns == state.me.disk and effect.exact and state.on("earth_must_change")
    return Option(
        str(turns),
        say("rk.option.top", element=ELEMENT_SAY[top]),
        why_not=say("rk.refused.disk_same") if same else None,
        rule="E-DISK-SAME",
        colour=state.pack.colours[top],
    )


def _master_option(state: State, element: str) -> Option:
    what = say("rk.option.master", name=state.pack.master(element).name)
    return Option(f"master:{element}", what, colour=state.pack.colours[element])


def shift_sides(state: State, cell: int) -> tuple[str, ...]:
    """Where the die may go: straight on, and off the grid only where the table plays so."""
    off = state.on("air_push_self_off")
    return tuple(side for side in SIDES if off or WAYS_OUT[cell, side])


def _side_ask(state: State, effect: Pending) -> Ask:
    sides = shift_sides(state, effect.cell)
    die = die_say(state.me.grid[effect.cell])
    return Choose(
        id=turn_ask_id(state, "T2A.side"),
        say=say("rk.ask.shift_side", seat=name_of(state.active), die=die),
        seats=(state.active,),
        options=tuple(_side_option(state, effect.cell, side) for side in sides),
    )


def _side_option(state: State, cell: int, side: str) -> Option:
    _, off = shift(state.me.grid, cell, side)
    detail = say("rk.option.off", die=die_say(off)) if off else None
    return Option(side, say(f"rk.side.{side}"), detail=detail)


def _draw_ask(state: State, effect: Pending) -> Ask:
    number = can_draw(state, effect.left)
    return Place(
        id=turn_ask_id(state, "T2W"),
        say=say("rk.ask.draw_dice", seat=name_of(state.active), n=number),
        seats=(state.active,),
        zone="tray",
        sheet="drawn",
        cells=_DRAWN,
        pieces=dice_pieces(state, faces=False),
        least=number if effect.exact else 1,
        most=number,
    )


def _throw_ask(state: State, effect: Pending) -> Ask:
    dice = dice_at(state.me, effect.thrown or unrolled(state.me))
    return Roll(
        id=turn_ask_id(state, f"{step_of(effect)}.roll"),
        say=say("rk.ask.throw", seat=name_of(state.active), n=len(dice)),
        seats=(state.active,),
        zone="tray",
        dice=dice_wanted(state, dice),
    )


# Answers to the first effect in line


def choose(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    effect, first = story.state.turn.pending[0], reply.choice
    if first == ENOUGH:
        drop_first(story)
        return
    match effect.do:
        case "shift_grid_die":
            change_first(story, replace(effect, cell=CELL_OF[first]))
        case "discard_grid_die":
            discard_die(story, CELL_OF[first])
        case "swap_grid_dice":
            _swap(story, CELL_OF[first], CELL_OF[reply.options[1]])
        case "set_disk":
            set_turns(story, int(first))
            drop_first(story)
        case "gain_influence":
            place_token(story, first.removeprefix("master:"))
            once_less(story)
        case "use_ability":
            drop_first(story)
            begin_ability(story, first.removeprefix("master:"))
        case _:
            _choose_stored(story, effect, places_chosen(reply))


def choose_side(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    shift_die(story, story.state.turn.pending[0].cell, reply.choice)


def shift_die(story: GameStory, cell: int, side: str) -> None:
    state, seat = story.state, story.state.active
    die = state.me.grid[cell]
    grid, off = shift(state.me.grid, cell, side)
    state = to_bag(with_player(state, seat, grid=grid), off)
    story.tell(
        state,
        "rk.log.shifted_off" if off else "rk.log.shifted",
        about=(seat,),
        sound="off" if off else None,
        seat=name_of(seat),
        die=die_say(die),
        cell=CELL_NAMES[cell],
        side=say(f"rk.side.{side}"),
        off=die_say(off or EMPTY),
    )
    once_less(story)


def discard_die(story: GameStory, cell: int) -> None:
    state, seat, effect = story.state, story.state.active, story.state.turn.pending[0]
    die = state.me.grid[cell]
    state = to_bag(with_player(state, seat, grid=cleared(state.me.grid, (cell,))), die)
    key = "rk.log.discarded"
    if effect.point_if_points and die[1] == "p":
        key, state = "rk.log.discarded_point", with_tokens(state, seat, 1)
    where = CELL_NAMES[cell]
    story.tell(state, key, about=(seat,), seat=name_of(seat), die=die_say(die), cell=where)
    once_less(story)


def _swap(story: GameStory, one: int, other: int) -> None:
    state, seat = story.state, story.state.active
    state = with_player(state, seat, grid=swapped(state.me.grid, one, other))
    here, there = CELL_NAMES[one], CELL_NAMES[other]
    story.tell(state, "rk.log.swapped", about=(seat,), seat=name_of(seat), one=here, other=there)
    once_less(story)


def _choose_stored(story: GameStory, effect: Pending, places: tuple[int, ...]) -> None:
    match effect.do:
        case "reroll_stored":
            change_first(story, replace(effect, thrown=places))
        case "set_face":
            _set_faces(story, effect.face, places)
        case _:
            _discard_stored(story, places)


def _set_faces(story: GameStory, face: str, places: tuple[int, ...]) -> None:
    state, seat = story.state, story.state.active
    before = dice_say(dice_at(state.me, places))
    stored = list(state.me.stored)
    for at in places:
        stored[at] = stored[at][0] + face
    state = with_player(state, seat, stored=tuple(stored))
    story.tell(state, "rk.log.face_set", about=(seat,), seat=name_of(seat), dice=before)
    drop_first(story)


def _discard_stored(story: GameStory, places: tuple[int, ...]) -> None:
    state, seat = story.state, story.state.active
    gone = dice_at(state.me, places)
    left = tuple(die for at, die in enumerate(state.me.stored) if at not in places)
    state = to_bag(with_player(state, seat, stored=left), *gone)
    dice = dice_say(gone)
    story.tell(state, "rk.log.stored_discarded", about=(seat,), seat=name_of(seat), dice=dice)
    drop_first(story)


def draw(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    seat, effect = story.state.active, story.state.turn.pending[0]
    counts, most = counted(reply), can_draw(story.state, effect.left)
    number, least = sum(counts.values()), most if effect.exact else 1
    if not least <= number <= most:
        raise refuse("E-WATER-COUNT", "rk.refused.water_count", n=most)
    check_colours(story, counts)
    new: tuple[str, ...] = ()
    for element in ELEMENTS:
        new += (element + "?",) * counts.get(element, 0)
    state = from_bag(story.state, counts)
    state = with_player(state, seat, stored=state.me.stored + new)
    story.tell(state, "rk.log.drawn", about=(seat,), seat=name_of(seat), dice=dice_say(new))


def throw(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    state, seat, effect = story.state, story.state.active, story.state.turn.pending[0]
    places = effect.thrown or unrolled(state.me)
    stored = thrown(state, state.me.stored, places, reply)
    state = with_player(state, seat, stored=stored)
    faces = dice_say(dice_at(state.me, places))
    story.tell(state, "rk.log.thrown", about=(seat,), seat=name_of(seat), dice=faces)
    drop_first(story)


STEPS: dict[str, Step[State, PlainStep]] = {
    "T2A": Step(effect_asks, deed(choose)),
    "T2A.side": Step(take=deed(choose_side)),
    "T2F": Step(effect_asks, deed(choose)),
    "T2E": Step(effect_asks, deed(choose)),
    "T2W": Step(effect_asks, deed(draw)),
    "T2W.roll": Step(take=deed(throw)),
    "T2P": Step(effect_asks, deed(choose)),
    "T2P.roll": Step(take=deed(throw)),
}
