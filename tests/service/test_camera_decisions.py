"""What is done with a reading: plan and memory in, memory and action out. No thread, no device."""

from pathlib import Path

import msgspec
import pytest

from companion.kit.asks import Ask, CardKnown, Cell, DieWanted, PieceWanted, Place, Roll, Show
from companion.kit.intents import Placed, Rolled, Shown
from companion.kit.pieces import CardSeen, Die, Piece
from companion.kit.say import say
from companion.kit.seats import Seat
from companion.kit.trackers import View
from companion.service.camera_decisions import (
    CameraMemory,
    SayRoll,
    ShowDoubt,
    SubmitAnswer,
    answered,
    decide,
    doubted,
    hints_now,
    named_by_hand,
    of_game,
    refused,
    waiting,
    without_closed,
)
from companion.service.place_memory import PlacesFile
from companion.service.watch_orders import UNASKED
from companion.service.watch_plan import AskLook, TrayLook, WatchPlan, watch_plan
from companion.table.snapshots import TableSnapshot
from vision.protocol import ZoneReading
from vision.reading import Decision, Finding, Reading, Why, box_corners

X = say("x")
SEATS = (Seat("red", colour="red"), Seat("blue", colour="blue"))
BOX = box_corners(0, 0, 9, 9)
ROLL = Roll(id="1:roll", say=X, zone="tray", dice=(DieWanted("d6"),))
NO = say("kit.refused.no_game")


def show(ask_id: str, most: int = 1) -> Show:
    known = (CardKnown("dirge", "Dirge"), CardKnown("hymn", "Hymn"))
    return Show(id=ask_id, say=X, zone="tray", cards="card", least=1, most=most, known=known)


def lying(*cards: str, sure: bool = True, before: tuple[str, ...] | None = ()) -> Reading:
    """`before`: the cards that lay there when the question began; None: nobody can tell."""
    decision = Decision.ACCEPT if sure else Decision.ASK
    seen = tuple(Finding("card", card, BOX, 0.99, sure=sure) for card in cards)
    lay = None if before is None else tuple(Finding("card", card, BOX, 0.99) for card in before)
    return Reading("tray", "cards", seen, decision, Why("sight.sure"), 0.0, before=lay)


def thrown(*faces: int) -> Reading:
    seen = tuple(Finding("d6", face, BOX, 0.99) for face in faces)
    return Reading("tray", "dice", seen, Decision.ACCEPT, Why("sight.sure"), 0.0)


def plan_for(
    *asks: Ask, before: WatchPlan | None = None, answered: frozenset[str] = frozenset()
) -> WatchPlan:
    view = View(headline=X, trackers=(), closed=())
    shown = TableSnapshot(1, 1, "spell_from_the_future", "", SEATS, asks, view, (), (), None, "", 1)
    return watch_plan(shown, Path("taught"), {}, 3.0, before or WatchPlan(), answered)


def test_a_sure_card_answers_the_question_it_was_asked_for() -> None:
    plan = plan_for(show("1:draw"))
    memory, action = decide(plan, CameraMemory(), "1:draw", lying("dirge"))
    assert isinstance(action, SubmitAnswer)
    assert action.value == Shown((CardSeen("dirge"),))
    assert not memory.place(action.look.post).is_unused


def test_a_doubtful_card_is_shown_to_people_and_waits() -> None:
    plan = plan_for(show("1:draw"))
    memory, action = decide(plan, CameraMemory(), "1:draw", lying("dirge", sure=False))
    assert isinstance(action, ShowDoubt)
    assert memory.place(action.look.post).is_unused
    shown = doubted(memory, action, "a.jpg")
    assert shown.sights["1:draw"].picture == "a.jpg"


def test_a_doubt_is_over_with_its_question() -> None:
    look = AskLook(show("1:draw"), ("tray", "cards"))
    memory = doubted(CameraMemory(), ShowDoubt(look, lying("dirge", sure=False)), "")
    plan = plan_for(show("1:draw"))
    assert without_closed(plan_for(show("1:draw"), before=plan), memory, plan).sights
    assert not without_closed(plan_for(show("2:draw"), before=plan), memory, plan).sights


def taken(plan: WatchPlan, memory: CameraMemory, order: str, reading: Reading) -> tuple[str, ...]:
    """The cards that a reading answers with."""
    _, action = decide(plan, memory, order, reading)
    assert action is None or isinstance(action, SubmitAnswer)
    return tuple(card.id for card in action.value.cards) if action else ()  # type: ignore[union-attr]


