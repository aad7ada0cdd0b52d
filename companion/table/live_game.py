"""One game in memory: its lines, its states, undo, redo and corrections. Knows no disk and no
thread.

`consider` decides what an intent would do and changes nothing; `enter` makes it so, and is the same
for an intent just written and for one read back from the journal. So replay equals play by
construction.
"""

import hashlib
from typing import Any

import msgspec

from companion.kit.alike import alike
from companion.kit.asks import Ask
from companion.kit.game import Game
from companion.kit.intents import Adjust, Answer, AnswerValue, Correct, Intent, Redo, Undo
from companion.kit.memo import by_identity
from companion.kit.play import value_at
from companion.kit.say import Say
from companion.kit.trackers import Counter, Gauge
from companion.table.considering import considered, moves_between, previewed
from companion.table.lines import Body, Line, LogLine, Preview
from companion.table.log import GameLog
from companion.table.timeline import Timeline


class LiveGame:
    def __init__(self, game: Game[Any], start: Any) -> None:
        self.game = game
        self.ids: dict[str, int] = {}
        self.seq = 0
        self._moved_from: Any = None  # the state before pieces were to be moved by hand
        self._timeline = Timeline(start)
        self.told = GameLog(game, self._timeline)
        # Read off by `statistics.py`, by the number of lines; each holds as long as its line does.
        self.large_numbers: dict[int, tuple[Line | None, tuple[Counter | Gauge, ...]]] = {}
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

    def preview(self, correct: Correct, seat: str | None = None) -> Preview:
        return previewed(self.game, self._timeline, correct, seat)

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
                told = (body.intent, body.events, body.bent)
                entered = Line(seq, *told, at, kept_from=body.kept_from)
                self._timeline.push(entered, state)
        self.seq = seq
        self.ids[body.intent.id] = seq
        self._moved_from = before

    # What people read: that seat, or with none a spectator

    def known(self, seat: str | None = None) -> Any:
        """The state with what this viewer does not know blanked."""
        return self.game.known_to(self.state, seat)

    @property
    def moves(self) -> tuple[Say, ...]:
        """The pieces to move on the real table after the last line, as far as everybody knows."""
        return self.moves_of(None)

    def moves_of(self, seat: str | None) -> tuple[Say, ...]:
        if self._moved_from is None:
            return ()
        before = self.game.known_to(self._moved_from, seat)
        return moves_between(self.game, before, self.known(seat))

    def log(self, newest: int | None = None, seat: str | None = None) -> tuple[LogLine, ...]:
        """Oldest first; undone lines stay, marked. `newest`: only that many from the end."""
        return self.told.newest(newest, seat)

    def handles(self, seat: str | None = None) -> list[dict[str, Any]]:
        """Every value that may be set by hand, with its bounds and what it is now."""
        state = self.known(seat)
        return [
            {**msgspec.structs.asdict(handle), "value": value_at(state, handle.path)}
            for handle in self.game.handles(state)
        ]

    def asked_in(self, seq: int, seat: str | None = None) -> tuple[Ask, AnswerValue] | None:
        """The ask that line answered and what it said; None if it is no answer, no longer holds, or
        is not for this viewer to know.
        """
        for index, line in enumerate(self.lines):
            if line.seq == seq and isinstance(line.intent, Answer):
                if not self.told.is_told(line, seat):
                    return None
                state = self.state_at(index)
                if not line.kept_from:  # nothing was laid open since, so what was hidden still is
                    state = self.game.known_to(state, seat)
                asks = self.game.asks(state)
                return next(ask for ask in asks if ask.id == line.intent.ask), line.intent.answer
        return None


def state_hash(state: Any) -> str:
    """The same on every device that has followed the same lines, and for equal states."""
    pack, rest = getattr(state, "pack", None), state
    if pack is not None:
        rest = msgspec.structs.replace(state, pack=None)
    return hashlib.sha256(_written(rest) + _written_pack(pack)).hexdigest()[:16]


def _written(value: Any) -> bytes:
    return msgspec.json.encode(alike(value), order="deterministic")


_written_pack = by_identity(_written, most=16)  # by far the largest part, and mostly the same one


def public_hash(game: Game[Any], state: Any) -> str:
    """Of what everybody may know: a few guesses would tell a secret from the hash of the whole."""
    return state_hash(game.known_to(state, None))
