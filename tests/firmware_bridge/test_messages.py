import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import messages
from firmware_bridge.messages import (
    Ack,
    AskHello,
    Events,
    Hello,
    Kind,
    Lamp,
    PlaySound,
    Settings,
    ShowLamps,
    ShowRow,
    State,
    Unknown,
    WireEvent,
    decode,
)

HERE = Path(messages.__file__).parent

SAMPLES = [
    Hello(1, 0xDEADBEEF, 1, 0, 17, 16, 1, 20, 4, 15, 2, 700),
    Events(7, 65535, (WireEvent(Kind.PRESS, 16, 0, 3), WireEvent(Kind.TURN, 0, -3, 65535))),
    State(7, 1, 1 << 16, -4, 5, 4, 1, 2, 3, 4, 5, 6, 7, 8, (9, 10)),
    AskHello(),
    Ack(7, 65535),
    ShowLamps(200, (Lamp.OFF, Lamp.STEADY, Lamp.SLOW, Lamp.FAST) * 4),
    ShowRow(3, b"Red 14 | 9          "),
    PlaySound(255, 2000, 60, 2),
    Settings(),
]


@pytest.mark.parametrize("message", SAMPLES, ids=lambda message: type(message).__name__)
def test_a_message_survives_its_bytes(message: messages.Message) -> None:
    assert decode(message.encode()) == message


def test_every_message_has_a_sample_here() -> None:
    assert {type(message) for message in SAMPLES} == set(messages.KNOWN.values())


@pytest.mark.parametrize(
    "message", [m for m in SAMPLES if not isinstance(m, Events | ShowLamps | ShowRow)]
)
def test_fields_of_a_newer_firmware_are_ignored(message: messages.Message) -> None:
    assert decode(message.encode() + b"new") == message


@pytest.mark.parametrize("message", SAMPLES)
def test_what_is_too_short_is_nothing(message: messages.Message) -> None:
    if not isinstance(message, ShowLamps | ShowRow):
        assert decode(message.encode()[:-1]) is None


def test_a_type_nobody_knows_is_passed_over() -> None:
    assert decode(b"\x77whatever") == Unknown(0x77)


def test_events_whose_count_is_a_lie_are_nothing() -> None:
    raw = SAMPLES[1].encode()
    assert decode(raw + raw[-4:]) is None


@given(st.binary(min_size=1, max_size=61))
def test_any_content_is_taken_without_a_crash(raw: bytes) -> None:
    decode(raw)


def test_the_document_names_every_type_as_the_code_does() -> None:
    table = re.findall(
        r"^\| `0x(\w\w)` \| (\w+) \|", (HERE / "PROTOCOL.md").read_text("utf-8"), re.MULTILINE
    )
    assert {int(code, 16): name for code, name in table} == {
        code: re.sub(r"(?<!^)(?=[A-Z])", "_", known.__name__).upper()
        for code, known in messages.KNOWN.items()
    }


def test_the_firmware_names_every_type_as_the_code_does() -> None:
    source = (HERE.parent / "hardware/panel/link.c").read_text("utf-8")
    declared = re.search(r"enum message \{(.*?)\};", source, re.DOTALL)
    assert declared is not None
    codes = {int(code, 16) for code in re.findall(r"0x(\w\w)", declared[1])}
    assert codes == set(messages.KNOWN)
