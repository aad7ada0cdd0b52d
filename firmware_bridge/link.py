"""The host's end of the link: fed with bytes and the time, asked for bytes to send. It never
touches a port.

Two rules carry everything. An event counts once (`received.py`), acknowledged again whenever it is
repeated. What is shown is desired, not commanded (`outputs.py`): the panel echoes checksums of what
it has, and whatever differs is sent again.
"""

from firmware_bridge.frames import Decoder, to_frame
from firmware_bridge.messages import (
    PROTOCOL,
    Ack,
    AskHello,
    Events,
    Hello,
    Message,
    State,
    Unknown,
    decode,
)
from firmware_bridge.outputs import Outputs
from firmware_bridge.panel import Condition, Desired, PanelEvent, PanelHealth
from firmware_bridge.received import ReceivedEvents

AWAY_AFTER_S = 0.9  # state frames come every 0.25 s: three may be lost before we say so
ASK_AGAIN_S = 0.2


class Link:
    def __init__(self, url: str = "") -> None:
        self.url = url
        self.hello: Hello | None = None
        self._decoder = Decoder()
        self._outputs = Outputs()
        self._received = ReceivedEvents()
        self._state: State | None = None
        self._owed: list[Message] = []
        self._heard_s = float("-inf")
        self._asked_s = float("-inf")
        self._opened_s = 0.0
        self._is_open = self._is_stranger = False
        self._why = "not found"
        self._opens = 0

    # The port

    def opened(self, now_s: float) -> None:
        """A port is there. Whether a panel is behind it, only a valid frame can say."""
        bad_frames = self._decoder.bad_frames
        self._decoder = Decoder()
        self._decoder.bad_frames = bad_frames
        self._is_open = True
        self._opens += 1
        self._opened_s = now_s
        self._owed.clear()
        self._heard_s = self._asked_s = float("-inf")
        self.hello = None

    def closed(self, why: str) -> None:
        self._is_open = self._is_stranger = False
        self._why = why
        self._heard_s = float("-inf")

    def is_connected(self, now_s: float) -> bool:
        return self._is_open and now_s - self._heard_s < AWAY_AFTER_S

    def silent_s(self, now_s: float) -> float:
        return now_s - max(self._heard_s, self._opened_s)

    # In

    def receive(self, stream: bytes, now_s: float) -> tuple[PanelEvent, ...]:
        found: list[PanelEvent] = []
        for raw in self._decoder.receive(stream):
            message = decode(raw)
            if message is None:
                self._decoder.bad_frames += 1
                continue
            self._heard_s = now_s
            found.extend(self._take(message, now_s))
        return tuple(found)

    def _take(self, message: Message, now_s: float) -> list[PanelEvent]:
        match message:
            case Hello():
                self._meet(message)
            case Events() | State() if self.hello is None or self.hello.boot != message.boot:
                self._is_stranger = True  # a new start whose hello was lost: ask for it
            case Events():
                fresh = self._received.take(message, now_s)
                if fresh is not None:
                    self._owe_ack(message.boot)
                return fresh or []
            case State():
                self._state = message
                self._outputs.compare(message, now_s)
                self._owe_ack(message.boot)
                return self._received.heal(message, now_s)
            case Unknown():
                pass  # from a newer firmware
        return []

    def _meet(self, hello: Hello) -> None:
        self._received.meet(hello)
        self.hello = hello
        self._is_stranger = False
        self._state = None
        self._outputs.forget(hello)
        self._owe_ack(hello.boot)

    # Out

    def show(self, desired: Desired) -> None:
        self._outputs.want(desired)

    def _owe_ack(self, boot: int) -> None:
        self._owed[:] = [Ack(boot, self._received.next_seq(boot))]

    def to_send(self, now_s: float) -> bytes:
        if not self._is_open:
            return b""
        is_unsure = self.hello is None or self._is_stranger or not self.is_connected(now_s)
        if is_unsure and now_s - self._asked_s >= ASK_AGAIN_S:
            self._asked_s = now_s
            self._owed.append(AskHello())
        messages, self._owed = self._owed, []
        if self.hello is not None:
            messages += self._outputs.due(now_s)
        return b"".join(to_frame(message.encode()) for message in messages)

    # Health

    def health(self, now_s: float) -> PanelHealth:
        hello, state, received = self.hello, self._state, self._received
        is_connected = self.is_connected(now_s)
        return PanelHealth(
            url=self.url,
            is_connected=is_connected,
            condition=_condition(self._is_open, is_connected, hello),
            why="" if self._is_open else self._why,
            firmware=f"{hello.major}.{hello.minor}" if hello else "",
            protocol=hello.protocol if hello else 0,
            columns=hello.columns if hello else 0,
            rows=hello.rows if hello else 0,
            bad_frames=self._decoder.bad_frames,
            panel_bad_frames=state.bad_frames if state else 0,
            repeats=state.repeats if state else 0,
            duplicates=received.duplicates,
            resets=received.resets,
            reconnects=max(0, self._opens - 1),
            dropped=state.dropped if state else 0,
            healed=received.healed,
            loop_worst_us=state.loop_worst_us if state else 0,
        )


def _condition(is_open: bool, is_connected: bool, hello: Hello | None) -> Condition:
    if not is_open:
        return Condition.GONE
    if not is_connected:
        return Condition.SILENT
    return Condition.NEWER if hello and hello.protocol > PROTOCOL else Condition.WELL
