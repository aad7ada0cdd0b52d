"""Positions: a game begun without us, as readable data in the game's words. What is left out has
its starting value.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import chain
from typing import Any

import msgspec
from msgspec.inspect import (
    DictType,
    LiteralType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from companion.kit.events import to_plain
from companion.kit.game import Game, Name, Options, Seats
from companion.kit.intents import Answer
from companion.kit.names import check_seats
from companion.kit.play import answered, what_must_hold
from companion.kit.players import Chance, Rehearsal, pick
from companion.kit.say import Say, say
from companion.kit.seats import order_of
from companion.kit.story import RuleError, refuse

REHEARSED = 20  # answers tried out from a position before it is accepted
PATIENCE = 60  # answers refused in a row before nobody can go on
ALIKE = 0.45  # names are short: T9 for T2
MOST_LISTED = 12  # names; a longer list would hide the one that is meant
# What a decoder says of a value of another kind, in the words of JSON.
KINDS = re.compile(
    r"Expected `(int|str|bool|array|object)(?: \| null)?`, "
    r"got `(int|float|str|bool|array|object|null)`"
)
WORD = re.compile(r"Invalid enum value '(.*)'")
PLACE = re.compile(r"\.(\w+)|\[(\d+)\]|(\[\.\.\.\])")
_NOT_PART = ("pack", "options", "seats")  # given beside the position, not in it


def arranged(
    game: Game[Any], options: Options, seats: Seats, pack: Any, position: dict[str, Any] | None
) -> Any:
    """The starting state with the position laid over it; refused if it is none of this game's."""
    check_seats([seat.id for seat in seats])
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
    shown, hint = str(value) or '""', _meant(str(value), known)
    return refuse("bad_position", "kit.refused.no_such_name", path=path, value=shown, hint=hint)


def _meant(value: str, known: Collection[str]) -> Say | None:
    """The name that is nearest, else all there are where they are few."""
    names = [str(one) for one in known]
    near = get_close_matches(value, names, 1, ALIKE)
    if near:
        return say("kit.refused.did_you_mean", name=near[0])
    few = 0 < len(names) <= MOST_LISTED
    return say("kit.refused.one_of", names=", ".join(names)) if few else None


@contextmanager
def _told_as_position() -> Iterator[None]:
    """Rules meet only positions they can think about: what they stumble over is refused now, not
    found out by whoever plays on.
    """
    try:
        yield
    except RuleError as error:
        raise refuse("bad_position", error.say, hint=error.hint) from None
    except KeyError as error:
        value = str(error.args[0]) or '""'
        raise refuse("bad_position", "kit.refused.nowhere", value=value) from error
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
            raise _no_such_fact(str(name), str(name), kinds)
        plain = _laid_over(to_plain(getattr(state, name)), given)
        try:
            changed[name] = msgspec.convert(plain, kinds[name], strict=False)
        except msgspec.ValidationError as error:
            what, _, place = str(error).partition(" - at `$")
            way = _place_of(plain, kinds[name], place)
            words = _words_at(type_info(kinds[name]), way)
            raise _of_another_kind(".".join((name, *way)), what, words) from None
        _check_taken(changed[name], given, name)
    return msgspec.structs.replace(state, **changed)


def _place_of(plain: Any, kind: Any, place: str) -> list[str]:
    """The way to a value that does not fit, key by key. Of a key that is not a field's name msgspec
    only says that it is one of them (`[...]`): it is the one that fails alone.
    """
    way: list[str] = []
    spot, root = plain, plain
    for field, index, some_key in PLACE.findall(place):
        key = next((key for key in spot if _fails(root, kind, way, key)), "") if some_key else field
        way.append(str(key or index))
        spot = spot[int(index)] if index else spot.get(key)
    return way


def _fails(root: Any, kind: Any, way: list[str], key: str) -> bool:
    """Whether it still does not fit with only this key of the map at the end of the way."""
    alone = to_plain(root)
    spot = alone
    for step in way:
        spot = spot[int(step)] if isinstance(spot, list) else spot[step]
    for other in [other for other in spot if other != key]:
        del spot[other]
    try:
        msgspec.convert(alone, kind, strict=False)
    except msgspec.ValidationError:
        return True
    return False


def _words_at(kind: Type, way: Sequence[str]) -> tuple[str, ...]:
    """The words that may stand there; none: any, or no word at all."""
    match kind:
        case UnionType(types=types):
            return tuple(chain.from_iterable(_words_at(one, way) for one in types))
        case LiteralType(values=values) if not way:
            return tuple(map(str, values))
        case StructType(fields=facts) if way:
            inner = next((fact.type for fact in facts if fact.encode_name == way[0]), None)
            return _words_at(inner, way[1:]) if inner is not None else ()
        case DictType(value_type=inner) | VarTupleType(item_type=inner) if way:
            return _words_at(inner, way[1:])
    return ()


def _of_another_kind(path: str, what: str, words: Collection[str]) -> RuleError:
    """Where it stands, as other refusals say it (`players.red.soldiers.0.slot`), and what belongs
    there.
    """
    other_word = WORD.fullmatch(what)
    if other_word is not None:
        return unknown_name(path, other_word[1], words)
    missing = what.partition("missing required field `")[2].rstrip("`")
    if missing:
        return refuse("bad_position", "kit.refused.missing", path=f"{path}.{missing}")
    kinds = KINDS.fullmatch(what)
    if kinds is None:
        return refuse("bad_position", "kit.refused.position", what=f"{path}: {what}", path=path)
    wanted, got = (say(f"kit.kind.{kind}") for kind in kinds.groups())
    return refuse("bad_position", "kit.refused.other_kind", path=path, wanted=wanted, got=got)


def _laid_over(plain: Any, given: Any) -> Any:
    if not (isinstance(plain, dict) and isinstance(given, dict)):
        return given
    return plain | {
        key: _laid_over(plain[key], value) if key in plain else value
        for key, value in given.items()
    }


def _check_taken(value: Any, given: Any, path: str) -> None:
    """Every word of the position is taken by a field: a misspelling must not pass in silence."""
    if not isinstance(given, dict):
        return
    if isinstance(value, msgspec.Struct):
        tag, value = value.__struct_config__.tag_field, msgspec.structs.asdict(value)
        for key in given:
            if key not in value and key != tag:
                raise _no_such_fact(f"{path}.{key}", key, value)
    inner = value if isinstance(value, dict) else {}
    for key in inner:
        _check_taken(inner[key], given.get(key), f"{path}.{key}")


def _no_such_fact(path: str, word: str, known: Collection[str]) -> RuleError:
    hint = _meant(word, known)
    return refuse("bad_position", "kit.refused.no_such_fact", what=path, hint=hint)


def position_of(game: Game[Any], state: Any) -> dict[str, Any]:
    """The state as a position: what differs from a fresh game of these people, cards, options."""
    fresh = game.setup(state.options, state.seats, getattr(state, "pack", None))
    now, then = to_plain(state), to_plain(fresh)
    return {key: value for key, value in now.items() if key not in _NOT_PART and value != then[key]}
