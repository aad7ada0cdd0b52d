"""Step one of a round: the pool is drawn and drafted; dice are rolled, and rerolled by giving one
up.
"""

from msgspec.structs import replace

from companion.games.runika.rules.asking import (
    counted,
    dice_pieces,
    dice_wanted,
    die_option,
    seat_of_ask,
    thrown,
)
from companion.games.runika.rules.dice import (
    ELEMENT_SAY,
    ELEMENT_WORDS,
    ELEMENTS,
    dice_say,
    die_say,
)
from companion.games.runika.state import (
    NO_DIE,
    Player,
    State,
    Telling,
    Turn,
    bag_count,
    from_bag,
    to_bag,
    with_player,
    with_turn,
)
from companion.kit.asks import Ask, Cell, Choose, Option, Place, Roll
from companion.kit.intents import Answer, Chosen, Placed, Rolled
from companion.kit.pieces import Piece
from companion.kit.say import name_of, say
from companion.kit.seats import after
from companion.kit.story import refuse

DICE_EACH = 4
_POOL = (Cell("pool"),)


def pool_size(state: State) -> int:
    return DICE_EACH * len(state.seats)


def draw_ask(state: State) -> Ask:
    need = pool_size(state)
    return Place(
        id=f"{state.round}:R1",
        say=say("rk.ask.pool", seat=name_of(state.initiative), n=need),
        seats=(state.initiative,),
        zone="middle",
        sheet="pool",
        cells=_POOL,
        pieces=dice_pieces(state, faces=False),
        least=need,
        most=need,
    )


def draw_pool(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Placed)
    state, counts = story.state, counted(answer.answer)
    number, need = sum(counts.values()), pool_size(story.state)
    if number != need:
        raise refuse("E-POOL-COUNT", "rk.refused.pool_count", n=number, need=need)
    check_colours(story, counts)
    pool = {element: counts.get(element, 0) for element in ELEMENTS}
    state = replace(from_bag(story.state, counts), pool=pool, step="R2", picker=state.initiative)
    story.tell(state, "rk.log.pool", about=(state.initiative,), n=need)


def check_colours(story: Telling, counts: dict[str, int]) -> None:
    """More dice of a colour than the bag can hold: refused where the dice were counted, else only
    pointed out.
    """
    state = story.state
    for element, number in counts.items():
        if number > state.bag[element]:
            story.refuse_if(
                state.pack.dice_counted,
                "E-CONSERVE",
                "rk.refused.too_many_dice",
                element=ELEMENT_SAY[element],
            )
            story.tell(state, "rk.log.more_than_assumed", element=ELEMENT_SAY[element])


def draft_asks(state: State) -> tuple[Ask, ...]:
    seat, left = state.picker, sum(state.pool.values())
    options = tuple(
        Option(
            ELEMENT_WORDS[element],
            ELEMENT_SAY[element],
            detail=say("rk.option.left", n=number),
            colour=state.pack.colours[element],
        )
        for element, number in state.pool.items()
        if number
    )
    occasion = f"{state.round}.{seat}.{left}"
    what = say("rk.ask.draft", seat=name_of(seat), n=left)
    pool = tuple(
        Piece(ELEMENT_WORDS[element], number) for element, number in state.pool.items() if number
    )
    return (
        Choose(
            id=f"{occasion}:R2",
            say=what,
            seats=(seat,),
            options=options,
            lines=(say("rk.hint.draft"),),
        ),
        Place(
            id=f"{occasion}:R2.pool",
            say=what,
            seats=(seat,),
            zone="middle",
            sheet="pool",
            cells=_POOL,
            pieces=dice_pieces(state, faces=False),
            now={"pool": pool},
            optional=True,
        ),
    )


def draft(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Chosen)
    element = next(one for one in ELEMENTS if ELEMENT_WORDS[one] == answer.answer.options[0])
    _drafted(story, element)


def pool_seen(story: Telling, answer: Answer) -> None:
    """The pool as it lies now: exactly one die less is the pick."""
    assert isinstance(answer.answer, Placed)
    state, seen = story.state, counted(answer.answer)
    gone = {element: state.pool[element] - seen.get(element, 0) for element in ELEMENTS}
    if any(number < 0 for number in gone.values()):
        raise refuse("E-CONSERVE", "rk.refused.pool_grew")
    if sum(gone.values()) != 1:
        raise refuse(
            "E-DRAFT-TURN", "rk.refused.one_pick", seat=name_of(state.picker), n=sum(gone.values())
        )
    _drafted(story, next(element for element, number in gone.items() if number))


def _drafted(story: Telling, element: str) -> None:
    state, seat = story.state, story.state.picker
    state = replace(
        state,
        pool={**state.pool, element: state.pool[element] - 1},
        picker=after(state.order, seat),
    )
    state = with_player(state, seat, stored=(*state.players[seat].stored, element + "?"))
    story.tell(
        state, "rk.log.drafted", about=(seat,), seat=name_of(seat), element=ELEMENT_SAY[element]
    )
    if not sum(state.pool.values()):
        start_turn(story, state.initiative)


