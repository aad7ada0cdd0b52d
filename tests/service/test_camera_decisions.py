"""What is done with a reading: plan and memory in, memory and action out. No thread, no device."""

from pathlib import Path

import pytest

from companion.kit.asks import Ask, CardKnown, Cell, DieWanted, PieceWanted, Place, Roll, Show
from companion.kit.intents import Rolled, Shown
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
    refused,
    waiting,
    without_closed,
)
from companion.service.watch_orders import UNASKED
from companion.service.watch_plan import AskLook, TrayLook, WatchPlan, watch_plan
from companion.table.snapshots import TableSnapshot
from vision.reading import Decision, Finding, Reading, Why, box_corners

X = say("x")
SEATS = (Seat("red", colour="red"), Seat("blue", colour="blue"))
BOX = box_corners(0, 0, 9, 9)
ROLL = Roll(id="1:roll", say=X, zone="tray", dice=(DieWanted("d6"),))
NO = say("kit.refused.no_game")


def show(ask_id: str, most: int = 1) -> Show:
    known = (CardKnown("dirge", X), CardKnown("hymn", X))
    return Show(id=ask_id, say=X, zone="tray", cards="card", least=1, most=most, known=known)


def lying(*cards: str, sure: bool = True) -> Reading:
    seen = tuple(Finding("card", card, BOX, 0.99, sure=sure) for card in cards)
    decision = Decision.ACCEPT if sure else Decision.ASK
    return Reading("tray", "cards", seen, decision, Why("sight.sure"), 0.0)


def thrown(*faces: int) -> Reading:
    seen = tuple(Finding("d6", face, BOX, 0.99) for face in faces)
    return Reading("tray", "dice", seen, Decision.ACCEPT, Why("sight.sure"), 0.0)


def plan_for(*asks: Ask, before: WatchPlan | None = None) -> WatchPlan:
    view = View(headline=X, trackers=(), closed=())
    shown = TableSnapshot(1, 1, "spell_from_the_future", "", SEATS, asks, view, (), (), None, "", 1)
    return watch_plan(shown, Path("taught"), {}, 3.0, before or WatchPlan())


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
    shown = doubted(memory, action.look, action.reading, "a.jpg")
    assert shown.sights["1:draw"].picture == "a.jpg"


def test_a_doubt_is_over_with_its_question() -> None:
    look = AskLook(show("1:draw"), ("tray", "cards"))
    memory = doubted(CameraMemory(), look, lying("dirge", sure=False), "")
    assert without_closed(plan_for(show("1:draw")), memory).sights
    assert not without_closed(plan_for(show("2:draw")), memory).sights


def test_what_lay_there_when_the_place_was_answered_is_not_shown_again() -> None:
    plan = plan_for(show("1:draw"))
    memory, first = decide(plan, CameraMemory(), "1:draw", lying("dirge"))
    assert isinstance(first, SubmitAnswer)
    memory = answered(memory, first.look, first.reading)
    following = plan_for(show("2:draw"), before=plan)
    _, second = decide(following, memory, "2:draw", lying("dirge", "hymn"))
    assert isinstance(second, SubmitAnswer)
    assert second.value == Shown((CardSeen("hymn"),)), "the dirge lay there before"


def test_what_answered_nothing_may_answer_the_next_question_but_a_roll_never_does() -> None:
    plan = plan_for(show("1:draw"), ROLL)
    memory, _ = decide(plan, CameraMemory(), "1:draw", lying("dirge", sure=False))
    memory, _ = decide(plan, memory, ROLL.id, thrown(2, 3))
    assert waiting(plan, memory) == (), "the same question was asked about it already"
    following = plan_for(show("2:draw"), Roll(id="2:roll", say=X, zone="tray", dice=ROLL.dice))
    assert [order for order, _ in waiting(following, memory)] == ["2:draw"]


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
