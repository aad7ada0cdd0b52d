"""Pieces with others under them: a close look at each, held against how the other pieces of the
picture look.

From aside a stack shows more of its side than a single piece does, but how much a single piece
shows depends on its make and on where the camera stands: the other pieces of the picture know. A
doubt never changes a count; it is asked.
"""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels

WEIGHTS = Path(__file__).parent / "weights"
SIDE_PX, RADIUS_PX = 80, 22  # of a close look, and of the piece in it
ANGLES, WRAPPED = 40, 4  # directions around a piece; so many of them come again at both ends
REACHES = np.linspace(0.7, 1.75, 30)  # of its radius: from within its face to beyond its side
FINER = 1.5  # times as large as it will be shown: more would only alias
BELIEF, SLOPES = 0.02, 0.4  # how slowly a level, and a change over the picture, are believed
FEATURES = 32  # numbers a close look is told by


def close_looks(picture: Pixels, middles: Floats, reach: Floats) -> NDArray[np.uint8]:
    """Each piece on its own, always of the same size and round."""
    scale = min(1.0, FINER * RADIUS_PX / float(np.median(reach.max(axis=1)))) if len(reach) else 1.0
    small = _shrunk(picture, scale)
    looks = np.zeros((len(middles), SIDE_PX, SIDE_PX, 3), np.uint8)
    for look, middle, far in zip(looks, middles * scale, reach * scale, strict=True):
        zoom = RADIUS_PX / far
        matrix = np.column_stack([np.diag(zoom), (SIDE_PX - 1) / 2 - zoom * middle])
        cv2.warpAffine(
            small, matrix, (SIDE_PX, SIDE_PX), look, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
        )
    return looks


def _shrunk(picture: Pixels, scale: float) -> Pixels:
    """Halved first: as good as averaging what each pixel covers, and several times as fast."""
    while scale <= 0.5:
        picture, scale = (
            np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)),
            2 * scale,
        )
    return np.asarray(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR),
        dtype=np.uint8,
    )


def _around() -> tuple[Floats, Floats]:
    """Where in a close look each distance and direction lies, across and down."""
    turns = np.arange(ANGLES) * (2 * np.pi / ANGLES)
    far = REACHES[:, None] * RADIUS_PX
    across, down = ((SIDE_PX - 1) / 2 + far * way(turns)[None] for way in (np.cos, np.sin))
    return across.astype(np.float32), down.astype(np.float32)


ACROSS, DOWN = _around()


def unrolled(looks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What surrounds each piece, direction by direction: its rim is a straight line, and so are its
    side's layers.
    """
    rows = [cv2.remap(look, ACROSS, DOWN, cv2.INTER_LINEAR) for look in looks]
    return np.asarray(rows, dtype=np.uint8).reshape(-1, len(REACHES), ANGLES, 3)


def wrapped(strips: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """With the first directions once more after the last, and the last before the first."""
    return np.concatenate([strips[:, :, -WRAPPED:], strips, strips[:, :, :WRAPPED]], axis=2)


def by_others(places: Floats) -> Floats:
    """How much each of the other pieces says of how a piece should look where it lies: a row of
    weights for each.

    Looks change slowly over a picture (sides show more towards its edges), so a plane is fitted
    through the others.
    """
    terms = np.column_stack([np.ones(len(places)), places]).astype(np.float64)
    own = terms[:, :, None] * terms[:, None]
    others = own.sum(axis=0) - own + np.diag([BELIEF, SLOPES, SLOPES])
    weights = np.linalg.solve(others, terms[:, :, None])[:, :, 0] @ terms.T
    np.fill_diagonal(weights, 0)
    return np.asarray(weights, dtype=np.float32)


def stack_chances(picture: Pixels, middles: Floats, reach: Floats) -> Floats:
    """How likely each piece is more than one."""
    if len(middles) == 0:
        return np.zeros(0, np.float32)
    half = np.array(picture.shape[1::-1]) / 2
    return told(
        close_looks(picture, middles, reach),
        np.asarray((middles - half) / half[0], dtype=np.float32),
    )


def told(looks: NDArray[np.uint8], places: Floats) -> Floats:
    """The same by close looks, and where these were taken: from the picture's middle, of half its
    width.
    """
    strips = list(wrapped(unrolled(looks)))
    own = _through("look", cv2.dnn.blobFromImages(strips, 1 / 64, mean=(128, 128, 128)))
    weights = by_others(places)
    number = np.full((len(looks), 1), np.log(len(looks)) / 4, np.float32)
    said = _through(
        "verdict",
        np.concatenate([own, weights @ own, weights.sum(axis=1, keepdims=True), number], axis=1),
    )
    return np.asarray(1 / (1 + np.exp(-said[:, 0])), dtype=np.float32)


def _through(name: str, rows: cv2.typing.MatLike) -> Floats:
    network = _network(name)
    network.setInput(rows)
    return np.asarray(network.forward(), dtype=np.float32)


@cache
def _network(name: str) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(
        str(WEIGHTS / f"stack_{name}.onnx"), engine=cv2.dnn.ENGINE_CLASSIC
    )
