"""What stands around the table: the camera, the panel, what the camera sees right now. Shown, never
decided upon.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import SetupError
from companion.kit.intents import AnswerValue
from companion.kit.say import Say
from companion.service.evidence import EvidenceFolder


class Sight(msgspec.Struct, frozen=True):
    """A reading that needs people: what lies there as far as the camera can tell, and why it asks.

    `proposal` is the answer it stands for, to be put right and confirmed. `quiet`: nobody has to
    answer.
    """

    ask: str
    why: Say
    pieces: tuple[dict[str, Any], ...]
    picture: str = ""
    proposal: AnswerValue | None = None
    quiet: bool = False
    lesson: str = ""  # what teaching would help: dice or cards


class Hint(msgspec.Struct, frozen=True):
    """The camera sees something else than the tracker has; shown quietly, never a change."""

    place: str
    say: Say


class Device(msgspec.Struct, frozen=True):
    """One badge: `state` is on, away or none; `what` says what is wrong and what still works."""

    state: str = "none"
    what: str | Say = ""
    figures: dict[str, int | float | str] = {}


class Said(msgspec.Struct, frozen=True):
    """The answer to something done at the table that changed nothing: every press and every throw
    gets one.
    """

    serial: int
    device: str  # panel, camera
    say: Say


class Note(msgspec.Struct, frozen=True):
    """Something people should know about the device itself. The page has a sentence for each id,
    with `what` in it.
    """

    id: str
    what: str = ""


class Status:
    """Written by the threads that mind the devices, read by the web. Every change wakes the
    streams.
    """

    def __init__(self, evidence: Path, wake: Callable[[], None] = lambda: None) -> None:
        self.evidence_folder = EvidenceFolder(evidence)
        self._wake = wake
        self._lock = threading.Lock()
        self._shown: dict[str, Any] = {
            "camera": Device(),
            "panel": Device(),
            "face": None,
            "sights": (),
            "hints": (),
            "states": {},
            "light": None,
            "places": {},
            "notes": (),
            "line": None,
            "said": None,
            "desk": (),
            "newer": (),
        }
        self._picture: tuple[int, bytes] | None = None
        self._heard_s: dict[str, float] = {}
        # hears the messages of a virtual table; a real one has none
        self.talk: Callable[[dict[str, Any]], None] | None = None
        # takes a call for the judge; nobody outside hears of one at a table that tells nobody
        self.judge: Callable[[bool], None] | None = None
        self.version = 0
        self.pictures_per_s = 0.0
        # when the camera's newest picture came; not shown: it would wake every screen each time
        self.newest_s = 0.0

    def show(self, **parts: Any) -> None:
        with self._lock:
            is_new = self._note(parts)
        if is_new:
            self._wake()

    def _note(self, parts: dict[str, Any]) -> bool:
        self._heard_s |= dict.fromkeys(parts, time.monotonic())
        if all(self._shown.get(name) == part for name, part in parts.items()):
            return False
        self._shown |= parts
        self.version += 1
        return True

    def shown(self) -> dict[str, Any]:
        with self._lock:
            may = {"virtual": self.talk is not None, "judge": self.judge is not None}
            return {**self._shown, **may}

    def answer(self, device: str, words: Say) -> None:
        """Says something about what a hand has just done; the same words again are news again."""
        with self._lock:  # eye and panel may answer at the same moment: two answers, two numbers
            before = self._shown["said"]
            self._note({"said": Said(before.serial + 1 if before else 1, device, words)})
        self._wake()

    def silent_s(self, part: str) -> float:
        """How long nothing was said about a part; 0 when nothing ever was."""
        return time.monotonic() - self._heard_s[part] if part in self._heard_s else 0.0

    # Pictures

    def see(self, jpeg: bytes) -> None:
        self._picture = ((self._picture[0] if self._picture else 0) + 1, jpeg)

    def picture(self) -> bytes | None:
        return self._picture[1] if self._picture else None

    def evidence(self, name: str) -> bytes | None:
        return self.evidence_folder.read(name)

    # The virtual table

    def read(self, zone: str, pieces: tuple[dict[str, Any], ...]) -> None:
        """The newest look at each place. Only of a virtual table, whose picture everybody sees
        anyway.
        """
        if self.talk is not None:
            self.show(read={**self._shown.get("read", {}), zone: pieces})

    def unread(self, zones: set[str]) -> None:
        """Dice are taken up there: what was read is no longer true."""
        known: dict[str, Any] = self._shown.get("read", {})
        if any(zone in known for zone in zones):
            self.show(read={zone: pieces for zone, pieces in known.items() if zone not in zones})

    def tell(self, message: dict[str, Any]) -> None:
        if self.talk is None:
            raise SetupError(
                "This table is real: throw real dice. companion serve --virtual has a virtual one."
            )
        self.talk(message)
