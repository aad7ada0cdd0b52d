"""How an ask is answered with plus, minus and confirm: what is run through, and what confirming
amounts to.

Answers of several parts (three options, seven dice) are taken one by one; `taken` holds those
already confirmed.
"""

from dataclasses import dataclass

from companion.kit.asks import Ask, Choose, Count, Roll, Show, dice_wanted
from companion.kit.intents import AnswerValue, Chosen, Counted, Rolled, Shown
from companion.kit.pieces import CardSeen, Die
from companion.kit.say import Say, say

DONE = say("panel.done")
Label = Say | str
Taken = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Item:
    id: str
    label: Label
    seat: str | None = None


def items(ask: Ask, taken: Taken) -> tuple[Item, ...]:
    """What plus and minus run through now; nothing for asks that only camera or page answer."""
    match ask:
        case Choose():
            open_options = (
                option
                for option in ask.options
                if option.why_not is None and option.id not in taken
            )
            found = [Item(option.id, option.say, option.seat) for option in open_options]
        case Show():
            known = (card for card in ask.known if ask.spare or card.id not in taken)
            found = [Item(card.id, card.title) for card in known]
        case Roll():
            found = [Item(str(at), str(face)) for at, face in enumerate(_faces(ask, len(taken)))]
        case _:
            return ()
    least, most = limits(ask)
    if found and least <= len(taken) < most:
        found.append(Item("", DONE))
    return tuple(found)


def limits(ask: Ask) -> tuple[int, int]:
    match ask:
        case Choose() | Show():
            return ask.least, ask.most
        case Roll():
            number = dice_wanted(ask)
            return (number if ask.least is None else ask.least), number
        case _:
            return 1, 1


def _faces(ask: Roll, at: int) -> tuple[int | str, ...]:
    dice = [wanted for wanted in ask.dice for _ in range(wanted.count)]
    return dice[at].faces if at < len(dice) else ()


def is_dialled(ask: Ask) -> bool:
    return isinstance(ask, Count) or bool(items(ask, ()))


def turned(ask: Ask, number: int, taken: Taken, by: int) -> int:
    """The number or the place in the list after so many steps: numbers stop at their ends, lists go
    round.
    """
    if isinstance(ask, Count):
        return max(ask.least, min(number + by, number + by if ask.most is None else ask.most))
    count = len(items(ask, taken))
    return (number + by) % count if count else 0


def start(ask: Ask) -> int:
    return ask.start if isinstance(ask, Count) else 0


def answer(ask: Ask, number: int, taken: Taken) -> tuple[Taken, AnswerValue | None]:
    """What confirming does: one more is taken, or the answer is complete."""
    if isinstance(ask, Count):
        return (), Counted(number)
    run = items(ask, taken)
    if not run:
        return taken, None
    item = run[number % len(run)]
    if item.label is not DONE:
        taken = (*taken, item.id)
        if len(taken) < limits(ask)[1]:
            return taken, None
    return (), _value(ask, taken)


def _value(ask: Ask, taken: Taken) -> AnswerValue | None:
    match ask:
        case Choose():
            return Chosen(taken)
        case Show():
            return Shown(tuple(CardSeen(card) for card in taken))
        case Roll():
            dice = [wanted for wanted in ask.dice for _ in range(wanted.count)]
            return Rolled(
                tuple(
                    Die(wanted.faces[int(face)], wanted.kind, wanted.colour)
                    for wanted, face in zip(dice, taken, strict=False)
                )
            )
        case _:
            return None
