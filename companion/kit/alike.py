"""Equal values, written alike.

msgspec leaves a default out only where the very object stands that the type has. A word typed in or
read back is another one and is written, so two equal states could look different on paper.
"""

from functools import cache
from typing import Any

import msgspec
from msgspec.structs import fields, replace

from companion.kit.events import SCALARS


def alike(value: Any) -> Any:
    """The same value, with its types' own defaults wherever it equals them; itself if it has
    them already.
    """
    if value is None or type(value) in SCALARS:
        return value
    if isinstance(value, msgspec.Struct):
        return _alike_struct(value)
    if isinstance(value, dict):
        parts = {key: alike(one) for key, one in value.items()}
        return parts if any(parts[key] is not value[key] for key in value) else value
    if isinstance(value, tuple):
        several = tuple(map(alike, value))
        return several if any(a is not b for a, b in zip(several, value, strict=True)) else value
    return value


def _alike_struct(value: msgspec.Struct) -> msgspec.Struct:
    changed = {}
    for name, default in _defaults(type(value)):
        now = getattr(value, name)
        is_default = type(now) is type(default) and now == default
        own = default if is_default else alike(now)
        if own is not now:
            changed[name] = own
    return replace(value, **changed) if changed else value


@cache
def _defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """Every field and its default, where it has one that is shared."""
    return tuple((field.name, field.default) for field in fields(kind))
