"""The lines of a game that hold, the state after each, and what can be undone and redone. Knows no
rules.
"""

from dataclasses import dataclass
from typing import Any

from companion.kit.events import fold
from companion.kit.story import refuse
from companion.table.lines import Line

KEEP_STATES = 256  # the newest states stay in memory ...
EVERY = 64  # ... and of the older ones every 64th: folding from the nearest takes a millisecond


@dataclass(frozen=True, slots=True)
class Pushed:
    """A line was added. `state`: after it, where it was known when the line was undone, so that a
    redo need not fold.
    """

    line: Line
    state: Any = None


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The lines from `index` on were replaced by a correction."""

    index: int
    old: tuple[Line, ...]
    new: tuple[Line, ...]


class Timeline:
    """`written`: every line ever entered by its journal number, also those undone since."""

    def __init__(self, start: Any) -> None:
        self.lines: list[Line] = []
        self.written: dict[int, Line] = {}
        self.done: list[Pushed | Rewritten] = []
        self.undone: list[Pushed | Rewritten] = []
        self._states: dict[int, Any] = {0: start}

    def state_at(self, count: int) -> Any:
        """The state after the first `count` lines."""
        near = count
        while near not in self._states:
            near -= 1
        if near != count:
            events = [event for line in self.lines[near:count] for event in line.events]
            self._states[count] = fold(self._states[near], events)
        return self._states[count]

    def index(self, seq: int) -> int:
        for index in range(len(self.lines) - 1, -1, -1):
            if self.lines[index].seq == seq:
                return index
        raise refuse("no_such_line", "kit.refused.no_such_line", line=seq)

    def push(self, line: Line, state: Any) -> None:
        """`state` where it is known already; else the events are folded when it is looked at."""
        self._apply(Pushed(line), state)
        self.undone.clear()

    def rewrite(self, seq: int, tail: tuple[Line, ...], state: Any) -> None:
        """From that line on there are other lines now."""
        index = self.index(seq)
        self._apply(Rewritten(index, tuple(self.lines[index:]), tail), state)
        self.undone.clear()

    def undo(self, seq: int | None) -> None:
        """The last step, or everything from that line on."""
        if seq is None:
            self._revert(self.done.pop())
            return
        index = self.index(seq)
        while len(self.lines) > index and isinstance(self.done[-1], Pushed):
            self._revert(self.done.pop())
        if len(self.lines) > index:
            # A correction lies in between. It stays for the lines before the target; those after
            # are undone.
            self.undone += [Pushed(later) for later in reversed(self.lines[index:])]
            self._cut(index)
            self.done = [Pushed(kept) for kept in self.lines]

    def redo(self, seq: int | None) -> None:
        """The last step undone, or all up to that line."""
        while self.undone:
            action = self.undone.pop()
            if isinstance(action, Pushed):
                self._apply(Pushed(action.line), action.state)
            else:
                self._apply(action)
            last = action.line.seq if isinstance(action, Pushed) else action.new[-1].seq
            if seq is None or last >= seq:
                return

    def _apply(self, action: Pushed | Rewritten, state: Any = None) -> None:
        if isinstance(action, Pushed):
            self.written[action.line.seq] = action.line
            self.lines.append(action.line)
        else:
            self._cut(action.index)
            self._extend(action.new)
        self.done.append(action)
        if state is not None:
            self._states[len(self.lines)] = state
            old = len(self.lines) - KEEP_STATES
            if old > 0 and old % EVERY:
                self._states.pop(old, None)

    def _revert(self, action: Pushed | Rewritten) -> None:
        if isinstance(action, Pushed):
            action = Pushed(action.line, self._states.get(len(self.lines)))
            self._cut(len(self.lines) - 1)
        else:
            self._cut(action.index)
            self._extend(action.old)
        self.undone.append(action)

    def _extend(self, lines: tuple[Line, ...]) -> None:
        self.lines += lines
        self.written |= {line.seq: line for line in lines}

    def _cut(self, index: int) -> None:
        """Keeps only the first `index` lines."""
        was = len(self.lines)
        del self.lines[index:]
        for count in range(index + 1, was + 1):
            self._states.pop(count, None)
