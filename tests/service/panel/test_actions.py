"""What presses mean. Whatever is lit does something, whatever is dark does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.asks import (
    Ask,
    CardKnown,
    Cell,
    Choose,
    Count,
    DieWanted,
    Option,
    PieceWanted,
    Place,
    Ready,
    Roll,
    Show,
)
from companion.kit.fits import check_form
from companion.kit.intents import Answer, Chosen, Counted, Readied, Rolled, Shown, Undo
from companion.kit.pieces import CardSeen, Die
from companion.kit.say import say
from companion.service.panel.actions import (
    LOOK,
    PanelAction,
    PanelFocus,
    PanelScene,
    act,
    lamps,
    settled,
    turn,
    turn_start,
)
from companion.table.lines import LogLine
from firmware_bridge.config import ROLES
from firmware_bridge.messages import Lamp

SEATS = ("red", "blue", "green")
TEXT = say("x")

READY = Ready(id="ready", say=TEXT, seats=SEATS, done=("blue",))
READY_ONE = Ready(id="end", say=TEXT, seats=("red",))
ROLL = Roll(
    id="roll",
    say=TEXT,
    seats=("red",),
    zone="tray",
    dice=(DieWanted(count=2), DieWanted("omen", "black", 1, ("sun", "moon"))),
)
CHOOSE = Choose(
    id="menu",
    say=TEXT,
    seats=("red",),
    options=(Option("buy", TEXT), Option("sell", TEXT, why_not=TEXT), Option("leave", TEXT)),
)
SEVERAL = Choose(
    id="two", say=TEXT, options=tuple(Option(name, TEXT) for name in "abcd"), least=1, most=2
)
TARGET = Choose(
    id="whom",
    say=TEXT,
    seats=("red",),
    options=(Option("hit-b", TEXT, seat="blue"), Option("hit-g", TEXT, seat="green")),
)
AGAIN = Choose(
    id="may",
    say=TEXT,
    options=(
        Option("luck", TEXT, button=1),
        Option("sing", TEXT, why_not=TEXT, button=2),
        Option("give_up", TEXT),
    ),
    optional=True,
)
COUNT = Count(id="gold", say=TEXT, of="gold", least=1, most=5, start=2)
SHOW = Show(
    id="beast",
    say=TEXT,
    cards="beast",
    known=(CardKnown("wolf", "Wolf"), CardKnown("bear", "Bear")),
)
PLACE = Place(
    id="mind",
    say=TEXT,
    zone="dock:red",
    sheet="mind",
    cells=(Cell("a"),),
    pieces=(PieceWanted("token"),),
)
ALL: list[Ask] = [READY, READY_ONE, ROLL, CHOOSE, SEVERAL, TARGET, COUNT, SHOW, PLACE, AGAIN]


def scene(*asks: Ask, can_undo: bool = False, turn_line: int | None = None) -> PanelScene:
    return PanelScene(asks, SEATS, can_undo=can_undo, turn_line=turn_line)


def press(table: PanelScene, *roles: str, focus: PanelFocus | None = None) -> PanelAction:
    done = PanelAction(settled(table, focus or PanelFocus()))
    for at, role in enumerate(roles):
        done = act(role, table, done.focus, f"e{at}")
    return done


def answer(done: PanelAction) -> object:
    assert isinstance(done.intent, Answer)
    return done.intent.answer


def lit(table: PanelScene, focus: PanelFocus | None = None) -> set[str]:
    return set(lamps(table, settled(table, focus or PanelFocus())))


def test_nothing_open_is_all_dark() -> None:
    assert lit(scene()) == set()


def test_a_seat_button_says_ready_for_its_seat() -> None:
    done = press(scene(READY), "seat3")
    assert done.intent == Answer(
        id="panel-e0", device="panel", ask="ready", answer=Readied(), seat="green"
    )


def test_only_the_seats_waited_for_blink() -> None:
    table = scene(READY)
    assert lamps(table, settled(table, PanelFocus())) == {"seat1": Lamp.SLOW, "seat3": Lamp.SLOW}


def test_who_is_ready_may_withdraw_where_the_ask_allows_it() -> None:
    asked = Ready(id="r", say=TEXT, seats=SEATS, done=("blue",), withdraw=True)
    done = press(scene(asked), "seat2")
    assert answer(done) == Readied(False)
    assert lamps(scene(asked), PanelFocus("r"))["seat2"] is Lamp.STEADY


def test_one_player_alone_confirms() -> None:
    assert press(scene(READY_ONE), "confirm").intent == Answer(
        id="panel-e0", device="panel", ask="end", answer=Readied(), seat="red"
    )


def test_plus_minus_and_confirm_choose_among_what_is_open() -> None:
    assert answer(press(scene(CHOOSE), "confirm")) == Chosen(("buy",))
    assert answer(press(scene(CHOOSE), "plus", "confirm")) == Chosen(("leave",))
    assert answer(press(scene(CHOOSE), "minus", "minus", "confirm")) == Chosen(("buy",))
    assert lit(scene(CHOOSE)) == {"plus", "minus", "confirm", "encoder"}


def test_a_seat_button_names_its_seat_as_the_target() -> None:
    assert answer(press(scene(TARGET), "seat2")) == Chosen(("hit-b",))
    assert lit(scene(TARGET)) >= {"seat2", "seat3"}
    assert "seat1" not in lit(scene(TARGET))


def test_several_are_taken_one_by_one_and_undo_takes_one_back() -> None:
    assert press(scene(SEVERAL), "confirm").intent is None
    assert answer(press(scene(SEVERAL), "confirm", "plus", "confirm")) == Chosen(("a", "c"))
    assert answer(press(scene(SEVERAL), "confirm", "undo", "plus", "confirm", "confirm")) == Chosen(
        ("b", "a")
    )
    done_is_last = press(scene(SEVERAL), "confirm", "minus", "confirm")
    assert answer(done_is_last) == Chosen(("a",))


def test_a_number_is_dialled_within_its_range() -> None:
    assert answer(press(scene(COUNT), "confirm")) == Counted(2)
    assert answer(press(scene(COUNT), *["plus"] * 9, "confirm")) == Counted(5)
    assert answer(press(scene(COUNT), *["minus"] * 9, "confirm")) == Counted(1)
    assert "plus" not in lit(scene(COUNT), press(scene(COUNT), *["plus"] * 9).focus)


def test_the_encoder_dials_as_plus_and_minus_do() -> None:
    table = scene(COUNT)
    turned = turn(2, table, settled(table, PanelFocus()))
    assert answer(act("encoder", table, turned.focus, "e")) == Counted(4)


def test_dice_are_dialled_one_after_the_other() -> None:
    done = press(scene(ROLL), "plus", "confirm", "minus", "confirm", "plus", "confirm")
    assert answer(done) == Rolled((Die(2), Die(6), Die("moon", "omen", "black")))


def test_roll_taken_asks_the_camera_to_look() -> None:
    assert press(scene(ROLL), "roll_taken").wish == LOOK
    assert "roll_taken" not in lit(scene(CHOOSE))


def test_a_card_is_picked_by_its_title() -> None:
    assert answer(press(scene(SHOW), "plus", "confirm")) == Shown((CardSeen("bear"),))


def test_what_only_eyes_can_answer_leaves_the_dial_dark() -> None:
    assert lit(scene(PLACE)) == {"roll_taken"}


def test_next_goes_round_the_open_asks() -> None:
    table = scene(CHOOSE, COUNT)
    assert press(table, "next").focus.ask == "gold"
    assert press(table, "next", "next").focus.ask == "menu"
    assert "next" not in lit(scene(CHOOSE))


def test_a_seat_button_turns_to_what_that_seat_is_asked() -> None:
    theirs = Count(id="theirs", say=TEXT, of="gold", seats=("blue",))
    assert press(scene(CHOOSE, theirs), "seat2").focus == PanelFocus("theirs", 0, seat="blue")


def test_where_several_may_answer_the_hand_says_first_who_it_is() -> None:
    anyone = Count(id="bid", say=TEXT, of="gold", seats=SEATS)
    assert lit(scene(anyone)) == {"seat1", "seat2", "seat3", "plus"}
    done = press(scene(anyone), "seat2", "plus", "confirm")
    assert done.intent == Answer(
        id="panel-e2", device="panel", ask="bid", answer=Counted(1), seat="blue"
    )


def test_two_seats_at_once_are_two_intents() -> None:
    table = scene(READY)
    first = act("seat1", table, PanelFocus("ready"), "7-1")
    second = act("seat3", table, PanelFocus("ready"), "7-2")
    assert [done.intent and done.intent.id for done in (first, second)] == [
        "panel-7-1",
        "panel-7-2",
    ]


def test_undo_takes_back_one_line() -> None:
    assert press(scene(COUNT, can_undo=True), "undo").intent == Undo(id="panel-e0", device="panel")
    assert "undo" not in lit(scene(COUNT))


def test_a_long_undo_asks_before_the_turn_is_undone() -> None:
    table = scene(COUNT, can_undo=True, turn_line=12)
    asked = act("undo", table, settled(table, PanelFocus()), "e", is_long=True)
    assert asked.intent is None
    assert lamps(table, asked.focus) == {
        "confirm": Lamp.FAST,
        "encoder": Lamp.FAST,
        "undo": Lamp.STEADY,
    }
    assert act("confirm", table, asked.focus, "f").intent == Undo(
        id="panel-f", device="panel", line=12
    )
    kept = act("undo", table, asked.focus, "f")
    assert (kept.intent, kept.focus.asks_undo_turn) == (None, False)


@pytest.mark.parametrize(
    ("log", "starts_at"),
    [
        ([], None),
        ([(1, "red"), (2, "blue"), (3, "blue")], 2),
        ([(1, "red"), (2, "red")], 1),
        ([(1, "red"), (2, "blue"), (3, "red")], 3),
    ],
)
def test_a_turn_begins_where_the_seat_began(
    log: list[tuple[int, str]], starts_at: int | None
) -> None:
    assert turn_start([LogLine(seq, (), "answer", (seat,)) for seq, seat in log]) == starts_at


def test_undone_lines_are_no_part_of_the_turn() -> None:
    log = [LogLine(1, (), "answer", ("red",)), LogLine(2, (), "answer", ("blue",), undone=True)]
    assert turn_start(log) == 1


def test_focus_follows_the_table() -> None:
    far = press(scene(COUNT), "plus", "plus").focus
    assert settled(scene(COUNT, CHOOSE), far) == far
    assert settled(scene(CHOOSE), far) == PanelFocus("menu")
    assert settled(scene(), far) == PanelFocus()


def test_what_has_to_be_done_comes_before_what_may_be() -> None:
    assert settled(scene(AGAIN, ROLL), PanelFocus()).ask == ROLL.id
    assert settled(scene(AGAIN), PanelFocus()).ask == AGAIN.id


asks_open = st.lists(st.sampled_from(ALL), unique_by=lambda ask: ask.id, max_size=4)


@given(asks_open, st.lists(st.sampled_from(ROLES), max_size=12), st.booleans())
def test_lit_is_exactly_what_does_something_and_every_answer_has_the_asked_form(
    asks: list[Ask], roles: list[str], can_undo: bool
) -> None:
    table = scene(*asks, can_undo=can_undo)
    focus = settled(table, PanelFocus())
    for role in roles:
        was_lit = role in lamps(table, focus)
        done = act(role, table, focus, "e")
        assert was_lit == (done != PanelAction(focus))
        if isinstance(done.intent, Answer):
            asked = next(ask for ask in asks if ask.id == done.intent.ask)
            check_form(asked, done.intent)
            assert done.intent.seat is None or done.intent.seat in asked.seats
        focus = done.focus


@pytest.mark.parametrize("ask", [ask for ask in ALL if ask is not PLACE], ids=lambda ask: ask.id)
def test_every_ask_but_placing_can_be_answered_by_pressing_what_is_lit(ask: Ask) -> None:
    table = scene(ask)
    focus = settled(table, PanelFocus())
    for _ in range(10):
        shown = lamps(table, focus)
        done = act("confirm" if "confirm" in shown else min(shown), table, focus, "e")
        if done.intent is not None:
            return
        focus = done.focus
    pytest.fail("no answer after ten presses")


def test_a_free_button_takes_the_option_put_on_it_from_behind_the_ask_in_front() -> None:
    table = scene(COUNT, AGAIN)
    done = press(table, "free1")
    assert done.focus.ask == "gold"
    assert isinstance(done.intent, Answer)
    assert (done.intent.ask, done.intent.answer) == ("may", Chosen(("luck",)))


def test_a_free_button_is_dark_where_its_option_is_closed_or_nobody_uses_it() -> None:
    assert lit(scene(AGAIN)) & {"free1", "free2", "free3", "free4"} == {"free1"}
    assert lit(scene(CHOOSE)) & {"free1", "free2", "free3", "free4"} == set()
    assert press(scene(AGAIN), "free2").intent is None
