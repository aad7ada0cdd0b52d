"""A game for other programs: everything as JSON, the log as CSV, the play for BG Stats."""

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any

import msgspec

from companion.kit.names import as_cell
from companion.kit.story import refuse
from companion.records import bgstats
from companion.records.records import KeptGame, Records
from companion.records.store import PAPER
from companion.table import LiveGame
from companion.texts import spoken

FORMATS = ("json", "csv", "bgstats")


def exported_game(records: Records, number: int, kind: str, seat: str | None = None) -> str:
    """As that seat knows it, or as a spectator does."""
    if kind == "bgstats":
        return bgstats.play_file(bgstats.play(records, number))
    if number >= PAPER:
        raise refuse("paper", "records.refused.paper")
    kept = records.read(number)
    return as_csv(kept, seat) if kind == "csv" else as_json(kept, seat)


def file_name(number: int, kind: str) -> str:
    return f"tableside-{number}.{'csv' if kind == 'csv' else 'json'}"


def names(live: LiveGame) -> dict[str, str]:
    return {seat.id: seat.name or seat.id for seat in live.state.seats}


def told(live: LiveGame, seat: str | None) -> list[dict[str, Any]]:
    log = msgspec.to_builtins(live.log(seat=seat))
    lines: list[dict[str, Any]] = spoken(log, "en", names(live))
    return lines


def result(live: LiveGame) -> Any:
    return spoken(msgspec.to_builtins(live.game.outcome(live.state)), "en", names(live))


def as_json(kept: KeptGame, seat: str | None) -> str:
    live = kept.live
    is_over = live.game.outcome(live.state) is not None
    whole = {
        "game": live.game.id,
        "rules": live.game.rules,
        "started": kept.started,
        "ended": live.lines[-1].at if is_over else None,
        "seats": msgspec.to_builtins(live.state.seats),
        "options": live.state.options,
        "outcome": result(live),
        "log": told(live, seat),
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def as_csv(kept: KeptGame, seat: str | None) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["line", "time", "kind", "undone", "what"])
    for line in told(kept.live, seat):
        when = datetime.fromtimestamp(line.get("at", kept.started), UTC).isoformat(
            timespec="seconds"
        )
        what = as_cell(" | ".join(line["says"]))
        writer.writerow([line["seq"], when, line["kind"], line.get("undone", False), what])
    return out.getvalue()