def test_what_lay_there_when_the_question_began_never_answers_it() -> None:
    plan, fresh = plan_for(show("1:draw")), CameraMemory()
    assert taken(plan, fresh, "1:draw", lying("dirge", before=("dirge",))) == ()
    assert taken(plan, fresh, "1:draw", lying("dirge", "hymn", before=("dirge",))) == ("hymn",)


def test_a_card_on_an_unknown_one_is_asked_about_and_not_passed_over() -> None:
    """It may be the same card, seen better."""
    plan, unknown = plan_for(show("1:draw")), lying("hymn", sure=False).findings
    reading = msgspec.structs.replace(lying("dirge"), before=unknown)
    _, action = decide(plan, CameraMemory(), "1:draw", reading)
    assert isinstance(action, ShowDoubt)
    assert action.why == say("sight.lay_before")
    assert [one.value for one in action.reading.findings] == ["dirge"]


def test_what_was_taken_away_while_it_was_asked_may_come_back_as_the_answer() -> None:
    plan = plan_for(show("1:draw"))
    memory, _ = decide(plan, CameraMemory(), "1:draw", lying("dirge", before=("dirge",)))
    memory, _ = decide(plan, memory, "1:draw", lying(before=("dirge",)))
    assert taken(plan, memory, "1:draw", lying("dirge", before=("dirge",))) == ("dirge",)


def test_a_doubtful_look_does_not_make_what_lies_there_new() -> None:
    plan = plan_for(show("1:draw"))
    memory, _ = decide(plan, CameraMemory(), "1:draw", lying("dirge", before=("dirge",)))
    memory, _ = decide(plan, memory, "1:draw", lying(sure=False))
    assert taken(plan, memory, "1:draw", lying("dirge")) == ()


def test_where_nobody_can_tell_what_lay_there_people_are_asked() -> None:
    plan = plan_for(show("1:draw"))
    _, action = decide(plan, CameraMemory(), "1:draw", lying("dirge", before=None))
    assert isinstance(action, ShowDoubt)
    assert action.why == say("sight.lay_before")


def test_a_camera_started_anew_is_held_to_what_was_known_before() -> None:
    plan = plan_for(show("1:draw"))
    memory, _ = decide(plan, CameraMemory(), "1:draw", lying("dirge", before=("dirge",)))
    unseen = lying("dirge", "hymn", before=("dirge", "hymn"))  # laid while it was away
    assert taken(plan, memory, "1:draw", unseen) == ("hymn",)


def test_a_question_asked_again_after_an_undo_begins_anew() -> None:
    plan = plan_for(show("1:draw"))
    memory, action = decide(plan, CameraMemory(), "1:draw", lying("dirge"))
    assert isinstance(action, SubmitAnswer)
    memory, later = answered(memory, action.look, action.reading), plan_for(show("2:draw"))
    memory = without_closed(later, memory, plan)
    memory = without_closed(plan, memory, later)
    assert taken(plan, memory, "1:draw", lying("dirge", before=("dirge",))) == ()


def test_a_card_laid_after_its_name_was_tapped_does_not_answer_the_next_question() -> None:
    plan, following = plan_for(show("1:draw")), plan_for(show("2:draw"))
    look = plan.ask_look("1:draw")
    assert look is not None
    memory = named_by_hand(CameraMemory(), look, Shown((CardSeen("dirge"),)))
    assert taken(following, memory, "2:draw", lying("dirge")) == ()
    assert taken(following, memory, "2:draw", lying("dirge", "hymn")) == ("hymn",)


def test_where_their_number_is_open_people_say_which_card_is_the_last() -> None:
    plan = plan_for(show("1:draw", most=2))
    memory, first = decide(plan, CameraMemory(), "1:draw", lying("dirge"))
    assert isinstance(first, ShowDoubt)
    assert first.why == say("sight.more_to_come", n=1)
    assert taken(plan, memory, "1:draw", lying("dirge", "hymn")) == ("dirge", "hymn")


def test_only_what_counts_as_it_lies_is_answered_by_what_lay_there_before() -> None:
    now = msgspec.structs.replace(show("2:recount"), as_it_lies=True)
    memory, _ = decide(plan_for(show("1:draw")), CameraMemory(), "1:draw", lying(sure=False))
    memory, _ = decide(plan_for(show("1:draw")), memory, "1:draw", lying("dirge", sure=False))
    assert waiting(plan_for(show("2:draw"), ROLL), memory) == ()
    assert [order for order, _ in waiting(plan_for(now, ROLL), memory)] == ["2:recount"]
    assert taken(plan_for(now), memory, "2:recount", lying("dirge", before=("dirge",)))


