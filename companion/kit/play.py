"""The steps every game takes the same way: an answer, a hand adjustment, an option. Each tells a
story or refuses.
"""

from typing import Any

import msgspec

from companion.kit.asks import Ask
from companion.kit.events import Path, diff
from companion.kit.fits import open_ask
from companion.kit.game import Game, Handle
from companion.kit.intents import Adjust, Answer, Set
from companion.kit.say import Say, Value, name_of, say
from companion.kit.seats import order_of
from companion.kit.story import RuleError, Story, refuse
from companion.kit.telling import told


def answered(
    game: Game[Any], state: Any, answer: Answer, asks: tuple[Ask, ...] | None = None
) -> Story[Any]:
    """What follows from the answer. RuleError: refused, nothing changes. `asks`: the open ones,
    where known already.
    """
    answer = game.spelt(answer)
    try:
        ask = open_ask(game.asks(state) if asks is None else asks, answer)
        story = game.decide(state, answer)
    except RuleError as error:
        raise game.explain(state, answer, error) from None
    if game.open and not story.events:
        story.tell(
            story.state, told(ask, answer.answer), about=(answer.seat,) if answer.seat else ()
        )
    story.end()
    return story


def adjusted(game: Game[Any], state: Any, adjust: Adjust) -> Story[Any]:
    """A tracker set by hand, logged with its reason; the game may add consequences or ask to
    confirm.
    """
    handle = next((handle for handle in game.handles(state) if handle.id == adjust.handle), None)
    if handle is None:
        raise refuse("no_such_handle", "kit.refused.no_such_handle", handle=adjust.handle)
    story: Story[Any] = Story(state)
    before = value_at(state, handle.path)
    if before != adjust.to:  # whatever is so already, by force or by a typed-in card, may stay so
        _check_value(handle, adjust.to)
    after = with_value(state, handle.path, adjust.to)
    about = (handle.seat,) if handle.seat else ()
    story.tell(
        after,
        "kit.adjusted",
        about=about,
        only=_knowing(game, after, handle.path),
        what=handle.say,
        old=_shown(game, state, before),
        new=_shown(game, state, adjust.to),
        was=before,
        reason=adjust.reason,
    )
    if before != adjust.to:
        game.adjusted(story, handle, adjust.confirmed)
    _check_breaks_nothing(game, state, story.state)
    story.end()
    return story


def _knowing(game: Game[Any], state: Any, path: Path) -> tuple[str, ...] | None:
    """The seats that know the value at this path; None: everybody does."""
    viewers = (None, *(seat.id for seat in state.seats))
    knowing = [one for one in viewers if _knows(game, state, one, path)]
    if len(knowing) == len(viewers):
        return None
    return tuple(seat for seat in knowing if seat is not None)


def _knows(game: Game[Any], state: Any, seat: str | None, path: Path) -> bool:
    known = game.known_to(state, seat)
    if known is state:
        return True
    changes = (change.path for change in diff(state, known))
    return not any(hidden[: len(path)] == path[: len(hidden)] for hidden in changes)


def _shown(game: Game[Any], state: Any, value: Any) -> Value:
    """A value as people read it: what it is called, somebody's name, a dash where nothing lies."""
    if value in order_of(state):
        return name_of(str(value))
    if value == "":
        return "–"
    return game.called(state).get(value, value) if isinstance(value, str) else value


def _check_breaks_nothing(game: Game[Any], before: Any, after: Any) -> None:
    """Only what this change breaks stands against it: what was so before, by a forced answer or a
    card as its owner typed it in, is how the table is.
    """
    broken = game.broken(after)
    known = game.broken(before) if broken else ()
    broken = tuple(name for name in broken if name not in known)
    if broken:
        raise refuse("breaks", "kit.refused.broken", what=what_must_hold(game, broken))


def what_must_hold(game: Game[Any], broken: tuple[str, ...]) -> tuple[Say, ...]:
    """The invariants of these names, in words: `<prefix>.broken.<name>`; behind a colon stands
    whose it is.
    """
    parts = (name.partition(":") for name in broken)
    return tuple(_must_hold(game.prefix, name, seat) for name, _, seat in parts)


def _must_hold(prefix: str, name: str, seat: str) -> Say:
    """A usual game's numbers have bounds without a sentence of their own (`number.score:red`)."""
    number = name.removeprefix("number.")
    if number == name:
        return say(f"{prefix}.broken.{name}", seat=name_of(seat))
    what = say(f"{prefix}.tracker.{number}")
    return (
        say("kit.broken.number_of", what=what, name=name_of(seat))
        if seat
        else say("kit.broken.number", what=what)
    )


def _check_value(handle: Handle, value: int | str) -> None:
    if handle.words:
        if value not in handle.words:
            raise refuse("no_such_option", "kit.refused.no_such_option", option=str(value) or "–")
    elif (
        not isinstance(value, int)
        or value < handle.least
        or (handle.most is not None and value > handle.most)
    ):
        most = "∞" if handle.most is None else handle.most
        raise refuse(handle.code, "kit.refused.between", have=value, least=handle.least, most=most)


def option_set(game: Game[Any], state: Any, change: Set) -> Story[Any]:
    spec = next((spec for spec in game.options if spec.name == change.option), None)
    if spec is None:
        raise refuse("no_such_option", "kit.refused.no_such_option", option=change.option)
    if not spec.live:
        raise refuse("only_at_setup", "kit.refused.only_at_setup", option=change.option)
    if not spec.accepts(change.to):
        raise refuse(
            "no_such_option", "kit.refused.option_value", option=change.option, value=change.to
        )
    story: Story[Any] = Story(state)
    after = with_value(state, ("options", change.option), change.to)
    story.tell(after, "kit.option_set", option=change.option, value=change.to)
    game.option_changed(story, change.option)
    story.end()
    return story


def value_at(state: Any, path: Path) -> Any:
    for step in path:
        state = getattr(state, str(step)) if isinstance(state, msgspec.Struct) else state[step]
    return state


def with_value(state: Any, path: Path, value: Any) -> Any:
    """A copy of the state with the value at `path` replaced; everything else is shared."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(state, msgspec.Struct):
        return msgspec.structs.replace(
            state, **{str(step): with_value(getattr(state, str(step)), rest, value)}
        )
    if isinstance(state, dict):
        return {**state, step: with_value(state[step], rest, value)}
    at = int(step)
    return (*state[:at], with_value(state[at], rest, value), *state[at + 1 :])
