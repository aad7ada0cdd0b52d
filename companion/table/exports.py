"""A game for other programs: everything as JSON, the log as CSV, the play for BG Stats. Text out,
nothing read.
"""

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from companion.journal import GameRow
from companion.table.live_game import LiveGame
from companion.table.table import Table
from companion.texts import spoken


def names(live: LiveGame) -> dict[str, str]:
    return {seat.id: seat.name or seat.id for seat in live.state.seats}


def told(live: LiveGame, seat: str | None) -> list[dict[str, Any]]:
    log = msgspec.to_builtins(live.log(seat=seat))
    lines: list[dict[str, Any]] = spoken(log, "en", names(live))
    return lines


def result(live: LiveGame) -> Any:
    return spoken(msgspec.to_builtins(live.game.outcome(live.state)), "en", names(live))


def as_json(row: GameRow, live: LiveGame, seat: str | None = None) -> str:
    whole = {
        "game": row.game,
        "rules": row.rules,
        "started": row.started,
        "ended": row.ended,
        "seats": msgspec.to_builtins(live.state.seats),
        "options": live.state.options,
        "outcome": result(live),
        "log": told(live, seat),
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def as_csv(row: GameRow, live: LiveGame, seat: str | None = None) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["line", "time", "kind", "undone", "what"])
    for line in told(live, seat):
        when = datetime.fromtimestamp(line.get("at", row.started), UTC).isoformat(
            timespec="seconds"
        )
        writer.writerow(
            [line["seq"], when, line["kind"], line.get("undone", False), " | ".join(line["says"])]
        )
    return out.getvalue()


def as_bgstats(row: GameRow, live: LiveGame, _seat: str | None = None) -> str:
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
            {
                "playerRefId": at,
                "score": str(scores.get(seat.id, "")),
                "winner": seat.id in winners,
                "seatOrder": at,
            }
            for at, seat in enumerate(seats, 1)
        ],
    }
    people = [{"id": at, "name": seat.name or seat.id} for at, seat in enumerate(seats, 1)]
    whole = {"games": [{"id": 1, "name": live.game.title}], "players": people, "plays": [play]}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


FORMATS: dict[str, Callable[[GameRow, LiveGame, str | None], str]] = {
    "json": as_json,
    "csv": as_csv,
    "bgstats": as_bgstats,
}


def exported(table: Table, kind: str, seat: str | None) -> tuple[str, str]:
    """The live game as that viewer knows it, in one of these formats; and what to call its
    file.
    """

    def look(live: LiveGame) -> tuple[str, str]:
        held = table.journals.held
        text = FORMATS[kind](held.journal.game(held.number), live, seat)
        return text, f"tableside-{held.number}.{'csv' if kind == 'csv' else 'json'}"

    found: tuple[str, str] = table.reading(look)
    return found
