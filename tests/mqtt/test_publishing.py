"""A table tells a real broker how it stands; with the broker away it plays on, and nothing is
lost.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion import games
from companion.broadcast.desk import Desk
from companion.broadcast.messages import Command, DiceRolled, GamePlayed, TableEvent, TableState
from companion.config import MqttSettings
from companion.journal import Journal
from companion.kit.intents import Answer, Rolled
from companion.kit.seats import Seat
from companion.mqtt.publisher import Publisher, Surroundings
from companion.packs import Shelf
from companion.table.table import Table
from tests.mqtt.conftest import Listener, Mosquitto, until
from tests.table.playing import next_answer

TABLE = "window"
STATE, EVENT, ONLINE = (f"tableside/v1/{TABLE}/{name}" for name in ("state", "event", "online"))


class Told:
    """A table with its publisher, looked at by hand: no thread, so that a test knows when."""

    def __init__(
        self, folder: Path, settings: MqttSettings, kept: bytes | None = b"", seed: int = 5
    ) -> None:
        """`kept`: what the broker has of the table; None: it is asked."""
        folder.mkdir(exist_ok=True)
        self.table = Table(Journal(folder / "journal.sqlite"), Shelf(None))
        self.table.start()
        self.devices = {"camera": "on", "panel": "none"}
        self.desk = Desk(self.table.begin, lambda _desk: None)
        self.played: tuple[GamePlayed, ...] = ()
        around = Surroundings(lambda: dict(self.devices), "", lambda _hours: self.played)
        self.publisher = Publisher(self.table, settings, "en", around, self.desk)
        if kept is not None:
            self.publisher.go_on_from(kept)
        self.now_s = 1_700_000_000.0
        self._chance = random.Random(seed)
        self._count = 0

    def begin(self, game: str, players: int) -> None:
        found = games.find(game)
        seats = tuple(Seat(one, colour=one) for one in found.colours[:players])
        self.table.begin(game, seats, dict(found.suggested(players)))

    def look(self) -> None:
        self.now_s += 1
        self.publisher.look(self.now_s)

    def answer(self, times: int) -> None:
        """Whole steps of play, each told as it happens."""
        for _ in range(times):
            snapshot = self.table.snapshot()
            if snapshot is None or not snapshot.asks:
                return
            self._count += 1
            self.table.submit(next_answer(self.table, self._chance, f"a{self._count}"))
            self.look()

    def answer_unseen(self, times: int) -> None:
        for _ in range(times):
            self._count += 1
            name = f"a{self._count}-{self.now_s}"
            self.table.submit(next_answer(self.table, self._chance, name))

    def settled(self) -> bool:
        link = self.publisher.connection
        link.flush()
        return link.recall.found() is not None and link.is_there and link.is_idle

    def stop(self) -> None:
        self.publisher.connection.close()
        self.table.stop()


@pytest.fixture
def told(tmp_path: Path, broker: Mosquitto) -> Iterator[Told]:
    settings = MqttSettings(broker=broker.url, table=TABLE, name="Window", commands=True)
    made = Told(tmp_path / "table", settings)
    made.publisher.connection.open()
    yield made
    made.stop()


def states(listener: Listener) -> list[TableState]:
    return [msgspec.json.decode(one, type=TableState) for one in listener.of(STATE)]


def events(listener: Listener) -> list[TableEvent]:
    return [msgspec.json.decode(one, type=TableEvent) for one in listener.of(EVENT)]


def test_who_comes_late_knows_how_the_table_stands(told: Told, broker: Mosquitto) -> None:
    told.look()
    told.begin("runika", 2)
    told.answer(40)
    until(told.settled, "all is told")
    late = Listener(broker.port)
    try:
        until(lambda: states(late), "the state is there")
        game = states(late)[-1].game
        snapshot = told.table.snapshot()
        assert game is not None
        assert snapshot is not None
        assert (game.id, game.line, len(game.seats)) == ("runika", snapshot.seq, 2)
        assert game.question
        assert late.of(ONLINE) == [b"online"]
    finally:
        late.close()


def test_a_broker_that_was_away_hears_everything_that_happened(
    told: Told, broker: Mosquitto, listener: Listener
) -> None:
    told.look()
    told.begin("runika", 2)
    told.answer(10)
    until(told.settled, "the beginning is told")
    broker.stop()
    until(lambda: not told.publisher.connection.is_there, "the broker is missed")
    told.answer(30)
    snapshot = told.table.snapshot()
    assert snapshot is not None
    broker.start()
    until(told.settled, "the rest is told")
    until(lambda: states(listener)[-1].line == snapshot.seq, "the newest state is heard")
    assert ids_of_rolls(told) <= {one.id for one in events(listener)}


def test_what_happened_before_a_crash_is_told_after_it(
    told: Told, broker: Mosquitto, listener: Listener, tmp_path: Path
) -> None:
    told.look()
    told.begin("spell_from_the_future", 3)
    told.answer(20)
    until(told.settled, "the beginning is told")
    played = {one.id for one in told.publisher._watcher.look(0).events}
    told.answer_unseen(30)  # written, and not a word of it out
    told.publisher.connection._client._sock_close()
    told.publisher.connection._client.loop_stop()
    told.table.stop()
    again = Told(tmp_path / "table", told.publisher._settings, None)
    again.publisher.connection.open()
    try:
        snapshot = again.table.snapshot()
        assert snapshot is not None

        def has_told() -> bool:
            again.look()
            return states(listener)[-1].line == snapshot.seq

        until(has_told, "the table has told what it had left")
        names = [one.id for one in events(listener)]
        assert ids_of_rolls(again) <= set(names)
        assert not played & set(names)
        assert sorted(names) == sorted(set(names))
        lines = {int(name.split(".")[2]) for name in names if name.endswith(".question")}
        assert max(lines) > snapshot.seq - 5
    finally:
        again.stop()


def test_the_same_happenings_are_told_line_by_line_or_at_once(tmp_path: Path) -> None:
    """Who looks seldom, or only after a crash, tells the same events under the same ids."""
    settings = MqttSettings(broker="mqtt://127.0.0.1:1", table=TABLE)
    seen = []
    for name, at_once in (("often", 1), ("seldom", 9), ("after", 60)):
        away = Told(tmp_path / name, settings, seed=8)
        away.look()
        away.begin("runika", 2)
        for _ in range(60 // at_once):
            away.answer_unseen(at_once)
            away.look()
        letters = list(iter(away.publisher.connection.outbox.take, None))
        decoded = [msgspec.json.decode(x.payload) for x in letters if x.topic == EVENT]
        seen.append([{key: one[key] for key in one if key != "at"} for one in decoded])
        away.table.stop()
    assert seen[0] == seen[2]
    assert seen[1] == seen[0][: len(seen[1])]


def test_a_demo_is_not_told(tmp_path: Path) -> None:
    settings = MqttSettings(broker="mqtt://127.0.0.1:1", table=TABLE)
    away = Told(tmp_path / "table", settings)
    away.look()
    away.table.lending.lend(Journal(tmp_path / "demo.sqlite"))
    seats = tuple(Seat(one, colour=one) for one in ("red", "blue"))
    away.table.lending.begin("runika", seats, {})
    away.look()
    letters = list(iter(away.publisher.connection.outbox.take, None))
    told = [msgspec.json.decode(x.payload, type=TableState) for x in letters if x.topic == STATE]
    assert [one.game for one in told] == [None]
    away.table.stop()


def ids_of_rolls(told: Told) -> set[str]:
    snapshot = told.table.snapshot()
    assert snapshot is not None
    intents = told.table.reading(lambda live: {line.seq: line.intent for line in live.lines})
    return {
        f"{TABLE}.{snapshot.number}.{seq}.roll"
        for seq, intent in intents.items()
        if isinstance(intent, Answer) and isinstance(intent.answer, Rolled)
    }


def test_every_throw_is_told_with_its_values(told: Told, listener: Listener) -> None:
    told.look()
    told.begin("spell_from_the_future", 3)
    told.answer(60)
    until(told.settled, "all is told")
    until(lambda: any(isinstance(one, DiceRolled) for one in events(listener)), "a roll is told")
    names = [one.id for one in events(listener)]
    assert ids_of_rolls(told) <= set(names)
    assert len(names) == len(set(names))


def test_a_camera_that_goes_away_is_told(told: Told, listener: Listener) -> None:
    told.look()
    told.devices["camera"] = "away"
    told.look()
    until(told.settled, "it is told")
    until(lambda: events(listener), "the event is heard")
    assert states(listener)[-1].camera == "away"
    assert getattr(events(listener)[-1], "device", "") == "camera"


def test_a_table_that_vanishes_is_known_to_be_away(told: Told, listener: Listener) -> None:
    told.look()
    until(lambda: listener.of(ONLINE) == [b"online"], "it is there")
    told.publisher.connection._client._sock_close()  # the network is cut, nobody says goodbye
    until(lambda: b"offline" in listener.of(ONLINE), "the broker says so", 60)


def test_a_message_for_the_table_is_shown_once(told: Told, listener: Listener) -> None:
    told.look()
    until(told.settled, "it is there")
    words = msgspec.json.encode(Command("c1", text="Dinner\x07 is ready"))
    for _ in range(2):
        listener.client.publish(f"tableside/v1/{TABLE}/command/announce", words, 1)
        listener.client.publish(
            f"tableside/v1/{TABLE}/command/judge", msgspec.json.encode(Command("c2")), 1
        )

    def shown() -> bool:
        told.look()
        return bool(told.desk.message) and told.desk.calls

    until(shown, "the message is shown")
    assert told.desk.message == "Dinner is ready"


@pytest.mark.parametrize(
    "payload", [b"", b"{", b"[]", b'{"id": 3}', b'{"id":"x","more":1}', b"x" * 9000]
)
def test_what_is_no_command_changes_nothing(payload: bytes) -> None:
    desk = Desk(lambda *_: None, lambda _desk: None)
    assert desk.hear("announce", payload)
    assert (desk.message, desk.calls, desk.paused) == ("", False, False)


def test_the_oldest_events_make_room_and_it_is_said(tmp_path: Path) -> None:
    settings = MqttSettings(broker="mqtt://127.0.0.1:1", table=TABLE)
    away = Told(tmp_path / "table", settings)
    away.publisher.connection.outbox._most = 5
    away.look()
    away.begin("runika", 2)
    away.answer(30)
    assert away.publisher.connection.outbox.dropped > 0
    assert len(away.publisher.connection.outbox) <= 5 + 3
    away.table.stop()
