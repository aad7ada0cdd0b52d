"""What a browser may say to the virtual table, in one form: short words and bounded numbers,
checked before any part of it hears them. Whether a deed can be done is that part's own to say.
"""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.kit.names import is_plain

Word = Annotated[str, Meta(max_length=200)]
Number = Annotated[float, Meta(ge=-1e6, le=1e6)]
Whole = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Small = Annotated[int, Meta(ge=-100, le=100)]
Few = Meta(max_length=40)


class VirtualWords(msgspec.Struct, frozen=True):
    """`to`: the part that is meant, `do`: the deed. What else belongs to which deed is beside its
    part; anything that no deed knows is left out.
    """

    to: Word
    do: Word | UnsetType = UNSET
    ask: Word | UnsetType = UNSET
    cell: Word | UnsetType = UNSET
    id: Word | UnsetType = UNSET
    kind: Word | UnsetType = UNSET
    look: Word | UnsetType = UNSET
    title: Word | UnsetType | None = UNSET
    name: Word | UnsetType = UNSET
    role: Word | UnsetType = UNSET
    x: Number | UnsetType = UNSET
    y: Number | UnsetType = UNSET
    towards: Number | UnsetType = UNSET
    hard: Number | UnsetType = UNSET
    seconds: Number | UnsetType = UNSET
    seed: Whole | UnsetType = UNSET
    die: Small | UnsetType = UNSET
    turn: Small | UnsetType = UNSET
    by: Small | UnsetType = UNSET
    values: Annotated[list[Small | Word], Few] | UnsetType = UNSET
    parts: Annotated[list[Word], Few] | UnsetType | None = UNSET
    games: Annotated[list[Word], Few] | UnsetType = UNSET


def heard(message: Any) -> dict[str, Any]:
    """The message with only what a deed may read. msgspec.ValidationError: it is none."""
    words: dict[str, Any] = msgspec.to_builtins(msgspec.convert(message, VirtualWords))
    for name, word in words.items():
        if isinstance(word, str) and not is_plain(word):
            raise msgspec.ValidationError(f"Expected plain text - at `$.{name}`")
    return words
