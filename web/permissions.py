"""Who may do what. Looking needs nothing; playing, hosting and administering need a PIN once per
device, if one is set.

What is kept on disk are hashes only: of PINs (scrypt, slow on purpose) and of the tokens paired
devices hold.
"""

import hashlib
import hmac
import os
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal, get_args

import msgspec

Role = Literal["look", "play", "host", "admin"]
ROLES: tuple[str, ...] = get_args(Role)  # each includes those before it
COOKIE = "tableside"
TRIES, WINDOW_S = 5, 60.0
INVITE_S = 15 * 60.0
MOST_DEVICES, MOST_INVITES = 200, 50


def includes(role: str, needed: str) -> bool:
    return ROLES.index(role) >= ROLES.index(needed)


class Paired(msgspec.Struct, frozen=True):
    role: str
    seat: str = ""


class Secrets(msgspec.Struct, frozen=True):
    """`pins`: role to salted hash. `devices`: hash of a device's token to what it may do."""

    pins: dict[str, str] = {}
    devices: dict[str, Paired] = {}


class Permissions:
    """With no PIN set the table is open: right for the first minute, and among friends."""

    def __init__(self, file: Path | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._file, self._clock = file, clock
        self._lock = threading.Lock()
        self._failed: list[tuple[float, str]] = []
        self._invites: dict[str, tuple[float, Paired]] = {}
        self.is_damaged = False
        try:
            self._secrets = _read(file)
        except (OSError, msgspec.DecodeError):
            # Shut, not open: nobody knows this PIN. Looking stays free.
            self.is_damaged = True
            self._secrets = Secrets(
                {role: _hashed(secrets.token_hex(), os.urandom(16)) for role in ROLES[1:]}
            )

    @property
    def is_open(self) -> bool:
        return not self._secrets.pins

    def who(self, token: str | None) -> Paired:
        """What the holder of this token may do."""
        found = self._secrets.devices.get(_fingerprint(token)) if token else None
        return self._with_free_roles(found or Paired("look"))

    def knows(self, token: str | None) -> bool:
        return token is not None and _fingerprint(token) in self._secrets.devices

    def _with_free_roles(self, paired: Paired) -> Paired:
        """A role without a PIN of its own goes with the one below: with only a PIN for playing,
        players also host.
        """
        role = paired.role
        for higher in ROLES[ROLES.index(role) + 1 :]:
            if higher in self._secrets.pins:
                break
            role = higher
        return Paired(role, paired.seat)

    def set_pin(self, role: str, pin: str) -> None:
        """A new PIN for a role; an empty one takes it away."""
        with self._lock:
            pins = {name: kept for name, kept in self._secrets.pins.items() if name != role}
            self._keep(
                Secrets(
                    pins | ({role: _hashed(pin, os.urandom(16))} if pin else {}),
                    self._secrets.devices,
                )
            )

    def pair(self, pin: str, address: str) -> str | None:
        """A token for this device, or None: wrong PIN, or too many tries from there."""
        if self.must_wait(address):
            return None
        # Every role is tried, whatever fits first, so that the time taken says nothing.
        fitting = [role for role, kept in self._secrets.pins.items() if _fits(pin, kept)]
        if not fitting:
            with self._lock:
                self._failed.append((self._clock(), address))
            return None
        return self._admit(Paired(max(fitting, key=ROLES.index)))

    def must_wait(self, address: str) -> bool:
        """Five wrong tries a minute from one place, twenty from everywhere together."""
        with self._lock:
            now = self._clock()
            self._failed = [(at, where) for at, where in self._failed if now - at < WINDOW_S]
            here = sum(where == address for _, where in self._failed)
            return here >= TRIES or len(self._failed) >= 4 * TRIES

    def invite(self, role: str, seat: str = "") -> str:
        """A code for one device, good for a quarter of an hour: what the QR code for a seat
        carries.
        """
        code = secrets.token_urlsafe(12)
        with self._lock:
            now = self._clock()
            fresh = [(old, kept) for old, kept in self._invites.items() if kept[0] > now]
            self._invites = dict(fresh[1 - MOST_INVITES :]) | {
                code: (now + INVITE_S, Paired(role, seat))
            }
        return code

    def accept(self, code: str) -> tuple[str, Paired] | None:
        with self._lock:
            invited = self._invites.pop(code, None)
        if invited is None or invited[0] < self._clock():
            return None
        return self._admit(invited[1]), invited[1]

    def _admit(self, paired: Paired) -> str:
        token = secrets.token_urlsafe(24)
        with self._lock:
            kept = dict(list(self._secrets.devices.items())[1 - MOST_DEVICES :])
            self._keep(Secrets(self._secrets.pins, kept | {_fingerprint(token): paired}))
        return token

    def _keep(self, changed: Secrets) -> None:
        self._secrets = changed
        if self._file is None:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        beside = self._file.with_suffix(".new")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(changed))
        beside.replace(self._file)


def _read(file: Path | None) -> Secrets:
    if file is None or not file.is_file():
        return Secrets()
    return msgspec.json.decode(file.read_bytes(), type=Secrets)


def _fingerprint(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _hashed(pin: str, salt: bytes) -> str:
    return f"{salt.hex()}:{hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1).hex()}"


def _fits(pin: str, kept: str) -> bool:
    salt = bytes.fromhex(kept.partition(":")[0])
    return hmac.compare_digest(_hashed(pin, salt), kept)
