"""A game read back from the journal: its start, its lines, and its newest sound snapshot."""

from typing import Any

import msgspec

from companion import games
from companion.journal import GameRow, Journal
from companion.kit.position import position_of
from companion.table.lines import Body, Header
from companion.table.live_game import LiveGame

_BODY = msgspec.json.Decoder(Body)


def opened(journal: Journal, row: GameRow) -> LiveGame:
    """With the newest sound snapshot laid in, so that the end is there at once."""
    game = games.find(row.game)
    header = msgspec.json.decode(row.header, type=Header)
    shots = dict(journal.snapshots.of(row.id))
    restart = shots.get(journal.restart(row.id))
    start = msgspec.convert(header.start, game.state, strict=False)
    live = LiveGame(
        game,
        start if restart is None else msgspec.json.decode(restart, type=game.state, strict=False),
    )
    live.seq = journal.restart(row.id)
    for line in journal.lines(row.id):
        shot = shots.get(line.seq)
        state = msgspec.json.decode(shot, type=game.state, strict=False) if shot else None
        live.enter(line.seq, _BODY.decode(line.body), line.at, state, reading_back=True)
    return live


def kept_games(journal: Journal, live: int) -> list[dict[str, Any]]:
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
