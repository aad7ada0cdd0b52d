"""The one way to wait: whoever shows or watches the table asks what version it has seen and sleeps
until there is a newer one.
"""

import threading


class Changes:
    """`version` grows with everything that happens at the table and around it, `game_version` only
    with the game itself: a badge that comes or goes is no reason to read the game again.
    """

    def __init__(self) -> None:
        # Held for a moment only: screens hear of a slow disk while it is slow.
        self._happened = threading.Condition()
        self.version = 0
        self.game_version = 0

    def announce(self) -> None:
        """Something around the table has changed, the game has not."""
        with self._happened:
            self.version += 1
            self._happened.notify_all()

    def announce_game(self) -> None:
        with self._happened:
            self.game_version += 1
            self.version += 1
            self._happened.notify_all()

    def wait(self, seen: int, timeout_s: float) -> int:
        """The version now: at once if it is not the one seen, else when it grows or after the
        time-out.
        """
        with self._happened:
            self._happened.wait_for(lambda: self.version != seen, timeout_s)
            return self.version
