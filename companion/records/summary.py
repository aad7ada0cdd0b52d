"""What is remembered of one game: who played, how it went, how the dice fell, how long it took.

Pure: a game in, a value out. Nothing in it was ever secret.
"""

from collections import Counter as Counts
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.kit.asks import Roll
from companion.kit.events import patch, to_plain
from companion.kit.intents import Answer, Rolled
from companion.kit.outcome import Figure, Outcome
from companion.kit.say import Say
from companion.kit.trackers import Order
from companion.records.moments import Moment, known_scores, moments_of
from companion.table.lines import Line
from companion.table.live_game import LiveGame

VERSION = 1  # raised when a summary holds something new: older ones are made again
CURVE_POINTS = 40
BREAK_S = 15 * 60.0  # nobody thinks for longer: they eat, or sleep over it
FIRST_TURNS = 60  # lines in which a game must have said whose turn is the first


class SeatSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """`dice`: by kind and faces, how often each face fell. `colour` stands for whoever wants no
    name kept.
    """

    seat: str
    colour: str = ""
    team: str = ""
    place: int | None = None
    score: int | None = None
    won: bool = False
    starts: bool = False
    turns: int = 0
    thinking_ms: int = 0
    curve: tuple[int | None, ...] = ()
    dice: dict[str, dict[str, int]] = {}


class GameSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    game: str
    started: float
    seats: tuple[SeatSummary, ...]
    ended: float | None = None
    lasted_s: int = 0
    lines: int = 0
    outcome: Outcome | None = None
    headline: Say | None = None
    points: tuple[int, ...] = ()  # the journal numbers the curves are drawn over
    moments: tuple[Moment, ...] = ()
    figures: tuple[Figure, ...] = ()
    paper: bool = False  # scored on paper, entered afterwards
    version: int = VERSION


class Stages:
    """The states of a game one after another, each made only if somebody looks at it."""

    def __init__(self, live: LiveGame) -> None:
        self._live, self._plain = live, to_plain(live.state_at(0))
        self.at, self._made = 0, live.state_at(0)
        self._is_made = True

    def state(self) -> Any:
        if not self._is_made:
            self._made = msgspec.convert(self._plain, self._live.game.state, strict=False)
            self._is_made = True
        return self._made

    def step(self) -> Line:
        line = self._live.lines[self.at]
        for event in line.events:
            self._plain = patch(self._plain, event.changes)
        self.at += 1
        self._is_made = not any(event.changes for event in line.events) and self._is_made
        return line


def summarised(live: LiveGame, started: float) -> GameSummary:
    """Of a game that goes on only how it stands: nobody counts before the end."""
    outcome = live.game.outcome(live.state)
    return _standing(live, started) if outcome is None else _counted(live, started, outcome)


def _standing(live: LiveGame, started: float) -> GameSummary:
    game, last = live.game, live.state
    scores = known_scores(game, last)
    seats = tuple(
        SeatSummary(seat.id, seat.colour or seat.id, seat.team, score=scores.get(seat.id))
        for seat in last.seats
    )
    return GameSummary(
        game=game.id,
        started=started,
        seats=seats,
        lasted_s=round(sum(spent_s for _, spent_s in spent(live, started))),
        lines=len(live.lines),
        headline=game.view(live.known(), None).headline,
    )


def spent(live: LiveGame, started: float) -> Iterator[tuple[Line, float]]:
    """Each line and how long the table took for it; breaks count for nothing, nor does a clock that
    was set back.
    """
    before_s = started
    for line in live.lines:
        gap_s = max(0.0, line.at - before_s)
        before_s = line.at
        yield line, gap_s if gap_s <= BREAK_S else 0.0


def _counted(live: LiveGame, started: float, outcome: Outcome) -> GameSummary:
    game, last = live.game, live.state
    course = Course(live, started)
    standings = {one.seat: one for one in outcome.standings}
    scores = known_scores(game, last)
    seats = tuple(
        SeatSummary(
            seat=seat.id,
            colour=seat.colour or seat.id,
            team=seat.team,
            place=_place(seat.id, outcome),
            score=standings[seat.id].score if seat.id in standings else scores.get(seat.id),
            won=seat.id in outcome.winners,
            starts=seat.id == course.first,
            turns=course.turns[seat.id],
            thinking_ms=course.thinking_ms[seat.id],
            curve=tuple(row.get(seat.id) for _, row in course.curve),
            dice={kind: dict(faces) for kind, faces in course.dice.get(seat.id, {}).items()},
        )
        for seat in last.seats
    )
    return GameSummary(
        game=game.id,
        started=started,
        seats=seats,
        ended=live.lines[-1].at if live.lines else started,
        lasted_s=round(course.lasted_s),
        lines=len(live.lines),
        outcome=outcome,
        headline=game.view(live.known(), None).headline,
        points=tuple(seq for seq, _ in course.curve),
        moments=moments_of(live, [row for _, row in course.curve], course.points, outcome),
        figures=game.figures(last),
    )


