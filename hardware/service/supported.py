"""Can the companion run here? Says in one line what is in the way, for `make run` and the
installer; written so that an old Python can say it too.

    python3 hardware/service/supported.py
"""

import importlib
import platform
import sys

OLDEST = (3, 11)
MACHINES = ("x86_64", "aarch64", "amd64", "arm64")


def trouble(version, is_64_bit, machine, has_venv):  # type: ignore[no-untyped-def]
    """What is in the way, with what to do; empty when nothing is."""
    if not is_64_bit or machine.lower() not in MACHINES:
        return (
            f"this is a 32-bit system ({machine}), for which OpenCV and NumPy have no wheels: "
            "use the 64-bit Raspberry Pi OS; every Pi from the 3 on runs it."
        )
    if version[:2] < OLDEST:
        here = ".".join(str(part) for part in version[:2])
        return (
            f"Python 3.11 or newer is needed, this is {here}: Debian 12 (bookworm) and 13 (trixie) "
            "have it; or name another with PYTHON=."
        )
    if not has_venv:
        return "python3-venv is missing: sudo apt-get install python3-venv"
    return ""


def has_venv():  # type: ignore[no-untyped-def]
    try:
        importlib.import_module("venv")
        importlib.import_module("ensurepip")
    except ImportError:
        return False
    return True


if __name__ == "__main__":
    said = trouble(sys.version_info, sys.maxsize > 2**32, platform.machine(), has_venv())
    if said:
        sys.exit("tableside: " + said)
