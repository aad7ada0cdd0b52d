"""Whole games played by chance: random answers to whatever is asked, now and then an impossible
one.
"""

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.errors import SetupError
from companion.kit.asks import Ask, Ready
from companion.kit.game import Game
from companion.kit.intents import (
    Answer,
    AnswerValue,
    Chosen,
    Counted,
    Placed,
    Readied,
    Rolled,
    Shown,
)
from companion.kit.pieces import CardSeen, Die, Piece
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.play import BareGame, begun, suggested

MOST_ANSWERS = 100_000
IMPATIENCE = 400  # refusals in a row before a game counts as stuck


@dataclass
class Tally:
    games: int = 0
    finished: int = 0
    answers: int = 0
    refused: int = 0
    violations: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)

    def figures(self) -> dict[str, Any]:
        """`answers_per_second` counts what one core spent in the engine (asks and decide), not on
        the dice.
        """
        return {
            "games": self.games,
            "finished": self.finished,
            "answers": self.answers,
            "answers_per_second": round(self.answers / self.seconds) if self.seconds else 0,
            "refused": self.refused,
            "violations": self.violations,
            "broken": dict(self.broken),
            "outcomes": dict(self.outcomes),
        }


def seats_for(game: Game[Any], players: int | None) -> tuple[Seat, ...]:
    number = players if players is not None else game.seats[0]
    if not game.seats[0] <= number <= game.seats[1] or number > len(game.colours):
        raise SetupError(
            f"{game.title} is for {game.seats[0]} to {game.seats[1]} players, not {number}."
        )
    return tuple(Seat(colour, colour=colour) for colour in game.colours[:number])


def set_up(
    game: Game[Any],
    players: int | None = None,
    options: dict[str, int | str] | None = None,
    pack: str | None = None,
) -> Any:
    """The start of a game, with the options that suit that many players where none are given."""
    seats = seats_for(game, players)
    return begun(game, seats, suggested(game, seats, options), pack)


class Player:
    """Plays all seats. `illegal` is the share of answers that are nonsense on purpose."""

    def __init__(self, game: Game[Any], chance: random.Random, illegal: float = 0.0) -> None:
        self.game, self.chance, self.illegal = game, chance, illegal

    def answer(self, state: Any, asks: tuple[Ask, ...], number: int) -> Answer:
        ask = self.chance.choice([ask for ask in asks if not ask.optional] or asks)
        if any(ask.optional for ask in asks) and self.chance.random() < 0.2:
            ask = self.chance.choice(asks)
        if self.illegal and self.chance.random() < self.illegal:
            return self._nonsense(ask, number)
        value = self.game.answer_like_a_player(state, ask, self.chance)
        return Answer(id=str(number), ask=ask.id, answer=value, seat=self._seat(ask))

    def _seat(self, ask: Ask) -> str | None:
        if isinstance(ask, Ready):
            waiting = [seat for seat in ask.seats if seat not in ask.done]
            return self.chance.choice(waiting) if waiting else None
        return self.chance.choice(ask.seats) if ask.seats else None

    def _nonsense(self, ask: Ask, number: int) -> Answer:
        faces: list[int | str] = [0, 7, "x"]
        values: list[AnswerValue] = [
            Rolled((Die(self.chance.choice(faces)),)),
            Placed(
                {
                    self.chance.choice(["A", "nowhere"]): (
                        Piece("white", self.chance.randrange(-1, 9)),
                    )
                }
            ),
            Shown((CardSeen(self.chance.choice(["", "no such card"])),)),
            Chosen((self.chance.choice(["", "no such option"]),)),
            Counted(self.chance.choice([-1, 10**9])),
            Readied(self.chance.random() < 0.5),
        ]
        seat = self.chance.choice([None, "nobody", *ask.seats])
        ask_id = self.chance.choice([ask.id, ask.id, "no such ask"])
        return Answer(id=str(number), ask=ask_id, answer=self.chance.choice(values), seat=seat)


def play(
    game: Game[Any],
    state: Any,
    player: Player,
    tally: Tally,
    watch: Callable[[Any, Any], None] | None = None,
) -> Any:
    """One game to its end (or to the limits above); every state is checked for broken
    invariants.
    """
    stuck, played = 0, BareGame(game, state)
    for number in range(MOST_ANSWERS):
        since_s = time.thread_time()
        asks = played.asks
        tally.seconds += time.thread_time() - since_s
        if not asks or stuck > IMPATIENCE:
            break
        before = played.state
        answer = player.answer(before, asks, number)
        since_s = time.thread_time()
        try:
            story = played.take(answer, asks)
        except RuleError:
            tally.refused += 1
            stuck += 1
            continue
        finally:
            tally.seconds += time.thread_time() - since_s
        tally.answers += 1
        stuck = 0
        if watch is not None:
            watch(before, story)
        _check(game, played.state, tally)
        if played.outcome is not None:
            break
    return played.state


def _check(game: Game[Any], state: Any, tally: Tally) -> None:
    broken = game.broken(state)
    tally.violations += len(broken)
    tally.broken.update(broken)


def simulate(
    game: Game[Any],
    count: int,
    seed: int = 1,
    players: int | None = None,
    options: dict[str, int | str] | None = None,
    *,
    pack: str | None = None,
    illegal: float = 0.0,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    tally = Tally()
    start = set_up(game, players, options, pack)
    for number in range(count):
        chance = random.Random(f"{seed}:{number}")
        state = play(game, start, Player(game, chance, illegal), tally)
        outcome = game.outcome(state)
        tally.games += 1
        tally.finished += outcome is not None
        tally.outcomes[outcome.result if outcome else "unfinished"] += 1
        if progress is not None:
            progress(number + 1)
    return tally
