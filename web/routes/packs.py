"""The pack editor's HTTP face: a game's cards with where they come from, the owner's to add, change
and take away.

Everything goes through the same checks as `companion pack`; what does not fit is said card by card,
in plain words.
"""

import re
from collections import Counter
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, g

from companion import games
from companion.errors import SetupError
from companion.kit.forms import described, lacking, part_name
from companion.kit.game import Game
from companion.kit.packs import Problem, id_of
from companion.kit.say import Say, say
from companion.packs import LIMIT_BYTES, Shelf, as_toml, findings, merged, raw_from_text, warnings
from companion.texts import deck_words, sentence
from web.endpoints import endpoint
from web.errors import as_json
from web.forms import FormWords, fact_at, form, kinds
from web.services import services
from web.viewer import choose_language

pack_routes = Blueprint("packs", __name__, url_prefix="/api/packs")
pack_routes.before_request(choose_language)
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


class CardEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card of one kind, as its owner typed it in. `pack`: which of the shipped packs it stands
    beside.
    """

    kind: str
    card: dict[str, Any]
    pack: str | None = None


class CardRemoval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    id: str


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of an owner's cards, as it was exported."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    text: Annotated[str, msgspec.Meta(max_length=LIMIT_BYTES)]


def shelf() -> Shelf:
    return services().table.shelf


@pack_routes.get("/<game_id>")
@endpoint("host", "a game's cards, for the editor", problems=(400,))
def show(game_id: str) -> Response:
    game = games.find(game_id)
    raw = shelf().raw(game, None)
    owned = {
        kind: {id_of(card) for card in cards}
        for kind, cards in _card_lists(shelf().owners(game)).items()
    }
    found = findings(game, raw)
    odd = [] if found else [sentence(one, g.language, {}) for one in warnings(game, raw)]
    decks = [_kind(game, name, item, raw, owned.get(name, set())) for name, item in kinds(game)]
    whole = {
        "game": game.id,
        "title": game.title,
        "parts": form((item for _, item in kinds(game)), FormWords(game.id, g.language)),
        "kinds": decks,
        "problems": _told_all(game, found),
        "warnings": odd,
    }
    return as_json(whole)


def _card_lists(raw: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {
        kind: [card for card in cards if isinstance(card, dict)]
        for kind, cards in raw.items()
        if _is_list(cards)
    }


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _kind(
    game: Game[Any], name: str, item: type[msgspec.Struct], raw: dict[str, Any], owned: set[Any]
) -> dict[str, Any]:
    """A card without a source of its own has that of the whole pack."""
    whole = {"source": raw.get("source", ""), "verified": raw.get("verified", False)}
    stated = raw.get(name, [])
    cards = [{**whole, **card} for card in stated]
    return {
        "name": name,
        "say": deck_words(game.id, g.language).get(name, name),
        "part": part_name(item),
        "usual": _usual(stated),
        "cards": [{**card, "source": "owner"} if id_of(card) in owned else card for card in cards],
    }


def _usual(cards: list[dict[str, Any]]) -> list[str]:
    """What most cards of a kind state: a new one is asked for it from the start."""
    stated = Counter(name for card in cards for name in card)
    return [name for name, times in stated.items() if times * 2 >= len(cards)]


@pack_routes.post("/<game_id>/check")
@endpoint("host", "what a card would break", answer="problems", problems=(400,))
def check(game_id: str, body: CardEdit) -> Response:
    """What would be wrong with this card, without keeping it."""
    game = games.find(game_id)
    return as_json({"problems": _told_all(game, _problems(game, body), body.kind)})


@pack_routes.post("/<game_id>/cards")
@endpoint("host", "keep an owner's card", answer="problems", problems=(400,))
def keep(game_id: str, body: CardEdit) -> Response:
    """Keeps an owner's card, if the whole pack with it is in order; else says what is not."""
    game = games.find(game_id)
    found = _problems(game, body)
    if not found:
        shelf().remember(game, {body.kind: [_owners(game, body)]})
    return as_json({"kept": not found, "problems": _told_all(game, found, body.kind)})


@pack_routes.post("/<game_id>/away")
@endpoint("host", "drop an owner's card", answer="done", problems=(400,))
def away(game_id: str, body: CardRemoval) -> Response:
    shelf().forget(games.find(game_id), body.kind, body.id)
    return as_json({"kept": False, "problems": []})


