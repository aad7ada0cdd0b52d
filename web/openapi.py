"""The description of the HTTP face, made from the types it really uses; a test compares it with the
routes.
"""

from typing import Any

import msgspec

from companion.kit.intents import Correct, Intent
from web.api import NewGame
from web.camera import Boxes, DrawnZone, Forgotten, Lesson
from web.packs import Away, Brought, Edit
from web.permissions import Paired
from web.request_guard import Key

LANGUAGE = {"name": "lang", "in": "query", "schema": {"type": "string", "enum": ["en", "id"]}}
AT = {
    "name": "at",
    "in": "query",
    "schema": {"type": "integer"},
    "description": "as it was after that line",
}
SINCE = {
    "name": "since",
    "in": "query",
    "schema": {"type": "integer"},
    "description": "only what came after that line",
}
GAME = {"name": "game_id", "in": "path", "required": True, "schema": {"type": "string"}}
SEAT = {"name": "seat", "in": "query", "schema": {"type": "string"}}
TAKEN = (Intent, NewGame, Correct, DrawnZone, Lesson, Boxes, Forgotten, Edit, Away, Key, Paired)
REFERENCE = "#/components/schemas/{name}"


def described() -> dict[str, Any]:
    """Each subject's paths name the types they take; what those are made of is described once, at
    the end.
    """
    paths: dict[str, Any] = {}
    for subject in (_table, _games, _camera, _teaching, _packs, _device):
        paths |= subject()
    _, parts = msgspec.json.schema_components(TAKEN, ref_template=REFERENCE)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tableside", "version": "1"},
        "paths": paths,
        "components": {"schemas": {**parts, "Error": _error()}},
    }


def _table() -> dict[str, Any]:
    return {
        "/api/table": {
            "get": _get(
                "the table as one seat sees it", [SEAT, LANGUAGE, _as_position(), AT], [409]
            )
        },
        "/api/intents": {
            "post": _post("one intent", Intent, {200: "accepted, or known as a repeat"}, [400, 409])
        },
        "/api/preview": {
            "post": _post(
                "what a correction would change", Correct, {200: "the changes"}, [400, 409]
            )
        },
        "/api/events": {"get": _stream()},
        "/api/history/{handle}": {
            "get": _get("how a number came about", [_path("handle", "string")], [409, 404])
        },
        "/api/numbers/{tracker}": {
            "get": _get(
                "how a shown number came about",
                [_path("tracker", "string"), SINCE, LANGUAGE],
                [409, 404],
            )
        },
        "/api/handles": {"get": _get("values that may be set by hand", [LANGUAGE], [409])},
        "/api/where": {"get": _get("where every piece should be", [LANGUAGE], [409])},
        "/api/curves": {"get": _get("how the numbers went and the dice fell", [LANGUAGE], [409])},
        "/api/log": {"get": _get("the whole log", [LANGUAGE], [409])},
        "/api/lines/{seq}": {
            "get": _get("one line, its ask and answer", [_path("seq", "integer")], [404, 409])
        },
    }


def _games() -> dict[str, Any]:
    return {
        "/api/games": {
            "get": _get("the games and their options", [LANGUAGE]),
            "post": _post("begin a game", NewGame, {201: "its number"}, [400, 409]),
        },
        "/api/games/{number}/resume": {
            "post": _get("make a kept game the live one", [_path("number", "integer")], [400, 404])
        },
        "/api/journal": {"get": _get("every game kept")},
        "/api/leave": {"post": _get("no game is live any more")},
        "/api/texts/{language}": {
            "get": _get("the page's words", [_path("language", "string")], [404])
        },
        "/api/export/{kind}": {
            "get": _get("the live game, for other programs", [_path("kind", "string")], [404, 409])
        },
    }


def _camera() -> dict[str, Any]:
    return {
        "/api/around": {"get": _get("camera, panel, and what the camera sees now")},
        "/api/picture": {
            "get": _picture("the camera's newest picture; 204: none has come yet", [])
        },
        "/api/evidence/{name}": {
            "get": _picture("the picture of a reading", [_path("name", "string")])
        },
        "/api/virtual": {
            "post": _post("a string of the virtual table", dict, {200: "told"}, [400])
        },
        "/api/zones": {
            "get": _get("places of the game, and those drawn by hand", None, [404]),
            "post": _post(
                "draw a zone, or give it back to its mat", DrawnZone, {200: "the zones"}, [400, 404]
            ),
        },
        "/api/look": {"post": _post("read what lies there now", dict, {200: "told"}, [404])},
    }


