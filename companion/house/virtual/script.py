"""What the demo is going to play: a whole game thought out beforehand, and which moments of it are worth showing."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.kit.asks import Ask, Place, Roll, Show
from companion.kit.game import Game
from companion.kit.intents import Answer
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.simulate import IMPATIENCE, Player

MOST_STEPS = 1200
FIRST, LAST, BETWEEN = 14, 16, 6  # steps shown at the start, at the end, and lens moments in the middle


@dataclass(frozen=True, slots=True)
class Step:
    ask: Ask
    answer: Answer
    is_shown: bool = True


def thought_out(game: Game[Any], state: Any, seeds: tuple[int, ...], name: str) -> tuple[Step, ...]:
    """The shortest of a few games by chance from here to the end, marked with what is shown."""
    games = (tuple(_steps(game, state, seed, name)) for seed in seeds)
    return marked(min(games, key=len))


def _steps(game: Game[Any], state: Any, seed: int, name: str) -> Iterator[Step]:
    player, stuck = Player(game, random.Random(seed)), 0
    for number in range(MOST_STEPS + IMPATIENCE):
        asks = game.asks(state)
        if not asks or stuck > IMPATIENCE or game.outcome(state) is not None:
            return
        made = player.answer(state, asks, number)
        answer = Answer(id=f"{name}-{number}", device="demo", ask=made.ask, answer=made.answer, seat=made.seat)
        try:
            state, stuck = answered(game, state, answer, asks).state, 0
        except RuleError:
            stuck += 1
            continue
        yield Step(next(ask for ask in asks if ask.id == answer.ask), answer)


def marked(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The start, the end, and in between now and then something that the camera sees."""
    middle = [at for at in range(FIRST, len(steps) - LAST) if isinstance(steps[at].ask, Roll | Place | Show)]
    chosen = set(middle[:: max(1, len(middle) // BETWEEN)]) if middle else set()
    return tuple(
        Step(step.ask, step.answer, at < FIRST or at >= len(steps) - LAST or at in chosen)
        for at, step in enumerate(steps)
    )