@pack_routes.get("/<game_id>/export")
@endpoint("host", "the owner's cards", problems=(400,))
def export(game_id: str) -> Response:
    """As a file, the same as `companion pack export`."""
    game = games.find(game_id)
    text = as_toml({"game": game.id, **shelf().owners(game)})
    named = {"Content-Disposition": f'attachment; filename="{game.id}-owner.toml"'}
    return Response(text, mimetype="application/toml", headers=named)


@pack_routes.post("/<game_id>/import")
@endpoint("admin", "keep a file of cards", answer="problems", problems=(400,))
def bring(game_id: str, body: CardFile) -> Response:
    """Keeps all cards of such a file, if the whole pack with them is in order; else none."""
    game = games.find(game_id)
    raw = raw_from_text(body.text, body.name)
    if raw.pop("game", game.id) != game.id:
        raise SetupError(f"{body.name} is for another game: choose that game first.")
    found = _new_problems(game, None, raw)
    if not found:
        shelf().remember(game, raw)
    return as_json({"kept": not found, "problems": _told_all(game, found)})


def _owners(game: Game[Any], edit: CardEdit) -> dict[str, Any]:
    """The card as the owner's, marked as such where its kind has a place for it; what it states is
    not missing.
    """
    item = dict(kinds(game)).get(edit.kind)
    known = (
        {field.encode_name for field in msgspec.structs.fields(item)} if item is not None else set()
    )
    stated = edit.card.get("missing")
    names = stated if isinstance(stated, list) else []
    missing = [name for name in names if isinstance(name, str) and name not in edit.card]
    marks = {"source": "owner", "verified": True, "missing": missing}
    return {**edit.card, **{name: mark for name, mark in marks.items() if name in known}}


def _problems(game: Game[Any], edit: CardEdit) -> list[Problem]:
    """Only what this card brings: what was wrong before is not its fault."""
    item = dict(kinds(game)).get(edit.kind)
    if item is None:
        return [Problem("", edit.kind, f"unknown; a pack has: {', '.join(dict(kinds(game)))}")]
    if not id_of(edit.card).strip():
        return [Problem("", "id", "Object missing required field `id`")]
    return _new_problems(game, edit.pack, {edit.kind: [_owners(game, edit)]}) or [
        Problem(id_of(edit.card), where, f"Object missing required field `{name}`")
        for where, name in lacking(described(item), part_name(item), edit.card)
    ]


def _new_problems(game: Game[Any], pack: str | None, owners: dict[str, Any]) -> list[Problem]:
    before = shelf().raw(game, pack)
    known = findings(game, before)
    return [problem for problem in findings(game, merged(before, owners)) if problem not in known]


def _told_all(game: Game[Any], found: list[Problem], kind: str = "") -> list[dict[str, str]]:
    return [_told(game, problem, kind) for problem in found]


def _told(game: Game[Any], problem: Problem, kind: str = "") -> dict[str, str]:
    """What is wrong, in the words of the form, and where from the card down: the page goes to where
    it is typed in.
    """
    path = _path(problem)
    place = {"card": problem.card, "field": ".".join(path)}
    if isinstance(problem.message, Say):
        return {**place, "say": sentence(problem.message, g.language, {})}
    item = dict(kinds(game)).get(kind)
    at = fact_at(described(item), part_name(item), path) if item is not None else None
    called = FormWords(game.id, g.language).fact(*at) if at else [problem.field, *path][-1]
    return {**place, "say": sentence(in_words(problem.message, called), g.language, {})}


def _path(problem: Problem) -> list[str]:
    """`abilities[0].effects[1].n`, step by step; a fact that is missing is a step of its own."""
    missing = (
        re.search(r"field `(.+?)`", problem.message) if isinstance(problem.message, str) else None
    )
    steps = re.findall(r"[^.\[\]]+", re.sub(r"\[\.\.\.\]", "", problem.field))
    return [*steps, missing[1]] if missing and steps[-1:] != [missing[1]] else steps


def in_words(message: str, called: str) -> Say:
    """What the reader of the data says, for people who have never seen a type."""
    for pattern, key in PATTERNS:
        found = pattern.search(message)
        if found:
            return say(key, field=called, what=found.groupdict().get("what") or "")
    return say("web.pack.problem.other", field=called, what=message)
