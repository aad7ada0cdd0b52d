"""Recorded games: every answer, and a digest of what the game made of it.

    python -m tests.games.world_adventure.recorded

records them anew after a rule was changed on purpose; the difference then shows in the review.
"""

import json
import random
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.kit.intents import Answer, AnswerValue
from companion.kit.play import answered
from companion.kit.position import arranged
from companion.kit.story import RuleError
from companion.packs import Shelf
from companion.simulate import seats_for

FOLDER = Path(__file__).parent / "games"
GAME = games.find("world_adventure")
MOST = 420
TABLES: dict[str, dict[str, Any]] = {
    "two": {"players": 2, "options": {}, "pack": "demo", "seed": 4},
    "four": {
        "players": 4,
        "options": {
            "mode": "coop18",
            "npc_keeps_damage": "yes",
            "team_gifts": "same_territory",
            "npc_damage": "opponents_choose",
            "failed_retreat": "free_hit",
        },
        "pack": "demo",
        "seed": 9,
    },
    "three": {"players": 3, "options": {"mode": "comp12"}, "pack": "printed", "seed": 2},
}


def digest(*parts: Any) -> str:
    return sha256(b"\n".join(msgspec.json.encode(bare(part)) for part in parts)).hexdigest()[:10]


def bare(value: Any) -> Any:
    """Without the fields that have their default: a word added to the kit changes no recorded game."""
    if isinstance(value, msgspec.Struct):
        said = {name: getattr(value, name) for name in value.__struct_fields__}
        usual = _defaults(type(value))
        return {
            name: bare(one) for name, one in said.items() if name not in usual or one != usual[name]
        }
    if isinstance(value, dict):
        return {key: bare(one) for key, one in value.items()}
    return [bare(one) for one in value] if isinstance(value, tuple | list) else value


@cache
def _defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {
        field.name: field.default
        for field in msgspec.structs.fields(kind)
        if field.default is not msgspec.NODEFAULT
    }


def begin(table: dict[str, Any]) -> Any:
    pack = Shelf().pack(GAME, table["pack"])
    return arranged(GAME, table["options"], seats_for(GAME, table["players"]), pack, None)


def seen(state: Any, number: int) -> str:
    """What the game is now, what it asks; every so often also what people could adjust and where
    things are.
    """
    parts = [msgspec.structs.replace(state, pack=None), GAME.asks(state)]
    if number % 12 == 0:
        parts += [GAME.handles(state), GAME.where(state)]
    return digest(*parts)


def proposals(state: Any, number: int) -> str:
    """What a simulated player would answer, so that the players of the simulation are held too."""
    chance = random.Random(number)
    return digest([GAME.propose(state, ask, chance) for ask in GAME.asks(state)])


def record(table: dict[str, Any]) -> list[Any]:
    chance, state, lines = random.Random(table["seed"]), begin(table), []
    while len(lines) < MOST and GAME.outcome(state) is None:
        ask = chance.choice(GAME.asks(state))
        value = GAME.answer_like_a_player(state, ask, chance)
        try:
            state = answered(GAME, state, Answer(id="r", ask=ask.id, answer=value)).state
        except RuleError:
            continue
        number = len(lines)
        lines.append(
            [ask.id, msgspec.to_builtins(value), seen(state, number), proposals(state, number)]
        )
    return lines


def replay(name: str) -> None:
    """Raises AssertionError at the first line that comes out differently."""
    state = begin(TABLES[name])
    for number, (ask, value, after, proposed) in enumerate(
        json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    ):
        answer = Answer(id="r", ask=ask, answer=msgspec.convert(value, AnswerValue))
        state = answered(GAME, state, answer).state
        assert seen(state, number) == after, f"line {number}: {ask} {value}"
        assert proposals(state, number) == proposed, f"line {number}: other proposals"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, table in TABLES.items():
        lines = ",\n".join(json.dumps(line) for line in record(table))
        (FOLDER / f"{name}.json").write_text(f"[\n{lines}\n]\n", "utf-8")
