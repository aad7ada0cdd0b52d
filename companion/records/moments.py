"""The turning points of a game, found from its curve: when the lead changed hands, the greatest
gain, the moment that decided it. Each with its line of the log.

Pure; only what everybody at the table could see.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal

import msgspec

from companion.kit.game import Game
from companion.kit.outcome import Outcome
from companion.kit.say import Say
from companion.table.live_game import LiveGame
from companion.table.log import log_line

Kind = Literal["lead", "gain", "loss", "decided"]
MOST = 6
Scores = Mapping[str, int]


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """`by`: how much that seat's score changed there, `score` what it was afterwards."""

    kind: Kind
    seq: int
    seat: str
    by: int = 0
    score: int = 0
    at: float = 0.0
    says: tuple[Say, ...] = ()


class _Jump(msgspec.Struct, frozen=True):
    """Between two points of the curve something happened to a seat."""

    kind: Kind
    seat: str
    after: int  # lines before it
    until: int


def moments_of(
    live: LiveGame, curve: Sequence[Scores], points: Sequence[int], outcome: Outcome
) -> tuple[Moment, ...]:
    """In their order."""
    jumps = [*_leads(curve, points, outcome), *_extremes(curve, points)]
    found = [_placed(live, jump) for jump in jumps]
    by_line: dict[int, Moment] = {}
    for moment in found:  # what decided the game is told as that, not as one more lead
        if moment is not None and moment.seq not in by_line:
            by_line[moment.seq] = moment
    return tuple(sorted(by_line.values(), key=lambda one: one.seq))[-MOST:]


def known_scores(game: Game[Any], state: Any) -> Scores:
    """How everybody stands as far as all know: points that lie face down are nobody's business."""
    return game.scores(game.known_to(state, None))


def leader(scores: Scores) -> str:
    """Whoever is ahead alone; nobody where several are."""
    best = max(scores.values(), default=0)
    ahead = [seat for seat, score in scores.items() if score == best]
    return ahead[0] if len(ahead) == 1 and len(scores) > 1 else ""


def _leads(curve: Sequence[Scores], points: Sequence[int], outcome: Outcome) -> list[_Jump]:
    """Every change of the lead; the last one, if it stayed with the winner, decided the game."""
    found: list[_Jump] = []
    now = ""
    for index in range(1, len(curve)):
        ahead = leader(curve[index])
        if ahead and ahead != now:
            found.append(_Jump("lead", ahead, points[index - 1], points[index]))
            now = ahead
    if found and found[-1].seat in outcome.winners:
        found[-1] = msgspec.structs.replace(found[-1], kind="decided")
    return list(reversed(found[-4:]))


def _extremes(curve: Sequence[Scores], points: Sequence[int]) -> list[_Jump]:
    """The greatest gain and the greatest loss of anybody."""
    steps = [
        (after.get(seat, 0) - before[seat], index, seat)
        for index, (before, after) in enumerate(pairwise(curve), 1)
        for seat in before
    ]
    nothing = (0, 0, "")
    best = max(steps, default=nothing, key=lambda step: step[0])
    worst = min(steps, default=nothing, key=lambda step: step[0])
    found: list[_Jump] = []
    if best[0] > 0:
        found.append(_Jump("gain", best[2], points[best[1] - 1], points[best[1]]))
    if worst[0] < 0:
        found.append(_Jump("loss", worst[2], points[worst[1] - 1], points[worst[1]]))
    return found


def _placed(live: LiveGame, jump: _Jump) -> Moment | None:
    """The line between the two points where that seat's score moved the most."""
    scores = [
        known_scores(live.game, live.state_at(count)).get(jump.seat, 0)
        for count in range(jump.after, jump.until + 1)
    ]
    sign = -1 if jump.kind == "loss" else 1
    steps = [sign * (after - before) for before, after in pairwise(scores)]
    most = max(steps, default=0)
    # Where the others moved and not this seat, the last line tells it.
    index = steps.index(most) if most > 0 else len(steps) - 1
    line = live.lines[jump.after + index]
    says = log_line(line, holds=True, viewer=None, is_open=False).says
    by = scores[index + 1] - scores[index]
    return Moment(jump.kind, line.seq, jump.seat, by, scores[index + 1], line.at, says)
