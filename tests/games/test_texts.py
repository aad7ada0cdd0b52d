"""Every text exists in English and Indonesian, with the same gaps; none is left over."""

import ast
import re
import string
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import games
from companion.kit.say import Say
from companion.kit.trackers import Cards
from companion.languages import LANGUAGES, SOURCE
from companion.texts import catalogue, folders, texts
from tests.games.played import TABLES, one_game
from tests.web.forms import sayings
from web.forms import UNSAID, asked_shortly, short_form

REFUSAL = re.compile(r"[A-Z]{2}-[ER]\d\d|([A-Z]{2}-)?E[-_][A-Z_-]+")  # SF-E14, E-SIDE, E_MANA
ROOT = Path(str(resources.files("companion"))).parent


@pytest.mark.parametrize("owner", folders())
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_texts_with_the_same_gaps(owner: str, language: str) -> None:
    english, other = catalogue(folders()[owner], SOURCE), catalogue(folders()[owner], language)
    assert english
    assert set(english) == set(other)
    assert {key: gaps(text) for key, text in english.items()} == {
        key: gaps(text) for key, text in other.items()
    }


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_every_sentence_said_in_a_game_has_a_text_and_fills_its_gaps(
    game_id: str, players: int
) -> None:
    told = one_game(game_id, players)
    known = texts("en")
    for say in {_shape(say): say for say in _said(told)}.values():
        assert say.key in known, say.key
        assert gaps(known[say.key]) <= set(say.values), (
            f"{say.key} has gaps {gaps(known[say.key])}, got {say.values}"
        )


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_every_figure_on_a_card_is_a_sign_or_has_a_word(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    views = [
        told.game.view(state, state.seats[0].id)
        for state in told.states[:: max(1, len(told.states) // 60)]
    ]
    cards = [
        card
        for view in views
        for one in view.trackers
        if isinstance(one, Cards)
        for card in one.cards
    ]
    named = {name for card in cards for name, _ in card.figures if name.isascii()}
    assert {f"web.figure.{name}" for name in named} <= set(texts("en"))


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_every_fact_people_are_asked_for_has_a_word(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    asked = {one for state in told.states for one in asked_shortly(told.game.asks(state)).items()}
    forms = [
        short_form(game_id, deck, names, language)
        for deck, names in asked
        for language in LANGUAGES
    ]
    assert [text for text in sayings(forms) if text.startswith(UNSAID) or "(" in text] == []


def _shape(say: Say) -> tuple[str, ...]:
    return (say.key, *sorted(say.values))


def _said(told: Any) -> Iterator[Say]:
    for line in told.live.lines:
        yield from says(line.events)
    for state in told.states[:: max(1, len(told.states) // 60)]:
        yield from says(told.game.asks(state))
        yield from says(told.game.view(state, state.seats[0].id))
        yield from says(tuple(told.game.where(state).values()))
        yield from says(told.game.handles(state))
    yield from says(told.game.outcome(told.states[-1]))


def says(value: Any) -> Iterator[Say]:
    """Every sentence inside a value."""
    if isinstance(value, Say):
        yield value
        for inner in value.values.values():
            yield from says(inner)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from says(getattr(value, field))
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from says(inner)
    elif isinstance(value, dict):
        yield from says(list(value.values()))


@pytest.mark.parametrize("game_id", games.ids())
def test_every_key_written_in_the_rules_has_a_text(game_id: str) -> None:
    prefix = f"{games.find(game_id).prefix}."
    known = texts("en")
    written = {
        key
        for file in (ROOT / "companion" / "games" / game_id).rglob("*.py")
        for key in literals(file)
    }
    keys = {
        key for key in written if key.startswith(prefix) and key.count(".") >= 2 and " " not in key
    }
    assert {key for key in keys if key not in known and not key.endswith(".")} == set()


def literals(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text("utf-8"))
    joined = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in joined
        ):
            yield node.value


@pytest.mark.parametrize("game_id", games.ids())
def test_every_refusal_has_its_rule_in_words(game_id: str) -> None:
    prefix = games.find(game_id).prefix
    written = {
        text
        for file in (ROOT / "companion" / "games" / game_id).rglob("*.py")
        for text in literals(file)
    }
    codes = {
        code if "-" in code else f"{prefix.upper()}-{code}"
        for code in written
        if REFUSAL.fullmatch(code)
    }
    told = {
        key.removeprefix(f"{prefix}.because.")
        for key in texts("en")
        if key.startswith(f"{prefix}.because.")
    }
    assert told == codes


@pytest.mark.parametrize("game_id", games.ids())
def test_every_option_is_said_in_plain_words_and_its_default_has_a_reason(game_id: str) -> None:
    game, known = games.find(game_id), texts("en")
    assert f"{game.prefix}.title" in known
    for spec in game.options:
        assert f"{game.prefix}.option.{spec.name}" in known
        assert f"{game.prefix}.option.{spec.name}.why" in known
        for value in spec.values:
            assert f"{game.prefix}.option.{spec.name}.{value}" in known
