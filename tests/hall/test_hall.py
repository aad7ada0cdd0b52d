"""The hall with a real broker and real tables' publishers: right, right again after a fault, and
never an authority.
"""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest

from companion.broadcast.messages import GameEnding, GamePlayed, SeatNow
from companion.config import MqttSettings
from companion.hall.hall import Hall
from companion.hall.server import HallSite
from companion.hall.serving import serving
from companion.hall.tournament import TournamentSheet
from tests.mqtt.conftest import Listener, Mosquitto, broker, until
from tests.mqtt.test_publishing import Told

__all__ = ["broker"]
PLAYED = GamePlayed(
    7,
    "runika",
    "Runika",
    "2026-11-18T19:00:00+00:00",
    "2099-11-18T20:00:00+00:00",
    (SeatNow("red", "Anna", "red", 9),),
    GameEnding("points", ("red",), "Anna wins"),
)


class Running:
    def __init__(self, broker: Mosquitto, name: str, settings: MqttSettings | None = None) -> None:
        self.hall = Hall(settings or MqttSettings(broker=broker.url), name)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self.hall.run, args=(self._stop,))
        self._thread.start()

    def end(self) -> None:
        self._stop.set()
        self._thread.join()

    def line(self, table: str) -> int:
        found = self.hall.board.tables.get(table)
        game = found.state.game if found and found.state else None
        return game.line if game else 0


@pytest.fixture
def tables(broker: Mosquitto, tmp_path: Path) -> Iterator[list[Told]]:
    made = []
    for name in ("door", "window"):
        settings = MqttSettings(broker=broker.url, table=name, name=name.title(), commands=True)
        told = Told(tmp_path / name, settings)
        told.publisher.connection.open()
        until(lambda told=told: told.publisher.connection.is_there, "the broker is there")
        told.look()
        told.begin("runika", 2)
        told.answer(15)
        made.append(told)
    yield made
    for told in made:
        told.stop()


@pytest.fixture
def running(broker: Mosquitto) -> Iterator[Running]:
    made = Running(broker, "one")
    yield made
    made.end()


def agrees(running: Running, tables: list[Told]) -> bool:
    for told in tables:
        told.look()
        snapshot = told.table.snapshot()
        assert snapshot is not None
        if running.line(told.publisher.topics.table) != snapshot.seq:
            return False
    return True


def test_the_hall_shows_every_table_as_it_stands(running: Running, tables: list[Told]) -> None:
    until(lambda: agrees(running, tables), "the hall knows both")
    tables[0].answer(10)
    until(lambda: agrees(running, tables), "the hall follows")
    assert all(one.online for one in running.hall.board.tables.values())


def test_a_hall_started_later_knows_the_same(
    running: Running, tables: list[Told], broker: Mosquitto
) -> None:
    until(lambda: agrees(running, tables), "the first hall knows")
    second = Running(broker, "two")
    try:
        until(lambda: agrees(second, tables), "the second hall knows")
        assert {name: one.state for name, one in second.hall.board.tables.items()} == {
            name: one.state for name, one in running.hall.board.tables.items()
        }
    finally:
        second.end()


def test_a_broker_started_again_leaves_the_hall_right(
    running: Running, tables: list[Told], broker: Mosquitto
) -> None:
    until(lambda: agrees(running, tables), "the hall knows")
    broker.stop()
    for told in tables:
        told.answer(5)
    broker.start()
    until(lambda: agrees(running, tables), "the hall is right again")


def test_a_tables_finished_games_are_asked_for(tables: list[Told], broker: Mosquitto) -> None:
    tables[0].played = (PLAYED,)
    running = Running(broker, "later")

    def known() -> bool:
        tables[0].look()
        found = running.hall.board.tables.get("door")
        return found is not None and found.played == (PLAYED,)

    try:
        until(known, "the table answered")
    finally:
        running.end()


def test_a_table_that_lies_changes_nothing_of_another(
    running: Running, tables: list[Told], broker: Mosquitto
) -> None:
    until(lambda: agrees(running, tables), "the hall knows")
    before = running.hall.board.tables["door"].state
    liar = Listener(broker.port)
    try:
        state = running.hall.board.tables["window"].state
        liar.client.publish("tableside/v1/door/state", msgspec.json.encode(state), 1)
        liar.client.publish("tableside/v1/door/state", b'{"table": 1}', 1)
        until(lambda: running.hall.board.refused >= 2, "it was noticed")
    finally:
        liar.close()
    assert running.hall.board.tables["door"].state == before


def ask(address: str, method: str, path: str, body: object, word: str) -> int:
    headers = {"content-type": "application/json", "x-hall-word": word}
    request = Request(address + path, json.dumps(body).encode(), headers, method=method)
    try:
        with urlopen(request, timeout=20) as reply:
            return int(reply.status)
    except HTTPError as error:
        told = json.loads(error.read())
        assert told["error"]["message"]
        return error.code


def test_looking_is_free_and_changing_needs_the_word(running: Running, tables: list[Told]) -> None:
    until(lambda: agrees(running, tables), "the hall knows")
    sheet = {"title": "Cup", "people": ["Anna", "Ben"]}
    with serving(HallSite(running.hall, "secret"), "127.0.0.1", 0) as address:
        with urlopen(f"{address}/api/hall", timeout=20) as reply:
            assert sorted(json.loads(reply.read())["names"]) == ["door", "window"]
        with urlopen(f"{address}/api/hall/events", timeout=20) as stream:
            assert stream.readline().startswith(b"data: {")
        assert b"<html" in urlopen(f"{address}/", timeout=20).read()
        assert ask(address, "PUT", "/api/hall/tournament", sheet, "") == 403
        assert ask(address, "PUT", "/api/hall/tournament", sheet, "secret") == 200
        assert ask(address, "PUT", "/api/hall/tournament", {"people": "x"}, "secret") == 400
        assert (
            ask(address, "POST", "/api/hall/command", {"table": "x", "name": "y"}, "secret") == 404
        )
        assert ask(address, "GET", "/../config.toml", None, "") == 404
    until(lambda: running.hall.sheet == TournamentSheet("Cup", ("Anna", "Ben")), "it is kept")


def test_the_judge_is_on_the_way(running: Running, tables: list[Told]) -> None:
    until(lambda: agrees(running, tables), "the hall knows")
    tables[0].desk.call_judge(True)

    def called() -> bool:
        tables[0].look()
        state = running.hall.board.tables["door"].state
        return state is not None and state.calls

    until(called, "the call is seen")
    assert running.hall.command("door", "judge", "")
    until(lambda: not called(), "the call is answered")
