"""The facts of a game's cards as the page asks for them: the shapes of their types, in the words of
the table.

A word is looked for under the part and the fact it stands in, then under the fact, then by itself:
most words mean the same wherever they stand.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, get_args, get_origin

import msgspec

from companion import games
from companion.kit.asks import Ask, Show
from companion.kit.forms import (
    Cells,
    Choice,
    Fact,
    Group,
    Keyed,
    Letters,
    OneOf,
    Parts,
    Pattern,
    Several,
    Shape,
    described,
    described_shortly,
    part_name,
)
from companion.kit.game import Game
from companion.kit.seats import Seat
from companion.kit.under_way import WHOLE, UnderWay
from companion.texts import choice_words, fact_words, part_words, said

OUR_FACTS = {"source", "verified", "missing"}  # kept by us, not typed in
UNSAID = "?"  # before a name that has no word


class FormWords:
    """A game's words in one language. `used` are those that were found, for the test that none is
    left over.
    """

    def __init__(
        self, game: str, language: str, names: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """`names`: of cards, places and people, which no catalogue knows."""
        self._facts, self._choices = fact_words(game, language), choice_words(game, language)
        self._parts, self._names = part_words(game, language), names
        self.used: set[str] = set()

    def part(self, name: str) -> str:
        return self._word("part", self._parts, name)

    def fact(self, part: str, name: str) -> str:
        return self._word("fact", self._facts, f"{part}.{name}", name)

    def choices(self, part: str, fact: str, values: Iterable[str | int]) -> list[str]:
        return [self._choice(part, fact, str(one)) for one in values]

    def _choice(self, part: str, fact: str, one: str) -> str:
        if one in self._names:
            return self._names[one]
        return self._word("choice", self._choices, f"{part}.{fact}.{one}", f"{fact}.{one}", one)

    def _word(self, kind: str, known: Mapping[str, str], *names: str) -> str:
        found = next((name for name in names if name in known), None)
        if found is None:
            return UNSAID + names[-1]
        self.used.add(f"{kind}.{found}")
        return known[found]


def form(kinds: Iterable[type[msgspec.Struct]], words: FormWords) -> dict[str, Any]:
    """Every part of these cards: what it is called, and its facts."""
    return spoken_parts(described(*kinds), words)


def spoken_parts(parts: Parts, words: FormWords) -> dict[str, Any]:
    return {name: _part(words, name, facts) for name, facts in parts.items()}


def _part(words: FormWords, name: str, facts: tuple[Fact, ...]) -> dict[str, Any]:
    return {
        "say": words.part(name),
        "facts": [_fact(words, name, one) for one in facts if one.name not in OUR_FACTS],
    }


def kinds(game: Game[Any]) -> list[tuple[str, type[msgspec.Struct]]]:
    """The lists of cards a pack has: everything held as structs with an id."""
    found = []
    for field in msgspec.structs.fields(game.pack) if game.pack is not None else ():
        held = get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type
        item = next(iter(get_args(held)), None)
        if (
            isinstance(item, type)
            and issubclass(item, msgspec.Struct)
            and "id" in item.__struct_fields__
        ):
            found.append((field.encode_name, item))
    return found


def asked_shortly(asks: Iterable[Ask]) -> dict[str, tuple[str, ...]]:
    """The facts people may be asked for of a card they show, by its deck."""
    found: dict[str, dict[str, None]] = {}
    for ask in asks:
        if isinstance(ask, Show):
            needs = (*ask.needs, *(fact for card in ask.known for fact in card.needs))
            if needs:
                found.setdefault(ask.deck, {}).update(dict.fromkeys(needs))
    return {deck: tuple(names) for deck, names in found.items()}


@cache
def short_form(game_id: str, deck: str, names: tuple[str, ...], language: str) -> dict[str, Any]:
    """The few facts of a card met in play, as its `part` among the parts inside it."""
    game, words = games.find(game_id), FormWords(game_id, language)
    item = dict(kinds(game))[deck]
    parts = described_shortly(item, names, game.short_facts)
    return {
        "part": part_name(item),
        "parts": spoken_parts(parts, words),
    }


def asked_on_the_page(
    game: Game[Any], asked: UnderWay, seats: Iterable[Seat], language: str
) -> dict[str, Any]:
    """What is asked of a game under way, in the words of the table and the names of its people."""
    people = {seat.id: seat.name for seat in seats if seat.name}
    names = {one: said(value, language, people) for one, value in asked.names.items()}
    parts = spoken_parts(asked.parts, FormWords(game.id, language, names))
    return {"part": WHOLE, "parts": parts, "begun": asked.begun, "fixed": asked.fixed}


def fact_at(parts: Parts, part: str, path: list[str]) -> tuple[str, str] | None:
    """The part and the name of the fact that a path leads to; what has no name of its own is
    skipped.
    """
    found = None
    for step in path:
        fact = next((one for one in parts.get(part, ()) if one.name == step), None)
        if fact is not None:
            found, part = (part, step), _inside(fact.shape)
    return found


def _inside(shape: Shape) -> str:
    while isinstance(shape, Several | Keyed):
        shape = shape.of
    return shape.part if isinstance(shape, Group) else ""


def _fact(words: FormWords, part: str, fact: Fact) -> dict[str, Any]:
    told = {
        "name": fact.name,
        "say": words.fact(part, fact.name),
        "needed": fact.needed,
        "default": fact.default,
    }
    return {**told, "shape": _shape(words, part, fact.name, fact.shape)}


def _shape(words: FormWords, part: str, fact: str, shape: Shape) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(shape)
    match shape:
        case Choice():
            narrowed = {word: _narrowed(words, part, facts) for word, facts in shape.parts.items()}
            return {**told, "says": words.choices(part, fact, shape.choices), "parts": narrowed}
        case (
            Letters(letters=values)
            | Pattern(signs=values)
            | Keyed(keys=values)
            | Cells(choices=values)
        ):
            inner = {"of": _shape(words, part, fact, shape.of)} if isinstance(shape, Keyed) else {}
            return {**told, **inner, "says": words.choices(part, fact, values)}
        case Several():
            return {**told, "of": _shape(words, part, fact, shape.of)}
        case OneOf():
            return {**told, "of": [_shape(words, part, fact, one) for one in shape.of]}
        case _:
            return told


def _narrowed(words: FormWords, part: str, facts: dict[str, Shape | None]) -> dict[str, Any]:
    return {name: shape and _shape(words, part, name, shape) for name, shape in facts.items()}
