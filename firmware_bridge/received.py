"""Which of the panel's events count. One counts once: by (boot, sequence number), in order; what
was lost for good is healed from the panel's state.
"""

from firmware_bridge.messages import Events, Hello, Kind, State, WireEvent
from firmware_bridge.panel import PanelEvent

BOOTS_REMEMBERED = 8
SEQ = 1 << 16


class ReceivedEvents:
    def __init__(self) -> None:
        # By boot id: what a false or late frame makes us forget could be counted twice.
        self._next_seq: dict[int, int] = {}
        self._held: set[int] = set()
        self.duplicates = self.resets = self.healed = 0

    def meet(self, hello: Hello) -> None:
        if hello.boot in self._next_seq:
            return
        self.resets += bool(self._next_seq)
        self._next_seq[hello.boot] = hello.oldest_seq
        while len(self._next_seq) > BOOTS_REMEMBERED:
            del self._next_seq[next(iter(self._next_seq))]

    def next_seq(self, boot: int) -> int:
        """All before this one have arrived."""
        return self._next_seq[boot]

    def take(self, message: Events, now_s: float) -> list[PanelEvent] | None:
        """Those that are new; None for a message from the future, which only a false frame can
        be.
        """
        expected = self._next_seq[message.boot]
        behind = (expected - message.first_seq) % SEQ
        if behind >= SEQ // 2:
            return None
        fresh = message.events[behind:]
        self.duplicates += len(message.events) - len(fresh)
        self._next_seq[message.boot] = (expected + len(fresh)) % SEQ
        return [
            self._event(event, message.boot, (expected + at) % SEQ, now_s)
            for at, event in enumerate(fresh)
        ]

    def _event(self, event: WireEvent, boot: int, seq: int, now_s: float) -> PanelEvent:
        if event.kind is Kind.PRESS:
            self._held.add(event.key)
        elif event.kind is Kind.RELEASE:
            self._held.discard(event.key)
        at_s = now_s - event.age_ms / 1000
        return PanelEvent(event.kind, event.key, event.value, at_s, boot, seq)

    def heal(self, state: State, now_s: float) -> list[PanelEvent]:
        """Releases of keys that are held only here."""
        if state.next_seq != self._next_seq[state.boot]:
            return []  # events are still on their way; the next state will do
        really = {key for key in range(32) if state.held >> key & 1}
        let_go = sorted(self._held - really)
        self.healed += len(let_go)
        self._held = really
        return [PanelEvent(Kind.RELEASE, key, 0, now_s, state.boot, -1) for key in let_go]
