"""Runs the vectors that lie as data in each game's folder, through the same door as a table:
intents into a live game.

The form of a vector is described in `companion/DESIGN.md`. A step is an answer, an adjustment, an
option, an undo, a correction, or an expectation; an answer with `refused` must be refused with that
code and change nothing. What all vectors of a game share (seats, cards, a position) stands in
`examples/common.toml`; a vector that is `fresh` takes no common position.

A vector without `steps` belongs to a table of the game's own, which `examples.py` in the game's
folder reads; every vector is run, or it is no example.
"""

import math
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import msgspec

from companion import games
from companion.kit.asks import Ask
from companion.kit.events import to_plain
from companion.kit.game import Game
from companion.kit.intents import (
    Adjust,
    Answer,
    AnswerValue,
    Chosen,
    Correct,
    Counted,
    Intent,
    Placed,
    Readied,
    Redo,
    Rolled,
    Set,
    Shown,
    Undo,
)
from companion.kit.pieces import CardSeen, Die, Piece
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.packs import checked, first_pack, merged, shipped
from companion.play import submit
from companion.table.live_game import LiveGame
from companion.texts import sentence


class WrongExampleError(AssertionError):
    """An example does not come out as written."""


def must(be_so: bool, else_say: str) -> None:
    if not be_so:
        raise WrongExampleError(else_say)


@dataclass(frozen=True)
class Vector:
    game: str
    data: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.data["id"])


def vectors_of(game_id: str) -> list[Vector]:
    """All vectors of a game, for `pytest.mark.parametrize(..., ids=lambda v: v.id)`."""
    found: list[Vector] = []
    for name in sorted(file.name for file in _examples(game_id).iterdir()):
        if name.endswith(".toml"):
            vectors = _toml(game_id, name).get("vector", [])
            found += [Vector(game_id, data) for data in vectors]
    return found


def played_vectors(game_id: str) -> list[Vector]:
    """Those that are played step by step; a game reads its other tables with tests of its own."""
    return [_completed(vector) for vector in vectors_of(game_id) if "steps" in vector.data]


def _examples(game_id: str) -> Any:
    return games.folder(game_id) / "examples"


@cache
def _toml(game_id: str, name: str) -> dict[str, Any]:
    file = _examples(game_id) / name
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def _completed(vector: Vector) -> Vector:
    """With what the game's vectors have in common; `nan` stands for nothing there."""
    common = dict(_toml(vector.game, "common.toml"))
    position = common.pop("position", None)
    if "cards" in common:
        common["pack"] = _toml(vector.game, common.pop("cards"))
    data = {**common, **vector.data}
    if position and not data.get("fresh"):
        data["position"] = {**position, **data.get("position", {})}
    data["steps"] = [_without_nan(step) for step in data["steps"]]
    return Vector(vector.game, data)


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(one) for key, one in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value


def start(
    game_id: str,
    seats: Any,
    options: dict[str, Any] | None = None,
    pack: str | dict[str, Any] | None = None,
    position: dict[str, Any] | None = None,
) -> LiveGame:
    """A live game without a journal; the pack by name, or as data over the first shipped one."""
    game = games.find(game_id)
    if isinstance(pack, dict):
        cards = checked(game, merged(shipped_once(game_id, first_pack(game)), pack), game_id)
    else:
        cards = pack_once(game_id, pack or first_pack(game))
    people = tuple(
        Seat(**seat) if isinstance(seat, dict) else Seat(seat, colour=seat) for seat in seats
    )
    return LiveGame(game, arranged(game, options or {}, people, cards, position))


@cache
def shipped_once(game_id: str, name: str) -> dict[str, Any]:
    """Reading and checking a pack takes longer than most tests."""
    return shipped(games.find(game_id), name)


@cache
def pack_once(game_id: str, name: str) -> Any:
    return checked(games.find(game_id), shipped_once(game_id, name), game_id)


def run(vector: Vector) -> LiveGame:
    data = vector.data
    live = start(
        vector.game, data["seats"], data.get("options"), data.get("pack"), data.get("position")
    )
    lines: dict[int, int] = {}
    for number, step in enumerate(data["steps"], 1):
        where = f"{vector.id}, step {number}: {step}"
        if "expect" in step:
            expect(live, step["expect"], where)
        else:
            take(live, step, lines, number, where)
    broken = live.game.broken(live.state)
    must(not broken, f"{vector.id}: does not hold at the end: {', '.join(broken)}")
    return live