def test_tokens_that_lie_as_the_last_time_are_asked_about_not_taken() -> None:
    ask = Place(
        id="2:lay", say=X, zone="tray", sheet="tray", cells=(Cell("a"),), as_it_lies=True,
        pieces=(PieceWanted("white", kind="token"),),
    )  # fmt: skip
    plan, seen = plan_for(ask), Finding("token", None, BOX, 0.99, colour="white", cell="a")
    reading = Reading("tray", "places", (seen,), Decision.ACCEPT, Why("sight.sure"), 0.0)
    memory, first = decide(plan, CameraMemory(), "2:lay", reading)
    assert isinstance(first, SubmitAnswer)
    memory = answered(memory, first.look, reading)
    _, again = decide(plan, memory, "2:lay", reading)
    assert isinstance(again, ShowDoubt)
    assert again.why == say("sight.as_before")
    following = plan_for(msgspec.structs.replace(ask, id="3:lay"))
    cleared = msgspec.structs.replace(reading, before=())
    _, anew = decide(following, memory, "3:lay", cleared)
    assert isinstance(anew, SubmitAnswer), "the place was seen empty since: laid there anew"


def test_tokens_that_people_told_by_touch_and_left_lying_do_not_answer_the_next_question() -> None:
    token = PieceWanted("white", colour="white")
    ask = Place(
        id="2:lay", say=X, zone="tray", sheet="mind", cells=(Cell("a"), Cell("b")),
        pieces=(token,), as_it_lies=True,
    )  # fmt: skip
    plan, following = plan_for(ask), plan_for(msgspec.structs.replace(ask, id="3:lay"))
    look = plan.ask_look("2:lay")
    assert look is not None
    memory = named_by_hand(CameraMemory(), look, Placed({"a": (Piece("white"),)}))
    left = Finding("token", None, BOX, 0.99, colour="white", cell="a")
    reading = Reading("tray", "places", (left,), Decision.ACCEPT, Why("sight.sure"), 0.0)
    _, asked = decide(following, memory, "3:lay", msgspec.structs.replace(reading, before=(left,)))
    assert isinstance(asked, ShowDoubt)
    other = (msgspec.structs.replace(left, cell="b"),)
    moved = msgspec.structs.replace(reading, findings=other, before=other)
    _, taken_over = decide(following, memory, "3:lay", moved)
    assert isinstance(taken_over, SubmitAnswer)


def test_what_lies_as_it_lay_when_people_told_of_it_takes_nothing_back() -> None:
    disk = PieceWanted("disk", colour="white", turns=True)
    ask = Place(
        id="1:field", say=X, zone="tray", sheet="field", cells=(Cell("a"),), pieces=(disk,),
        now={"a": (Piece("disk"),)}, optional=True, as_it_lies=True,
    )  # fmt: skip
    turned = {"a": (Piece("disk", turn=1),)}
    plan = plan_for(ask)
    following = plan_for(msgspec.structs.replace(ask, id="2:field", now=turned))
    unturned = Finding("token", None, BOX, 0.99, colour="white", turn=0, cell="a")
    reading = Reading("tray", "places", (unturned,), Decision.ACCEPT, Why("sight.sure"), 0.0)
    memory, nothing = decide(plan, CameraMemory(), "1:field", reading)
    assert nothing is None
    look = plan.ask_look("1:field")
    assert look is not None
    memory = named_by_hand(memory, look, Placed(turned))
    _, still = decide(following, memory, "2:field", reading)
    assert still is None, "tapped first, not turned yet"
    half_turned = msgspec.structs.replace(unturned, turn=2)
    half = msgspec.structs.replace(reading, findings=(half_turned,))
    _, other = decide(following, memory, "2:field", half)
    assert isinstance(other, SubmitAnswer)


