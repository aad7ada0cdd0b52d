"""A game read back from the journal: its start, its lines, and its newest sound snapshot."""

import json
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from companion import games
from companion.journal import GameRow, Journal, ListedGame, Row, listed_games
from companion.kit.position import position_of
from companion.table.lines import Body, Header
from companion.table.live_game import LiveGame

_BODY = msgspec.json.Decoder(Body)
_PREFIX = json.JSONDecoder()  # reads a value and leaves what follows, also where that is cut off
SEATS_FIRST = '{"seats":'


class GameRows(NamedTuple):
    """All that a journal has of one game."""

    game: GameRow
    lines: tuple[Row, ...]
    snapshots: dict[int, bytes]
    restart: int


def rows_of(journal: Journal, number: int) -> GameRows:
    """Quickly, so that whoever holds the journal can let go of it and read them afterwards."""
    shots = dict(journal.snapshots.of(number))
    lines = tuple(journal.lines(number))
    return GameRows(journal.game(number), lines, shots, journal.restart(number))


def opened(journal: Journal, row: GameRow) -> LiveGame:
    return opened_from(rows_of(journal, row.id))


def opened_from(rows: GameRows) -> LiveGame:
    """With the newest sound snapshot laid in, so that the end is there at once."""
    game = games.find(rows.game.game)
    header = msgspec.json.decode(rows.game.header, type=Header)
    restart = rows.snapshots.get(rows.restart)
    start = msgspec.convert(header.start, game.state, strict=False)
    live = LiveGame(
        game,
        start if restart is None else msgspec.json.decode(restart, type=game.state, strict=False),
    )
    live.seq = rows.restart
    for line in rows.lines:
        enter_row(live, line, rows.snapshots.get(line.seq))
    return live


def enter_row(live: LiveGame, row: Row, shot: bytes | None = None) -> None:
    state = msgspec.json.decode(shot, type=live.game.state, strict=False) if shot else None
    live.enter(row.seq, _BODY.decode(row.body), row.at, state, reading_back=True)


def kept_games(journal: Journal, live: int, newest: int | None = None) -> list[dict[str, Any]]:
    """The games in the journal, newest first: all, or so many."""
    return [
        {
            "number": row.id,
            "game": row.game,
            "seats": _seats(journal, row),
            "started": row.started,
            "ended": row.ended,
            "live": row.id == live,
        }
        for row in listed_games(journal, newest)
    ]


def _seats(journal: Journal, row: ListedGame) -> list[dict[str, Any]]:
    """Who played; nobody where the start was damaged since: one game must not hide the others."""
    try:
        beginning = row.beginning.decode("utf-8", "ignore")
        if beginning.startswith(SEATS_FIRST):
            with suppress(ValueError):  # more names than the beginning holds
                return list(_PREFIX.raw_decode(beginning, len(SEATS_FIRST))[0])
        return list(msgspec.json.decode(journal.game(row.id).header)["seats"])
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError):
        return []


def position_now(live: LiveGame, seat: str | None = None) -> dict[str, Any]:
    """The live game as that viewer knows it, as a position to begin another one with."""
    return position_of(live.game, live.known(seat))
