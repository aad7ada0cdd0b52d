"""Builds the firmware, its simulator and its native link with make and gcc, into a folder git does not see."""

import fcntl
import subprocess
from pathlib import Path

from companion.errors import PanelError

HARDWARE = Path(__file__).parents[2] / "hardware"
BUILD = HARDWARE / "panel" / "build"


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PanelError(f"{' '.join(command)} failed in {folder.name}/: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def _locked(command: list[str], folder: Path, build: Path) -> str:
    """Two test processes may want the same thing at once; make itself sees what is up to date."""
    if not HARDWARE.is_dir():
        raise PanelError("the firmware's sources are not here: work from a checkout of the repository")
    build.mkdir(parents=True, exist_ok=True)
    with (build / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _run(command, folder)


def firmware(variant: str = "", display: str = "20x4") -> Path:
    """`panel.elf`; with a variant such as BROKEN_CRC, one that is wrong on purpose."""
    build = BUILD / f"{variant or 'good'}-{display}"
    words = [f"BUILD={build}", f"VARIANT={variant}", f"DISPLAY={display}"]
    _locked(["make", "-s", *words, str(build / "panel.elf")], HARDWARE / "panel", build)
    return build / "panel.elf"


def simulator() -> Path:
    _locked(["make", "-s", f"BUILD={BUILD}"], HARDWARE / "simulator", BUILD)
    return BUILD / "panel_sim"


def native_link(variant: str = "") -> Path:
    build = BUILD / f"native{variant}"
    library = build / "link.so"
    flags = [
        "-std=c11",
        "-O2",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-shared",
        "-fPIC",
        *([f"-D{variant}"] if variant else []),
    ]
    _locked(["gcc", *flags, "link.c", "frame.c", "native.c", "-o", str(library)], HARDWARE / "panel", build)
    return library


def sizes() -> tuple[int, int]:
    """Bytes of flash and of RAM (without the stack)."""
    elf = firmware()
    text, initialised, zeroed = (int(word) for word in _run(["avr-size", str(elf)], BUILD).splitlines()[1].split()[:3])
    return text + initialised, initialised + zeroed
