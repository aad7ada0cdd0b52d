"""What to do with a reading: the plan and what is remembered in, a new memory and an action out.
Pure: no thread, no table, no device.

`companion.service.camera_service` carries the actions out and says here what came of them.
"""

from dataclasses import dataclass, field, replace

import msgspec

from companion.kit.asks import Ask, Place, Show
from companion.kit.intents import AnswerValue, Placed
from companion.kit.say import Say, say
from companion.service import arrival
from companion.service.place_memory import Lying, PlaceMemory
from companion.service.reading_answers import answer_of, is_news, is_untaught, is_worth_showing
from companion.service.reading_display import hints_of, sight_of
from companion.service.status import Hint, Sight
from companion.service.track_markers import misplaced
from companion.service.watch_plan import (
    AskLook,
    BesideLook,
    Post,
    TrackLook,
    TrayLook,
    WatchPlan,
)
from vision.reading import Decision, Reading


@dataclass(frozen=True, slots=True)
class CameraMemory:
    """`beside`: by place, the tokens lying there. `sights`: by ask, what people are shown of a
    doubtful reading. `refusals`: by place, what the rules said to what lies there.
    """

    places: dict[Post, PlaceMemory] = field(default_factory=dict)
    beside: dict[str, Reading] = field(default_factory=dict)
    sights: dict[str, Sight] = field(default_factory=dict)
    refusals: dict[str, Hint] = field(default_factory=dict)

    def place(self, post: Post) -> PlaceMemory:
        return self.places.get(post, PlaceMemory())

    def with_place(self, post: Post, place: PlaceMemory) -> "CameraMemory":
        return replace(self, places={**self.places, post: place})

    def with_sight(self, ask_id: str, sight: Sight | None) -> "CameraMemory":
        others = {name: one for name, one in self.sights.items() if name != ask_id}
        return replace(self, sights=others if sight is None else {**others, ask_id: sight})

    def with_refusal(self, place: str, words: Say | None) -> "CameraMemory":
        others = {name: one for name, one in self.refusals.items() if name != place}
        if words is None:
            return replace(self, refusals=others)
        return replace(self, refusals={**others, place: Hint(place, words)})


# Actions


@dataclass(frozen=True, slots=True)
class SayRoll:
    """Dice were thrown that nobody asked for: say what was seen, change nothing."""

    words: Say


@dataclass(frozen=True, slots=True)
class SubmitAnswer:
    look: AskLook
    value: AnswerValue
    reading: Reading


@dataclass(frozen=True, slots=True)
class ShowDoubt:
    """People decide: they are shown the picture and what it seems to say. `why`: where it is not
    the reading that is in doubt.
    """

    look: AskLook
    reading: Reading
    why: Say | None = None


@dataclass(frozen=True, slots=True)
class CheckRules:
    """Nothing new lies there, but what lies beside it may no longer add up: a hint at most."""

    look: AskLook
    value: Placed


CameraAction = SayRoll | SubmitAnswer | ShowDoubt | CheckRules
Decided = tuple[CameraMemory, CameraAction | None]


def decide(plan: WatchPlan, memory: CameraMemory, order: str, reading: Reading) -> Decided:
    """A reading that nobody asked for any more is dropped without a word."""
    match plan.look_of(order):
        case None:
            return memory, None
        case TrayLook():
            return memory, _roll_said(reading)
        case TrackLook(post=post):
            return memory.with_place(post, replace(memory.place(post), reading=reading)), None
        case BesideLook(ask_id=ask_id):
            return _lies_beside(plan, memory, ask_id, reading)
        case AskLook() as look:
            return _answers(memory, look, reading)


def _roll_said(reading: Reading) -> SayRoll | None:
    faces = (finding.value for finding in reading.findings)
    values = tuple("?" if face is None else str(face) for face in faces)
    return SayRoll(say("said.roll", values=values)) if values else None


def _answers(memory: CameraMemory, look: AskLook, reading: Reading) -> Decided:
    ask, place = look.ask, arrival.begun(memory.place(look.post), look.ask, reading)
    counts = arrival.counting(ask, reading, place)
    value = answer_of(ask, counts.reading, memory.beside.get(look.beside))
    named = msgspec.structs.replace(reading, ask=ask.id)
    is_taken = value is not None and counts.is_told and counts.is_news
    memory = memory.with_place(look.post, replace(place, reading=named, is_unused=not is_taken))
    memory = memory.with_refusal(look.post[0], None).with_sight(ask.id, None)
    if not counts.is_news and not is_untaught(reading):
        return memory, None
    if value is None or not counts.is_told or not arrival.is_whole(ask, value):
        why = _why(ask, counts, is_answer=value is not None)
        shown = ShowDoubt(look, counts.reading, why)
        return memory, shown if is_worth_showing(ask, counts.reading) else None
    if is_news(ask, value):
        return memory, SubmitAnswer(look, value, counts.reading)
    if isinstance(value, Placed):
        return _adds_up(memory, look, value)
    return memory, None


def _why(ask: Ask, counts: arrival.Counting, *, is_answer: bool) -> Say | None:
    seen = len(counts.reading.findings)
    if is_answer and not counts.is_told:
        return say("sight.as_before" if ask.as_it_lies else "sight.lay_before")
    if counts.is_told and isinstance(ask, Show) and 0 < seen < ask.least and _is_sure(counts):
        return say("sight.so_far", n=seen, of=ask.least)
    return say("sight.more_to_come", n=seen) if is_answer else None


