"""Resolving stored dice (T2): aim one, then push it, give it to a spell master, or turn the disk
with it.
"""

from companion.games.runika.options import has_masters
from companion.games.runika.rules.bag import to_bag
from companion.games.runika.rules.dice import ELEMENT_SAY, die_say, icon_of
from companion.games.runika.rules.disk import disk_ask, on_top, turns_seen
from companion.games.runika.rules.pushing import (
    LANE_SAY,
    SIDE_SAY,
    lane_option,
    legal_lanes,
    legal_sides,
    push_stored,
)
from companion.games.runika.rules.spell_masters import influence, master_option
from companion.games.runika.rules.stored_dice import die_options, taken
from companion.games.runika.rules.turns import deed
from companion.games.runika.state import NO_DIE, GameStory, State, turn_ask_id, with_turn
from companion.kit.asks import Ask, Choose, Option
from companion.kit.pieces import Cells, Piece
from companion.kit.say import Say, name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step
from companion.kit.story import refuse


def resolve_asks(state: State, _frame: PlainStep) -> Asks:
    """The die, then its way; or the disk as the camera sees it."""
    if state.me.reroll:
        return ()
    if state.turn.offer:
        return (_offer_ask(state),)
    aim, stored = state.turn.aim, state.me.stored
    found: list[Ask] = []
    if aim != NO_DIE:
        found.append(_way_ask(state, stored[aim]))
    if aim == NO_DIE or len(stored) > 1:
        found.append(_die_ask(state))
    if any(die[1] == "r" for die in stored):
        found.append(_disk_turned_ask(state))
    return tuple(found)


# Which die


def _die_ask(state: State) -> Ask:
    number, aim = len(state.me.stored), state.turn.aim
    options = die_options(state, state.me)
    if aim != NO_DIE:
        options = options[:aim] + options[aim + 1 :]
    return Choose(
        id=turn_ask_id(state, "T2"),
        say=say("rk.ask.resolve", seat=name_of(state.active), n=number),
        seats=(state.active,),
        options=options,
        optional=aim != NO_DIE,
    )


def aim_die(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """A rotate die has only one way to go; any other waits for its way."""
    at = int(reply.choice) - 1
    if story.state.me.stored[at][1] == "r":
        _turn_disk(story, at)
    else:
        story.keep(with_turn(story.state, aim=at))


# Which way


def _way_ask(state: State, die: str) -> Ask:
    options = [lane_option(state, die, lane) for lane in legal_lanes(state, die)]
    sides = tuple(SIDE_SAY[side] for side in legal_sides(state, die))
    what = say("rk.ask.way", seat=name_of(state.active), die=die_say(die), side=sides)
    if die[1] == "e" and has_masters(state):
        options.append(master_option(state, die))
        name = state.pack.master(icon_of(die)).name
        what = say("rk.ask.way_energy", **what.values, name=name)
    own_id = turn_ask_id(state, "T2.way")
    return Choose(id=own_id, say=what, seats=(state.active,), options=tuple(options))


def choose_way(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    at = story.state.turn.aim
    if reply.choice.startswith("master:"):
        influence(story, at)
    else:
        push_stored(story, at, reply.choice)


# Several dice pushed before the camera looked


def _offer_ask(state: State) -> Ask:
    """Several dice were pushed at once; the order found is offered for one tap."""
    stored = list(state.me.stored)
    lines: list[Say] = []
    for move in state.turn.offer:
        at, lane = move.split(" ")
        die = stored.pop(int(at) - 1)
        lines.append(say("rk.option.move", die=die_say(die), lane=LANE_SAY[lane]))
    return Choose(
        id=turn_ask_id(state, "T2.offer"),
        say=say("rk.ask.offer", n=len(lines)),
        seats=(state.active,),
        options=(Option("yes", say("rk.option.yes")), Option("no", say("rk.option.no"))),
        lines=tuple(lines),
    )


def confirm_offer(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    moves = story.state.turn.offer
    story.keep(with_turn(story.state, offer=()))
    if reply.choice == "no":
        return
    for move in moves:
        at, lane = move.split(" ")
        push_stored(story, int(at) - 1, lane)


# The disk


def _disk_turned_ask(state: State) -> Ask:
    what = say("rk.ask.disk_turned", seat=name_of(state.active))
    now: Cells = {"disk": (Piece("disk", turn=state.me.disk),)}
    return disk_ask(state, state.active, turn_ask_id(state, "T2.disk"), what, now)


def disk_seen(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """One quarter turn clockwise is a rotate die resolved; anything else is to be turned back."""
    state = story.state
    if turns_seen(reply.value) != (state.me.disk + 1) % 4:
        top = ELEMENT_SAY[on_top(state, state.me.disk)]
        raise refuse("E-DISK-TURN", "rk.refused.disk_turn", element=top)
    rotate = next(at for at, die in enumerate(state.me.stored) if die[1] == "r")
    _turn_disk(story, rotate)


def _turn_disk(story: GameStory, at: int) -> None:
    state, seat, die = story.state, story.state.active, story.state.me.stored[at]
    turns = (state.me.disk + 1) % 4
    state = to_bag(with_player(taken(state, at), seat, disk=turns), die)
    top = ELEMENT_SAY[on_top(state, turns)]
    what = say("rk.log.turned", seat=name_of(seat), die=die_say(die), element=top)
    story.tell(state, what, about=(seat,))


STEPS: dict[str, Step[State, PlainStep]] = {
    "T2": Step(resolve_asks, deed(aim_die)),
    "T2.way": Step(take=deed(choose_way)),
    "T2.offer": Step(take=deed(confirm_offer)),
    "T2.disk": Step(take=deed(disk_seen)),
}
