"""Serves the hall's page with uvicorn, in a thread of its own, until it is left."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from companion.errors import SetupError


@contextmanager
def serving(site: Any, host: str, port: int) -> Iterator[str]:
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(128)  # whoever comes while the loop starts waits a moment
    except OSError as error:
        bound.close()
        raise SetupError(
            f"Cannot serve on {host}:{port}: {error.strerror}. Take another --port."
        ) from None
    config = uvicorn.Config(
        site,
        interface="asgi3",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(
        target=lambda: asyncio.run(server.serve(sockets=[bound])), name="web", daemon=True
    )
    thread.start()
    try:
        yield f"http://{host}:{bound.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(3)
