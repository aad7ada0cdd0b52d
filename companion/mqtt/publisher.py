"""Tells the broker of the table: one thread that sleeps until something changes.

The table never waits for it: with the broker away, states are replaced and events kept to a limit.
How far the world was told is kept by the broker itself, in the table's last state: a table started
again goes on from there, and what happened just before a crash is told after it.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec
from paho.mqtt.client import MQTTMessage

from companion.broadcast.desk import Desk
from companion.broadcast.messages import GamePlayed, Request, Results, TableState
from companion.broadcast.observing import TableMoment, Teller
from companion.broadcast.watcher import TableWatcher
from companion.config import MqttSettings
from companion.mqtt.connection import BrokerConnection
from companion.mqtt.home_assistant import components, discovery, discovery_topic, encoded
from companion.mqtt.outbox import Letter
from companion.mqtt.picture import picture
from companion.mqtt.topics import COMMAND, EVENT, ONLINE, PICTURE, REPLY, REQUEST, STATE, Topics
from companion.table import Table

HOME_ASSISTANT = "homeassistant"  # its own prefix, unless the owner has another
LOOK_S = 0.2  # acknowledgements and devices are looked after so often; the game wakes it by itself
AGAIN_S = 24 * 3600.0  # a state is told anew once a day ...
STATE_KEEPS_S = 30 * 24 * 3600  # ... so that a broker may forget a table that is no more


@dataclass(frozen=True)
class Surroundings:
    """What the publisher needs of the rest of the service: how the devices are, where the page is,
    and which games were finished in the last hours.
    """

    devices: Callable[[], Mapping[str, str]]
    address: str = ""
    played: Callable[[int], tuple[GamePlayed, ...]] = lambda _hours: ()


class Publisher:
    def __init__(
        self,
        table: Table,
        settings: MqttSettings,
        language: str,
        around: Surroundings,
        desk: Desk,
    ) -> None:
        self._table, self._settings, self._around, self.desk = table, settings, around, desk
        name = settings.name or settings.table
        self.topics = Topics(settings.table, settings.base)
        self._teller = Teller(settings.table, name, language, around.address)
        self._watcher = TableWatcher(table, self._teller, around.devices, desk)
        self._knows_what_was_told = False
        self._asked: list[MQTTMessage] = []
        filters: tuple[str, ...] = (self.topics.of(REQUEST),)
        if settings.commands:
            filters += (self.topics.of(COMMAND, "+"),)
        self.connection = BrokerConnection(
            settings,
            f"tableside-{settings.table}",
            self.topics.of(ONLINE),
            filters,
            self._asked.append,
            self._joined,
            recall=self.topics.of(STATE),
        )
        self._is_new = threading.Event()  # a broker that may know nothing of us
        self._entities: frozenset[str] = frozenset()
        self._told_s = 0.0

    def run(self, stop: threading.Event) -> None:
        self.connection.open()
        seen = -1
        try:
            while not stop.is_set():
                seen = self._table.changes.wait(seen, LOOK_S)
                self.look(time.time())
        finally:
            self.connection.close()

    @property
    def has_told(self) -> bool:
        """The broker has everything that happened until the last look."""
        return self._told_s > 0 and self.connection.is_idle

    def look(self, now_s: float) -> None:
        """Tells what is new since the last look; nothing before it is known what was told."""
        if not self._knows_what_was_told:
            kept = self.connection.recall.found()
            if kept is None:
                return
            self.go_on_from(kept)
        self._tell(now_s)
        self._hear()
        self.connection.flush()

    def go_on_from(self, kept: bytes) -> None:
        """`kept` is the state the broker has of this table, if any: what happened since is told,
        however long ago.
        """
        self._knows_what_was_told = True
        try:
            self._watcher.begin_after(msgspec.json.decode(kept, type=TableState).line)
        except (msgspec.DecodeError, msgspec.ValidationError):
            return  # nothing, or nothing of ours: the world begins now

    def _tell(self, now_s: float) -> None:
        look = self._watcher.look(now_s)
        self.connection.outbox.dropped += look.skipped
        for event in look.events:
            self._put(self.topics.of(EVENT), event)
        is_anew = self._is_new.is_set()
        if not (is_anew or look.is_new or now_s > self._told_s + AGAIN_S):
            return
        self._is_new.clear()
        self._told_s = now_s
        state = self._teller.state(look.now, self.connection.outbox.dropped)
        self._put(self.topics.of(STATE), state, STATE_KEEPS_S)
        self._discover(look.now, state, is_anew)

    def _put(self, topic: str, message: object, keeps_s: int = 0) -> None:
        payload = msgspec.json.encode(message)
        self.connection.outbox.put(Letter(topic, payload, keeps_s > 0, keeps_s))

    def _discover(self, now: TableMoment, state: TableState, is_anew: bool) -> None:
        """Home Assistant is told anew when other people sit down: their scores are its sensors.
        Where it is not wanted, an empty message takes away what an earlier setting may have left.
        """
        prefix = self._settings.home_assistant or HOME_ASSISTANT
        topic = discovery_topic(prefix, self._settings.table)
        if not self._settings.home_assistant:
            if not self._entities:
                self.connection.outbox.put(Letter(topic, b"", retain=True))
                self._entities = frozenset(("none",))
            return
        entities = frozenset(components(self.topics, self._teller, now, self._settings))
        if entities != self._entities or is_anew:
            gone = self._entities - entities
            message = discovery(self.topics, self._teller, now, self._settings, gone)
            self.connection.outbox.put(Letter(topic, encoded(message), retain=True))
            self._entities = entities
        self.connection.outbox.put(Letter(self.topics.of(PICTURE), picture(state), retain=True))

    def _joined(self) -> None:
        self._is_new.set()

    def _hear(self) -> None:
        while self._asked:
            message = self._asked.pop(0)
            if message.topic == self.topics.of(REQUEST):
                self._reply(message)
            else:
                self.desk.hear(message.topic.rpartition("/")[2], bytes(message.payload))

    def _reply(self, message: MQTTMessage) -> None:
        """With the finished games asked for, on the topic the asker named; only where replies go,
        so that nobody can make a table write elsewhere.
        """
        where = getattr(message.properties, "ResponseTopic", "")
        if not where.startswith(f"{self.topics.base}/{REPLY}/"):
            return
        try:
            request = msgspec.json.decode(message.payload, type=Request)
        except (msgspec.DecodeError, msgspec.ValidationError):
            return
        results = Results(self._settings.table, self._around.played(request.hours))
        correlation = getattr(message.properties, "CorrelationData", None)
        self.connection.say(where, msgspec.json.encode(results), correlation=correlation)
