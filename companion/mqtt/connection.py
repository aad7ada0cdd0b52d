"""One connection to a broker: MQTT 5, kept up by itself, saying when it is there and when not.

paho has a thread of its own and holds locks while it calls: nothing is decided in it, it only
leaves word. Whoever owns the connection calls `flush` from time to time, always from one thread.
"""

import random
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.config import MqttSettings
from companion.errors import SetupError
from companion.mqtt.outbox import Outbox

AT_LEAST_ONCE = 1
ALIVE_S = 15
MOST_UNDERWAY = 400  # sent and not yet acknowledged
AGAIN_S = 1, (1, 2)  # not all the same: a hall full of tables must not knock at one moment
REACH_S = 2.0  # a broker on the same network answers in this time or not at all
SILENT_MS = 4_000  # what the other end has not taken in by then goes over a new connection
RECALL_S = 3.0  # a broker that may not tell us what it keeps is not waited for
ONLINE, OFFLINE = b"online", b"offline"


class BrokerConnection:
    """`heard` gets every message of `filters`; `availability` is the topic that says whether we are
    there, by the broker's own word when we vanish. `recall` names a message of our own that the
    broker keeps.
    """

    def __init__(
        self,
        settings: MqttSettings,
        client: str,
        availability: str = "",
        filters: tuple[str, ...] = (),
        heard: Callable[[MQTTMessage], None] = lambda _message: None,
        joined: Callable[[], None] = lambda: None,
        recall: str = "",
        alive_s: int = ALIVE_S,
    ) -> None:
        self.settings, self.availability = settings, availability
        self.recall, self._alive_s = Recall(recall, availability), alive_s
        self._filters, self._heard, self._joined = filters, heard, joined
        self._there = threading.Event()
        self.outbox = Outbox()
        self._underway: set[int] = set()
        self._acknowledged: deque[int] = deque()
        self.refused = ""
        self._client = client_for(settings, client)
        if availability:
            self._client.will_set(availability, OFFLINE, AT_LEAST_ONCE, retain=True)
        self._client.on_connect, self._client.on_disconnect = self._connected, self._disconnected
        self._client.on_publish, self._client.on_message = self._note_acknowledged, self._arrived

    def open(self) -> None:
        """At once; the broker may come later."""
        self._client.connect_async(self.settings.host, self.settings.port, keepalive=self._alive_s)
        self._client.loop_start()

    def close(self) -> None:
        """Says goodbye, so that nobody has to wait for the broker's word."""
        if self.availability and self.is_there:
            said = self._client.publish(self.availability, OFFLINE, AT_LEAST_ONCE, retain=True)
            with suppress(RuntimeError):  # the broker went just now: its own word will do
                said.wait_for_publish(0.5)
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def is_there(self) -> bool:
        return self._there.is_set()

    @property
    def is_idle(self) -> bool:
        """Nothing waits, and all that was sent is acknowledged."""
        self._settle()
        return not self._underway and len(self.outbox) == 0

    def flush(self) -> None:
        """Hands on what waits, as far as the broker keeps up."""
        self._settle()
        while self.is_there and len(self._underway) < MOST_UNDERWAY:
            letter = self.outbox.take()
            if letter is None:
                return
            facts = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            if letter.keeps_s:
                facts.MessageExpiryInterval = letter.keeps_s
            said = self._client.publish(
                letter.topic, letter.payload, AT_LEAST_ONCE, retain=letter.retain, properties=facts
            )
            self._underway.add(said.mid)

    def _settle(self) -> None:
        while self._acknowledged:
            self._underway.discard(self._acknowledged.popleft())

    def say(
        self, topic: str, payload: bytes, reply_to: str = "", correlation: bytes | None = None
    ) -> None:
        """A question, to be answered on the topic `reply_to`; or the answer to one."""
        facts = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        if reply_to:
            facts.ResponseTopic = reply_to
        if correlation is not None:
            facts.CorrelationData = correlation
        self._client.publish(topic, payload, AT_LEAST_ONCE, properties=facts)

    # From paho's thread

    def _connected(
        self, _client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any
    ) -> None:
        if reason.is_failure:
            self.refused = str(reason)
            return
        self.refused = ""
        for one in self._filters:
            self._client.subscribe(one, AT_LEAST_ONCE)
        for one in self.recall.filters():
            self._client.subscribe(one, AT_LEAST_ONCE)
        if self.availability:
            self._client.publish(self.availability, ONLINE, AT_LEAST_ONCE, retain=True)
        self._there.set()
        self._joined()

    def _disconnected(
        self, _client: Client, _data: Any, _flags: Any, _reason: Any, _properties: Any
    ) -> None:
        """What was under way paho sends again by itself; ids make the repeat harmless."""
        self._there.clear()

    def _note_acknowledged(
        self, _client: Client, _data: Any, mid: int, _reason: Any, _properties: Any
    ) -> None:
        self._acknowledged.append(mid)

    def _arrived(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        if not self.recall.takes(message):
            self._heard(message)
        elif self.recall.is_over:
            self._client.unsubscribe(list(self.recall.topics))


class Recall:
    """Asks the broker once what it keeps under `topic`. The answer is complete when our own word
    that we are there comes back: it was said after the question.
    """

    def __init__(self, topic: str, availability: str) -> None:
        self.topics = (topic, availability) if topic else ()
        self._topic, self._kept, self.is_over = topic, b"", not topic
        self._since_s: float | None = None

    def filters(self) -> tuple[str, ...]:
        self._since_s = time.monotonic()
        return () if self.is_over else self.topics

    def takes(self, message: MQTTMessage) -> bool:
        if self.is_over or message.topic not in self.topics:
            return message.topic in self.topics
        if message.topic == self._topic:
            self._kept = bytes(message.payload)
        elif not message.retain:
            self.is_over = True
        return True

    def found(self) -> bytes | None:
        """None while it is not known."""
        if not self.is_over and self._since_s is not None:
            self.is_over = time.monotonic() > self._since_s + RECALL_S
        return self._kept if self.is_over else None


def client_for(settings: MqttSettings, name: str) -> Client:
    client = Client(CallbackAPIVersion.VERSION2, name, protocol=MQTTProtocolVersion.MQTTv5)
    if settings.user:
        client.username_pw_set(settings.user, settings.password or None)
    if settings.is_encrypted:
        try:
            client.tls_set(settings.ca or None, settings.certificate or None, settings.key or None)
        except OSError as error:
            raise SetupError(
                f"The broker's certificate files cannot be read ({error}): "
                "look at ca, certificate and key under [mqtt] in config.toml."
            ) from None
    least_s, most_s = AGAIN_S
    client.reconnect_delay_set(least_s, random.choice(most_s))
    client.connect_timeout = REACH_S
    client.on_socket_open = _notice_silence
    return client


def _notice_silence(_client: Client, _data: Any, link: Any) -> None:
    """A cut cable says nothing: without this, the kernel tries for a quarter of an hour."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS)
