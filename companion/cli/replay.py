"""`companion replay`: a game from a file of intents, one a line, as the HTTP API takes them.

After each line it tells what is asked now, with an answer that would be taken: so a replay can be
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
from companion.kit.intents import Answer, AnswerValue, Intent
from companion.kit.play import answered
from companion.kit.players import Rehearsal
from companion.kit.position import arranged
from companion.kit.say import say
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.packs import Shelf
from companion.table.live_game import LiveGame
from companion.texts import sentence, spoken

HELP = "play a file of intents and print what came of each"
TRIES = 40  # samples looked at before one is given that may be refused


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
    if not args.json:
        print("\n".join([f"1: {live.game.title}", *asked_in_words(open_asks(live))]))
    for number, line in enumerate(lines[1:], 2):
        print(said(live, taken(live, line), number, as_json=args.json), flush=True)
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
        raise SetupError(f"{file}, line 1: {refused(error, {})}") from None


def refused(error: RuleError, names: dict[str, str]) -> str:
    """What is wrong, and what would be right."""
    says = (error.say, error.hint) if error.hint is not None else (error.say,)
    return " ".join(sentence(words, "en", names) for words in says)


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
        return {"refused": refused(error, names(live)), "code": error.code}
    live.enter(live.seq + 1, body, state=state)
    return {"accepted": live.seq}


def names(live: LiveGame) -> dict[str, str]:
    return {seat.id: seat.name for seat in live.state.seats if seat.name}


# What is asked now


def open_asks(live: LiveGame) -> list[dict[str, Any]]:
    """Each open ask with an answer as it would stand in the file."""
    return [_told(live, ask) for ask in live.game.asks(live.state)]


def _told(live: LiveGame, ask: Ask) -> dict[str, Any]:
    return {
        "id": ask.id,
        "kind": str(type(ask).__struct_config__.tag),
        "seats": list(ask.seats),
        "say": sentence(ask.say, "en", names(live)),
        "optional": ask.optional,
        "sample": msgspec.to_builtins(sample(live, ask)),
    }


def sample(live: LiveGame, ask: Ask) -> AnswerValue:
    """An answer the rules would take; the last one tried where none is found."""
    chance, state = Rehearsal(), live.state
    seat = next((seat for seat in ask.seats if seat not in getattr(ask, "done", ())), None)
    value = live.game.answer_like_a_player(state, ask, chance)
    for _ in range(TRIES):
        try:
            answered(live.game, state, Answer(id="", ask=ask.id, answer=value, seat=seat))
        except RuleError:
            value = live.game.answer_like_a_player(state, ask, chance)
        else:
            break
    return value


def asked_in_words(asks: list[dict[str, Any]]) -> list[str]:
    return [_in_words(ask) for ask in asks]


def _in_words(ask: dict[str, Any]) -> str:
    who = ", ".join(ask["seats"]) or "anybody"
    may = ", may be left" if ask["optional"] else ""
    answer = json.dumps(ask["sample"], ensure_ascii=False)
    return f"   {ask['id']} ({ask['kind']}, {who}{may}): {ask['say']}\n      {answer}"


# What is printed


def said(live: LiveGame, result: dict[str, Any], number: int, *, as_json: bool) -> str:
    asks = open_asks(live)
    if as_json:
        return json.dumps({"line": number, **result, "asks": asks})
    what, value = next(iter(result.items()))
    code = f" ({result['code']})" if "code" in result else ""
    return "\n".join([f"{number}: {what} {value}{code}", *asked_in_words(asks)])


def final(live: LiveGame, *, as_json: bool) -> str:
    view = spoken(msgspec.to_builtins(live.game.view(live.state, None)), "en", names(live))
    outcome = spoken(msgspec.to_builtins(live.game.outcome(live.state)), "en", names(live))
    if as_json:
        state = msgspec.to_builtins(live.state)
        told = {"view": view, "outcome": outcome, "asks": open_asks(live), "state": state}
        return json.dumps(told)
    lines = [view["headline"]]
    lines += [_number(live, one) for one in view["trackers"] if "value" in one]
    lines.append(outcome["why"] if outcome else "the game goes on")
    return "\n".join(lines)


def _number(live: LiveGame, tracker: dict[str, Any]) -> str:
    """A number, and whose it is."""
    seat = tracker.get("seat")
    whose = f"{_name(live, seat)}, " if seat else ""
    return f"  {whose}{tracker['say']}: {tracker['value']}"


def _name(live: LiveGame, seat: str) -> str:
    return names(live).get(seat) or sentence(say(f"kit.colour.{seat}"), "en", {})
