"""Trying a panel out, for `companion doctor --panel` and whoever has just soldered a wire: press,
see it light up.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware_bridge.config import PanelConfig
from firmware_bridge.messages import Kind, Lamp
from firmware_bridge.panel import ENCODER_PUSH, LAMPS, Desired, Panel, PanelHealth
from firmware_bridge.transports import open_panel

STEP_S = 0.05


@dataclass(frozen=True, slots=True)
class HandEvent:
    """One thing a hand did, named by wire and by role."""

    kind: Kind
    key: int
    role: str
    value: int = 0

    def __str__(self) -> str:
        if self.kind is Kind.TURN:
            return f"encoder turned by {self.value:+}"
        name = "encoder push" if self.key == ENCODER_PUSH else f"key {self.key}"
        done = "pressed" if self.kind is Kind.PRESS else "released"
        return f"{name} ({self.role or 'no role'}) {done}"


def look_for(url: str, config: PanelConfig | None = None, seconds: float = 4.0) -> PanelHealth:
    """Waits until a panel answers there, at most so long, and tells how it is. Long enough for a
    bootloader.
    """
    panel = open_panel(url, config)
    end_s = time.monotonic() + seconds
    try:
        while (
            not (panel.health().is_connected and panel.health().firmware)
            and time.monotonic() < end_s
        ):
            panel.step(STEP_S)
        return panel.health()
    finally:
        panel.close()


def try_out(panel: Panel, config: PanelConfig, is_over: Callable[[], bool]) -> Iterator[HandEvent]:
    """Yields what is pressed until it is over. A held key's lamp is steady; pressed once, it stays
    blinking slowly.
    """
    held: set[int] = set()
    known: set[int] = set()
    last = ""
    while not is_over():
        panel.show(_shown(held, known, last))
        for event in panel.step(STEP_S):
            role = "encoder" if event.kind is Kind.TURN else config.role_of(event.key) or ""
            seen = HandEvent(event.kind, event.key, role, event.value)
            if event.kind is Kind.PRESS:
                held.add(event.key)
                known.add(event.key)
            elif event.kind is Kind.RELEASE:
                held.discard(event.key)
            last = str(seen)
            yield seen


def _shown(held: set[int], known: set[int], last: str) -> Desired:
    lamps = (
        Lamp.STEADY if key in held else Lamp.SLOW if key in known else Lamp.OFF
        for key in range(LAMPS)
    )
    return Desired(
        lamps=tuple(lamps),
        brightness=255,
        rows=("Press every key.", f"{len(known)} found", "", last),
    )
