"""One message that makes a table a device in Home Assistant, with its discovery by MQTT.

Entities read the same messages as everybody; names are in the table's language. The form is that of
Home Assistant's "device discovery": device, origin, components.
"""

from importlib.metadata import version
from typing import Any

import msgspec

from companion.broadcast.observing import TableMoment, Teller
from companion.config import MqttSettings
from companion.kit.say import Say
from companion.mqtt.connection import OFFLINE, ONLINE
from companion.mqtt.topics import COMMAND, EVENT, PICTURE, STATE, Topics
from companion.mqtt.topics import ONLINE as AVAILABILITY
from companion.texts import sentence

TRIGGERS = {"roll": "roll", "winner": "ended", "question": "question", "judge": "judge"}
BUTTONS = ("judge", "pause")
# Every press is another command; without an id of its own the second would be taken for a repeat.
PRESS = '{"id": "{{ now().timestamp() }}"}'


def discovery_topic(prefix: str, table: str) -> str:
    return f"{prefix}/device/tableside_{table}/config"


def discovery(
    topics: Topics,
    teller: Teller,
    now: TableMoment,
    settings: MqttSettings,
    gone: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """`gone` are components told before that no longer are: Home Assistant removes what is named
    with its platform alone.
    """
    device: dict[str, Any] = {
        "identifiers": [f"tableside_{topics.table}"],
        "name": teller.name,
        "manufacturer": "Tableside",
        "model": "Tableside",
        "sw_version": version("tableside"),
    }
    if teller.address:
        device["configuration_url"] = teller.address
    parts = components(topics, teller, now, settings)
    return {
        "device": device,
        "origin": {"name": "Tableside", "sw_version": version("tableside")},
        "availability_topic": topics.of(AVAILABILITY),
        "payload_available": ONLINE.decode(),
        "payload_not_available": OFFLINE.decode(),
        "qos": 1,
        "components": {name: {"platform": "sensor"} for name in gone} | parts,
    }


def components(
    topics: Topics, teller: Teller, now: TableMoment, settings: MqttSettings
) -> dict[str, dict[str, Any]]:
    told = _sensors(topics, teller) | _seats(topics, teller, now) | _triggers(topics)
    told["picture"] = _entity(topics, teller, "image", "picture") | {
        "image_topic": topics.of(PICTURE),
        "content_type": "image/svg+xml",
    }
    if settings.commands:
        for name in BUTTONS:
            told[f"press_{name}"] = _entity(topics, teller, "button", f"press_{name}") | {
                "command_topic": topics.of(COMMAND, name),
                "command_template": PRESS,
            }
    return told


def _sensors(topics: Topics, teller: Teller) -> dict[str, dict[str, Any]]:
    paths = {"game": "title", "phase": "phase", "question": "question"}
    text = "{{ (value_json.game.%s if value_json.game else '')[:255] }}"  # as long as states may be
    return {
        name: _entity(topics, teller, "sensor", name)
        | {
            "state_topic": topics.of(STATE),
            "value_template": text % path,
        }
        for name, path in paths.items()
    } | {
        "turn": _entity(topics, teller, "sensor", "turn")
        | {
            "state_topic": topics.of(STATE),
            "value_template": "{{ (value_json.game.seats if value_json.game else []) "
            "| selectattr('at_turn') | map(attribute='name') | join(', ') }}",
        }
    }


def _seats(topics: Topics, teller: Teller, now: TableMoment) -> dict[str, dict[str, Any]]:
    seats = () if now.snapshot is None else teller.seats(now.snapshot, now.scores)
    told = {}
    for at, seat in enumerate(seats):
        name = f"score_{seat.id}"
        words = sentence(Say("mqtt.entity.score", {"name": seat.name}), teller.language, {})
        told[name] = _entity(topics, teller, "sensor", name) | {
            "name": words,
            "state_topic": topics.of(STATE),
            "state_class": "measurement",
            "value_template": "{{ value_json.game.seats[" + str(at) + "].score "
            "if value_json.game else None }}",
        }
    return told


def _triggers(topics: Topics) -> dict[str, dict[str, Any]]:
    return {
        f"on_{name}": {
            "platform": "device_automation",
            "automation_type": "trigger",
            "type": "action",
            "subtype": name,
            "topic": topics.of(EVENT),
            "payload": event,
            "value_template": "{{ value_json.event }}",
        }
        for name, event in TRIGGERS.items()
    }


def _entity(topics: Topics, teller: Teller, platform: str, name: str) -> dict[str, Any]:
    own = f"tableside_{topics.table}_{name}"
    words = sentence(Say(f"mqtt.entity.{name}"), teller.language, {})
    entity = f"{platform}.{own.replace('-', '_')}"
    return {"platform": platform, "unique_id": own, "default_entity_id": entity, "name": words}


def encoded(message: dict[str, Any]) -> bytes:
    return msgspec.json.encode(message, order="deterministic")
