"""Table and tracker side by side: a quiet hint where the camera is sure and sees something else.
Changes nothing.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InSlot:
    """What lies in one cell. `turns`: quarter turns clockwise as the cell's owner sees them, if
    they mean anything.
    """

    value: str | None
    turns: int | None
    accept: bool
    confidence: float
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceDifference:
    """One difference: what the tracker says and what lies there. `seen` None: nothing lies
    there.
    """

    place: str
    tracked: str | None
    seen: str | None
    tracked_turns: int | None = None
    seen_turns: int | None = None


def hints(
    tracked: dict[str, tuple[str | None, int | None]], seen: dict[str, InSlot]
) -> tuple[PlaceDifference, ...]:
    """Differences worth telling. A doubtful sight is none: the tracker stays right until the camera
    is sure.
    """
    found = []
    for place, (value, turns) in tracked.items():
        there = seen.get(place)
        if there is not None and not there.accept:
            continue
        now, now_turns = (there.value, there.turns) if there is not None else (None, None)
        turned = turns is not None and now_turns is not None and turns != now_turns
        if now != value or turned:
            found.append(PlaceDifference(place, value, now, turns, now_turns))
    extra = [
        PlaceDifference(place, None, there.value)
        for place, there in seen.items()
        if place not in tracked and there.accept
    ]
    return (*found, *extra)
