"""A hall that is told nothing finds its broker and its tables on the network."""

import json
import threading
from collections.abc import Iterator
from urllib.request import urlopen

import pytest

from companion.config import MqttSettings
from companion.discovery import Announcement, FoundTable
from companion.errors import SetupError
from companion.hall.finding import broker_found, watch
from companion.hall.hall import Hall
from companion.hall.server import HallSite
from companion.hall.serving import serving
from tests.mqtt.conftest import until
from tests.test_discovery import HERE, announced

BROKER = "mqtt://127.0.0.1:18830"
pytestmark = pytest.mark.usefixtures("alone_on_the_loopback")


def table(name: str, broker: str = BROKER) -> Announcement:
    return Announcement(name, name.title(), 8137, broker=broker)


def test_the_broker_is_the_one_that_the_tables_tell() -> None:
    with announced(table("door"), ["127.0.0.1"]), announced(table("window"), ["127.0.0.1"]):
        assert broker_found(HERE, 20) == BROKER


def test_without_a_broker_it_is_said_which_tables_there_are() -> None:
    with announced(table("door", ""), ["127.0.0.1"]), pytest.raises(SetupError, match="No broker"):
        broker_found(HERE, 3)


@pytest.fixture
def hall() -> Iterator[Hall]:
    made, stop = Hall(MqttSettings(broker="mqtt://127.0.0.1:1"), "one"), threading.Event()
    threads = [
        threading.Thread(target=made.run, args=(stop,)),
        threading.Thread(target=watch, args=(made.see, stop, HERE)),
    ]
    for thread in threads:
        thread.start()
    yield made
    stop.set()
    for thread in threads:
        thread.join()


def test_a_table_that_tells_no_broker_is_shown_with_its_page(hall: Hall) -> None:
    with announced(table("door", ""), ["127.0.0.1"]), serving(HallSite(hall), "127.0.0.1", 0) as at:
        until(lambda: hall.nearby, "the table is found")
        assert hall.nearby == (FoundTable("door", "Door", "http://127.0.0.1:8137"),)
        with urlopen(f"{at}/api/hall", timeout=20) as reply:
            assert json.loads(reply.read())["nearby"][0]["address"] == "http://127.0.0.1:8137"
    until(lambda: not hall.nearby, "it is gone")
