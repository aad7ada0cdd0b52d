"""The tables every common test is played at, examples that a game reads itself, and what tests say
about refusals.
"""

import importlib
from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple

from companion import games
from companion.exam.played import sizes
from companion.kit.say import Say
from companion.kit.story import RuleError

TABLES = [(game_id, players) for game_id in games.ids() for players in sizes(game_id)]


def invariants_named(refusal: RuleError) -> tuple[str, ...]:
    """The names of the invariants for whose sake a position or an adjustment is refused."""
    held = refusal.say.values.get("what", ())
    assert isinstance(held, tuple)
    return tuple(one.key.rpartition(".")[2] for one in held if isinstance(one, Say))


class OwnExample(NamedTuple):
    """An example that is no course of a game: `names` are its id and the rules it proves."""

    id: str
    names: tuple[str, ...]
    run: Callable[[], None]


def own_examples(game_id: str) -> list[OwnExample]:
    """Those that a game's tests read themselves, in `examples.py` of their folder."""
    place = f"tests.games.{game_id}.examples"
    found: list[OwnExample] = importlib.import_module(place).OWN if find_spec(place) else []
    return found
