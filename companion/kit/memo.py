"""Remembering what follows from an immutable value, by the value itself and not by its contents.

For what many asks need again and again (the index of a pack, the cards of a field): hashing the
whole value would cost more than the answer. The value is kept alive beside the answer, so its
identity cannot be taken over by another one.
"""

from collections.abc import Callable
from typing import TypeVar

A = TypeVar("A")
R = TypeVar("R")

MOST = 1024


def by_identity(function: Callable[[A], R], most: int = MOST) -> Callable[[A], R]:
    """The function, asked only once per value. It must be pure and its argument immutable. `most`
    values are kept, fewer where an answer is large.
    """
    kept: dict[int, tuple[A, R]] = {}

    def remembered(thing: A) -> R:
        found = kept.get(id(thing))
        if found is None or found[0] is not thing:
            if len(kept) >= most:
                kept.clear()
            found = kept[id(thing)] = (thing, function(thing))
        return found[1]

    return remembered
