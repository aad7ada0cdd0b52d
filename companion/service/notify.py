"""Telling systemd that we are up and well. Without systemd this does nothing."""

import os
import socket


def tell_systemd(words: str, address: str | None = None) -> bool:
    """`READY=1` once, `WATCHDOG=1` while every part lives, `STOPPING=1` at the end. False where
    nobody listens.
    """
    where = address or os.environ.get("NOTIFY_SOCKET", "")
    if not where:
        return False
    # A leading @ is how systemd writes a name in the abstract namespace.
    name = "\0" + where[1:] if where.startswith("@") else where
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        try:
            link.sendto(words.encode(), name)
        except OSError:
            return False
    return True
