"""`companion replay`: a game from a file of intents, one a line, as the HTTP API takes them."""

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.errors import SetupError
from companion.kit.intents import Intent
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.packs import Shelf
from companion.table.live_game import LiveGame
from companion.texts import sentence, spoken

HELP = "play a file of intents and print what came of each"


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the file."""

    game: str
    seats: tuple[Seat | str, ...] = ()
    options: dict[str, int | str] = {}
    pack: str | dict[str, Any] | None = None
    position: dict[str, Any] | None = None


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.jsonl")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    try:
        lines = [line for line in args.file.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(
            f"Cannot read {args.file}: {error}. Give a text file with one intent a line."
        ) from None
    if not lines:
        raise SetupError(f"{args.file} is empty: its first line says which game it is.")
    live = opened(lines[0], args.file)
    for number, line in enumerate(lines[1:], 2):
        print(said(taken(live, line), number, as_json=args.json), flush=True)
    print(final(live, as_json=args.json))
    return 0


def opened(line: str, file: Path) -> LiveGame:
    try:
        opening = msgspec.json.decode(line, type=Opening)
    except msgspec.MsgspecError as error:
        raise SetupError(
            f"{file}, line 1: {error}. It needs at least a game and its seats."
        ) from None
    game = games.find(opening.game)
    seats = tuple(
        Seat(seat, colour=seat) if isinstance(seat, str) else seat for seat in opening.seats
    )
    # A pack named by a file lies beside the replay, so that both can be moved together.
    beside = (
        file.parent / opening.pack
        if isinstance(opening.pack, str) and opening.pack not in game.packs
        else None
    )
    pack = Shelf(files=True).pack(game, str(beside) if beside else opening.pack)
    try:
        return LiveGame(game, arranged(game, opening.options, seats, pack, opening.position))
    except RuleError as error:
        raise SetupError(f"{file}, line 1: {sentence(error.say, 'en', {})}") from None


def taken(live: LiveGame, line: str) -> dict[str, Any]:
    try:
        intent = msgspec.json.decode(line, type=Intent)
    except msgspec.MsgspecError as error:
        return {"refused": f"not an intent: {error}", "code": "invalid"}
    if intent.id in live.ids:
        return {"duplicate": live.ids[intent.id]}
    try:
        body, state = live.consider(intent)
    except RuleError as error:
        return {"refused": sentence(error.say, "en", names(live)), "code": error.code}
    live.enter(live.seq + 1, body, state=state)
    return {"accepted": live.seq}


def names(live: LiveGame) -> dict[str, str]:
    return {seat.id: seat.name for seat in live.state.seats if seat.name}


def said(result: dict[str, Any], number: int, *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"line": number, **result})
    what, value = next(iter(result.items()))
    return f"{number}: {what} {value}" + (f" ({result['code']})" if "code" in result else "")


def final(live: LiveGame, *, as_json: bool) -> str:
    view = spoken(msgspec.to_builtins(live.game.view(live.state, None)), "en", names(live))
    outcome = spoken(msgspec.to_builtins(live.game.outcome(live.state)), "en", names(live))
    if as_json:
        return json.dumps(
            {"view": view, "outcome": outcome, "state": msgspec.to_builtins(live.state)}
        )
    lines = [view["headline"]]
    lines += [
        f"  {tracker['say']}: {tracker['value']}"
        for tracker in view["trackers"]
        if "value" in tracker
    ]
    lines.append(outcome["why"] if outcome else "the game goes on")
    return "\n".join(lines)
