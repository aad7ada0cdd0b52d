"""Runika on a full grid: a push, a match in all rotations and placements, a claim through the whole
engine.
"""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion import games
from companion.games.runika.rules.grid import LANES, push
from companion.games.runika.rules.patterns import masks_of, matches
from companion.games.runika.state import State
from companion.kit.asks import Choose
from companion.kit.intents import Answer, Chosen
from companion.kit.play import answered
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.packs import Shelf

HELP = "Runika: a push, a match and a claim on a full grid"
BAR_MS = 1.0
TIMES = 300
FULL = (
    "Fp",
    "Fe",
    "Fp",
    "Fe",
) * 4  # one element everywhere: every placement of a wild rune matches


def run(_photographs: Path | None) -> dict[str, Any]:
    game = games.find("runika")
    state = _full_grid()
    runes = state.pack.runes
    ask = next(ask for ask in game.asks(state) if isinstance(ask, Choose))
    claim = next(option.id for option in ask.options if option.card == "D01")
    answer = Answer(id="1", ask=ask.id, answer=Chosen((claim,)), seat="red")
    slowest = {
        "push, ms": _slowest(lambda: [push(FULL, "Ep", lane) for lane in LANES]) / len(LANES),
        "match of one rune, ms": max(
            _slowest(partial(_match, rune.frame, rune.element)) for rune in runes
        ),
        "match of all 16 runes, ms": _slowest(
            lambda: [_match(rune.frame, rune.element) for rune in runes]
        ),
        "claim proposed and decided, ms": _slowest(lambda: answered(game, state, answer)),
    }
    figures: dict[str, Any] = {name: round(ms, 4) for name, ms in slowest.items()}
    figures["claims proposed on the full grid"] = len(ask.options) - 1
    figures["all under 1 ms"] = all(ms < BAR_MS for ms in slowest.values())
    return figures


def _match(frame: str, element: str | None) -> int:
    return len(matches(frame, element, masks_of(FULL)))


def _full_grid() -> State:
    """Red may claim; twenty fire dice are all there are, sixteen of them lie on the grid."""
    row = [{"rune": rune, "height": 1} for rune in ("D01", "D02", "D07")]
    position = {
        "step": "T3",
        "initiative": "red",
        "active": "red",
        "row": row,
        "rune_deck": 21,
        "bag": {"A": 20, "F": 4, "E": 20, "W": 20},
        "players": {"red": {"grid": list(FULL)}},
    }
    game = games.find("runika")
    state: State = arranged(
        game, {}, (Seat("red"), Seat("blue")), Shelf().pack(game, "demo"), position
    )
    return state


def _slowest(deed: Callable[[], Any]) -> float:
    """The 95th of a hundred in milliseconds of our own work, whatever else the machine is doing
    meanwhile.
    """
    times = []
    for _ in range(TIMES):
        begun = time.thread_time()
        deed()
        times.append(1000 * (time.thread_time() - begun))
    return sorted(times)[int(0.95 * TIMES)]
