"""The hall live: hears the broker, asks tables for what they finished, keeps the newest board,
wakes the pages.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec
from paho.mqtt.client import MQTTMessage

from companion.broadcast.messages import Command, Request
from companion.config import MqttSettings
from companion.discovery import FoundTable
from companion.hall.board import FILTERS, Arrival, HallBoard, answered, has_ended, heard
from companion.hall.tournament import TournamentSheet
from companion.mqtt.connection import ONLINE as IS_THERE
from companion.mqtt.connection import BrokerConnection
from companion.mqtt.outbox import Letter
from companion.mqtt.publisher import STATE_KEEPS_S
from companion.mqtt.topics import COMMAND, EVENT, ONLINE, REPLY, REQUEST, Topics, everywhere, sender

EVENING_H = 18
LOOK_S = 0.1
ALIVE_S = 4  # a hall says little, and must notice soon that nothing comes any more
COMMANDS = ("announce", "judge")


class Arrived(NamedTuple):
    topic: str
    payload: bytes
    arrival: Arrival


class Hall:
    """One thread folds what arrives; `board` and `sheet` are immutable, so anybody may look."""

    def __init__(self, settings: MqttSettings, name: str) -> None:
        self.base = settings.base
        self.board, self.sheet = HallBoard(), TournamentSheet()
        self.nearby: tuple[FoundTable, ...] = ()
        self._sheet_topic = f"{self.base}/hall/tournament"
        self._replies = f"{self.base}/{REPLY}/{name}"
        filters = tuple(everywhere(self.base, kind) for kind in FILTERS)
        self._arrived: deque[Arrived] = deque()
        self._seen: deque[tuple[FoundTable, ...]] = deque(maxlen=1)
        self._has_news = threading.Event()
        self._is_anew = threading.Event()
        self.connection = BrokerConnection(
            settings,
            f"tableside-hall-{name}",
            filters=(*filters, self._sheet_topic, f"{self._replies}/+"),
            heard=self._note,
            joined=self._is_anew.set,
            alive_s=ALIVE_S,
        )
        self._wake: Callable[[], None] = lambda: None
        self._asked: set[str] = set()

    def see(self, tables: tuple[FoundTable, ...]) -> None:
        """Tables that the network shows, whether they tell the broker or not."""
        self._seen.append(tables)
        self._has_news.set()

    def on_change(self, wake: Callable[[], None]) -> None:
        self._wake = wake

    def run(self, stop: threading.Event) -> None:
        self.connection.open()
        try:
            while not stop.is_set():
                self._has_news.wait(LOOK_S)
                self._has_news.clear()
                self.fold()
                self.connection.flush()
        finally:
            self.connection.close()

    def _note(self, message: MQTTMessage) -> None:
        """From paho's thread: only noted down, with how long the broker had it."""
        left_s = getattr(message.properties, "MessageExpiryInterval", STATE_KEEPS_S)
        arrival = Arrival(time.time(), max(0.0, STATE_KEEPS_S - left_s))
        self._arrived.append(Arrived(message.topic, bytes(message.payload), arrival))
        self._has_news.set()

    def fold(self) -> bool:
        """Takes in what has arrived; whether there was anything."""
        if self._is_anew.is_set():  # games may have ended while the broker was away
            self._is_anew.clear()
            self._asked.clear()
        count = len(self._arrived)
        for _ in range(count):
            self._take(*self._arrived.popleft())
        has_seen = bool(self._seen)
        if has_seen:
            self.nearby = self._seen.popleft()
            order = self.board.order + 1
            self.board = msgspec.structs.replace(self.board, order=order, named=order)
        if count or has_seen:
            self._wake()
        return bool(count)

    def _take(self, topic: str, payload: bytes, arrival: Arrival) -> None:
        if topic == self._sheet_topic:
            self._take_sheet(payload)
        elif topic.startswith(f"{self._replies}/"):
            self.board = answered(self.board, topic.rpartition("/")[2], payload)
        else:
            self.board = heard(self.board, topic, payload, self.base, arrival)
            self._ask_for_results(topic, payload)

    def _take_sheet(self, payload: bytes) -> None:
        board = self.board
        try:
            self.sheet = (
                msgspec.json.decode(payload, type=TournamentSheet) if payload else TournamentSheet()
            )
        except (msgspec.DecodeError, msgspec.ValidationError):
            self.board = msgspec.structs.replace(board, refused=board.refused + 1)
            return
        order = board.order + 1
        self.board = msgspec.structs.replace(board, order=order, counted=order)

    def _ask_for_results(self, topic: str, payload: bytes) -> None:
        """When a table is first heard of or comes back, and whenever a game ended there."""
        table = sender(topic, self.base)
        if table not in self.board.tables:
            return
        is_back = topic.endswith(f"/{ONLINE}") and payload == IS_THERE
        is_richer = topic.endswith(f"/{EVENT}") and has_ended(payload)
        if table in self._asked and not is_back and not is_richer:
            return
        self._asked.add(table)
        request = msgspec.json.encode(Request("results", EVENING_H))
        where = Topics(table, self.base).of(REQUEST)
        self.connection.say(where, request, f"{self._replies}/{table}")

    # What the page may do

    def keep(self, sheet: TournamentSheet) -> None:
        """For every hall: the broker keeps it."""
        payload = msgspec.json.encode(sheet)
        self.connection.outbox.put(Letter(self._sheet_topic, payload, retain=True))
        self._has_news.set()

    def command(self, table: str, name: str, text: str) -> bool:
        if name not in COMMANDS or table not in self.board.tables:
            return False
        payload = msgspec.json.encode(Command(f"hall-{time.time_ns()}", text=text))
        topic = Topics(table, self.base).of(COMMAND, name)
        self.connection.outbox.put(Letter(topic, payload))
        self._has_news.set()
        return True


class Waiting:
    """Pages that wait for news, woken from the hall's thread."""

    def __init__(self, hall: Hall) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: asyncio.Event | None = None
        hall.on_change(self.wake)

    def begin(self) -> None:
        """Called from the loop by the first page, before it looks."""
        if self._news is None:
            self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()

    def wake(self) -> None:
        if self._loop is not None and self._news is not None:
            with suppress(RuntimeError):  # the site was closed a moment ago: nobody waits
                self._loop.call_soon_threadsafe(self._turn)

    def _turn(self) -> None:
        assert self._news is not None
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        assert self._news is not None
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return
