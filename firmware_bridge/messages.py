"""What panel and host say to each other, as values. PROTOCOL.md tells the meaning; here are only
the bytes.

A newer peer may append fields to a message and send types we do not know: those are ignored, these
are `Unknown`.
"""

from enum import IntEnum
from struct import Struct as Layout
from struct import error as LayoutError  # noqa: N812  (it is an exception, named by the standard library)
from typing import ClassVar, Self

import msgspec

from firmware_bridge.frames import crc16

PROTOCOL = 1
AWAY_ROW = 255


class Kind(IntEnum):
    RELEASE = 0
    PRESS = 1
    TURN = 2


class Lamp(IntEnum):
    OFF = 0
    STEADY = 1
    SLOW = 2
    FAST = 3


class Message(msgspec.Struct, frozen=True):
    TYPE: ClassVar[int]
    LAYOUT: ClassVar[Layout]

    def encode(self) -> bytes:
        return bytes((self.TYPE,)) + self.body()

    def body(self) -> bytes:
        return self.LAYOUT.pack(*msgspec.structs.astuple(self))

    @classmethod
    def decode(cls, body: bytes) -> Self:
        return cls(*cls.LAYOUT.unpack_from(body))


class Unknown(Message, frozen=True):
    type: int


class Hello(Message, frozen=True):
    """From the panel, at start and when asked: who I am and what I can do."""

    TYPE = 0x01
    LAYOUT = Layout("<BIBBBBBBBHBH")
    protocol: int
    boot: int
    major: int
    minor: int
    keys: int
    lamps: int
    encoders: int
    columns: int
    rows: int
    capabilities: int
    reset_cause: int
    oldest_seq: int


class WireEvent(msgspec.Struct, frozen=True):
    kind: Kind
    key: int
    value: int
    age_ms: int


class Events(Message, frozen=True):
    """From the panel, again and again until acknowledged: all that happened since `first_seq`, in
    order.
    """

    TYPE = 0x02
    LAYOUT = Layout("<IHB")
    EVENT: ClassVar[Layout] = Layout("<BbH")
    boot: int
    first_seq: int
    events: tuple[WireEvent, ...]

    def body(self) -> bytes:
        head = self.LAYOUT.pack(self.boot, self.first_seq, len(self.events))
        return head + b"".join(
            self.EVENT.pack(e.kind << 6 | e.key, e.value, e.age_ms) for e in self.events
        )

    @classmethod
    def decode(cls, body: bytes) -> "Events":
        boot, first_seq, count = cls.LAYOUT.unpack_from(body)
        if len(body) != cls.LAYOUT.size + count * cls.EVENT.size:
            raise LayoutError("events and their count differ")
        found = (
            cls.EVENT.unpack_from(body, cls.LAYOUT.size + i * cls.EVENT.size) for i in range(count)
        )
        return cls(
            boot,
            first_seq,
            tuple(WireEvent(Kind(code >> 6), code & 63, v, age) for code, v, age in found),
        )


class State(Message, frozen=True):
    """From the panel, four times a second: everything that could have been missed."""

    TYPE = 0x03
    LAYOUT = Layout("<IHIhHHHHBHHHHHB")
    boot: int
    clock_ms: int
    held: int
    turns: int
    next_seq: int
    oldest_seq: int
    lamps_crc: int
    settings_crc: int
    sound_id: int
    bad_frames: int
    repeats: int
    dropped: int
    boots: int
    loop_worst_us: int
    row_crcs: tuple[int, ...]

    def body(self) -> bytes:
        *fields, rows = msgspec.structs.astuple(self)
        return self.LAYOUT.pack(*fields, len(rows)) + b"".join(
            crc.to_bytes(2, "little") for crc in rows
        )

    @classmethod
    def decode(cls, body: bytes) -> "State":
        *fields, rows = cls.LAYOUT.unpack_from(body)
        return cls(*(*fields, Layout(f"<{rows}H").unpack_from(body, cls.LAYOUT.size)))


class AskHello(Message, frozen=True):
    TYPE = 0x80
    LAYOUT = Layout("<B")
    protocol: int = PROTOCOL


class Ack(Message, frozen=True):
    """From the host: every event before `next_seq` has arrived. Also its heartbeat."""

    TYPE = 0x81
    LAYOUT = Layout("<IH")
    boot: int
    next_seq: int


class ShowLamps(Message, frozen=True):
    TYPE = 0x82
    LAYOUT = Layout("<B")
    brightness: int
    lamps: tuple[Lamp, ...]

    def body(self) -> bytes:
        packed = sum(lamp << 2 * place for place, lamp in enumerate(self.lamps))
        return bytes((self.brightness,)) + packed.to_bytes(len(self.lamps) // 4, "little")

    @classmethod
    def decode(cls, body: bytes) -> "ShowLamps":
        (brightness,) = cls.LAYOUT.unpack_from(body)
        return cls(
            brightness,
            tuple(Lamp(byte >> shift & 3) for byte in body[1:] for shift in (0, 2, 4, 6)),
        )


class ShowRow(Message, frozen=True):
    TYPE = 0x83
    LAYOUT = Layout("<B")
    row: int
    text: bytes

    def body(self) -> bytes:
        return bytes((self.row,)) + self.text

    @classmethod
    def decode(cls, body: bytes) -> "ShowRow":
        (row,) = cls.LAYOUT.unpack_from(body)
        return cls(row, body[1:])


class PlaySound(Message, frozen=True):
    """Played once per new id."""

    TYPE = 0x84
    LAYOUT = Layout("<BHHB")
    id: int
    hz: int = 0
    ms: int = 0
    beeps: int = 0


class Settings(Message, frozen=True):
    TYPE = 0x85
    LAYOUT = Layout("<BBB")
    debounce_ms: int = 5
    quarters_per_detent: int = 4
    repeat_ms: int = 50


KNOWN: dict[int, type[Message]] = {
    known.TYPE: known
    for known in (Hello, Events, State, AskHello, Ack, ShowLamps, ShowRow, PlaySound, Settings)
}


def decode(message: bytes) -> Message | None:
    """None: of a known type, but too short or with impossible content."""
    known = KNOWN.get(message[0])
    if known is None:
        return Unknown(message[0])
    try:
        return known.decode(message[1:])
    except (LayoutError, ValueError):
        return None


def checksum(message: Message) -> int:
    """As the panel echoes it in its state, to say that this content has arrived."""
    return crc16(message.body())
