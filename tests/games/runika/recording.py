"""Games as they were once played, line by line: what was open, what was answered, what it led to.

    python -m tests.games.runika.recording

plays them anew and writes `recorded.jsonl`; do that only after looking at why a recording no longer
holds.
"""

import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec

from companion.games.runika.state import State
from companion.kit.asks import Ask
from companion.kit.events import to_plain
from companion.kit.intents import Answer
from companion.kit.play import answered
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.simulate import Player
from tests.games.runika.table import GAME, SEATS, named_pack

FILE = Path(__file__).parent / "recorded.jsonl"
SWITCHED = {
    spec.name: "off" if spec.default == "on" else "on"
    for spec in GAME.options
    if "on" in spec.values
}
# Players, options, pack, and how many answers are recorded.
TABLES: tuple[tuple[int, dict[str, Any], str, int], ...] = (
    (2, {"target_points": 8}, "demo", 300),
    (3, {"target_points": 9, **SWITCHED, "mastery_completion_limit": 1}, "demo", 200),
    (2, {"mode": "tutorial_1"}, "demo", 70),
    (2, {"mode": "tutorial_2", "target_points": 8}, "demo", 70),
    (2, {"target_points": 6}, "printed", 70),
)


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """`asks` and `state` are digests: of everything open before the answer, and of the state after
    it.
    """

    table: int
    answer: Answer
    asks: str
    state: str
    told: tuple[str, ...] = ()


def shape(ask: Ask) -> list[Any]:
    """What the rules decide about an ask, in words of our own: a new word in the kit must not spoil
    a recording.
    """
    plain = {
        name: getattr(ask, name, None)
        for name in ("id", "seats", "zone", "optional", "least", "most", "per_cell")
    }
    say = [ask.say.key, sorted(ask.say.values), [line.key for line in ask.lines]]
    options = [
        (
            one.id,
            one.say.key,
            one.why_not is None,
            one.rule,
            one.bends,
            one.colour,
            one.card,
            one.detail and one.detail.key,
        )
        for one in getattr(ask, "options", ())
    ]
    pieces = [(one.id, one.colour, one.most, one.faces) for one in getattr(ask, "pieces", ())]
    dice = [(one.kind, one.colour, one.count, one.faces) for one in getattr(ask, "dice", ())]
    known = [card.id for card in getattr(ask, "known", ())]
    cells = [(cell.id, cell.most) for cell in getattr(ask, "cells", ())]
    now = {
        cell: [(p.id, p.count, p.turn, p.face) for p in lie]
        for cell, lie in getattr(ask, "now", {}).items()
    }
    return [plain, say, options, pieces, dice, known, cells, now]


def essence(state: State) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(state)
    return {
        name: value for name, value in plain.items() if name not in ("seats", "pack", "options")
    }


def digest(value: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()[:10]


def start(table: int) -> State:
    players, options, pack, _ = TABLES[table]
    seats = tuple(Seat(seat, colour=seat) for seat in SEATS[:players])
    state: State = arranged(GAME, options, seats, named_pack(pack), None)
    return state


def step(state: State, table: int, answer: Answer) -> tuple[Line, State]:
    asks = digest([shape(ask) for ask in GAME.asks(state)])
    story = answered(GAME, state, answer)
    told = tuple(event.why.key for event in story.events if event.why)
    return Line(table, answer, asks, digest(essence(story.state)), told), story.state


def play(table: int) -> list[Line]:
    state = start(table)
    lines: list[Line] = []
    player = Player(GAME, random.Random(table))
    while GAME.outcome(state) is None and len(lines) < TABLES[table][3]:
        try:
            line, state = step(state, table, player.answer(state, GAME.asks(state), len(lines)))
        except RuleError:
            continue
        lines.append(line)
    return lines


def recorded() -> list[Line]:
    decode = msgspec.json.Decoder(Line).decode
    return [decode(line) for line in FILE.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    played = [
        msgspec.json.encode(line).decode() for table in range(len(TABLES)) for line in play(table)
    ]
    FILE.write_text("\n".join(played) + "\n", "utf-8")
    print(f"{len(played)} lines")
