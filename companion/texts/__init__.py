"""Texts for people: gettext catalogues (.po), one folder per game and one for the companion itself.

Each language is complete: a test fails when a text is missing in one of them.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from companion import games
from companion.kit.say import Say, SeatName
from companion.languages import LANGUAGES, SOURCE
from companion.texts.catalogues import PluralRule, plural_rule, read_catalogue


def catalogue(folder: Traversable, language: str) -> Mapping[str, str]:
    return read_catalogue(folder, language).texts


def unfinished(folder: Traversable, language: str) -> tuple[str, ...]:
    """Texts marked as still to be written: `#, fuzzy`, as gettext marks them."""
    return read_catalogue(folder, language).unfinished


def folders() -> dict[str, Traversable]:
    """Every folder with catalogues: the companion's own, those of single screens inside it, and
    each game's.
    """
    here = resources.files(__name__)
    screens = {
        screen.name: screen for screen in here.iterdir() if (screen / f"{SOURCE}.po").is_file()
    }
    of_games = {game: games.folder(game) / "texts" for game in games.ids()}
    return {"companion": here} | screens | of_games


@cache
def texts(language: str) -> Mapping[str, str]:
    """All texts of one language, by key."""
    known = language if language in LANGUAGES else SOURCE
    return {
        key: text for folder in folders().values() for key, text in catalogue(folder, known).items()
    }


@cache
def forms(language: str) -> Mapping[str, tuple[str, ...]]:
    """The texts that depend on a number, with all their forms."""
    known = language if language in LANGUAGES else SOURCE
    return {
        key: several
        for folder in folders().values()
        for key, several in read_catalogue(folder, known).forms.items()
    }


@cache
def plural(language: str) -> PluralRule:
    """A language has one rule: that of the companion's own catalogue."""
    return plural_rule(read_catalogue(resources.files(__name__), language).plural)


@cache
def fact_words(game: str, language: str) -> Mapping[str, str]:
    """What the facts on a game's cards are called, by their names in its pack."""
    return _words_after(".fact.", game, language)


@cache
def choice_words(game: str, language: str) -> Mapping[str, str]:
    """What the words to choose from in a game's pack mean."""
    return _words_after(".choice.", game, language)


@cache
def part_words(game: str, language: str) -> Mapping[str, str]:
    """What the parts of a game's cards are called: one effect, one ability."""
    return _words_after(".part.", game, language)


@cache
def deck_words(game: str, language: str) -> Mapping[str, str]:
    """What the kinds of cards in a game's pack are called."""
    return _words_after(".deck.", game, language)


def _words_after(mark: str, game: str, language: str) -> Mapping[str, str]:
    known = catalogue(folders()[game], language)
    return {key.partition(mark)[2]: text for key, text in known.items() if mark in key}


@cache
def rule_behind(code: str, language: str) -> str:
    """The rule in words that a game refused by, empty for the companion's own refusals."""
    return next(
        (text for key, text in texts(language).items() if key.endswith(f".because.{code}")), ""
    )


def sentence(words: Say, language: str, names: Mapping[str, str]) -> str:
    """The sentence in that language; `names` are the players', by seat. A missing key shows itself,
    never crashes. Of a text with several lines, the first: a headline that fits everywhere.
    """
    text = _form(words.key, words.values.get("n"), language)
    return _filled(text.partition("\n")[0], words, language, names)


def explanation(words: Say, language: str, names: Mapping[str, str]) -> str:
    """What a text says below its headline, for whoever has room for it; empty for most."""
    text = _form(words.key, words.values.get("n"), language)
    return _filled(text.partition("\n")[2], words, language, names)


def _filled(text: str, words: Say, language: str, names: Mapping[str, str]) -> str:
    values = {name: said(value, language, names) for name, value in words.values.items()}
    try:
        return text.format(**values)
    except (KeyError, IndexError, ValueError):
        return text


def _form(key: str, n: Any, language: str) -> str:
    """The text as that number needs it; without a number, its general form."""
    several = forms(language).get(key)
    if several is None or not isinstance(n, int) or n < 0:
        return texts(language).get(key, key)
    return several[plural(language)(n)]


def said(value: Any, language: str, names: Mapping[str, str]) -> str:
    """A value as it stands in a sentence: a name, a number, a sentence of its own."""
    if isinstance(value, Say):
        return sentence(value, language, names)
    if isinstance(value, SeatName):
        return names.get(value.seat) or sentence(Say(f"kit.colour.{value.seat}"), language, names)
    if isinstance(value, tuple | list):
        return ", ".join(said(one, language, names) for one in value)
    return str(value)


def spoken(plain: Any, language: str, names: Mapping[str, str]) -> Any:
    """Plain data with every sentence in it spoken: what the page receives."""
    if isinstance(plain, dict):
        if plain.get("is") == "say":
            return sentence(_say_of(plain), language, names)
        return {key: spoken(value, language, names) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [spoken(value, language, names) for value in plain]
    return plain


def _say_of(plain: Any) -> Any:
    if isinstance(plain, dict) and plain.get("is") == "say":
        return Say(
            plain["key"], {name: _say_of(value) for name, value in plain.get("values", {}).items()}
        )
    if isinstance(plain, dict) and plain.get("is") == "seat":
        return SeatName(plain["seat"])
    if isinstance(plain, list | tuple):
        return tuple(_say_of(value) for value in plain)
    return plain
