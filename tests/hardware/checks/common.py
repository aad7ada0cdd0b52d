"""What the checks share."""

from collections.abc import Callable

from firmware_bridge.frames import Decoder
from firmware_bridge.messages import Kind, decode
from firmware_bridge.panel import PanelEvent
from firmware_bridge.simulated.rig import Rig

Check = Callable[[Rig], None]


def told(stream: bytes, kind: type) -> list:
    """The messages of one kind in what the panel said."""
    return [
        message for raw in Decoder().receive(stream) if isinstance(message := decode(raw), kind)
    ]


def shape(events: list[PanelEvent]) -> list[tuple[Kind, int]]:
    return [(event.kind, event.key) for event in events]


def tap(rig: Rig, key: int, ms: float = 40) -> list[PanelEvent]:
    rig.simulator.tell(f"tap {key} {ms}")
    return rig.run(ms + 60)


def drop(_: bytes) -> bytes:
    return b""
