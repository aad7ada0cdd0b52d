"""The threads of the service: made and ended here, started again when they fail, and noticed when
they show no sign of life.
"""

import logging
import threading
import time
from collections.abc import Callable
from itertools import chain, repeat

from companion.errors import CompanionError

log = logging.getLogger(__name__)

ENDS_S = 0.7  # for the parts to end by themselves; SIGTERM must be over within two seconds
AGAIN_S = (1.0, 2.0, 5.0, 15.0)


class Pulse(threading.Event):
    """The sign to stop. Every loop asks for it once a round, so being asked is a sign of life."""

    def __init__(self) -> None:
        super().__init__()
        self._asked_s: dict[str, float] = {}

    def is_set(self) -> bool:
        self._asked_s[threading.current_thread().name] = time.monotonic()
        return super().is_set()

    def silent_s(self, name: str) -> float:
        return time.monotonic() - self._asked_s.get(name, time.monotonic())


class Supervisor:
    """`failed` hears the name of a part and why: a part that fails shows its badge and is tried
    again, less and less often, while the game goes on by touch.
    """

    def __init__(self, failed: Callable[[str, str], None]) -> None:
        self._failed = failed
        self._stop = Pulse()
        self._threads: list[threading.Thread] = []

    def start(self, name: str, run: Callable[[threading.Event], None]) -> None:
        thread = threading.Thread(target=self._mind, args=(name, run), name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _mind(self, name: str, run: Callable[[threading.Event], None]) -> None:
        for pause_s in chain(AGAIN_S, repeat(AGAIN_S[-1])):
            try:
                run(self._stop)
            except CompanionError as error:
                self._failed(name, str(error))
            except Exception:
                log.exception("the part that minds the %s failed", name)
                self._failed(name, "it failed; the service log has the details")
            if self._stop.wait(pause_s):
                return

    def stuck(self, limit_s: float) -> dict[str, bool]:
        """Of each part whether it died, or was silent for longer than that."""
        return {
            thread.name: not thread.is_alive() or self._stop.silent_s(thread.name) > limit_s
            for thread in self._threads
        }

    def ask_to_stop(self) -> None:
        self._stop.set()

    def wait(self) -> None:
        """For those that end by themselves; the others are daemons and end with the process."""
        ends_s = time.monotonic() + ENDS_S
        for thread in self._threads:
            thread.join(max(0.0, ends_s - time.monotonic()))
