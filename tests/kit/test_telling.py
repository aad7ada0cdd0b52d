"""An answer in words, as an open log tells it."""

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
from companion.kit.intents import AnswerValue, Chosen, Counted, Placed, Readied, Rolled, Shown
from companion.kit.pieces import CardSeen, Die, Piece
from companion.kit.say import say
from companion.kit.telling import told
from companion.texts import sentence

WHAT = say("web.undo")  # any text will do
MENU = Choose(
    id="m",
    say=WHAT,
    options=(Option("a", say("web.done")), Option("b", say("web.close"))),
    most=2,
    least=0,
)
CARDS = Show(id="c", say=WHAT, cards="hero", known=(CardKnown("wolf", "Grey Wolf"),), new=True)
DICE = Roll(id="r", say=WHAT, dice=(DieWanted(count=2),))
SHEET = Place(
    id="p",
    say=WHAT,
    sheet="s",
    cells=(Cell("x", say("web.done")), Cell("y")),
    pieces=(PieceWanted("t"),),
)


@pytest.mark.parametrize(
    ("ask", "value", "words"),
    [
        (Ready(id="g", say=WHAT), Readied(), "Undo Done."),
        (MENU, Chosen(("b", "a")), "Undo Close, Done"),
        (MENU, Chosen(()), "Undo None."),
        (CARDS, Shown((CardSeen("wolf"), CardSeen("new one"))), "Undo Grey Wolf, new one"),
        (DICE, Rolled((Die(2), Die(6))), "Undo 2, 6"),
        (Count(id="n", say=WHAT, of="gold"), Counted(7), "Undo 7"),
        (SHEET, Placed({"x": (Piece("t", 2),), "y": (Piece("t"),)}), "Undo 2 on Done, 1 on y"),
    ],
)
def test_an_answer_is_told_with_its_question(ask: Ask, value: AnswerValue, words: str) -> None:
    assert sentence(told(ask, value), "en", {}) == words
