"""From what a spectator sees to what is told: a state, and the events between two moments. Pure;
times are given.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from companion.broadcast.messages import (
    DeviceChanged,
    DiceRolled,
    DieFallen,
    GameBegun,
    GameEnded,
    GameEnding,
    GameNow,
    JudgeCalled,
    QuestionAsked,
    ScoreChanged,
    SeatNow,
    TableEvent,
    TableState,
)
from companion.kit.asks import Ask
from companion.kit.pieces import Die
from companion.kit.say import Say
from companion.kit.trackers import Counter, Gauge, Order, Tracker
from companion.table import TableSnapshot
from companion.texts import sentence

LARGE = 2  # the size of trackers that are read from across the room


@dataclass(frozen=True, slots=True)
class Throw:
    line: int
    seat: str
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class TableMoment:
    """The table at one moment, with what was thrown since the one before. `line` is the newest
    number of its journal.
    """

    snapshot: TableSnapshot | None
    at_s: float
    began_s: float = 0.0
    throws: tuple[Throw, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    devices: Mapping[str, str] = field(default_factory=dict)
    calls: bool = False
    paused: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells moments of one table in its language."""

    table: str
    name: str
    language: str
    address: str = ""

    def state(self, moment: TableMoment, dropped: int = 0) -> TableState:
        seen = moment.snapshot
        return TableState(
            table=self.table,
            name=self.name,
            at=utc(moment.at_s),
            address=self.address,
            game=None if seen is None else self._game(seen, moment),
            camera=moment.devices.get("camera", "none"),
            panel=moment.devices.get("panel", "none"),
            calls=moment.calls,
            paused=moment.paused,
            line=moment.line,
            dropped_events=dropped,
        )

    def _game(self, seen: TableSnapshot, moment: TableMoment) -> GameNow:
        question = first_question(seen.asks)
        outcome = seen.outcome
        return GameNow(
            id=seen.game,
            title=seen.title,
            number=seen.number,
            line=seen.seq,
            began=utc(moment.began_s or moment.at_s),
            phase=self._say(seen, seen.view.headline),
            seats=self.seats(seen, moment.scores),
            question="" if question is None else self._say(seen, question.say),
            outcome=None
            if outcome is None
            else GameEnding(outcome.result, outcome.winners, self._say(seen, outcome.why)),
        )

    def seats(self, seen: TableSnapshot, scores: Mapping[str, int]) -> tuple[SeatNow, ...]:
        at_turn = seats_at_turn(seen.view.trackers)
        asked = {seat for ask in seen.asks if not ask.optional for seat in ask.seats}
        told = []
        for seat in seen.seats:
            counted = {self._say(seen, one.say): one for one in _numbers(seen, seat.id)}
            told.append(
                SeatNow(
                    id=seat.id,
                    name=seat.name or sentence(Say(f"kit.colour.{seat.id}"), self.language, {}),
                    colour=seat.colour,
                    score=scores.get(seat.id),
                    scores={what: one.value for what, one in counted.items()},
                    at_turn=seat.id in at_turn,
                    asked=seat.id in asked,
                )
            )
        return tuple(told)

    def events(self, before: TableMoment, now: TableMoment) -> Iterator[TableEvent]:
        """What happened between two moments, in order; ids are the same for the same happening."""
        for device, state in now.devices.items():
            if before.devices.get(device, "none") != state:
                own = f"{self.table}.{device}.{round(now.at_s * 1000)}"
                yield DeviceChanged(
                    id=own, table=self.table, at=utc(now.at_s), device=device, state=state
                )
        if before.calls != now.calls:
            own = f"{self.table}.judge.{round(now.at_s * 1000)}"
            yield JudgeCalled(id=own, table=self.table, at=utc(now.at_s), calls=now.calls)
        if now.snapshot is not None:
            yield from self._of_game(before.snapshot, now.snapshot, now)

    def _of_game(
        self, before: TableSnapshot | None, seen: TableSnapshot, now: TableMoment
    ) -> Iterator[TableEvent]:
        facts: dict[str, Any] = {"table": self.table, "at": utc(now.at_s), "game": seen.number}
        own = f"{self.table}.{seen.number}.{seen.seq}"
        same = before if before is not None and before.number == seen.number else None
        if same is None:
            names = tuple(seat.name for seat in self.seats(seen, now.scores))
            own_game = f"{self.table}.{seen.number}.begun"
            yield GameBegun(id=own_game, title=seen.title, seats=names, **facts)
        for throw in now.throws:
            dice = tuple(DieFallen(die.face, die.kind, die.colour) for die in throw.dice)
            name = f"{self.table}.{seen.number}.{throw.line}.roll"
            yield DiceRolled(id=name, seat=throw.seat, dice=dice, **facts)
        if same is not None:
            yield from self._scores(same, seen, own, facts)
        question = first_question(seen.asks)
        if question is not None and question != first_question(same.asks if same else ()):
            words = self._say(seen, question.say)
            yield QuestionAsked(id=f"{own}.question", question=words, seats=question.seats, **facts)
        outcome = seen.outcome
        if outcome is not None and (same is None or same.outcome is None):
            why = self._say(seen, outcome.why)
            yield GameEnded(
                id=f"{own}.ended", title=seen.title, winners=outcome.winners, why=why, **facts
            )

    def _scores(
        self, before: TableSnapshot, seen: TableSnapshot, own: str, facts: dict[str, Any]
    ) -> Iterator[ScoreChanged]:
        were = {one.id: one.value for seat in seen.seats for one in _numbers(before, seat.id)}
        for seat in seen.seats:
            for one in _numbers(seen, seat.id):
                if were.get(one.id, one.value) != one.value:
                    yield ScoreChanged(
                        id=f"{own}.{one.id}",
                        seat=seat.id,
                        what=self._say(seen, one.say),
                        before=were[one.id],
                        after=one.value,
                        why=self._reason(before, seen, seat.id),
                        **facts,
                    )

    def _reason(self, before: TableSnapshot, seen: TableSnapshot, seat: str) -> str:
        since = [line for line in seen.log if line.seq > before.seq and not line.undone]
        about = [line for line in since if seat in line.seats] or since
        return " ".join(self._say(seen, words) for line in about[-1:] for words in line.says)

    def _say(self, seen: TableSnapshot, words: Say) -> str:
        names = {seat.id: seat.name for seat in seen.seats if seat.name}
        return sentence(words, self.language, names)


def _numbers(seen: TableSnapshot, seat: str) -> tuple[Counter | Gauge, ...]:
    return tuple(
        one
        for one in seen.view.trackers
        if isinstance(one, Counter | Gauge) and one.seat == seat and one.size == LARGE
    )


def seats_at_turn(trackers: tuple[Tracker, ...]) -> set[str]:
    orders = [one for one in trackers if isinstance(one, Order)]
    return {turn.seat for order in orders for turn in order.turns if turn.state == "now"}


def first_question(asks: tuple[Ask, ...]) -> Ask | None:
    """What everybody waits for; where nobody has to do anything, what may be done."""
    needed = (ask for ask in asks if not ask.optional)
    return next(needed, None) or next(iter(asks), None)


def utc(at_s: float) -> str:
    return datetime.fromtimestamp(at_s, UTC).isoformat(timespec="milliseconds")
