"""What the demo is going to play: a whole game thought out beforehand, and which moments of it are
worth showing.
"""

import random
from collections.abc import Callable, Iterable, Mapping
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
Counted = Callable[[Game[Any], Any], Mapping[str, int]]
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
    """The shortest way found to dice that move a score, or else give somebody something: what
    comes before them is passed over, so that they roll at once. Nothing where none were met.
    """
    return _shortest(game, state, name, _scores) or _shortest(game, state, name, _numbers)


def moves_a_score(game: Game[Any], steps: tuple[ScriptStep, ...], state: Any) -> bool:
    before = state
    for step in steps:
        before, state = state, answered(game, state, step.answer, game.asks(state)).state
    return _grows(_scores(game, before), _scores(game, state))


def _shortest(game: Game[Any], state: Any, name: str, count: Counted) -> tuple[ScriptStep, ...]:
    tried = (_to_a_gain(game, state, seed, name, count) for seed in range(OPENINGS))
    found = [steps for steps in tried if steps]
    return min(found, key=len) if found else ()


def _to_a_gain(
    game: Game[Any], state: Any, seed: int, name: str, count: Counted
) -> tuple[ScriptStep, ...]:
    player, steps = Player(game, random.Random(seed)), list[ScriptStep]()
    for number in range(LONGEST_OPENING):
        asks = game.asks(state)
        if not asks or game.outcome(state) is not None:
            break
        answer = _named(player.answer(state, asks, number), f"{name}-{seed}-{number}")
        with suppress(RuleError):
            after = answered(game, state, answer, asks).state
            ask = next(ask for ask in asks if ask.id == answer.ask)
            is_thrown = isinstance(ask, Roll) and bool(ask.zone)
            gains = is_thrown and _grows(count(game, state), count(game, after))
            steps.append(ScriptStep(ask, answer, is_shown=gains))
            if gains:
                return tuple(steps)
            state = after
    return ()


def _grows(had: Mapping[str, int], has: Mapping[str, int]) -> bool:
    """Whether a number of somebody's has grown."""
    return any(has[name] > had.get(name, has[name]) for name in has)


def _scores(game: Game[Any], state: Any) -> Mapping[str, int]:
    return game.scores(state)


def _numbers(game: Game[Any], state: Any) -> Mapping[str, int]:
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
