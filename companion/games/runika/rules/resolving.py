"""Resolving stored dice: aim one, then push it, give it to a spell master, or turn the disk with
it.
"""

from msgspec.structs import replace

from companion.games.runika.rules.asking import (
    GRID_CELLS,
    as_cells,
    dice_pieces,
    die_option,
    turn_id,
)
from companion.games.runika.rules.dice import ELEMENT_SAY, die_say, icon_of
from companion.games.runika.rules.effects import begin, can_do_anything
from companion.games.runika.rules.grid import SIDES, push
from companion.games.runika.rules.preparation import DISK_CELL, disk_pieces, disk_turns
from companion.games.runika.state import (
    NO_DIE,
    State,
    Telling,
    has_masters,
    on_top,
    side_of,
    to_bag,
    with_player,
    with_turn,
)
from companion.kit.asks import Ask, Choose, Option, Place
from companion.kit.intents import Answer, Chosen, Placed
from companion.kit.pieces import Piece
from companion.kit.say import Say, name_of, say
from companion.kit.story import refuse

SIDE_SAY = {side: say(f"rk.side.{side}") for side in SIDES}
LANE_NUMBERS = ("1", "2", "3", "4")


def lane_say(lane: str) -> Say:
    return say("rk.option.lane", side=SIDE_SAY[lane[0]], n=lane[1])


def legal_sides(state: State, die: str) -> tuple[str, ...]:
    """Where the active player may push this die in: its element's side, or any while a power says
    so.
    """
    return SIDES if state.turn.free_pushes else (side_of(state, state.active, die[0]),)


def legal_lanes(state: State, die: str) -> tuple[str, ...]:
    return tuple(side + number for side in legal_sides(state, die) for number in LANE_NUMBERS)


def asks(state: State) -> tuple[Ask, ...]:
    """T2: the die, then its way; or the grid and the disk as the camera sees them."""
    if state.turn.offer:
        return (_offer_ask(state),)
    found: list[Ask] = []
    if state.turn.aim != NO_DIE:
        found.append(_way_ask(state, state.me.stored[state.turn.aim]))
    if state.turn.aim == NO_DIE or len(state.me.stored) > 1:
        found.append(_die_ask(state))
    if any(die[1] == "r" for die in state.me.stored):
        found.append(_disk_ask(state))
    return tuple(found)


def _die_ask(state: State) -> Ask:
    stored = state.me.stored
    options = tuple(
        die_option(state, at, die) for at, die in enumerate(stored) if at != state.turn.aim
    )
    what = say("rk.ask.resolve", seat=name_of(state.active), n=len(stored))
    aimed = state.turn.aim != NO_DIE
    return Choose(
        id=turn_id(state, "T2"), say=what, seats=(state.active,), options=options, optional=aimed
    )


def _way_ask(state: State, die: str) -> Ask:
    sides = tuple(SIDE_SAY[side] for side in legal_sides(state, die))
    options = [_lane_option(state, die, lane) for lane in legal_lanes(state, die)]
    what = say("rk.ask.way", seat=name_of(state.active), die=die_say(die), side=sides)
    if die[1] == "e" and has_masters(state):
        options.append(_master_option(state, die))
        name = state.pack.master(icon_of(die)).name
        what = say(
            "rk.ask.way_energy", seat=name_of(state.active), die=die_say(die), side=sides, name=name
        )
    return Choose(
        id=turn_id(state, "T2.way"), say=what, seats=(state.active,), options=tuple(options)
    )


def _lane_option(state: State, die: str, lane: str) -> Option:
    """What the push would do is said before it is made."""
    _, off = push(state.me.grid, die, lane)
    detail = say("rk.option.off", die=die_say(off)) if off else None
    return Option(
        lane,
        lane_say(lane),
        detail=detail,
        colour=state.pack.colours[die[0]],
    )


def _master_option(state: State, die: str) -> Option:
    element = icon_of(die)
    master = state.pack.master(element)
    why_not, rule = None, "E-SLOT-FULL"
    if state.slots[element] and not state.turn.open_slots:
        why_not = say("rk.refused.slot_full", name=master.name)
    elif lacks_effect(state, element):
        why_not, rule = say("rk.refused.no_effect"), "E-NO-EFFECT"
    return Option(
        f"master:{element}",
        say("rk.option.master", name=master.name),
        detail=say(f"rk.ability.{element}"),
        why_not=why_not,
        rule=rule,
        bends=True,
        colour=state.pack.colours[element],
    )


def lacks_effect(state: State, element: str) -> bool:
    """Only where the table plays that a master must be able to help."""
    if not state.on("influence_needs_effect"):
        return False
    return not can_do_anything(state, state.pack.master(element).ability)


def grid_ask(state: State) -> Ask:
    """The grid as it lies after the deed; `unplaced` may count the stored dice still lying beside
    it.
    """
    return Place(
        id=turn_id(state, "grid"),
        say=say("rk.ask.grid", seat=name_of(state.active)),
        seats=(state.active,),
        zone=f"grid:{state.active}",
        sheet="grid",
        cells=GRID_CELLS,
        pieces=dice_pieces(state, faces=True),
        per_cell=1,
        now=as_cells(state.me.grid),
        optional=True,
    )


