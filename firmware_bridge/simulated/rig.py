"""The real firmware on a bench: simavr, a pseudo-terminal, pyserial and the host's link, all on
simulated time.
"""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import serial

from firmware_bridge.errors import BridgeError
from firmware_bridge.link import Link
from firmware_bridge.messages import Kind
from firmware_bridge.panel import PanelEvent
from firmware_bridge.simulated import build
from firmware_bridge.simulated.simulator import Simulator

STEP_MS = 5.0
KERNEL_S = 5.0  # how long bytes may take through the kernel before something is wrong

Wire = Callable[[bytes], bytes]


def clean(stream: bytes) -> bytes:
    return stream


def pressed(events: list[PanelEvent]) -> list[int]:
    """The keys that were pressed, in order."""
    return [event.key for event in events if event.kind is Kind.PRESS]


class Rig:
    """`to_host` and `to_panel` stand for the wire: they may lose, double or change what goes
    through.
    """

    def __init__(self, firmware: Path, *flags: str, at: Path | None = None) -> None:
        self.simulator = Simulator(build.simulator(), firmware, "step", at, *flags)
        self.link = Link("rig:")
        self.events: list[PanelEvent] = []
        self.to_host: Wire = clean
        self.to_panel: Wire = clean
        self.heard = b""  # all bytes from the panel since the port was opened
        self.open()

    @property
    def now_s(self) -> float:
        return self.simulator.now_ms / 1000

    def open(self) -> None:
        self.port = serial.Serial(self.simulator.port, 115200, timeout=KERNEL_S)
        self.simulator.run(0)
        self._read = self._written = 0
        self.heard = b""
        self.link.opened(self.now_s)

    def close_port(self) -> None:
        self.port.close()
        self.link.closed("closed")

    def pass_by(self, ms: float) -> bytes:
        """Time passes and nobody answers; what the panel said meanwhile."""
        self.simulator.run(ms, self._written)
        stream: bytes = self.port.read(self.simulator.sent - self._read)
        self._read += len(stream)
        if self._read != self.simulator.sent:
            raise BridgeError(
                f"{self.simulator.sent - self._read} bytes of the panel were lost in the kernel"
            )
        self.heard += stream
        return stream

    def write(self, stream: bytes) -> None:
        self._written += self.port.write(stream) or 0

    def run(self, ms: float, step_ms: float = STEP_MS) -> list[PanelEvent]:
        """Time passes with the host's link at work; the events of this while."""
        before = len(self.events)
        until_ms = self.simulator.now_ms + ms
        while self.simulator.now_ms < until_ms:
            stream = self.pass_by(min(step_ms, until_ms - self.simulator.now_ms + 0.001))
            self.events += self.link.receive(self.to_host(stream), self.now_s)
            self.write(self.to_panel(self.link.to_send(self.now_s)))
        return self.events[before:]

    def until(self, is_done: Callable[[], bool], at_most_ms: float) -> float:
        """Runs until the condition holds; how many milliseconds that took."""
        began_ms = self.simulator.now_ms
        while not is_done():
            if self.simulator.now_ms - began_ms > at_most_ms:
                raise AssertionError(f"not within {at_most_ms} ms")
            self.run(1, 1)
        return self.simulator.now_ms - began_ms

    def connect(self) -> Self:
        self.until(lambda: self.link.hello is not None and self.link.is_connected(self.now_s), 2000)
        self.run(300)
        return self

    def close(self) -> None:
        self.port.close()
        self.simulator.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()
