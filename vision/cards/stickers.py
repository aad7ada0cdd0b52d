"""Printed stickers: a small square mark tells a card at once, for home-printed decks and opaque
sleeves.

Stickers use marks 50 and up of the large 4x4 dictionary; marks below 50 belong to the mats and are
never cards. A card taught with a sticker on it is known by that sticker from then on.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad

FIRST = 50
LAST = 999
SQUARE = 1.5  # longest side against shortest: cards are taught from above


class Sticker(NamedTuple):
    """A mark's number, and how many quarter turns clockwise it stood in the picture that taught the
    card.
    """

    number: int
    turns: int


def stickers(picture: Pixels) -> list[tuple[int, Quad]]:
    """Number and corners of every sticker seen."""
    settings = cv2.aruco.DetectorParameters()
    settings.errorCorrectionRate = 0.0  # a corrected bit would be another card of a thousand
    settings.maxErroneousBitsInBorderRate = 0.1
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(picture)
    if len(corners) == 0:
        return []
    found = zip((int(number) for number in np.asarray(numbers).ravel()), corners, strict=True)
    return [
        (number, np.asarray(quad, np.float32).reshape(4, 2))
        for number, quad in found
        if number >= FIRST
    ]


def own_sticker(picture: Pixels) -> Sticker | None:
    """The sticker of a card in the picture that teaches it; two of them tell nothing, and a line of
    print is none.
    """
    found = [(number, quad) for number, quad in stickers(picture) if _is_square(quad)]
    return Sticker(found[0][0], quarter_turns(found[0][1])) if len(found) == 1 else None


def _is_square(quad: Quad) -> bool:
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return bool(sides.max() < SQUARE * sides.min())


def quarter_turns(corners: Quad) -> int:
    """Clockwise quarter turns from upright, as the picture shows them."""
    x, y = across(corners)
    return round(float(np.degrees(np.arctan2(y, x))) / 90) % 4


def across(corners: Quad) -> NDArray[np.float32]:
    """From left to right on the thing itself."""
    return np.asarray(corners[1] - corners[0] + corners[2] - corners[3], dtype=np.float32)
