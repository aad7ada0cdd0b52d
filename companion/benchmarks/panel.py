"""The panel's figures: firmware, a million presses over a bad wire, noise, latency, pulled
cables.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.errors import PanelError
from companion.service.panel.connection import bridge_errors
from firmware_bridge.frames import Decoder
from firmware_bridge.known_ports import KnownPorts
from firmware_bridge.link import Link
from firmware_bridge.linked import LinkedPanel
from firmware_bridge.messages import Kind
from firmware_bridge.panel import PanelEvent
from firmware_bridge.simulated import build
from firmware_bridge.simulated.native import NativePanel, Trial
from firmware_bridge.simulated.simulator import Simulator
from firmware_bridge.transports.serial import PortFinder

HELP = "the panel: firmware, link over a bad wire, noise, latency, unplugging"

EVENTS = int(os.environ.get("PANEL_EVENTS", "1000000"))
NOISE_BYTES = int(os.environ.get("PANEL_NOISE", "100000000"))
CHUNK = 1_000_000
PRESSES = 300
PULLS = 5
PATIENCE_S = 30.0


def run(_shared: Path | None) -> dict[str, Any]:
    with bridge_errors():
        return {"firmware": firmware(), "bad wire": bad_wire(), "noise": noise(), **on_the_wire()}


def firmware() -> dict[str, Any]:
    flash, ram = build.sizes()
    script = (build.HARDWARE / "simulator" / "busy.txt").read_text("utf-8").splitlines()
    with Simulator(build.simulator(), build.firmware()) as simulator:
        worst = [
            simulator.tell(line) for line in script if line and line[0] != "#" and line != "quit"
        ]
    cycles = max(int(line.split()[2]) for line in worst if line.startswith("loop"))
    stack = next(int(line.split()[2]) for line in worst if line.startswith("stack"))
    return {
        "flash, bytes (bar 24576)": flash,
        "RAM with the deepest stack, bytes (bar 1536)": ram + stack,
        "worst loop, us (bar 1000)": cycles // 16,
    }


def bad_wire() -> dict[str, Any]:
    began_s = time.monotonic()
    outcome = Trial(EVENTS, seed=20).run()
    return {
        "events": outcome.sent,
        "lost, doubled or out of order (bar 0)": outcome.lost_or_doubled_or_misplaced,
        "bytes carried": outcome.carried_bytes,
        "bytes damaged": outcome.damaged_bytes,
        "cuts": outcome.cuts,
        "resets": outcome.resets,
        "repeats recognised": outcome.duplicates_recognised,
        "seconds": round(time.monotonic() - began_s, 1),
    }


def noise() -> dict[str, Any]:
    """Random bytes into both decoders. A frame passes by chance once in 65,536 that have a possible
    form.
    """
    decoder, link, panel = Decoder(), Link(), NativePanel(1)
    link.opened(0.0)
    frames = events = panel_frames = 0
    for _ in range(max(1, NOISE_BYTES // CHUNK)):
        stream = os.urandom(CHUNK)
        frames += len(decoder.receive(stream))
        events += len(link.receive(stream, 0.0))
        panel_frames += panel.noise(stream)
    return {
        "random bytes": max(1, NOISE_BYTES // CHUNK) * CHUNK,
        "false events (bar 0)": events,
        "frames refused": decoder.bad_frames,
        "frames that passed the CRC by chance": frames,
        "the same, in the panel's own decoder": panel_frames,
    }


class PanelBench:
    """The real firmware in real time behind pyserial."""

    def __init__(self, folder: Path) -> None:
        self.simulator = Simulator(build.simulator(), build.firmware(), "real", folder / "panel")
        self.panel = LinkedPanel(
            "serial:bench", PortFinder(str(folder / "panel"), KnownPorts(None)).open
        )

    def until(self, is_done: Callable[[list[PanelEvent]], bool], command: str = "") -> float:
        """Gives the simulator a command and steps until done; the seconds that took."""
        began_s, events = time.monotonic(), list[PanelEvent]()
        if command:
            self.simulator.tell(command)
        while not is_done(events):
            events += self.panel.step(0.02)
            if time.monotonic() - began_s > PATIENCE_S:
                raise PanelError(
                    f"the panel's bench waited {PATIENCE_S} s in vain: {self.panel.health()}"
                )
        return time.monotonic() - began_s


def on_the_wire() -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        bench = PanelBench(Path(folder))
        try:
            bench.until(lambda _: bench.panel.health().is_connected)
            return {"edge to callback": latency(bench), "unplugging": unplugging(bench)}
        finally:
            bench.panel.close()
            bench.simulator.close()


def is_told(kind: Kind) -> Callable[[list[PanelEvent]], bool]:
    return lambda events: any(event.kind is kind for event in events)


def latency(bench: PanelBench) -> dict[str, Any]:
    """From the contact closing in the simulator to the event in the host's hands, in real time."""
    took_ms = []
    for at in range(PRESSES):
        key = at % 16
        took_ms.append(1000 * bench.until(is_told(Kind.PRESS), f"press {key}"))
        bench.until(is_told(Kind.RELEASE), f"release {key}")
    took_ms.sort()
    return {
        "presses": PRESSES,
        "median, ms": round(took_ms[PRESSES // 2], 2),
        "p99, ms (bar 20)": round(took_ms[PRESSES * 99 // 100], 2),
        "worst, ms": round(took_ms[-1], 2),
    }


def unplugging(bench: PanelBench) -> dict[str, Any]:
    noticed_s, back_s = [], []
    for _ in range(PULLS):
        noticed_s.append(bench.until(lambda _: not bench.panel.health().is_connected, "unplug"))
        back_s.append(bench.until(lambda _: bench.panel.health().is_connected, "plug"))
    return {
        "pulled and put back": PULLS,
        "noticed, worst s (bar 1)": round(max(noticed_s), 3),
        "back, worst s (bar 2)": round(max(back_s), 3),
    }