def take(
    live: LiveGame, step: dict[str, Any], lines: dict[int, int], number: int, where: str
) -> None:
    for seat in _seats(step):
        intent = _intent(live, step, seat, lines, f"{number}.{seat}")
        before = live.state
        try:
            line = submit(live, intent)
        except RuleError as error:
            words = sentence(error.say, "en", {})
            told = f"{where}: refused with {error.code} ({words})"
            must(step.get("refused") == error.code, told)
            must(live.state is before, f"{where}: a refusal changed the state")
            continue
        must("refused" not in step, f"{where}: was accepted")
        lines[number] = line


def _seats(step: dict[str, Any]) -> list[str | None]:
    ready = step.get("ready")
    if isinstance(ready, list):
        return list(ready)
    return [ready if isinstance(ready, str) else step.get("seat")]


def _intent(
    live: LiveGame, step: dict[str, Any], seat: str | None, lines: dict[int, int], intent_id: str
) -> Intent:
    if "adjust" in step:
        to, why = step["to"], step.get("reason", "")
        return Adjust(
            id=intent_id,
            handle=step["adjust"],
            to=to,
            reason=why,
            confirmed=step.get("confirmed", False),
        )
    if "set" in step:
        return Set(id=intent_id, option=step["set"], to=step["to"])
    if "undo" in step:
        return Undo(id=intent_id, line=lines.get(step["undo"]))
    if "redo" in step:
        return Redo(id=intent_id)
    if "correct" in step:
        confirmed = step.get("confirmed", False)
        return Correct(
            id=intent_id,
            line=lines[step["correct"]],
            answer=answer_value(step),
            confirmed=confirmed,
        )
    ask = _ask(live.game.asks(live.state), step["ask"], seat)
    return Answer(
        id=intent_id, ask=ask, answer=answer_value(step), seat=seat, force=step.get("force")
    )


def _ask(asks: tuple[Ask, ...], pattern: str, seat: str | None) -> str:
    """The id of the open ask meant; the pattern itself if none is open, so that the refusal can be
    tested.
    """
    fitting = [
        ask for ask in asks if any(fnmatchcase(ask.id, p) for p in (pattern, f"*:{pattern}"))
    ]
    fitting = fitting or [ask for ask in asks if fnmatchcase(ask.id, f"*{pattern}*")]
    mine = [ask for ask in fitting if seat is not None and seat in ask.seats]
    return (mine or fitting)[0].id if fitting else pattern


def answer_value(step: dict[str, Any]) -> AnswerValue:
    if "roll" in step:
        return Rolled(
            tuple(Die(**die) if isinstance(die, dict) else Die(die) for die in step["roll"])
        )
    if "place" in step:
        cells = {cell: _pieces(pieces) for cell, pieces in step["place"].items()}
        return Placed(cells, step.get("unplaced", {}))
    if "show" in step:
        return Shown(
            tuple(
                CardSeen(**card) if isinstance(card, dict) else CardSeen(card)
                for card in step["show"]
            )
        )
    if "choose" in step:
        return Chosen(
            tuple(step["choose"]) if isinstance(step["choose"], list) else (step["choose"],)
        )
    if "count" in step:
        return Counted(step["count"])
    return Readied(not step.get("withdraw", False))


def _pieces(pieces: Any) -> tuple[Piece, ...]:
    """One by its name, several with their numbers, or a list of both."""
    if isinstance(pieces, str):
        return (Piece(pieces),)
    if isinstance(pieces, dict):
        return tuple(Piece(piece, count) for piece, count in pieces.items())
    return tuple(
        msgspec.convert(piece, Piece) if isinstance(piece, dict) else Piece(piece)
        for piece in pieces
    )


def expect(live: LiveGame, expected: dict[str, Any], where: str) -> None:
    plain = to_plain(live.state)
    for path, value in expected.items():
        if path == "asks":
            _expect_asks(live.game, live.state, value, where)
        else:
            outcome = to_plain(live.game.outcome(live.state))
            found = _at({"outcome": outcome} if path.startswith("outcome") else plain, path)
            must(found == value, f"{where}: {path} is {found!r}, expected {value!r}")


def _expect_asks(game: Game[Any], state: Any, patterns: list[str], where: str) -> None:
    ids = [ask.id for ask in game.asks(state)]
    for pattern in patterns:
        is_open = any(fnmatchcase(ask, f"*{pattern}*") for ask in ids)
        must(is_open, f"{where}: {pattern} is not among {ids}")


def _at(plain: Any, path: str) -> Any:
    for step in path.split("."):
        if isinstance(plain, list):
            plain = plain[int(step)] if int(step) < len(plain) else None
        elif isinstance(plain, dict):
            plain = plain.get(step)
        else:
            return None
    return plain
