"""The pack editor's HTTP face: a game's cards with where they come from, the owner's to add, change and take away.

Everything goes through the same checks as `companion pack`; what does not fit is said card by card, in plain words.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin

import msgspec
from flask import Blueprint, Response, g
from msgspec.structs import replace

from companion import games
from companion.errors import SetupError
from companion.kit.game import Game
from companion.kit.packs import Problem
from companion.kit.say import Say, say
from companion.packs import LIMIT_BYTES, as_toml, findings, merged, raw_from_text, warnings
from companion.texts import LANGUAGES, choice_words, deck_words, fact_words, sentence
from web.api import body, choose_language, table
from web.errors import as_json

packs = Blueprint("packs", __name__, url_prefix="/api/packs")
packs.before_request(choose_language)
OUR_FIELDS = {"source", "verified"}
INSIDE = ("number", "text", "yes_no", "choice", "rows")
WRITTEN = {"ask": "written"}
# What a check says, and how people say it.
PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), key)
    for pattern, key in (
        (r"missing required field `(?P<what>.+?)`", "web.pack.problem.missing"),
        (r"unknown field `(?P<what>.+?)`", "web.pack.problem.unknown"),
        (r"Invalid enum value '?(?P<what>.+?)'?$", "web.pack.problem.value"),
        (r"Expected `int` (?P<what>[<>]=? ?-?\d+)", "web.pack.problem.range"),
        (r"Expected `(int|float)( \| null)?`", "web.pack.problem.number"),
        (r"Expected `bool`", "web.pack.problem.yes_no"),
        (r"Expected `(array|object)", "web.pack.problem.several"),
        (r"matching regex", "web.pack.problem.form"),
        (r"Expected `str` of length (?P<what>.+)", "web.pack.problem.length"),
        (r"Expected `str", "web.pack.problem.text"),
        (r"stands twice", "web.pack.problem.twice"),
    )
)


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card of one kind, as its owner typed it in. `pack`: which of the shipped packs it stands beside."""

    kind: str
    card: dict[str, Any]
    pack: str | None = None


