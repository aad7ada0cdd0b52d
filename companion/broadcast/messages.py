"""What travels: plain values, each with the version of its form. `schemas/` has them as JSON
schemas, and a test holds the two together.

Only what a spectator may see; sentences are in the table's language, ids are not.
"""

import msgspec

VERSION = 1  # of the form: another one gets another branch of topics


class SeatNow(msgspec.Struct, frozen=True):
    """`scores` are the seat's large numbers by their names; `score` the one that counts."""

    id: str
    name: str
    colour: str
    score: int | None = None
    scores: dict[str, int] = {}
    at_turn: bool = False
    asked: bool = False


class GameEnding(msgspec.Struct, frozen=True):
    result: str
    winners: tuple[str, ...]
    why: str


class GameNow(msgspec.Struct, frozen=True):
    """`number` counts the table's own games; with the table's id it names this game for ever."""

    id: str
    title: str
    number: int
    line: int
    began: str
    phase: str
    seats: tuple[SeatNow, ...]
    question: str = ""
    outcome: GameEnding | None = None


class TableState(msgspec.Struct, frozen=True):
    """Kept by the broker: who comes late knows all of it. `calls`: somebody waits for the judge.
    `line` is the newest number of the table's journal whose events were told before this state.
    """

    table: str
    name: str
    at: str
    address: str = ""
    game: GameNow | None = None
    camera: str = "none"
    panel: str = "none"
    calls: bool = False
    paused: bool = False
    line: int = 0
    dropped_events: int = 0
    v: int = VERSION


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """`id` names this happening, so that a repeat after a lost acknowledgement is harmless."""

    id: str
    table: str
    at: str
    game: int | None = None
    v: int = VERSION


class DieFallen(msgspec.Struct, frozen=True):
    face: int | str
    kind: str = "d6"
    colour: str | None = None


class DiceRolled(_Event, frozen=True, kw_only=True, tag="roll"):
    seat: str
    dice: tuple[DieFallen, ...]


class ScoreChanged(_Event, frozen=True, kw_only=True, tag="score"):
    seat: str
    what: str
    before: int
    after: int
    why: str = ""


class GameBegun(_Event, frozen=True, kw_only=True, tag="begun"):
    title: str
    seats: tuple[str, ...]


class GameEnded(_Event, frozen=True, kw_only=True, tag="ended"):
    title: str
    winners: tuple[str, ...]
    why: str


class QuestionAsked(_Event, frozen=True, kw_only=True, tag="question"):
    question: str
    seats: tuple[str, ...]


class DeviceChanged(_Event, frozen=True, kw_only=True, tag="device"):
    device: str
    state: str


class JudgeCalled(_Event, frozen=True, kw_only=True, tag="judge"):
    calls: bool


TableEvent = (
    DiceRolled | ScoreChanged | GameBegun | GameEnded | QuestionAsked | DeviceChanged | JudgeCalled
)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may come in, where the owner has allowed it. Never an intent of a game."""

    id: str
    text: str = ""
    game: str = ""
    seats: tuple[str, ...] = ()


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a hall may ask of a table: its finished games of the last hours, by the table's own
    clock: nobody else's may be held against it.
    """

    what: str
    hours: int = 18


class GamePlayed(msgspec.Struct, frozen=True):
    """One finished game of the table's journal."""

    number: int
    game: str
    title: str
    began: str
    ended: str
    seats: tuple[SeatNow, ...]
    outcome: GameEnding


class Results(msgspec.Struct, frozen=True):
    table: str
    games: tuple[GamePlayed, ...]
    v: int = VERSION


SCHEMAS: dict[str, object] = {
    "state": TableState,
    "event": TableEvent,
    "command": Command,
    "request": Request,
    "reply": Results,
}
