"""Builds the firmware, its simulator and its native link with make and gcc, into a folder git does
not see.
"""

import fcntl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_bridge.errors import BridgeError

HARDWARE = Path(__file__).parents[2] / "hardware"
BUILD = HARDWARE / "panel" / "build"
WARNED = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror")


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        why = done.stderr.strip() or done.stdout.strip()
        raise BridgeError(f"{' '.join(command)} failed in {folder.name}/: {why}")
    return done.stdout


@contextmanager
def _alone(build: Path) -> Iterator[None]:
    """Two test processes may want the same thing at once: the second finds it made."""
    if not HARDWARE.is_dir():
        raise BridgeError(
            "the firmware's sources are not here: work from a checkout of the repository"
        )
    build.mkdir(parents=True, exist_ok=True)
    with (build / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def firmware(variant: str = "", display: str = "20x4") -> Path:
    """`panel.elf`; with a variant such as BROKEN_CRC, one that is wrong on purpose."""
    build = BUILD / f"{variant or 'good'}-{display}"
    words = [f"BUILD={build}", f"VARIANT={variant}", f"DISPLAY={display}"]
    with _alone(build):
        _run(["make", "-s", *words, str(build / "panel.elf")], HARDWARE / "panel")
    return build / "panel.elf"


def simulator() -> Path:
    with _alone(BUILD):
        _run(["make", "-s", f"BUILD={BUILD}"], HARDWARE / "simulator")
    return BUILD / "panel_sim"


def native_link(variant: str = "") -> Path:
    """Made beside its place and then put there: somebody else may be about to load the one that is
    there.
    """
    build, panel = BUILD / f"native{variant}", HARDWARE / "panel"
    library, part = build / "link.so", build / "link.part"
    with _alone(build):
        if not _is_newer(library, panel):
            named = [f"-D{variant}"] if variant else []
            command = [
                "gcc",
                *WARNED,
                "-shared",
                "-fPIC",
                *named,
                "link.c",
                "frame.c",
                "native.c",
                "-o",
                str(part),
            ]
            _run(command, panel)
            part.replace(library)
    return library


def _is_newer(made: Path, sources: Path) -> bool:
    return made.is_file() and all(
        file.stat().st_mtime < made.stat().st_mtime for file in sources.glob("*.[ch]")
    )


def sizes() -> tuple[int, int]:
    """Bytes of flash and of RAM (without the stack)."""
    elf = firmware()
    text, initialised, zeroed = (
        int(word) for word in _run(["avr-size", str(elf)], BUILD).splitlines()[1].split()[:3]
    )
    return text + initialised, initialised + zeroed
