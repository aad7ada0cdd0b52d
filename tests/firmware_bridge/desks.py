"""One desk per transport, each with hands and eyes of its own, so that the same tests sit down at
all of them.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware_bridge.config import PanelConfig
from firmware_bridge.known_ports import KnownPorts
from firmware_bridge.linked import LinkedPanel
from firmware_bridge.panel import Panel, PanelEvent
from firmware_bridge.simulated import build
from firmware_bridge.simulated.simulator import Simulator
from firmware_bridge.transports.gpio import GpioPanel
from firmware_bridge.transports.script import ScriptedPanel
from firmware_bridge.transports.serial import PortFinder

PATIENCE_S = 60.0  # on a machine that is busy with other things
CONFIG = PanelConfig()


class Desk(Protocol):
    panel: Panel

    def press(self, key: int) -> None: ...
    def release(self, key: int) -> None: ...
    def turn(self, detents: int) -> None: ...
    def is_lit(self, key: int) -> bool: ...
    def close(self) -> None: ...


class SerialDesk:
    """The real firmware in simavr, in real time, on a pseudo-terminal that can be pulled out."""

    def __init__(self, folder: Path) -> None:
        at = folder / "panel"
        self.simulator = Simulator(build.simulator(), build.firmware(), "real", at)
        self.panel = LinkedPanel(f"serial:{at}", PortFinder(str(at), KnownPorts(None)).open)

    def press(self, key: int) -> None:
        self.simulator.tell(f"bounce {key} down 3 400")

    def release(self, key: int) -> None:
        self.simulator.tell(f"bounce {key} up 3 400")

    def turn(self, detents: int) -> None:
        self.simulator.tell(f"turn {detents * 4} 500")

    def is_lit(self, key: int) -> bool:
        return self.simulator.probe.lamps()[key] == "1"

    def close(self) -> None:
        self.panel.close()
        self.simulator.close()


class ScriptDesk:
    def __init__(self, _: Path) -> None:
        self.panel = ScriptedPanel("script:demo")

    def press(self, key: int) -> None:
        self.panel.press(key)
        self.panel.release(key, 0.001)
        self.panel.press(key, 0.002)

    def release(self, key: int) -> None:
        self.panel.release(key, 0.01)  # after the bounce of the press

    def turn(self, detents: int) -> None:
        self.panel.turn(detents)

    def is_lit(self, key: int) -> bool:
        return self.panel.device.lit(time.monotonic())[key]

    def close(self) -> None:
        self.panel.close()


class GpioDesk:
    """gpiozero's own mock pins, driven as fingers would."""

    def __init__(self, _: Path) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.panel = GpioPanel(CONFIG, self.factory)

    def pin(self, key: int) -> MockPWMPin:
        return self.factory.pin(CONFIG.gpio.keys[CONFIG.role_of(key) or ""])

    def press(self, key: int) -> None:
        self.pin(key).drive_low()
        self.pin(key).drive_high()
        self.pin(key).drive_low()

    def release(self, key: int) -> None:
        self.pin(key).drive_high()
        self.pin(key).drive_low()
        self.pin(key).drive_high()

    def turn(self, detents: int) -> None:
        assert CONFIG.gpio.encoder is not None
        first, second = (self.factory.pin(pin) for pin in CONFIG.gpio.encoder)
        if detents < 0:
            first, second = second, first
        for _ in range(abs(detents)):
            first.drive_low()
            second.drive_low()
            first.drive_high()
            second.drive_high()

    def is_lit(self, key: int) -> bool:
        return bool(self.factory.pin(CONFIG.gpio.lamps[CONFIG.role_of(key) or ""]).state > 0)

    def close(self) -> None:
        self.panel.close()
        self.factory.close()


DESKS: dict[str, Callable[[Path], Desk]] = {
    "serial": SerialDesk,
    "script": ScriptDesk,
    "gpio": GpioDesk,
}


def wait(panel: Panel, is_done: Callable[[list[PanelEvent]], bool]) -> list[PanelEvent]:
    """Steps until the condition holds over all events so far; fails when patience is over."""
    events: list[PanelEvent] = []
    end_s = time.monotonic() + PATIENCE_S
    while not is_done(events):
        assert time.monotonic() < end_s, f"waited in vain; so far {events}, {panel.health()}"
        events += panel.step(0.01)
    return events
