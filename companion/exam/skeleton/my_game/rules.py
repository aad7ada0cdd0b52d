"""The rules: what is known, what each step asks, and what an answer does."""

import msgspec
from msgspec.structs import replace

from companion.kit.asks import Ask, Choose, DieWanted, Option, Roll
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import PlainStep, Reply, Step
from companion.kit.story import Story
from companion.kit.usual import TurnState, ask_id, next_turn

GOAL = 50


class Player(msgspec.Struct, frozen=True):
    """Whole numbers are trackers by themselves; the first one counts."""

    score: int = 0


class State(TurnState, frozen=True, kw_only=True):
    players: dict[str, Player]
    risked: int = 0  # points of this turn


def ask_roll(state: State, _step: PlainStep) -> tuple[Ask, ...]:
    words = say("mg.ask.roll", name=name_of(state.turn))
    dice = (DieWanted(),)
    return (Roll(id=ask_id(state), say=words, seats=(state.turn,), zone="tray", dice=dice),)


def take_roll(story: Story[State], _step: PlainStep, reply: Reply) -> None:
    state, who = story.state, name_of(story.state.turn)
    (pips,) = reply.pips
    if pips == 1:
        lost = replace(next_turn(state, "roll"), risked=0)
        return story.tell(lost, "mg.lost", name=who, n=state.risked)
    more = replace(state, risked=state.risked + pips, step="stop")
    return story.tell(more, "mg.rolled", name=who, n=pips)


def ask_stop(state: State, _step: PlainStep) -> tuple[Ask, ...]:
    options = (
        Option("roll", say("mg.roll_on"), button=1),
        Option("stop", say("mg.stop", n=state.risked), button=2),
    )
    words = say("mg.ask.stop", name=name_of(state.turn))
    return (Choose(id=ask_id(state), say=words, seats=(state.turn,), options=options),)


def take_stop(story: Story[State], _step: PlainStep, reply: Reply) -> None:
    state = story.state
    if reply.choice == "roll":
        return story.keep(replace(state, step="roll"))
    score = state.players[state.turn].score + state.risked
    kept = replace(with_player(state, state.turn, score=score), risked=0)
    after = kept if score >= GOAL else next_turn(kept, "roll")
    return story.tell(after, "mg.kept", name=name_of(state.turn), n=state.risked)


def is_over(state: State) -> bool:
    return any(player.score >= GOAL for player in state.players.values())


STEPS = {"roll": Step(ask_roll, take_roll), "stop": Step(ask_stop, take_stop)}
