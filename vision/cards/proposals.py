"""Outlines guessed from printed detail, for cards whose edge is hidden or as light as the table.
Never names them.
"""

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad
from vision.cards.outline import apart, card_like
from vision.cards.references import PRINT_PX, Deck

FEWEST_MARKS = 8
MOST_PROPOSALS = 16
MARKS_PER_PICTURE = 1500
MARKS_PER_CARD = 250
TREES: dict[str, bool | int | float | str] = {"algorithm": 1, "trees": 4}
CHECKS: dict[str, bool | int | float | str] = {"checks": 48}
FARTHEST = 330.0  # between two details that may be the same
SMALLEST_PX = 24  # of a place: nothing printed is told in less
Poses = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Details:
    """The printed details of a whole deck: whose each is, where it lies on the card, and an index
    to look them up.
    """

    owners: NDArray[np.int32]
    poses: Poses
    every: NDArray[np.float32]  # what the index looks into
    index: cv2.flann.Index


# made when a deck's details are first needed
_INDEXED: WeakKeyDictionary[Deck, _Details] = WeakKeyDictionary()


def proposals(picture: Pixels, deck: Deck, covered: NDArray[np.uint8]) -> list[Quad]:
    """Where several printed details agree that a taught card would lie; `covered` is 0 where still
    to look.
    """
    grow = 2 if max(picture.shape) < 800 else 1
    details = details_of(deck)
    height = round(PRINT_PX * deck.height_px / deck.cards[0].size[0])
    quads: list[Quad] = []
    for left, top, wide, high in _still_to_look(covered):
        part = (slice(top, top + high), slice(left, left + wide))
        poses, found = _details_in(picture[part], covered[part], grow)
        if len(poses) >= FEWEST_MARKS <= len(details.owners):
            theirs, mine = _pairs(found, details)
            here = _agreeing(poses[mine], details.poses[theirs], details.owners[theirs], height)
            quads += [np.asarray(quad / grow + (left, top), dtype=np.float32) for quad in here]
    return quads


def _details_in(
    part: Pixels, covered: NDArray[np.uint8], grow: int
) -> tuple[Poses, NDArray[np.float32]]:
    grey = cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_BGR2GRAY)
    mask = np.asarray((covered == 0) * 255, dtype=np.uint8)
    if grow > 1:
        grey = cv2.resize(grey, None, fx=grow, fy=grow, interpolation=cv2.INTER_CUBIC)
        mask = np.asarray(
            cv2.resize(mask, grey.shape[::-1], interpolation=cv2.INTER_NEAREST), dtype=np.uint8
        )
    points, found = cv2.SIFT.create(
        nfeatures=MARKS_PER_PICTURE, contrastThreshold=0.02
    ).detectAndCompute(grey, mask)
    poses = np.array([(*p.pt, p.size, p.angle) for p in points], dtype=np.float32)
    return poses, np.asarray(found, dtype=np.float32)


def _still_to_look(covered: NDArray[np.uint8]) -> list[tuple[int, int, int, int]]:
    """The boxes around each such place: two of them far apart are no reason to look at all that
    lies between.
    """
    _, _, boxes, _ = cv2.connectedComponentsWithStats(np.asarray(covered == 0, dtype=np.uint8))
    return [
        (x, y, wide, high)
        for x, y, wide, high, _ in boxes[1:].tolist()
        if min(wide, high) >= SMALLEST_PX
    ]


def details_of(deck: Deck) -> _Details:
    """Built once per deck: for several hundred cards it takes longer than reading a picture."""
    if deck not in _INDEXED:
        sift = cv2.SIFT.create(nfeatures=MARKS_PER_CARD, contrastThreshold=0.02)
        owners, poses = [np.zeros(0, np.int32)], [np.zeros((0, 4), np.float32)]
        details = [np.zeros((0, 128), np.float32)]
        for number, card in enumerate(deck.cards):
            points, found = sift.detectAndCompute(cv2.cvtColor(card.fine, cv2.COLOR_BGR2GRAY), None)
            if points:
                details.append(np.asarray(found, dtype=np.float32))
                owners.append(np.full(len(points), number, np.int32))
                poses.append(np.array([(*p.pt, p.size, p.angle) for p in points], dtype=np.float32))
        # An index looks into this one array; a matcher would keep two more copies of it.
        every, index = np.concatenate(details), cv2.flann.Index()
        if len(every):
            index.build(every, TREES)
        _INDEXED[deck] = _Details(np.concatenate(owners), np.concatenate(poses), every, index)
    return _INDEXED[deck]


