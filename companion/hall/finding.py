"""What a hall finds by itself on the local network: the broker to listen to, and tables that do not
tell it.
"""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing

from companion.discovery import EVERYWHERE, FoundTable, Surveyor, network
from companion.errors import SetupError

LOOK_S = 0.2
PATIENCE_S = 4.0


def broker_found(interfaces: Sequence[str] = EVERYWHERE, patience_s: float = PATIENCE_S) -> str:
    """The one broker of this network; which one to choose where there are several."""
    ends_s = time.monotonic() + patience_s
    with network(interfaces) as joined, closing(Surveyor(joined)) as surveyor:
        while not surveyor.brokers and time.monotonic() < ends_s:
            time.sleep(LOOK_S)
        time.sleep(LOOK_S)  # others answer at the same moment
        found, tables = surveyor.brokers, surveyor.tables
    if not found:
        seen = ", ".join(one.name for one in tables) or "no table either"
        raise SetupError(
            f"No broker was found on this network ({seen}). Say --broker mqtt://host:1883, "
            "or name it in config.toml."
        )
    if len(found) > 1:
        raise SetupError(f"There are several brokers: say --broker with one of {', '.join(found)}.")
    return found[0]


def watch(
    see: Callable[[tuple[FoundTable, ...]], None],
    stop: threading.Event,
    interfaces: Sequence[str] = EVERYWHERE,
) -> None:
    """Tells of the tables of the network whenever one comes or goes, until stopped."""
    changed = threading.Event()
    with network(interfaces) as joined, closing(Surveyor(joined, changed.set)) as surveyor:
        while not stop.is_set():
            if changed.wait(LOOK_S):
                changed.clear()
                see(surveyor.tables)
