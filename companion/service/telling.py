"""This table as it is told to others, by whichever way: its id and name, its devices, its desk."""

import re
import secrets
import socket
from collections.abc import Mapping
from pathlib import Path

from companion.broadcast.desk import Desk
from companion.config import Config
from companion.service.status import Note, Status
from companion.table.table import Table

DEVICES = ("camera", "panel")


def make_desk(table: Table, status: Status) -> Desk:
    return Desk(table.begin, lambda now: status.show(desk=desk_notes(now)))


def device_states(status: Status) -> Mapping[str, str]:
    shown = status.shown()
    return {name: shown[name].state for name in DEVICES}


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


def table_id(config: Config, data: Path) -> str:
    """As the owner says; else the device's name and four signs of chance, made once: two tables are
    never the same.
    """
    if config.mqtt.table:
        return config.mqtt.table
    file = data / "table_id"
    if not file.is_file():
        host = re.sub(r"[^a-z0-9-]+", "-", socket.gethostname().lower()).strip("-")[:24] or "table"
        file.write_text(f"{host}-{secrets.token_hex(2)}\n", "utf-8")
    return file.read_text("utf-8").strip()
