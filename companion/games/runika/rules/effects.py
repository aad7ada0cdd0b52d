"""Abilities of the spell masters and powers of runes, carried out step by step.

What needs no answer happens at once; what does waits as `turn.pending`, first in line first. When a
power may be used is decided in `powers.py`.
"""

from msgspec.structs import replace

from companion.games.runika.pack import Effect
from companion.games.runika.rules.asking import (
    cell_option,
    counted,
    dice_pieces,
    dice_wanted,
    die_option,
    thrown,
    turn_id,
)
from companion.games.runika.rules.dice import ELEMENT_SAY, ELEMENTS, EMPTY, dice_say, die_say
from companion.games.runika.rules.draft import can_draw, check_colours, unrolled
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
from companion.games.runika.state import (
    NO_DIE,
    Pending,
    State,
    Telling,
    bag_count,
    from_bag,
    has_masters,
    on_top,
    to_bag,
    with_player,
    with_tokens,
    with_turn,
)
from companion.kit.asks import Ask, Cell, Choose, Option, Place, Roll
from companion.kit.intents import Answer, Chosen, Placed, Rolled
from companion.kit.say import name_of, say
from companion.kit.story import refuse

STEP_OF = {
    "shift_grid_die": "T2A",
    "discard_grid_die": "T2F",
    "set_disk": "T2E",
    "draw_dice": "T2W",
}
ENOUGH = "enough"
_DRAWN = (Cell("drawn"),)


def pending_of(effect: Effect, source: str, exact: bool) -> Pending:
    return Pending(
        do=effect.do,
        left=effect.n,
        exact=exact,
        source=source,
        point_if_points=effect.point_if_points,
        face=effect.face,
        element=effect.element,
    )


def begin(story: Telling, effects: tuple[Effect, ...], source: str, *, exact: bool) -> None:
    """The effects come before anything that was pending already."""
    state = story.state
    started = tuple(pending_of(effect, source, exact) for effect in effects)
    for effect in effects:
        if effect.do == "substitute":
            state = with_turn(
                state, counts_as=(*state.turn.counts_as, effect.instead_of + effect.element)
            )
    story.keep(with_turn(state, pending=started + state.turn.pending))
    run(story)


def can_do_anything(state: State, effects: tuple[Effect, ...]) -> bool:
    return any(is_possible(state, pending_of(effect, "", exact=False)) for effect in effects)


def is_possible(state: State, effect: Pending) -> bool:
    match effect.do:
        case "shift_grid_die" | "discard_grid_die":
            return bool(occupied(state.me.grid))
        case "swap_grid_dice":
            return len(occupied(state.me.grid)) >= 2
        case "draw_dice":
            return bag_count(state) > 0
        case "reroll_stored" | "set_face" | "discard_stored":
            return bool(state.me.stored)
        case "gain_influence":
            return bool(open_masters(state, effect.element))
        case "use_ability":
            return has_masters(state)
    return True


def open_masters(state: State, element: str) -> tuple[str, ...]:
    """Masters without a token of the active player; only the named one, if one is named."""
    wanted = (element,) if element else ELEMENTS
    return tuple(one for one in wanted if not state.me.influence[one]) if has_masters(state) else ()


def run(story: Telling) -> None:
    """Carries out whatever needs no answer, until something does or nothing is pending."""
    while story.state.turn.pending:
        state, effect = story.state, story.state.turn.pending[0]
        if _is_waiting_for_roll(state, effect):
            return
        if effect.left <= 0 and effect.do != "rotate_disk":
            _drop(story)
        elif not is_possible(state, effect):
            if effect.exact and not effect.done:
                story.tell(
                    state,
                    "rk.log.void",
                    about=(state.active,),
                    element=say(f"rk.ability.{effect.source}"),
                )
            _drop(story)
        elif not _happens_at_once(story, effect):
            return


def _is_waiting_for_roll(state: State, effect: Pending) -> bool:
    return bool(effect.thrown) or (effect.do == "draw_dice" and bool(unrolled(state.me)))


def _drop(story: Telling) -> None:
    story.keep(with_turn(story.state, pending=story.state.turn.pending[1:]))


def _happens_at_once(story: Telling, effect: Pending) -> bool:
    state, seat = story.state, story.state.active
    match effect.do:
        case "rotate_disk":
            set_turns(story, (state.me.disk + effect.left) % 4)
        case "gain_points":
            state = with_tokens(state, seat, effect.left)
            story.tell(state, "rk.log.points", about=(seat,), seat=name_of(seat), n=effect.left)
        case "free_side_push":
            story.keep(with_turn(state, free_pushes=state.turn.free_pushes + effect.left))
        case "ignore_full_slot":
            story.keep(with_turn(state, open_slots=state.turn.open_slots + effect.left))
        case "gain_influence" if effect.element:
            place_token(story, effect.element)
        case "use_ability" if effect.element:
            _drop(story)
            begin(
                story, story.state.pack.master(effect.element).ability, effect.element, exact=True
            )
            return True
        case "manual" | "substitute" | "bonus_on_claim":
            pass
        case _:
            return False
    _drop(story)
    return True


