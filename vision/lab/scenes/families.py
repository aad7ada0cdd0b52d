"""Cards that share nearly everything: a family is one drawing whose members differ in one small
thing. Every seed draws new ones, so that none of them is known by heart.
"""

from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.poker import PAPER, SUITS, court, pip
from vision.lab.scenes.surfaces import Random
from vision.virtual.decks import CARD_PX, card

INKS = {
    "red": (45, 40, 200),
    "green": (70, 140, 30),
    "blue": (190, 90, 30),
    "purple": (130, 40, 95),
    "orange": (30, 120, 235),
    "black": (30, 28, 28),
}
FILLINGS = ("open", "striped", "dotted", "solid", "hatched")
FONT = cv2.FONT_HERSHEY_DUPLEX
Members = Iterator[tuple[str, Pixels]]


def family(kind: str, seed: int) -> dict[str, Pixels]:
    """Its members by name; the same `seed` draws the same ones."""
    random = np.random.default_rng((seed, sorted(KINDS).index(kind)))
    return {f"{kind}{seed} {name}": picture for name, picture in KINDS[kind](random)}


def taught_and_strange(seed: int) -> tuple[dict[str, Pixels], dict[str, Pixels]]:
    """One family of each kind; a third of every family's members are never taught."""
    taught: dict[str, Pixels] = {}
    strange: dict[str, Pixels] = {}
    for number, kind in enumerate(sorted(KINDS)):
        members = list(family(kind, seed).items())
        np.random.default_rng((seed, 99, number)).shuffle(members)
        known = len(members) - max(1, len(members) // 3)
        taught |= dict(members[:known])
        strange |= {f"strange {name}": picture for name, picture in members[known:]}
    return taught, strange


def _corner(random: Random) -> Members:
    """Court cards with one picture for all suits: only the signs in two corners differ."""
    width, height = CARD_PX
    bare = np.full((height, width, 3), PAPER, np.uint8)
    court(random, bare, "S")
    cv2.rectangle(bare, (44, 30), (84, 74), (PAPER, PAPER, PAPER), cv2.FILLED)
    cv2.rectangle(bare, (width - 84, height - 74), (width - 44, height - 30), (PAPER,) * 3, -1)
    rank, size = str(random.choice(["J", "Q", "K"])), float(random.uniform(15, 28))
    for suit in SUITS:
        flat = bare.copy()
        for _ in range(2):
            cv2.putText(flat, rank, (8, 32), FONT, 0.9, SUITS[suit], 2, cv2.LINE_AA)
            pip(flat, (19, 52), size, suit, upside_down=False)
            flat = np.ascontiguousarray(flat[::-1, ::-1])
        yield suit, flat


def _filling(random: Random) -> Members:
    """One to three symbols of one outline, filled in different ways."""
    ink = INKS[str(random.choice(list(INKS)))]
    number, reach = int(random.integers(1, 4)), float(random.uniform(26, 46))
    ends, line = int(random.integers(3, 9)), int(random.integers(2, 5))
    step = int(random.integers(6, 10))
    for filling in FILLINGS:
        flat = np.full((*CARD_PX[::-1], 3), PAPER, np.uint8)
        for place in range(number):
            middle = (CARD_PX[0] / 2, CARD_PX[1] / 2 + (place - (number - 1) / 2) * 100)
            _symbol(flat, middle, reach, ends, (ink, filling, line, step))
        yield filling, flat


def _symbol(
    flat: Pixels,
    middle: tuple[float, float],
    reach: float,
    ends: int,
    how: tuple[tuple[int, int, int], str, int, int],
) -> None:
    ink, filling, line, step = how
    turn = np.linspace(0, 2 * np.pi, ends, endpoint=False) - np.pi / 2
    corners = np.stack([1.4 * np.cos(turn), np.sin(turn)], axis=1) * reach + middle
    outline = np.rint(corners).astype(np.int32)
    inside = np.zeros(flat.shape[:2], np.uint8)
    cv2.fillPoly(inside, [outline], 255)
    rows, cols = (np.asarray(way, dtype=np.int64) for way in np.indices(inside.shape))
    shown: dict[str, NDArray[np.bool_]] = {
        "open": np.zeros(inside.shape, bool),
        "striped": cols % step < 2,
        "dotted": (cols % step < 3) & (rows % step < 3),
        "solid": np.ones(inside.shape, bool),
        "hatched": (cols + rows) % step < 2,
    }
    flat[(inside > 0) & shown[filling]] = ink
    cv2.polylines(flat, [outline], True, ink, line, cv2.LINE_AA)


def _digit(random: Random) -> Members:
    """One frame, art and text; a number in one corner."""
    bare = card(random, int(random.integers(4)))
    size = float(random.uniform(0.6, 1.1))
    place = (12 + int(random.integers(0, 10)), CARD_PX[1] - 12)
    for digit in map(str, random.permutation(10)[:6]):
        flat = bare.copy()
        cv2.rectangle(flat, (8, CARD_PX[1] - 44), (52, CARD_PX[1] - 6), (225, 232, 235), cv2.FILLED)
        cv2.putText(flat, digit, place, FONT, size, (25, 25, 30), 2, cv2.LINE_AA)
        yield digit, flat


def _colour(random: Random) -> Members:
    """One drawing; a gem on it has one of six colours."""
    bare = card(random, int(random.integers(4)))
    middle = (int(random.integers(50, 200)), int(random.integers(60, 290)))
    reach = int(random.integers(9, 22))
    for name, ink in INKS.items():
        flat = bare.copy()
        cv2.circle(flat, middle, reach, ink, cv2.FILLED, cv2.LINE_AA)
        cv2.circle(flat, middle, reach, (235, 235, 235), 2, cv2.LINE_AA)
        yield name, flat


def _turned(random: Random) -> Members:
    """A large number with a line under it: upside down the six is the nine but for the line."""
    ink = INKS[str(random.choice(list(INKS)))]
    size, line = float(random.uniform(3.0, 5.0)), int(random.integers(3, 7))
    for digit in ("6", "9", "8", "0"):
        flat = np.full((*CARD_PX[::-1], 3), PAPER, np.uint8)
        cv2.rectangle(flat, (14, 14), (CARD_PX[0] - 14, CARD_PX[1] - 14), ink, 2)
        (wide, high), _ = cv2.getTextSize(digit, FONT, size, 8)
        left, foot = (CARD_PX[0] - wide) // 2, (CARD_PX[1] + high) // 2
        cv2.putText(flat, digit, (left, foot), FONT, size, ink, 8, cv2.LINE_AA)
        cv2.line(flat, (left, foot + 24), (left + wide, foot + 24), ink, line)
        yield digit, flat


def _title(random: Random) -> Members:
    """One frame and art; only the title differs."""
    bare = card(random, int(random.integers(4)))
    cv2.rectangle(bare, (14, 12), (CARD_PX[0] - 14, 37), (60, 70, 80), cv2.FILLED)
    for number in range(5):
        flat = bare.copy()
        word = "".join(random.choice(list("abcdeghiklmnoprstuvw"), 8)).title()
        cv2.putText(flat, word, (24, 31), FONT, 0.55, (235, 235, 235), 1, cv2.LINE_AA)
        yield f"{number} {word}", flat


KINDS: dict[str, Callable[[Random], Members]] = {
    "corner": _corner,
    "filling": _filling,
    "digit": _digit,
    "colour": _colour,
    "turned": _turned,
    "title": _title,
}
