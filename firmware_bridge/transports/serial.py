"""`serial:/dev/serial/by-id/...` and `serial:auto`: the panel on a USB port, through pyserial.

Opening the port resets most Arduinos. That is normal: the firmware keeps its unacknowledged events
over such a reset.
"""

import itertools
import os
import select
import termios
from collections.abc import Callable
from pathlib import Path

import serial
from serial.tools import list_ports

from firmware_bridge.config import PanelConfig
from firmware_bridge.errors import BridgeError
from firmware_bridge.linked import LinkedPanel
from firmware_bridge.panel import Panel

BAUD = 115200
# Makers of the USB chips on Arduinos and their copies: Arduino twice, WCH (CH340), FTDI, Silicon
# Labs.
LIKELY_MAKERS = {0x2341, 0x2A03, 0x1A86, 0x0403, 0x10C4}


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


def likely_ports() -> list[str]:
    return [str(port.device) for port in list_ports.comports() if port.vid in LIKELY_MAKERS]


def opener(
    where: str, find_ports: Callable[[], list[str]] = likely_ports
) -> Callable[[], SerialPort]:
    """With `auto`, each try takes the next likely port, so a foreign Arduino does not keep us from
    our panel.
    """
    turn = itertools.count()

    def open_next() -> SerialPort:
        if where != "auto":
            if not Path(where).exists():
                raise BridgeError(
                    f"no panel on {where}: check the USB cable, or start with --panel script:demo"
                )
            return SerialPort(where)
        ports = find_ports()
        if not ports:
            raise BridgeError(
                "no panel found on any USB port: check the cable, or name it with serial:/dev/..."
            )
        return SerialPort(ports[next(turn) % len(ports)])

    return open_next


def open_panel(where: str, _config: PanelConfig) -> Panel:
    if not where:
        raise BridgeError(
            "serial: needs a port, such as serial:auto or serial:/dev/serial/by-id/..."
        )
    return LinkedPanel(f"serial:{where}", opener(where))
