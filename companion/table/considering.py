"""What an intent would do to a game, decided without doing it. RuleError: it is refused."""

from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from companion.kit.events import fold
from companion.kit.game import Game
from companion.kit.intents import Adjust, Answer, Correct, Intent, Redo, Set, Undo
from companion.kit.play import adjusted, answered, option_set, value_at
from companion.kit.say import Say, say
from companion.kit.story import RuleError, Story, refuse
from companion.table.lines import Body, Difference, Line, Preview
from companion.table.replay import Replay, replayed
from companion.table.secrecy import kept_from
from companion.table.timeline import Pushed, Timeline

DEVICES = ("camera", "panel")  # which people know by name


def considered(game: Game[Any], timeline: Timeline, intent: Intent) -> tuple[Body, Any]:
    """The row to write and the state it leads to (None for undo and redo)."""
    state = timeline.state_at(len(timeline.lines))
    match intent:
        case Answer():
            try:
                return _told(game, intent, answered(game, state, intent))
            except RuleError as error:
                is_open = any(ask.id == intent.ask for ask in game.asks(state))
                raise error if is_open else _named_first(timeline, intent, error) from None
        case Adjust():
            return _told(game, intent, adjusted(game, state, intent))
        case Set():
            return _told(game, intent, option_set(game, state, intent))
        case Correct():
            replay = _replay(game, timeline, intent)
            _check_ending(game, state, intent, replay)
            return Body(intent, tail=replay.tail), replay.state
        case Undo():
            _check_undo(timeline, intent)
            return Body(_undo_of_deed(game, timeline, intent)), None
        case Redo():
            if not timeline.undone:
                raise refuse("nothing_to_redo", "kit.refused.nothing_to_redo")
            return Body(_redo_of_deed(game, timeline, intent)), None


def _told(game: Game[Any], intent: Intent, story: Story[Any]) -> tuple[Body, Any]:
    bent = tuple(error.say for error in story.bent)
    secret = kept_from(game, story.state, story.events)
    return Body(intent, tuple(story.events), bent, kept_from=secret), story.state


def _named_first(timeline: Timeline, answer: Answer, error: RuleError) -> RuleError:
    """A question that somebody has answered a moment before: who, and with what. A game has words
    of its own for people who ask twice, not for one who was second.
    """
    given = next((line for line in reversed(timeline.lines) if _answers(line, answer.ask)), None)
    if given is None or given.kept_from:
        return error  # what others may not know is not told them here either
    device = given.intent.device
    is_own = device == answer.device
    who = device if device in DEVICES else "you" if is_own else "others"
    did = tuple(event.why for event in given.events if event.why and event.only is None)
    is_explained = is_own and error.code != "not_asked"
    why = error.say if is_explained or not did else say(f"kit.refused.was_first.{who}", did=did[:2])
    hint = (error.hint if is_explained else None) or say("kit.refused.was_first.undo")
    return RuleError(error.code, why, hint, line=given.seq)


def _answers(line: Line, ask: str) -> bool:
    return isinstance(line.intent, Answer) and line.intent.ask == ask


def _check_undo(timeline: Timeline, undo: Undo) -> None:
    if undo.line is None and not timeline.done:
        raise refuse("nothing_to_undo", "kit.refused.nothing_to_undo")
    if undo.line is not None:
        timeline.index(undo.line)


def _undo_of_deed(game: Game[Any], timeline: Timeline, undo: Undo) -> Undo:
    """The last line, and with it those that only began what it finished. The line is written down,
    so that the journal needs no rules.
    """
    now = len(timeline.lines)
    if undo.line is not None or game.halfway(timeline.state_at(now)):
        return undo
    plain = takewhile(lambda step: isinstance(step, Pushed), reversed(timeline.done))
    first = now
    for _ in plain:
        first -= 1
        if not game.halfway(timeline.state_at(first)):
            break
    return replace(undo, line=timeline.lines[first].seq) if first < now - 1 else undo


def _redo_of_deed(game: Game[Any], timeline: Timeline, redo: Redo) -> Redo:
    """One line, and if that only begins a deed, on to where it is done."""
    state = timeline.state_at(len(timeline.lines))
    if redo.line is not None:
        return redo
    for step in reversed(timeline.undone):
        if not isinstance(step, Pushed):
            break
        redo = replace(redo, line=step.line.seq)
        state = step.state if step.state is not None else fold(state, step.line.events)
        if not game.halfway(state):
            break
    return redo


def _replay(game: Game[Any], timeline: Timeline, correct: Correct) -> Replay:
    index = timeline.index(correct.line)
    if not isinstance(timeline.lines[index].intent, Answer):
        raise refuse("not_an_answer", "kit.refused.not_an_answer", line=correct.line)
    befores = [timeline.state_at(at) for at in range(index, len(timeline.lines))]
    return replayed(game, timeline.lines[index:], befores, correct.answer)


def _check_ending(game: Game[Any], state: Any, correct: Correct, replay: Replay) -> None:
    """A correction that ends or reopens the game is made only after a yes."""
    ends = (game.outcome(state) is None) != (game.outcome(replay.state) is None)
    if ends and not correct.confirmed:
        raise refuse("confirm", "kit.refused.confirm_ending")


def previewed(game: Game[Any], timeline: Timeline, correct: Correct, seat: str | None) -> Preview:
    """As far as that viewer may know it."""
    replay = _replay(game, timeline, correct)
    now = timeline.state_at(len(timeline.lines))
    is_over = game.outcome(now) is not None
    will_be_over = game.outcome(replay.state) is not None
    before, after = game.known_to(now, seat), game.known_to(replay.state, seat)
    return Preview(
        _differences(game, before, after),
        moves_between(game, before, after),
        tuple(say for line in replay.tail for say in line.bent),
        replay.stops_at,
        ends_game=will_be_over and not is_over,
        reopens_game=is_over and not will_be_over,
    )


def _differences(game: Game[Any], before: Any, after: Any) -> tuple[Difference, ...]:
    old = {handle.id: value_at(before, handle.path) for handle in game.handles(before)}
    return tuple(
        Difference(handle.say, old.get(handle.id), value_at(after, handle.path), handle.seat)
        for handle in game.handles(after)
        if old.get(handle.id) != value_at(after, handle.path)
    )


def moves_between(game: Game[Any], before: Any, after: Any) -> tuple[Say, ...]:
    """The pieces to move on the real table, so that it agrees with the tracker again."""
    was, is_now = game.where(before), game.where(after)
    return tuple(is_now[piece] for piece in is_now if was.get(piece) != is_now[piece])