def set_turns(story: Telling, turns: int) -> None:
    seat = story.state.active
    state = with_player(story.state, seat, disk=turns)
    story.tell(
        state,
        "rk.log.disk_set",
        about=(seat,),
        seat=name_of(seat),
        element=ELEMENT_SAY[on_top(state, turns)],
    )


def place_token(story: Telling, element: str) -> None:
    state, seat = story.state, story.state.active
    state = with_player(state, seat, influence={**state.me.influence, element: 1})
    name = state.pack.master(element).name
    story.tell(state, "rk.log.token", about=(seat,), seat=name_of(seat), name=name)


def step_done(story: Telling, **changes: int) -> None:
    """One step of the pending effect is done."""
    effect, *rest = story.state.turn.pending
    effect = replace(effect, left=effect.left - 1, done=effect.done + 1, cell=NO_DIE, **changes)
    story.keep(with_turn(story.state, pending=(effect, *rest)))
    run(story)


def all_done(story: Telling) -> None:
    _drop(story)
    run(story)


# Asks


def asks(state: State) -> tuple[Ask, ...]:
    effect = state.turn.pending[0]
    name = STEP_OF.get(effect.do, "T2P")
    if _is_waiting_for_roll(state, effect):
        return (_throw_ask(state, effect, name),)
    match effect.do:
        case "draw_dice":
            return (_draw_ask(state, effect),)
        case "shift_grid_die" if effect.cell != NO_DIE:
            return (_side_ask(state, effect),)
    options = (*_options(state, effect), *_enough(effect))
    most = _most(state, effect)
    least = 2 if effect.do == "swap_grid_dice" else 1
    what = say(f"rk.ask.{effect.do}", seat=name_of(state.active), n=effect.left)
    return (
        Choose(
            id=turn_id(state, name),
            say=what,
            seats=(state.active,),
            options=options,
            least=least,
            most=most,
        ),
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
    return () if effect.exact or not effect.done else (Option(ENOUGH, say("rk.option.enough")),)


def _options(state: State, effect: Pending) -> tuple[Option, ...]:
    match effect.do:
        case "shift_grid_die" | "discard_grid_die" | "swap_grid_dice":
            return tuple(
                cell_option(state, state.me.grid, cell) for cell in occupied(state.me.grid)
            )
        case "set_disk":
            return tuple(_turn_option(state, effect, turns) for turns in range(4))
        case "gain_influence":
            return tuple(_master_option(state, element) for element in open_masters(state, ""))
        case "use_ability":
            return tuple(_master_option(state, element) for element in ELEMENTS)
    return tuple(die_option(state, at, die) for at, die in enumerate(state.me.stored))


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
    name = state.pack.master(element).name
    return Option(
        f"master:{element}", say("rk.option.master", name=name), colour=state.pack.colours[element]
    )


def shift_sides(state: State, cell: int) -> tuple[str, ...]:
    """Where the die may go: straight on, and off the grid only where the table plays so."""
    off = state.on("air_push_self_off")
    return tuple(side for side in SIDES if off or WAYS_OUT[cell, side])


def _side_ask(state: State, effect: Pending) -> Ask:
    options = []
    for side in shift_sides(state, effect.cell):
        _, off = shift(state.me.grid, effect.cell, side)
        detail = say("rk.option.off", die=die_say(off)) if off else None
        options.append(Option(side, say(f"rk.side.{side}"), detail=detail))
    what = say(
        "rk.ask.shift_side", seat=name_of(state.active), die=die_say(state.me.grid[effect.cell])
    )
    return Choose(
        id=turn_id(state, "T2A.side"), say=what, seats=(state.active,), options=tuple(options)
    )


def _draw_ask(state: State, effect: Pending) -> Ask:
    number = can_draw(state, effect.left)
    return Place(
        id=turn_id(state, "T2W"),
        say=say("rk.ask.draw_dice", seat=name_of(state.active), n=number),
        seats=(state.active,),
        zone="tray",
        sheet="drawn",
        cells=_DRAWN,
        pieces=dice_pieces(state, faces=False),
        least=number if effect.exact else 1,
        most=number,
    )


def _throw_ask(state: State, effect: Pending, name: str) -> Ask:
    positions = effect.thrown or unrolled(state.me)
    dice = tuple(state.me.stored[at] for at in positions)
    what = say("rk.ask.throw", seat=name_of(state.active), n=len(dice))
    wanted = dice_wanted(state, dice)
    return Roll(
        id=turn_id(state, f"{name}.roll"), say=what, seats=(state.active,), zone="tray", dice=wanted
    )


# Answers


def decide(story: Telling, answer: Answer) -> None:
    """An answer to the ask of the first pending effect."""
    effect, value = story.state.turn.pending[0], answer.answer
    if isinstance(value, Placed):
        _drawn(story, value)
    elif isinstance(value, Rolled):
        _thrown(story, value)
    elif isinstance(value, Chosen) and value.options[0] == ENOUGH:
        all_done(story)
    elif isinstance(value, Chosen):
        _chosen(story, effect, value.options)


def _chosen(story: Telling, effect: Pending, options: tuple[str, ...]) -> None:
    match effect.do:
        case "shift_grid_die" if effect.cell == NO_DIE:
            rest = story.state.turn.pending[1:]
            story.keep(
                with_turn(story.state, pending=(replace(effect, cell=CELL_OF[options[0]]), *rest))
            )
        case "shift_grid_die":
            shift_die(story, effect.cell, options[0])
        case "discard_grid_die":
            discard_die(story, CELL_OF[options[0]])
        case "swap_grid_dice":
            _swap(story, CELL_OF[options[0]], CELL_OF[options[1]])
        case "set_disk":
            set_turns(story, int(options[0]))
            all_done(story)
        case "gain_influence":
            place_token(story, options[0].removeprefix("master:"))
            step_done(story)
        case "use_ability":
            element = options[0].removeprefix("master:")
            _drop(story)
            begin(story, story.state.pack.master(element).ability, element, exact=True)
        case _:
            _stored_dice(story, effect, tuple(sorted(int(option) - 1 for option in options)))


def shift_die(story: Telling, cell: int, side: str) -> None:
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
    step_done(story)


def discard_die(story: Telling, cell: int) -> None:
    state, seat, effect = story.state, story.state.active, story.state.turn.pending[0]
    die = state.me.grid[cell]
    state = to_bag(with_player(state, seat, grid=cleared(state.me.grid, (cell,))), die)
    key = "rk.log.discarded"
    if effect.point_if_points and die[1] == "p":
        key, state = "rk.log.discarded_point", with_tokens(state, seat, 1)
    story.tell(
        state, key, about=(seat,), seat=name_of(seat), die=die_say(die), cell=CELL_NAMES[cell]
    )
    step_done(story)


def _swap(story: Telling, one: int, other: int) -> None:
    state, seat = story.state, story.state.active
    state = with_player(state, seat, grid=swapped(state.me.grid, one, other))
    names = CELL_NAMES[one], CELL_NAMES[other]
    story.tell(
        state, "rk.log.swapped", about=(seat,), seat=name_of(seat), one=names[0], other=names[1]
    )
    step_done(story)


def _stored_dice(story: Telling, effect: Pending, positions: tuple[int, ...]) -> None:
    state, seat, stored = story.state, story.state.active, story.state.me.stored
    chosen = tuple(stored[at] for at in positions)
    match effect.do:
        case "reroll_stored":
            rest = state.turn.pending[1:]
            story.keep(with_turn(state, pending=(replace(effect, thrown=positions), *rest)))
            return
        case "set_face":
            after = tuple(
                die[0] + effect.face if at in positions else die for at, die in enumerate(stored)
            )
            state = with_player(state, seat, stored=after)
            story.tell(
                state, "rk.log.face_set", about=(seat,), seat=name_of(seat), dice=dice_say(chosen)
            )
        case _:
            after = tuple(die for at, die in enumerate(stored) if at not in positions)
            state = to_bag(with_player(state, seat, stored=after), *chosen)
            story.tell(
                state,
                "rk.log.stored_discarded",
                about=(seat,),
                seat=name_of(seat),
                dice=dice_say(chosen),
            )
    all_done(story)


def _drawn(story: Telling, placed: Placed) -> None:
    state, seat, effect = story.state, story.state.active, story.state.turn.pending[0]
    counts, most = counted(placed), can_draw(state, effect.left)
    number = sum(counts.values())
    if number > most or number < (most if effect.exact else 1):
        raise refuse("E-WATER-COUNT", "rk.refused.water_count", n=most)
    check_colours(story, counts)
    new = tuple(element + "?" for element in ELEMENTS for _ in range(counts.get(element, 0)))
    state = with_player(from_bag(story.state, counts), seat, stored=(*state.me.stored, *new))
    story.tell(state, "rk.log.drawn", about=(seat,), seat=name_of(seat), dice=dice_say(new))


def _thrown(story: Telling, value: Rolled) -> None:
    state, seat, effect = story.state, story.state.active, story.state.turn.pending[0]
    positions = effect.thrown or unrolled(state.me)
    stored = thrown(state, state.me.stored, positions, value)
    faces = tuple(stored[at] for at in positions)
    state = with_player(state, seat, stored=stored)
    story.tell(state, "rk.log.thrown", about=(seat,), seat=name_of(seat), dice=dice_say(faces))
    all_done(story)
