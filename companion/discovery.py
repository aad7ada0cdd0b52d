"""Tables, halls and brokers of one network find each other by mDNS. What is announced is what
anybody on the network may know: a table's name, where its page is, and which broker it tells.
"""

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from zeroconf import (
    InterfaceChoice,
    IPVersion,
    NonUniqueNameException,
    ServiceBrowser,
    ServiceInfo,
    ServiceStateChange,
    Zeroconf,
)

from companion.errors import SetupError

TABLE = "_tableside._tcp.local."
BROKERS = {"_mqtt._tcp.local.": "mqtt", "_secure-mqtt._tcp.local.": "mqtts"}
MOST_FOUND = 200  # whoever floods the network with names must not fill our memory
MOST_NAME = 40
ASK_MS = 2_000
LOOK_S = 1.0
ADDRESSES_S = 15.0  # a router may give this device another address at any time
EVERYWHERE: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundTable:
    id: str
    name: str
    address: str
    broker: str = ""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A table as it is announced; `broker` empty: it tells none."""

    id: str
    name: str
    port: int
    is_encrypted: bool = False
    broker: str = ""

    def info(self, addresses: Sequence[str]) -> ServiceInfo:
        facts = {"id": self.id, "name": self.name[:MOST_NAME], "v": "1"}
        facts["scheme"] = "https" if self.is_encrypted else "http"
        if self.broker:
            facts["broker"] = reached_from_outside(self.broker, addresses[0])
        return ServiceInfo(
            TABLE,
            f"{self.id}.{TABLE}",
            addresses=[socket.inet_aton(one) for one in addresses],
            port=self.port,
            properties=facts,
            server=f"tableside-{self.id}.local.",
        )


def reached_from_outside(broker: str, own: str) -> str:
    """A broker on this very device, as others reach it."""
    host = urlsplit(broker).hostname or ""
    try:
        is_here = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        is_here = False
    return broker.replace(host, own, 1) if is_here else broker


@contextmanager
def network(interfaces: Sequence[str] = EVERYWHERE) -> Iterator[Zeroconf]:
    """`interfaces`: only these addresses; all of this device's where none is given. Joined from a
    thread of its own: zeroconf would take over an event loop of ours, and wait for it in vain.
    """
    choice = list(interfaces) or InterfaceChoice.All
    try:
        with ThreadPoolExecutor(1) as aside:
            joined = aside.submit(Zeroconf, choice, ip_version=IPVersion.V4Only).result()
    except OSError as error:
        raise SetupError(f"The local network cannot be asked for tables: {error}.") from None
    try:
        yield joined
    finally:
        joined.close()


class Announcer:
    """Announces a table for as long as it runs, anew whenever its addresses change."""

    def __init__(
        self,
        announcement: Announcement,
        addresses: Callable[[], list[str]],
        interfaces: Sequence[str] = EVERYWHERE,
    ) -> None:
        self._announcement, self._addresses = announcement, addresses
        self._interfaces = interfaces

    def run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            now = self._addresses()
            if now:
                self._announce(now, stop)
            else:
                stop.wait(LOOK_S)

    def _announce(self, addresses: list[str], stop: threading.Event) -> None:
        with network(self._interfaces) as joined:
            try:
                joined.register_service(self._announcement.info(addresses), allow_name_change=True)
            except NonUniqueNameException as error:
                raise SetupError(f"This table's name is taken on the network: {error}.") from None
            waited_s = 0.0
            while not stop.is_set():
                stop.wait(LOOK_S)
                waited_s += LOOK_S
                if waited_s >= ADDRESSES_S:
                    waited_s = 0.0
                    if self._addresses() != addresses:
                        return
            joined.unregister_all_services()


class Surveyor:
    """Knows the tables and brokers of the network, as they come and go. `changed` is called from
    zeroconf's thread.
    """

    def __init__(self, joined: Zeroconf, changed: Callable[[], None] = lambda: None) -> None:
        self._changed = changed
        self._tables: dict[str, FoundTable] = {}
        self._brokers: dict[str, str] = {}
        self._browser = ServiceBrowser(joined, [TABLE, *BROKERS], handlers=[self._note])

    def close(self) -> None:
        """Ends its thread, which would outlive the network."""
        self._browser.cancel()

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        return tuple(sorted(self._tables.copy().values(), key=lambda one: (one.name, one.id)))

    @property
    def brokers(self) -> tuple[str, ...]:
        """Those that tables tell first, then those that announce themselves; each once."""
        told = [one.broker for one in self.tables if one.broker]
        return tuple(dict.fromkeys((*told, *self._brokers.copy().values())))

    def _note(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            self._tables.pop(name, None)
            self._brokers.pop(name, None)
        elif len(self._tables) + len(self._brokers) < MOST_FOUND:
            info = zeroconf.get_service_info(service_type, name, ASK_MS)
            if info is not None:
                self._take(service_type, name, info)
        self._changed()

    def _take(self, kind: str, name: str, info: ServiceInfo) -> None:
        addresses = info.parsed_addresses(IPVersion.V4Only)
        if not addresses or not info.port:
            return
        if kind in BROKERS:
            self._brokers[name] = f"{BROKERS[kind]}://{addresses[0]}:{info.port}"
            return
        facts = {key.decode("utf-8", "replace"): value for key, value in info.properties.items()}
        scheme = "https" if _text(facts.get("scheme")) == "https" else "http"
        own = _text(facts.get("id")) or name.removesuffix(f".{TABLE}")
        self._tables[name] = FoundTable(
            own,
            _text(facts.get("name")) or own,
            f"{scheme}://{addresses[0]}:{info.port}",
            _broker(_text(facts.get("broker"))),
        )


def _text(value: bytes | None) -> str:
    """Somebody else's words: one short printable line."""
    text = (value or b"").decode("utf-8", "replace")
    return "".join(one for one in text if one.isprintable())[: MOST_NAME * 2]


def _broker(url: str) -> str:
    place = urlsplit(url)
    return url if place.scheme in BROKERS.values() and place.hostname else ""
