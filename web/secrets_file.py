"""PINs and joined devices on disk, as hashes only. Several processes may change the file
(`companion pin` while the service runs): each reads it under a lock before it writes, and sees at
once what others wrote.
"""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec


class Paired(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a device may do. `since`: when it joined; `name`: what its browser calls itself;
    `until`: when a program's token ends, 0 for never."""

    role: str
    seat: str = ""
    since: float = 0.0
    name: str = ""
    until: float = 0.0


class Secrets(msgspec.Struct, frozen=True):
    """`pins`: role to salted hash. `devices`: hash of a device's token to what it may do.
    `trusted`: the owner has said that no PIN is needed in this network.
    """

    pins: dict[str, str] = {}
    devices: dict[str, Paired] = {}
    trusted: bool = False


class SecretsFile:
    """`path` None: nothing is kept. `instead` is what holds when the file cannot be read: shut, not
    open.
    """

    def __init__(self, path: Path | None, instead: Callable[[], Secrets]) -> None:
        self._path, self._instead = path, instead
        self._lock = threading.Lock()
        self._mark: tuple[int, int, int] | None = None
        self._held = Secrets()
        self.is_damaged = False
        self.now()

    def now(self) -> Secrets:
        mark = self._mark_now()
        if mark != self._mark:
            with self._lock:
                self._read(mark)
        return self._held

    def change(self, changed: Callable[[Secrets], Secrets]) -> None:
        """OSError: it could not be written, and nothing has changed."""
        with self._lock, self._alone():
            self._read(self._mark_now())
            after = changed(self._held)
            if self._path is not None:
                self._write(self._path, after)
                self._mark = self._mark_now()
                self.is_damaged = False
            self._held = after

    def _read(self, mark: tuple[int, int, int] | None) -> None:
        if mark == self._mark:
            return
        try:
            kept = self._path.read_bytes() if self._path is not None and mark else b"{}"
            self._held, self.is_damaged = msgspec.json.decode(kept, type=Secrets), False
        except (OSError, msgspec.DecodeError):
            self._held, self.is_damaged = self._instead(), True
        self._mark = mark

    def _mark_now(self) -> tuple[int, int, int] | None:
        """Other bytes have another mark: each writing makes a new file."""
        if self._path is None:
            return None
        try:
            found = os.stat(self._path)  # for every request: the quickest way to ask
        except FileNotFoundError:
            return None
        except OSError:
            return 0, 0, 0
        return found.st_ino, found.st_mtime_ns, found.st_size

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self._path is None:
            yield
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        held = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield
        finally:
            os.close(held)

    @staticmethod
    def _write(path: Path, secrets: Secrets) -> None:
        beside = path.with_suffix(".new")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(secrets))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
