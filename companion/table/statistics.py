"""What can be told of a whole game afterwards: how the large numbers went, and how the dice fell.
Pure, and no secrets: only what a spectator sees."""

from collections import Counter as Counts
from math import sqrt
from typing import Any

from companion.kit.intents import Answer, Rolled
from companion.kit.say import Say
from companion.kit.trackers import Counter, Gauge
from companion.table.live_game import LiveGame

MOST_POINTS = 120
Z_95 = 1.96


def curves(live: LiveGame) -> dict[str, Any]:
    """The seats' large numbers at (at most) so many lines, first and last among them."""
    points = list[int]()
    names, values = dict[str, tuple[str | None, Say, str]](), dict[str, list[int | None]]()
    for at in looked_at(len(live.lines)):
        for one in _large_numbers(live, at):
            names[one.id] = (one.seat, one.say, one.badge if isinstance(one, Counter) else "")
            row = values.setdefault(one.id, [])
            row += [None] * (len(points) - len(row)) + [one.value]
        points.append(live.lines[at - 1].seq if at else 0)
    told = [
        {"id": key, "seat": seat, "say": say, "badge": badge, "values": values[key]}
        for key, (seat, say, badge) in names.items()
    ]
    return {"points": points, "curves": told, "dice": dice(live)}


def looked_at(count: int) -> list[int]:
    """Every second, fourth, eighth line: the same ones again when the game has grown."""
    stride = 1
    while count > stride * (MOST_POINTS - 1):
        stride *= 2
    return sorted({*range(0, count + 1, stride), count})


def _large_numbers(live: LiveGame, at: int) -> tuple[Counter | Gauge, ...]:
    """After so many lines. Drawing a view takes its time, so what was read is kept as long as its
    line stands.
    """
    line = live.lines[at - 1] if at else None
    read_of, numbers = live.large_numbers.get(at, (None, None))
    if numbers is None or read_of is not line:
        shown = live.game.view(live.game.known_to(live.state_at(at), None), None).trackers
        numbers = tuple(
            one
            for one in shown
            if isinstance(one, Counter | Gauge) and one.size == 2 and one.seat is not None
        )
        live.large_numbers[at] = line, numbers
    return numbers


def dice(live: LiveGame) -> list[dict[str, Any]]:
    """How often each face fell, per kind and colour of die, with the interval its true share lies
    in (95 %).
    """
    fallen: dict[tuple[str, str | None], Counts[int | str]] = {}
    for line in live.lines:
        if isinstance(line.intent, Answer) and isinstance(line.intent.answer, Rolled):
            for die in line.intent.answer.dice:
                fallen.setdefault((die.kind, die.colour), Counts())[die.face] += 1
    return [
        {"kind": kind, "colour": colour, "thrown": faces.total(), "faces": _faces(faces)}
        for (kind, colour), faces in fallen.items()
    ]


def _faces(counts: Counts[int | str]) -> list[dict[str, Any]]:
    thrown = counts.total()
    return [
        {
            "face": face,
            "count": counts[face],
            "share": counts[face] / thrown,
            "between": wilson(counts[face], thrown),
        }
        for face in sorted(counts, key=str)
    ]


def wilson(count: int, thrown: int) -> tuple[float, float]:
    """Wilson's interval: honest also for few throws and for faces that hardly ever fell."""
    share, z2 = count / thrown, Z_95**2
    middle = (share + z2 / (2 * thrown)) / (1 + z2 / thrown)
    half = Z_95 * sqrt(share * (1 - share) / thrown + z2 / (4 * thrown**2)) / (1 + z2 / thrown)
    return round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)
