"""What the demo is going to play: a whole game thought out beforehand, and which moments of it are
worth showing.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.kit.asks import Ask, Place, Roll, Show
from companion.kit.game import Game
from companion.kit.intents import Answer
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.simulate import IMPATIENCE, Player

MOST_STEPS = 1200
FEW = 3
FIRST, LAST, BETWEEN = (
    14,
    16,
    6,
)  # steps shown at the start, at the end, and lens moments in the middle


@dataclass(frozen=True, slots=True)
class ScriptStep:
    ask: Ask
    answer: Answer
    is_shown: bool = True


def thought_out(
    game: Game[Any], state: Any, seeds: Iterable[int], name: str
) -> tuple[ScriptStep, ...]:
    """The shortest of a few games by chance that somebody wins, from here to the end, marked with
    what is shown.

    Where chance rarely wins more games are tried; if none is won, the shortest is shown as it ends.
    """
    tried: list[tuple[bool, tuple[ScriptStep, ...]]] = []
    for seed in seeds:
        tried.append(_played(game, state, seed, name))
        if len(tried) >= FEW and any(is_won for is_won, _ in tried):
            break
    return marked(min(tried, key=lambda one: (not one[0], len(one[1])))[1])


def _played(
    game: Game[Any], state: Any, seed: int, name: str
) -> tuple[bool, tuple[ScriptStep, ...]]:
    player, stuck, steps = Player(game, random.Random(seed)), 0, list[ScriptStep]()
    for number in range(MOST_STEPS + IMPATIENCE):
        asks = game.asks(state)
        if not asks or stuck > IMPATIENCE or game.outcome(state) is not None:
            break
        made = player.answer(state, asks, number)
        answer = Answer(
            id=f"{name}-{number}", device="demo", ask=made.ask, answer=made.answer, seat=made.seat
        )
        try:
            state, stuck = answered(game, state, answer, asks).state, 0
        except RuleError:
            stuck += 1
            continue
        steps.append(ScriptStep(next(ask for ask in asks if ask.id == answer.ask), answer))
    outcome = game.outcome(state)
    return outcome is not None and bool(outcome.winners), tuple(steps)


def marked(steps: tuple[ScriptStep, ...]) -> tuple[ScriptStep, ...]:
    """The start, the end, and in between now and then something that the camera sees."""
    middle = [
        at
        for at in range(FIRST, len(steps) - LAST)
        if isinstance(steps[at].ask, Roll | Place | Show)
    ]
    chosen = set(middle[:: max(1, len(middle) // BETWEEN)]) if middle else set()
    return tuple(
        ScriptStep(step.ask, step.answer, at < FIRST or at >= len(steps) - LAST or at in chosen)
        for at, step in enumerate(steps)
    )
