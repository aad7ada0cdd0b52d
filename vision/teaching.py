"""What is to be taught, looked at before it is kept: exactly one die, a card that stands out, a
sharp picture.

Gives back the part of the picture worth keeping; files and folders are the house's business.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Pixels, Quad
from vision.errors import PictureError
from vision.light import LEAST_SHARPNESS, measured
from vision.picture import load
from vision.protocol import TaughtPicture, Teach
from vision.reading import Why

KEPT_SIDE_PX = 700
SMALLEST_CARD = 0.03  # of the picture it lies in
CARD_SHAPE = (1.15, 1.9)  # long side to short side; the slots of a mat are square, or wider
LEAST_PRINT = 0.06  # of a card: an ace has four times as much; bare paper, felt and stone have less
STANDS_OUT = 6.0  # L*a*b*, on every side: a printed frame has the same paper inside and outside
CLOTH_AROUND = 1.6  # of a die's side, from its middle: enough cloth to tell the die from
TABLE_AROUND = 0.12  # of a zone's sides: a card may fill its place to the edge
BLURRED = 0.75 * LEAST_SHARPNESS


def lesson(wanted: Teach, zone: Callable[[str, float], Pixels | None]) -> TaughtPicture:
    grown = 0.0 if wanted.what == "die" else TABLE_AROUND
    pixels = _opened(wanted.picture) if wanted.picture is not None else zone(wanted.zone, grown)
    if pixels is None:
        key = "sight.teach.no_zone" if wanted.picture is None else "sight.teach.not_a_picture"
        return TaughtPicture(wanted.number, why=Why(key))
    kept = (
        _die(pixels) if wanted.what == "die" else _card(pixels, filled=wanted.picture is not None)
    )
    if isinstance(kept, Why):
        return TaughtPicture(wanted.number, why=kept)
    sharpness = measured(kept).sharpness
    if sharpness is not None and sharpness < BLURRED:
        return TaughtPicture(wanted.number, why=Why("sight.blurred"))
    jpeg = cv2.imencode(".jpg", kept, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
    return TaughtPicture(wanted.number, jpeg)


def _opened(picture: bytes) -> Pixels | None:
    """A picture from anyone, through the one door that makes picture files safe."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(picture)
        file.flush()
        try:
            return load(Path(file.name)).pixels
        except PictureError:
            return None


def _die(pixels: Pixels) -> Pixels | Why:
    from vision.dice.symbols import pieces

    found = pieces(pixels)
    if len(found) != 1:
        return Why("sight.teach.one_die", {"seen": len(found)})
    corners = np.asarray(found[0].corners, np.float32)
    x, y = corners.mean(axis=0)
    reach = CLOTH_AROUND * float(np.hypot(*(corners[1] - corners[0])))
    top, left = max(0, round(float(y - reach))), max(0, round(float(x - reach)))
    return np.ascontiguousarray(
        pixels[top : round(float(y + reach)), left : round(float(x + reach))]
    )


def _card(pixels: Pixels, *, filled: bool) -> Pixels | Why:
    """The card cut out flat, upright as it lies in the picture. A picture from a file may be all
    card.
    """
    from vision.cards.appearance import flatten, printed_part, seen, sides
    from vision.cards.cutout import own_outline
    from vision.cards.outline import quads

    height, width = pixels.shape[:2]
    if filled:
        best = own_outline(pixels)
        if printed_part(seen(pixels), best) < LEAST_PRINT:
            return Why("sight.teach.no_card")
    else:
        area = float(width * height)
        found = [
            q
            for q in quads(pixels)
            if SMALLEST_CARD * area < cv2.contourArea(q) and _is_card(pixels, q)
        ]
        if not found:
            return Why("sight.teach.no_card")
        best = _upright(max(found, key=lambda quad: float(cv2.contourArea(quad))), width, height)
    across, down = sides(best)
    scale = min(1.0, KEPT_SIDE_PX / max(across, down))
    return flatten(pixels, best, (max(32, round(across * scale)), max(32, round(down * scale))))


def _is_card(pixels: Pixels, quad: Quad) -> bool:
    from vision.cards.appearance import flatten, sides

    across, down = sides(quad)
    if not CARD_SHAPE[0] < max(across, down) / max(min(across, down), 1.0) < CARD_SHAPE[1]:
        return False
    middle = quad.mean(axis=0)
    wider = np.asarray(middle + (quad - middle) * 1.16, np.float32)
    lab = np.asarray(
        cv2.cvtColor(flatten(pixels, wider, (116, 116)), cv2.COLOR_BGR2LAB), np.float32
    )
    turned = [np.rot90(lab, turn) for turn in range(4)]
    steps = [
        np.median(side[1:6, 30:86], axis=(0, 1)) - np.median(side[10:15, 30:86], axis=(0, 1))
        for side in turned
    ]
    return bool(min(float(np.linalg.norm(step)) for step in steps) > STANDS_OUT)


def _upright(quad: Quad, width: int, height: int) -> Quad:
    """Its corners from the one nearest to the picture's top left, clockwise."""
    start = int(np.argmin((quad / (width, height)).sum(axis=1)))
    return np.roll(quad, -start, axis=0)
