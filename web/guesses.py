"""Who may try a PIN now. A try is counted before anything is computed, so that a hundred at once
are as slow as a hundred in a row.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass

TRIES, WINDOW_S = 5, 60.0
TRIES_IN_ALL = 4 * TRIES
LONGEST_S = 15 * WINDOW_S
FORGOTTEN_S = 4 * LONGEST_S  # after the last wrong one
MOST_PLACES = 256  # remembered; the one that was quiet longest is forgotten


@dataclass(frozen=True, slots=True)
class _Wrong:
    count: int = 0
    last_s: float = 0.0

    def wait_s(self, now_s: float, free: int) -> float:
        """How long until the next try: nothing at first, then twice as long with each."""
        if self.count < free:
            return 0.0
        delay = min(LONGEST_S, WINDOW_S * 2.0 ** min(self.count - free, 10))
        return max(0.0, self.last_s + delay - now_s)


class Guesses:
    """Of one door: per place, and over all of them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._places: dict[str, _Wrong] = {}
        self._all = _Wrong()

    def wait_s(self, place: str) -> float:
        """Until somebody there may try again."""
        with self._lock:
            return self._wait_s(place, self._clock())

    def take(self, place: str) -> bool:
        """Whether this try may be made; if so it counts as wrong until `forgive`."""
        with self._lock:
            now_s = self._clock()
            self._forget(now_s)
            if self._wait_s(place, now_s) > 0:
                return False
            here = self._places.pop(place, _Wrong())
            self._places[place] = _Wrong(here.count + 1, now_s)
            self._all = _Wrong(self._all.count + 1, now_s)
            return True

    def forgive(self, place: str) -> None:
        """It was right: whoever mistyped before starts anew."""
        with self._lock:
            here = self._places.pop(place, _Wrong())
            self._all = _Wrong(max(0, self._all.count - here.count), self._all.last_s)

    def excuse(self, place: str) -> None:
        """This one try was right, but not for all there is to guess: those before still count."""
        with self._lock:
            here = self._places.get(place, _Wrong())
            self._places[place] = _Wrong(max(0, here.count - 1), here.last_s)
            self._all = _Wrong(max(0, self._all.count - 1), self._all.last_s)

    def _wait_s(self, place: str, now_s: float) -> float:
        here = self._places.get(place, _Wrong())
        return max(here.wait_s(now_s, TRIES), self._all.wait_s(now_s, TRIES_IN_ALL))

    def _forget(self, now_s: float) -> None:
        fresh = [one for one in self._places.items() if now_s - one[1].last_s < FORGOTTEN_S]
        self._places = dict(fresh[1 - MOST_PLACES :])
        if now_s - self._all.last_s >= FORGOTTEN_S:
            self._all = _Wrong()
