"""Which cameras are plugged in, by the names on their boxes. Looks only: none is opened, and no
picture library is loaded, so that the service may look too.
"""

import shutil
import subprocess
from pathlib import Path

from vision.rpicam_listing import PiCameraFound, cameras_listed

LISTING_S = 10.0
CLASS = Path("/sys/class/video4linux")
BY_ID = Path("/dev/v4l/by-id")


def found_webcams(classes: Path = CLASS, by_id: Path = BY_ID) -> dict[str, str]:
    """Each USB camera's name by its device, by-id where the system has one: that stays the same
    whatever was plugged in first. The Pi's own sensors and codecs are not webcams.
    """
    links = {link.resolve().name: str(link) for link in sorted(by_id.glob("*index0"))}
    found = {}
    for device in sorted(classes.glob("video*")):
        if not any("usb" in part for part in device.resolve().parts):
            continue
        try:
            is_picture = (device / "index").read_text("ascii").strip() == "0"
            name = (device / "name").read_text("utf-8").strip()
        except OSError:
            continue
        if is_picture:
            found[links.get(device.name, f"/dev/{device.name}")] = name
    return found


def found_program(kind: str) -> str | None:
    """`rpicam-vid`, or what it was called before 2024."""
    return shutil.which(f"rpicam-{kind}") or shutil.which(f"libcamera-{kind}")


def found_pi_cameras() -> tuple[PiCameraFound, ...]:
    """The Pi cameras the system knows; none where it has no program to ask."""
    program = found_program("hello")
    if program is None:
        return ()
    try:
        done = subprocess.run(
            [program, "--list-cameras"], capture_output=True, text=True, timeout=LISTING_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return cameras_listed(done.stdout + done.stderr)
