"""From key events to what a hand meant: a tap, a long press, a turn. Time is passed in, or comes
with the event.
"""

from dataclasses import dataclass

from firmware_bridge.config import PanelConfig
from firmware_bridge.messages import Kind
from firmware_bridge.panel import PanelEvent

# Only these wait for the release, to tell a long press from a tap; all others act at once.
HAS_LONG_PRESS = frozenset({"undo"})


@dataclass(frozen=True, slots=True)
class Gesture:
    role: str
    id: str  # of the event behind it
    is_long: bool = False
    turn: int = 0  # detents, of the encoder


class Gestures:
    def __init__(self, config: PanelConfig) -> None:
        self._config = config
        self._long_s = config.long_press_ms / 1000
        self._down: dict[str, PanelEvent] = {}

    def take(self, event: PanelEvent, now_s: float) -> Gesture | None:
        role = "encoder" if event.kind is Kind.TURN else self._config.role_of(event.key)
        if role is None or now_s - event.at_s > self._config.stale_after_s:
            self._down.pop(role or "", None)
            return None
        match event.kind:
            case Kind.TURN:
                return Gesture(role, event.id, turn=event.value)
            case Kind.PRESS if role in HAS_LONG_PRESS:
                self._down[role] = event
            case Kind.PRESS:
                return Gesture(role, event.id)
            case Kind.RELEASE if role in self._down:
                pressed = self._down.pop(role)
                return Gesture(role, pressed.id, is_long=event.at_s - pressed.at_s >= self._long_s)
        return None

    def tick(self, now_s: float) -> tuple[Gesture, ...]:
        """Long presses that have become long enough, while the key is still down."""
        ripe = [role for role, event in self._down.items() if now_s - event.at_s >= self._long_s]
        return tuple(Gesture(role, self._down.pop(role).id, is_long=True) for role in ripe)
