"""Positions: a game begun without us, as readable data in the game's words. What is left out has
its starting value.
"""

from typing import Any

import msgspec

from companion.kit.events import to_plain
from companion.kit.game import Game, Options, Seats
from companion.kit.story import refuse

_NOT_PART = ("pack", "options", "seats")  # given beside the position, not in it


def arranged(
    game: Game[Any], options: Options, seats: Seats, pack: Any, position: dict[str, Any] | None
) -> Any:
    """The starting state with the position laid over it; refused if it is none of this game's."""
    state = game.setup(complete(game, options), seats, pack)
    if position:
        state = _moved(state, position)
    broken = game.broken(state)
    if broken:
        raise refuse("bad_position", "kit.refused.broken", what=broken)
    return state


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
            raise refuse("bad_position", "kit.refused.position", what=f"{name}: {error}") from None
        unknown = _not_taken(changed[name], given, name)
        if unknown:
            raise refuse("bad_position", "kit.refused.position", what=unknown)
    return msgspec.structs.replace(state, **changed)


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


def position_of(state: Any, start: Any) -> dict[str, Any]:
    """The state as a position: only what differs from the start of such a game."""
    now, then = to_plain(state), to_plain(start)
    return {key: value for key, value in now.items() if key not in _NOT_PART and value != then[key]}
