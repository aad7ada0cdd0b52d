"""The service as people start it, in its own processes, and a screen that sees what a page would
see.
"""

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

SILENCE_S = 2.25  # as in web/static/js/core/stream.js: two seconds, looked at four times a second
BADGES = ("camera", "panel")
PATIENCE_S = 90.0  # on a machine that is busy with other things


def free_port() -> int:
    """Below the range from which the kernel gives ports to clients: it must still be free after a
    restart.
    """
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Service:
    """`around` is the environment; `words` are further words of the command."""

    def __init__(
        self, data: Path, *words: str, around: dict[str, str] | None = None, port: int = 0
    ) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._around = around or dict(os.environ)
        self._command = [
            sys.executable,
            "-m",
            "companion",
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(data),
        ]
        self._command += words
        self._log = data.with_name(f"{data.name}.log")
        self.process: subprocess.Popen[str] | None = None
        self.starts = 0

    def start(self) -> float:
        """Seconds until the address was printed, that is until it can be reached."""
        begun_s = time.monotonic()
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                self._command, stdout=subprocess.PIPE, stderr=log, text=True, env=self._around
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("http"), (
            f"the service did not come up: {self._log.read_text()[-2000:]}"
        )
        self._reader = threading.Thread(target=_read_out, args=(self.process.stdout,), daemon=True)
        self._reader.start()
        self.starts += 1
        return time.monotonic() - begun_s

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def eye(self) -> int | None:
        """The process of the eye."""
        for child in Path(f"/proc/{self.pid}/task").glob("*/children"):
            for pid in child.read_text().split():
                command = Path(f"/proc/{pid}/cmdline").read_bytes()
                if b"vision.worker" in command:
                    return int(pid)
        return None

    def kill(self) -> None:
        eye = self.eye()
        os.kill(self.pid, signal.SIGKILL)
        assert self.process is not None
        self._gone()
        if eye is not None:  # as systemd does with everything of the unit
            with suppress(ProcessLookupError):
                os.kill(eye, signal.SIGKILL)

    def end(self) -> float:
        """SIGTERM; seconds until it was gone."""
        begun_s = time.monotonic()
        assert self.process is not None
        self.process.terminate()
        self._gone()
        return time.monotonic() - begun_s

    def _gone(self) -> None:
        assert self.process is not None
        self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)

    def call(self, path: str, data: Any = None, timeout_s: float = 30.0) -> Any:
        """The reply as it is, also a refusal. OSError: nobody answers."""
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(
            self.address + path, body, {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=timeout_s) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            return json.load(error)
        except http.client.HTTPException as error:  # killed in the middle of its answer
            raise ConnectionError(str(error)) from None


def _read_out(pipe: IO[str]) -> None:
    """Nobody reads the service's words, but a full pipe would stop it."""
    with pipe:
        pipe.read()


class Screen:
    """What a page knows at any moment: whether it is connected, the table, the badges and the
    notes.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._changed = threading.Condition()
        self._over = False
        self._heard_s = 0.0
        self._open = False
        self.around: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self._shown: set[tuple[str, str]] = set()  # badges and their states, since `forget`
        self._thread = threading.Thread(target=self._listen, name="screen", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while not self._over:
            try:
                with urllib.request.urlopen(
                    f"{self._service.address}/api/events", timeout=5
                ) as stream:
                    self._hear(stream)
            except (OSError, ValueError, http.client.HTTPException):
                pass
            with self._changed:
                self._open = False
                self._changed.notify_all()
            time.sleep(0.1)

    def _hear(self, stream: Any) -> None:
        event = ""
        for raw in stream:
            if self._over:
                return
            event = raw[7:].strip().decode() if raw.startswith(b"event: ") else event
            with self._changed:
                self._heard_s, self._open = time.monotonic(), True
                if raw.startswith(b"data: ") and event in ("around", "table"):
                    setattr(self, event, json.loads(raw[6:]))
                    self._shown |= {(name, self.badge(name)) for name in BADGES}
                self._changed.notify_all()

    @property
    def is_connected(self) -> bool:
        return self._open and time.monotonic() - self._heard_s < SILENCE_S

    def badge(self, name: str) -> str:
        return str(self.around.get(name, {}).get("state", "none"))

    def forget(self) -> None:
        """From now on."""
        with self._changed:
            self._shown.clear()

    def has_shown(self, name: str, state: str) -> bool:
        """Also for a moment that a busy machine's test slept through."""
        return (name, state) in self._shown

    def notes(self) -> set[str]:
        return {note["id"] for note in self.around.get("notes", ())}

    def note(self, name: str) -> str | None:
        """What a note says beside its name; None while it is not there."""
        return next(
            (note["what"] for note in self.around.get("notes", ()) if note["id"] == name), None
        )

    def places(self) -> dict[str, tuple[float, float]]:
        """The first corner of every place that the camera sees now."""
        found = self.around.get("places", {}).items()
        return {name: tuple(place["corners"][0]) for name, place in found if place["corners"]}

    def answers(self) -> int:
        """How often something done at the table that changed nothing was answered."""
        return int((self.around.get("said") or {}).get("serial", 0))

    def until(self, true: Callable[[], Any], what: str, begun_s: float | None = None) -> float:
        """Seconds until the page showed it, from a moment that may lie earlier."""
        begun_s = time.monotonic() if begun_s is None else begun_s
        with self._changed:
            while not true():
                left_s = begun_s + PATIENCE_S - time.monotonic()
                assert left_s > 0, (
                    f"never shown: {what}; notes {self.notes()}, {self.around.get('camera')}"
                )
                self._changed.wait(min(left_s, 0.1))
        return time.monotonic() - begun_s

    def close(self) -> None:
        self._over = True
