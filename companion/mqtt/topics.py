"""Where each message goes. One table, one branch: an access list names tables, never messages."""

import re
from dataclasses import dataclass

from companion.broadcast.messages import VERSION

STATE, EVENT, ONLINE, PICTURE, REPLY = "state", "event", "online", "picture", "reply"
COMMAND, REQUEST = "command", "request"
SIMPLE = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


@dataclass(frozen=True, slots=True)
class Topics:
    """`base` is the owner's own prefix, `table` the table's id in it."""

    table: str
    base: str = "tableside"

    @property
    def root(self) -> str:
        return f"{self.base}/v{VERSION}/{self.table}"

    def of(self, *parts: str) -> str:
        return "/".join((self.root, *parts))


def everywhere(base: str, *parts: str) -> str:
    """The same message of all tables, as a broker's filter."""
    return "/".join((base, f"v{VERSION}", "+", *parts))


def sender(topic: str, base: str) -> str:
    """The table whose branch that is; empty where it is none of ours."""
    start = f"{base}/v{VERSION}/"
    name = topic.removeprefix(start).partition("/")[0] if topic.startswith(start) else ""
    return name if SIMPLE.fullmatch(name) else ""
