"""References as people have them: a photograph of each card, cut out along its box or straightened
by its corners.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.photo import developed, lit
from vision.lab.scenes.surfaces import SURFACES, Random
from vision.lab.scenes.table import CardPiece

TABLE_PX = 480
# nobody teaches a card by its mirrored window
LIGHTS = ("lamp", "daylight", "evening", "two lamps")


@dataclass(frozen=True, slots=True)
class Cut:
    """A picture to teach a card with, and where the card's corners are in it."""

    picture: Pixels
    corners: NDArray[np.float32]


def photographed(
    seed: int, cards: dict[str, Pixels], width_px: int, straightened: bool
) -> dict[str, Cut]:
    """All on one table in one light, as one takes them; `width_px`: about, of each card in its
    picture.
    """
    random = np.random.default_rng(seed)
    surface, light = str(random.choice(list(SURFACES))), str(random.choice(LIGHTS))
    table = SURFACES[surface](random, TABLE_PX, TABLE_PX)
    cut = _straightened if straightened else _boxed
    cuts = {}
    for name, card in cards.items():
        there = table.copy()
        piece = CardPiece(random, card, random.normal(0, 3), 1.0, sleeved=0)
        corners = piece.put(there, np.array([TABLE_PX / 2, TABLE_PX / 2]))
        seen = developed(random, lit(random, there, light), light)
        cuts[name] = cut(random, seen, corners, width_px / card.shape[1])
    return cuts


def _straightened(random: Random, seen: Pixels, corners: NDArray[np.float32], size: float) -> Cut:
    """By corners marked by hand, which is never quite exact."""
    steps = np.diff(corners[[0, 1, 2]], axis=0)
    wide, high = (round(size * float(side)) for side in np.hypot(steps[:, 0], steps[:, 1]))
    target = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float32)
    marked = (corners + random.normal(0, 1.0, (4, 2))).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(marked, target)
    flat = cv2.warpPerspective(seen, matrix, (wide, high), flags=cv2.INTER_AREA)
    there = cv2.perspectiveTransform(corners[None], matrix)[0]
    return Cut(np.asarray(flat, dtype=np.uint8), np.asarray(there, dtype=np.float32))


def _boxed(random: Random, seen: Pixels, corners: NDArray[np.float32], size: float) -> Cut:
    """Along the picture's own rows and columns: a card that lay a little askew touches the sides
    with its corners.
    """
    low, high = (
        corners.min(axis=0) + random.uniform(-3, 3, 2),
        corners.max(axis=0) + random.uniform(-3, 3, 2),
    )
    (left, top), (right, bottom) = np.maximum(low.astype(int), 0), high.astype(int)
    cut = cv2.resize(
        seen[top:bottom, left:right], None, fx=size, fy=size, interpolation=cv2.INTER_AREA
    )
    return Cut(
        np.asarray(cut, dtype=np.uint8),
        np.asarray((corners - (left, top)) * size, dtype=np.float32),
    )
