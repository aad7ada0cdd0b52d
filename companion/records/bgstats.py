"""A play for the BG Stats app: as a link, which a QR code carries to a phone, and as a file.

What others' integrations send was looked at first (`bgstats.schema.json` has every field): keys
that are said to be optional and are not (`startPlayer`, `winner`) are always there; no id is
invented.
"""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion import games
from companion.kit.story import RuleError, refuse
from companion.records import filing
from companion.records.records import Records
from companion.records.summary import GameSummary

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Tableside"
LEAST_S = 60  # a game put down at once was none


def not_offered(summary: GameSummary) -> RuleError | None:
    """Why this game is nothing to log: it goes on, or had hardly begun."""
    if summary.outcome is None:
        return refuse("unfinished", "records.refused.unfinished")
    if not summary.paper and summary.lasted_s < LEAST_S:
        return refuse("too_short", "records.refused.too_short", n=LEAST_S)
    return None


def play(records: Records, number: int) -> dict[str, Any]:
    """The play as the link carries it. RuleError: not offered, and why."""
    summary = filing.read_summary(filing.played_row(records.store, number))
    refusal = not_offered(summary)
    if refusal is not None:
        raise refusal
    table, location = records.store.table_id(), records.store.fact("location")
    scored = any(seat.score is not None for seat in summary.seats)
    told: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{table}-{number}",
        "playDate": utc(summary.started),
        "durationMin": round(summary.lasted_s / 60),
        "game": {
            "name": games.find(summary.game).title,
            "sourceGameId": summary.game,
            "highestWins": True,
            "noPoints": not scored,
        },
        "players": _players(records, number, summary),
    }
    return told | ({"location": location} if location else {})


def utc(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _players(records: Records, number: int, summary: GameSummary) -> list[dict[str, Any]]:
    people = filing.people_of(records.store, number)
    table = records.store.table_id()
    told = []
    for seat in summary.seats:
        person = people.get(seat.seat)
        name = seat.colour.capitalize() if person is None else records.people.get(person).name
        one: dict[str, Any] = {
            "name": name,
            "sourcePlayerId": f"{table}-{person or seat.seat}",
            "startPlayer": seat.starts,
            "winner": seat.won,
            "score": "" if seat.score is None else str(seat.score),
        }
        if seat.place is not None:
            one["rank"] = seat.place
        if seat.team:
            one["team"] = seat.team
        told.append(one)
    return told


def link(told: dict[str, Any]) -> str:
    """The shorter the better: it has to fit into a code that a phone reads off a screen."""
    return LINK + quote(json.dumps(told, separators=(",", ":"), ensure_ascii=False), safe=":,")


def play_file(told: dict[str, Any]) -> str:
    """The same as tables that name each other by ids, as the app's own files have them."""
    players = [
        {"id": at, "name": one["name"], "uuid": one["sourcePlayerId"]}
        for at, one in enumerate(told["players"], 1)
    ]
    game = {"id": 1, "uuid": told["game"]["sourceGameId"], **told["game"]}
    scores = [
        {
            "playerRefId": at,
            "score": one["score"],
            "winner": one["winner"],
            "startPlayer": one["startPlayer"],
            "seatOrder": at,
            "rank": one.get("rank", 0),
            "team": one.get("team", ""),
        }
        for at, one in enumerate(told["players"], 1)
    ]
    location = told.get("location", "")
    whole = {
        "about": f"A play of {told['game']['name']}, written by {SOURCE}",
        "games": [game],
        "players": players,
        "locations": [{"id": 1, "name": location}] if location else [],
        "plays": [
            {
                "uuid": told["sourcePlayId"],
                "playDate": told["playDate"],
                "durationMin": told["durationMin"],
                "gameRefId": 1,
                "locationRefId": 1 if location else 0,
                "playerScores": scores,
            }
        ],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
