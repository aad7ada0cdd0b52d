"""The panel as the rest of the service sees it: events come, a desired state goes, health can be
asked.

Whatever carries it (a serial line, the Pi's own pins, a script) is a `Panel`; no bytes and no wires
in here.
`step` does one short round of work and is called by one thread, `serve`; `show` and `health` may be
called from anywhere at any time and never wait.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from threading import Event as Flag
from typing import Protocol

import msgspec

from firmware_bridge.messages import Kind, Lamp, Settings

KEYS = 17
ENCODER_PUSH = 16
LAMPS = 16
STEP_S = 0.02


@dataclass(frozen=True, slots=True)
class PanelEvent:
    """Something a hand did. `boot` and `seq` name it for ever: an intent made from it is recognised
    when repeated.
    """

    kind: Kind
    key: int
    value: int  # detents of a turn
    at_s: float  # on the host's clock, delays of the link taken off
    boot: int
    seq: int  # -1: not reported but concluded, a release seen only in the panel's state

    @property
    def id(self) -> str:
        return f"{self.boot:08x}-{self.seq}"


class Sound(msgspec.Struct, frozen=True):
    """`serial` makes it a new one: the same sound with a new serial is played again."""

    serial: int = 0
    hz: int = 2000
    ms: int = 60
    beeps: int = 1


class Desired(msgspec.Struct, frozen=True):
    """All of what the panel should show. Given whole; what has not changed costs nothing."""

    lamps: tuple[Lamp, ...] = (Lamp.OFF,) * LAMPS
    brightness: int = 128
    rows: tuple[str, ...] = ()
    away: str = "Tableside ..."  # what the panel says by itself when it hears nothing from us
    sound: Sound = Sound()
    settings: Settings = Settings()


class Condition(Enum):
    """How the panel is; whoever shows it has a sentence for each."""

    WAITING = "waiting"  # nothing tried yet
    GONE = "gone"
    SILENT = "silent"  # a port is there, and nobody speaks
    NEWER = "newer"  # well, with a protocol of later than ours
    WELL = "well"
    CLOSED = "closed"


class PanelHealth(msgspec.Struct, frozen=True):
    """For the dashboard and `companion doctor`."""

    url: str
    is_connected: bool = False
    condition: Condition = Condition.WAITING
    why: str = ""  # of a panel that is gone
    firmware: str = ""
    protocol: int = 0
    columns: int = 0
    rows: int = 0
    bad_frames: int = 0  # damaged on the way to us
    panel_bad_frames: int = 0  # damaged on the way to the panel
    repeats: int = 0  # events the panel had to send again
    duplicates: int = 0  # repeats we recognised as such
    resets: int = 0  # new starts of the panel while we watched
    reconnects: int = 0
    dropped: int = 0  # events the panel could not keep while nobody listened
    healed: int = 0  # keys put right by a state frame
    loop_worst_us: int = 0


class Panel(Protocol):
    def step(self, wait_s: float) -> tuple[PanelEvent, ...]:
        """Waits at most about `wait_s` for something to happen and returns what did."""

    def show(self, desired: Desired) -> None: ...

    def health(self) -> PanelHealth: ...

    def close(self) -> None: ...


def serve(
    panel: Panel, on_event: Callable[[PanelEvent], None], stop: Flag, step_s: float = STEP_S
) -> None:
    """The panel's thread: runs until `stop` is set. The thread itself is made by whoever builds
    the service.
    """
    try:
        while not stop.is_set():
            for event in panel.step(step_s):
                on_event(event)
    finally:
        panel.close()
