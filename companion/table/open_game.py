"""A game read back from the journal: its start, its lines, and its newest sound snapshot."""

from typing import Any, NamedTuple

import msgspec

from companion import games
from companion.journal import GameRow, Journal, Row
from companion.kit.position import position_of
from companion.table.lines import Body, Header
from companion.table.live_game import LiveGame

_BODY = msgspec.json.Decoder(Body)


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
        shot = rows.snapshots.get(line.seq)
        state = msgspec.json.decode(shot, type=game.state, strict=False) if shot else None
        live.enter(line.seq, _BODY.decode(line.body), line.at, state, reading_back=True)
    return live


def kept_games(journal: Journal, live: int) -> list[dict[str, Any]]:
    """Every game in the journal, newest first."""
    return [
        {
            "number": row.id,
            "game": row.game,
            "seats": _seats(row.header),
            "started": row.started,
            "ended": row.ended,
            "live": row.id == live,
        }
        for row in journal.games()
    ]


def _seats(header: bytes) -> list[dict[str, Any]]:
    """Who played; nobody where the start was damaged since: one game must not hide the others."""
    try:
        return list(msgspec.json.decode(header)["seats"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return []


def position_now(live: LiveGame, seat: str | None = None) -> dict[str, Any]:
    """The live game as that viewer knows it, as a position to begin another one with."""
    return position_of(live.game, live.known(seat))
