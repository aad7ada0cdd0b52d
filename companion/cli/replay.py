"""`companion replay`: a game from a file of intents, one a line, as the HTTP API takes them.

After each line it tells what is asked now, with a line that would be taken: so a replay can be
written by hand, line by line.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.errors import SetupError
from companion.kit.asks import Ask
from companion.kit.intents import Intent
from companion.kit.players import Rehearsal
from companion.kit.say import say
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.play import OpenedGame, begun, submit
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
    played = opened(lines[0], args.file)
    if not args.json:
        print("\n".join([f"1: {played.game.title}", *asked_in_words(open_asks(played), 2)]))
    for number, line in enumerate(lines[1:], 2):
        print(said(played, taken(played, line), number, as_json=args.json), flush=True)
    print(final(played, as_json=args.json))
    return 0


def opened(line: str, file: Path) -> OpenedGame:
    try:
        opening = msgspec.json.decode(line, type=Opening)
    except msgspec.MsgspecError as error:
        raise SetupError(
            f"{file}, line 1: {error}. It needs at least a game and its seats."
        ) from None
    game = games.find(opening.game)
    # A pack named by a file lies beside the replay, so that both can be moved together.
    is_file = isinstance(opening.pack, str) and opening.pack not in game.packs
    pack = str(file.parent / str(opening.pack)) if is_file else opening.pack
    try:
        people = tuple(_seat(one) for one in opening.seats)
        start = begun(game, people, opening.options, pack, opening.position)
    except RuleError as error:
        raise SetupError(f"{file}, line 1: {refused(error, {})}") from None
    return OpenedGame(LiveGame(game, start))


def _seat(told: Seat | str) -> Seat:
    return Seat(told, colour=told) if isinstance(told, str) else told


def refused(error: RuleError, names: dict[str, str]) -> str:
    """What is wrong, and what would be right."""
    says = (error.say, error.hint) if error.hint is not None else (error.say,)
    return " ".join(sentence(words, "en", names) for words in says)


def taken(played: OpenedGame, line: str) -> dict[str, Any]:
    try:
        intent = msgspec.json.decode(line, type=Intent)
    except msgspec.MsgspecError as error:
        what = f"This is no intent ({error}). Below each question stands a whole line that is one."
        return {"refused": what, "code": "invalid"}
    if intent.id in played.live.ids:
        return {"duplicate": played.live.ids[intent.id]}
    try:
        return {"accepted": submit(played.live, intent)}
    except RuleError as error:
        return {"refused": refused(error, names(played)), "code": error.code}


def names(played: OpenedGame) -> dict[str, str]:
    return {seat.id: seat.name for seat in played.state.seats if seat.name}


# What is asked now


def open_asks(played: OpenedGame) -> list[dict[str, Any]]:
    """Each open ask with an answer as it would stand in the file."""
    return [_told(played, ask) for ask in played.asks]


def _told(played: OpenedGame, ask: Ask) -> dict[str, Any]:
    return {
        "id": ask.id,
        "kind": str(type(ask).__struct_config__.tag),
        "seats": list(ask.seats),
        "say": sentence(ask.say, "en", names(played)),
        "optional": ask.optional,
        "sample": msgspec.to_builtins(played.legal_sample(ask, Rehearsal())),
    }


def asked_in_words(asks: list[dict[str, Any]], line: int) -> list[str]:
    """`line`: the number of the next line of the file, which is also the id it is given here."""
    return [_in_words(ask, line) for ask in asks]


def _in_words(ask: dict[str, Any], line: int) -> str:
    """The question, and a whole line that answers it, to be copied into the file."""
    who = ", ".join(ask["seats"]) or "anybody"
    may = ", may be left" if ask["optional"] else ""
    intent = {"id": str(line), "kind": "answer", "ask": ask["id"], "answer": ask["sample"]}
    seat = {"seat": ask["seats"][0]} if ask["seats"] else {}
    answer = json.dumps(intent | seat, ensure_ascii=False)
    return f"   {ask['id']} ({ask['kind']}, {who}{may}): {ask['say']}\n      {answer}"


# What is printed


def said(played: OpenedGame, result: dict[str, Any], number: int, *, as_json: bool) -> str:
    asks = open_asks(played)
    if as_json:
        return json.dumps({"line": number, **result, "asks": asks})
    what, value = next(iter(result.items()))
    code = f" ({result['code']})" if "code" in result else ""
    return "\n".join([f"{number}: {what} {value}{code}", *asked_in_words(asks, number + 1)])


def final(played: OpenedGame, *, as_json: bool) -> str:
    view = spoken(msgspec.to_builtins(played.view()), "en", names(played))
    outcome = spoken(msgspec.to_builtins(played.outcome), "en", names(played))
    if as_json:
        state = msgspec.to_builtins(played.state)
        told = {"view": view, "outcome": outcome, "asks": open_asks(played), "state": state}
        return json.dumps(told)
    lines = [view["headline"]]
    lines += [_number(played, one) for one in view["trackers"] if "value" in one]
    lines.append(outcome["why"] if outcome else "the game goes on")
    return "\n".join(lines)


def _number(played: OpenedGame, tracker: dict[str, Any]) -> str:
    """A number, and whose it is."""
    seat = tracker.get("seat")
    whose = f"{_name(played, seat)}, " if seat else ""
    return f"  {whose}{tracker['say']}: {tracker['value']}"


def _name(played: OpenedGame, seat: str) -> str:
    return names(played).get(seat) or sentence(say(f"kit.colour.{seat}"), "en", {})
