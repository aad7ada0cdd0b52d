"""What was answered, in a sentence: for a log that would else stay silent about it. Never where
answers are secret.
"""

from typing import assert_never

from companion.kit.asks import Ask, Choose, Place, Show
from companion.kit.intents import AnswerValue, Chosen, Counted, Placed, Readied, Rolled, Shown
from companion.kit.pieces import count_of
from companion.kit.say import Say, say


def told(ask: Ask, value: AnswerValue) -> Say:
    """The question with its answer: options by their words, cards by their titles, dice by their
    faces.
    """
    match value:
        case Readied():
            return say("kit.done", ask=ask.say)
        case Chosen():
            words = (
                {option.id: option.say for option in ask.options} if isinstance(ask, Choose) else {}
            )
            parts: tuple[str | int | Say, ...] = tuple(words.get(one, one) for one in value.options)
        case Shown():
            titles = {card.id: card.title for card in ask.known} if isinstance(ask, Show) else {}
            parts = tuple(titles.get(card.id, card.id) for card in value.cards)
        case Rolled():
            parts = tuple(die.face for die in value.dice)
        case Counted():
            parts = (value.number,)
        case Placed():
            cells = (
                {cell.id: cell.say or cell.id for cell in ask.cells}
                if isinstance(ask, Place)
                else {}
            )
            parts = tuple(
                say("kit.placed", n=count_of(pieces), cell=cells.get(cell, cell))
                for cell, pieces in value.cells.items()
            )
        case _:
            assert_never(value)
    return (
        say("kit.answered", ask=ask.say, answer=parts)
        if parts
        else say("kit.answered_nothing", ask=ask.say)
    )
