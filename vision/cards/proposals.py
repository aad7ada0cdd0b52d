"""Outlines guessed from printed detail, for cards whose edge is hidden or as light as the table. Never names them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outline import Picture, Quad, card_like
from vision.cards.references import WIDTH_PX, Deck

FEWEST_MARKS = 8
MOST_PROPOSALS = 24
MARKS_PER_PICTURE = 2500
Poses = NDArray[np.float32]


def proposals(picture: Picture, deck: Deck, covered: NDArray[np.uint8]) -> list[Quad]:
    """Where several printed details agree that a taught card would lie; `covered` is 0 where still to look."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    grow = 2 if max(grey.shape) < 800 else 1
    if grow > 1:
        grey = cv2.resize(grey, None, fx=grow, fy=grow, interpolation=cv2.INTER_CUBIC)
        covered = np.asarray(cv2.resize(covered, grey.shape[::-1], interpolation=cv2.INTER_NEAREST), dtype=np.uint8)
    sift = cv2.SIFT.create(nfeatures=MARKS_PER_PICTURE, contrastThreshold=0.02)
    points, found = sift.detectAndCompute(grey, np.asarray((covered == 0) * 255, dtype=np.uint8))
    if found is None or len(points) < FEWEST_MARKS or len(deck.descriptors) < FEWEST_MARKS:
        return []
    seen = np.array([(*p.pt, p.size, p.angle) for p in points], dtype=np.float32)
    theirs, mine = _pairs(np.asarray(found, dtype=np.float32), deck)
    quads = _agreeing(seen[mine], deck.poses[theirs], deck.owners[theirs], deck.height_px)
    return [np.asarray(quad / grow, dtype=np.float32) for quad in quads]


def _pairs(found: NDArray[np.float32], deck: Deck) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each detail the nearest taught ones; look-alike cards share details, so several are kept."""
    nearest = deck.details.knnMatch(found, k=min(4, len(deck.descriptors)))
    theirs, mine = [], []
    for row in nearest:
        for hit in row:
            if hit.distance < 1.25 * row[0].distance and hit.distance < 330:
                theirs.append(hit.trainIdx)
                mine.append(hit.queryIdx)
    return np.asarray(theirs, dtype=np.int64), np.asarray(mine, dtype=np.int64)


def _agreeing(seen: Poses, taught: Poses, owners: NDArray[np.int32], height_px: int) -> list[Quad]:
    """Clusters of pairs that predict the same card centre, size and turn; a homography from each."""
    scale = seen[:, 2] / taught[:, 2]
    turn = np.radians(seen[:, 3] - taught[:, 3])
    to_centre = np.array([WIDTH_PX / 2, height_px / 2], dtype=np.float32) - taught[:, :2]
    cos, sin = np.cos(turn), np.sin(turn)
    centre = seen[:, :2] + scale[:, None] * np.stack(
        [cos * to_centre[:, 0] - sin * to_centre[:, 1], sin * to_centre[:, 0] + cos * to_centre[:, 1]], axis=1
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
    return _distinct([quad for _, quad in proposed])[:MOST_PROPOSALS]


def _densest(
    centre: NDArray[np.float32], size: NDArray[np.float32], turn: NDArray[np.float32], scale: NDArray[np.float32]
) -> NDArray[np.bool_]:
    apart = np.hypot(centre[:, None, 0] - centre[None, :, 0], centre[:, None, 1] - centre[None, :, 1])
    close = apart < 0.25 * WIDTH_PX * np.sqrt(scale[:, None] * scale[None, :])
    close &= np.abs(size[:, None] - size[None, :]) < 0.45
    close &= np.cos(turn[:, None] - turn[None, :]) > 0.9
    return np.asarray(close[int(close.sum(axis=1).argmax())], dtype=np.bool_)


def _quad_from(seen: NDArray[np.float32], taught: NDArray[np.float32], height_px: int) -> tuple[int, Quad | None]:
    matrix, inliers = cv2.findHomography(taught[:, None], seen[:, None], cv2.RANSAC, 5.0, maxIters=200)
    if matrix is None or inliers.sum() < FEWEST_MARKS:
        return 0, None
    frame = np.array([[[0, 0]], [[WIDTH_PX, 0]], [[WIDTH_PX, height_px]], [[0, height_px]]], dtype=np.float32)
    quad = np.asarray(cv2.perspectiveTransform(frame, matrix).reshape(4, 2), dtype=np.float32)
    plausible = np.isfinite(quad).all() and np.abs(quad).max() < 1e4 and cv2.contourArea(quad, oriented=True) > 0
    return int(inliers.sum()), quad if plausible and card_like(quad) else None


def _distinct(quads: list[Quad]) -> list[Quad]:
    kept: list[Quad] = []
    for quad in quads:
        reach = 0.1 * float(np.sqrt(cv2.contourArea(quad)))
        if not any(
            min(np.hypot(*(np.roll(quad, k, axis=0) - other).T).max() for k in range(4)) < reach for other in kept
        ):
            kept.append(quad)
    return kept