def start_turn(story: Telling, seat: str) -> None:
    state = story.state
    player = state.players[seat]
    runes = tuple(replace(card, fresh=False) if card.fresh else card for card in player.runes)
    kept_set = "" if player.kept_set == "late" else player.kept_set
    state = with_player(state, seat, runes=runes, kept_set=kept_set)
    step = "T2" if player.rolled else "T1"
    state = replace(state, active=seat, picker="", step=step, turn=Turn())
    story.tell(state, "rk.log.turn", about=(seat,), sound="turn", seat=name_of(seat))


# Rolling and rerolling: also in other players' turns, until one's own first die is resolved


def unrolled(player: Player) -> tuple[int, ...]:
    return tuple(at for at, die in enumerate(player.stored) if die[1] == "?")


def may_reroll(state: State, seat: str) -> bool:
    player = state.players[seat]
    if (
        not player.rolled
        or player.reroll
        or len(player.stored) < 2
        or (seat == state.active and state.turn.pending)
    ):
        return False
    return not player.resolving or (state.on("reroll_during_resolve") and seat == state.active)


def window_asks(state: State) -> tuple[Ask, ...]:
    """What each player may or must do with stored dice now, whoever's turn it is."""
    found: list[Ask] = []
    for seat, player in state.players.items():
        if not player.stored:
            continue
        if not player.rolled:
            found.append(_roll_ask(state, seat, player))
        elif player.reroll:
            found.append(_reroll_stage_ask(state, seat, player))
        elif may_reroll(state, seat):
            found.append(_reroll_ask(state, seat, player))
    return tuple(found)


def _roll_ask(state: State, seat: str, player: Player) -> Ask:
    waiting = tuple(player.stored[at] for at in unrolled(player))
    mine = seat == state.active
    return Roll(
        id=f"{state.round}.{seat}.{len(waiting)}:roll",
        say=say("rk.ask.roll" if mine else "rk.ask.roll_early", seat=name_of(seat), n=len(waiting)),
        seats=(seat,),
        zone="tray",
        dice=dice_wanted(state, waiting),
        least=1 if state.on("roll_piecemeal") else None,
        optional=not mine,
    )


def roll(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Rolled)
    seat = seat_of_ask(answer.ask)
    state, player = story.state, story.state.players[seat]
    stored = thrown(state, player.stored, unrolled(player), answer.answer)
    is_done = all(die[1] != "?" for die in stored)
    state = with_player(state, seat, stored=stored, rolled=is_done)
    if is_done and seat == state.active and state.step == "T1":
        state = replace(state, step="T2")
    story.tell(state, "rk.log.rolled", about=(seat,), seat=name_of(seat), dice=dice_say(stored))


def _reroll_ask(state: State, seat: str, player: Player) -> Ask:
    return Choose(
        id=f"{state.round}.{seat}.{player.rerolls}:reroll",
        say=say("rk.ask.reroll", seat=name_of(seat)),
        seats=(seat,),
        options=tuple(die_option(state, at, die) for at, die in enumerate(player.stored)),
        optional=True,
    )


def _reroll_stage_ask(state: State, seat: str, player: Player) -> Ask:
    occasion = f"{state.round}.{seat}.{player.rerolls}:reroll"
    if player.reroll == "which":
        return Choose(
            id=f"{occasion}.which",
            say=say("rk.ask.reroll_which", seat=name_of(seat)),
            seats=(seat,),
            options=tuple(die_option(state, at, die) for at, die in enumerate(player.stored)),
            least=0 if state.on("reroll_zero") else 1,
            most=len(player.stored),
        )
    again = tuple(player.stored[at] for at in player.thrown)
    return Roll(
        id=f"{occasion}.throw",
        say=say("rk.ask.reroll_throw", seat=name_of(seat), n=len(again)),
        seats=(seat,),
        zone="tray",
        dice=dice_wanted(state, again),
    )


def pay_reroll(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Chosen)
    seat, at = seat_of_ask(answer.ask), int(answer.answer.options[0]) - 1
    state, player = story.state, story.state.players[seat]
    die, stored = player.stored[at], player.stored[:at] + player.stored[at + 1 :]
    state = to_bag(
        with_player(state, seat, stored=stored, rerolls=player.rerolls + 1, reroll="which"), die
    )
    if seat == state.active:
        state = with_turn(state, aim=NO_DIE, acts=state.turn.acts + 1)
    story.tell(state, "rk.log.paid", about=(seat,), seat=name_of(seat), die=die_say(die))


def choose_rerolled(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Chosen)
    seat = seat_of_ask(answer.ask)
    positions = tuple(sorted(int(option) - 1 for option in answer.answer.options))
    state = with_player(story.state, seat, thrown=positions, reroll="throw" if positions else "")
    if positions:
        story.keep(state)
    else:
        story.tell(state, "rk.log.reroll_none", about=(seat,), seat=name_of(seat))


def throw_again(story: Telling, answer: Answer) -> None:
    assert isinstance(answer.answer, Rolled)
    seat = seat_of_ask(answer.ask)
    state, player = story.state, story.state.players[seat]
    stored = thrown(state, player.stored, player.thrown, answer.answer)
    again = tuple(stored[at] for at in player.thrown)
    state = with_player(state, seat, stored=stored, thrown=(), reroll="")
    story.tell(state, "rk.log.rerolled", about=(seat,), seat=name_of(seat), dice=dice_say(again))


def can_draw(state: State, number: int) -> int:
    """How many dice the bag still gives."""
    return min(number, bag_count(state))
