"""A guarded broker: TLS, a certificate or password for everybody, and the access list we ship."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.broadcast.messages import Results
from companion.config import MqttSettings
from companion.hall.tournament import TournamentSheet
from companion.mqtt.connection import BrokerConnection
from companion.mqtt.outbox import Letter
from tests.hall.test_hall import Running, agrees
from tests.mqtt.certificates import Authority
from tests.mqtt.conftest import Mosquitto, until
from tests.mqtt.test_publishing import Told

ACL = Path(__file__).parents[2] / "hardware" / "mqtt" / "acl"
# Started as root it would become a user who cannot read what a test has written.
STAYS = ("user root",) if os.getuid() == 0 else ()


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def broker(tmp_path: Path, authority: Authority) -> Iterator[Mosquitto]:
    certificate, key = authority.sign("broker", "127.0.0.1")
    made = Mosquitto(
        tmp_path,
        f"cafile {authority.file}",
        f"certfile {certificate}",
        f"keyfile {key}",
        "require_certificate true",
        "use_identity_as_username true",
        f"acl_file {ACL}",
        *STAYS,
    )
    made.start()
    yield made
    made.stop()


def url(broker: Mosquitto) -> str:
    return broker.url.replace("mqtt://", "mqtts://")


@pytest.fixture
def tables(broker: Mosquitto, authority: Authority, tmp_path: Path) -> Iterator[list[Told]]:
    made = []
    for name in ("door", "window"):
        told = Told(tmp_path / name, authority.settings(url(broker), name), None)
        told.publisher.connection.open()
        until(
            lambda told=told: told.publisher.connection.recall.found() is not None, "it is let in"
        )
        told.look()
        told.begin("runika", 2)
        told.answer(5)
        made.append(told)
    yield made
    for told in made:
        told.stop()


@pytest.fixture
def running(broker: Mosquitto, authority: Authority) -> Iterator[Running]:
    made = Running(broker, "one", authority.settings(url(broker), "hall"))
    yield made
    made.end()


def test_tables_and_hall_do_everything_they_need(running: Running, tables: list[Told]) -> None:
    """With nothing but what the access list gives them, over TLS, each known by its certificate."""
    until(lambda: agrees(running, tables), "the hall knows both")
    running.hall.keep(TournamentSheet("Cup", ("Anna",)))
    until(lambda: running.hall.sheet.title == "Cup", "the sheet is kept")
    assert running.hall.command("door", "judge", "")

    def called() -> bool:
        return agrees(running, tables) and tables[0].desk.calls

    until(called, "the hall is heard at the table")
    until(lambda: running.hall.board.counted > 0, "the tables answer what they finished")


def test_a_table_that_lies_is_not_heard(
    running: Running, tables: list[Told], authority: Authority, broker: Mosquitto
) -> None:
    until(lambda: agrees(running, tables), "the hall knows both")
    door = running.hall.board.tables["door"]
    liar = BrokerConnection(authority.settings(url(broker), "window"), "a liar")
    liar.open()
    try:
        until(lambda: liar.is_there, "it is let in")
        results = msgspec.json.encode(Results("door", ()))
        lies = {
            "tableside/v1/door/state": b"",
            "tableside/v1/door/online": b"offline",
            "tableside/v1/door/event": b"{}",
            "tableside/v1/door/command/announce": b'{"id": "x", "text": "Go home"}',
            "tableside/v1/door/request": b"{}",
            "tableside/reply/one/door": results,
            "tableside/hall/tournament": b"{}",
            "homeassistant/device/tableside_door/config": b"",
            "tableside/v1/window/online": b"offline",  # its own: heard, and so the last of these
        }
        for topic, payload in lies.items():
            liar.outbox.put(Letter(topic, payload))
        liar.flush()
        until(lambda: not running.hall.board.tables["window"].online, "its own word is heard")
    finally:
        liar.close()
    now = running.hall.board.tables["door"]
    assert (now.state, now.online, running.hall.board.refused) == (door.state, True, 0)
    assert tables[0].desk.message == ""


def test_without_its_certificate_a_table_is_not_let_in_and_plays_on(
    broker: Mosquitto, authority: Authority, tmp_path: Path
) -> None:
    stranger = MqttSettings(broker=url(broker), table="door", ca=str(authority.file))
    told = Told(tmp_path / "table", stranger)
    told.publisher.connection.open()
    told.begin("runika", 2)
    told.answer(20)
    assert not told.publisher.connection.is_there
    assert told.table.last_seq == 20
    told.stop()


# paho leaves the socket of a failed handshake to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_broker_nobody_vouches_for_is_told_nothing(
    broker: Mosquitto, authority: Authority, tmp_path: Path
) -> None:
    other = Authority(tmp_path / "other")
    good = authority.settings(url(broker), "door")
    wrong = msgspec.structs.replace(good, ca=str(other.file))
    link = BrokerConnection(wrong, "careful")
    link.open()
    tried = broker.folder / "log"
    until(lambda: "alert" in tried.read_text("utf-8").lower(), "it was tried and left")
    assert not link.is_there
    link.close()


def test_a_table_gives_its_name_and_password(tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    folder.mkdir()
    known = folder / "passwords"
    command = ["mosquitto_passwd", "-b", "-c", str(known), "door", "the right one"]
    subprocess.run(command, check=True, capture_output=True)
    broker = Mosquitto(folder, "allow_anonymous false", f"password_file {known}", *STAYS)
    broker.start()
    right = MqttSettings(broker=broker.url, user="door", password="the right one")
    wrong = msgspec.structs.replace(right, password="another")
    links = [BrokerConnection(settings, f"c{at}") for at, settings in enumerate((right, wrong))]
    for link in links:
        link.open()
    until(lambda: links[0].is_there and links[1].refused, "one is let in, one is not")
    assert not links[1].is_there
    for link in links:
        link.close()
    broker.stop()
