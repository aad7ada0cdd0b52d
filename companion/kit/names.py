"""Names as people type them: short, and nothing in them that a screen does not show."""

import unicodedata

LONGEST = 80
# Control characters, those that turn the direction of writing, and what has no meaning in a name.
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def is_plain(text: str) -> bool:
    """Whether every character of it is shown."""
    return not any(unicodedata.category(one) in UNSEEN for one in text)


def plain(text: str) -> str:
    """Without the characters that are not shown."""
    return "".join(one for one in text if unicodedata.category(one) not in UNSEEN)


def is_name(text: str) -> bool:
    return len(text) <= LONGEST and is_plain(text)