def _disk_ask(state: State) -> Ask:
    return Place(
        id=turn_id(state, "T2.disk"),
        say=say("rk.ask.disk_turned", seat=name_of(state.active)),
        seats=(state.active,),
        zone=f"disk:{state.active}",
        sheet="disk",
        cells=DISK_CELL,
        pieces=disk_pieces(state),
        now={"disk": (Piece("disk", turn=state.me.disk),)},
        optional=True,
    )


def _offer_ask(state: State) -> Ask:
    """Several dice were pushed at once; the order found is offered for one tap."""
    stored = list(state.me.stored)
    lines: list[Say] = []
    for move in state.turn.offer:
        at, lane = move.split(" ")
        lines.append(
            say("rk.option.move", die=die_say(stored.pop(int(at) - 1)), lane=lane_say(lane))
        )
    yes_no = (Option("yes", say("rk.option.yes")), Option("no", say("rk.option.no")))
    what = say("rk.ask.offer", n=len(lines))
    return Choose(
        id=turn_id(state, "T2.offer"),
        say=what,
        seats=(state.active,),
        options=yes_no,
        lines=tuple(lines),
    )


def aim(story: Telling, answer: Answer) -> None:
    """A rotate die has only one way to go; any other waits for its way."""
    assert isinstance(answer.answer, Chosen)
    at = int(answer.answer.options[0]) - 1
    if story.state.me.stored[at][1] == "r":
        turn_disk(story, at)
    else:
        story.keep(with_turn(story.state, aim=at))


def choose_way(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Chosen)
    way, at = answer.answer.options[0], story.state.turn.aim
    if way.startswith("master:"):
        influence(story, at)
    else:
        push_stored(story, at, way)


def confirm_offer(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Chosen)
    moves = story.state.turn.offer
    story.keep(with_turn(story.state, offer=()))
    if answer.answer.options[0] == "no":
        return
    for move in moves:
        at, lane = move.split(" ")
        push_stored(story, int(at) - 1, lane)


def disk_seen(story: Telling, answer: Answer) -> None:
    """One quarter turn clockwise is a rotate die resolved; anything else is to be turned back."""
    assert isinstance(answer.answer, Placed)
    state = story.state
    if disk_turns(answer.answer) != (state.me.disk + 1) % 4:
        raise refuse(
            "E-DISK-TURN", "rk.refused.disk_turn", element=ELEMENT_SAY[on_top(state, state.me.disk)]
        )
    turn_disk(story, next(at for at, die in enumerate(state.me.stored) if die[1] == "r"))


def _taken(state: State, at: int) -> State:
    """The stored die is being resolved: it leaves the stored area, and the reroll window closes."""
    stored = state.me.stored
    state = with_player(state, state.active, stored=stored[:at] + stored[at + 1 :], resolving=True)
    return with_turn(state, aim=NO_DIE)


def turn_disk(story: Telling, at: int) -> None:
    state, seat, die = story.state, story.state.active, story.state.me.stored[at]
    turns = (state.me.disk + 1) % 4
    state = to_bag(with_player(_taken(state, at), seat, disk=turns), die)
    top = ELEMENT_SAY[on_top(state, turns)]
    story.tell(
        state, "rk.log.turned", about=(seat,), seat=name_of(seat), die=die_say(die), element=top
    )


def push_stored(story: Telling, at: int, lane: str) -> None:
    state, seat, die = story.state, story.state.active, story.state.me.stored[at]
    grid, off = push(state.me.grid, die, lane)
    done = (*state.turn.pushes, f"{die} {lane}")
    state = with_turn(
        _taken(state, at), free_pushes=max(0, state.turn.free_pushes - 1), pushes=done
    )
    state = with_player(state, seat, grid=grid)
    where = lane_say(lane)
    if not off:
        story.tell(
            state, "rk.log.pushed", about=(seat,), seat=name_of(seat), die=die_say(die), lane=where
        )
        return
    story.tell(
        to_bag(state, off),
        "rk.log.pushed_off",
        about=(seat,),
        sound="off",
        seat=name_of(seat),
        die=die_say(die),
        lane=where,
        off=die_say(off),
    )


def influence(story: Telling, at: int) -> None:
    """Die to the slot, token, then the ability."""
    state, seat, die = story.state, story.state.active, story.state.me.stored[at]
    element = icon_of(die)
    master = state.pack.master(element)
    is_full = bool(state.slots[element])
    story.refuse_if(
        is_full and not state.turn.open_slots,
        "E-SLOT-FULL",
        "rk.refused.slot_full",
        name=master.name,
    )
    story.refuse_if(lacks_effect(state, element), "E-NO-EFFECT", "rk.refused.no_effect")
    state = _taken(state, at)
    if is_full:
        state = with_turn(to_bag(state, die), open_slots=max(0, state.turn.open_slots - 1))
    else:
        state = replace(state, slots={**state.slots, element: die})
    first = not state.me.influence[element]
    state = with_player(state, seat, influence={**state.me.influence, element: 1})
    key = "rk.log.influenced_first" if first else "rk.log.influenced"
    story.tell(
        state,
        key,
        about=(seat,),
        sound="slot",
        seat=name_of(seat),
        die=die_say(die),
        name=master.name,
    )
    begin(story, master.ability, master.id, exact=True)
