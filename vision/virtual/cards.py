"""Faces of the virtual cards, tokens and symbol dice, drawn flat. The same name always gives the same face."""

import unicodedata
import zlib

import cv2
import numpy as np

from vision.picture import Pixels
from vision.scene.decks import CARD_PX, card
from vision.scene.table import BODY_COLOURS

TOKEN_COLOURS: dict[str, tuple[int, int, int]] = {
    **BODY_COLOURS,
    "orange": (40, 120, 230),
    "pink": (170, 110, 225),
    "brown": (45, 75, 120),
    "grey": (130, 130, 130),
    "gold": (50, 165, 205),
    "silver": (185, 180, 175),
    "turquoise": (165, 160, 40),
    "fire": (45, 60, 200),
    "water": (175, 100, 40),
    "earth": (60, 125, 70),
    "air": (215, 205, 180),
    "nature": (60, 140, 45),
    "lightning": (50, 205, 230),
}
PLAIN = (150, 150, 150)
TITLE_PX = 38


def seed_of(name: str) -> int:
    return zlib.crc32(name.encode())


def card_face(name: str, title: str) -> Pixels:
    """A card with its own art and its title; taught from this drawing, found again on the table."""
    number = seed_of(name)
    flat = card(np.random.default_rng(number), number % 40)
    width = CARD_PX[0]
    frame = tuple(float(c) for c in flat[195, width // 2])
    cv2.rectangle(flat, (12, 12), (width - 12, TITLE_PX), frame, cv2.FILLED)
    write(flat, title or name, (20, 32), width - 40, 0.7)
    return flat


def write(flat: Pixels, text: str, start: tuple[int, int], room: int, most: float, ink: int = 240) -> None:
    """Text as large as fits into the room, in letters that the drawing has."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode() or "?"
    wide = cv2.getTextSize(plain, cv2.FONT_HERSHEY_DUPLEX, 1.0, 1)[0][0]
    size = min(most, room / max(wide, 1))
    cv2.putText(flat, plain, start, cv2.FONT_HERSHEY_DUPLEX, size, (ink, ink, ink), 1, cv2.LINE_AA)


def card_back(_name: str = "") -> Pixels:
    width, height = CARD_PX
    flat = np.full((height, width, 3), (70, 50, 40), np.uint8)
    for step in range(-height, width, 22):
        cv2.line(flat, (step, height), (step + height, 0), (95, 72, 58), 3, cv2.LINE_AA)
    cv2.rectangle(flat, (8, 8), (width - 8, height - 8), (140, 120, 100), 3, cv2.LINE_AA)
    return flat


def colour_of(look: str) -> tuple[int, int, int]:
    """`white`, or the first word that is a colour: `red die`, `token:blue`."""
    words = look.replace(":", " ").replace("_", " ").split()
    return next((TOKEN_COLOURS[word] for word in words if word in TOKEN_COLOURS), PLAIN)


def symbol_face(look: str, face: str) -> Pixels:
    """The top of a symbol die: the colour of the die, its symbol's first letters large."""
    body = np.array(colour_of(look), np.float32)
    flat = np.empty((120, 120, 3), np.uint8)
    flat[:] = np.clip(body * 0.95, 0, 255)
    bright = float(body @ (0.11, 0.59, 0.3))
    cv2.rectangle(flat, (6, 6), (113, 113), tuple(float(c) for c in np.clip(body * 1.15 + 12, 0, 255)), 4, cv2.LINE_AA)
    ink = 25 if bright > 120 else 240
    text = (unicodedata.normalize("NFKD", face).encode("ascii", "ignore").decode() or "?")[:2].title()
    wide = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 2.2, 4)[0][0]
    start = (60 - wide // 2, 84)
    cv2.putText(flat, text, start, cv2.FONT_HERSHEY_DUPLEX, 2.2, (ink, ink, ink), 4, cv2.LINE_AA)
    return flat
