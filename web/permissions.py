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
from typing import Any, Literal, get_args

from msgspec.structs import replace

from web.guesses import TRIES, WINDOW_S, Guesses
from web.secrets_file import Paired, Secrets, SecretsFile

__all__ = ["TRIES", "WINDOW_S", "Paired", "Permissions", "Role", "includes"]
Role = Literal["look", "play", "host", "admin"]
ROLES: tuple[str, ...] = get_args(Role)  # each includes those before it
COOKIE = "tableside"
INVITE_S = 15 * 60.0
MOST_DEVICES, MOST_INVITES = 200, 50
COMPUTING = threading.Lock()  # one hash takes 16 MB: never two at once
SHORT_ID = 12  # of a device's fingerprint: names it, opens nothing


def includes(role: str, needed: str) -> bool:
    return ROLES.index(role) >= ROLES.index(needed)


class Permissions:
    """With no PIN set the table is open: right for the first minute, and among friends."""

    def __init__(self, file: Path | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = SecretsFile(file, _nobody_knows)
        self._invitations = Invitations(clock)
        self.guesses = Guesses(clock)
        self.devices = JoinedDevices(self._file)
        self.network = NetworkTrust(self._file)

    @property
    def is_damaged(self) -> bool:
        return self._file.is_damaged

    @property
    def is_open(self) -> bool:
        return not self._file.now().pins

    def who(self, token: str | None) -> Paired:
        """What the holder of this token may do."""
        kept = self._file.now()
        found = _good(kept.devices.get(_fingerprint(token))) if token else None
        return _with_free_roles(kept, found or Paired("look"))

    def knows(self, token: str | None) -> bool:
        known = self._file.now().devices
        return token is not None and _good(known.get(_fingerprint(token))) is not None

    def set_pin(self, role: str, pin: str) -> None:
        """A new PIN for a role; an empty one takes it away. Whoever had the role before has to
        enter the new one.
        """
        made = {role: _hashed(pin, os.urandom(16))} if pin else {}

        def changed(kept: Secrets) -> Secrets:
            pins = {name: old for name, old in kept.pins.items() if name != role} | made
            devices = {
                print_: paired
                for print_, paired in kept.devices.items()
                if not (pin and includes(paired.role, role))
            }
            return replace(kept, pins=pins, devices=devices)

        self._file.change(changed)

    def pair(self, pin: str, address: str, name: str = "") -> str | None:
        """A token for this device, or None: wrong PIN, or too many tries from there."""
        return self.paired(pin, address, name) if self.guesses.take(address) else None

    def paired(self, pin: str, address: str, name: str) -> str | None:
        """The same for a try that was counted. None: the PIN is wrong."""
        # Every role is tried, whatever fits first, so that the time taken says nothing.
        pins = self._file.now().pins
        fitting = [role for role, kept in pins.items() if _fits(pin, kept)]
        if not fitting:
            return None
        role = max(fitting, key=ROLES.index)
        if role == max(pins, key=ROLES.index):
            self.guesses.forgive(address)
        else:
            self.guesses.excuse(address)  # else a player could try host PINs without end
        return self.devices.admit(Paired(role, name=name))

    def must_wait(self, address: str) -> bool:
        """Five wrong tries a minute from one place, twenty from everywhere, then ever longer."""
        return self.guesses.wait_s(address) > 0

    def invite(self, role: str, seat: str = "") -> str:
        """A code for one device, good for a quarter of an hour: what the QR code for a seat
        carries.
        """
        return self._invitations.make(Paired(role, seat), self._file.now().pins)

    def accept(self, code: str, name: str = "") -> tuple[str, Paired] | None:
        """OSError: it cannot be kept, and the code is still good."""
        pins = self._file.now().pins
        invited = self._invitations.take(code, pins)
        if invited is None:
            return None
        try:
            return self.devices.admit(replace(invited, name=name)), invited
        except OSError:
            self._invitations.give_back(code, invited, pins)
            raise


Pins = dict[str, str]


class Invitations:
    """Codes, each for one device. As with devices that have joined, a new PIN for a role ends those
    for it, whoever has set it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._open: dict[str, tuple[float, Paired, Pins]] = {}

    def make(self, paired: Paired, pins: Pins) -> str:
        code = secrets.token_urlsafe(12)
        self.give_back(code, paired, pins)
        return code

    def give_back(self, code: str, paired: Paired, pins: Pins) -> None:
        with self._lock:
            now = self._clock()
            fresh = [(old, kept) for old, kept in self._open.items() if kept[0] > now]
            self._open = dict(fresh[1 - MOST_INVITES :]) | {code: (now + INVITE_S, paired, pins)}

    def take(self, code: str, pins: Pins) -> Paired | None:
        """Used up by whoever is first."""
        with self._lock:
            until, paired, before = self._open.pop(code, (0.0, None, pins))
        if paired is None or until < self._clock():
            return None
        changed = (role for role in ROLES if before.get(role) != pins.get(role))
        return None if any(includes(paired.role, role) for role in changed) else paired


class NetworkTrust:
    """Whether the owner has said in words that this network needs no PIN."""

    def __init__(self, file: SecretsFile) -> None:
        self._file = file

    @property
    def is_given(self) -> bool:
        return self._file.now().trusted

    def give(self) -> None:
        self._file.change(lambda kept: replace(kept, trusted=True))


class JoinedDevices:
    """Who has joined, for whoever hosts: to see, and to take away."""

    def __init__(self, file: SecretsFile) -> None:
        self._file = file

    def admit(self, paired: Paired) -> str:
        """The token it shows from now on. OSError: it cannot be kept."""
        token = secrets.token_urlsafe(24)
        joined = {_fingerprint(token): replace(paired, since=time.time())}

        def changed(kept: Secrets) -> Secrets:
            return replace(kept, devices=_with_room(kept.devices, paired.role) | joined)

        self._file.change(changed)
        return token

    def listed(self, token: str | None) -> list[dict[str, Any]]:
        """Newest last; `mine` is the device of this token."""
        own = _fingerprint(token) if token else ""
        return [
            {
                "id": print_[:SHORT_ID],
                "role": paired.role,
                "seat": paired.seat,
                "since": paired.since,
                "name": paired.name,
                "until": paired.until,
                "mine": print_ == own,
            }
            for print_, paired in self._file.now().devices.items()
        ]

    def remove(self, device: str, by: str) -> bool:
        """Whether there was one that a `by` may send away: nobody sends away who may do more."""
        found = [
            print_
            for print_, paired in self._file.now().devices.items()
            if print_[:SHORT_ID] == device and includes(by, paired.role)
        ]
        if not found:
            return False
        self._file.change(
            lambda kept: replace(
                kept, devices={one: of for one, of in kept.devices.items() if one not in found}
            )
        )
        return True


def _with_room(devices: dict[str, Paired], role: str) -> dict[str, Paired]:
    """For one more: who joined first goes, but nobody who may do more than whoever comes."""
    if len(devices) < MOST_DEVICES:
        return devices
    replaceable = (print_ for print_, known in devices.items() if includes(role, known.role))
    gone = next(replaceable, next(iter(devices)))
    return {print_: known for print_, known in devices.items() if print_ != gone}


def sent_token(authorization: str, cookie: str | None) -> str | None:
    """A program sends its token as programs do, a browser as its cookie."""
    scheme, _, given = authorization.partition(" ")
    return given.strip() if scheme.lower() == "bearer" else cookie


def _good(paired: Paired | None) -> Paired | None:
    is_over = paired is not None and 0 < paired.until < time.time()
    return None if is_over else paired


def _with_free_roles(kept: Secrets, paired: Paired) -> Paired:
    """A role without a PIN of its own goes with the one below: with only a PIN for playing,
    players also host.
    """
    role = paired.role
    for higher in ROLES[ROLES.index(role) + 1 :]:
        if higher in kept.pins:
            break
        role = higher
    return replace(paired, role=role)


def _nobody_knows() -> Secrets:
    """Shut, not open: nobody knows these PINs. Looking stays free."""
    return Secrets({role: _hashed(secrets.token_hex(), os.urandom(16)) for role in ROLES[1:]})


def _fingerprint(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _fits(pin: str, kept: str) -> bool:
    salt = bytes.fromhex(kept.partition(":")[0])
    return hmac.compare_digest(_hashed(pin, salt), kept)


def _hashed(pin: str, salt: bytes) -> str:
    with COMPUTING:
        made = hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1)
    return f"{salt.hex()}:{made.hex()}"
