"""Recorded games: every answer, and a digest of what the game made of it.

    python -m tests.games.recorded [GAME]

records them anew after a rule was changed on purpose; the difference then shows in the review. A
recording lies in `tests/games/<game>/recorded/` and names its table itself.
"""

import json
import random
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.kit.game import Game
from companion.kit.intents import Answer, AnswerValue
from companion.kit.play import answered
from companion.kit.position import arranged
from companion.kit.story import RuleError
from companion.packs import Shelf
from companion.simulate import seats_for

FOLDER = Path(__file__).parent
WHOLE_EVERY = 12  # lines; handles and places are looked at this often only
MOST_REFUSED = 300  # in a row; a player by chance cannot type in a card the pack does not have


def recordings() -> list[Path]:
    return sorted(FOLDER.glob("*/recorded/*.json"))


def game_of(file: Path) -> Game[Any]:
    return games.find(file.parent.parent.name)


def digest(*parts: Any) -> str:
    return sha256(b"\n".join(msgspec.json.encode(bare(part)) for part in parts)).hexdigest()[:10]


def bare(value: Any) -> Any:
    """Without fields that have their default: a word added to the kit changes no recorded game."""
    if isinstance(value, msgspec.Struct):
        usual = _defaults(type(value))
        said = {name: getattr(value, name) for name in value.__struct_fields__}
        told = {name: one for name, one in said.items() if name not in usual or one != usual[name]}
        return {name: bare(one) for name, one in told.items()}
    if isinstance(value, dict):
        return {key: bare(one) for key, one in value.items()}
    return [bare(one) for one in value] if isinstance(value, tuple | list) else value


@cache
def _defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    fields = msgspec.structs.fields(kind)
    return {field.name: field.default for field in fields if field.default is not msgspec.NODEFAULT}


def begin(game: Game[Any], table: dict[str, Any]) -> Any:
    pack = Shelf().pack(game, table["pack"])
    return arranged(game, table["options"], seats_for(game, table["players"]), pack, None)


def seen(game: Game[Any], state: Any, number: int) -> str:
    """What the game is now and what it asks; every so often also what people could adjust and where
    things are.
    """
    parts = [msgspec.structs.replace(state, pack=None), game.asks(state)]
    if number % WHOLE_EVERY == 0:
        parts += [game.handles(state), game.where(state)]
    return digest(*parts)


def proposals(game: Game[Any], state: Any, number: int) -> str:
    """What a simulated player would answer, so that the players of the simulation are held too."""
    chance, propose = random.Random(number), game.propose
    asks = game.asks(state) if propose else ()
    return digest([propose(state, ask, chance) if propose else None for ask in asks])


def record(game: Game[Any], table: dict[str, Any]) -> list[Any]:
    chance, state = random.Random(table["seed"]), begin(game, table)
    lines: list[Any] = []
    refused = 0
    while len(lines) < table["answers"] and game.outcome(state) is None and refused < MOST_REFUSED:
        ask = chance.choice(game.asks(state))
        value = game.answer_like_a_player(state, ask, chance)
        answer = Answer(id="r", ask=ask.id, answer=value, seat=_who(ask.seats, chance))
        try:
            state = answered(game, state, answer).state
        except RuleError:
            refused += 1
            continue
        number, refused = len(lines), 0
        after = seen(game, state, number), proposals(game, state, number)
        lines.append([ask.id, answer.seat, msgspec.to_builtins(value), *after])
    return lines


def _who(seats: tuple[str, ...], chance: random.Random) -> str | None:
    """A barrier wants to know who is ready; elsewhere anybody may answer."""
    return chance.choice(seats) if len(seats) > 1 else None


def replay(file: Path) -> None:
    """Raises AssertionError at the first line that comes out differently."""
    game, kept = game_of(file), json.loads(file.read_text("utf-8"))
    state = begin(game, kept["table"])
    for number, (ask, seat, value, after, proposed) in enumerate(kept["lines"]):
        answer = Answer(id="r", ask=ask, answer=msgspec.convert(value, AnswerValue), seat=seat)
        state = answered(game, state, answer).state
        assert seen(game, state, number) == after, f"line {number}: {ask} {value}"
        assert proposals(game, state, number) == proposed, f"line {number}: other proposals"


def write(file: Path, table: dict[str, Any], lines: list[Any]) -> None:
    rows = ",\n".join(json.dumps(line) for line in lines)
    file.write_text(f'{{"table": {json.dumps(table)},\n"lines": [\n{rows}\n]}}\n', "utf-8")


if __name__ == "__main__":
    for file in recordings():
        if len(sys.argv) < 2 or file.parent.parent.name == sys.argv[1]:
            table = json.loads(file.read_text("utf-8"))["table"]
            write(file, table, record(game_of(file), table))
            print(file.relative_to(FOLDER))
