"""A panel made of nothing: the firmware's behaviour in Python, speaking the real link.

For the virtual table and `script:`. Bytes and time are passed in; it never touches a port.
The real firmware is tested for itself, in simavr.
"""

from collections import deque

from firmware_bridge.debounce import Change, Debouncer
from firmware_bridge.frames import Decoder, to_frame
from firmware_bridge.messages import (
    AWAY_ROW,
    PROTOCOL,
    Ack,
    AskHello,
    Events,
    Hello,
    Kind,
    Lamp,
    Message,
    PlaySound,
    Settings,
    ShowLamps,
    ShowRow,
    State,
    WireEvent,
    checksum,
    decode,
)
from firmware_bridge.panel import KEYS, LAMPS

COLUMNS, ROWS = 20, 4
EVENTS_KEPT, EVENTS_PER_FRAME = 32, 8
STATE_EVERY_S = 0.25
HOST_AWAY_AFTER_S = 2.0
SLOW_HALF_S, FAST_HALF_S = 0.512, 0.128
ALL_CAPABILITIES = 15
SEQ = 1 << 16
BLANK = b" " * COLUMNS
ALONE = b"Tableside ...".ljust(COLUMNS)  # until a host has said what else to show then


def is_lit(lamp: Lamp, now_s: float) -> bool:
    """Whether a lamp shines at this moment; all lamps of a kind blink together."""
    if lamp in (Lamp.SLOW, Lamp.FAST):
        half_s = SLOW_HALF_S if lamp is Lamp.SLOW else FAST_HALF_S
        return int(now_s / half_s) % 2 == 0
    return lamp is Lamp.STEADY


class KeptEvents:
    """What hands did, kept until it is acknowledged and sent again until then."""

    def __init__(self) -> None:
        self._kept: deque[tuple[int, WireEvent, float]] = deque()
        self._unsent_seq = 0
        self._sent_s = float("-inf")
        self.next_seq = self.repeats = self.dropped = 0

    @property
    def oldest_seq(self) -> int:
        return self._kept[0][0] if self._kept else self.next_seq

    def keep(self, event: WireEvent, now_s: float) -> None:
        if len(self._kept) == EVENTS_KEPT:
            self.dropped += 1
            return
        self._kept.append((self.next_seq, event, now_s))
        self.next_seq = (self.next_seq + 1) % SEQ

    def acknowledge(self, next_seq: int) -> None:
        while self._kept and (next_seq - self._kept[0][0] - 1) % SEQ < EVENTS_KEPT:
            self._kept.popleft()

    def due(self, now_s: float, boot: int, repeat_s: float) -> list[Message]:
        has_unsent = self._unsent_seq != self.next_seq
        if not self._kept or not (has_unsent or now_s - self._sent_s >= repeat_s):
            return []
        self.repeats += not has_unsent
        self._unsent_seq, self._sent_s = self.next_seq, now_s
        first = list(self._kept)[:EVENTS_PER_FRAME]
        aged = (
            WireEvent(event.kind, event.key, event.value, min(65535, int((now_s - at_s) * 1000)))
            for _, event, at_s in first
        )
        return [Events(boot, first[0][0], tuple(aged))]


class ShownOutputs:
    """What the host wants shown: lamps, lines, the last sound, and how contacts are read."""

    def __init__(self) -> None:
        self.lamps, self.brightness = (Lamp.OFF,) * LAMPS, 128
        self.settings = Settings()
        self.sound: PlaySound | None = None
        self.lamps_crc = self.settings_crc = 0
        self._rows: dict[int, ShowRow] = {}

    def take(self, message: Message) -> PlaySound | None:
        """A sound to be played now. One that was there when the host came is not."""
        match message:
            case ShowLamps():
                self.lamps, self.brightness = message.lamps, message.brightness
                self.lamps_crc = checksum(message)
            case ShowRow():
                self._rows[message.row] = message
            case Settings():
                self.settings, self.settings_crc = message, checksum(message)
            case PlaySound():
                before, self.sound = self.sound, message
                if before is not None and message.id != before.id and message.hz:
                    return message
        return None

    def display(self) -> tuple[bytes, ...]:
        return tuple(self._row(row, BLANK) for row in range(ROWS))

    def display_alone(self) -> tuple[bytes, ...]:
        """While no host is heard."""
        return (self._row(AWAY_ROW, ALONE), *(BLANK,) * (ROWS - 1))

    def _row(self, row: int, otherwise: bytes) -> bytes:
        return self._rows[row].text if row in self._rows else otherwise

    def row_crcs(self) -> tuple[int, ...]:
        return tuple(checksum(self._rows[row]) if row in self._rows else 0 for row in range(ROWS))


