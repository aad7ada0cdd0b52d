"""The form of answers, checked the same for all games."""

from typing import Any

import pytest

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
from companion.kit.fits import open_ask
from companion.kit.intents import (
    Answer,
    AnswerValue,
    Chosen,
    Counted,
    Placed,
    Readied,
    Rolled,
    Shown,
)
from companion.kit.pieces import CardSeen, Die, Piece
from companion.kit.say import say
from companion.kit.story import RuleError
from companion.texts import sentence

WORDS = say("test.ask")
COMMON: dict[str, Any] = {"id": "1", "say": WORDS}
ROLL = Roll(**COMMON, dice=(DieWanted(count=2), DieWanted(colour="gold")))
SYMBOLS = Roll(**COMMON, dice=(DieWanted("element", "fire", 1, ("point", "energy")),))
PLACE = Place(
    **COMMON,
    sheet="card",
    cells=(Cell("A"), Cell("B")),
    pieces=(PieceWanted("white"), PieceWanted("die", faces=("x",))),
)
SHOW = Show(
    **COMMON,
    cards="beast",
    known=(CardKnown("D01", "Mudling"), CardKnown("D02", "Thornpup")),
    most=2,
)
CHOOSE = Choose(
    **COMMON,
    options=(
        Option("yes", WORDS),
        Option("no", WORDS),
        Option("later", WORDS, why_not=say("test.not")),
    ),
)
COUNT = Count(**COMMON, of="gold", least=1, most=6)
READY = Ready(**COMMON, seats=("red", "blue"), done=("red",), withdraw=True)


def answer(value: AnswerValue, seat: str | None = None, ask: str = "1") -> Answer:
    return Answer(id="i", ask=ask, answer=value, seat=seat)


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        (ROLL, Rolled((Die(1), Die(6, colour="gold"), Die(3)))),
        (ROLL, Rolled((Die(1, colour="green"), Die(6, colour="gold"), Die(3, colour="white")))),
        (SYMBOLS, Rolled((Die("energy", "element", "fire"),))),
        (PLACE, Placed({"A": (Piece("white", 2),), "B": (Piece("die", face="x"),)})),
        (PLACE, Placed({})),
        (SHOW, Shown((CardSeen("D01"),))),
        (CHOOSE, Chosen(("yes",))),
        (COUNT, Counted(6)),
    ],
)
def test_an_answer_that_fits_is_taken(ask: Ask, value: AnswerValue) -> None:
    assert open_ask((ask,), answer(value)) is ask


@pytest.mark.parametrize(
    ("ask", "value", "code"),
    [
        (ROLL, Rolled((Die(1), Die(2))), "wrong_dice"),
        (ROLL, Rolled((Die(1), Die(2), Die(3), Die(4, colour="gold"))), "wrong_dice"),
        (ROLL, Rolled((Die(1), Die(7), Die(3, colour="gold"))), "wrong_dice"),
        (ROLL, Rolled((Die(1), Die(0), Die(3, colour="gold"))), "wrong_dice"),
        (ROLL, Rolled((Die(1, colour="gold"), Die(2, colour="gold"), Die(3))), "wrong_dice"),
        (ROLL, Rolled((Die(1), Die(2), Die(3))), "wrong_dice"),
        (SYMBOLS, Rolled((Die("rotate", "element", "fire"),)), "wrong_dice"),
        (SYMBOLS, Rolled((Die("point", "element", "water"),)), "wrong_dice"),
        (PLACE, Placed({"Z": (Piece("white"),)}), "no_such_cell"),
        (PLACE, Placed({"A": (Piece("black"),)}), "no_such_piece"),
        (PLACE, Placed({"A": (Piece("white", 0),)}), "no_such_piece"),
        (PLACE, Placed({"A": (Piece("white", turn=4),)}), "no_such_piece"),
        (PLACE, Placed({"A": (Piece("die", face="y"),)}), "no_such_piece"),
        (SHOW, Shown(()), "wrong_cards"),
        (SHOW, Shown((CardSeen("D09"),)), "no_such_card"),
        (SHOW, Shown((CardSeen("D01"), CardSeen("D01"))), "wrong_cards"),
        (CHOOSE, Chosen(()), "wrong_number"),
        (CHOOSE, Chosen(("yes", "no")), "wrong_number"),
        (CHOOSE, Chosen(("maybe",)), "no_such_option"),
        (CHOOSE, Chosen(("later",)), "not_now"),
        (COUNT, Counted(0), "out_of_range"),
        (COUNT, Counted(7), "out_of_range"),
        (COUNT, Rolled((Die(1),)), "wrong_kind"),
        (READY, Readied(), "whose"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused_with_its_code(
    ask: Ask, value: AnswerValue, code: str
) -> None:
    with pytest.raises(RuleError) as refusal:
        open_ask((ask,), answer(value))
    assert refusal.value.code == code
    assert not refusal.value.may_force


def test_an_ask_that_is_not_open_is_refused_with_what_is() -> None:
    with pytest.raises(RuleError) as refusal:
        open_ask((COUNT,), answer(Counted(1), ask="2"))
    assert refusal.value.code == "not_asked"
    assert refusal.value.say.values["now"] == (WORDS,)


def test_only_the_seats_asked_may_answer() -> None:
    with pytest.raises(RuleError) as refusal:
        open_ask((READY,), answer(Readied(), "green"))
    assert refusal.value.code == "not_you"


def test_ready_can_be_withdrawn_only_by_who_is_ready() -> None:
    assert open_ask((READY,), answer(Readied(ready=False), "red")) is READY
    with pytest.raises(RuleError) as refusal:
        open_ask((READY,), answer(Readied(ready=False), "blue"))
    assert refusal.value.code == "not_withdrawn"


def test_too_few_dice_are_told_by_how_many_are_wanted() -> None:
    two = Roll(**COMMON, dice=(DieWanted(count=2),))
    with pytest.raises(RuleError) as refusal:
        open_ask((two,), Answer(id="a", ask="1", answer=Rolled((Die(1),))))
    assert sentence(refusal.value.say, "en", {}) == "2 dice are wanted, not 1."
