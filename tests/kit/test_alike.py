"""Equal values are written alike, however they came to be equal."""

from typing import Any

import msgspec

from companion.kit.alike import alike


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    affects: str = "self"
    cost: int = 1000
    faces: tuple[str, ...] = ("p", "e")


class Hand(msgspec.Struct, frozen=True):
    cards: dict[str, Card]
    played: tuple[Card, ...] = ()
    last: Card | None = None


def typed_in() -> Card:
    """As it comes from somebody's keyboard: equal words, but other objects."""
    return msgspec.json.decode(b'{"affects":"self","cost":1000,"faces":["p","e"]}', type=Card)


def written(value: Any) -> bytes:
    return msgspec.json.encode(alike(value))


def test_a_default_typed_in_is_written_like_one_left_out() -> None:
    assert typed_in() == Card()
    assert msgspec.json.encode(typed_in()) != msgspec.json.encode(Card())
    assert written(typed_in()) == written(Card())


def test_so_it_is_wherever_it_lies() -> None:
    one = Hand({"a": typed_in()}, (Card(), typed_in()), typed_in())
    other = Hand({"a": Card()}, (typed_in(), Card()), Card())
    assert one == other
    assert written(one) == written(other)


def test_what_differs_still_does() -> None:
    assert written(Card("others")) != written(Card())
    assert written(Hand({"a": Card(cost=2)})) != written(Hand({"a": Card()}))


def test_what_has_its_own_defaults_is_not_copied() -> None:
    hand = Hand({"a": Card()}, (Card("others"),))
    assert alike(hand) is hand
