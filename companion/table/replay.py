"""Replaying the lines after a corrected answer. Later answers are facts of the table, kept while
their ask exists.

Confirmations are no facts: one that is no longer asked is passed over, and where nothing but
confirmations is asked they are given, so that a correction on day 2 does not lose the tokens read
on day 3.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from companion.kit.asks import Ready
from companion.kit.game import Game
from companion.kit.intents import Adjust, Answer, AnswerValue, Readied, Set
from companion.kit.play import adjusted, answered, option_set, value_at
from companion.kit.story import RuleError, Story
from companion.table.lines import Line
from companion.table.secrecy import kept_from

KEPT = "kept"
MOST_CONFIRMATIONS = 40


@dataclass(frozen=True, slots=True)
class Replay:
    """The new lines, the state they lead to, and the line (if any) whose ask no longer exists."""

    tail: tuple[Line, ...]
    state: Any
    stops_at: int | None


def replayed(game: Game[Any], lines: list[Line], befores: list[Any], right: AnswerValue) -> Replay:
    """`befores` are the states before each of the lines as they were first played."""
    first = lines[0].intent
    assert isinstance(first, Answer)
    story = answered(game, befores[0], msgspec.structs.replace(first, answer=right))
    intent = msgspec.structs.replace(first, answer=right)
    tail = [_line(game, lines[0], intent, story, corrected=True)]
    for line, before in zip(lines[1:], befores[1:], strict=True):
        try:
            story = _again(game, story.state, line, before)
        except RuleError:
            return Replay(tuple(tail), story.state, line.seq)
        tail.append(_line(game, line, line.intent, story, corrected=line.corrected))
    return Replay(tuple(tail), story.state, None)


def _line(game: Game[Any], line: Line, intent: Any, story: Story[Any], *, corrected: bool) -> Line:
    bent = tuple(error.say for error in story.bent)
    secret = kept_from(game, story.state, story.events)
    return Line(line.seq, intent, tuple(story.events), bent, line.at, corrected, secret)


def _again(game: Game[Any], state: Any, line: Line, before: Any) -> Story[Any]:
    intent = line.intent
    if isinstance(intent, Answer):
        return _kept(game, state, msgspec.structs.replace(intent, force=intent.force or KEPT))
    if isinstance(intent, Adjust):
        return adjusted(game, state, _same_step(game, state, intent, before))
    assert isinstance(intent, Set)
    return option_set(game, state, intent)


def _kept(game: Game[Any], state: Any, answer: Answer) -> Story[Any]:
    """The same answer again, after whatever must be confirmed before it is asked."""
    story = _confirmed_up_to(game, state, answer.ask)
    if story is None and isinstance(answer.answer, Readied):
        return Story(state)
    if story is not None:
        _go_on(story, answered(game, story.state, answer))
        return story
    return answered(game, state, answer)


def _confirmed_up_to(game: Game[Any], state: Any, ask_id: str) -> Story[Any] | None:
    """Gives confirmations as long as nothing else is asked; None: the ask is not
    reached that way.
    """
    story: Story[Any] = Story(state, KEPT)
    for _ in range(MOST_CONFIRMATIONS):
        asks = game.asks(story.state)
        if any(ask.id == ask_id for ask in asks):
            return story
        ready = next((ask for ask in asks if not ask.optional), None)
        if not isinstance(ready, Ready) or not all(isinstance(ask, Ready) for ask in asks):
            return None
        seat = next((seat for seat in ready.seats if seat not in ready.done), None)
        _go_on(
            story,
            answered(game, story.state, Answer(id=KEPT, ask=ready.id, answer=Readied(), seat=seat)),
        )
    return None


def _go_on(story: Story[Any], further: Story[Any]) -> None:
    story.events += further.events
    story.bent += further.bent
    story.state = further.state


def _same_step(game: Game[Any], state: Any, adjust: Adjust, before: Any) -> Adjust:
    """An adjustment by hand survives as the step it was (+2), not as the number it led to."""
    handle = next((handle for handle in game.handles(state) if handle.id == adjust.handle), None)
    if handle is None or not isinstance(adjust.to, int):
        return adjust
    then, now = value_at(before, handle.path), value_at(state, handle.path)
    to = max(handle.least, now + adjust.to - then)
    to = to if handle.most is None else min(handle.most, to)
    return msgspec.structs.replace(adjust, to=to, confirmed=True)
