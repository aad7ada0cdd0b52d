"""Serving for real: a threaded production server. Every open stream holds one thread, so there are many."""

import threading

from cheroot.wsgi import Server
from flask import Flask

from companion.errors import SetupError

THREADS = 96


class WebServer:
    def __init__(self, app: Flask, host: str, port: int) -> None:
        self._app = app
        self._server = Server((host, port), app, numthreads=THREADS, request_queue_size=128, shutdown_timeout=1)
        self._thread: threading.Thread | None = None
        self._host = host

    def start(self) -> str:
        """Binds, serves in the background, and returns the address."""
        try:
            self._server.prepare()
        except OSError as error:
            host, port = self._server.bind_addr
            raise SetupError(
                f"Cannot serve on {host}:{port}: {error}. Is another companion running? Try PORT=."
            ) from None
        self._thread = threading.Thread(target=self._server.serve, name="web", daemon=True)
        self._thread.start()
        return f"http://{self._host}:{self.port}"

    @property
    def port(self) -> int:
        return int(self._server.bind_addr[1])

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        self._app.config["STOPPING"].set()
        self._app.config["TABLE"].nudge()  # streams that wait for a change end now, not with their next beat
        self._server.stop()
        if self._thread is not None:
            self._thread.join(timeout=2)
