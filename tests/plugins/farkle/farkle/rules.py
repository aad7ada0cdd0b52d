"""The rules of Farkle: what scores, and the three questions of a turn."""

from collections import Counter
from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.kit.asks import Ask, Choose, DieWanted, Option, Roll
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import PlainStep, Reply, Step
from companion.kit.story import Story, refuse
from companion.kit.usual import TurnState, ask_id, next_turn

DICE = 6
ALONE = {1: 100, 5: 50}
TRIPLE = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
ALL_SIX = 1500  # a straight, or three pairs


class Player(msgspec.Struct, frozen=True):
    score: Annotated[int, msgspec.Meta(ge=0)] = 0


class State(TurnState, frozen=True, kw_only=True):
    players: dict[str, Player]
    kept: int = 0  # points of this turn, not safe yet
    left: Annotated[int, msgspec.Meta(ge=0, le=DICE)] = DICE  # dice to roll
    rolled: tuple[int, ...] = ()
    last: str = ""  # who reached the goal: everybody else has one turn more


def sets_in(dice: tuple[int, ...]) -> dict[str, int]:
    """What scores in a roll, as the dice of each set in order, with its points (FK-02)."""
    counts = Counter(dice)
    if len(dice) == DICE and (len(counts) == DICE or sorted(counts.values()) == [2, 2, 2]):
        return {_written(dice): ALL_SIX}
    found: dict[str, int] = {}
    for face, number in sorted(counts.items()):
        if number >= 3:
            found[str(face) * number] = TRIPLE[face] * 2 ** (number - 3)
        elif face in ALONE:
            found |= {str(face) * many: ALONE[face] * many for many in range(1, number + 1)}
    return found


def _written(dice: tuple[int, ...]) -> str:
    return "".join(str(face) for face in sorted(dice))


def ask_roll(state: State, _step: PlainStep) -> tuple[Ask, ...]:
    words = say("fk.ask.roll", name=name_of(state.turn), n=state.left)
    dice = (DieWanted(count=state.left),)
    return (Roll(id=ask_id(state), say=words, seats=(state.turn,), zone="tray", dice=dice),)


def take_roll(story: Story[State], _step: PlainStep, reply: Reply) -> None:
    state, who = story.state, name_of(story.state.turn)
    dice = _written(reply.pips)
    if sets_in(reply.pips):
        rolled = replace(state, rolled=reply.pips, step="keep")
        story.tell(rolled, "fk.rolled", name=who, dice=dice)
    else:
        story.tell(_passed(state), "fk.farkle", name=who, dice=dice, lost=state.kept)


def ask_keep(state: State, _step: PlainStep) -> tuple[Ask, ...]:
    sets = sets_in(state.rolled)
    options = tuple(Option(dice, say("fk.set", dice=dice, n=n)) for dice, n in sets.items())
    words = say("fk.ask.keep", name=name_of(state.turn))
    most = len({dice[0] for dice in sets})
    return (Choose(id=ask_id(state), say=words, seats=(state.turn,), options=options, most=most),)


def take_keep(story: Story[State], _step: PlainStep, reply: Reply) -> None:
    state, sets = story.state, sets_in(story.state.rolled)
    faces = [dice[0] for dice in reply.options]
    if len(set(faces)) < len(faces):
        raise refuse("FK-E1", "fk.refused.twice")
    kept = state.kept + sum(sets[dice] for dice in reply.options)
    left = state.left - sum(len(dice) for dice in reply.options)
    after = replace(state, kept=kept, left=left or DICE, rolled=(), step="dare")
    story.tell(after, "fk.kept", name=name_of(state.turn), dice=reply.options, points=kept)


def ask_dare(state: State, _step: PlainStep) -> tuple[Ask, ...]:
    opening, score = int(state.options["opening"]), state.players[state.turn].score
    closed = say("fk.refused.opening", n=opening) if score == 0 and state.kept < opening else None
    options = (
        Option("roll", say("fk.roll_on", n=state.left), button=1),
        Option("bank", say("fk.bank", n=state.kept), why_not=closed, rule="FK-E2", button=2),
    )
    words = say("fk.ask.dare", name=name_of(state.turn), points=state.kept)
    return (Choose(id=ask_id(state), say=words, seats=(state.turn,), options=options),)


def take_dare(story: Story[State], _step: PlainStep, reply: Reply) -> None:
    state = story.state
    if reply.choice == "roll":
        return story.keep(replace(state, step="roll"))
    score = state.players[state.turn].score + state.kept
    is_first = not state.last and score >= int(state.options["goal"])
    banked = replace(with_player(state, state.turn, score=score), kept=0)
    last = state.turn if is_first else state.last
    after = _passed(replace(banked, last=last))
    return story.tell(after, "fk.banked", name=name_of(state.turn), points=state.kept)


def _passed(state: State) -> State:
    return replace(next_turn(state, "roll"), kept=0, left=DICE, rolled=())


def is_over(state: State) -> bool:
    """Everybody else had a turn after the goal was reached: it is that player's turn again."""
    return state.last == state.turn


STEPS = {
    "roll": Step(ask_roll, take_roll),
    "keep": Step(ask_keep, take_keep),
    "dare": Step(ask_dare, take_dare),
}
