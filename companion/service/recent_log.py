"""The last lines of the service's own log, kept for the support bundle: the system's may be out of
reach.
"""

import logging
from collections import deque

LINES = 400
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class RecentLog(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: deque[str] = deque(maxlen=LINES)
        self.setFormatter(logging.Formatter(FORM))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


last_lines = RecentLog()


def remember_log() -> None:
    """To stderr, which systemd keeps, and to memory."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger().addHandler(last_lines)
