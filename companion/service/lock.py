"""One service per data folder. The lock is the kernel's: it ends with the process, however that
ends.
"""

import fcntl
import os
from pathlib import Path

from companion.errors import SetupError

NAME = "service.lock"


class DataLock:
    """Held from making until `release`. A disk that takes no file needs no lock: nothing can be
    written there.
    """

    def __init__(self, data: Path) -> None:
        self._handle: int | None = None
        try:
            data.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(data / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(self._handle, 0)
            os.write(self._handle, str(os.getpid()).encode())
        except BlockingIOError:
            self.release()
            raise SetupError(
                f"Another companion already uses {data}: stop it, or give another --data."
            ) from None
        except OSError:
            return

    def release(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def served_by(data: Path) -> int | None:
    """The process that serves this folder now, if one does."""
    try:
        with (data / NAME).open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return int(file.read() or 0)
    except (OSError, ValueError):
        pass
    return None
