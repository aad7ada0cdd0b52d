"""Text for an HD44780: nearly ASCII, so everything else is brought down to that.

Any string gives a line of exactly the asked width; nothing raises, for the display must never stop
a game.
"""

import unicodedata

# The Japanese ROM (A00), the one nearly every module has: yen for the backslash, arrows for tilde
# and delete.
_CODES = {
    "\\": 0x2F, "~": 0x2D, "→": 0x7E, "←": 0x7F, "·": 0xA5, "°": 0xDF, "÷": 0xFD,
    "█": 0xFF, "●": 0xA5, "¥": 0x5C, "√": 0xE8, "∞": 0xF3, "Ω": 0xF4, "Σ": 0xF6, "π": 0xF7,
    "µ": 0xE4, "ä": 0xE1, "ö": 0xEF, "ü": 0xF5, "ñ": 0xEE, "¢": 0xEC,
}  # fmt: skip
_WORDS = {
    "–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "‚": ",", "“": '"', "”": '"', "„": '"',
    "«": "<", "»": ">", "…": "...", "×": "x", "±": "+-", "≤": "<=", "≥": ">=", "½": "1/2",
    "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O",
    "✓": "+", "✔": "+", "✗": "x", "▲": "^", "▼": "v", "■": "#", "◆": "*", "★": "*",
    "♥": "<3", "€": "EUR", "\t": " ",
    "↶": "<", "↷": ">", "↑": "^", "↓": "v", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
}  # fmt: skip


def to_display(text: str, columns: int) -> bytes:
    """One line of the display: cut at the right, filled with spaces."""
    codes = bytes(code for letter in unicodedata.normalize("NFC", text) for code in _letter(letter))
    return codes[:columns].ljust(columns)


def _letter(letter: str) -> bytes:
    if letter in _CODES:
        return bytes((_CODES[letter],))
    if letter in _WORDS:
        return _WORDS[letter].encode("ascii")
    if " " <= letter <= "}":
        return letter.encode("ascii")
    bare = "".join(
        part
        for part in unicodedata.normalize("NFKD", letter)
        if " " <= part <= "}" and part != "\\"
    )
    if bare:
        return bare.encode("ascii")
    return b"" if unicodedata.category(letter)[0] in "CM" else b"?"


def wrap(text: str, columns: int, rows: int) -> tuple[str, ...]:
    """Words over lines; what does not fit ends in dots. Always `rows` lines."""
    lines: list[str] = [""]
    for word in text.split():
        candidate = f"{lines[-1]} {word}".strip()
        if len(candidate) <= columns or not lines[-1]:
            lines[-1] = candidate
        else:
            lines.append(word)
    if len(lines) > rows:
        lines = [*lines[: rows - 1], lines[rows - 1][: max(0, columns - 2)].rstrip(" ,.;:") + ".."]
    return tuple(lines + [""] * (rows - len(lines)))
