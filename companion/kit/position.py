"""Positions: a game begun without us, as readable data in the game's words. What is left out has
its starting value.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import chain
from typing import Any

import msgspec

from companion.kit.events import to_plain
from companion.kit.game import Game, Name, Options, Seats
from companion.kit.intents import Answer
from companion.kit.play import answered, what_must_hold
from companion.kit.players import Chance, Rehearsal, pick
from companion.kit.say import Say, say
from companion.kit.seats import order_of
from companion.kit.story import RuleError, refuse

REHEARSED = 20  # answers tried out from a position before it is accepted
PATIENCE = 60  # answers refused in a row before nobody can go on
ALIKE = 0.45  # names are short: T9 for T2
MOST_LISTED = 12  # names; a longer list would hide the one that is meant
_NOT_PART = ("pack", "options", "seats")  # given beside the position, not in it


def arranged(
    game: Game[Any], options: Options, seats: Seats, pack: Any, position: dict[str, Any] | None
) -> Any:
    """The starting state with the position laid over it; refused if it is none of this game's."""
    start = game.setup(complete(game, options), seats, pack)
    state = _moved(start, position) if position else start
    if position:
        _check_names(game, state, start)
        with _told_as_position():
            state = game.derived(state, position)
    with _told_as_position():
        broken = game.broken(state)
    if broken:
        raise refuse("bad_position", "kit.refused.broken", what=what_must_hold(game, broken))
    if position:
        with _told_as_position():
            _look_at(game, state)
            _play_on(game, state)
    return state


def _check_names(game: Game[Any], state: Any, start: Any) -> None:
    """Whatever a position names must exist: its steps, seats, cards and places."""
    for path, value, known in chain(_common_names(game, state, start), game.names(state)):
        if value not in known:
            raise unknown_name(path, value, known)


def _common_names(game: Game[Any], state: Any, start: Any) -> Iterator[Name]:
    yield from (("players", seat, order_of(start)) for seat in getattr(state, "players", ()))
    if game.steps:
        yield "step", state.step, game.steps
        for at, pending in enumerate(getattr(state, "stack", ())):
            yield f"stack.{at}.step", pending.step, game.steps


def unknown_name(path: str, value: str, known: Collection[str]) -> RuleError:
    """Names the place, what stands there, and what was probably meant."""
    near = get_close_matches(str(value), [str(one) for one in known], 1, ALIKE)
    hint: Say | None = say("kit.refused.did_you_mean", name=near[0]) if near else None
    if hint is None and 0 < len(known) <= MOST_LISTED:
        hint = say("kit.refused.one_of", names=", ".join(str(one) for one in known))
    shown = str(value) or '""'
    return refuse("bad_position", "kit.refused.no_such_name", path=path, value=shown, hint=hint)


@contextmanager
def _told_as_position() -> Iterator[None]:
    """Rules meet only positions they can think about: what they stumble over is refused now, not
    found out by whoever plays on.
    """
    try:
        yield
    except RuleError as error:
        raise refuse("bad_position", error.say, hint=error.hint) from None
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise refuse("bad_position", "kit.refused.position", what=what) from error


def _look_at(game: Game[Any], state: Any) -> None:
    for seat in (None, *order_of(state)):
        game.view(state, seat)
    game.handles(state)
    game.where(state)


def _play_on(game: Game[Any], state: Any) -> None:
    """Somebody must be able to go on from here, and some answers later still."""
    chance = Rehearsal()
    for _ in range(REHEARSED):
        if game.outcome(state) is not None:
            return
        state = _after_any_answer(game, state, chance)


def _after_any_answer(game: Game[Any], state: Any, chance: Chance) -> Any:
    asks = game.asks(state)
    must = tuple(ask for ask in asks if not ask.optional)
    for _ in range(PATIENCE if must else 0):
        ask = pick(chance, must)
        value = game.answer_like_a_player(state, ask, chance)
        waiting = [seat for seat in ask.seats if seat not in getattr(ask, "done", ())]
        answer = Answer(id="", ask=ask.id, answer=value, seat=waiting[0] if waiting else None)
        try:
            return answered(game, state, answer, asks).state
        except RuleError:
            continue
    step = str(getattr(state, "step", ""))
    raise refuse("bad_position", "kit.refused.nothing_to_answer", path="step", value=step)


