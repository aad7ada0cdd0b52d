"""What is plugged in, by the name on its box, with the address that `config.toml` takes. Looks
only: no camera and no port is opened, so nothing is reset.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from firmware_bridge.known_ports import BY_ID
from vision.found_cameras import found_pi_cameras, found_webcams

# Makers of the USB chips on Arduinos and their copies: Arduino twice, WCH (CH340), FTDI, Silicon
# Labs.
LIKELY_MAKERS = {0x2341, 0x2A03, 0x1A86, 0x0403, 0x10C4}


@dataclass(frozen=True, slots=True)
class FoundDevice:
    url: str
    title: str


def cameras_found() -> list[FoundDevice]:
    pi = [FoundDevice(f"rpicam:{one.number}", one.title) for one in found_pi_cameras()]
    usb = [FoundDevice(f"v4l2:{device}", name) for device, name in found_webcams().items()]
    return pi + usb


def panels_found(by_id: Path = BY_ID) -> list[FoundDevice]:
    """Ports with a chip as Arduinos have it. Whether one is our panel only a question would tell,
    and the question would reset somebody's printer.
    """
    return list(_ports(by_id))


def _ports(by_id: Path) -> Iterator[FoundDevice]:
    stable = {str(link.resolve()): str(link) for link in sorted(by_id.glob("*"))}
    for port in list_ports.comports():
        if port.vid in LIKELY_MAKERS:
            title = port.product or port.description or "USB serial"
            yield FoundDevice(f"serial:{stable.get(port.device, port.device)}", title)
