"""The log as people read it: what happened and why, for whoever looks. A line that reads the same
for everybody is made once.
"""

from itertools import islice, takewhile
from typing import Any, cast

from companion.kit.events import MOMENTS
from companion.kit.game import Game
from companion.kit.intents import Answer, Readied
from companion.kit.say import Say
from companion.table.lines import Line, LogLine
from companion.table.secrecy import is_open_to, is_public, words_for
from companion.table.timeline import Timeline


class GameLog:
    def __init__(self, game: Game[Any], timeline: Timeline) -> None:
        self._game, self._timeline = game, timeline
        self._made: dict[int, tuple[Line, LogLine]] = {}

    def newest(self, count: int | None, seat: str | None) -> tuple[LogLine, ...]:
        """Oldest first; undone lines stay, marked. `count`: only that many from the end."""
        lines = self._timeline.lines
        holding = {line.seq for line in (lines if count is None else lines[-count:])}
        shown = list(islice(reversed(self._timeline.written.values()), count))
        return tuple(self._line(line, line.seq in holding, seat) for line in reversed(shown))

    def since(self, seq: int, seat: str | None) -> tuple[LogLine, ...]:
        """The lines added after that journal number."""
        newest_first = reversed(self._timeline.written.values())
        later = takewhile(lambda line: line.seq > seq, newest_first)
        return self.newest(sum(1 for _ in later), seat)

    def answers_since(self, seq: int) -> tuple[tuple[int, Answer], ...]:
        """Answers with their numbers, oldest first, also those taken back meanwhile. Not for
        people: nothing is hidden here.
        """
        newest_first = reversed(self._timeline.written.values())
        later = takewhile(lambda line: line.seq > seq, newest_first)
        found = ((line.seq, line.intent) for line in later if isinstance(line.intent, Answer))
        return tuple(found)[::-1]

    def is_told(self, line: Line, seat: str | None) -> bool:
        """Whether this viewer may know what that line did."""
        return is_open_to(self._game, self._timeline, line, seat)

    def _line(self, line: Line, holds: bool, seat: str | None) -> LogLine:
        made_of, made = self._made.get(line.seq, (None, None))
        if made is not None and made_of is line and made.undone != holds:
            return made
        made = log_line(line, holds, seat, self.is_told(line, seat))
        if is_public(line):
            self._made[line.seq] = line, made
        return made


def log_line(line: Line, holds: bool, viewer: str | None, is_open: bool) -> LogLine:
    """`is_open`: this viewer may know what was answered."""
    seats = tuple(dict.fromkeys(seat for event in line.events for seat in event.seats))
    answer = line.intent if isinstance(line.intent, Answer) else None
    told = tuple(words_for(line.events, viewer))
    return LogLine(
        line.seq,
        tuple(cast(Say, event.why) for event in told),
        str(type(line.intent).__struct_config__.tag),
        seats,
        undone=not holds,
        corrected=line.corrected,
        bent=line.bent,
        evidence=answer.evidence if answer is not None and is_open else None,
        device=line.intent.device,
        at=line.at,
        sounds=tuple(event.sound for event in line.events if event.sound),
        moment=next((event.why for event in reversed(told) if event.sound in MOMENTS), None),
        done=answer is not None and isinstance(answer.answer, Readied),
    )
