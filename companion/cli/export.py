"""`companion export`: a game out of the journal, for other programs."""

import argparse
import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.config import DATA
from companion.errors import SetupError
from companion.journal import GameRow, Journal
from companion.table.live import Live
from companion.table.opening import opened
from companion.texts import spoken

HELP = "write a game out as json, csv or for BG Stats"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", type=int, metavar="GAME_ID", help="its number in the journal")
    parser.add_argument("--format", choices=("json", "csv", "bgstats"), default="json")
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")


def run(args: argparse.Namespace) -> int:
    path = args.data / "journal.sqlite"
    if not path.is_file():
        raise SetupError(f"There is no journal in {args.data}. Give the folder with --data.")
    journal = Journal(path)
    row = journal.game(args.number)
    live = opened(journal, row)
    journal.close()
    print({"json": as_json, "csv": as_csv, "bgstats": as_bgstats}[args.format](row, live), end="")
    return 0


def names(live: Live) -> dict[str, str]:
    return {seat.id: seat.name or seat.id for seat in live.state.seats}


def told(live: Live) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = spoken(msgspec.to_builtins(live.log()), "en", names(live))
    return lines


def result(live: Live) -> Any:
    return spoken(msgspec.to_builtins(live.game.outcome(live.state)), "en", names(live))


def as_json(row: GameRow, live: Live) -> str:
    whole = {
        "game": row.game,
        "rules": row.rules,
        "started": row.started,
        "ended": row.ended,
        "seats": msgspec.to_builtins(live.state.seats),
        "options": live.state.options,
        "outcome": result(live),
        "log": told(live),
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def as_csv(row: GameRow, live: Live) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["line", "time", "kind", "undone", "what"])
    for line in told(live):
        when = datetime.fromtimestamp(line.get("at", row.started), UTC).isoformat(timespec="seconds")
        writer.writerow([line["seq"], when, line["kind"], line.get("undone", False), " | ".join(line["says"])])
    return out.getvalue()


def as_bgstats(row: GameRow, live: Live) -> str:
    """The play format that the BG Stats app imports: one play with its players and scores."""
    outcome = live.game.outcome(live.state)
    scores = {one.seat: one.score for one in outcome.standings} if outcome else {}
    winners = outcome.winners if outcome else ()
    seats = live.state.seats
    play = {
        "uuid": f"tableside-{row.id}",
        "playDate": datetime.fromtimestamp(row.started, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": round(((row.ended or row.started) - row.started) / 60),
        "gameRefId": 1,
        "playerScores": [
            {"playerRefId": at, "score": str(scores.get(seat.id, "")), "winner": seat.id in winners, "seatOrder": at}
            for at, seat in enumerate(seats, 1)
        ],
    }
    people = [{"id": at, "name": seat.name or seat.id} for at, seat in enumerate(seats, 1)]
    whole = {"games": [{"id": 1, "name": live.game.title}], "players": people, "plays": [play]}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
