"""Which button of the panel to press next, to give an answer with plus, minus, confirm and the
seats' buttons. Pure.
"""

from dataclasses import dataclass

from companion.kit.asks import Ask, Choose, Count, Place, Ready, Roll, Show
from companion.kit.intents import Answer, Chosen, Counted, Rolled, Shown
from companion.service.panel import dial
from firmware_bridge.config import SEATS


@dataclass(frozen=True, slots=True)
class Dialled:
    """Where the panel is: the ask in front, what is dialled, what was taken already, who speaks."""

    ask: str = ""
    number: int = 0
    taken: tuple[str, ...] = ()
    seat: str | None = None


def next_press(ask: Ask, answer: Answer, at: Dialled, seats: tuple[str, ...]) -> str | None:
    """The next button towards this answer; None where the panel cannot give it."""
    if isinstance(ask, Place):
        return None
    if isinstance(ask, Ready):
        if len(ask.seats) > 1:
            return _seat(answer.seat, seats)
        return "confirm" if at.ask == ask.id else "next"
    if not dial.is_dialled(ask):
        return None
    if at.ask != ask.id:
        return "next"
    if len(ask.seats) > 1 and at.seat not in ask.seats:
        return _seat(answer.seat, seats)
    return _dialled(ask, answer, at)


def _seat(seat: str | None, seats: tuple[str, ...]) -> str | None:
    return SEATS[seats.index(seat)] if seat in seats[: len(SEATS)] else None


def _dialled(ask: Ask, answer: Answer, at: Dialled) -> str | None:
    value = answer.answer
    if isinstance(ask, Count) and isinstance(value, Counted):
        return (
            "confirm"
            if at.number == value.number
            else "plus"
            if at.number < value.number
            else "minus"
        )
    wanted, run = _wanted(ask, answer), dial.items(ask, at.taken)
    if wanted is None or at.taken != wanted[: len(at.taken)] or not run:
        return None
    left = wanted[len(at.taken) :]
    goal = next(
        (place for place, item in enumerate(run) if item.id == (left[0] if left else "")), None
    )
    if goal is None:
        return None
    ahead = (goal - at.number) % len(run)
    return "confirm" if not ahead else "plus" if ahead <= len(run) / 2 else "minus"


def _wanted(ask: Ask, answer: Answer) -> tuple[str, ...] | None:
    """The items to be taken, one after the other; dice by the place of their face."""
    match ask, answer.answer:
        case Choose(), Chosen(options=options):
            return options
        case Show(), Shown(cards=cards):
            return tuple(card.id for card in cards)
        case Roll(), Rolled(dice=dice):
            faces = [die.faces for die in ask.dice for _ in range(die.count)]
            if len(dice) > len(faces) or any(
                die.face not in of for die, of in zip(dice, faces, strict=False)
            ):
                return None
            return tuple(str(of.index(die.face)) for die, of in zip(dice, faces, strict=False))
        case _:
            return None


def presses_left(ask: Ask, answer: Answer, seats: tuple[str, ...], most: int) -> int | None:
    """How many presses it takes from a fresh start; None when the panel cannot, or not
    in so many.
    """
    if isinstance(ask, Ready):
        return 1 if next_press(ask, answer, Dialled(ask.id), seats) else None
    if isinstance(ask, Count) and isinstance(answer.answer, Counted):
        needed = abs(answer.answer.number - ask.start) + 1
        return needed if needed <= most else None
    wanted = _wanted(ask, answer)
    if wanted is None:
        return None
    total = 0
    taken: tuple[str, ...] = ()
    for one in (*wanted, *([""] if len(wanted) < dial.limits(ask)[1] else [])):
        run = dial.items(ask, taken)
        place = next((at for at, item in enumerate(run) if item.id == one), None)
        if place is None:
            return None
        total += min(place, len(run) - place) + 1
        taken = (*taken, one)
    return total if total <= most else None
