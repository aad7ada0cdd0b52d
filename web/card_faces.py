"""Cards of a deck as they are drawn in a list: what kind, which colours, a few figures. Told from
the types of their facts, so no game needs to say it again.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.kit.forms import Choice, Fact, Letters, described, part_name
from web.forms import OUR_FACTS, FormWords

PLUMBING = OUR_FACTS | {"copies", "tag", "slot"}  # facts no player looks for in a list
FIGURES = 2


class ListedCard(msgspec.Struct, frozen=True):
    id: str
    kind: str = ""
    colours: tuple[str, ...] = ()
    figures: tuple[tuple[str, int], ...] = ()


def listed_cards(
    game: str, item: type[msgspec.Struct], cards: Any, language: str
) -> list[ListedCard]:
    part = part_name(item)
    facts = tuple(fact for fact in described(item)[part] if fact.name not in PLUMBING)
    words, plain = FormWords(game, language), FormWords(game, "en")
    return [
        ListedCard(
            card.id,
            _kind(words, part, facts, card),
            tuple(_colours(plain, part, facts, card)),
            tuple(_figures(words, part, facts, card))[:FIGURES],
        )
        for card in cards
    ]


def _value(card: Any, fact: Fact) -> Any:
    return getattr(card, fact.name, None)


def _kind(words: FormWords, part: str, facts: tuple[Fact, ...], card: Any) -> str:
    """The first fact that is one of a few words."""
    for fact in facts:
        if isinstance(fact.shape, Choice):
            value = _value(card, fact)
            return words.choices(part, fact.name, (value,))[0] if value else ""
    return ""


def _colours(words: FormWords, part: str, facts: tuple[Fact, ...], card: Any) -> Iterator[str]:
    """Written as letters on the card; named as the page names colours."""
    for fact in facts:
        if isinstance(fact.shape, Letters):
            letters = tuple(_value(card, fact) or "")
            yield from (word.lower() for word in words.choices(part, fact.name, letters))


def _figures(
    words: FormWords, part: str, facts: tuple[Fact, ...], card: Any
) -> Iterator[tuple[str, int]]:
    for fact in facts:
        value = None if isinstance(fact.shape, Choice) else _value(card, fact)
        if isinstance(value, int) and not isinstance(value, bool) and value != (fact.default or 0):
            yield words.fact(part, fact.name), value
