"""How many cards lie in a zone, whatever they show. Two looks must agree: outlines of one size, and
nothing besides.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad
from vision.cards.appearance import look_of, seen, stands_out
from vision.cards.outline import quads
from vision.cards.proposals import distinct

WORK_SIDE_PX = 480
LARGEST = 0.9  # of the zone: more is its printed outline
FILLED = 0.8  # of an outline: two cards side by side make one more outline around both
ONE_SIZE = 1.25
GROWN = 1.1  # a card's shadow and the blur of its edge are its own
LEAST_CONTRAST = 16.0  # weighted Lab units
PART_OF_CARD = 0.12  # as much unlike the table beside the cards may be another one


@dataclass(frozen=True, slots=True)
class CardsLying:
    """Outlines of the cards found. Not `sure`: they may be more, or fewer."""

    outlines: tuple[Quad, ...]
    sure: bool


def cards_lying(zone: Pixels) -> CardsLying:
    scale = min(1.0, WORK_SIDE_PX / max(zone.shape[:2]))
    work = np.asarray(
        cv2.resize(zone, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8
    )
    whole = seen(work)
    most = LARGEST * work.shape[0] * work.shape[1]
    found = [
        quad for quad in quads(work) if cv2.contourArea(quad) < most and stands_out(whole, quad)
    ]
    cards = _side_by_side(sorted(found, key=lambda quad: -float(cv2.contourArea(quad))))
    areas = [float(cv2.contourArea(quad)) for quad in cards]
    alike = not areas or max(areas) < ONE_SIZE * min(areas)
    besides = _besides(work, cards)
    card = float(np.median(areas)) if areas else 0.05 * most
    outlines = tuple(np.asarray(quad / scale, dtype=np.float32) for quad in cards)
    return CardsLying(outlines, alike and besides < PART_OF_CARD * card)


def _side_by_side(found: list[Quad]) -> list[Quad]:
    """The outermost outlines, but for those around several cards: frames printed on a card are no
    cards.
    """
    found = distinct(found)
    kept: list[Quad] = []
    for quad in found:
        inside = [other for other in found if other is not quad and _holds(quad, other)]
        alone = [
            one
            for one in inside
            if not any(_holds(other, one) for other in inside if other is not one)
        ]
        parts = [float(cv2.contourArea(one)) for one in alone]
        if (
            len(alone) > 1
            and sum(parts) > FILLED * cv2.contourArea(quad)
            and max(parts) < ONE_SIZE * min(parts)
        ):
            continue
        if not any(_holds(other, quad) for other in kept):
            kept.append(quad)
    return kept


def _holds(outer: Quad, inner: Quad) -> bool:
    x, y = inner.mean(axis=0)
    larger = cv2.contourArea(outer) > cv2.contourArea(inner)
    return bool(larger and cv2.pointPolygonTest(outer, (float(x), float(y)), False) >= 0)


def _besides(work: Pixels, cards: list[Quad]) -> float:
    """The largest piece, in pixels, of what is unlike the table and no card."""
    explained: NDArray[np.uint8] = np.zeros(work.shape[:2], np.uint8)
    for quad in cards:
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(
            explained, np.rint(middle + GROWN * (quad - middle)).astype(np.int32), 255
        )
    look = look_of(np.asarray(cv2.medianBlur(work, 5), dtype=np.uint8))
    free = explained == 0
    if not free.any():
        return 0.0
    apart = np.linalg.norm(look - np.median(look[free], axis=0), axis=2)
    noise = float(np.median(apart[free]))
    strange = np.asarray(((apart > max(LEAST_CONTRAST, 4 * noise)) & free) * 255, dtype=np.uint8)
    strange = np.asarray(
        cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), dtype=np.uint8
    )
    count, _, stats, _ = cv2.connectedComponentsWithStats(strange)
    return float(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0.0
