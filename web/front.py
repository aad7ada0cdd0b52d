"""In front of the application: requests are read and streams are sent by one loop; only a request
that is whole takes a thread, and only for as long as it is answered.

Two groups of threads: devices that have joined the table never wait behind strangers.
"""

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from typing import Any

from flask import Flask
from werkzeug.sansio.http import parse_cookie

from web.bodies import Bodies, TooMuchError
from web.connections import Connection, Connections
from web.errors import problem
from web.permissions import COOKIE, sent_token
from web.services import services_of
from web.stream_hub import StreamHub
from web.streams import TAKES_OVER, StreamWanted
from web.workers import Workers

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
JOINED_THREADS, STRANGER_THREADS = 12, 4
MOST_WAITING = 64  # strangers' requests; more are told to come again
PIECE = 256 * 1024
TOO_MANY_SCREENS = (
    "too_many_screens",
    "Too many screens are open.",
    "Close one that nobody looks at.",
)


class Front:
    """An ASGI application around a Flask one."""

    def __init__(self, app: Flask, connections: Connections) -> None:
        self._app, self._connections = app, connections
        self._given, self._bodies = services_of(app), Bodies()
        self.hub = StreamHub(self._given)
        self._joined = Workers(JOINED_THREADS, "web")
        self._strangers = Workers(STRANGER_THREADS, "web-stranger")
        self._waiting = 0

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Inside the loop that serves."""
        for part in (self._joined, self._strangers, self.hub):
            part.start(loop)

    def close(self) -> None:
        for part in (self._joined, self._strangers, self.hub):
            part.close()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        connection = self._connections.find(scope["client"])
        has_joined = self._has_joined(scope)
        try:
            async with self._bodies.read(receive) as body:
                if connection is not None and has_joined:
                    connection.has_joined = True
                reply = await self._reply(scope, body, has_joined)
        except TooMuchError as too_much:
            await _sent_whole(send, *too_much.args)
            return
        except asyncio.CancelledError:  # the service ends: like any lost reply, it is asked again
            if connection is not None:
                connection.close()
            raise
        if reply.stream is not None:
            await self._stream(reply, receive, send, connection)
        else:
            await self._send(reply, send, has_joined)

    def _has_joined(self, scope: Message) -> bool:
        """Whether the device may do more than look."""
        headers = scope["headers"]
        cookies = b"; ".join(value for name, value in headers if name == b"cookie")
        program = next((value for name, value in headers if name == b"authorization"), b"")
        cookie = parse_cookie(cookies.decode("latin-1")).get(COOKIE)
        token = sent_token(program.decode("latin-1"), cookie)
        return self._given.permissions.who(token).role != "look"

    async def _reply(self, scope: Message, body: bytes, has_joined: bool) -> "AppReply":
        if not has_joined and self._waiting >= MOST_WAITING:
            raise TooMuchError(503, "busy", "Too many devices ask at once.")
        self._waiting += not has_joined
        try:
            return await self._workers(has_joined).run(lambda: AppReply(self._app, scope, body))
        finally:
            self._waiting -= not has_joined

    def _workers(self, has_joined: bool) -> Workers:
        return self._joined if has_joined else self._strangers

    async def _send(self, reply: "AppReply", send: Send, has_joined: bool) -> None:
        await send({"type": "http.response.start", **reply.start})
        piece, more = reply.first, reply.goes_on
        await send({"type": "http.response.body", "body": piece, "more_body": more})
        while more:
            piece, more = await self._workers(has_joined).run(reply.piece)
            await send({"type": "http.response.body", "body": piece, "more_body": more})

    async def _stream(
        self, reply: "AppReply", receive: Receive, send: Send, connection: Connection | None
    ) -> None:
        address = connection.address[0] if connection is not None else ""
        has_joined = connection is not None and connection.has_joined
        stranger_at = "" if has_joined else address
        if not self.hub.take_place(stranger_at):
            await _sent_whole(send, 503, *TOO_MANY_SCREENS)
            return
        if connection is not None:
            connection.is_stream = True
        try:
            await self._streamed(reply, receive, send)
        finally:
            self.hub.leave_place(stranger_at)

    async def _streamed(self, reply: "AppReply", receive: Receive, send: Send) -> None:
        assert reply.stream is not None
        headers = [one for one in reply.start["headers"] if one[0] != b"content-length"]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

        async def tell(told: bytes) -> None:
            await send({"type": "http.response.body", "body": told, "more_body": True})

        await _until_gone(self.hub.serve(reply.stream, tell), receive)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _until_gone(serving: Coroutine[Any, Any, None], receive: Receive) -> None:
    """Ends when either side has had enough; whoever hangs up is heard at once."""
    tasks = [asyncio.ensure_future(serving), asyncio.ensure_future(receive())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class AppReply:
    """What the application said to one request; made in a thread. `first` is all of it, or its
    beginning where it goes on.
    """

    def __init__(self, app: Flask, scope: Message, body: bytes) -> None:
        self.stream: StreamWanted | None = None
        self.start: Message = {}
        told = app.wsgi_app(self._environ(scope, body), self._started)
        self._told, self._pieces = told, iter(told)
        self.first, self.goes_on = self.piece()

    def piece(self) -> tuple[bytes, bool]:
        """The next piece, and whether there may be more."""
        found, size = list[bytes](), 0
        for chunk in self._pieces:
            found.append(chunk)
            size += len(chunk)
            if size >= PIECE:
                return b"".join(found), True
        _close(self._told)
        return b"".join(found), False

    def _started(self, status: str, headers: list[tuple[str, str]], _error: Any = None) -> Any:
        sent = [(name.lower().encode("latin-1"), said.encode("latin-1")) for name, said in headers]
        self.start = {"status": int(status[:3]), "headers": sent}

    def _take_over(self, wanted: StreamWanted) -> None:
        self.stream = wanted

    def _environ(self, scope: Message, body: bytes) -> dict[str, Any]:
        host, port = scope["server"] or ("", 0)
        environ = {
            "REQUEST_METHOD": scope["method"],
            "SCRIPT_NAME": "",
            "PATH_INFO": scope["path"].encode("utf-8", "surrogateescape").decode("latin-1"),
            "QUERY_STRING": scope["query_string"].decode("latin-1"),
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
            "REMOTE_ADDR": (scope["client"] or ("", 0))[0],
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": scope["scheme"],
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            TAKES_OVER: self._take_over,
        }
        return environ | dict(_headers(scope["headers"]))


def _headers(given: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[str, str]]:
    """As WSGI names them. A name sent twice is joined, so that neither is overlooked."""
    joined: dict[str, str] = {}
    for raw_name, raw_value in given:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        if "_" in name or name in ("content-length", "transfer-encoding"):
            continue  # the first could pass for another header; the others are done with
        key = name.upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        mark = "; " if key == "HTTP_COOKIE" else ","
        joined[key] = f"{joined[key]}{mark}{value}" if key in joined else value
    yield from joined.items()


async def _sent_whole(send: Send, status: int, code: str, message: str, hint: str = "") -> None:
    """An answer of the front's own."""
    told = problem(status, code, message, hint).get_data()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(told)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": told, "more_body": False})


def _close(told: Iterable[bytes]) -> None:
    close = getattr(told, "close", None)
    if close is not None:
        close()