def _place(seat: str, outcome: Outcome) -> int | None:
    """Where nobody is ranked, winners are first and whoever lost to others comes after them."""
    ranked = next((one.place for one in outcome.standings if one.seat == seat), None)
    if ranked is not None or not outcome.winners:
        return ranked
    return 1 if seat in outcome.winners else len(outcome.winners) + 1


class Course:
    """One walk through all lines of a game, counting what everybody may know. Without its curve it
    is walked faster.
    """

    def __init__(self, live: LiveGame, started: float, *, curve: bool = True) -> None:
        self._live, self._everyone = live, {seat.id for seat in live.state.seats}
        self.turns: Counts[str] = Counts()
        self.thinking_ms: Counts[str] = Counts()
        self.dice: dict[str, dict[str, Counts[str]]] = {}
        self.first = live.state.seats[0].id
        self.points = curve_points(len(live.lines)) if curve else []
        self.curve: list[tuple[int, dict[str, int]]] = []
        self.lasted_s = 0.0
        self._turn_of, self._knows_first = "", False
        self._walk(Stages(live), started)

    def _walk(self, stages: Stages, started: float) -> None:
        wanted = set(self.points)
        self._look(stages, 0, wanted)
        for line, spent_s in spent(self._live, started):
            self._count_time(self._who(line, stages), spent_s)
            stages.step()
            self._look(stages, line.seq, wanted)

    def _look(self, stages: Stages, seq: int, wanted: set[int]) -> None:
        game = self._live.game
        if stages.at in wanted:
            self.curve.append((seq, dict(known_scores(game, stages.state()))))
        if wanted and not self._knows_first and stages.at <= FIRST_TURNS:
            known = game.known_to(stages.state(), None)
            self._find_first(game.view(known, None).trackers)

    def _find_first(self, trackers: tuple[Any, ...]) -> None:
        """Whoever is the first to be at its turn started."""
        for order in (one for one in trackers if isinstance(one, Order)):
            now = next((turn.seat for turn in order.turns if turn.state == "now"), None)
            if now is not None:
                self.first, self._knows_first = now, True

    def _who(self, line: Line, stages: Stages) -> str:
        intent = line.intent
        if not isinstance(intent, Answer):
            return ""
        if isinstance(intent.answer, Rolled):
            return self._count_dice(line, intent, intent.answer, stages)
        if intent.seat:
            return intent.seat
        seats = {seat for event in line.events for seat in event.seats} or self._everyone
        return next(iter(seats)) if len(seats) == 1 else ""

    def _count_dice(self, line: Line, intent: Answer, rolled: Rolled, stages: Stages) -> str:
        asks = self._live.game.asks(stages.state())
        ask = next((one for one in asks if one.id == intent.ask), None)
        if not isinstance(ask, Roll):
            return intent.seat or ""
        who = ask.seats[0] if len(ask.seats) == 1 else intent.seat or ""
        is_told = self._live.told.is_told(line, None)
        faces = {(want.kind, want.colour): want.faces for want in ask.dice}
        faces |= {(want.kind, None): want.faces for want in ask.dice}
        for die in rolled.dice:
            known = faces.get((die.kind, die.colour)) or faces.get((die.kind, None))
            if known and who and is_told:
                kind = dice_kind(die.kind, known)
                self.dice.setdefault(who, {}).setdefault(kind, Counts())[str(die.face)] += 1
        return who

    def _count_time(self, who: str, spent_s: float) -> None:
        self.lasted_s += spent_s
        if who and len(self._everyone) > 1:  # alone, one's turn never ends
            self.turns[who] += who != self._turn_of
            self.thinking_ms[who] += round(spent_s * 1000)
            self._turn_of = who


def curve_points(count: int, most: int = CURVE_POINTS) -> list[int]:
    """So many places among the lines, first and last among them."""
    return sorted({round(at * count / most) for at in range(most + 1)})


def dice_kind(kind: str, faces: tuple[int | str, ...]) -> str:
    """A kind of die with its faces: what fell can be held against what was to be expected."""
    return f"{kind}|{','.join(str(face) for face in faces)}"


def dice_of(summary: GameSummary) -> Iterator[tuple[str, str, str, int]]:
    """Seat, kind, face and how often."""
    for seat in summary.seats:
        for kind, faces in seat.dice.items():
            for face, count in faces.items():
                yield seat.seat, kind, face, count
