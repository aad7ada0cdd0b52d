"""Every fact of every card of all games is asked for by touch, in words: no raw data, no word
missing or left over.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion import games
from companion.kit.forms import (
    Choice,
    Fact,
    Group,
    Keyed,
    Number,
    OneOf,
    Parts,
    Several,
    Shape,
    Text,
    described,
    lacking,
    part_name,
)
from companion.kit.story import RuleError
from companion.languages import LANGUAGES
from companion.packs import shipped
from companion.simulate import set_up
from companion.texts import catalogue, folders
from tests.web.forms import sayings
from web.forms import OUR_FACTS, UNSAID, FormWords, form, kinds, spoken_parts

GAMES = games.ids()
BY_TOUCH = {
    "number",
    "text",
    "yes_no",
    "choice",
    "letters",
    "grid",
    "several",
    "keyed",
    "group",
    "one_of",
}


def parts_of(game_id: str) -> Parts:
    return described(*(item for _, item in kinds(games.find(game_id))))


def facts(parts: Parts) -> Iterator[tuple[str, Fact]]:
    for part, some in parts.items():
        for fact in some:
            yield part, fact


def shapes(shape: Shape) -> Iterator[Shape]:
    yield shape
    match shape:
        case Several() | Keyed():
            yield from shapes(shape.of)
        case OneOf():
            for one in shape.of:
                yield from shapes(one)
        case Choice():
            for narrowed in shape.parts.values():
                for one in narrowed.values():
                    yield from shapes(one) if one is not None else ()


@pytest.mark.parametrize("game_id", GAMES)
def test_every_fact_is_asked_for_by_touch_and_none_as_raw_data(game_id: str) -> None:
    """A type without a shape raises: then nobody could be asked for it."""
    parts = parts_of(game_id)
    for part, fact in facts(parts):
        for shape in shapes(fact.shape):
            assert msgspec.to_builtins(shape)["ask"] in BY_TOUCH
            if isinstance(shape, Group):
                assert parts[shape.part], f"{part}.{fact.name} is an empty part"
            if isinstance(shape, Keyed):
                assert shape.keys, f"{part}.{fact.name}: nobody could say which keys there are"
            if isinstance(shape, OneOf):
                assert all(isinstance(one, Number | Choice | Group) for one in shape.of), (
                    f"{part}.{fact.name}"
                )


def words_used(game_id: str, language: str) -> tuple[FormWords, dict[str, Any]]:
    words = FormWords(game_id, language)
    return words, form((item for _, item in kinds(games.find(game_id))), words)


def words_of_games_under_way(game_id: str) -> set[str]:
    """With each option by itself: some ask for more."""
    game, used = games.find(game_id), set[str]()
    chosen = [{spec.name: value} for spec in game.options for value in spec.values]
    for options in chosen:
        try:
            asked = game.under_way(set_up(game, options=options))
        except RuleError:
            continue  # for other numbers of players
        if asked is not None:
            words = FormWords(game_id, "en", {one: one for one in asked.names})
            spoken_parts(asked.parts, words)
            used |= words.used
    return used


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_fact_part_and_choice_has_a_word(game_id: str, language: str) -> None:
    _, told = words_used(game_id, language)
    said = list(sayings(told))
    assert len(said) > 20
    assert [one for one in said if one.startswith(UNSAID)] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_no_word_for_cards_is_left_over(game_id: str) -> None:
    """A fact by itself may also be asked for when a card is met in play."""
    words, _ = words_used(game_id, "en")
    mark = f"{games.find(game_id).prefix}."
    keys = {key.removeprefix(mark) for key in catalogue(folders()[game_id], "en")}
    known = {
        key for key in keys if key.startswith(("choice.", "part.")) or re.match(r"fact\..*\.", key)
    }
    assert known - words.used - words_of_games_under_way(game_id) == set()


@pytest.mark.parametrize("game_id", GAMES)
def test_what_goes_with_a_word_is_a_fact_of_the_same_part(game_id: str) -> None:
    parts = parts_of(game_id)
    for part, fact in facts(parts):
        if isinstance(fact.shape, Choice):
            names = {one.name for one in parts[part]}
            assert set(fact.shape.parts) <= {str(one) for one in fact.shape.choices}
            assert {name for narrowed in fact.shape.parts.values() for name in narrowed} <= names


@pytest.mark.parametrize("game_id", GAMES)
def test_shipped_cards_state_only_what_goes_with_their_words(game_id: str) -> None:
    """Else the form would not offer what a card of ours has."""
    game = games.find(game_id)
    parts = parts_of(game_id)
    for pack in game.packs:
        raw = shipped(game, pack)
        for name, item in kinds(game):
            for card in raw.get(name, []):
                assert list(unfitting(parts, part_name(item), card)) == [], card["id"]
                assert list(lacking(parts, part_name(item), card)) == [], card["id"]


def unfitting(parts: Parts, part: str, value: dict[str, Any]) -> Iterator[str]:
    stated = (fact for fact in parts[part] if value.get(fact.name) not in (None, "", [], {}))
    for fact in stated:
        if not fits(parts[part], value, fact.name):
            yield f"{part}.{fact.name}"
        yield from inside(parts, fact.shape, value[fact.name])


def fits(some: tuple[Fact, ...], value: dict[str, Any], name: str) -> bool:
    """As the page has it: it goes with the word of every choice that rules it and fits itself."""
    return all(
        name in chief.shape.parts.get(str(value.get(chief.name, chief.default)), {})
        for chief in some
        if isinstance(chief.shape, Choice)
        and any(name in narrowed for narrowed in chief.shape.parts.values())
        and fits(some, value, chief.name)
    )


def inside(parts: Parts, shape: Shape, value: Any) -> Iterator[str]:
    match shape:
        case _ if value is None:
            return
        case Group():
            yield from unfitting(parts, shape.part, value)
        case Several():
            for one in value:
                yield from inside(parts, shape.of, one)
        case Keyed():
            for one in value.values():
                yield from inside(parts, shape.of, one)


def test_plain_texts_are_the_only_thing_left_to_type() -> None:
    """Names and sentences; whatever is one of some words, a number or a pattern is tapped."""
    typed = {
        (part, fact.name)
        for game in GAMES
        for part, fact in facts(parts_of(game))
        if is_typed(fact.shape)
    }
    assert {name for _, name in typed} - OUR_FACTS == TYPED


def is_typed(shape: Shape) -> bool:
    return any(isinstance(one, Text) and not one.is_colour for one in shapes(shape))


TYPED = {
    *(
        "id",
        "name",
        "name_en",
        "name_id",
        "text",
        "aliases",
        "words",
        "also",
        "letters",
        "boxes",
        "set_colour",
    ),
    *(
        "image_ref",
        "look",
        "info_bar",
        "subtypes",
        "subtype",
        "not_subtype",
        "what",
        "who",
        "colour",
        "color",
    ),
    *("item_name", "legendary", "place"),
}
