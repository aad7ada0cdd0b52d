"""Undervoltage, where the Raspberry Pi's firmware says so. Elsewhere nothing is known, and nothing
is claimed.
"""

from pathlib import Path

# Newer kernels have a hardware monitor for it, older ones the firmware's own flags.
MONITORS = Path("/sys/class/hwmon")
FLAGS = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
NOW, SINCE_START = 0x1, 0x10000


def flags(file: Path = FLAGS, monitors: Path = MONITORS) -> int | None:
    """The firmware's flags; None where they cannot be read."""
    try:
        return int(file.read_text().strip(), 16)
    except (OSError, ValueError):
        pass
    for name in sorted(monitors.glob("hwmon*/name")):
        try:
            if name.read_text().strip() == "rpi_volt":
                return NOW if (name.parent / "in0_lcrit_alarm").read_text().strip() == "1" else 0
        except OSError:
            continue
    return None


def low_voltage() -> bool:
    found = flags()
    return found is not None and bool(found & NOW)
