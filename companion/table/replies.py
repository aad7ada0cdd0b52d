"""What whoever submits an intent hears. Values only."""

from dataclasses import dataclass

from companion.kit.say import Say


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
    line: int | None = None  # the answer that was there before, to be undone


Reply = Accepted | Duplicate | Refused
