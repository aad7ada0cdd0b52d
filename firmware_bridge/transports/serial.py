"""`serial:/dev/serial/by-id/...` and `serial:auto`: the panel on a USB port, through pyserial.

Opening the port resets most Arduinos. That is normal: the firmware keeps its unacknowledged events
over such a reset. Other people's devices may mind, so only a port that was named, or that has
answered before, is opened.
"""

import itertools
import os
import select
import termios
from pathlib import Path

import serial

from firmware_bridge.config import PanelConfig
from firmware_bridge.errors import BridgeError
from firmware_bridge.known_ports import KnownPorts
from firmware_bridge.linked import LinkedPanel
from firmware_bridge.panel import Panel

BAUD = 115200


class SerialPort:
    def __init__(self, path: str) -> None:
        try:
            self._port = serial.Serial(path, BAUD, timeout=0, exclusive=True)
        except (OSError, termios.error) as error:
            raise BridgeError(
                f"no panel on {path}: check the USB cable, or start with --panel script:demo"
            ) from error

    def read(self, wait_s: float) -> bytes:
        try:
            if not select.select([self._port.fileno()], [], [], wait_s)[0]:
                return b""
            return bytes(self._port.read(max(1, self._port.in_waiting)))
        except (
            termios.error,
            TypeError,
            ValueError,
        ) as error:  # pyserial, when closed from under a read
            raise OSError(str(error)) from error

    def write(self, stream: bytes) -> None:
        """Straight to the kernel: pyserial's own write waits. What does not fit is lost, and healed
        as any loss is.
        """
        if stream:
            os.write(self._port.fileno(), stream)

    def close(self) -> None:
        self._port.close()


class PortFinder:
    """Which port is opened next. Opening resets whatever hangs on it, and that may be somebody's
    printer: `auto` tries only ports on which our panel has answered before, one after the other.
    """

    def __init__(self, where: str, known: KnownPorts) -> None:
        self._where, self._known = where, known
        self._turn = itertools.count()
        self._opened = ""

    def open(self) -> SerialPort:
        self._opened = self._next()
        return SerialPort(self._opened)

    def answered(self) -> None:
        """It is our panel: the next `auto` finds it."""
        self._known.remember(self._opened)

    def _next(self) -> str:
        if self._where != "auto":
            if not Path(self._where).exists():
                raise BridgeError(
                    f"no panel on {self._where}: check the USB cable, "
                    "or start with --panel script:demo"
                )
            return self._where
        ports = self._known.plugged_in()
        if not ports:
            raise BridgeError(
                "no panel that answered before is plugged in: check the cable, "
                "or name its port once with serial:/dev/... (companion devices lists them)"
            )
        return ports[next(self._turn) % len(ports)]


def open_panel(where: str, config: PanelConfig) -> Panel:
    if not where:
        raise BridgeError(
            "serial: needs a port, such as serial:auto or serial:/dev/serial/by-id/..."
        )
    finder = PortFinder(where, KnownPorts(config.known_ports))
    return LinkedPanel(f"serial:{where}", finder.open, answered=finder.answered)
