"""The one line that says what the camera is doing, where people look: away, not sure, learning, in
the dark, moving, hidden, watching. Pure.
"""

from collections.abc import Iterable, Iterator

import msgspec

from companion.kit.say import Say, Value, name_of, say
from companion.service.reading_display import said
from companion.service.status import Sight
from companion.service.watch_plan import AskLook, WatchPlan
from vision.protocol import CameraHealth

MOST_PLACES = 2  # named; more are counted
# How each state of a place is said; the most telling first.
STATES = {
    "cocked": "cocked",
    "nudged": "nudged",
    "turned by hand": "turned",
    "rolling": "moving",
    "hidden": "hidden",
    "learning": "learning",
    "at rest": "still",
    "empty": "watching",
}
UNLIT = ("sight.light.dark", "sight.light.bright")


class CameraLine(msgspec.Struct, frozen=True):
    """`state` for the lamp beside the words; `ask` the question it is about, if it is one."""

    state: str
    say: Say
    ask: str = ""


NOTHING_TO_SEE = CameraLine("resting", say("camera_line.resting"))
AWAY = CameraLine("away", say("camera_line.away"))


def camera_line(
    plan: WatchPlan, health: CameraHealth | None, sights: Iterable[Sight]
) -> CameraLine:
    if health is None or not health.camera_works:
        return AWAY
    looks = _in_front(plan)
    asked = next((sight for sight in sights if sight.ask in {look.ask.id for look in looks}), None)
    if asked is not None and not asked.quiet:
        state = "so_far" if asked.why.key == "sight.so_far" else "unsure"
        return CameraLine(state, _unsure(asked), asked.ask)
    if health.is_black:
        return CameraLine("dark", say("sight.light.dark"))
    if not looks:
        return NOTHING_TO_SEE
    dark = next((why for why in _advice(health) if why.key in UNLIT), None)
    return CameraLine("dark", dark) if dark is not None else _watching(plan, health, looks)


def _in_front(plan: WatchPlan) -> list[AskLook]:
    """What has to be answered; where nothing has, what may be."""
    looks = [look for look in plan.looks.values() if isinstance(look, AskLook)]
    return [look for look in looks if not look.ask.optional] or looks


def _unsure(sight: Sight) -> Say:
    if sight.why.key == "sight.so_far":
        return sight.why
    doubtful = sum(piece["trust"] == "asked" for piece in sight.pieces)
    key = "camera_line.unsure" if doubtful else "camera_line.asks"
    return say(key, why=sight.why)


def _advice(health: CameraHealth) -> Iterator[Say]:
    return (said(why) for why in health.light.advice) if health.light is not None else iter(())


def _watching(plan: WatchPlan, health: CameraHealth, looks: list[AskLook]) -> CameraLine:
    """The most telling state of all the places, and where that is."""
    ranks = {name: rank for rank, name in enumerate(STATES)}
    states = {look.post[0]: health.states.get(look.post[0], "empty") for look in looks}
    state = min(states.values(), key=lambda one: ranks.get(one, len(ranks)))
    there = [look for look in looks if states[look.post[0]] == state]
    name = STATES.get(state, "watching")
    values: dict[str, Value] = {"where": where(plan, there)}
    if name == "learning":
        done, of = health.learned
        values = {"n": done, "of": of}
    ask = there[0].ask.id if len(there) == 1 else ""
    return CameraLine(name, Say(f"camera_line.{name}", values), ask)


def where(plan: WatchPlan, looks: list[AskLook]) -> Value:
    places = list(dict.fromkeys(look.post[0] for look in looks))
    if len(places) > MOST_PLACES:
        return say("camera_line.places", n=len(places))
    return tuple(place_said(place, plan.seats) for place in places)


def place_said(place: str, seats: tuple[str, ...]) -> Say:
    """A place in people's words: what lies there, and whose it is."""
    name, colon, number = place.partition(":")
    what = say(f"web.place.{name}")
    if colon and number.isdecimal() and 0 < int(number) <= len(seats):
        return say("camera_line.of", what=what, whose=name_of(seats[int(number) - 1]))
    return what
