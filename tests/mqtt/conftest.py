"""A real Mosquitto on a port of its own, which a test may kill and start again."""

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(true: Callable[[], Any], what: str, seconds: float = 30) -> Any:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if found := true():
            return found
        time.sleep(0.02)
    raise AssertionError(f"never happened: {what}")


class Mosquitto:
    """Keeps what is retained over a restart, as a broker in a cupboard does."""

    def __init__(self, folder: Path, *lines: str) -> None:
        self.folder, self.port = folder, free_port()
        self._config = folder / "mosquitto.conf"
        told = lines or ("allow_anonymous true",)
        place = f"listener {self.port} 127.0.0.1"
        kept = ("persistence true", f"persistence_location {folder}/", "autosave_interval 1")
        self._config.write_text("\n".join((place, *kept, *told)) + "\n", "utf-8")
        self._process: subprocess.Popen[bytes] | None = None
        folder.chmod(0o777)  # started as root it becomes a user of its own

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen([program, "-c", str(self._config)], stderr=log)
        until(self._answers, "the broker answers")

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None


class Listener:
    """Somebody who hears everything that is said once it is made, also while the broker is away
    and started again: its place is kept.
    """

    def __init__(self, port: int, topic: str = "#", user: str = "", password: str = "") -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.client = Client(
            CallbackAPIVersion.VERSION2, uuid4().hex, protocol=MQTTProtocolVersion.MQTTv5
        )
        self.client.reconnect_delay_set(1, 1)
        if user:
            self.client.username_pw_set(user, password)
        self.client.on_message = self._note
        self.client.on_connect = lambda client, *_: client.subscribe(topic, 1)
        listens = threading.Event()
        self.client.on_subscribe = lambda *_: listens.set()
        kept = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        kept.SessionExpiryInterval = 3600
        self.client.connect("127.0.0.1", port, properties=kept)
        self.client.loop_start()
        assert listens.wait(30), "the broker lets nobody listen"

    def _note(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        self.heard.append((message.topic, bytes(message.payload)))

    def of(self, topic: str) -> list[bytes]:
        return [payload for where, payload in list(self.heard) if where == topic]

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    folder = tmp_path / "broker"
    folder.mkdir()
    made = Mosquitto(folder)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def listener(broker: Mosquitto) -> Iterator[Listener]:
    made = Listener(broker.port)
    yield made
    made.close()