def _pairs(
    found: NDArray[np.float32], details: _Details
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each detail the nearest taught ones; look-alike cards share details, so several
    are kept.
    """
    near, squared = details.index.knnSearch(found, min(4, len(details.owners)), params=CHECKS)
    away = np.sqrt(squared)
    mine, place = np.nonzero((away < 1.25 * away[:, :1]) & (away < FARTHEST) & (near >= 0))
    return near[mine, place].astype(np.int64), mine


def _agreeing(seen: Poses, taught: Poses, owners: NDArray[np.int32], height_px: int) -> list[Quad]:
    """Clusters of pairs that predict the same card centre, size and turn; a homography from
    each.
    """
    scale = seen[:, 2] / taught[:, 2]
    turn = np.radians(seen[:, 3] - taught[:, 3])
    to_centre = np.array([PRINT_PX / 2, height_px / 2], dtype=np.float32) - taught[:, :2]
    cos, sin = np.cos(turn), np.sin(turn)
    centre = seen[:, :2] + scale[:, None] * np.stack(
        [
            cos * to_centre[:, 0] - sin * to_centre[:, 1],
            sin * to_centre[:, 0] + cos * to_centre[:, 1],
        ],
        axis=1,
    )
    proposed: list[tuple[int, Quad]] = []
    for owner in np.unique(owners):
        mine = np.flatnonzero(owners == owner)
        while len(mine) >= FEWEST_MARKS:
            near = _densest(centre[mine], np.log(scale[mine]), turn[mine], scale[mine])
            if near.sum() < FEWEST_MARKS:
                break
            votes, quad = _quad_from(seen[mine[near], :2], taught[mine[near], :2], height_px)
            if quad is not None:
                proposed.append((votes, quad))
            mine = mine[~near]
    proposed.sort(key=lambda item: -item[0])
    return distinct([quad for _, quad in proposed])[:MOST_PROPOSALS]


def _densest(
    centre: NDArray[np.float32],
    size: NDArray[np.float32],
    turn: NDArray[np.float32],
    scale: NDArray[np.float32],
) -> NDArray[np.bool_]:
    apart = np.hypot(
        centre[:, None, 0] - centre[None, :, 0], centre[:, None, 1] - centre[None, :, 1]
    )
    close = apart < 0.25 * PRINT_PX * np.sqrt(scale[:, None] * scale[None, :])
    close &= np.abs(size[:, None] - size[None, :]) < 0.45
    close &= np.cos(turn[:, None] - turn[None, :]) > 0.9
    return np.asarray(close[int(close.sum(axis=1).argmax())], dtype=np.bool_)


def _quad_from(
    seen: NDArray[np.float32], taught: NDArray[np.float32], height_px: int
) -> tuple[int, Quad | None]:
    matrix, inliers = cv2.findHomography(
        taught[:, None], seen[:, None], cv2.RANSAC, 5.0, maxIters=200
    )
    if matrix is None or inliers.sum() < FEWEST_MARKS:
        return 0, None
    frame = np.array(
        [[[0, 0]], [[PRINT_PX, 0]], [[PRINT_PX, height_px]], [[0, height_px]]], dtype=np.float32
    )
    quad = np.asarray(cv2.perspectiveTransform(frame, matrix).reshape(4, 2), dtype=np.float32)
    plausible = (
        np.isfinite(quad).all()
        and np.abs(quad).max() < 1e4
        and cv2.contourArea(quad, oriented=True) > 0
    )
    return int(inliers.sum()), quad if plausible and card_like(quad) else None


def distinct(quads: list[Quad]) -> list[Quad]:
    kept: list[Quad] = []
    for quad in quads:
        reach = 0.1 * float(np.sqrt(cv2.contourArea(quad)))
        if not kept or float(apart(quad[None], np.stack(kept)).min()) >= reach:
            kept.append(quad)
    return kept
