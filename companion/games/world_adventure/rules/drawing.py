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
from companion.games.world_adventure.rules.changes import cards, choice, pips, pop, push, swap_top
from companion.games.world_adventure.state import Frame, GameStory, State
from companion.kit.asks import Ask, Option
from companion.kit.intents import Answer
from companion.kit.say import name_of, say


def draw_outer(story: GameStory, then: Frame) -> None:
    """A random outer territory by marker and die; `then` goes on with the territory in `names`."""
    push(story, Frame("A1", then.seat, then.what or then.step), then)


def _ask_outer(state: State, frame: Frame) -> tuple[Ask, ...]:
    what = say(f"wa.draw.{frame.what.partition(':')[0]}")
    if not frame.names:
        return (marker_ask(state, "A1.marker", frame.seat, what=what),)
    ask = dice_ask(state, "A1.die", 1, frame.seat, what=what)
    return (
        replace(
            ask, say=say("wa.ask.A1_die", what=what, nation=nation_name(state, frame.names[0]))
        ),
    )


def _drawn_outer(story: GameStory, frame: Frame, part: str, answer: Answer) -> None:
    if part == "marker":
        swap_top(story, replace(frame, names=(cards(answer)[0].id,)))
        return
    territory = f"{frame.names[0]}.{pips(answer)[0]}"
    pop(story)
    then = story.state.stack[-1]
    swap_top(story, replace(then, names=(*then.names, territory)))


def draw_among(story: GameStory, tied: tuple[str, ...], then: Frame) -> None:
    """Turn markers of the tied players are mixed and one is drawn; `then` goes on with that seat in
    `names`.
    """
    push(story, Frame("A2", names=tied), then)


def _ask_among(state: State, frame: Frame) -> tuple[Ask, ...]:
    options = tuple(
        Option(seat, say("wa.do.seat", seat=name_of(seat)), seat=seat) for seat in frame.names
    )
    return (choose_ask(state, "A2", options),)


def _drawn_among(story: GameStory, _frame: Frame, _part: str, answer: Answer) -> None:
    drawn = choice(answer)
    pop(story)
    then = story.state.stack[-1]
    swap_top(story, replace(then, names=(*then.names, drawn)))


ASKS = {"A1": _ask_outer, "A2": _ask_among}
ANSWERS = {"A1": _drawn_outer, "A2": _drawn_among}
