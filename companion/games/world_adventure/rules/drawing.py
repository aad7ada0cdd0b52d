"""Chance that people draw: awakening markers with the die for a place (A1), turn markers among tied
players (A2).
"""

from msgspec.structs import replace

from companion.games.world_adventure.rules.asking import (
    choose_ask,
    dice_ask,
    marker_ask,
    nation_name,
)
from companion.games.world_adventure.rules.changes import pop, push, swap_top
from companion.games.world_adventure.state import Frame, GameStory, State
from companion.kit.asks import Option
from companion.kit.say import name_of, say
from companion.kit.steps import Asks, Reply, Step


def draw_outer(story: GameStory, then: Frame) -> None:
    """A random outer territory by marker and die; `then` goes on with the territory in `names`."""
    push(story, Frame("A1", then.seat, then.what or then.step), then)


def _ask_outer(state: State, frame: Frame) -> Asks:
    what = say(f"wa.draw.{frame.what.partition(':')[0]}")
    if not frame.names:
        return (marker_ask(state, "A1.marker", frame.seat, what=what),)
    ask = dice_ask(state, "A1.die", 1, frame.seat, what=what)
    return (
        replace(
            ask, say=say("wa.ask.A1_die", what=what, nation=nation_name(state, frame.names[0]))
        ),
    )


def _nation_drawn(story: GameStory, frame: Frame, reply: Reply) -> None:
    swap_top(story, replace(frame, names=(reply.cards[0].id,)))


def _place_rolled(story: GameStory, frame: Frame, reply: Reply) -> None:
    territory = f"{frame.names[0]}.{reply.pips[0]}"
    pop(story)
    then = story.state.stack[-1]
    swap_top(story, replace(then, names=(*then.names, territory)))


def draw_among(story: GameStory, tied: tuple[str, ...], then: Frame) -> None:
    """Turn markers of the tied players are mixed and one is drawn; `then` goes on with that seat in
    `names`.
    """
    push(story, Frame("A2", names=tied), then)


def _ask_among(state: State, frame: Frame) -> Asks:
    options = tuple(
        Option(seat, say("wa.do.seat", seat=name_of(seat)), seat=seat) for seat in frame.names
    )
    return (choose_ask(state, "A2", options),)


def _drawn_among(story: GameStory, _frame: Frame, reply: Reply) -> None:
    drawn = reply.choice
    pop(story)
    then = story.state.stack[-1]
    swap_top(story, replace(then, names=(*then.names, drawn)))


STEPS = {
    "A1": Step(_ask_outer),
    "A1.marker": Step(take=_nation_drawn),
    "A1.die": Step(take=_place_rolled),
    "A2": Step(_ask_among, _drawn_among),
}
