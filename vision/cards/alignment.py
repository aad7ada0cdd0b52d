"""Laying one card on another by the points both show."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad
from vision.cards.outline import Points
from vision.cards.references import Reference

GATHERED = 0.25  # of a card: a sticker on a plain one has all its points in less


def aligned(now: Pixels, corners: Quad, card: Reference) -> Quad | None:
    """Points of the taught card followed into the picture; the whole card moves with those that
    agree.
    """
    if len(card.marks) < 8:
        return None
    window, stop = (11, 11), (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 12, 0.03)
    home = card.marks.copy()
    there, ok, _ = cv2.calcOpticalFlowPyrLK(
        card.grey, now, card.marks, home.copy(), None, None, window, 2, stop
    )
    back, ok_back, _ = cv2.calcOpticalFlowPyrLK(
        now, card.grey, there, home, None, None, window, 0, stop, cv2.OPTFLOW_USE_INITIAL_FLOW
    )
    off = (back - card.marks).reshape(-1, 2)
    good = (ok.ravel() == 1) & (ok_back.ravel() == 1) & (np.hypot(off[:, 0], off[:, 1]) < 0.8)
    if good.sum() < 8:
        return None
    home, there = card.marks[good], there[good]
    matrix, inliers = cv2.findHomography(
        home, there, cv2.USAC_FAST, 1.5, maxIters=100, confidence=0.99
    )
    if matrix is None or inliers.sum() < max(8, 0.3 * good.sum()):
        return None
    width, height = card.size
    agreeing = inliers.ravel() == 1
    if np.ptp(home[agreeing], axis=0).prod() < GATHERED * width * height:
        matrix = _flat_motion(home[agreeing], there[agreeing])
    frame = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], dtype=np.float32)
    moved = cv2.perspectiveTransform(frame, matrix)
    if np.abs(moved - frame).max() > 0.18 * width:
        return None
    back_to_picture = cv2.getPerspectiveTransform(
        frame.reshape(4, 2), np.asarray(corners, dtype=np.float32)
    )
    return np.asarray(
        cv2.perspectiveTransform(moved, back_to_picture).reshape(4, 2), dtype=np.float32
    )


def _flat_motion(home: Points, there: Points) -> NDArray[np.float64]:
    """Without perspective, where all points lie in one part of the card: its far corners would fly
    about.
    """
    points = np.column_stack([home.reshape(-1, 2), np.ones(len(home))])
    rows, _, _, _ = np.linalg.lstsq(points, there.reshape(-1, 2), rcond=None)
    return np.vstack([rows.T, (0, 0, 1)])
