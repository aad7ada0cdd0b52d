"""A game while it goes on: how the dice fell for everybody, and how long their turns take."""

from typing import Any

from companion.records.luck import luck
from companion.records.summary import Course
from companion.table import LiveGame


def pace(live: LiveGame, started: float) -> list[dict[str, Any]]:
    course = Course(live, started, curve=False)
    return [
        {
            "seat": seat.id,
            "turns": course.turns[seat.id],
            "turn_s": _each(course.thinking_ms[seat.id], course.turns[seat.id]),
            "dice": [luck(kind, faces) for kind, faces in course.dice.get(seat.id, {}).items()],
        }
        for seat in live.state.seats
    ]


def _each(thinking_ms: int, turns: int) -> float | None:
    return round(thinking_ms / turns / 1000, 1) if turns else None
