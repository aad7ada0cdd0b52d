"""Faces of the virtual cards, tokens and symbol dice, drawn flat. The same name always gives the
same face.
"""

import math
import unicodedata
import zlib

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.mats.layout import Box
from vision.virtual.decks import CARD_PX, card

BODY_COLOURS: dict[str, tuple[int, int, int]] = {
    "white": (232, 236, 238),
    "black": (32, 30, 30),
    "red": (45, 40, 185),
    "green": (60, 140, 45),
    "blue": (160, 85, 30),
    "yellow": (50, 205, 230),
    "purple": (130, 50, 105),
}
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
PLAIN = (40, 140, 225)  # nobody knows its colour: one that no mat and no table has
SHEET = (60, 95, 160)  # leather: neither white nor black tokens are like it
BOX = (28, 48, 88)
MOST_WITH_ART = 6
TITLE_PX, ART_PX = 38, 92


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


def boxes_of(cells: tuple[str, ...]) -> dict[str, Box]:
    """Where the boxes of a sheet are, as fractions of it: two columns under the title and
    the art.
    """
    rows = -(-len(cells) // 2)
    top = ART_PX if len(cells) <= MOST_WITH_ART else TITLE_PX + 8
    high = (CARD_PX[1] - 14 - top) / max(rows, 1)
    wide = (CARD_PX[0] - 28) / 2
    return {
        cell: (
            (14 + wide * (at % 2) + 3) / CARD_PX[0],
            (top + high * (at // 2) + 3) / CARD_PX[1],
            (wide - 6) / CARD_PX[0],
            (high - 6) / CARD_PX[1],
        )
        for at, cell in enumerate(cells)
    }


def sheet_face(name: str, title: str, cells: tuple[str, ...]) -> Pixels:
    """A card with boxes for tokens under its title and art; the boxes are one quiet tone with thin
    lines.
    """
    width, height = CARD_PX
    # softer than other cards
    flat = np.asarray(card_face(name, title) * 0.6 + np.array(SHEET) * 0.4, np.uint8)
    top = ART_PX if len(cells) <= MOST_WITH_ART else TITLE_PX + 4
    flat[top - 2 : height - 12, 12 : width - 12] = SHEET
    for cell, (x, y, wide, high) in boxes_of(cells).items():
        first = round(x * width), round(y * height)
        last = round((x + wide) * width), round((y + high) * height)
        cv2.rectangle(flat, first, last, BOX, 2, cv2.LINE_AA)
        write(flat, cell, (first[0] + 4, first[1] + 14), round(wide * width) // 2, 0.42, 20)
    return flat


def disk_face(sides: tuple[str, ...]) -> Pixels:
    """A disk in quarters, the first colour on top, the others clockwise."""
    flat = np.full((160, 160, 3), 60, np.uint8)
    for at, side in enumerate(sides):
        cv2.ellipse(
            flat,
            (80, 80),
            (76, 76),
            0,
            90 * at - 135,
            90 * at - 45,
            colour_of(side),
            cv2.FILLED,
            cv2.LINE_AA,
        )
    cv2.circle(flat, (80, 80), 12, (200, 210, 215), cv2.FILLED, cv2.LINE_AA)
    return flat


def write(
    flat: Pixels, text: str, start: tuple[int, int], room: int, most: float, ink: int = 240
) -> None:
    """Text as large as fits into the room, in letters that the drawing has."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode() or "?"
    wide = cv2.getTextSize(plain, cv2.FONT_HERSHEY_DUPLEX, 1.0, 1)[0][0]
    size = min(most, room / max(wide, 1))
    cv2.putText(flat, plain, start, cv2.FONT_HERSHEY_DUPLEX, size, (ink, ink, ink), 1, cv2.LINE_AA)


def card_back() -> Pixels:
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
    """The top of a symbol die: the colour of the die, its symbol drawn large, or the first letters
    of its name.
    """
    body = np.array(colour_of(look), np.float32)
    flat = np.empty((120, 120, 3), np.uint8)
    flat[:] = np.clip(body * 0.95, 0, 255)
    bright = float(body @ (0.11, 0.59, 0.3))
    cv2.rectangle(
        flat,
        (6, 6),
        (113, 113),
        tuple(float(c) for c in np.clip(body * 1.15 + 12, 0, 255)),
        4,
        cv2.LINE_AA,
    )
    ink = (25, 25, 25) if bright > 120 else (240, 240, 240)
    if face in SYMBOLS:
        cv2.fillPoly(
            flat, [np.asarray(np.array(SYMBOLS[face]) * 60 + 60, np.int32)], ink, cv2.LINE_AA
        )
        return flat
    text = (unicodedata.normalize("NFKD", face).encode("ascii", "ignore").decode() or "?")[
        :2
    ].title()
    wide = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 2.2, 4)[0][0]
    cv2.putText(flat, text, (60 - wide // 2, 84), cv2.FONT_HERSHEY_DUPLEX, 2.2, ink, 4, cv2.LINE_AA)
    return flat


def _star(points: int, inner: float) -> list[tuple[float, float]]:
    reach = [0.72, inner] * points
    return [
        (r * math.sin(math.pi * at / points), -r * math.cos(math.pi * at / points))
        for at, r in enumerate(reach)
    ]


def _bent_arrow() -> list[tuple[float, float]]:
    """Three quarters around, with a head: a turn."""
    bow = [math.radians(deg) for deg in range(-40, 231, 15)]
    outer = [(0.66 * math.cos(t), 0.66 * math.sin(t)) for t in bow]
    inner = [(0.36 * math.cos(t), 0.36 * math.sin(t)) for t in reversed(bow)]
    end = bow[-1]
    tip = [
        (r * math.cos(end + by), r * math.sin(end + by))
        for r, by in ((0.86, 0.0), (0.51, 0.75), (0.16, 0.0))
    ]
    return [*outer, *tip, *inner]


# Drawings for symbols with such names, as the page draws them; others are written.
SYMBOLS: dict[str, list[tuple[float, float]]] = {
    "points": _star(5, 0.3),
    "energy": [(0, -0.74), (0.52, 0), (0, 0.74), (-0.52, 0)],
    "rotate": _bent_arrow(),
}