def _teaching() -> dict[str, Any]:
    return {
        "/api/taught": {
            "get": _get("what was taught, and what could be", None, [404, 409]),
            "post": _post(
                "teach a face or a card", Lesson, {200: "what is known of it"}, [400, 404, 409]
            ),
        },
        "/api/taught/boxes": {
            "post": _post("boxes of a sheet", Boxes, {200: "the card"}, [400, 404, 409])
        },
        "/api/taught/forget": {
            "post": _post("forget what was taught", Forgotten, {200: "what is left"}, [404, 409])
        },
        "/api/taught/picture": {
            "get": _picture(
                "a taught picture", [_query("card"), _query("die"), _query("symbol")], (404, 409)
            )
        },
    }


def _packs() -> dict[str, Any]:
    return {
        "/api/packs/{game_id}": {"get": _get("a game's cards, for the editor", [GAME], [400])},
        "/api/packs/{game_id}/check": {
            "post": _post("what a card would break", Edit, {200: "problems"}, [400], GAME)
        },
        "/api/packs/{game_id}/cards": {
            "post": _post("keep an owner's card", Edit, {200: "problems"}, [400], GAME)
        },
        "/api/packs/{game_id}/away": {
            "post": _post("drop an owner's card", Away, {200: "done"}, [400], GAME)
        },
        "/api/packs/{game_id}/import": {
            "post": _post("keep a file of cards", Brought, {200: "problems"}, [400], GAME)
        },
        "/api/packs/{game_id}/export": {"get": _get("the owner's cards", [GAME], [400])},
    }


def _device() -> dict[str, Any]:
    return {
        "/api/pair": {"post": _post("a PIN for a cookie", Key, {200: "the role"}, [401, 429])},
        "/api/me": {"get": _get("what this device may do")},
        "/api/invites": {"post": _post("a code for one more device", Paired, {200: "it"}, [403])},
        "/api/health": {"get": _get("whether every part of the service lives")},
        "/api/selftest": {"get": _get("each part of the device, and what to do", [LANGUAGE])},
        "/api/backup": {"get": _file("games, cards and configuration", "application/zip", [404])},
        "/api/support": {"get": _file("a file for whoever helps", "application/zip", [404])},
        "/api/openapi.json": {"get": _get("this description")},
    }


def _path(name: str, kind: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": kind}}


def _query(name: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"type": "string"}}


def _as_position() -> dict[str, Any]:
    return {"name": "as", "in": "query", "schema": {"type": "string", "enum": ["position"]}}


def _answers(good: dict[int, str], bad: list[int]) -> dict[str, Any]:
    json: dict[str, Any] = {"application/json": {"schema": {}}}
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    answers: dict[str, Any] = {
        str(code): {"description": text, "content": json} for code, text in good.items()
    }
    return answers | {str(code): {"description": "an error", "content": error} for code in bad}


def _get(
    text: str, parameters: list[dict[str, Any]] | None = None, bad: list[int] | None = None
) -> dict[str, Any]:
    return {
        "summary": text,
        "parameters": parameters or [],
        "responses": _answers({200: text}, bad or []),
    }


def _post(
    text: str, taken: Any, good: dict[int, str], bad: list[int], *parameters: dict[str, Any]
) -> dict[str, Any]:
    """`taken` is the type of the body."""
    (schema,), _ = msgspec.json.schema_components([taken], ref_template=REFERENCE)
    wanted = {"required": True, "content": {"application/json": {"schema": schema}}}
    return {
        "summary": text,
        "parameters": list(parameters),
        "requestBody": wanted,
        "responses": _answers(good, bad),
    }


def _file(text: str, kind: str, bad: list[int]) -> dict[str, Any]:
    answers = _answers({}, bad) | {"200": {"description": text, "content": {kind: {"schema": {}}}}}
    return {"summary": text, "parameters": [], "responses": answers}


def _picture(
    text: str, parameters: list[dict[str, Any]], bad: tuple[int, ...] = (404,)
) -> dict[str, Any]:
    return {**_file(text, "image/jpeg", list(bad)), "parameters": parameters}


def _stream() -> dict[str, Any]:
    content = {"text/event-stream": {"schema": {"type": "string"}}}
    return {
        "summary": "server-sent events: line, table, beat; the id is the journal number",
        "parameters": [SEAT, LANGUAGE],
        "responses": {"200": {"description": "the stream", "content": content}},
    }


def _error() -> dict[str, Any]:
    text = {"type": "string"}
    inner = {
        "type": "object",
        "properties": {"code": text, "message": text, "hint": text},
        "required": ["code"],
    }
    return {"type": "object", "properties": {"error": inner}, "required": ["error"]}
