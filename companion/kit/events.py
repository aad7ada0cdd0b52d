"""What happened and why. An event carries the values that changed, so the journal can be folded
without the rules.

That is why a newer version of the rules opens every older game: folding needs only `patch`, never
`decide`.
"""

from collections.abc import Iterable
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import astuple

from companion.kit.say import Say

Path = tuple[str | int, ...]
# How the climax of a day is announced: told large for a moment, on every screen.
MOMENTS = frozenset(
    ("mystic", "defeated", "fallen", "claim", "complete", "fanfare", "merit", "loud", "hero")
)
SCALARS = frozenset((bool, int, str))


class Change(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The value at `path` is now `to`, or is gone."""

    path: Path
    to: Any = None
    gone: bool = False


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One reason and its changes. `only`: seats that may read it (a secret); `sound`: how it is
    announced,
    `hit:3` the higher the greater the number."""

    why: Say | None
    changes: tuple[Change, ...] = ()
    seats: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    sound: str | None = None


def diff(old: Any, new: Any) -> tuple[Change, ...]:
    """What differs. Values that are shared between both states are passed over by identity, so this
    is cheap.
    """
    if old is new:
        return ()
    changes: list[Change] = []
    _compare(old, new, (), changes)
    return tuple(changes)


def _compare(old: Any, new: Any, path: Path, changes: list[Change]) -> None:
    """Of two values that are not the same one."""
    kind = type(new)
    if kind is not type(old):
        changes.append(Change(path, new))
    elif kind in SCALARS:
        if old != new:
            changes.append(Change(path, new))
    elif isinstance(new, msgspec.Struct):
        fields = zip(kind.__struct_fields__, astuple(old), astuple(new), strict=True)
        _compare_each(fields, path, changes)
    elif kind is dict:
        _compare_dicts(old, new, path, changes)
    elif kind is tuple and len(old) == len(new):
        _compare_each(zip(count(), old, new, strict=False), path, changes)
    elif old != new:
        changes.append(Change(path, new))


def _compare_each(
    parts: Iterable[tuple[str | int, Any, Any]], path: Path, changes: list[Change]
) -> None:
    for name, before, after in parts:
        if before is not after:
            _compare(before, after, (*path, name), changes)


def _compare_dicts(
    old: dict[str, Any], new: dict[str, Any], path: Path, changes: list[Change]
) -> None:
    for key in old:
        if key not in new:
            changes.append(Change((*path, key), gone=True))
    for key, after in new.items():
        if key not in old:
            changes.append(Change((*path, key), after))
        elif old[key] is not after:
            _compare(old[key], after, (*path, key), changes)
    # The order of a dict is part of what people see; patching only appends, so any other order
    # replaces the whole.
    if list(old) != list(new) and _patched_order(old, new) != list(new):
        changes.append(Change(path, new))


def _patched_order(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    kept = [key for key in old if key in new]
    return kept + [key for key in new if key not in old]


def patch(raw: Any, changes: Iterable[Change]) -> Any:
    """Plain data with the changes made in place; returns it (a change at the root replaces it)."""
    for change in changes:
        value = to_plain(change.to)
        if not change.path:
            raw = value
            continue
        spot = raw
        for step in change.path[:-1]:
            spot = spot[step]
        if change.gone:
            del spot[change.path[-1]]
        else:
            spot[change.path[-1]] = value
    return raw


def to_plain(state: Any) -> Any:
    """A state as lists, dicts and scalars: what snapshots and positions are made of. Shares nothing
    with it.
    """
    return (
        state
        if state is None or type(state) in SCALARS
        else msgspec.json.decode(msgspec.json.encode(state))
    )


def fold(state: Any, events: Iterable[Event]) -> Any:
    """The state after these events, of the same type."""
    plain = to_plain(state)
    for event in events:
        plain = patch(plain, event.changes)
    return msgspec.convert(plain, type(state), strict=False)


def touches(event: Event, path: Path) -> bool:
    """Whether the event changed the value at `path`, or a part or the whole of it."""
    return any(change.path[: len(path)] == path[: len(change.path)] for change in event.changes)
