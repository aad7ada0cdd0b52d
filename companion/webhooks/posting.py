"""One delivery: a POST that follows no redirect, and what its answer means."""

import http.client
import threading
from enum import Enum
from urllib.parse import urlsplit

PATIENCE_S = 10.0
KINDS = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
BUSY = (408, 409, 425, 429)  # the receiver asks to be tried again


class Taken(Enum):
    YES = "yes"
    LATER = "later"
    REFUSED = "refused"  # this one, and it would be refused again
    GONE = "gone"  # the receiver wants no more


def meaning(status: int) -> Taken:
    if 200 <= status < 300:
        return Taken.YES
    if status == 410:
        return Taken.GONE
    is_refused = 400 <= status < 500 and status not in BUSY
    return Taken.REFUSED if is_refused else Taken.LATER


class Post(threading.Thread):
    """On its own, because names that nobody answers for and receivers that drip can hold it up for
    longer than the table's watchdog waits.
    """

    def __init__(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        super().__init__(name="webhook post", daemon=True)
        self._url, self._body, self._headers = url, body, headers
        self.taken: Taken | None = None  # None while it is under way
        self.why = ""

    def run(self) -> None:
        try:
            status = self._sent()
            self.why = f"it answered {status}"
            self.taken = meaning(status)
        except (OSError, http.client.HTTPException) as error:
            self.why = str(error) or type(error).__name__
            self.taken = Taken.LATER

    def _sent(self) -> int:
        place = urlsplit(self._url)
        link = KINDS[place.scheme](place.hostname or "", place.port, timeout=PATIENCE_S)
        path = (place.path or "/") + (f"?{place.query}" if place.query else "")
        try:
            link.request("POST", path, self._body, self._headers)
            return int(link.getresponse().status)
        finally:
            link.close()
