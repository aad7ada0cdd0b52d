"""What one game adds to the sums of everybody who played it. Pure.

Whole numbers only, so that taking a game away again leaves exactly what was there before.
"""

from collections import Counter
from collections.abc import Mapping

from companion.records.store import Totals
from companion.records.summary import GameSummary, SeatSummary

DIE = "die:"
PLAYED, AHEAD, BEHIND, TOGETHER = "with:", "ahead:", "behind:", "together:"


def added_by(summary: GameSummary, people: Mapping[str, int]) -> Totals:
    """`people`: by seat, who sat there; guests and nameless seats are left out."""
    totals: Totals = Counter()
    if summary.outcome is None:
        return totals
    by_seat = {seat.seat: seat for seat in summary.seats}
    for seat_id, person in people.items():
        seat = by_seat[seat_id]
        for what, n in _of_seat(summary, seat).items():
            totals[person, summary.game, what] += n
        for other_id, other in people.items():
            if other != person:
                for what in _against(seat, by_seat[other_id]):
                    totals[person, summary.game, f"{what}{other}"] += 1
    return totals


def _of_seat(summary: GameSummary, seat: SeatSummary) -> Counter[str]:
    found: Counter[str] = Counter(plays=1, wins=int(seat.won), starts=int(seat.starts))
    found["lasted_s"] = summary.lasted_s
    found["turns"], found["thinking_ms"] = seat.turns, seat.thinking_ms
    found["paper"] = int(summary.paper)
    if seat.score is not None:
        found["scored"], found["points"] = 1, seat.score
    for kind, faces in seat.dice.items():
        for face, count in faces.items():
            found[f"{DIE}{kind}:{face}"] = count
    return found


def _against(seat: SeatSummary, other: SeatSummary) -> list[str]:
    found = [PLAYED]
    if seat.won and other.won:
        found.append(TOGETHER)
    elif seat.place is not None and other.place is not None and seat.place != other.place:
        found.append(AHEAD if seat.place < other.place else BEHIND)
    return found
