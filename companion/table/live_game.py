"""One game in memory: its lines, its states, undo, redo and corrections. Knows no disk and no
thread.

`consider` decides what an intent would do and changes nothing; `enter` makes it so, and is the same
for an intent just written and for one read back from the journal. So replay equals play by
construction.
"""

import hashlib
from itertools import islice, takewhile
from typing import Any

import msgspec

from companion.kit.asks import Ask
from companion.kit.events import touches
from companion.kit.game import Game
from companion.kit.intents import Adjust, Answer, AnswerValue, Correct, Intent, Readied, Redo, Undo
from companion.kit.play import value_at
from companion.kit.say import Say
from companion.kit.story import refuse
from companion.table.considering import considered, moves_between, previewed
from companion.table.lines import Body, Line, LogLine, Preview
from companion.table.timeline import Timeline


class LiveGame:
    def __init__(self, game: Game[Any], start: Any) -> None:
        self.game = game
        self.ids: dict[str, int] = {}
        self.seq = 0
        self.moves: tuple[Say, ...] = ()
        self._timeline = Timeline(start)
        self.lines = self._timeline.lines

    @property
    def state(self) -> Any:
        return self.state_at(len(self.lines))

    def state_at(self, count: int) -> Any:
        """The state after the first `count` lines."""
        return self._timeline.state_at(count)

    def consider(self, intent: Intent) -> tuple[Body, Any]:
        """The row to write and the state it leads to; nothing changes. RuleError: refused."""
        return considered(self.game, self._timeline, intent)

    def preview(self, correct: Correct) -> Preview:
        return previewed(self.game, self._timeline, correct)

    def enter(
        self,
        seq: int,
        body: Body,
        at: float = 0.0,
        state: Any = None,
        *,
        reading_back: bool = False,
    ) -> None:
        """What was considered, or read back, becomes so. `state` is what `consider` found; without
        it the events are folded when the state is next looked at.
        """
        moves_pieces = isinstance(body.intent, Undo | Redo | Correct | Adjust) and not reading_back
        before = self.state if moves_pieces else None
        match body.intent:
            case Undo(line=line):
                self._timeline.undo(line)
            case Redo(line=line):
                self._timeline.redo(line)
            case Correct(line=line):
                self._timeline.rewrite(line, body.tail, state)
            case _:
                self._timeline.push(Line(seq, body.intent, body.events, body.bent, at), state)
        self.seq = seq
        self.ids[body.intent.id] = seq
        self.moves = () if before is None else moves_between(self.game, before, self.state)

    # What people read

    def log(self, newest: int | None = None) -> tuple[LogLine, ...]:
        """Oldest first; undone lines stay, marked. `newest`: only that many from the end."""
        holding = {line.seq for line in (self.lines if newest is None else self.lines[-newest:])}
        shown = list(islice(reversed(self._timeline.written.values()), newest))
        return tuple(log_line(line, line.seq in holding) for line in reversed(shown))

    def log_since(self, seq: int) -> tuple[LogLine, ...]:
        """The lines added after that journal number."""
        newest_first = reversed(self._timeline.written.values())
        later = takewhile(lambda line: line.seq > seq, newest_first)
        return self.log(sum(1 for _ in later))

    def handles(self) -> list[dict[str, Any]]:
        """Every value that may be set by hand, with its bounds and what it is now."""
        state = self.state
        return [
            {**msgspec.structs.asdict(handle), "value": value_at(state, handle.path)}
            for handle in self.game.handles(state)
        ]

    def asked_in(self, seq: int) -> tuple[Ask, AnswerValue] | None:
        """The ask that line answered and what it said; None if it is no answer or no
        longer holds.
        """
        for index, line in enumerate(self.lines):
            if line.seq == seq and isinstance(line.intent, Answer):
                asks = self.game.asks(self.state_at(index))
                return next(ask for ask in asks if ask.id == line.intent.ask), line.intent.answer
        return None

    def history(self, handle_id: str) -> tuple[tuple[int, Say, Any], ...]:
        """How a value came about: line, reason and the value after it, for every event that touched
        it.
        """
        handle = next(
            (handle for handle in self.game.handles(self.state) if handle.id == handle_id), None
        )
        if handle is None:
            raise refuse("no_such_handle", "kit.refused.no_such_handle", handle=handle_id)
        told: list[tuple[int, Say, Any]] = []
        for line in self.lines:
            for event in line.events:
                if event.why is not None and event.only is None and touches(event, handle.path):
                    exact = next(
                        (change.to for change in event.changes if change.path == handle.path), None
                    )
                    told.append((line.seq, event.why, exact))
        return tuple(told)


def log_line(line: Line, holds: bool) -> LogLine:
    seats = tuple(dict.fromkeys(seat for event in line.events for seat in event.seats))
    return LogLine(
        line.seq,
        tuple(event.why for event in line.events if event.why is not None and event.only is None),
        str(type(line.intent).__struct_config__.tag),
        seats,
        undone=not holds,
        corrected=line.corrected,
        bent=line.bent,
        evidence=line.intent.evidence if isinstance(line.intent, Answer) else None,
        device=line.intent.device,
        at=line.at,
        sounds=tuple(event.sound for event in line.events if event.sound),
        done=isinstance(line.intent, Answer) and isinstance(line.intent.answer, Readied),
    )


def state_hash(state: Any) -> str:
    """The same on every device that has followed the same lines."""
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]
