"""Words for people, untranslated: a message key with values. The edge turns them into English or
Indonesian.
"""

import msgspec


class SeatName(msgspec.Struct, frozen=True, gc=False, tag="seat", tag_field="is"):
    """The name of whoever sits there, as the table entered it."""

    seat: str


class Say(msgspec.Struct, frozen=True, gc=False, tag="say", tag_field="is"):
    """A sentence: `key` names it in the catalogues, `values` fill its gaps. Values may be sentences
    themselves.
    """

    key: str
    values: dict[str, "str | int | SeatName | Say | tuple[str | int | SeatName | Say, ...]"] = {}


Value = str | int | SeatName | Say | tuple[str | int | SeatName | Say, ...]


def say(key: str, /, **values: Value) -> Say:
    return Say(key, values)


def name_of(seat: str) -> SeatName:
    return SeatName(seat)
