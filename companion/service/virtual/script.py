"""What the demo is going to play: a whole game thought out beforehand, and which moments of it are
worth showing.
"""

import random
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.kit.asks import Ask, Place, Roll, Show
from companion.kit.game import Game
from companion.kit.intents import Answer
from companion.kit.play import answered, value_at
from companion.kit.story import RuleError
from companion.simulate import IMPATIENCE, Player

MOST_STEPS = 1200
OPENINGS, LONGEST_OPENING = 16, 60  # tries, and answers in each
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


def opening(game: Game[Any], state: Any, name: str) -> tuple[ScriptStep, ...]:
    """The shortest way found to dice that give somebody something: what comes before them is
    passed over, so that they roll at once. Nothing where no such dice were met.
    """
    tried = (_to_a_gain(game, state, seed, name) for seed in range(OPENINGS))
    found = [steps for steps in tried if steps]
    return min(found, key=len) if found else ()


def _to_a_gain(game: Game[Any], state: Any, seed: int, name: str) -> tuple[ScriptStep, ...]:
    player, steps = Player(game, random.Random(seed)), list[ScriptStep]()
    for number in range(LONGEST_OPENING):
        asks = game.asks(state)
        if not asks or game.outcome(state) is not None:
            break
        answer = _named(player.answer(state, asks, number), f"{name}-{seed}-{number}")
        with suppress(RuleError):
            after = answered(game, state, answer, asks).state
            ask = next(ask for ask in asks if ask.id == answer.ask)
            gains = isinstance(ask, Roll) and bool(ask.zone) and _gains(game, state, after)
            steps.append(ScriptStep(ask, answer, is_shown=gains))
            if gains:
                return tuple(steps)
            state = after
    return ()


def _gains(game: Game[Any], before: Any, after: Any) -> bool:
    """Whether a number of somebody's has grown."""
    had, has = _numbers(game, before), _numbers(game, after)
    return any(has[name] > had.get(name, has[name]) for name in has)


def _numbers(game: Game[Any], state: Any) -> dict[str, int]:
    values = ((one.id, value_at(state, one.path)) for one in game.handles(state) if one.seat)
    return {name: value for name, value in values if isinstance(value, int)}


def _named(made: Answer, name: str) -> Answer:
    return Answer(id=name, device="demo", ask=made.ask, answer=made.answer, seat=made.seat)


def _played(
    game: Game[Any], state: Any, seed: int, name: str
) -> tuple[bool, tuple[ScriptStep, ...]]:
    player, stuck, steps = Player(game, random.Random(seed)), 0, list[ScriptStep]()
    for number in range(MOST_STEPS + IMPATIENCE):
        asks = game.asks(state)
        if not asks or stuck > IMPATIENCE or game.outcome(state) is not None:
            break
        made = player.answer(state, asks, number)
        answer = _named(made, f"{name}-{number}")
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
