"""The step machine, on a game small enough to see through: a die is rolled, six interrupts."""

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.asks import Ask, Choose, DieWanted, Option, Ready, Roll
from companion.kit.intents import Answer, Chosen, Placed, Readied, Rolled
from companion.kit.pieces import Die, Piece
from companion.kit.say import say
from companion.kit.steps import AskId, Machine, Reply, Step
from companion.kit.story import RuleError, Story

WORD = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=6)


class Frame(msgspec.Struct, frozen=True):
    step: str
    n: int = 0


class Tiny(msgspec.Struct, frozen=True):
    step: str = "roll"
    stack: tuple[Frame, ...] = ()
    total: int = 0
    rounds: int = 0
    told: int = 0


def put(story: Story[Tiny], **fields: object) -> None:
    story.keep(msgspec.structs.replace(story.state, **fields))


def ask_roll(state: Tiny, _frame: Frame) -> tuple[Ask, ...]:
    return (Roll(id=str(AskId(str(state.rounds), "roll")), say=say("x"), dice=(DieWanted(),)),)


def take_roll(story: Story[Tiny], _frame: Frame, reply: Reply) -> None:
    pips = reply.pips[0]
    put(story, total=story.state.total + pips, step="count")
    if pips == 6:
        put(story, stack=(*story.state.stack, Frame("shout", pips)))


def ask_shout(state: Tiny, frame: Frame) -> tuple[Ask, ...]:
    loud = Option("loud", say("loud"), why_not=say("too late"), rule="T-1", bends=True)
    ask_id = AskId(str(state.rounds), "shout", str(frame.n), ".")
    return (Choose(id=str(ask_id), say=say("x"), options=(Option("soft", say("soft")), loud)),)


def take_shout(story: Story[Tiny], frame: Frame, reply: Reply) -> None:
    assert reply.about == str(frame.n)
    put(story, stack=(), told=story.state.told + len(reply.choice))


def run_count(story: Story[Tiny], _frame: Frame) -> None:
    put(story, rounds=story.state.rounds + 1, step="roll")


def beside(state: Tiny, asks: tuple[Ask, ...]) -> tuple[Ask, ...]:
    return (*asks, Ready(id=str(AskId(str(state.rounds), "bell")), say=say("x"), optional=True))


MACHINE: Machine[Tiny, Frame] = Machine(
    steps={
        "roll": Step(ask_roll, take_roll),
        "shout": Step(ask_shout, take_shout),
        "count": Step(run=run_count),
        "bell": Step(take=lambda story, _frame, _reply: put(story, told=99)),
    },
    top=lambda state: state.stack[-1] if state.stack else Frame(state.step),
    is_over=lambda state: state.rounds == 3,
    beside=beside,
)


def rolled(state: Tiny, pips: int) -> Tiny:
    ask = MACHINE.asks(state)[0].id
    answer = Answer(id="a", ask=ask, answer=Rolled((Die(pips),)))
    return MACHINE.decide(state, answer).state


def test_steps_that_need_nobody_run_until_somebody_is_asked() -> None:
    after = rolled(Tiny(), 3)
    assert (after.total, after.rounds, after.step) == (3, 1, "roll")


def test_what_is_pending_comes_before_the_steps_below_it() -> None:
    after = rolled(Tiny(), 6)
    assert MACHINE.asks(after)[0].id == "0:shout.6"
    assert after.rounds == 0


def test_an_option_taken_against_its_reason_is_told_once() -> None:
    state = rolled(Tiny(), 6)
    forced = Answer(id="a", ask="0:shout.6", answer=Chosen(("loud",)), force="we heard it")
    story = MACHINE.decide(state, forced)
    assert [error.code for error in story.bent] == ["T-1"]
    story.refuse_if(True, "T-1", say("too late"))
    assert len(story.bent) == 1
    with pytest.raises(RuleError):
        Story(state).refuse_if(True, "T-1", say("too late"))


def test_what_is_open_beside_is_taken_by_its_own_step() -> None:
    answer = Answer(id="a", ask="0:bell", answer=Readied())
    after = MACHINE.decide(Tiny(), answer).state
    assert (after.told, after.step, after.rounds) == (99, "roll", 0)


def test_a_game_may_say_itself_which_step_an_ask_names() -> None:
    by_last_word = replace(MACHINE, named=lambda ask: ask.about)
    answer = Answer(id="a", ask="0:roll.0:bell", answer=Readied())
    after = by_last_word.decide(Tiny(), answer).state
    assert (after.told, after.step) == (99, "roll")


def test_nothing_is_asked_when_the_game_is_over() -> None:
    state = Tiny()
    for _ in range(3):
        state = rolled(state, 1)
    assert MACHINE.asks(state) == ()


@given(st.lists(WORD, min_size=1, max_size=3), WORD, st.one_of(st.just(""), WORD))
def test_an_ask_id_is_read_as_it_was_written(moments: list[str], step: str, about: str) -> None:
    for mark in (":", "."):
        made = AskId(".".join(moments), step, about, mark if about else ":")
        found = AskId.parse(str(made), {step})
        assert found == made
        assert found.moments == tuple(moments)
        assert found.name == (about or step)
    assert AskId.parse(step).name == step


def test_a_dot_within_the_name_of_a_step_is_part_of_it() -> None:
    assert AskId.parse("3.red.2:T2.way", {"T2", "T2.way"}).step == "T2.way"
    proposal = AskId("1.4", "proposal", "red.3", ".")
    assert AskId.parse("1.4:proposal.red.3", {"proposal"}) == proposal


def test_an_id_without_an_occasion_still_names_its_step() -> None:
    assert AskId.parse("P4.3", {"P4.3"}).step == "P4.3"
    assert AskId.parse("1:P5.2:red:2").subjects == ("red", "2")


def test_a_reply_counts_pieces_by_cell_and_kind() -> None:
    cells = {"a": (Piece("vp", 2), Piece("vp")), "b": ()}
    reply = Reply(AskId("1", "x"), Answer(id="a", ask="1:x", answer=Placed(cells)))
    assert reply.pieces == {"a": {"vp": 3}, "b": {}}
    assert (reply.choice, reply.pips, reply.number, reply.cards) == ("", (), 0, ())
