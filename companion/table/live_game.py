"""One game in memory: its lines, its states, undo, redo and corrections. Knows no disk and no
thread.

`consider` decides what an intent would do and changes nothing; `enter` makes it so, and is the same
for an intent just written and for one read back from the journal. So replay equals play by
construction.
"""

import hashlib
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

import msgspec

from companion.kit.asks import Ask
from companion.kit.events import fold, touches
from companion.kit.game import Game
from companion.kit.intents import (
    Adjust,
    Answer,
    AnswerValue,
    Correct,
    Intent,
    Readied,
    Redo,
    Set,
    Undo,
)
from companion.kit.play import adjusted, answered, option_set, value_at
from companion.kit.say import Say
from companion.kit.story import Story, refuse
from companion.table.lines import Body, Difference, Line, LogLine, Preview
from companion.table.replay import Replay, replayed

KEEP_STATES = 256  # the newest states stay in memory ...
EVERY = (
    64  # ... and of the older ones every 64th: folding from the nearest costs about a millisecond
)


@dataclass(frozen=True, slots=True)
class Pushed:
    """A line was added."""

    line: Line


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The lines from `index` on were replaced by a correction."""

    index: int
    old: tuple[Line, ...]
    new: tuple[Line, ...]


class LiveGame:
    def __init__(self, game: Game[Any], start: Any) -> None:
        self.game = game
        self.lines: list[Line] = []
        self.ids: dict[str, int] = {}
        self.seq = 0
        self.moves: tuple[Say, ...] = ()
        self._log: dict[int, Line] = {}
        self._states: dict[int, Any] = {0: start}
        self._done: list[Pushed | Rewritten] = []
        self._undone: list[Pushed | Rewritten] = []

    @property
    def state(self) -> Any:
        return self.state_at(len(self.lines))

    def state_at(self, count: int) -> Any:
        """The state after the first `count` lines."""
        near = count
        while near not in self._states:
            near -= 1
        if near != count:
            events = [event for line in self.lines[near:count] for event in line.events]
            self._states[count] = fold(self._states[near], events)
        return self._states[count]

    # Considering: nothing changes

    def consider(self, intent: Intent) -> tuple[Body, Any]:
        """The row to write and the state it leads to (None for undo and redo). RuleError: refused."""
        match intent:
            case Answer():
                return self._told(intent, answered(self.game, self.state, intent))
            case Adjust():
                return self._told(intent, adjusted(self.game, self.state, intent))
            case Set():
                return self._told(intent, option_set(self.game, self.state, intent))
            case Correct():
                replay = self._replay(intent)
                self._check_ending(intent, replay)
                return Body(intent, tail=replay.tail), replay.state
            case Undo():
                self._check_undo(intent)
                return Body(intent), None
            case Redo():
                if not self._undone:
                    raise refuse("nothing_to_redo", "kit.refused.nothing_to_redo")
                return Body(intent), None

    def _told(self, intent: Intent, story: Story[Any]) -> tuple[Body, Any]:
        return Body(
            intent, tuple(story.events), tuple(error.say for error in story.bent)
        ), story.state

    def _check_undo(self, undo: Undo) -> None:
        if undo.line is None and not self._done:
            raise refuse("nothing_to_undo", "kit.refused.nothing_to_undo")
        if undo.line is not None:
            self._index(undo.line)

    def _index(self, seq: int) -> int:
        for index in range(len(self.lines) - 1, -1, -1):
            if self.lines[index].seq == seq:
                return index
        raise refuse("no_such_line", "kit.refused.no_such_line", line=seq)

    def _replay(self, correct: Correct) -> Replay:
        index = self._index(correct.line)
        if not isinstance(self.lines[index].intent, Answer):
            raise refuse("not_an_answer", "kit.refused.not_an_answer", line=correct.line)
        befores = [self.state_at(at) for at in range(index, len(self.lines))]
        return replayed(self.game, self.lines[index:], befores, correct.answer)

    def _check_ending(self, correct: Correct, replay: Replay) -> None:
        """A correction that ends or reopens the game is made only after a yes."""
        ends = (self.game.outcome(self.state) is None) != (self.game.outcome(replay.state) is None)
        if ends and not correct.confirmed:
            raise refuse("confirm", "kit.refused.confirm_ending")

    def preview(self, correct: Correct) -> Preview:
        replay = self._replay(correct)
        before, after = self.state, replay.state
        over, will_be_over = (
            self.game.outcome(before) is not None,
            self.game.outcome(after) is not None,
        )
        return Preview(
            self.differences(before, after),
            moves_between(self.game, before, after),
            tuple(say for line in replay.tail for say in line.bent),
            replay.stops_at,
            ends_game=will_be_over and not over,
            reopens_game=over and not will_be_over,
        )

    def differences(self, before: Any, after: Any) -> tuple[Difference, ...]:
        old = {handle.id: value_at(before, handle.path) for handle in self.game.handles(before)}
        return tuple(
            Difference(handle.say, old.get(handle.id), value_at(after, handle.path), handle.seat)
            for handle in self.game.handles(after)
            if old.get(handle.id) != value_at(after, handle.path)
        )

    # Entering: what was considered, or read back, becomes so

    def enter(
        self,
        seq: int,
        body: Body,
        at: float = 0.0,
        state: Any = None,
        *,
        reading_back: bool = False,
    ) -> None:
        """`state` is what `consider` found; without it the events are folded when the state is next
        looked at.
        """
        moves_pieces = isinstance(body.intent, Undo | Redo | Correct | Adjust) and not reading_back
        before = self.state if moves_pieces else None
        match body.intent:
            case Undo(line=line):
                self._undo(line)
            case Redo(line=line):
                self._redo(line)
            case Correct(line=line):
                index = self._index(line)
                self._apply(Rewritten(index, tuple(self.lines[index:]), body.tail), state)
                self._undone.clear()
            case _:
                line_ = Line(seq, body.intent, body.events, body.bent, at)
                self._apply(Pushed(line_), state)
                self._undone.clear()
        self.seq = seq
        self.ids[body.intent.id] = seq
        self.moves = () if before is None else moves_between(self.game, before, self.state)

    def _apply(self, action: Pushed | Rewritten, state: Any = None) -> None:
        if isinstance(action, Pushed):
            self._log[action.line.seq] = action.line
            self.lines.append(action.line)
        else:
            self._cut(action.index)
            self.lines += action.new
            self._log |= {line.seq: line for line in action.new}
        self._done.append(action)
        if state is not None:
            self._states[len(self.lines)] = state
            self._forget_some()

    def _forget_some(self) -> None:
        old = len(self.lines) - KEEP_STATES
        if old > 0 and old % EVERY:
            self._states.pop(old, None)

    def _cut(self, index: int) -> None:
        """Keeps only the first `index` lines."""
        del self.lines[index:]
        for count in [count for count in self._states if count > index]:
            del self._states[count]

    def _undo(self, line: int | None) -> None:
        if line is None:
            self._revert(self._done.pop())
            return
        index = self._index(line)
        while len(self.lines) > index and isinstance(self._done[-1], Pushed):
            self._revert(self._done.pop())
        if len(self.lines) > index:
            # A correction lies in between. It stays for the lines before the target; those after
            # are undone.
            self._undone += [Pushed(later) for later in reversed(self.lines[index:])]
            self._cut(index)
            self._done = [Pushed(kept) for kept in self.lines]

    def _revert(self, action: Pushed | Rewritten) -> None:
        if isinstance(action, Pushed):
            self._cut(len(self.lines) - 1)
        else:
            self._cut(action.index)
            self.lines += action.old
            self._log |= {line.seq: line for line in action.old}
        self._undone.append(action)

    def _redo(self, line: int | None) -> None:
        while self._undone:
            action = self._undone.pop()
            self._apply(action)
            last = action.line.seq if isinstance(action, Pushed) else action.new[-1].seq
            if line is None or last >= line:
                return

    # What people read

    def log(self, newest: int | None = None) -> tuple[LogLine, ...]:
        """Oldest first; undone lines stay, marked. `newest`: only that many from the end."""
        holding = {line.seq for line in (self.lines if newest is None else self.lines[-newest:])}
        shown = list(islice(reversed(self._log.values()), newest))
        return tuple(self._log_line(line, line.seq in holding) for line in reversed(shown))

    def log_since(self, seq: int) -> tuple[LogLine, ...]:
        """The lines added after that journal number."""
        return self.log(
            sum(1 for _ in takewhile(lambda line: line.seq > seq, reversed(self._log.values())))
        )

    def _log_line(self, line: Line, holds: bool) -> LogLine:
        seats = tuple(dict.fromkeys(seat for event in line.events for seat in event.seats))
        return LogLine(
            line.seq,
            tuple(
                event.why for event in line.events if event.why is not None and event.only is None
            ),
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

    def handles(self) -> list[dict[str, Any]]:
        """Every value that may be set by hand, with its bounds and what it is now."""
        state = self.state
        return [
            {**msgspec.structs.asdict(handle), "value": value_at(state, handle.path)}
            for handle in self.game.handles(state)
        ]

    def asked_in(self, seq: int) -> tuple[Ask, AnswerValue] | None:
        """The ask that line answered and what it said; None if it is no answer or no longer holds."""
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


def moves_between(game: Game[Any], before: Any, after: Any) -> tuple[Say, ...]:
    """The pieces to move on the real table, so that it agrees with the tracker again."""
    was, is_now = game.where(before), game.where(after)
    return tuple(is_now[piece] for piece in is_now if was.get(piece) != is_now[piece])


def state_hash(state: Any) -> str:
    """The same on every device that has followed the same lines."""
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]
