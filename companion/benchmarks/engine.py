"""The engine: answers a second per game, the same rate late as early, undo of any line."""

import random
import time
from pathlib import Path
from typing import Any

from companion import games
from companion.kit.game import Game
from companion.kit.intents import Adjust, Answer, Undo
from companion.kit.story import RuleError
from companion.simulate import Player, set_up, simulate
from companion.table.live import Live

HELP = "answers a second, undo, late against early"


def run(_photographs: Path | None) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for game in games.every():
        tally = simulate(game, 20 if game.seats[1] > 1 else 5, seed=1)
        figures[game.id] = {"answers per second": tally.figures()["answers_per_second"], **undo(game)}
    figures["rate at the 100,000th line against the 1,000th"] = late_against_early(games.every()[0])
    return figures


def played(game: Game[Any], lines: int) -> Live:
    """A live game of so many lines; when a game is over, its last lines are taken back and played again."""
    live = Live(game, set_up(game))
    player = Player(game, random.Random(1))
    while len(live.lines) < lines:
        asks = game.asks(live.state)
        if game.outcome(live.state) is not None or not asks:
            break
        step(live, player.answer(live.state, asks, live.seq))
    return live


def step(live: Live, answer: Answer) -> None:
    try:
        body, state = live.consider(answer)
    except RuleError:
        return
    live.enter(live.seq + 1, body, state=state)


def undo(game: Game[Any]) -> dict[str, Any]:
    live = played(game, 2000)
    lines = [live.lines[len(live.lines) * at // 5] for at in range(5)]
    times = []
    for line in reversed(lines):
        begun = time.perf_counter()
        body, _ = live.consider(Undo(id=f"undo {line.seq}", line=line.seq))
        live.enter(live.seq + 1, body)
        _ = live.state
        times.append(1000 * (time.perf_counter() - begun))
    return {"lines in the game undone": len(live.ids) - len(lines), "slowest undo, ms": round(max(times), 1)}


def late_against_early(game: Game[Any]) -> float:
    """One value set by hand over and over: the game itself stays the same size, only the journal grows."""
    live = Live(game, set_up(game))
    handle = next(handle for handle in game.handles(live.state) if not handle.words)
    early = late = 0.0
    for number in range(100_500):
        begun = time.perf_counter()
        body, state = live.consider(
            Adjust(id=str(number), handle=handle.id, to=handle.least + number % 2, confirmed=True)
        )
        live.enter(number + 1, body, state=state)
        spent = time.perf_counter() - begun
        early += spent if 1000 <= number < 1500 else 0.0
        late += spent if number >= 100_000 else 0.0
    return round(early / late, 2)
