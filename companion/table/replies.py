"""What whoever submits an intent hears, and what a seat sees. Values only."""

from dataclasses import dataclass

import msgspec

from companion.kit.asks import Ask
from companion.kit.outcome import Outcome
from companion.kit.say import Say
from companion.kit.seats import Seat
from companion.kit.trackers import View
from companion.table.lines import LogLine


@dataclass(frozen=True, slots=True)
class Accepted:
    seq: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Already done: the same intent arrived before."""

    seq: int


@dataclass(frozen=True, slots=True)
class Refused:
    code: str
    say: Say
    hint: Say | None = None
    may_force: bool = False


Reply = Accepted | Duplicate | Refused


class TableSnapshot(msgspec.Struct, frozen=True):
    """What one seat sees of the table at one line of the journal."""

    seq: int
    number: int
    game: str
    title: str
    seats: tuple[Seat, ...]
    asks: tuple[Ask, ...]
    view: View
    log: tuple[LogLine, ...]
    moves: tuple[Say, ...]
    outcome: Outcome | None
    hash: str