class SimulatedDevice:
    def __init__(self, boot: int = 1) -> None:
        self._decoder = Decoder()
        self._contacts = Debouncer()
        self._boots = 0
        self.sounds: list[PlaySound] = []  # all that were played
        self.reset(boot)

    def reset(self, boot: int) -> None:
        """Power off and on: a new boot id, nothing shown, nothing kept. Held keys are held, not
        pressed.
        """
        self._boot, self._boots = boot, self._boots + 1
        self._events, self.shown = KeptEvents(), ShownOutputs()
        self._turns = 0
        self._owes_hello = True
        self._state_s = self._host_s = float("-inf")

    # Hands

    def contact(self, key: int, is_down: bool, now_s: float) -> None:
        self._count(self._contacts.contact(key, is_down, now_s), now_s)

    def turn(self, detents: int, now_s: float) -> None:
        self._turns += detents
        self._events.keep(WireEvent(Kind.TURN, 0, detents, 0), now_s)

    def _count(self, changes: list[Change], now_s: float) -> None:
        for key, is_down in changes:
            kind = Kind.PRESS if is_down else Kind.RELEASE
            self._events.keep(WireEvent(kind, key, 0, 0), now_s)

    # What people see

    def lit(self, now_s: float) -> tuple[bool, ...]:
        is_away = self.host_is_away(now_s)
        return tuple(not is_away and is_lit(lamp, now_s) for lamp in self.shown.lamps)

    def display(self, now_s: float) -> tuple[bytes, ...]:
        is_away = self.host_is_away(now_s)
        return self.shown.display_alone() if is_away else self.shown.display()

    def host_is_away(self, now_s: float) -> bool:
        return now_s - self._host_s > HOST_AWAY_AFTER_S

    # The link

    def receive(self, stream: bytes, now_s: float) -> None:
        for raw in self._decoder.receive(stream):
            message = decode(raw)
            if message is not None:
                self._host_s = now_s
                self._take(message)

    def _take(self, message: Message) -> None:
        match message:
            case AskHello():
                self._owes_hello = True
            case Ack():
                if message.boot == self._boot:
                    self._events.acknowledge(message.next_seq)
            case _:
                sound = self.shown.take(message)
                self.sounds += [sound] if sound else []
                if isinstance(message, Settings):
                    self._contacts.quiet_s = message.debounce_ms / 1000

    def to_send(self, now_s: float) -> bytes:
        self._count(self._contacts.tick(now_s), now_s)
        due: list[Message] = []
        if self._owes_hello:
            self._owes_hello = False
            due.append(_hello(self._boot, self._events.oldest_seq))
        due += self._events.due(now_s, self._boot, self.shown.settings.repeat_ms / 1000)
        if now_s - self._state_s >= STATE_EVERY_S:
            self._state_s = now_s
            due.append(self._state(now_s))
        return b"".join(to_frame(message.encode()) for message in due)

    def _state(self, now_s: float) -> State:
        events, shown = self._events, self.shown
        return State(
            boot=self._boot,
            clock_ms=int(now_s * 1000) % 65536,
            held=sum(1 << key for key in self._contacts.held),
            turns=self._turns,
            next_seq=events.next_seq,
            oldest_seq=events.oldest_seq,
            lamps_crc=shown.lamps_crc,
            settings_crc=shown.settings_crc,
            sound_id=shown.sound.id if shown.sound else 0,
            bad_frames=self._decoder.bad_frames % 65536,
            repeats=events.repeats % 65536,
            dropped=events.dropped % 65536,
            boots=self._boots,
            loop_worst_us=0,
            row_crcs=shown.row_crcs(),
        )


def _hello(boot: int, oldest_seq: int) -> Hello:
    return Hello(
        protocol=PROTOCOL,
        boot=boot,
        major=1,
        minor=0,
        keys=KEYS,
        lamps=LAMPS,
        encoders=1,
        columns=COLUMNS,
        rows=ROWS,
        capabilities=ALL_CAPABILITIES,
        reset_cause=1,
        oldest_seq=oldest_seq,
    )
