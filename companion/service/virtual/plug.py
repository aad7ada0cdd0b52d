"""The virtual table's plug: without power everything stops where it is, and nothing is put away."""

import threading
from collections.abc import Callable
from typing import Any

from companion.errors import SetupError

TOLD_S = 0.2  # for the page to hear that it was heard


def pull_the_plug(
    message: dict[str, Any], die: Callable[[], None], cut: Callable[[], None]
) -> None:
    if message.get("do") != "cut":
        raise SetupError("The power can only be cut; it comes back by itself.")

    def gone() -> None:
        die()
        cut()

    threading.Timer(TOLD_S, gone).start()
