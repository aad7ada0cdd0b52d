"""Games played by chance for the exam, with everything that happened on the way."""

import random
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from companion import games
from companion.kit.game import Game
from companion.kit.intents import Answer
from companion.kit.story import RuleError
from companion.simulate import Player, set_up
from companion.table.lines import Body
from companion.table.live_game import LiveGame

MOST = 1500


def sizes(game_id: str) -> list[int]:
    """With so many players a game is examined: as few as it takes, and as many."""
    return sorted(set(games.find(game_id).seats))


@dataclass
class Played:
    """A whole game: the live one, its rows as bytes, and the state after each line."""

    game: Game[Any]
    start: Any
    live: LiveGame
    rows: list[bytes] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)

    def read_back(self, count: int | None = None) -> LiveGame:
        """The same game out of its journal rows."""
        live = LiveGame(self.game, self.start)
        for seq, row in enumerate(self.rows[:count], 1):
            live.enter(seq, msgspec.json.decode(row, type=Body), reading_back=True)
        return live


def fresh(game_id: str, players: int) -> Any:
    game = games.find(game_id)
    return set_up(game, players)


def played(game_id: str, players: int, seed: int, most: int = MOST, illegal: float = 0.1) -> Played:
    game, start = games.find(game_id), fresh(game_id, players)
    told = Played(game, start, LiveGame(game, start), states=[start])
    player = Player(game, random.Random(f"{game_id}:{players}:{seed}"), illegal)
    for number in range(most * 3):
        state = told.live.state
        asks = game.asks(state)
        if not asks or game.outcome(state) is not None or len(told.rows) >= most:
            break
        take(told, player.answer(state, asks, number))
    return told


def take(told: Played, answer: Answer) -> None:
    live, before = told.live, told.live.state
    try:
        body, state = live.consider(answer)
    except RuleError:
        if live.state is not before:
            raise AssertionError(f"a refusal of {answer} changed the state") from None
        return
    told.rows.append(msgspec.json.encode(body))
    live.enter(len(told.rows), body, state=state)
    told.states.append(state)


@cache
def one_game(game_id: str, players: int) -> Played:
    """The same game for all tests that only look at it."""
    return played(game_id, players, seed=1)
