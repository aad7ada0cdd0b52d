"""Serving for real: a threaded production server. Every open stream holds one thread, so there are
many.
"""

import ssl
import threading
from pathlib import Path

from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server
from flask import Flask

from companion.errors import SetupError
from web.services import services_of

THREADS = 96
MOST_HEADERS = 32_000
MOST_BODY = 2_000_000  # whatever the application takes, chunked or not, is below this
SLOWEST_S = 5  # a device that takes longer for one line of its request holds up others


class WebServer:
    """`tls` is the folder with `cert.pem` and `key.pem`; none: plain HTTP."""

    def __init__(self, app: Flask, host: str, port: int, tls: Path | None = None) -> None:
        self._app = app
        self._server = Server(
            (host, port), app, numthreads=THREADS, request_queue_size=128, shutdown_timeout=1
        )
        self._server.max_request_header_size = MOST_HEADERS
        self._server.max_request_body_size = MOST_BODY
        self._server.timeout = SLOWEST_S
        self._server.ssl_adapter = None if tls is None else _adapter(tls)
        self._scheme = "http" if tls is None else "https"
        self._thread: threading.Thread | None = None
        self._host = host

    def start(self) -> str:
        """Binds, serves in the background, and returns the address."""
        try:
            self._server.prepare()
        except OSError as error:
            host, port = self._server.bind_addr
            raise _cannot_serve(f"{host}:{port}", error) from None
        self._thread = threading.Thread(target=self._server.serve, name="web", daemon=True)
        self._thread.start()
        return f"{self._scheme}://{self._host}:{self.port}"

    @property
    def port(self) -> int:
        return int(self._server.bind_addr[1])

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        given = services_of(self._app)
        given.stopping.set()
        given.table.changes.announce()  # streams that wait end now, not with their next beat
        self._server.stop()
        if self._thread is not None:
            self._thread.join(timeout=2)


def _cannot_serve(where: str, error: OSError) -> SetupError:
    why = str(error).rpartition("] ")[2].rstrip(")")  # the system's sentence ends the server's own
    return SetupError(
        f"Cannot serve on {where}: {why}. "
        "Is another companion running? Stop it, or take another --port."
    )


def _adapter(folder: Path) -> BuiltinSSLAdapter:
    try:
        adapter = BuiltinSSLAdapter(str(folder / "cert.pem"), str(folder / "key.pem"))
    except OSError as error:
        raise SetupError(
            f"No certificate in {folder} ({error}): "
            "run hardware/service/certificate, or set tls = false."
        ) from None
    adapter.context.minimum_version = ssl.TLSVersion.TLSv1_2
    return adapter
