"""The hall live: hears the broker, asks tables for what they finished, keeps the newest board,
wakes the pages.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec
from paho.mqtt.client import MQTTMessage

from companion.config import MqttSettings
from companion.hall.board import FILTERS, HallBoard, answered, heard
from companion.hall.tournament import TournamentSheet
from companion.mqtt.connection import BrokerConnection
from companion.mqtt.messages import Command, Request
from companion.mqtt.outbox import Letter
from companion.mqtt.topics import COMMAND, EVENT, REQUEST, Topics, everywhere, sender

EVENING = timedelta(hours=18)
LOOK_S = 0.1
COMMANDS = ("announce", "judge")


class Hall:
    """One thread folds what arrives; `board` and `sheet` are immutable, so anybody may look."""

    def __init__(self, settings: MqttSettings, name: str) -> None:
        self.base = settings.base
        self.board, self.sheet = HallBoard(), TournamentSheet()
        self._sheet_topic = f"{self.base}/hall/tournament"
        self._replies = f"{self.base}/reply/{name}"
        filters = tuple(everywhere(self.base, kind) for kind in FILTERS)
        self._arrived: list[MQTTMessage] = []
        self.connection = BrokerConnection(
            settings,
            f"tableside-hall-{name}",
            filters=(*filters, self._sheet_topic, f"{self._replies}/+"),
            heard=self._arrived.append,
        )
        self._wake: Callable[[], None] = lambda: None
        self._asked: dict[str, int] = {}

    def on_change(self, wake: Callable[[], None]) -> None:
        self._wake = wake

    def run(self, stop: threading.Event) -> None:
        self.connection.open()
        try:
            while not stop.is_set():
                if not self.fold():
                    stop.wait(LOOK_S)
                self.connection.flush()
        finally:
            self.connection.close()

    def fold(self) -> bool:
        """Takes in what has arrived; whether there was anything."""
        taken, self._arrived[:] = list(self._arrived), self._arrived[len(self._arrived) :]
        for message in taken:
            self._take(message.topic, bytes(message.payload))
        if taken:
            self._wake()
        return bool(taken)

    def _take(self, topic: str, payload: bytes) -> None:
        if topic == self._sheet_topic:
            self._take_sheet(payload)
        elif topic.startswith(f"{self._replies}/"):
            self.board = answered(self.board, topic.rpartition("/")[2], payload)
        else:
            self.board = heard(self.board, topic, payload, self.base)
            self._ask_for_results(topic, payload)

    def _take_sheet(self, payload: bytes) -> None:
        try:
            self.sheet = (
                msgspec.json.decode(payload, type=TournamentSheet) if payload else TournamentSheet()
            )
        except (msgspec.DecodeError, msgspec.ValidationError):
            self.board = msgspec.structs.replace(self.board, refused=self.board.refused + 1)

    def _ask_for_results(self, topic: str, payload: bytes) -> None:
        """Once when a table is first heard of, and whenever a game ended there."""
        table = sender(topic, self.base)
        if table not in self.board.tables:
            return
        has_ended = topic.endswith(f"/{EVENT}") and b'"ended"' in payload[:40]
        if table in self._asked and not has_ended:
            return
        self._asked[table] = self._asked.get(table, 0) + 1
        since = (datetime.now(UTC) - EVENING).isoformat(timespec="seconds")
        request = msgspec.json.encode(Request("results", since))
        where = Topics(table, self.base).of(REQUEST)
        self.connection.say(where, request, f"{self._replies}/{table}")

    # What the page may do

    def keep(self, sheet: TournamentSheet) -> None:
        """For every hall: the broker keeps it."""
        payload = msgspec.json.encode(sheet)
        self.connection.outbox.put(Letter(self._sheet_topic, payload, retain=True))

    def command(self, table: str, name: str, text: str) -> bool:
        if name not in COMMANDS or table not in self.board.tables:
            return False
        payload = msgspec.json.encode(Command(f"hall-{time.time_ns()}", text=text))
        topic = Topics(table, self.base).of(COMMAND, name)
        self.connection.outbox.put(Letter(topic, payload))
        return True


class Waiting:
    """Pages that wait for news, woken from the hall's thread."""

    def __init__(self, hall: Hall) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: asyncio.Event | None = None
        hall.on_change(self.wake)

    def wake(self) -> None:
        if self._loop is not None and self._news is not None:
            self._loop.call_soon_threadsafe(self._turn)

    def _turn(self) -> None:
        assert self._news is not None
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        if self._news is None:
            self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return
