"""One folder per game: pure rules, packs, texts, examples. Games import the kit and nothing else of
ours.

A game is found by being here; no list names it.
"""

import importlib
import pkgutil
from functools import cache
from typing import Any

from companion.errors import SetupError
from companion.kit.game import Game


def ids() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def find(game_id: str) -> Game[Any]:
    if game_id not in ids():
        raise SetupError(f"There is no game {game_id!r}; there are: {', '.join(ids())}.")
    game: Game[Any] = importlib.import_module(f"{__name__}.{game_id}").GAME
    return game


def every() -> tuple[Game[Any], ...]:
    return tuple(find(game_id) for game_id in ids())
