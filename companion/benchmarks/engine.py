"""The engine: answers a second per game, the same rate late as early, undo of any line."""

import random
import time
from pathlib import Path
from typing import Any

from companion import games
from companion.kit.game import Game
from companion.kit.intents import Adjust, Undo
from companion.kit.play import value_at
from companion.kit.story import RuleError
from companion.simulate import Player, set_up, simulate
from companion.table.live_game import LiveGame

HELP = "answers a second, undo, late against early"
LINES = 2100
RUNS = 3


def run(_photographs: Path | None) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for game in games.every():
        figures[game.id] = {"answers per second": answers_per_second(game), **undo(game)}
    figures["rate at the 100,000th line against the 1,000th"] = late_against_early(games.every()[0])
    return figures


def answers_per_second(game: Game[Any]) -> int:
    """The best of several runs of the same games: whatever else a machine does, and the first look
    at a pack, only make it slower.
    """
    count = 20 if game.seats[1] > 1 else 5
    runs = (simulate(game, count, seed=1).figures() for _ in range(RUNS))
    return max(int(run["answers_per_second"]) for run in runs)


def played(game: Game[Any], lines: int) -> LiveGame:
    """A live game of so many lines: answers as long as it lasts; before its last one, values set by
    hand and back.
    """
    live = LiveGame(game, set_up(game, game.seats[1]))
    player = Player(game, random.Random(1))
    while len(live.lines) < lines:
        answer = player.answer(live.state, game.asks(live.state), live.seq)
        try:
            body, state = live.consider(answer)
        except RuleError:
            continue
        if game.outcome(state) is None:
            live.enter(live.seq + 1, body, state=state)
        else:
            there_and_back(live)
    return live


def there_and_back(live: LiveGame) -> None:
    """Some value is set by hand to its neighbour and back: two more lines, and the game stands
    where it stood.
    """
    for handle in (handle for handle in live.game.handles(live.state) if not handle.words):
        now = value_at(live.state, handle.path)
        if any(set_by_hand(live, handle.id, other) for other in (now + 1, now - 1)):
            set_by_hand(live, handle.id, now)
            return
    raise ValueError(f"nothing in {live.game.id} can be set by hand now")


def set_by_hand(live: LiveGame, handle: str, to: int) -> bool:
    """Whether it may be, and does not end the game."""
    try:
        body, state = live.consider(
            Adjust(id=f"by hand {live.seq}", handle=handle, to=to, confirmed=True)
        )
    except RuleError:
        return False
    if live.game.outcome(state) is None:
        live.enter(live.seq + 1, body, state=state)
    return live.game.outcome(state) is None


def undo(game: Game[Any]) -> dict[str, Any]:
    """Processor time: a busy machine must not look like a slow undo."""
    live = played(game, LINES)
    lines = [live.lines[len(live.lines) * at // 5] for at in range(5)]
    times = []
    for line in reversed(lines):
        begun = time.process_time()
        body, _ = live.consider(Undo(id=f"undo {line.seq}", line=line.seq))
        live.enter(live.seq + 1, body)
        _ = live.state
        times.append(1000 * (time.process_time() - begun))
    return {
        "lines in the game undone": len(live.ids) - len(lines),
        "slowest undo, ms": round(max(times), 1),
    }


def late_against_early(game: Game[Any]) -> float:
    """One value set by hand over and over: the game itself stays the same size, only the journal
    grows.
    """
    live = LiveGame(game, set_up(game))
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
