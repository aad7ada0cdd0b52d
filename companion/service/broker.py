"""What the publisher needs of this table: its own name, its devices, its desk, its games."""

import re
import secrets
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.config import Config
from companion.errors import SetupError
from companion.mqtt.commands import Desk
from companion.mqtt.messages import Ending, GamePlayed, SeatNow
from companion.mqtt.observing import utc
from companion.mqtt.publisher import Publisher, Surroundings
from companion.mqtt.topics import SIMPLE
from companion.records.games import Search, page_of
from companion.records.records import Records
from companion.records.telling import told_game
from companion.service.status import Note, Status
from companion.table.table import Table

DEVICES = ("camera", "panel")


def table_publisher(
    table: Table, status: Status, config: Config, data: Path, address: str, records: Records
) -> Publisher:
    settings = config.mqtt
    if not settings.table:
        settings = msgspec.structs.replace(settings, table=table_id(data))
    if not SIMPLE.fullmatch(settings.table):
        raise SetupError(
            f"mqtt.table {settings.table!r} is no table's id: "
            "take small letters, digits, - and _, at most 32 of them."
        )

    def devices() -> Mapping[str, str]:
        shown = status.shown()
        return {name: shown[name].state for name in DEVICES}

    desk = Desk(table.begin, lambda now: status.show(desk=desk_notes(now)))
    around = Surroundings(
        devices, address, lambda since: finished_since(records, since, config.language)
    )
    return Publisher(table, settings, config.language, around, desk)


def finished_since(records: Records, since: str, language: str) -> tuple[GamePlayed, ...]:
    """The finished games of this table, oldest first; what is hidden or deleted is not told."""
    page = page_of(records.store, Search(state="finished"))
    told = [told_game(records, row, language) for row in page.rows]
    found = [as_played(one) for one in reversed(told) if not one["paper"]]
    return tuple(one for one in found if one.ended >= since)


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
        outcome=Ending("finished", tuple(told["winners"]), told["result"]),
    )


def desk_notes(desk: Desk) -> tuple[Note, ...]:
    """What everybody at the table should see of what came from outside."""
    told = []
    if desk.message:
        told.append(Note("announcement", desk.message))
    if desk.calls:
        told.append(Note("judge_called"))
    if desk.paused:
        told.append(Note("clock_paused"))
    return tuple(told)


def table_id(data: Path) -> str:
    """The device's name and four signs of chance, made once: two tables are never the same."""
    file = data / "table_id"
    if not file.is_file():
        host = re.sub(r"[^a-z0-9-]+", "-", socket.gethostname().lower()).strip("-")[:24] or "table"
        file.write_text(f"{host}-{secrets.token_hex(2)}\n", "utf-8")
    return file.read_text("utf-8").strip()
