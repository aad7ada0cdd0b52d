"""Whether there is a newer version, for an owner who wants to know: asked once a day at the address
in the configuration, which answers with the newest version's number. Nothing is fetched but that,
nothing is sent, nothing is installed.
"""

import logging
import re
import threading
import urllib.error
import urllib.request

from companion.service.status import Note, Status

log = logging.getLogger(__name__)
EVERY_S, AGAIN_S = 86_400.0, 3_600.0
WAIT_S = 10.0
MOST_BYTES = 4_096
VERSION = re.compile(rb"(\d{1,6})\.(\d{1,6})\.(\d{1,6})")


class NewerVersion:
    def __init__(self, address: str, ours: str, status: Status) -> None:
        self._address, self._ours, self._status = address, ours, status

    def run(self, stop: threading.Event) -> None:
        left_s = 0.0
        while not stop.is_set():
            if left_s <= 0:
                left_s = EVERY_S if self.look() else AGAIN_S
            left_s -= 1.0
            stop.wait(1.0)

    def look(self) -> bool:
        """False: nobody answered, which is no fault of the table's."""
        try:
            with urllib.request.urlopen(self._address, timeout=WAIT_S) as reply:
                newest = VERSION.search(reply.read(MOST_BYTES))
        except (urllib.error.URLError, OSError, ValueError) as error:
            log.info("nobody said which version is the newest: %s", error)
            return False
        is_newer = newest is not None and _numbers(newest[0]) > _numbers(self._ours.encode())
        notes = (Note("newer_version", newest[0].decode()),) if newest and is_newer else ()
        self._status.show(newer=notes)
        return newest is not None


def _numbers(version: bytes) -> tuple[int, ...]:
    found = VERSION.search(version)
    return tuple(int(part) for part in found.groups()) if found else ()
