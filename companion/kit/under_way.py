"""A game that is already under way when people sit down with us: what they are asked of it.

What they say is a position in the state's own words (`position.py`), so there is no second format;
this only names the facts worth asking for, in shapes that a finger can answer (`forms.py`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.kit.forms import Choice, Fact, Group, Keyed, Number, Parts, Several, Shape, YesNo
from companion.kit.say import Value, name_of
from companion.kit.seats import Seat

WHOLE = "position"  # the part that holds all others


class UnderWay(msgspec.Struct, frozen=True):
    """`parts` are the facts of a position, `names` what cards, places and people are called.

    `begun` is what the form says at first; `fixed` what nobody is asked: the step play goes on
    from. What is not said has its starting value.
    """

    parts: Parts
    begun: Mapping[str, Any] = {}
    fixed: Mapping[str, Any] = {}
    names: Mapping[str, Value] = {}


def always(*facts: Fact) -> tuple[Fact, ...]:
    """Facts that stand in the form from the beginning; others are added by a tap."""
    return tuple(msgspec.structs.replace(fact, needed=True) for fact in facts)


def number(name: str, most: int | None = None, least: int = 0) -> Fact:
    return Fact(name, Number(least, most))


def yes_no(name: str) -> Fact:
    return Fact(name, YesNo())


def one_of(name: str, words: Iterable[str]) -> Fact:
    return Fact(name, Choice(tuple(words)))


def some_of(name: str, words: Iterable[str], most: int | None = None) -> Fact:
    return Fact(name, Several(Choice(tuple(words)), most=most))


def part_of(name: str, part: str) -> Fact:
    return Fact(name, Group(part))


def parts_of(name: str, part: str, number: int | None = None) -> Fact:
    """Several parts; just so many where a number is given."""
    return Fact(name, Several(Group(part), number, number))


def for_each(name: str, keys: Iterable[str], of: Shape) -> Fact:
    """A value for each of these, all of them always there."""
    return Fact(name, Keyed(tuple(keys), of, is_whole=True))


def names_of(seats: Iterable[Seat]) -> dict[str, Value]:
    return {seat.id: name_of(seat.id) for seat in seats}
