"""Tells the broker of the table: one thread that sleeps until something changes.

The table never waits for it: with the broker away, states are replaced and events kept to a limit.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec
from paho.mqtt.client import MQTTMessage

from companion.config import MqttSettings
from companion.errors import CompanionError
from companion.kit.intents import Answer, Rolled
from companion.kit.pieces import Die
from companion.mqtt.commands import Desk
from companion.mqtt.connection import BrokerConnection
from companion.mqtt.home_assistant import components, discovery, discovery_topic, encoded
from companion.mqtt.messages import GamePlayed, Request, Results, TableState
from companion.mqtt.observing import TableMoment, Teller, Throw
from companion.mqtt.outbox import Letter
from companion.mqtt.picture import picture
from companion.mqtt.topics import COMMAND, EVENT, ONLINE, PICTURE, REQUEST, STATE, Topics
from companion.table import LiveGame, Table

HOME_ASSISTANT = "homeassistant"  # its own prefix, unless the owner has another
LOOK_S = 0.2  # acknowledgements and devices are looked after so often; the game wakes it by itself


@dataclass(frozen=True)
class Surroundings:
    """What the publisher needs of the rest of the service: how the devices are, where the page is,
    and which games were finished since a moment.
    """

    devices: Callable[[], Mapping[str, str]]
    address: str = ""
    played: Callable[[str], tuple[GamePlayed, ...]] = lambda _since: ()


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
        )
        self._is_new = threading.Event()  # a broker that may know nothing of us
        self._is_anew = False
        self._entities: frozenset[str] = frozenset()
        self._before: TableMoment | None = None

    def run(self, stop: threading.Event) -> None:
        self.connection.open()
        seen = -1
        try:
            while not stop.is_set():
                seen = self._table.changes.wait(seen, LOOK_S)
                self.look(time.time())
        finally:
            self.connection.close()

    def look(self, now_s: float) -> None:
        """Tells what is new since the last look."""
        now = self._moment(now_s)
        before = self._before
        if before is not None:
            for event in self._teller.events(before, now):
                self._put(self.topics.of(EVENT), event, retain=False)
        if self._is_new.is_set() or before is None or told(before) != told(now):
            self._is_anew = self._is_new.is_set()
            self._is_new.clear()
            state = self._teller.state(now, self.connection.outbox.dropped)
            self._put(self.topics.of(STATE), state, retain=True)
            self._discover(now, state)
        self._before = now
        self._hear()
        self.connection.flush()

    def _moment(self, now_s: float) -> TableMoment:
        seen = self._table.snapshot()
        before = self._before.snapshot if self._before else None
        began_s, throws, scores = 0.0, tuple[Throw, ...](), dict[str, int]()
        if seen is not None:
            same = before is not None and before.number == seen.number
            since = before.seq if before is not None and same else seen.seq
            if before is not None and not same:
                since = 0
            began_s, throws, scores = self._read(since)
        desk = self.desk
        devices = dict(self._around.devices())
        return TableMoment(seen, now_s, began_s, throws, scores, devices, desk.calls, desk.paused)

    def _read(self, since: int) -> tuple[float, tuple[Throw, ...], dict[str, int]]:
        try:
            found: tuple[float, tuple[Throw, ...], dict[str, int]] = self._table.reading(
                lambda live: (began(live), throws_since(live, since), known_scores(live))
            )
        except CompanionError:  # the game was left this very moment
            return 0.0, (), {}
        return found

    def _put(self, topic: str, message: object, *, retain: bool) -> None:
        self.connection.outbox.put(Letter(topic, msgspec.json.encode(message), retain))

    def _discover(self, now: TableMoment, state: TableState) -> None:
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
        if entities != self._entities or self._is_anew:
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
        """With the finished games asked for, on the topic the asker named."""
        where = getattr(message.properties, "ResponseTopic", "")
        if not where.startswith(f"{self.topics.base}/"):
            return
        try:
            request = msgspec.json.decode(message.payload, type=Request)
        except (msgspec.DecodeError, msgspec.ValidationError):
            return
        results = Results(self._settings.table, self._around.played(request.since))
        correlation = getattr(message.properties, "CorrelationData", None)
        self.connection.say(where, msgspec.json.encode(results), correlation=correlation)


def told(moment: TableMoment) -> tuple[object, ...]:
    """What makes two moments the same to whoever listens; the time alone is no news."""
    seen = moment.snapshot
    line = None if seen is None else (seen.number, seen.seq, seen.hash)
    return line, dict(moment.devices), moment.calls, moment.paused


def known_scores(live: LiveGame) -> dict[str, int]:
    """As far as everybody knows."""
    return dict(live.game.scores(live.game.known_to(live.state, None)))


def began(live: LiveGame) -> float:
    return live.lines[0].at if live.lines else 0.0


def throws_since(live: LiveGame, since: int) -> tuple[Throw, ...]:
    """The rolls of the newest lines, oldest first."""
    found = []
    for line in reversed(live.lines):
        if line.seq <= since:
            break
        if isinstance(line.intent, Answer) and isinstance(line.intent.answer, Rolled):
            dice: tuple[Die, ...] = line.intent.answer.dice
            found.append(Throw(line.seq, line.intent.seat or "", dice))
    return tuple(reversed(found))
