"""Tables announce themselves and are found, by real multicast on this device's own loopback."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from uuid import uuid4

import pytest
from zeroconf import ServiceInfo

from companion import discovery
from companion.discovery import (
    Announcement,
    Announcer,
    FoundTable,
    Surveyor,
    network,
    reached_from_outside,
)
from tests.mqtt.conftest import until

HERE = ("127.0.0.1",)
LONG_S = 60
pytestmark = pytest.mark.usefixtures("alone_on_the_loopback")


def window() -> Announcement:
    """A name of its own: other tests may announce theirs on the same loopback."""
    own = f"window-{uuid4().hex[:8]}"
    return Announcement(own, "By the window", 8137, broker="mqtt://localhost:1883")


def found(surveyor: Surveyor, one: Announcement) -> list[FoundTable]:
    return [table for table in surveyor.tables if table.id == one.id]


@contextmanager
def surveying() -> Iterator[Surveyor]:
    with network(HERE) as joined, closing(Surveyor(joined)) as surveyor:
        yield surveyor


@contextmanager
def announced(one: Announcement, addresses: list[str]) -> Iterator[None]:
    stop = threading.Event()
    announcer = Announcer(one, lambda: list(addresses), HERE)
    thread = threading.Thread(target=announcer.run, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def test_a_table_is_found_with_its_page_and_its_broker_and_gone_when_it_ends() -> None:
    one = window()
    with surveying() as surveyor:
        with announced(one, ["127.0.0.1"]):
            until(lambda: found(surveyor, one), "the table is found", LONG_S)
            page = "http://127.0.0.1:8137"
            broker = "mqtt://127.0.0.1:1883"
            assert found(surveyor, one) == [FoundTable(one.id, "By the window", page, broker)]
            assert broker in surveyor.brokers
        until(lambda: not found(surveyor, one), "it has said goodbye", LONG_S)


def test_a_table_with_another_address_is_announced_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "ADDRESSES_S", 0.1)
    one, addresses = window(), ["127.0.0.1"]
    with surveying() as surveyor, announced(one, addresses):
        until(lambda: found(surveyor, one), "the table is found", LONG_S)
        addresses[:] = ["127.0.0.2"]
        until(
            lambda: [at.address for at in found(surveyor, one)] == ["http://127.0.0.2:8137"],
            "it is found at its new address",
            LONG_S,
        )


def test_a_broker_that_announces_itself_is_found() -> None:
    own = uuid4()
    port = 20_000 + own.int % 40_000
    with surveying() as surveyor, network(HERE) as other:
        info = ServiceInfo(
            "_mqtt._tcp.local.",
            f"cupboard-{own.hex[:8]}._mqtt._tcp.local.",
            parsed_addresses=["127.0.0.1"],
            port=port,
        )
        other.register_service(info)
        broker = f"mqtt://127.0.0.1:{port}"
        until(lambda: broker in surveyor.brokers, "the broker is found", LONG_S)


def test_what_a_stranger_announces_is_harmless() -> None:
    own = uuid4().hex[:30]
    liar = Announcement(own, "\x1b[2J<script>" + "y" * 200, 8137, broker="ftp://u:p@h")
    with surveying() as surveyor, announced(liar, ["127.0.0.1"]):
        until(lambda: found(surveyor, liar), "the table is found", LONG_S)
        (table,) = found(surveyor, liar)
        assert table.name.isprintable()
        assert len(table.name) <= 80
        assert table.broker == ""
        assert not [broker for broker in surveyor.brokers if broker.startswith("ftp")]


def test_the_network_is_joined_where_an_event_loop_runs_and_leaves_no_thread() -> None:
    before = set(threading.enumerate())

    async def look() -> None:
        one = window()
        with surveying() as surveyor, announced(one, ["127.0.0.1"]):
            until(lambda: found(surveyor, one), "the table is found", LONG_S)

    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, look()).result()
    left = set(threading.enumerate()) - before
    assert [thread.name for thread in left if "zeroconf" in thread.name] == []


@pytest.mark.parametrize(
    ("broker", "reached"),
    [
        ("mqtt://localhost:1883", "mqtt://192.168.1.9:1883"),
        ("mqtts://127.0.0.1", "mqtts://192.168.1.9"),
        ("mqtt://192.168.1.5:1883", "mqtt://192.168.1.5:1883"),
        ("mqtt://broker.lan", "mqtt://broker.lan"),
    ],
)
def test_a_broker_on_the_table_itself_is_announced_as_others_reach_it(
    broker: str, reached: str
) -> None:
    assert reached_from_outside(broker, "192.168.1.9") == reached
