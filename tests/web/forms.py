"""Looking through a form as the page gets it."""

from collections.abc import Iterator
from typing import Any


def sayings(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        yield from [told["say"]] if "say" in told else []
        yield from told.get("says", ())
        for one in told.values():
            yield from sayings(one)
    elif isinstance(told, list):
        for one in told:
            yield from sayings(one)