def complete(game: Game[Any], options: Options) -> dict[str, int | str]:
    """The options given, checked, with the defaults for the rest."""
    specs = {spec.name: spec for spec in game.options}
    for name, value in options.items():
        if name not in specs:
            raise refuse("no_such_option", "kit.refused.no_such_option", option=name)
        if not specs[name].accepts(value):
            raise refuse("no_such_option", "kit.refused.option_value", option=name, value=value)
    return {name: options.get(name, spec.default) for name, spec in specs.items()}


def _moved(state: Any, position: dict[str, Any]) -> Any:
    """The state with just these fields changed; the rest, the pack above all, is shared."""
    kinds = {
        field.name: field.type
        for field in msgspec.structs.fields(state)
        if field.name not in _NOT_PART
    }
    changed: dict[str, Any] = {}
    for name, given in position.items():
        if name not in kinds:
            raise refuse("bad_position", "kit.refused.position", what=str(name))
        plain = _laid_over(to_plain(getattr(state, name)), given)
        try:
            changed[name] = msgspec.convert(plain, kinds[name], strict=False)
        except msgspec.ValidationError as error:
            key = _first_wrong(plain, kinds[name])
            raise _of_another_kind(name + key, str(error)) from None
        unknown = _not_taken(changed[name], given, name)
        if unknown:
            raise refuse("bad_position", "kit.refused.position", what=unknown)
    return msgspec.structs.replace(state, **changed)


def _first_wrong(plain: Any, kind: Any) -> str:
    """The key whose value does not fit; msgspec only says that it is one of them."""
    for key, value in plain.items() if isinstance(plain, dict) else ():
        try:
            msgspec.convert({key: value}, kind, strict=False)
        except msgspec.ValidationError as error:
            return f".{key}" if "$[...]" in str(error) else ""
    return ""


def _of_another_kind(name: str, told: str) -> RuleError:
    """Where it stands, as other refusals say it: `players.red.soldiers.0.slot`."""
    what, _, place = told.partition(" - at `$")
    inside = place.rstrip("`").replace("[...]", "").replace("[", ".").replace("]", "")
    missing = what.partition("missing required field `")[2].rstrip("`")
    path = f"{name}{inside}.{missing}" if missing else name + inside
    return refuse("bad_position", "kit.refused.position", what=f"{path}: {what}", path=path)


def _laid_over(plain: Any, given: Any) -> Any:
    if not (isinstance(plain, dict) and isinstance(given, dict)):
        return given
    return plain | {
        key: _laid_over(plain[key], value) if key in plain else value
        for key, value in given.items()
    }


def _not_taken(value: Any, given: Any, path: str) -> str:
    """The first word of the position that no field has taken: a misspelling must not pass in
    silence.
    """
    if not isinstance(given, dict):
        return ""
    if isinstance(value, msgspec.Struct):
        tag, value = value.__struct_config__.tag_field, msgspec.structs.asdict(value)
        unknown = next((key for key in given if key not in value and key != tag), None)
        if unknown is not None:
            return f"{path}.{unknown}"
    inner = value if isinstance(value, dict) else {}
    return next(
        (
            wrong
            for key in inner
            if (wrong := _not_taken(inner[key], given.get(key), f"{path}.{key}"))
        ),
        "",
    )


def position_of(game: Game[Any], state: Any) -> dict[str, Any]:
    """The state as a position: what differs from a fresh game of these people, cards, options."""
    fresh = game.setup(state.options, state.seats, getattr(state, "pack", None))
    now, then = to_plain(state), to_plain(fresh)
    return {key: value for key, value in now.items() if key not in _NOT_PART and value != then[key]}
