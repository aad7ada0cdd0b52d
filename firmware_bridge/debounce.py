"""Debouncing per key, timed by clock: a press counts at once, a release after quiet. As in the
firmware.
"""

Change = tuple[int, bool]  # a key, and whether it is down


class Debouncer:
    def __init__(self, quiet_s: float = 0.005) -> None:
        self.quiet_s = quiet_s
        self.held: set[int] = set()
        self._up_since: dict[int, float] = {}

    def contact(self, key: int, is_down: bool, now_s: float) -> list[Change]:
        """Tells of a contact that opened or closed; gives back what counts."""
        changes = self.tick(now_s)
        if is_down:
            self._up_since.pop(key, None)
            if key not in self.held:
                self.held.add(key)
                changes.append((key, True))
        elif key in self.held:
            self._up_since.setdefault(key, now_s)
        return changes

    def tick(self, now_s: float) -> list[Change]:
        """The keys whose contacts have been up and quiet for long enough."""
        quiet = [key for key, since_s in self._up_since.items() if now_s >= since_s + self.quiet_s]
        for key in quiet:
            del self._up_since[key]
            self.held.discard(key)
        return [(key, False) for key in quiet]

    def next_s(self) -> float | None:
        """When `tick` will have something to say."""
        return min(self._up_since.values()) + self.quiet_s if self._up_since else None
