"""The games. Ours are one folder each: pure rules, packs, texts, examples; they import the kit and
nothing else of ours. Others come from outside: an installed package that names its game under the
entry point `tableside.games`, or a folder that the owner has allowed (`look_in`).

A game is found by being there; no list names it.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from typing import Any

from companion.errors import SetupError
from companion.kit.game import Game

GROUP = "tableside.games"


def ids() -> tuple[str, ...]:
    outside = {*_found_here(), *_installed()} - _ours()
    return tuple(sorted(_ours() | {one for one in outside if not _fault(one)}))


def faults() -> dict[str, str]:
    """Games from outside that cannot be loaded, and why. The others are played without them."""
    found = {one: _fault(one) for one in sorted({*_found_here(), *_installed()} - _ours())}
    return {one: what for one, what in found.items() if what}


@cache
def find(game_id: str) -> Game[Any]:
    package = _package(game_id)
    try:
        game: Game[Any] = importlib.import_module(package).GAME
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise SetupError(f"The game {game_id!r} cannot be loaded: {what}") from error
    if game.id != game_id:
        raise SetupError(f"The game {game_id!r} calls itself {game.id!r}: give both the same name.")
    return game


def every() -> tuple[Game[Any], ...]:
    return tuple(find(game_id) for game_id in ids())


def folder(game_id: str) -> Traversable:
    """Where a game's packs, texts, examples, mats and face lie. Ours are not loaded for that."""
    if game_id in _ours():
        return resources.files(__name__) / game_id
    return resources.files(_package(game_id))


def look_in(place: str) -> None:
    """Games in that folder are found too. They are code: only where their owner wants it."""
    if place not in __path__:
        __path__.append(place)
        find.cache_clear()
        _fault.cache_clear()


def _package(game_id: str) -> str:
    if game_id in _found_here():
        return f"{__name__}.{game_id}"
    if game_id in _installed():
        return _installed()[game_id].module
    raise SetupError(f"There is no game {game_id!r}; there are: {', '.join(ids())}.")


@cache
def _fault(game_id: str) -> str:
    """Why a game from outside cannot be loaded; it is code, and anything may be wrong with it."""
    try:
        find(game_id)
    except SetupError as error:
        return str(error)
    return ""


def _ours() -> set[str]:
    return {module.name for module in pkgutil.iter_modules(__path__[:1]) if module.ispkg}


def _found_here() -> set[str]:
    return {module.name for module in pkgutil.iter_modules(__path__) if module.ispkg}


@cache
def _installed() -> Mapping[str, EntryPoint]:
    """Never under a name of ours: what people know must stay what it is."""
    return {
        point.name: point for point in entry_points(group=GROUP) if point.name not in _found_here()
    }
