"""What the publisher needs of this table: its own name, its devices, its games."""

import time
from pathlib import Path
from typing import Any

import msgspec

from companion.broadcast.desk import Desk
from companion.broadcast.messages import GameEnding, GamePlayed, SeatNow
from companion.broadcast.observing import utc
from companion.config import Config
from companion.errors import SetupError
from companion.mqtt.publisher import Publisher, Surroundings
from companion.mqtt.topics import SIMPLE
from companion.records.games import Search, page_of
from companion.records.records import Records
from companion.records.telling import told_game
from companion.service.record_keeping import AT_ONCE
from companion.service.status import Status
from companion.service.telling import device_states, table_id
from companion.table.table import Table

MOST_PAGES = 10  # of twenty games each: more than a weekend


def table_publisher(
    table: Table,
    status: Status,
    config: Config,
    data: Path,
    address: str,
    records: Records,
    desk: Desk,
) -> Publisher:
    settings = msgspec.structs.replace(config.mqtt, table=table_id(config, data))
    if not SIMPLE.fullmatch(settings.table):
        raise SetupError(
            f"mqtt.table {settings.table!r} is no table's id: "
            "take small letters, digits, - and _, at most 32 of them."
        )
    around = Surroundings(
        lambda: device_states(status),
        address,
        lambda hours: finished_lately(records, hours, config.language),
    )
    return Publisher(table, settings, config.language, around, desk)


def finished_lately(records: Records, hours: int, language: str) -> tuple[GamePlayed, ...]:
    """The finished games of this table, oldest first; what is hidden or deleted is not told. One
    that ended this moment is counted first.
    """
    records.catch_up(AT_ONCE)
    since = utc(time.time() - hours * 3600)
    found = list[GamePlayed]()
    for page in range(1, MOST_PAGES + 1):
        shown = page_of(records.store, Search(state="finished"), page)
        told = [told_game(records, row, language) for row in shown.rows]
        played = [as_played(one) for one in told if not one["paper"]]
        lately = [one for one in played if one.ended >= since]
        found += lately
        if len(lately) < len(played) or page >= shown.pages:
            break
    return tuple(reversed(found))


def as_played(told: dict[str, Any]) -> GamePlayed:
    seats = tuple(
        SeatNow(seat["id"], seat["name"] or seat["colour"], seat["colour"], seat["score"])
        for seat in told["seats"]
    )
    return GamePlayed(
        number=told["number"],
        game=told["game"],
        title=told["title"],
        began=utc(told["started"]),
        ended=utc(told["ended"]),
        seats=seats,
        outcome=GameEnding("finished", tuple(told["winners"]), told["result"]),
    )
