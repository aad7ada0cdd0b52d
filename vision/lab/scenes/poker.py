"""A deck of 52 playing cards, drawn: corner numbers, pips in their places, and double-ended
pictures for the courts.
"""

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.surfaces import Random
from vision.virtual.decks import CARD_PX

SUITS = {"S": (30, 26, 26), "H": (45, 35, 200), "D": (45, 35, 200), "C": (30, 26, 26)}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PAPER = 245
COURT_INKS = ((40, 40, 190), (60, 190, 225), (150, 70, 30), (30, 28, 28), (235, 238, 240))
LEFT, MIDDLE, RIGHT = 0.29, 0.5, 0.71
# how far down pips stand in the outer columns
SIDES = {4: (0.2, 0.8), 6: (0.2, 0.5, 0.8), 8: (0.2, 0.4, 0.6, 0.8)}
# Per number: pips in the two outer columns together, and where in the middle one.
PIPS: dict[str, tuple[int, tuple[float, ...]]] = {
    "A": (0, (0.5,)),
    "2": (0, (0.2, 0.8)),
    "3": (0, (0.2, 0.5, 0.8)),
    "4": (4, ()),
    "5": (4, (0.5,)),
    "6": (6, ()),
    "7": (6, (0.35,)),
    "8": (6, (0.35, 0.65)),
    "9": (8, (0.5,)),
    "10": (8, (0.3, 0.7)),
}


def poker(seed: int = 0) -> dict[str, Pixels]:
    """`seed`: of the court cards' pictures."""
    faces = product(enumerate(RANKS), SUITS)
    return {
        f"{rank}{suit}": _card(np.random.default_rng((seed, number, ord(suit))), rank, suit)
        for (number, rank), suit in faces
    }


def _card(random: Random, rank: str, suit: str) -> Pixels:
    width, height = CARD_PX
    flat = np.full((height, width, 3), PAPER, np.uint8)
    if rank in PIPS:
        outer, middle = PIPS[rank]
        places = [*product((LEFT, RIGHT), SIDES.get(outer, ())), *product((MIDDLE,), middle)]
        for x, y in places:
            pip(flat, (x * width, y * height), 68 if rank == "A" else 44, suit, upside_down=y > 0.5)
    else:
        court(random, flat, suit)
    _corner(flat, rank, suit)
    upside_down = np.ascontiguousarray(flat[::-1, ::-1])
    _corner(upside_down, rank, suit)
    return np.ascontiguousarray(upside_down[::-1, ::-1])


def _corner(flat: Pixels, rank: str, suit: str) -> None:
    wide = 0.62 if rank == "10" else 0.95
    cv2.putText(flat, rank, (6, 34), cv2.FONT_HERSHEY_SIMPLEX, wide, SUITS[suit], 3, cv2.LINE_AA)
    pip(flat, (18, 54), 24, suit, upside_down=False)


def pip(
    flat: Pixels, centre: tuple[float, float], size_px: float, suit: str, upside_down: bool
) -> None:
    down = -1 if upside_down else 1
    for part in _outlines(suit):
        points = np.rint(part * (size_px / 2, down * size_px / 2) + centre).astype(np.int32)
        cv2.fillPoly(flat, [points], SUITS[suit], cv2.LINE_AA)


def _outlines(suit: str) -> list[NDArray[np.float64]]:
    """The shapes a pip is made of, within one to each side, y down."""
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    round_, stem = (
        np.stack([np.cos(turn), np.sin(turn)], axis=1),
        np.array([[0, 0.1], [0.3, 1], [-0.3, 1]]),
    )
    if suit == "D":
        return [np.array([[0, -1], [0.75, 0], [0, 1], [-0.75, 0]])]
    if suit == "C":
        return [*(0.44 * round_ + at for at in ((0, -0.5), (-0.48, 0.2), (0.48, 0.2))), stem]
    halves = [0.48 * round_ + at for at in ((-0.44, -0.4), (0.44, -0.4))]
    point = np.array([[-0.9, -0.25], [0.9, -0.25], [0, 1]])
    heart = [*halves, point]
    return heart if suit == "H" else [*(part * (1, -0.8) for part in heart), stem]


def court(random: Random, flat: Pixels, suit: str) -> None:
    """A framed figure, the lower half the upper one turned; all courts are drawn in the same few
    inks.
    """
    height, width = flat.shape[0] // 2 - 26, flat.shape[1] - 76
    half = np.full((height, width, 3), PAPER, np.uint8)
    for _ in range(int(random.integers(16, 24))):
        ink = COURT_INKS[int(random.integers(len(COURT_INKS)))]
        middle = random.uniform((0, 0), (width, height))
        points = (middle + random.normal(0, 26, (int(random.integers(3, 6)), 2))).astype(np.int32)
        cv2.fillPoly(half, [points], ink, cv2.LINE_AA)
        cv2.polylines(half, [points], True, COURT_INKS[3], 1, cv2.LINE_AA)
    head = (width // 2 + int(random.integers(-14, 14)), height // 3)
    cv2.circle(half, head, 26, COURT_INKS[4], cv2.FILLED, cv2.LINE_AA)
    cv2.circle(half, head, 26, COURT_INKS[3], 2, cv2.LINE_AA)
    pip(half, (24, 28), 36, suit, upside_down=False)
    both = np.concatenate([half, half[::-1, ::-1]])
    flat[26 : 26 + 2 * height, 38:-38] = both
    cv2.rectangle(flat, (38, 26), (flat.shape[1] - 38, 26 + 2 * height), (150, 70, 30), 2)
