"""One connection to a broker: MQTT 5, kept up by itself, saying when it is there and when not.

paho has a thread of its own and holds locks while it calls: nothing is decided in it, it only
leaves word. Whoever owns the connection calls `flush` from time to time, always from one thread.
"""

import threading
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
AGAIN_S = (1, 20)
ONLINE, OFFLINE = b"online", b"offline"


class BrokerConnection:
    """`heard` gets every message of `filters`; `availability` is the topic that says whether we are
    there, by the broker's own word when we vanish.
    """

    def __init__(
        self,
        settings: MqttSettings,
        client: str,
        availability: str = "",
        filters: tuple[str, ...] = (),
        heard: Callable[[MQTTMessage], None] = lambda _message: None,
        joined: Callable[[], None] = lambda: None,
    ) -> None:
        self.settings, self.availability = settings, availability
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
        self._client.connect_async(self.settings.host, self.settings.port, keepalive=ALIVE_S)
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
            said = self._client.publish(
                letter.topic, letter.payload, AT_LEAST_ONCE, retain=letter.retain
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
        self._heard(message)


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
    client.reconnect_delay_set(*AGAIN_S)
    return client
