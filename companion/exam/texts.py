"""Whether everything a game says has its words: in every language, with the same gaps to fill."""

import ast
import re
import string
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from companion import games
from companion.exam.played import Played, one_game
from companion.kit.say import Say
from companion.languages import LANGUAGES, SOURCE
from companion.texts import catalogue, texts, unfinished

REFUSAL = re.compile(r"[A-Z]{2}-[ER]\d{1,2}|([A-Z]{2}-)?E[-_][A-Z_-]+")  # SF-E14, E-SIDE, E_MANA
Findings = Iterator[str]


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def languages_agree(folder: Traversable) -> Findings:
    """Every language has the same texts, with the same gaps."""
    english = catalogue(folder, SOURCE)
    if not english:
        yield f"there are no texts in texts/{SOURCE}.po"
    for language in LANGUAGES[1:]:
        other = catalogue(folder, language)
        yield from (f"texts/{language}.po lacks {key}" for key in english if key not in other)
        yield from (
            f"texts/{language}.po has {key} too much" for key in other if key not in english
        )
        for key in english.keys() & other.keys():
            if gaps(english[key]) != gaps(other[key]):
                yield f"texts/{language}.po: {key} has other gaps than in {SOURCE}"


def translations_wait(folder: Traversable) -> Findings:
    """Texts marked as not translated yet."""
    for language in LANGUAGES:
        waiting = unfinished(folder, language)
        if waiting:
            yield f"texts/{language}.po: {len(waiting)} texts wait for words: {', '.join(waiting)}"


def everything_said_has_words(game_id: str, players: int) -> Findings:
    known = texts(SOURCE)
    told = one_game(game_id, players)
    for words in {_shape(words): words for words in _said(told)}.values():
        if words.key not in known:
            yield f"there is no text {words.key}"
        elif not gaps(known[words.key]) <= set(words.values):
            missing = gaps(known[words.key]) - set(words.values)
            yield f"{words.key} is said without {', '.join(sorted(missing))}"


def _shape(words: Say) -> tuple[str, ...]:
    return (words.key, *sorted(words.values))


def _said(told: Played) -> Iterator[Say]:
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


def every_key_in_the_rules_has_words(game_id: str) -> Findings:
    prefix, known = f"{games.find(game_id).prefix}.", texts(SOURCE)
    for key in sorted(set(written_in(games.folder(game_id)))):
        is_key = key.startswith(prefix) and key.count(".") >= 2 and " " not in key
        if is_key and key not in known and not key.endswith("."):
            yield f"there is no text {key}"


def every_refusal_has_its_rule_in_words(game_id: str) -> Findings:
    prefix, known = games.find(game_id).prefix, texts(SOURCE)
    codes = {code for code in written_in(games.folder(game_id)) if REFUSAL.fullmatch(code)}
    named = {code if "-" in code else f"{prefix.upper()}-{code}" for code in codes}
    mark = f"{prefix}.because."
    told = {key.removeprefix(mark) for key in known if key.startswith(mark)}
    yield from (f"there is no text {mark}{code}: why is it refused?" for code in named - told)
    yield from (f"{mark}{code} explains a refusal nobody meets" for code in told - named)


def every_option_has_words(game_id: str) -> Findings:
    game, known = games.find(game_id), texts(SOURCE)
    wanted = [f"{game.prefix}.title"]
    for spec in game.options:
        key = f"{game.prefix}.option.{spec.name}"
        wanted += [key, f"{key}.why", *(f"{key}.{value}" for value in spec.values)]
    yield from (f"there is no text {key}" for key in wanted if key not in known)


def written_in(folder: Traversable) -> Iterator[str]:
    """Every text that stands whole in the code of a folder."""
    for file in folder.iterdir():
        if file.is_dir():
            yield from written_in(file)
        elif file.name.endswith(".py"):
            yield from literals(file.read_text("utf-8"))


def literals(code: str) -> Iterator[str]:
    tree = ast.parse(code)
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    joined = {id(part) for node in strings for part in ast.walk(node)}
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and id(node) not in joined:
            yield value