def _is_sure(counts: arrival.Counting) -> bool:
    return counts.reading.decision is Decision.ACCEPT


def _lies_beside(plan: WatchPlan, memory: CameraMemory, ask_id: str, reading: Reading) -> Decided:
    """What was not placed has changed: a sheet that did not add up with it may do so now, or no
    longer does.
    """
    before = memory.beside.get(reading.zone)
    if reading.decision is Decision.ASK and before is not None and before.ask == reading.ask:
        return memory, None  # a doubt does not unsay what was surely seen
    memory = replace(memory, beside={**memory.beside, reading.zone: reading})
    look = plan.ask_look(ask_id)
    sheet = memory.place(look.post) if look is not None else PlaceMemory()
    if look is None or sheet.reading is None:
        return memory, None
    if sheet.is_unused:
        return _answers(memory, look, sheet.reading)
    value = answer_of(look.ask, sheet.reading, reading)
    if isinstance(value, Placed) and not is_news(look.ask, value):
        return _adds_up(memory, look, value)
    return memory, None


def _adds_up(memory: CameraMemory, look: AskLook, value: Placed) -> Decided:
    """The sheet was taken; what lies beside it now is only held against the rules."""
    memory = memory.with_refusal(look.post[0], None)
    return memory, CheckRules(look, value) if value.unplaced else None


def waiting(plan: WatchPlan, memory: CameraMemory) -> tuple[tuple[str, Reading], ...]:
    """What lies there and answered nothing may answer what is asked now, where that means what
    lies there as it lies. Nothing else does: it came before the question.
    """
    found: list[tuple[str, Reading]] = []
    for order in plan.watch.orders:
        place, look = memory.place((order.zone, order.kind)), plan.ask_look(order.ask)
        if not place.is_unused or place.reading is None or look is None or not look.ask.as_it_lies:
            continue
        if place.reading.ask != order.ask:
            found.append((order.ask, place.reading))
    return tuple(found)


# What came of an action


def answered(memory: CameraMemory, look: AskLook, reading: Reading) -> CameraMemory:
    told = (arrival.lying(look.ask, reading),)
    return memory.with_place(look.post, replace(memory.place(look.post), told=told))


def named_by_hand(memory: CameraMemory, look: AskLook, value: AnswerValue) -> CameraMemory:
    """Somebody tapped what the camera was asked to see. It may still be laid, or already lie there,
    or lie as it lay before: none of that is an answer to the next question.
    """
    place = memory.place(look.post)
    told: tuple[Lying, ...] = (arrival.told_of(value),)
    if place.reading is not None and place.reading.decision is Decision.ACCEPT:
        told += (arrival.lying(look.ask, place.reading),)
    owed = arrival.owed(value, place)
    return memory.with_place(look.post, replace(place, owed=owed, told=told))


def refused(
    memory: CameraMemory, look: AskLook, reading: Reading, words: Say, picture: str
) -> CameraMemory:
    """Where nobody has to answer, what the rules say to the table's pieces is a quiet hint."""
    memory = memory.with_place(look.post, replace(memory.place(look.post), is_unused=True))
    if look.ask.optional:
        return memory.with_refusal(look.post[0], words)
    return memory.with_sight(look.ask.id, sight_of(look.ask, reading, picture, words))


def doubted(memory: CameraMemory, doubt: ShowDoubt, picture: str) -> CameraMemory:
    sight = sight_of(doubt.look.ask, doubt.reading, picture, doubt.why)
    return memory.with_sight(doubt.look.ask.id, sight)


# What people see of it


def without_closed(plan: WatchPlan, memory: CameraMemory, before: WatchPlan) -> CameraMemory:
    """A doubt is over when its question is: asked again, it is looked at again, and what lies
    there then lay there before.
    """
    same = {name for name, when in plan.occasions.items() if before.occasions.get(name) == when}
    open_now = {name: sight for name, sight in memory.sights.items() if name in same}
    places = {
        post: one if one.began in same else replace(one, began="", lay_before=None)
        for post, one in memory.places.items()
    }
    return replace(memory, sights=open_now, places=places)


def of_game(memory: CameraMemory, kept: dict[Post, PlaceMemory]) -> CameraMemory:
    """Another game: what lies there stays seen, what was answered with it is over. `kept`: what is
    known from before a restart.
    """
    seen = {post: PlaceMemory(reading=one.reading) for post, one in memory.places.items()}
    return replace(memory, places={**seen, **kept})


def hints_now(plan: WatchPlan, memory: CameraMemory) -> tuple[Hint, ...]:
    """Where the table is surely not as the tracker has it, or the rules refuse what lies there."""
    found: list[Hint] = []
    for order in plan.watch.orders:
        look, refusal = plan.looks[order.ask], memory.refusals.get(order.zone)
        reading = memory.place((order.zone, order.kind)).reading
        if refusal is not None:
            if refusal not in found:  # two may look at one place
                found.append(refusal)
        elif reading is None:
            continue
        elif isinstance(look, AskLook) and isinstance(look.ask, Place):
            found += hints_of(look.ask, reading, order.zone) if look.ask.optional else ()
        elif isinstance(look, TrackLook):
            found += misplaced(look.track, reading, order.zone)
    return tuple(found)
