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


def is_lit(lamp: Lamp, now_s: float) -> bool:
    """Whether a lamp shines at this moment; all lamps of a kind blink together."""
    if lamp in (Lamp.SLOW, Lamp.FAST):
        half_s = SLOW_HALF_S if lamp is Lamp.SLOW else FAST_HALF_S
        return int(now_s / half_s) % 2 == 0
    return lamp is Lamp.STEADY


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
        self._kept: deque[tuple[int, WireEvent, float]] = deque()
        self._next_seq = self._unsent_seq = self._turns = self._repeats = self._dropped = 0
        self._owes_hello = True
        self._sent_s = self._state_s = self._host_s = float("-inf")
        self._sound: PlaySound | None = None
        self._shown: dict[int, ShowRow] = {}
        self.lamps, self.brightness = (Lamp.OFF,) * LAMPS, 128
        self._lamps_crc = self._settings_crc = 0
        self._settings = Settings()

    # --- hands
    # -----------------------------------------------------------------------------------------------------

    def contact(self, key: int, is_down: bool, now_s: float) -> None:
        self._count(self._contacts.contact(key, is_down, now_s), now_s)

    def turn(self, detents: int, now_s: float) -> None:
        self._turns += detents
        self._keep(WireEvent(Kind.TURN, 0, detents, 0), now_s)

    def _count(self, changes: list[Change], now_s: float) -> None:
        for key, is_down in changes:
            self._keep(WireEvent(Kind.PRESS if is_down else Kind.RELEASE, key, 0, 0), now_s)

    def _keep(self, event: WireEvent, now_s: float) -> None:
        if len(self._kept) == EVENTS_KEPT:
            self._dropped += 1
            return
        self._kept.append((self._next_seq, event, now_s))
        self._next_seq = (self._next_seq + 1) % 65536

    # --- what people see
    # -------------------------------------------------------------------------------------------

    def lit(self, now_s: float) -> tuple[bool, ...]:
        is_away = self.host_is_away(now_s)
        return tuple(not is_away and is_lit(lamp, now_s) for lamp in self.lamps)

    def display(self, now_s: float) -> tuple[bytes, ...]:
        blank = b" " * COLUMNS
        if self.host_is_away(now_s):
            away = (
                self._shown[AWAY_ROW].text
                if AWAY_ROW in self._shown
                else b"Tableside ...".ljust(COLUMNS)
            )
            return (away, *(blank,) * (ROWS - 1))
        return tuple(self._shown[row].text if row in self._shown else blank for row in range(ROWS))

    def host_is_away(self, now_s: float) -> bool:
        return now_s - self._host_s > HOST_AWAY_AFTER_S

    # --- the link
    # --------------------------------------------------------------------------------------------------

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
            case Ack() if message.boot == self._boot:
                while (
                    self._kept and (message.next_seq - self._kept[0][0] - 1) % 65536 < EVENTS_KEPT
                ):
                    self._kept.popleft()
            case ShowLamps():
                self.lamps, self.brightness = message.lamps, message.brightness
                self._lamps_crc = checksum(message)
            case ShowRow():
                self._shown[message.row] = message
            case PlaySound():
                self._play(message)
            case Settings():
                self._settings = message
                self._settings_crc = checksum(message)
                self._contacts.quiet_s = message.debounce_ms / 1000

    def _play(self, sound: PlaySound) -> None:
        if self._sound is not None and sound.id != self._sound.id and sound.hz:
            self.sounds.append(sound)
        self._sound = sound

    def to_send(self, now_s: float) -> bytes:
        self._count(self._contacts.tick(now_s), now_s)
        return b"".join(to_frame(message.encode()) for message in self._due(now_s))

    def _due(self, now_s: float) -> list[Message]:
        due: list[Message] = []
        if self._owes_hello:
            self._owes_hello = False
            due.append(self._hello())
        has_unsent = self._unsent_seq != self._next_seq
        if self._kept and (has_unsent or now_s - self._sent_s >= self._settings.repeat_ms / 1000):
            self._repeats += not has_unsent
            self._unsent_seq, self._sent_s = self._next_seq, now_s
            due.append(self._events(now_s))
        if now_s - self._state_s >= STATE_EVERY_S:
            self._state_s = now_s
            due.append(self._state(now_s))
        return due

    def _oldest_seq(self) -> int:
        return self._kept[0][0] if self._kept else self._next_seq

    def _hello(self) -> Hello:
        return Hello(
            PROTOCOL,
            self._boot,
            1,
            0,
            KEYS,
            LAMPS,
            1,
            COLUMNS,
            ROWS,
            ALL_CAPABILITIES,
            1,
            self._oldest_seq(),
        )

    def _events(self, now_s: float) -> Events:
        first = list(self._kept)[:EVENTS_PER_FRAME]
        aged = (
            WireEvent(event.kind, event.key, event.value, min(65535, int((now_s - at_s) * 1000)))
            for _, event, at_s in first
        )
        return Events(self._boot, first[0][0], tuple(aged))

    def _state(self, now_s: float) -> State:
        return State(
            boot=self._boot,
            clock_ms=int(now_s * 1000) % 65536,
            held=sum(1 << key for key in self._contacts.held),
            turns=self._turns,
            next_seq=self._next_seq,
            oldest_seq=self._oldest_seq(),
            lamps_crc=self._lamps_crc,
            settings_crc=self._settings_crc,
            sound_id=self._sound.id if self._sound else 0,
            bad_frames=self._decoder.bad_frames % 65536,
            repeats=self._repeats % 65536,
            dropped=self._dropped % 65536,
            boots=self._boots,
            loop_worst_us=0,
            row_crcs=tuple(
                checksum(self._shown[row]) if row in self._shown else 0 for row in range(ROWS)
            ),
        )
