"""One `.po` file as it is read: every text by its key, and those that depend on a number with all
their forms, of which a language has as many as it needs (English two, Arabic six).
"""

import gettext
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable

from babel.messages.pofile import read_po

PluralRule = Callable[[int], int]
# No language's rule looks further than the last two digits of a number beyond its hundreds, so
# this many answers say it all: what the page is told instead of an expression.
COUNTED = 200


@dataclass(frozen=True, slots=True)
class Catalogue:
    texts: Mapping[str, str] = field(default_factory=dict)  # of several forms the last, "many"
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plural: str = ""  # the rule as the file's head writes it
    unfinished: tuple[str, ...] = ()  # marked as still to be written


def read_catalogue(folder: Traversable, language: str) -> Catalogue:
    file = folder / f"{language}.po"
    if not file.is_file():
        return Catalogue()
    with file.open("rb") as lines:
        read = read_po(lines, locale=language)
    texts: dict[str, str] = {}
    forms: dict[str, tuple[str, ...]] = {}
    for message in read:
        if not message.id or not message.string:
            continue
        if isinstance(message.id, str):
            texts[message.id] = str(message.string)
        elif all(message.string):
            key = message.id[0]
            forms[key] = tuple(message.string)
            texts[key] = forms[key][-1]
    marked = [message.id for message in read if message.id and message.fuzzy]
    unfinished = tuple(one if isinstance(one, str) else one[0] for one in marked)
    return Catalogue(texts, forms, str(read.plural_expr), unfinished)


def plural_rule(expression: str) -> PluralRule:
    """Which form a number takes."""
    return gettext.c2py(expression)


def counted_forms(rule: PluralRule) -> str:
    """The form of each number up to `COUNTED`, a digit each."""
    return "".join(str(rule(n)) for n in range(COUNTED))