class Away(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    id: str


class Brought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of an owner's cards, as it was exported."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    text: Annotated[str, msgspec.Meta(max_length=LIMIT_BYTES)]


@packs.get("/<game_id>")
def show(game_id: str) -> Response:
    game = games.find(game_id)
    raw = table().shelf.raw(game, None)
    owned = {
        kind: {card.get("id") for card in cards} for kind, cards in _card_lists(table().shelf.owners(game)).items()
    }
    found = findings(game, raw)
    return as_json(
        {
            "game": game.id,
            "title": game.title,
            "kinds": [_named(game, _kind(name, item, raw, owned.get(name, set()))) for name, item in kinds(game)],
            "problems": [_told(game, problem) for problem in found],
            "warnings": [] if found else [sentence(odd, g.language, {}) for odd in warnings(game, raw)],
        }
    )


def kinds(game: Game[Any]) -> list[tuple[str, type[msgspec.Struct]]]:
    """The lists of cards a pack has: everything held as structs with an id."""
    found = []
    for field in msgspec.structs.fields(game.pack):
        held = get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type
        item = next(iter(get_args(held)), None)
        if isinstance(item, type) and issubclass(item, msgspec.Struct) and "id" in item.__struct_fields__:
            found.append((field.encode_name, item))
    return found


def _card_lists(raw: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {kind: [card for card in cards if isinstance(card, dict)] for kind, cards in raw.items() if _is_list(cards)}


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _kind(name: str, item: type[msgspec.Struct], raw: dict[str, Any], owned: set[Any]) -> dict[str, Any]:
    """A card without a source of its own has that of the whole pack."""
    whole = {"source": raw.get("source", ""), "verified": raw.get("verified", False)}
    cards = [{**whole, **card} for card in raw.get(name, [])]
    (root,), parts = msgspec.json.schema_components([item], ref_template="#/{name}")
    return {
        "name": name,
        "fields": _fields(parts.get(item.__name__, root), parts),
        "cards": [{**card, "source": "owner"} if card.get("id") in owned else card for card in cards],
    }


def _named(game: Game[Any], kind: dict[str, Any]) -> dict[str, Any]:
    """In the words of the table: what the pack calls a field is for whoever writes packs by hand."""
    words, choices = fact_words(game.id, g.language), choice_words(game.id, g.language)

    def said(field: dict[str, Any]) -> dict[str, Any]:
        told = {"name": field["name"], "needed": field["needed"], "say": words.get(field["name"], field["name"])}
        if _has_rows(field) and not set(_names(field)) <= set(words):
            return {**told, **WRITTEN}  # nobody has said yet what its parts are called
        inner = {"fields": [said(one) for one in field["fields"]]} if "fields" in field else {}
        labels = {"says": [choices.get(str(one), str(one)) for one in field["choices"]]} if "choices" in field else {}
        return {**field, **told, **inner, **labels}

    say_kind = deck_words(game.id, g.language).get(kind["name"], kind["name"])
    return {**kind, "say": say_kind, "fields": [said(field) for field in kind["fields"]]}


def _has_rows(field: dict[str, Any]) -> bool:
    return field["ask"] == "rows" or any(_has_rows(one) for one in field.get("fields", ()))


def _names(field: dict[str, Any]) -> Iterator[str]:
    for one in field.get("fields", ()):
        yield one["name"]
        yield from _names(one)


def _fields(schema: dict[str, Any], parts: dict[str, Any]) -> list[dict[str, Any]]:
    told = {key: _field(value, parts) for key, value in schema["properties"].items() if key not in OUR_FIELDS}
    return [{"name": key, "needed": key in schema.get("required", ()), **field} for key, field in told.items()]


def _field(schema: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    """How the page asks for it: a number, a text (in each language), yes or no, one of some words, a list of words, a
    group of such fields, rows of such groups, or else as written."""
    if "$ref" in schema:
        schema = parts[schema["$ref"].rpartition("/")[2]]
    options = [one for one in schema.get("anyOf", []) if one.get("type") != "null"]
    if len(options) == 1:
        return _field(options[0], parts)
    if "enum" in schema:
        return {"ask": "choice", "choices": schema["enum"]}
    asked = {"integer": "number", "number": "number", "boolean": "yes_no", "string": "text"}.get(schema.get("type", ""))
    if "properties" in schema:
        inner = _fields(schema, parts)
        return {"ask": "group", "fields": inner} if all(field["ask"] in INSIDE for field in inner) else WRITTEN
    if schema.get("additionalProperties") == {"type": "string"}:
        return {"ask": "texts", "languages": LANGUAGES}
    if schema.get("type") == "array":
        return _several(_field(schema.get("items") or {}, parts))
    if asked == "number":
        return {"ask": asked, "least": schema.get("minimum"), "most": schema.get("maximum")}
    return {"ask": asked, "example": schema.get("default")} if asked else WRITTEN


def _several(one: dict[str, Any]) -> dict[str, Any]:
    if one["ask"] == "group":
        return {"ask": "rows", "fields": one["fields"]}
    return {"ask": "list"} if one["ask"] in ("text", "choice") else WRITTEN


@packs.post("/<game_id>/check")
def check(game_id: str) -> Response:
    """What would be wrong with this card, without keeping it."""
    game = games.find(game_id)
    return as_json({"problems": [_told(game, problem) for problem in _problems(game, body(Edit))]})


@packs.post("/<game_id>/cards")
def keep(game_id: str) -> Response:
    """Keeps an owner's card, if the whole pack with it is in order; else says what is not."""
    game, edit = games.find(game_id), body(Edit)
    found = _problems(game, edit)
    if not found:
        table().shelf.remember(game, {edit.kind: [_owners(game, edit)]})
    return as_json({"kept": not found, "problems": [_told(game, problem) for problem in found]})


@packs.post("/<game_id>/away")
def away(game_id: str) -> Response:
    gone = body(Away)
    table().shelf.forget(games.find(game_id), gone.kind, gone.id)
    return as_json({"kept": False, "problems": []})


@packs.get("/<game_id>/export")
def export(game_id: str) -> Response:
    """The owner's cards as a file, the same as `companion pack export`."""
    game = games.find(game_id)
    text = as_toml({"game": game.id, **table().shelf.owners(game)})
    named = {"Content-Disposition": f'attachment; filename="{game.id}-owner.toml"'}
    return Response(text, mimetype="application/toml", headers=named)


@packs.post("/<game_id>/import")
def bring(game_id: str) -> Response:
    """Keeps all cards of such a file, if the whole pack with them is in order; else none."""
    game, file = games.find(game_id), body(Brought)
    raw = raw_from_text(file.text, file.name)
    if raw.pop("game", game.id) != game.id:
        raise SetupError(f"{file.name} is for another game: choose that game first.")
    found = _new_problems(game, None, raw)
    if not found:
        table().shelf.remember(game, raw)
    return as_json({"kept": not found, "problems": [_told(game, problem) for problem in found]})


def _owners(game: Game[Any], edit: Edit) -> dict[str, Any]:
    """The card as the owner's, marked as such where its kind has a place for it."""
    item = dict(kinds(game)).get(edit.kind)
    marks = {"source": "owner", "verified": True} if item is not None else {}
    known = {field.encode_name for field in msgspec.structs.fields(item)} if item is not None else set()
    return {**edit.card, **{name: mark for name, mark in marks.items() if name in known}}


def _problems(game: Game[Any], edit: Edit) -> list[Problem]:
    """Only what this card brings: what was wrong before is not its fault."""
    if edit.kind not in dict(kinds(game)):
        return [Problem("", edit.kind, f"unknown; a pack has: {', '.join(dict(kinds(game)))}")]
    if not str(edit.card.get("id", "")).strip():
        return [Problem("", "id", "Object missing required field `id`")]
    return _new_problems(game, edit.pack, {edit.kind: [_owners(game, edit)]})


def _new_problems(game: Game[Any], pack: str | None, owners: dict[str, Any]) -> list[Problem]:
    before = table().shelf.raw(game, pack)
    known = findings(game, before)
    return [problem for problem in findings(game, merged(before, owners)) if problem not in known]


def _told(game: Game[Any], problem: Problem) -> dict[str, str]:
    """A part of a part is called as the form calls it; its name in the pack says nothing to whoever fills it in."""
    told = in_words(problem)
    called = fact_words(game.id, g.language).get(_short(problem)) if _is_nested(problem) else None
    if called is not None:
        told = replace(told, values={name: called if it == _short(problem) else it for name, it in told.values.items()})
    return {"card": problem.card, "field": _path(problem), "say": sentence(told, g.language, {})}


def _path(problem: Problem) -> str:
    """From the card down: the page goes to where it is typed in."""
    return problem.field if _is_nested(problem) else _short(problem)


def _is_nested(problem: Problem) -> bool:
    return "." in problem.field and "[" not in problem.field.partition(".")[0]


def _short(problem: Problem) -> str:
    """The field itself, without where in the pack it stands."""
    missing = re.search(r"field `(.+?)`", problem.message)
    return missing[1] if missing else problem.field.rpartition("]")[2].lstrip(".") or problem.field


def in_words(problem: Problem) -> Say:
    """A problem for people who have never seen a type."""
    for pattern, key in PATTERNS:
        found = pattern.search(problem.message)
        if found:
            what = found.groupdict().get("what") or ""
            return say(key, field=_short(problem), what=what)
    return say("web.pack.problem.other", field=_short(problem), what=problem.message)
