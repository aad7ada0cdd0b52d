"""Serving for real: uvicorn's loop in a thread of its own, with our limits around it."""

import asyncio
import socket
import ssl
import threading
from pathlib import Path

import uvicorn
from flask import Flask

from companion.errors import SetupError
from web.connections import Connections, guarded
from web.front import Front
from web.services import services_of

MOST_HEADERS = 32_000
KEEP_ALIVE_S = 30
ENDING_S = 1


class WebServer:
    """`tls` is the folder with `cert.pem` and `key.pem`; none: plain HTTP."""

    def __init__(self, app: Flask, host: str, port: int, tls: Path | None = None) -> None:
        self._app, self._host, self._port = app, host, port
        connections = Connections()
        self._front = Front(app, connections)
        config = uvicorn.Config(
            self._front,
            http=guarded(connections),
            interface="asgi3",
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",  # what a stranger sends must not fill the log
            access_log=False,
            proxy_headers=False,
            server_header=False,
            backlog=256,
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=ENDING_S,
            h11_max_incomplete_event_size=MOST_HEADERS,
        )
        config.load()
        config.ssl = None if tls is None else _context(tls)
        self._server = uvicorn.Server(config)
        self._scheme = "http" if tls is None else "https"
        self._thread: threading.Thread | None = None

    def start(self) -> str:
        """Binds, serves in the background, and returns the address."""
        try:
            bound = _bound(self._host, self._port)
        except OSError as error:
            raise _cannot_serve(f"{self._host}:{self._port}", error) from None
        self._port = int(bound.getsockname()[1])
        self._thread = threading.Thread(target=self._serve, args=(bound,), name="web", daemon=True)
        self._thread.start()
        return f"{self._scheme}://{self._host}:{self.port}"

    def _serve(self, bound: socket.socket) -> None:
        asyncio.run(self._serving(bound))

    async def _serving(self, bound: socket.socket) -> None:
        self._front.start(asyncio.get_running_loop())
        try:
            await self._server.serve(sockets=[bound])
        finally:
            self._front.close()

    @property
    def port(self) -> int:
        return self._port

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        given = services_of(self._app)
        given.stopping.set()
        given.table.changes.announce()  # streams that wait end now, not with their next beat
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(timeout=3 * ENDING_S)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # By its full name: asyncio sends small answers at once (no delay) only where it sees TCP.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(256)
    except OSError:
        bound.close()
        raise
    bound.setblocking(False)
    return bound


def _cannot_serve(where: str, error: OSError) -> SetupError:
    return SetupError(
        f"Cannot serve on {where}: {error.strerror or error}. "
        "Is another companion running? Stop it, or take another --port."
    )


def _context(folder: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    except OSError as error:
        raise SetupError(
            f"No certificate in {folder} ({error}): "
            "run hardware/service/certificate, or set tls = false."
        ) from None
    return context
