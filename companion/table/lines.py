"""The lines of a game's log as they are journalled, and what a correction would do."""

from typing import Any

import msgspec

from companion.kit.events import Event
from companion.kit.intents import Intent
from companion.kit.say import Say


class Line(msgspec.Struct, frozen=True):
    """One accepted intent that moved the game: an answer, an adjustment, an option."""

    seq: int
    intent: Intent
    events: tuple[Event, ...]
    bent: tuple[Say, ...] = ()  # rules it broke with the table's consent
    at: float = 0.0
    corrected: bool = False
    kept_from: tuple[str, ...] = ()  # who may not know what it did (`secrecy.py`)


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a row of the journal holds. A correction carries the lines that replace all from the
    corrected one on.
    """

    intent: Intent
    events: tuple[Event, ...] = ()
    bent: tuple[Say, ...] = ()
    tail: tuple[Line, ...] = ()
    kept_from: tuple[str, ...] = ()


class Header(msgspec.Struct, frozen=True):
    """How a game was set up. `start` is the whole starting state, so that no pack file is needed to
    open it again.
    """

    seats: tuple[dict[str, str], ...]
    options: dict[str, int | str]
    pack: str
    start: dict[str, Any]


class Difference(msgspec.Struct, frozen=True):
    """A value that a correction changes."""

    say: Say
    old: Any
    new: Any
    seat: str | None = None


class Preview(msgspec.Struct, frozen=True):
    """What a correction would change, what is kept against a rule, and where the replay stops
    fitting.
    """

    differences: tuple[Difference, ...]
    moves: tuple[Say, ...]
    bent: tuple[Say, ...]
    stops_at: int | None = None
    ends_game: bool = False
    reopens_game: bool = False


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log as people read it: what happened and why, who said so, and whether it still
    holds.
    """

    seq: int
    says: tuple[Say, ...]
    kind: str
    seats: tuple[str, ...] = ()
    undone: bool = False
    corrected: bool = False
    bent: tuple[Say, ...] = ()
    evidence: str | None = None
    device: str = ""
    at: float = 0.0
    sounds: tuple[str, ...] = ()
    moment: Say | None = None  # of what it tells, the climax
    done: bool = False  # a mere "done": nothing in it could be put right
