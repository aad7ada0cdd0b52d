"""A deck of 81 white cards that differ in number, shape, colour and filling alone: nothing else
tells them apart.
"""

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.virtual.decks import CARD_PX

COLOURS = {"red": (45, 40, 200), "green": (80, 145, 20), "purple": (130, 40, 95)}
SHAPES = ("oval", "diamond", "wave")
FILLINGS = ("open", "striped", "solid")
PAPER = 246
SYMBOL_PX, APART_PX, LINE_PX, STRIPE_PX = (140, 66), 92, 4, 7


def lookalikes() -> dict[str, Pixels]:
    each = product((1, 2, 3), FILLINGS, COLOURS, SHAPES)
    return {f"{card[0]} {' '.join(card[1:])}": _card(*card) for card in each}


def _card(number: int, filling: str, colour: str, shape: str) -> Pixels:
    width, height = CARD_PX
    flat = np.full((height, width, 3), PAPER, np.uint8)
    for place in range(number):
        _draw(
            flat,
            (width // 2, height // 2 + round((place - (number - 1) / 2) * APART_PX)),
            shape,
            colour,
            filling,
        )
    return flat


def _draw(flat: Pixels, centre: tuple[int, int], shape: str, colour: str, filling: str) -> None:
    outline = (_outline(shape) * np.array(SYMBOL_PX) / 2 + centre).astype(np.int32)
    inside = np.zeros(flat.shape[:2], np.uint8)
    cv2.fillPoly(inside, [outline], 255)
    if filling == "striped":
        inside[:, np.arange(flat.shape[1]) % STRIPE_PX >= 2] = 0
    if filling != "open":
        flat[inside > 0] = COLOURS[colour]
    cv2.polylines(flat, [outline], True, COLOURS[colour], LINE_PX, cv2.LINE_AA)


def _outline(shape: str) -> NDArray[np.float64]:
    """A closed line around the middle, within one to each side."""
    turn = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    across, down = np.cos(turn), np.sin(turn)
    if shape == "diamond":
        return np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1]])
    if shape == "oval":
        return np.stack([np.sign(across) * np.abs(across) ** 0.5, down], axis=1)
    return np.stack(
        [np.sign(across) * np.abs(across) ** 0.6, 0.68 * down + 0.32 * np.sin(np.pi * across)],
        axis=1,
    )
