"""The hall's page and its few addresses, as an ASGI application: one loop holds any number of
screens.

Looking is free; what changes something needs the word given at the start (`--word`), because a hall
has no table's roles.
"""

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import Any

import msgspec

from companion.hall.board import HallBoard
from companion.hall.hall import Hall, Waiting
from companion.hall.tournament import (
    MOST_PEOPLE,
    TournamentSheet,
    as_csv,
    next_round,
    results,
    standings,
)
from companion.texts import texts

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Answered = tuple[int, str, bytes]
BEAT_S = 10.0
LEAST_S = 0.1  # between two pieces of news: a screen cannot show more
MOST_BODY = 200_000
MOST_SCREENS = 300
JSON, TEXT = "application/json", "text/plain; charset=utf-8"
KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "woff2": "font/woff2",
    "svg": "image/svg+xml",
}
HEADERS = [
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
]


class HallSite:
    def __init__(self, hall: Hall, word: str = "") -> None:
        self._hall, self._word = hall, word
        self._waiting = Waiting(hall)
        self._screens = 0
        self._made: tuple[tuple[int, ...], bytes] = (), b""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        path, method = scope["path"], scope["method"]
        if (method, path) == ("GET", "/api/hall/events"):
            await self._stream(receive, send)
            return
        try:
            body = await _body(receive) if method in ("POST", "PUT") else b""
            answer = self._answer(method, path, scope, body)
        except (msgspec.DecodeError, msgspec.ValidationError, ValueError) as error:
            answer = _problem(400, str(error))
        await _reply(send, *answer)

    def _answer(self, method: str, path: str, scope: dict[str, Any], body: bytes) -> Answered:
        match method, path:
            case "GET", "/":
                return _file("hall.html")
            case "GET", "/api/hall":
                return 200, JSON, self._news(-1)
            case "GET", "/api/hall/words":
                return 200, JSON, msgspec.json.encode(words(scope["query_string"]))
            case "GET", "/api/hall/standings.csv":
                rows = as_csv(standings(self._hall.sheet, self._hall.board))
                return 200, "text/csv; charset=utf-8", rows.encode()
            case "GET", _:
                return _file(path.lstrip("/"))
            case "POST" | "PUT", _ if not self._may(scope):
                return _problem(403, "Give the word the hall was started with.")
            case "PUT", "/api/hall/tournament":
                return self._keep(msgspec.json.decode(body, type=TournamentSheet))
            case "POST", "/api/hall/tournament/round":
                return self._begin_round(msgspec.json.decode(body, type=RoundWish))
            case "POST", "/api/hall/command":
                return self._command(msgspec.json.decode(body, type=CommandWish))
        return _problem(404, f"There is no {method} {path}.")

    def _may(self, scope: dict[str, Any]) -> bool:
        headers = dict(scope["headers"])
        given = headers.get(b"x-hall-word", b"")
        return bool(self._word) and hmac.compare_digest(given, self._word.encode())

    def _keep(self, sheet: TournamentSheet) -> Answered:
        if len(sheet.people) > MOST_PEOPLE or len(set(sheet.people)) != len(sheet.people):
            return _problem(400, f"Name at most {MOST_PEOPLE} people, each once.")
        self._hall.keep(sheet)
        return 200, JSON, b"{}"

    def _begin_round(self, wish: "RoundWish") -> Answered:
        sheet, board = self._hall.sheet, self._hall.board
        made = next_round(sheet, board, wish.tables, wish.began)
        self._hall.keep(msgspec.structs.replace(sheet, rounds=(*sheet.rounds, made)))
        return 200, JSON, msgspec.json.encode(made)

    def _command(self, wish: "CommandWish") -> Answered:
        if not self._hall.command(wish.table, wish.name, wish.text):
            return _problem(404, f"There is no table {wish.table!r}, or no command {wish.name!r}.")
        return 200, JSON, b"{}"

    def _news(self, since: int) -> bytes:
        """Made once for all screens that know the same."""
        hall = self._hall
        key = (hall.board.order, since, int(time.time()))
        if self._made[0] != key:
            told = news(hall.board, hall.sheet, since, time.time())
            if "names" in told:
                known = hall.board.tables
                told["nearby"] = [one for one in hall.nearby if one.id not in known]
            self._made = key, msgspec.json.encode(told)
        return self._made[1]

    async def _stream(self, receive: Receive, send: Send) -> None:
        if self._screens >= MOST_SCREENS:
            await _reply(send, *_problem(503, "Too many screens look at the hall already."))
            return
        self._screens += 1
        gone = asyncio.ensure_future(_until_gone(receive))
        try:
            kind = (b"content-type", b"text/event-stream")
            await send({"type": "http.response.start", "status": 200, "headers": [kind, *HEADERS]})
            self._waiting.begin()
            since = -1
            while not gone.done():
                order = self._hall.board.order
                payload = b"data: " + self._news(since) + b"\n\n"
                await send({"type": "http.response.body", "body": payload, "more_body": True})
                since = order
                await asyncio.sleep(LEAST_S)
                if self._hall.board.order == since:
                    await self._waiting.wait(BEAT_S)
        finally:
            gone.cancel()
            self._screens -= 1


class RoundWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tables: tuple[str, ...]
    began: str = ""


class CommandWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    name: str
    text: str = ""


def news(
    board: HallBoard, sheet: TournamentSheet, since: int, now_s: float = 0.0
) -> dict[str, Any]:
    """What a page needs that knew the board at `since`: the tables that changed; all names where
    one came or went, so that it drops what is gone; the evening where a game was finished.
    """
    changed = [one for one in board.tables.values() if one.order > since]
    told: dict[str, Any] = {
        "order": board.order,
        "tables": [
            {
                "id": one.id,
                "online": one.online,
                "state": one.state,
                "lasted_s": round(one.lasted_s(now_s)),
            }
            for one in changed
        ],
    }
    if board.named > since:
        told["names"] = list(board.tables)
    if board.counted > since:
        told["evening"] = {
            "lines": board.lines,
            "sheet": sheet,
            "results": results(sheet, board),
            "standings": standings(sheet, board),
        }
    return told


def words(query: bytes) -> dict[str, str]:
    """The page's own, in the language asked for (`id`), else the source's."""
    known = texts(query.decode("ascii", "replace"))
    return {key: text for key, text in known.items() if key.startswith("hall.")}


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _body(receive: Receive) -> bytes:
    taken = b""
    while True:
        part = await receive()
        taken += bytes(part.get("body", b""))
        if len(taken) > MOST_BODY:
            raise ValueError("That is more than the hall takes.")
        if not part.get("more_body"):
            return taken


def _file(path: str) -> Answered:
    """The hall's own three files; of the tablet's page its tokens, type and sign, nothing else."""
    own = {"hall.html", "hall.css", "hall.js"}
    lent = {
        "static/css/tokens.css",
        "static/fonts/fraunces.woff2",
        "static/fonts/source-sans-3.woff2",
        "static/icons/tableside.svg",
    }
    if path in own:
        found = resources.files("companion.hall") / "page" / path
    elif path in lent:
        found = resources.files("web") / path
    else:
        return _problem(404, f"There is no /{path}.")
    return 200, KINDS[path.rpartition(".")[2]], found.read_bytes()


def _problem(status: int, message: str) -> Answered:
    told = {"error": {"code": str(status), "message": message, "hint": ""}}
    return status, JSON, msgspec.json.encode(told)


async def _reply(send: Send, status: int, kind: str, body: bytes) -> None:
    headers = [(b"content-type", kind.encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
