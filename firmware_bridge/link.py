"""The host's end of the link: fed with bytes and the time, asked for bytes to send. It never
touches a port.

Two rules carry everything. An event counts once: by (boot, sequence number), in order, acknowledged
again whenever it is repeated. What is shown is desired, not commanded: the panel echoes checksums
of what it has, and whatever differs is sent again.
"""

from companion.kit.say import Say, say
from firmware_bridge.frames import Decoder, to_frame
from firmware_bridge.messages import (
    PROTOCOL,
    Ack,
    AskHello,
    Events,
    Hello,
    Kind,
    Message,
    State,
    Unknown,
    WireEvent,
    decode,
)
from firmware_bridge.panel import Desired, Health, PanelEvent
from firmware_bridge.shown import Shown

AWAY_AFTER_S = 0.9  # state frames come every 0.25 s: three may be lost before we say so
ASK_AGAIN_S = 0.2
BOOTS_REMEMBERED = 8
SEQ = 1 << 16


class Link:
    def __init__(self, url: str = "") -> None:
        self.url = url
        self.hello: Hello | None = None
        self._decoder = Decoder()
        self._shown = Shown()
        self._state: State | None = None
        self._next_seq: dict[
            int, int
        ] = {}  # by boot id: what a false or late frame makes us forget could be counted twice
        self._held: set[int] = set()
        self._owed: list[Message] = []
        self._heard_s = float("-inf")
        self._asked_s = float("-inf")
        self._opened_s = 0.0
        self._is_open = self._is_stranger = False
        self._why = "not found"
        self._opens = self._duplicates = self._resets = self._healed = 0

    # --- the port
    # --------------------------------------------------------------------------------------------------

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

    # --- in
    # --------------------------------------------------------------------------------------------------------

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
            case Events() if self._knows(message.boot):
                return self._take_events(message, now_s)
            case State() if self._knows(message.boot):
                return self._take_state(message, now_s)
            case Events() | State():
                self._is_stranger = True  # a new start whose hello was lost: ask for it
            case Unknown():
                pass  # from a newer firmware
        return []

    def _knows(self, boot: int) -> bool:
        return self.hello is not None and self.hello.boot == boot

    def _meet(self, hello: Hello) -> None:
        if hello.boot not in self._next_seq:
            self._resets += bool(self._next_seq)
            self._next_seq[hello.boot] = hello.oldest_seq
            while len(self._next_seq) > BOOTS_REMEMBERED:
                del self._next_seq[next(iter(self._next_seq))]
        self.hello = hello
        self._is_stranger = False
        self._state = None
        self._shown.forget(hello)
        self._owe_ack(hello.boot)

    def _take_events(self, message: Events, now_s: float) -> list[PanelEvent]:
        expected = self._next_seq[message.boot]
        behind = (expected - message.first_seq) % SEQ
        if behind >= SEQ // 2:
            return []  # from the future: only a false frame can say so
        fresh = message.events[behind:]
        self._duplicates += len(message.events) - len(fresh)
        self._next_seq[message.boot] = (expected + len(fresh)) % SEQ
        self._owe_ack(message.boot)
        return [
            self._event(e, message.boot, (expected + i) % SEQ, now_s) for i, e in enumerate(fresh)
        ]

    def _event(self, event: WireEvent, boot: int, seq: int, now_s: float) -> PanelEvent:
        if event.kind is Kind.PRESS:
            self._held.add(event.key)
        elif event.kind is Kind.RELEASE:
            self._held.discard(event.key)
        return PanelEvent(
            event.kind, event.key, event.value, now_s - event.age_ms / 1000, boot, seq
        )

    def _take_state(self, state: State, now_s: float) -> list[PanelEvent]:
        self._state = state
        self._shown.compare(state, now_s)
        self._owe_ack(state.boot)
        if state.next_seq != self._next_seq[state.boot]:
            return []  # events are still on their way; the next state will do
        really = {key for key in range(32) if state.held >> key & 1}
        let_go = sorted(self._held - really)
        self._healed += len(let_go)
        self._held = really
        return [PanelEvent(Kind.RELEASE, key, 0, now_s, state.boot, -1) for key in let_go]

    # --- out
    # -------------------------------------------------------------------------------------------------------

    def show(self, desired: Desired) -> None:
        self._shown.want(desired)

    def _owe_ack(self, boot: int) -> None:
        self._owed[:] = [Ack(boot, self._next_seq[boot])]

    def to_send(self, now_s: float) -> bytes:
        if not self._is_open:
            return b""
        if self._must_ask(now_s):
            self._asked_s = now_s
            self._owed.append(AskHello())
        messages, self._owed = self._owed, []
        if self.hello is not None:
            messages += self._shown.due(now_s)
        return b"".join(to_frame(message.encode()) for message in messages)

    def _must_ask(self, now_s: float) -> bool:
        is_unsure = self.hello is None or self._is_stranger or not self.is_connected(now_s)
        return is_unsure and now_s - self._asked_s >= ASK_AGAIN_S

    # --- health
    # ----------------------------------------------------------------------------------------------------

    def health(self, now_s: float) -> Health:
        hello, state = self.hello, self._state
        return Health(
            url=self.url,
            is_connected=self.is_connected(now_s),
            what=self._what(now_s),
            firmware=f"{hello.major}.{hello.minor}" if hello else "",
            protocol=hello.protocol if hello else 0,
            columns=hello.columns if hello else 0,
            rows=hello.rows if hello else 0,
            bad_frames=self._decoder.bad_frames,
            panel_bad_frames=state.bad_frames if state else 0,
            repeats=state.repeats if state else 0,
            duplicates=self._duplicates,
            resets=self._resets,
            reconnects=max(0, self._opens - 1),
            dropped=state.dropped if state else 0,
            healed=self._healed,
            loop_worst_us=state.loop_worst_us if state else 0,
        )

    def _what(self, now_s: float) -> Say:
        if not self._is_open:
            return say("panel.gone", why=self._why)
        if not self.is_connected(now_s):
            return say("panel.silent")
        return say("panel.newer" if self.hello and self.hello.protocol > PROTOCOL else "panel.well")
