"""Is everything well? One check per subject, each ok or with a remedy in plain words. Nothing is changed by looking."""

import shutil
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.config import Config
from companion.errors import CompanionError
from companion.journal import is_sound
from firmware_bridge.check import look_for
from firmware_bridge.config import PanelConfig
from vision.camera import open_camera
from vision.picture import Pixels
from vision.zones.marks import MarkFinder

DARK, BRIGHT = 45, 215
BLURRED = 25.0
CLIPPED = 0.05
FREE_BYTES = 200 * 2**20
EARLIEST_YEAR = 2026
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")


class Check(msgspec.Struct, frozen=True):
    """`remedy` is empty when all is well. `figures` are for those who want to know exactly."""

    name: str
    ok: bool
    what: str
    remedy: str = ""
    figures: dict[str, float | int | str] = {}


def examine(data: Path, config: Config, camera: str, panel: str) -> Iterator[Check]:
    yield disk(data)
    yield journal(data)
    yield from sight(camera)
    yield buttons(panel, config)
    yield pins()
    yield power(THROTTLED)
    yield clock(time.localtime().tm_year)
    yield network(config)


def disk(data: Path) -> Check:
    folder = next(parent for parent in (data, *data.parents) if parent.exists())
    free = shutil.disk_usage(folder).free
    figures = {"free_megabytes": free // 2**20}
    if not _writable(folder):
        return Check(
            "disk", False, f"{folder} cannot be written.", "Check the SD card and the folder's owner.", dict(figures)
        )
    if free < FREE_BYTES:
        return Check("disk", False, "The disk is nearly full.", "Delete old files or use a larger card.", dict(figures))
    return Check("disk", True, f"{free // 2**20} MB free", figures=dict(figures))


def _writable(folder: Path) -> bool:
    try:
        probe = folder / ".tableside-probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError:
        return False
    return True


def journal(data: Path) -> Check:
    file = data / "journal.sqlite"
    if not file.exists():
        return Check("journal", True, "no game yet")
    if is_sound(file):
        return Check("journal", True, f"{file.stat().st_size // 1024} KB, in order")
    return Check("journal", False, "The journal is damaged.", "Start the companion: it saves what can be read.")


def sight(camera: str) -> Iterator[Check]:
    if not camera:
        yield Check("camera", True, "none configured: rolls are tapped")
        return
    try:
        frames = _frames(camera)
    except CompanionError as error:
        yield Check("camera", False, str(error), "Check the cable, or play by touch meanwhile.")
        return
    if not frames:
        yield Check("camera", False, "The camera gives no picture.", "Unplug it and plug it in again.")
        return
    yield picture(frames[-1])
    yield marks(frames[-1])


def _frames(url: str, count: int = 12) -> list[Pixels]:
    camera = open_camera(url)
    try:
        return [frame.pixels for _ in range(count) if (frame := camera.frame()) is not None]
    finally:
        camera.close()


def picture(pixels: Pixels) -> Check:
    """Light, focus and glare of one picture."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    light = float(np.mean(grey))
    focus = float(cv2.Laplacian(grey, cv2.CV_64F).var())
    clipped = float(np.mean(grey >= 254))
    figures = {"light": round(light), "focus": round(focus), "glare": round(clipped, 3)}
    for wrong, what, remedy in (
        (light < DARK, "The table is too dark.", "Turn on a lamp beside the table."),
        (light > BRIGHT, "The picture is too bright.", "Move the lamp away, or lower the exposure."),
        (clipped > CLIPPED, "Light glares on the table.", "Turn the lamp so that it does not mirror in the camera."),
        (focus < BLURRED, "The picture is not sharp.", "Focus the lens on the table, and clean it."),
    ):
        if wrong:
            return Check("camera", False, what, remedy, dict(figures))
    return Check(
        "camera", True, f"{pixels.shape[1]}x{pixels.shape[0]}, light and focus are good", figures=dict(figures)
    )


def marks(pixels: Pixels) -> Check:
    found = MarkFinder().find(pixels, closely=True)
    what = f"{len(found)} corner marks in view" if found else "no mat in view: the whole picture is the tray"
    return Check("marks", True, what, figures={"marks": len(found)})


def buttons(url: str, config: Config, wait_s: float = 4.0) -> Check:
    if not url:
        return Check("panel", True, "none configured: the tablet has every button")
    try:
        health = look_for(url, PanelConfig.of(config.roles, config.pins), wait_s)
    except CompanionError as error:
        return Check("panel", False, str(error), "Check [roles] and [pins] in config.toml.")
    figures = {"bad_frames": health.bad_frames, "repeats": health.repeats, "resets": health.resets}
    if health.is_connected:
        return Check("panel", True, f"connected, firmware {health.firmware or '?'}", figures=dict(figures))
    return Check("panel", False, health.what, "Check the USB cable, or start with --panel script:demo.", dict(figures))


def pins(chips: Callable[[], list[Path]] = lambda: sorted(Path("/dev").glob("gpiochip*"))) -> Check:
    found = chips()
    return Check("pins", True, f"{len(found)} GPIO chips" if found else "no GPIO pins here: not a Raspberry Pi")


def power(file: Path) -> Check:
    """Undervoltage, where the firmware says so."""
    try:
        flags = int(file.read_text().strip(), 16)
    except (OSError, ValueError):
        return Check("power", True, "not readable here")
    if flags & 0x1:
        return Check("power", False, "The voltage is too low.", "Use the official power supply and a short cable.")
    if flags & 0x10000:
        return Check("power", False, "The voltage has been too low since the start.", "Use a stronger power supply.")
    return Check("power", True, "good")


def clock(year: int) -> Check:
    if year < EARLIEST_YEAR:
        return Check(
            "clock",
            False,
            f"The clock says {year}.",
            "Connect to the internet once, or set it. Games are not affected.",
        )
    return Check("clock", True, time.strftime("%Y-%m-%d %H:%M"))


def network(config: Config) -> Check:
    addresses = sorted(own_addresses())
    shown = ", ".join(f"http://{address}:{config.port}" for address in addresses) or "none"
    return Check("network", True, f"{shown}, http://{socket.gethostname()}.local:{config.port}")


def own_addresses() -> set[str]:
    """Addresses of this device, found without sending anything."""
    try:
        return {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    except OSError:
        return set()
