"""Ordered zones: rows, rings, stacks and what is attached to what. Pure words for cards that lie in
an order.

A stack is a tuple whose index 0 is the top. A ring is a fixed number of spots, the last beside the
first. Attachments are a mapping from a host to what lies beside it, in order; attached cards may be
hosts themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
Attached = Mapping[str, tuple[str, ...]]


def without(things: tuple[T, ...], thing: T) -> tuple[T, ...]:
    """The same order, with the first such thing taken out."""
    at = things.index(thing)
    return things[:at] + things[at + 1 :]


def to_bottom(stack: tuple[T, ...], card: T) -> tuple[T, ...]:
    return (*without(stack, card), card)


def to_top(stack: tuple[T, ...], card: T) -> tuple[T, ...]:
    return (card, *without(stack, card))


def replaced(things: tuple[T, ...], at: int, thing: T) -> tuple[T, ...]:
    return (*things[:at], thing, *things[at + 1 :])


def ring_neighbours(
    occupied: Sequence[bool], at: int, *, skip_gaps: bool = True
) -> tuple[int, ...]:
    """The next occupied spots both ways round; with gaps not skipped only the two spots right
    beside.
    """
    size = len(occupied)
    found: list[int] = []
    for way in (1, -1):
        reach = range(1, size) if skip_gaps else range(1, 2)
        spot = next(
            ((at + way * far) % size for far in reach if occupied[(at + way * far) % size]), None
        )
        if spot is not None and spot not in found:
            found.append(spot)
    return tuple(found)


def row_windows(nodes: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    """Every unbroken run of that many, from left to right."""
    for at in range(len(nodes) - size + 1):
        yield tuple(nodes[at : at + size])


def ring_windows(nodes: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    """Every unbroken run going round; nothing is used twice."""
    if not 0 < size <= len(nodes):
        return
    twice = (*nodes, *nodes)
    for at in range(len(nodes)):
        yield twice[at : at + size]


def rotations(nodes: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """The ring read once round, from each of its members."""
    return ring_windows(nodes, len(nodes))


def arcs(spots: Sequence[T | None]) -> list[list[T]]:
    """The occupied stretches of a ring with gaps, each as a row; a full ring is one stretch."""
    size = len(spots)
    start = next((at for at in range(size) if spots[at] is None), None)
    if start is None:
        return [[spot for spot in spots if spot is not None]]
    found: list[list[T]] = [[]]
    for far in range(1, size + 1):
        spot = spots[(start + far) % size]
        if spot is not None:
            found[-1].append(spot)
        elif found[-1]:
            found.append([])
    return [row for row in found if row]


def host_of(attached: Attached, card: str) -> str | None:
    return next((host for host, beside in attached.items() if card in beside), None)


def root_of(attached: Attached, card: str) -> str:
    """The outermost host: the card everything else of the group lies beside."""
    host = host_of(attached, card)
    return card if host is None else root_of(attached, host)


def family(attached: Attached, host: str) -> tuple[str, ...]:
    """The host and all that is attached to it, nested too."""
    beside = attached.get(host, ())
    return (host, *(card for one in beside for card in family(attached, one)))


def with_attached(attached: Attached, host: str, card: str) -> dict[str, tuple[str, ...]]:
    return {**attached, host: (*attached.get(host, ()), card)}


def with_detached(attached: Attached, card: str) -> dict[str, tuple[str, ...]]:
    """What is attached to the card itself stays its own."""
    host = host_of(attached, card)
    if host is None:
        return dict(attached)
    left = without(attached[host], card)
    return {
        key: beside if key != host else left
        for key, beside in attached.items()
        if key != host or left
    }
