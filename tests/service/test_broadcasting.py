"""The whole service as its owner configured it: a broker and a webhook hear what happens at the
table, and what comes in from outside is seen there.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest

from companion.broadcast.messages import Command, JudgeCalled, TableState
from companion.config import Config, MqttSettings, WebhookSettings
from companion.service.service import Service
from tests.mqtt.conftest import Listener, Mosquitto, broker, listener, until
from tests.webhooks.test_sending import SECRET, Receiver, receiver

__all__ = ["broker", "listener", "receiver"]
STATE = "tableside/v1/window/state"


class Served:
    def __init__(self, data: Path, config: Config) -> None:
        self.service = Service(data, config)
        self.address = self.service.start("127.0.0.1", 0)

    def post(self, path: str, body: object) -> int:
        headers = {"content-type": "application/json"}
        request = Request(self.address + path, json.dumps(body).encode(), headers)
        try:
            with urlopen(request, timeout=20) as reply:
                return int(reply.status)
        except HTTPError as error:
            return error.code

    def around(self) -> dict[str, Any]:
        with urlopen(f"{self.address}/api/around", timeout=20) as reply:
            told: dict[str, Any] = json.loads(reply.read())
            return told


@pytest.fixture
def served(tmp_path: Path, broker: Mosquitto, receiver: Receiver) -> Iterator[Served]:
    mqtt = MqttSettings(broker=broker.url, table="window", name="Window", commands=True)
    config = Config(mqtt=mqtt, webhooks=(WebhookSettings(receiver.url, SECRET),))
    made = Served(tmp_path / "data", config)
    yield made
    made.service.stop()


def test_a_call_for_the_judge_is_heard_by_broker_and_webhook(
    served: Served, listener: Listener, receiver: Receiver
) -> None:
    until(lambda: listener.of(STATE), "the table is there")
    assert served.around()["judge"]
    assert served.post("/api/judge", {"calls": True}) == 200

    def calls() -> bool:
        return msgspec.json.decode(listener.of(STATE)[-1], type=TableState).calls

    until(calls, "the broker has it")
    until(lambda: any(isinstance(one, JudgeCalled) for one in receiver.taken), "the webhook has it")
    assert [note["id"] for note in served.around()["desk"]] == ["judge_called"]


def test_words_from_outside_are_seen_at_the_table(served: Served, listener: Listener) -> None:
    until(lambda: listener.of(STATE), "the table is there")
    words = msgspec.json.encode(Command("c1", text="Dinner"))
    listener.client.publish("tableside/v1/window/command/announce", words, 1)
    pause = msgspec.json.encode(Command("c2"))
    listener.client.publish("tableside/v1/window/command/pause", pause, 1)
    notes = [{"id": "announcement", "what": "Dinner"}, {"id": "clock_paused", "what": ""}]
    until(lambda: served.around()["desk"] == notes, "the words are there")


def test_a_table_that_tells_nobody_has_no_judge_to_call(tmp_path: Path) -> None:
    quiet = Served(tmp_path / "data", Config())
    try:
        assert not quiet.around()["judge"]
        assert quiet.post("/api/judge", {"calls": True}) == 400
    finally:
        quiet.service.stop()
