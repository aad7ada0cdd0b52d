"""What travels keeps its form, tells nothing secret, and makes a device in Home Assistant."""

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from companion import games
from companion.broadcast.messages import SCHEMAS
from companion.config import MqttSettings
from companion.kit.say import Say
from companion.mqtt import home_assistant
from companion.mqtt.picture import picture
from companion.mqtt.topics import Topics, sender
from companion.texts import LANGUAGES, texts
from tests.mqtt.schemas import FOLDER, written
from tests.mqtt.test_publishing import Told

SETTINGS = MqttSettings(
    broker="mqtt://127.0.0.1:1", table="t", name="T", commands=True, home_assistant="homeassistant"
)


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_the_schema_is_that_of_the_messages(name: str) -> None:
    kept = (FOLDER / f"{name}.json").read_text("utf-8")
    assert kept == written(SCHEMAS[name]), "write them anew: python -m tests.mqtt.schemas"


@pytest.mark.parametrize("game", games.ids())
def test_a_whole_game_is_told_in_that_form(game: str, tmp_path: Path) -> None:
    told = Told(tmp_path, SETTINGS)
    told.look()
    least, _ = games.find(game).seats
    told.begin(game, least)
    told.answer(120)
    schemas = {name: json.loads((FOLDER / f"{name}.json").read_text("utf-8")) for name in SCHEMAS}
    letters = list(iter(told.publisher.connection.outbox.take, None))
    seen = set()
    for letter in letters:
        kind = letter.topic.rpartition("/")[2]
        if kind in schemas:
            seen.add(kind)
            jsonschema.validate(json.loads(letter.payload), schemas[kind])
    assert seen == {"state", "event"}
    told.table.stop()


def test_what_is_secret_is_not_told(tmp_path: Path) -> None:
    """Another seat's secrets blanked, the same words go out: only what a spectator sees."""
    told = Told(tmp_path, SETTINGS)
    told.begin("mechamancers", 4)
    told.answer(25)
    live = told.table.live
    assert live is not None
    state = live.game.known_to(live.state, None)
    snapshot = told.table.snapshot()
    assert snapshot is not None
    assert snapshot.view == live.game.view(state, None)
    told.table.stop()


def device_of(told: Told) -> dict[str, Any]:
    told.look()
    letters = list(iter(told.publisher.connection.outbox.take, None))
    topic = home_assistant.discovery_topic("homeassistant", "t")
    found = [letter.payload for letter in letters if letter.topic == topic]
    return msgspec.json.decode(found[-1], type=dict[str, Any])


def test_a_table_is_one_device_with_entities_for_everything(tmp_path: Path) -> None:
    told = Told(tmp_path, SETTINGS)
    told.begin("runika", 3)
    message = device_of(told)
    assert message["origin"]["name"] == "Tableside"
    assert message["availability_topic"] == "tableside/v1/t/online"
    parts = message["components"]
    platforms = {"sensor", "device_automation", "button", "image"}
    assert {part["platform"] for part in parts.values()} == platforms
    names = [part["unique_id"] for part in parts.values() if "unique_id" in part]
    assert len(names) == len(set(names))
    needed = {
        "sensor": {"state_topic", "value_template", "unique_id", "name"},
        "button": {"command_topic", "unique_id", "name"},
        "image": {"image_topic", "content_type", "unique_id", "name"},
        "device_automation": {"automation_type", "type", "subtype", "topic"},
    }
    for part in parts.values():
        assert needed[part["platform"]] <= part.keys()
    assert sum(name.startswith("score_") for name in parts) == 3
    told.table.stop()


@pytest.mark.parametrize("game", games.ids())
def test_the_device_is_as_home_assistant_documents_it(game: str, tmp_path: Path) -> None:
    schema = json.loads(Path(__file__).with_name("home_assistant.schema.json").read_text("utf-8"))
    settings = msgspec.structs.replace(SETTINGS, table="by-the-door_2")
    told = Told(tmp_path, settings)
    told.begin(game, games.find(game).seats[0])
    told.look()
    topic = home_assistant.discovery_topic("homeassistant", settings.table)
    letters = list(iter(told.publisher.connection.outbox.take, None))
    messages = [json.loads(one.payload) for one in letters if one.topic == topic]
    assert messages
    for message in messages:
        jsonschema.validate(message, schema)
    told.table.stop()


def test_people_who_left_are_taken_away_from_home_assistant(tmp_path: Path) -> None:
    told = Told(tmp_path, SETTINGS)
    told.begin("runika", 3)
    before = device_of(told)["components"]
    told.begin("runika", 2)
    after = device_of(told)["components"]
    gone = {name for name in before if name.startswith("score_")} - {
        name for name, part in after.items() if len(part) > 1
    }
    assert len(gone) == 1
    assert all(after[name] == {"platform": "sensor"} for name in gone)
    told.table.stop()


def test_a_table_without_home_assistant_takes_its_device_back(tmp_path: Path) -> None:
    plain = msgspec.structs.replace(SETTINGS, home_assistant="")
    told = Told(tmp_path, plain)
    told.look()
    letters = list(iter(told.publisher.connection.outbox.take, None))
    topic = home_assistant.discovery_topic("homeassistant", "t")
    assert [letter.payload for letter in letters if letter.topic == topic] == [b""]
    told.table.stop()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entity_has_a_name(language: str) -> None:
    known = texts(language)
    for name in ("game", "phase", "question", "turn", "score", "picture", "press_judge"):
        assert Say(f"mqtt.entity.{name}").key in known


def test_the_picture_is_drawn_whatever_people_are_called(tmp_path: Path) -> None:
    told = Told(tmp_path, SETTINGS)
    told.begin("runika", 2)
    state = told.publisher._teller.state(told.publisher._watcher.look(told.now_s).now)
    assert state.game is not None
    seats = tuple(
        msgspec.structs.replace(seat, name='<&"' * random.Random(at).randint(1, 40))
        for at, seat in enumerate(state.game.seats)
    )
    odd = msgspec.structs.replace(state, game=msgspec.structs.replace(state.game, seats=seats))
    drawn = picture(odd).decode()
    assert drawn.startswith("<svg")
    assert '<&"' not in drawn
    told.table.stop()


@pytest.mark.parametrize(
    ("topic", "table"),
    [
        ("tableside/v1/window/state", "window"),
        ("tableside/v1/../state", ""),
        ("tableside/v2/window/state", ""),
        ("other/v1/window/state", ""),
        ("tableside/v1/Window!/state", ""),
    ],
)
def test_only_a_tables_own_branch_is_its_own(topic: str, table: str) -> None:
    assert sender(topic, "tableside") == table
    assert Topics("window").of("state") == "tableside/v1/window/state"
