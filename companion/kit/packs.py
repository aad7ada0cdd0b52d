"""Card packs as data: each game gives its pack as a type, and this says, card by card, what does
not fit it.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from companion.kit.names import LONGEST, is_plain, plain
from companion.kit.say import Say
from companion.kit.story import refuse

C = TypeVar("C", bound=msgspec.Struct)
TOO_LONG = f"Expected `str` of length <= {LONGEST}"


class Problem(msgspec.Struct, frozen=True):
    """`card` and `field` name the place (without a field: the card as a whole); `message` says what
    is wrong: a sentence where a game found it, the words of whoever read the data where it has not
    even the right form."""

    card: str
    field: str
    message: str | Say


def read_pack(kind: type[C], raw: dict[str, Any]) -> C:
    """The pack as the game's own type. Raises msgspec.ValidationError; `problems` says it for
    people.
    """
    return msgspec.convert(raw, kind)


def problems(kind: type[msgspec.Struct], raw: Any) -> list[Problem]:
    """Every problem, one per card at least, not only the first."""
    if not isinstance(raw, dict):
        return [Problem("", "pack", "a table is expected")]
    found: list[Problem] = []
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name, value in raw.items():
        if name not in fields:
            found.append(Problem("", name, f"unknown; a pack has: {', '.join(fields)}"))
        else:
            found += _problems_of(name, fields[name].type, value)
    found += [
        Problem("", name, "missing")
        for name, field in fields.items()
        if field.required and name not in raw
    ]
    return found


def _problems_of(name: str, kind: Any, value: Any) -> list[Problem]:
    item = next(iter(getattr(kind, "__args__", ())), None)
    if isinstance(value, list) and isinstance(item, type) and issubclass(item, msgspec.Struct):
        found = [
            problem
            for at, card in enumerate(value)
            for problem in _problem_of(f"{name}[{at}]", item, card)
        ]
        return found + _problems_of_ids(Counter(id_of(card) for card in value))
    return _problem_of(name, kind, value)


def id_of(card: Any) -> str:
    """Of a card as somebody typed it in; empty where it has none that is text."""
    named = card.get("id") if isinstance(card, dict) else None
    return named if isinstance(named, str) else ""


def _problems_of_ids(ids: Counter[str]) -> list[Problem]:
    named = sorted(one for one in ids if one)
    hidden = [one for one in named if not is_plain(one)]
    return (
        [Problem(one, "id", "stands twice") for one in named if ids[one] > 1]
        + [Problem(one[:LONGEST], "id", TOO_LONG) for one in named if len(one) > LONGEST]
        + [Problem(plain(one), "id", "Expected `str` of shown characters") for one in hidden]
    )


def _problem_of(place: str, kind: Any, value: Any) -> list[Problem]:
    card = str(value.get("id", place)) if isinstance(value, dict) else place
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        return [Problem(card, path.rstrip("`").lstrip("$."), message)]
    return []


def of_one_box(cards: Iterable[C]) -> tuple[list[C], list[C]]:
    """The real cards and the invented ones: what a box can hold is counted for each, for a stand-in
    gives way.
    """
    real: list[C] = []
    invented: list[C] = []
    for card in cards:
        source = card.source  # type: ignore[attr-defined]
        (invented if source == "demo" else real).append(card)
    return real, invented


def learned(kind: type[C], card_id: str, facts: dict[str, Any]) -> C:
    """A card as its owner typed it in; refused with the field that does not fit."""
    try:
        return msgspec.convert(
            {"source": "owner", "verified": True, **facts, "id": card_id}, kind, strict=False
        )
    except msgspec.ValidationError as error:
        raise refuse("bad_card", "kit.refused.bad_card", card=card_id, what=str(error)) from None
