"""Names as people type them: short, and nothing in them that a screen does not show."""

import re
import unicodedata
from collections.abc import Sequence

from companion.kit.story import refuse

LONGEST = 80
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how one begins in a spreadsheet
SEAT = re.compile(r"[^.:/,]{1,40}")
# Control characters, those that turn the direction of writing, and what has no meaning in a name.
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def is_plain(text: str) -> bool:
    """Whether every character of it is shown."""
    return not any(unicodedata.category(one) in UNSEEN for one in text)


def plain(text: str) -> str:
    """Without the characters that are not shown."""
    return "".join(one for one in text if unicodedata.category(one) not in UNSEEN)


def check_names(*texts: str) -> None:
    """Refuses what is too long for a name, or hides something."""
    if not all(len(text) <= LONGEST and is_plain(text) for text in texts):
        raise refuse("bad_name", "kit.refused.bad_name", most=LONGEST)


def check_seats(ids: Sequence[str]) -> None:
    """Ids of questions, trackers and handles are made of them, with dots and colons between."""
    if len({*ids}) < len(ids) or not all(SEAT.fullmatch(one) and is_plain(one) for one in ids):
        raise refuse("bad_seats", "kit.refused.bad_seats")


def as_cell(text: str) -> str:
    """For a spreadsheet: what begins like a formula is taken as text."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text
