"""What a game may ask for later, so that its cards are drawn and learned before they are needed:
found by playing on by chance, without anybody seeing it.
"""

import random
from collections.abc import Iterator
from typing import Any

from companion.kit.asks import Ask
from companion.kit.game import Game
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.simulate import Player

MOST_ANSWERS = 150


def asks_ahead(game: Game[Any], state: Any, seed: int = 1) -> Iterator[tuple[Ask, ...]]:
    """The open asks of each state on the way."""
    player = Player(game, random.Random(seed))
    for number in range(MOST_ANSWERS):
        asks = game.asks(state)
        if not asks or game.outcome(state) is not None:
            return
        yield asks
        try:
            state = answered(game, state, player.answer(state, asks, number), asks).state
        except RuleError:
            continue  # chance does not know every rule
