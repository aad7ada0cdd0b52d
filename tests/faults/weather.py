"""Bad weather for one data folder: the disk's errors and the clock's jumps, made with a library
laid over libc.
"""

import errno
import os
import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("weather.c")
ERRORS = {"full": errno.ENOSPC, "broken": errno.EIO, "read-only": errno.EROFS}


class Weather:
    """Sunny until told otherwise. `around` is the environment to start the service in."""

    def __init__(self, work: Path, folder: Path) -> None:
        self._file = work / "weather"
        self._error = self._slow_ms = self._clock_s = 0
        self._file.write_bytes(struct.pack("@iil", 0, 0, 0))
        self._library = work / "weather.so"
        command = [
            "gcc",
            "-shared",
            "-fPIC",
            "-O1",
            "-Wall",
            "-Werror",
            "-o",
            str(self._library),
            str(SOURCE),
        ]
        subprocess.run(command, check=True)
        self._folder = folder

    def around(self) -> dict[str, str]:
        words = {
            "WEATHER_FILE": self._file,
            "WEATHER_FOLDER": self._folder.resolve(),
            "LD_PRELOAD": self._library,
        }
        return {**os.environ, **{name: str(value) for name, value in words.items()}}

    def disk(self, state: str = "") -> None:
        """full, broken, read-only, slow; nothing: well."""
        self._error, self._slow_ms = ERRORS.get(state, 0), 2500 if state == "slow" else 0
        self._tell()

    def clock(self, seconds: int) -> None:
        self._clock_s = seconds
        self._tell()

    def _tell(self) -> None:
        # In place: the service has this file mapped.
        with self._file.open("r+b") as file:
            file.write(struct.pack("@iil", self._error, self._slow_ms, self._clock_s))