def test_a_bare_place_takes_back_nothing_that_people_told_by_touch() -> None:
    token = PieceWanted("white", colour="white")
    ask = Place(
        id="1:again", say=X, zone="tray", sheet="mind", cells=(Cell("a"), Cell("b")),
        pieces=(token,), now={"a": (Piece("white"),)}, optional=True, as_it_lies=True,
    )  # fmt: skip
    plan, lay = plan_for(ask), Finding("token", None, BOX, 0.99, colour="white", cell="a")
    bare = Reading("tray", "places", (), Decision.ACCEPT, Why("sight.sure"), 0.0, before=())
    _, nothing = decide(plan, CameraMemory(), "1:again", bare)
    assert nothing is None
    taken_away = msgspec.structs.replace(bare, before=(lay,))
    _, cleared = decide(plan, CameraMemory(), "1:again", taken_away)
    assert isinstance(cleared, SubmitAnswer)


def test_what_is_remembered_of_a_place_outlives_a_restart_but_not_another_game(
    tmp_path: Path,
) -> None:
    plan = plan_for(show("1:draw"))
    memory, _ = decide(plan, CameraMemory(), "1:draw", lying("dirge", before=("dirge",)))
    PlacesFile(tmp_path).keep(1, memory.places)
    file = PlacesFile(tmp_path)
    file.keep(2, {})
    back = of_game(CameraMemory(), file.of(1, is_open=True))
    unseen = lying("dirge", "hymn", before=("dirge", "hymn"))
    assert taken(plan, back, "1:draw", unseen) == ("hymn",)
    assert file.of(2, is_open=True) == {}
    (tmp_path / "places.json").write_text("{")
    assert PlacesFile(tmp_path).of(1, is_open=True) == {}


def test_a_question_of_a_game_that_was_left_begins_anew_with_what_lies_there(
    tmp_path: Path,
) -> None:
    plan, file = plan_for(show("1:draw")), PlacesFile(tmp_path)
    memory, _ = decide(plan, CameraMemory(), "1:draw", lying(before=()))
    file.keep(1, memory.places)
    back = of_game(CameraMemory(), file.of(1, is_open=False))
    assert taken(plan, back, "1:draw", lying("dirge", before=("dirge",))) == ()


def test_one_that_is_asked_again_at_once_is_a_new_question_also_to_the_camera() -> None:
    first = plan_for(show("1:draw"))
    same, again = (
        plan_for(show("1:draw"), before=first, answered=frozenset(given))
        for given in ((), ("1:draw",))
    )
    assert same.watch == first.watch
    assert again.watch != first.watch
    late = ZoneReading("1:draw", lying("dirge"), first.occasions["1:draw"])
    assert (same.is_late(late), again.is_late(late)) == (False, True)


def test_a_roll_that_nobody_asked_for_is_said_and_changes_nothing() -> None:
    plan = plan_for(show("1:draw"))
    assert isinstance(plan.looks[UNASKED], TrayLook)
    memory, action = decide(plan, CameraMemory(), UNASKED, thrown(5))
    assert (memory, action) == (CameraMemory(), SayRoll(say("said.roll", values=("5",))))


def test_a_roll_that_was_asked_for_is_taken() -> None:
    _, action = decide(plan_for(ROLL), CameraMemory(), ROLL.id, thrown(5))
    assert isinstance(action, SubmitAnswer)
    assert action.value == Rolled((Die(5),))


def test_a_reading_for_a_question_that_is_gone_is_dropped() -> None:
    assert decide(plan_for(ROLL), CameraMemory(), "9:gone", thrown(5)) == (CameraMemory(), None)


def test_a_look_under_way_when_the_question_changes_still_counts_for_the_tray() -> None:
    following = plan_for(ROLL, before=plan_for(show("1:draw")))
    _, action = decide(following, CameraMemory(), UNASKED, thrown(5))
    assert isinstance(action, SayRoll)


@pytest.mark.parametrize("optional", [False, True])
def test_a_refusal_is_a_question_or_where_nobody_has_to_answer_a_quiet_hint(
    optional: bool,
) -> None:
    ask = Place(
        id="1:lay",
        say=X,
        zone="tray",
        sheet="tray",
        optional=optional,
        cells=(Cell("a"),),
        pieces=(PieceWanted("white", kind="token"),),
        now={"a": (Piece("white"),)},
    )
    plan = plan_for(ask)
    look = plan.looks["1:lay"]
    assert isinstance(look, AskLook)
    reading = Reading("tray", "tokens", (), Decision.ACCEPT, Why("sight.sure"), 0.0)
    memory = refused(CameraMemory(), look, reading, NO, "a.jpg")
    assert memory.place(look.post).is_unused
    assert bool(memory.sights) is not optional
    assert [hint.say for hint in hints_now(plan, memory)] == ([NO] if optional else [])
