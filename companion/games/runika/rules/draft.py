"""Step one of a round: the pool is drawn from the bag, and drafted die by die."""

from msgspec.structs import replace

from companion.games.runika.pack import ELEMENTS
from companion.games.runika.rules.bag import check_colours, from_bag
from companion.games.runika.rules.dice import ELEMENT_OF, ELEMENT_SAY, ELEMENT_WORDS
from companion.games.runika.rules.dice_pieces import counted, dice_pieces
from companion.games.runika.rules.turns import start_turn
from companion.games.runika.state import GameStory, State, ask_id
from companion.kit.asks import Cell, Choose, Option, Place
from companion.kit.pieces import Piece
from companion.kit.say import name_of, say
from companion.kit.seats import after, order_of, with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step
from companion.kit.story import refuse

DICE_EACH = 4
_POOL = (Cell("pool"),)


def pool_size(state: State) -> int:
    return DICE_EACH * len(state.seats)


# R1: four dice per player into the middle


def draw_asks(state: State, _frame: PlainStep) -> Asks:
    need = pool_size(state)
    return (
        Place(
            id=ask_id("R1", state.round),
            say=say("rk.ask.pool", seat=name_of(state.initiative), n=need),
            seats=(state.initiative,),
            zone="middle",
            sheet="pool",
            cells=_POOL,
            pieces=dice_pieces(state, faces=False),
            least=need,
            most=need,
        ),
    )


def draw_pool(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    counts, need = counted(reply), pool_size(story.state)
    number = sum(counts.values())
    if number != need:
        raise refuse("E-POOL-COUNT", "rk.refused.pool_count", n=number, need=need)
    check_colours(story, counts)
    state, first = from_bag(story.state, counts), story.state.initiative
    pool = {element: counts.get(element, 0) for element in ELEMENTS}
    state = replace(state, pool=pool, step="R2", picker=first)
    story.tell(state, "rk.log.pool", about=(first,), n=need)


# R2: one die each, clockwise, until the pool is empty


def draft_asks(state: State, _frame: PlainStep) -> Asks:
    seat, left = state.picker, sum(state.pool.values())
    what = say("rk.ask.draft", seat=name_of(seat), n=left)
    lying = [element for element, number in state.pool.items() if number]
    pick = Choose(
        id=ask_id("R2", state.round, seat, left),
        say=what,
        seats=(seat,),
        options=tuple(_pick_option(state, element) for element in lying),
        lines=(say("rk.hint.draft"),),
    )
    pool = tuple(Piece(ELEMENT_WORDS[element], state.pool[element]) for element in lying)
    look = Place(
        id=ask_id("R2.pool", state.round, seat, left),
        say=what,
        seats=(seat,),
        zone="middle",
        sheet="pool",
        cells=_POOL,
        pieces=dice_pieces(state, faces=False),
        now={"pool": pool},
        optional=True,
        as_it_lies=True,
    )
    return (pick, look)


def _pick_option(state: State, element: str) -> Option:
    return Option(
        ELEMENT_WORDS[element],
        ELEMENT_SAY[element],
        detail=say("rk.option.left", n=state.pool[element]),
        colour=state.pack.colours[element],
    )


def pick_die(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    _drafted(story, ELEMENT_OF[reply.choice])


def pool_seen(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """The pool as it lies now: exactly one die less is the pick."""
    state, seen = story.state, counted(reply)
    gone = {element: state.pool[element] - seen.get(element, 0) for element in ELEMENTS}
    if min(gone.values()) < 0:
        raise refuse("E-CONSERVE", "rk.refused.pool_grew")
    number = sum(gone.values())
    if number != 1:
        who = name_of(state.picker)
        raise refuse("E-DRAFT-TURN", "rk.refused.one_pick", seat=who, n=number)
    _drafted(story, next(element for element in ELEMENTS if gone[element]))


def _drafted(story: GameStory, element: str) -> None:
    state, seat = story.state, story.state.picker
    pool = {**state.pool, element: state.pool[element] - 1}
    state = replace(state, pool=pool, picker=after(order_of(state), seat))
    state = with_player(state, seat, stored=(*state.players[seat].stored, element + "?"))
    name = ELEMENT_SAY[element]
    story.tell(state, "rk.log.drafted", about=(seat,), seat=name_of(seat), element=name)
    if not any(pool.values()):
        start_turn(story, state.initiative)


STEPS: dict[str, Step[State, PlainStep]] = {
    "R1": Step(draw_asks, draw_pool),
    "R2": Step(draft_asks, pick_die),
    "R2.pool": Step(take=pool_seen),
}
