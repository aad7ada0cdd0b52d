"""Cards with a printed sticker: a small square mark gives name and turn at once, for home-printed decks and sleeves.

Stickers use marks 50 and up of the large 4x4 dictionary; marks below 50 belong to the mats and are never cards.
"""

import cv2
import numpy as np

from vision.cards.outline import Picture
from vision.cards.reader import Card, quarter_turns

FIRST = 50
LAST = 999


def stickered_cards(picture: Picture, names: dict[int, str]) -> list[Card]:
    """One card per sticker seen; its corners are the sticker's own. A number nobody named is an unknown card."""
    settings = cv2.aruco.DetectorParameters()
    settings.errorCorrectionRate = 0.0  # a corrected bit would be another card of a thousand
    settings.maxErroneousBitsInBorderRate = 0.1
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(picture)
    if len(corners) == 0:
        return []
    found = zip((int(number) for number in np.asarray(numbers).ravel()), corners, strict=True)
    return [_card(number, np.asarray(quad, dtype=np.float32), names) for number, quad in found if number >= FIRST]


def _card(number: int, quad: np.ndarray[tuple[int, ...], np.dtype[np.float32]], names: dict[int, str]) -> Card:
    own = quad.reshape(4, 2)
    name = names.get(number)
    return Card(name, own, quarter_turns(own), 0.99 if name else 0.0, name is not None)
