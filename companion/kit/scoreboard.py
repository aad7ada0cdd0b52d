"""Trackers that nearly every game shows in the same way: points, whose turn, where in the round."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from companion.kit.events import Path
from companion.kit.say import Say
from companion.kit.trackers import Counter, Order, Phase, PhaseStep, Tracker, TurnSeat

S = TypeVar("S")


def score(seat: str, name: str, what: Say, value: int, /, **facts: Any) -> Counter:
    """A number of that player, to be read from across the room. Its handle is its id, unless it is
    a sum (`made_of`) or says otherwise.
    """
    own = f"{name}:{seat}"
    made_of: tuple[Path, ...] = facts.get("made_of", ())
    usual: dict[str, Any] = {"id": own, "size": 2, "handle": None if made_of else own}
    return Counter(say=what, seat=seat, value=value, **(usual | facts))


def turn_order(
    what: Say, order: Iterable[str], state_of: Callable[[str], str], /, **facts: Any
) -> Order:
    """Who plays when; `state_of` says of a seat whether it is at its turn, done or waiting.

    `badges` are by seat.
    """
    badges: dict[str, str] = facts.pop("badges", {})
    turns = tuple(TurnSeat(seat, state_of(seat), badges.get(seat, "")) for seat in order)
    usual: dict[str, Any] = {"id": "order"}
    return Order(say=what, turns=turns, **(usual | facts))


def progress(order: Sequence[str], now: str, done: Iterable[str] = ()) -> Callable[[str], str]:
    """For `turn_order`: at its turn, done before, or still waiting."""
    gone = set(done) or set(order[: order.index(now)] if now in order else ())

    def state_of(seat: str) -> str:
        if seat == now:
            return "now"
        return "done" if seat in gone else ""

    return state_of


def phases(what: Say, names: Sequence[tuple[str, Say]], now: str, /, **facts: Any) -> Phase:
    """The steps of a round in a strip, the one at hand marked."""
    ids = [name for name, _ in names]
    at = ids.index(now) if now in ids else -1
    steps = tuple(
        PhaseStep(name, words, "now" if number == at else "done" if number < at else "")
        for number, (name, words) in enumerate(names)
    )
    usual: dict[str, Any] = {"id": "phase"}
    return Phase(say=what, steps=steps, **(usual | facts))


def seat_trackers(
    state: S, seats: Iterable[str], of_seat: Callable[[S, str], Iterable[Tracker]]
) -> tuple[Tracker, ...]:
    """What each player has, in the order of the seats."""
    return tuple(tracker for seat in seats for tracker in of_seat(state, seat))
